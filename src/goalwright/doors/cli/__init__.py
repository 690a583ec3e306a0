"""The command line: reads arguments, calls the app and shows what it answers."""
