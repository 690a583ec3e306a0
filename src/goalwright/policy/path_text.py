"""The text of paths: what can be refused, or said about a path, before any disk is looked at."""

from __future__ import annotations

import os
import sys

from goalwright.contracts import path_spelling as paths
from goalwright.contracts.shown import shown
from goalwright.errors import PolicyRefusal

LONGEST_NAME = 255
LONGEST_PATH = 4_095
OUTSIDE = "outside the allowed folders: choose a path inside them, or add its folder to allowed_roots"
_SHOWN_LENGTH = 200
_ENCODING = sys.getfilesystemencoding()
_NO_TEXT = "holds characters that are not text: rename the file, or rewrite the path"


def printable(path: object) -> str:
    """The path as it may stand in a sentence: itself, or a picture of it where it would break the line."""
    is_plain = isinstance(path, str) and path.isprintable() and 0 < len(path) <= _SHOWN_LENGTH
    return str(path) if is_plain else shown(path)


def path_parts(path: str) -> list[str]:
    """The parts of an absolute path, `..` among them; PolicyRefusal where the text alone rules it out."""
    problem = _problem(path)
    if problem:
        raise PolicyRefusal(printable(path), problem)
    return name_parts(path)


def name_parts(path: str) -> list[str]:
    """The parts of a path or of a link's target, without the empty ones and `.`; PolicyRefusal if one cannot be."""
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if not (path.isascii() and len(path) <= LONGEST_NAME):
        try:
            longest = max((len(os.fsencode(part)) for part in parts), default=0)
        except UnicodeEncodeError:
            raise PolicyRefusal(printable(path), _NO_TEXT) from None
        if longest > LONGEST_NAME:
            problem = f"has a name of more than {LONGEST_NAME} bytes in it, which no disk takes: shorten it"
            raise PolicyRefusal(printable(path), problem)
    return parts


def _problem(path: object) -> str:
    if not isinstance(path, str):
        return "is not a path: write it as text"
    if not path:
        return "is empty: say which file or folder is meant"
    if "\0" in path:
        return "holds a NUL character, which no name can have: remove it"
    if os.name != "nt" and paths.is_windows(path):
        return (
            "names a Windows drive or share, and this machine has none: map the drive in the config (drives), "
            "or write where its files are here"
        )
    if not (path.startswith("/") if os.name != "nt" else os.path.isabs(path)):  # noqa: PTH117  # a text, not a Path
        return "is not an absolute path: write it in full, from the root folder on"
    if len(path) * 4 > LONGEST_PATH and len(path.encode(_ENCODING, "surrogatepass")) > LONGEST_PATH:
        return f"is longer than {LONGEST_PATH} bytes: use shorter names or fewer folders"
    return ""
