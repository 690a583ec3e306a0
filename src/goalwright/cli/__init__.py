"""The command line: reads arguments, calls the app and shows what it answers."""

from goalwright.cli.entry import main

__all__ = ["main"]
