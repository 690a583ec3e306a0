"""Things as they were seen: files and folders, lines and words, and what can be said of each."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any

from goalwright.contracts.path_spelling import extension, name, parent
from goalwright.rules.things import thing_table
from goalwright.situate.file_texts import count_lines, count_words

_GROUPS = ("image", "video", "audio", "spreadsheet", "presentation", "archive", "document", "code")
_REST = "other"


class SeenEntry:
    """A file or folder. `real` is where its bytes are now: elsewhere, if an earlier goal is to put it here, and
    nowhere if one is to create it."""

    __slots__ = ("_seen", "is_copied", "is_duplicate", "is_folder", "is_link", "name", "number", "path", "real")

    def __init__(self, path: str, called: str, *, is_folder: bool, is_link: bool = False, real: str | None = None):
        self.path, self.name, self.is_folder, self.is_link = path, called, is_folder, is_link
        self.real = path if real is None else real
        self.number, self.is_duplicate, self.is_copied = 0, False, False
        self._seen: os.stat_result | None = None

    @property
    def seen(self) -> os.stat_result:
        """What the system says of it; of what is gone since, as of what is yet to come, nothing but zeros."""
        if self._seen is None:
            try:
                self._seen = os.lstat(self.real)
            except (OSError, ValueError):
                self._seen = os.stat_result((stat.S_IFREG, *(0,) * 9))
        return self._seen

    @property
    def size(self) -> int:
        return sum(part.seen.st_size for part in below(self.real)) if self.is_folder else self.seen.st_size

    @property
    def is_empty(self) -> bool:
        return not any(True for _ in entries_of(self.real)) if self.is_folder else self.seen.st_size == 0


class SeenPiece:
    """A line or a word of a file, with its place in the file from 1."""

    __slots__ = ("is_copied", "is_duplicate", "number", "path", "text")

    def __init__(self, path: str, text: str, number: int) -> None:
        self.path, self.text, self.number = path, text, number
        self.is_duplicate, self.is_copied = False, False


class SeenItem:
    """A window, app, process or tab: what is said of it, and what it is called by."""

    __slots__ = ("number", "path", "said")

    def __init__(self, path: str, said: Mapping[str, Any], number: int) -> None:
        self.path, self.said, self.number = path, said, number

    @property
    def name(self) -> str:
        return self.path


Thing = SeenEntry | SeenPiece | SeenItem


def attribute_of(thing: Thing, attribute: str, now: float) -> Any:
    """What an attribute of a thing is: text, a number or a flag."""
    if isinstance(thing, SeenPiece):
        return _OF_PIECES[attribute](thing)
    if isinstance(thing, SeenItem):
        return thing.number if attribute == "number" else thing.said[attribute]
    return _ATTRIBUTES[attribute](thing, now)


def entries_of(folder: str) -> Iterator[SeenEntry]:
    """What lies in a folder, in no order; nothing of one that cannot be read."""
    try:
        with os.scandir(folder) as entries:
            for entry in entries:
                yield SeenEntry(entry.path, entry.name, is_folder=entry.is_dir(), is_link=entry.is_symlink())
    except OSError:
        return


def below(folder: str) -> Iterator[SeenEntry]:
    """Everything in a folder and in the folders below it; links are not followed."""
    waiting = [folder]
    while waiting:
        for entry in entries_of(waiting.pop()):
            yield entry
            if entry.is_folder and not entry.is_link:
                waiting.append(entry.path)


def group_of(extension_: str) -> str:
    """The broad type that files with an extension belong to."""
    types = thing_table("types")
    return next((group for group in _GROUPS if extension_.casefold() in types[group]), _REST)


def _modified(thing: SeenEntry, now: float) -> float:
    return thing.seen.st_mtime if thing.real else now


def _created(thing: SeenEntry, now: float) -> float:
    seen = thing.seen
    return float(getattr(seen, "st_birthtime", min(seen.st_mtime, seen.st_ctime))) if thing.real else now


def _written(pattern: str) -> Callable[[SeenEntry, float], str]:
    return lambda thing, now: datetime.fromtimestamp(_modified(thing, now)).strftime(pattern)


_OF_PIECES: Mapping[str, Callable[[SeenPiece], Any]] = {
    "text": lambda piece: piece.text,
    "number": lambda piece: piece.number,
    "length": lambda piece: len(piece.text),
    "duplicate": lambda piece: piece.is_duplicate,
    "copies": lambda piece: piece.is_copied,
}
_ATTRIBUTES: Mapping[str, Callable[[SeenEntry, float], Any]] = {
    "name": lambda thing, _now: thing.name,
    "stem": lambda thing, _now: thing.name.removesuffix(extension(thing.name)),
    "extension": lambda thing, _now: extension(thing.name)[1:],
    "ending": lambda thing, _now: extension(thing.name),
    "path": lambda thing, _now: thing.path,
    "folder": lambda thing, _now: name(parent(thing.path)),
    "type": lambda thing, _now: group_of(extension(thing.name)[1:]),
    "size": lambda thing, _now: thing.size,
    "age": lambda thing, now: now - _modified(thing, now),
    "modified": _modified,
    "created": _created,
    "lines": lambda thing, _now: count_lines(thing.real),
    "words": lambda thing, _now: count_words(thing.real),
    "items": lambda thing, _now: sum(1 for _ in entries_of(thing.real)),
    "empty": lambda thing, _now: thing.is_empty,
    "hidden": lambda thing, _now: thing.name.startswith("."),
    "link": lambda thing, _now: thing.is_link,
    "duplicate": lambda thing, _now: thing.is_duplicate,
    "copies": lambda thing, _now: thing.is_copied,
    "number": lambda thing, _now: thing.number,
    "name_length": lambda thing, _now: len(thing.name),
    "year": _written("%Y"),
    "month": _written("%Y-%m"),
    "day": _written("%Y-%m-%d"),
}
