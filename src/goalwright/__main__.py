"""`python -m goalwright` is the same as the command `goalwright`."""

from goalwright.doors.cli import main

if __name__ == "__main__":
    main()
