"""Handing over: a warm process of the running service carries out a command line, at the caller's own terminal."""
