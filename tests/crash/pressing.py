"""`goalwright` as a process that presses Ctrl-C itself, before the line it runs that the first argument numbers.

The second argument is the end of the names of the files whose lines count; the rest is the command. With 0, or
more lines than there are, nothing is pressed, and the lines are counted. A number such as 7+2 presses once more, 2
lines of Goalwright's own after the first: in what hears the first, if that is where they are.
"""

import os
import signal
import sys
from types import FrameType
from typing import Any

from goalwright import __main__

_, number, FILE, *arguments = sys.argv
AT, AGAIN = (int(part or 0) for part in number.partition("+")[::2])
OURS = f"{os.sep}goalwright{os.sep}"
lines = again = 0


def before_line(frame: FrameType, event: str, _: Any) -> Any:
    global lines  # noqa: PLW0603  # fewer lines of our own beside those that are counted
    if lines == AT and AT:
        return before_second(frame, event, None)
    if not frame.f_code.co_filename.endswith(FILE):
        return None
    lines += event == "line"
    if lines == AT and AT:
        if not AGAIN:
            sys.settrace(None)  # first: with a tracer, Python would end in another way
        os.kill(os.getpid(), signal.SIGINT)
        return before_line if AGAIN else None
    return before_line


def before_second(frame: FrameType, event: str, _: Any) -> Any:
    global again  # noqa: PLW0603  # as above
    if OURS not in frame.f_code.co_filename:
        return None
    again += event == "line"
    if again == AGAIN:
        sys.settrace(None)
        os.kill(os.getpid(), signal.SIGINT)
        again += 1
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
