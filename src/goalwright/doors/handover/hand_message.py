"""What a caller and the warm process say to each other. Only what every interpreter has loaded is imported.

    caller  a length, then what is wanted: stamp, arguments, environment, …
    warm    READY, or ALONE if the caller is to do it itself
    caller  GO with its open files, and from then on the numbers of signals
    warm    STOPPED when the work was stopped, ENDED with its status when it is over

Before GO nothing is done, so a caller that waits no longer leaves and does it alone. Its files come no earlier: those
that wait in a line would keep a pipe open.
"""

import os
import sys

from goalwright import __version__

READY, ALONE, GO, STOPPED, ENDED = b"R", b"N", b"G", b"S", b"E"
LENGTH_BYTES = 4
STATUS_BYTES = 4
MOST_BYTES = 64_000_000
MOST_FILES = 250
"""How many open files one message may carry, the working folder included; Linux has 253."""
HIGHEST_FILE = 500
"""A number that leaves room for as many files below the usual limit."""
_PROTOCOL = "1"
_PATH_FLAG = "safe_path"
"""Says whether a folder was put before the search path, which is told by the path itself."""

Sections = list[list[bytes]]


def stamp() -> list[bytes]:
    """What must be the same on both sides: the program, its version, and how Python was started."""
    names = (name for name in dir(sys.flags) if not name.startswith(("_", "n_")) and name != _PATH_FLAG)
    flags = [f"{name}={value}" for name in names if not callable(value := getattr(sys.flags, name))]
    package = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120  # pathlib is slow to load
    told = (_PROTOCOL, __version__, package, sys.prefix, sys.version, *flags, sys.getfilesystemencoding())
    return list(map(os.fsencode, (*told, *sys.warnoptions, *map(repr, sys._xoptions.items()))))


def packed(sections: Sections) -> bytes:
    """Texts without NUL in one piece, as arguments and variables are."""
    return b"\0".join(text for section in sections for text in (b"%d" % len(section), *section))


def unpacked(message: bytes) -> Sections:
    """The texts again; ValueError or IndexError if they are not as they were packed."""
    sections: Sections = []
    rest = message.split(b"\0")
    place = 0
    while place < len(rest):
        count = int(rest[place])
        if count < 0 or place + count >= len(rest):
            raise ValueError("a section is cut short")
        sections.append(rest[place + 1 : place + 1 + count])
        place += 1 + count
    return sections


def numbers(texts: list[bytes]) -> list[int]:
    return [int(text) for text in texts]
