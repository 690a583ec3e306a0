"""The tools of a desktop, a folder for each part of it: apps, windows, sound, screen, clipboard, keyboard, power."""
