"""Texts of files as they are looked at while planning: streamed, never through a link, and only regular files."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from typing import IO

from goalwright.errors import NotPlannable

PIECE = 1 << 20
_SAMPLE = 8_192
LONGEST_TEXT = 262_144
"""As much as a parameter may hold."""
_LISTED = re.compile(r"\d{1,9}(?:,\d{1,9})+")
_PART = re.compile(r"(?:(?P<end>first|last) (?P<count>\d{1,9})|(?P<start>\d{1,9})(?:-(?P<stop>\d{1,9}))?)")


def opened(path: str) -> IO[bytes]:
    """A regular file, open for reading; OSError for anything else."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    file = os.open(path, flags)
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError(f"{path} is not a regular file")
    return os.fdopen(file, "rb")


def require_texts(paths: Iterable[str]) -> None:
    """Raises NotPlannable if not all can be changed line by line, so that none is; what can't be read a tool tells."""
    for path in paths:
        with suppress(OSError), opened(path) as file:
            if b"\0" in file.read(_SAMPLE):
                raise NotPlannable(
                    "blocked", f'{path} is not a text file: say "except" and its name, or name the others'
                )


def _text_pieces(path: str) -> Iterator[bytes]:
    for number, piece in enumerate(_pieces(path)):
        if number == 0 and b"\0" in piece[:_SAMPLE]:
            return
        yield piece


def count_lines(path: str) -> int:
    """The lines of a file; the last one counts though no line break ends it. What is no text has none."""
    count, last = 0, b"\n"
    for piece in _text_pieces(path):
        count, last = count + piece.count(b"\n"), piece[-1:]
    return count + (last != b"\n")


def count_words(path: str) -> int:
    count, is_inside = 0, False
    for piece in _text_pieces(path):
        count += len(piece.split()) - (is_inside and not piece[:1].isspace())
        is_inside = not piece[-1:].isspace()
    return count


def contains(path: str, text: str, *, whole_words: bool = False) -> bool:
    """Whether a text stands in a file, capitals or not; files that are no text hold none."""
    wanted = re.escape(text.casefold())
    found = re.compile(rf"(?<!\w){wanted}(?!\w)" if whole_words else wanted).search
    kept = ""
    for number, piece in enumerate(_pieces(path)):
        if number == 0 and b"\0" in piece[:_SAMPLE]:
            return False
        kept += piece.decode(errors="replace").casefold()
        if found(kept):
            return True
        kept = kept[-len(text) * 2 - 2 :]
    return False


def lines_of(path: str) -> Iterator[str]:
    with opened(path) as file:
        for line in file:
            yield line.decode(errors="replace").rstrip("\r\n")


def part_of_text(path: str, part: str = "") -> str:
    """The text of a file, or of the lines that `first 3`, `last 1`, `2-5`, `4` or `1,3` names."""
    if not part:
        with opened(path) as file:
            data = file.read(LONGEST_TEXT * 4 + 1)
        return _short(data.decode(errors="replace"), path)
    if _LISTED.fullmatch(part):
        wanted = set(map(int, part.split(",")))
        listed = islice(enumerate(lines_of(path), 1), max(wanted))
        return _short("\n".join(line for number, line in listed if number in wanted), path)
    found = _PART.fullmatch(part)
    if found is None:
        raise NotPlannable("blocked", f"{part!r} names no lines: write first 3, last 1, 2-5 or 4")
    lines = lines_of(path)
    if found["end"] == "last":
        chosen = list(deque(lines, maxlen=int(found["count"])))
    elif found["end"] == "first":
        chosen = list(islice(lines, int(found["count"])))
    else:
        start = int(found["start"])
        chosen = list(islice(lines, max(start - 1, 0), int(found["stop"] or start)))
    return _short("\n".join(chosen), path)


def same_bytes(path: str, other: str) -> bool:
    return digest(path) == digest(other)


def digest(path: str) -> bytes:
    """What a file's bytes are recognised by."""
    made = hashlib.blake2b(digest_size=16)
    for piece in _pieces(path):
        made.update(piece)
    return made.digest()


def _pieces(path: str) -> Iterator[bytes]:
    with opened(path) as file:
        while piece := file.read(PIECE):
            yield piece


def _short(text: str, path: str) -> str:
    if len(text) > LONGEST_TEXT:
        raise NotPlannable("blocked", f"{path} is too long for that: name some of its lines, such as the first 10")
    return text
