"""Keyboard and mouse."""
