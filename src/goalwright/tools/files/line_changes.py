"""Changes of lines: sorted, made unique, replaced, inserted, deleted; as many bytes at a time as are needed."""

from __future__ import annotations

import hashlib
import heapq
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack
from decimal import Decimal
from itertools import islice
from typing import Any, BinaryIO

from goalwright.errors import ToolFailure

Args = Mapping[str, Any]
Key = Callable[[bytes], Any]
_CHUNK = 1 << 16
_EMPTY = "empty"
"""The part of a file that has nothing in its lines."""
_BLOCK = 200_000
"""As many lines are turned round in memory."""
_AT_ONCE = 64 << 20
"""As many bytes are sorted in memory; what is longer is sorted in parts, which are then merged."""
_LONGEST_LINE = 64 << 20
_PART = re.compile(r"(?:(?P<end>first|last) (?P<count>\d{1,9})|(?P<start>\d{1,9})(?:-(?P<stop>\d{1,9}))?)")
_NUMBER = re.compile(rb"\s*([-+]?(?:\d+(?:\.\d+)?|\.\d+))")


class TextLines:
    """The lines of a file with their line breaks, read again each time; the last one gets a break if it has none.

    `changed` counts what was changed in the last pass.
    """

    def __init__(self, read: Callable[[], Iterator[bytes]]) -> None:
        self._read = read
        self.ending, self.is_ended, self.changed = b"\n", True, 0

    def __iter__(self) -> Iterator[bytes]:
        rest = b""
        for piece in self._read():
            parts = (rest + piece).split(b"\n")
            rest = parts.pop()
            if len(rest) > _LONGEST_LINE:
                raise ToolFailure("a line of it is longer than 64 MB: this is no text to work on by lines")
            if parts:
                self.ending = b"\r\n" if parts[0].endswith(b"\r") else b"\n"
            for part in parts:
                yield part + b"\n"
        self.is_ended = not rest
        if rest:
            yield rest + self.ending

    def count(self) -> int:
        return sum(1 for _ in self)


def changed_lines(verb: str, args: Args, lines: TextLines) -> Iterator[bytes]:
    """The file as it is to be, in pieces; without a last line break if it had none."""
    lines.changed = 0
    waiting, held = [], 0
    last: bytes | None = None
    for line in _CHANGES[verb](lines, args):
        if last is not None:
            waiting.append(last)
            held += len(last)
            if held > _CHUNK:
                yield b"".join(waiting)
                waiting, held = [], 0
        last = line
    if last is not None:
        waiting.append(last if lines.is_ended else last.removesuffix(b"\n").removesuffix(b"\r"))
    yield b"".join(waiting)


def part_numbers(part: str, lines: TextLines) -> range:
    """The numbers, from 1, of the lines that `first 3`, `last 1`, `2-5` or `4` names."""
    found = _PART.fullmatch(part)
    if found is None:
        raise ToolFailure(f"{part!r} names no lines: write first 3, last 1, 2-5 or 4")
    if found["end"] == "first":
        return range(1, int(found["count"]) + 1)
    if found["end"] == "last":
        total = lines.count()
        return range(max(1, total - int(found["count"]) + 1), total + 1)
    return range(int(found["start"]), int(found["stop"] or found["start"]) + 1)


def _sorted(lines: TextLines, args: Args) -> Iterator[bytes]:
    if args.get("by") == "place":
        yield from _reversed(lines) if args.get("order") == "descending" else lines
        return
    key, is_descending = _KEYS[args.get("by", "text")], args.get("order", "ascending") == "descending"
    with ExitStack() as opened:
        parts: list[Iterable[bytes]] = []
        batch: list[bytes] = []
        size = 0
        for line in lines:
            lines.changed += 1
            batch.append(line)
            size += len(line) + 64
            if size > _AT_ONCE:
                file = opened.enter_context(tempfile.TemporaryFile())
                parts.append(_spilled(file, sorted(batch, key=key, reverse=is_descending)))
                batch, size = [], 0
        batch.sort(key=key, reverse=is_descending)
        yield from heapq.merge(*parts, batch, key=key, reverse=is_descending) if parts else batch


def _reversed(lines: TextLines) -> Iterator[bytes]:
    """The lines from the last to the first: a block of them at a time, so that a large file need not fit in memory."""
    starts = [0]
    for number, _ in enumerate(lines, 1):
        lines.changed += 1
        if number % _BLOCK == 0:
            starts.append(number)
    for start in reversed(starts):
        yield from reversed(list(islice(iter(lines), start, start + _BLOCK)))


def _spilled(file: BinaryIO, batch: list[bytes]) -> Iterable[bytes]:
    file.writelines(batch)
    file.seek(0)
    return file


def _unique(lines: TextLines, _args: Args) -> Iterator[bytes]:
    seen: set[bytes] = set()
    for line in lines:
        known = hashlib.blake2b(line.rstrip(b"\r\n"), digest_size=16).digest()
        if known in seen:
            lines.changed += 1
        else:
            seen.add(known)
            yield line


def _replaced(lines: TextLines, args: Args) -> Iterator[bytes]:
    text, by = _encoded(args, "text"), _encoded(args, "by", empty=True)
    if b"\n" in text:
        raise ToolFailure("only text within a line can be replaced: leave out the line break")
    meant = part_numbers(args["lines"], lines) if "lines" in args else None
    for number, line in enumerate(lines, 1):
        if text in line and (meant is None or number in meant):
            lines.changed += 1
            yield line.replace(text, by)
        else:
            yield line


def _inserted(lines: TextLines, args: Args) -> Iterator[bytes]:
    """The new lines before the line of a number; -1 and numbers past the end mean behind the last one."""
    at = int(args["line"])
    new = [line.encode() + b"\n" for line in str(args["content"]).removesuffix("\n").split("\n")]
    total = lines.count()  # by then it is known how lines end here
    new = [line.replace(b"\n", lines.ending) for line in new]
    at = total + 1 if at < 1 or at > total else at
    for number, line in enumerate(lines, 1):
        if number == at:
            yield from new
        yield line
    if at == total + 1:
        yield from new
    lines.changed = len(new)


def _deleted(lines: TextLines, args: Args) -> Iterator[bytes]:
    if args.get("lines") == _EMPTY:
        yield from _not_empty(lines)
        return
    meant = part_numbers(args["lines"], lines) if "lines" in args else None
    text = str(args.get("text", "")).casefold()
    if meant is None and not text:
        raise ToolFailure("which lines to delete was not said: name them, or a text that they contain")
    for number, line in enumerate(lines, 1):
        is_meant = number in meant if meant is not None else text in line.decode(errors="replace").casefold()
        lines.changed += is_meant
        if not is_meant:
            yield line


def _not_empty(lines: TextLines) -> Iterator[bytes]:
    for line in lines:
        if line.strip():
            yield line
        else:
            lines.changed += 1


def _encoded(args: Args, name: str, *, empty: bool = False) -> bytes:
    text = str(args.get(name, "")).encode()
    if not text and not empty:
        raise ToolFailure(f"there is no {name} given: say which text is meant")
    return text


def _text_key(line: bytes) -> Any:
    text = line.rstrip(b"\r\n").decode(errors="surrogateescape")
    return text.casefold(), text


def _number_key(line: bytes) -> Any:
    """TextLines without a number come behind those with one."""
    found = _NUMBER.match(line)
    return (found is None, Decimal(found[1].decode()) if found else 0, _text_key(line))


_KEYS: Mapping[str, Key] = {
    "text": _text_key,
    "number": _number_key,
    "length": lambda line: (len(line.rstrip(b"\r\n").decode(errors="replace")), _text_key(line)),
}
_CHANGES: Mapping[str, Callable[[TextLines, Args], Iterator[bytes]]] = {
    "sort_lines": _sorted,
    "unique_lines": _unique,
    "replace": _replaced,
    "insert": _inserted,
    "delete_lines": _deleted,
}
