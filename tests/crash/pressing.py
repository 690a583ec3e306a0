"""`goalwright` as a process that presses Ctrl-C itself, before the line it runs that the first argument numbers.

The second argument is the end of the names of the files whose lines count; the rest is the command. With 0, or
more lines than there are, nothing is pressed, and the lines are counted.
"""

import os
import signal
import sys
from types import FrameType
from typing import Any

from goalwright import __main__

_, number, FILE, *arguments = sys.argv
AT = int(number)
lines = 0


def before_line(frame: FrameType, event: str, _: Any) -> Any:
    global lines  # noqa: PLW0603  # fewer lines of our own beside those that are counted
    if not frame.f_code.co_filename.endswith(FILE):
        return None
    lines += event == "line"
    if lines == AT and AT:
        sys.settrace(None)  # first: with a tracer, Python would end in another way
        os.kill(os.getpid(), signal.SIGINT)
        return None
    return before_line


def main() -> None:
    sys.settrace(before_line)
    try:
        __main__.main()
    finally:
        sys.settrace(None)
        if not AT or lines < AT:
            sys.stderr.write(f"lines: {lines}\n")


sys.argv = ["goalwright", *arguments]
main()
