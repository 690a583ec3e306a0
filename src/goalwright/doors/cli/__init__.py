"""The command line: reads arguments, calls the app and shows what it answers."""

from goalwright.doors.cli.entry import main

__all__ = ["main"]
