"""Changes of lines: sorted, made unique, replaced, inserted, deleted, restyled; as few bytes at a time as can be."""

from __future__ import annotations

import hashlib
import heapq
import re
import tempfile
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from contextlib import ExitStack
from decimal import Decimal
from itertools import islice
from typing import Any, BinaryIO

from goalwright.errors import ToolFailure

Args = Mapping[str, Any]
Key = Callable[[bytes], Any]
IsMeant = Callable[[int, bytes], bool]
Restyle = Callable[[int, bytes], bytes]
_CHUNK = 1 << 16
_WHOLE = "whole"
_EMPTY = "empty"
"""The part of a file that has nothing in its lines."""
_BLOCK = 200_000
"""As many lines are turned round in memory."""
_AT_ONCE = 64 << 20
"""As many bytes are sorted in memory; what is longer is sorted in parts, which are then merged."""
_LONGEST_LINE = 64 << 20
_PART = re.compile(r"(?:(?P<end>first|last) (?P<count>\d{1,9})|(?P<start>\d{1,9})(?:-(?P<stop>\d{1,9}))?)")
_LISTED = re.compile(r"\d{1,9}(?:,\d{1,9})+")
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


def part_numbers(part: str, lines: TextLines) -> Container[int]:
    """The numbers, from 1, of the lines that `first 3`, `last 1`, `2-5`, `4` or `1,3` names."""
    if _LISTED.fullmatch(part):
        return frozenset(map(int, part.split(",")))
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
    """The file with a text replaced; without one, with a new line in the place of those that are named."""
    text, by = _encoded(args, "text", empty="lines" in args), _encoded(args, "by", empty=True)
    if b"\n" in text:
        raise ToolFailure("only text within a line can be replaced: leave out the line break")
    is_meant = _chosen(lines, {"lines": args["lines"]}) if "lines" in args else None
    total = lines.count()  # by then it is known how lines end here
    for number, line in enumerate(lines, 1):
        is_here = is_meant is None or is_meant(number, line)
        if not is_here or text not in line:
            yield line
            continue
        lines.changed += 1
        if text:
            yield line.replace(text, by)
        elif lines.changed == 1 or args["lines"] == _EMPTY or _LISTED.fullmatch(args["lines"]):
            yield by.replace(b"\n", lines.ending) + lines.ending
    if not text and not lines.changed:
        raise ToolFailure(f"there is no such line: the file has {total}")


def _inserted(lines: TextLines, args: Args) -> Iterator[bytes]:
    """The new lines before the line of a number; -1 and numbers past the end mean behind the last one, -2 before it."""
    at = int(args["line"])
    new = [line.encode() + b"\n" for line in str(args["content"]).removesuffix("\n").split("\n")]
    total = lines.count()  # by then it is known how lines end here
    new = [line.replace(b"\n", lines.ending) for line in new]
    at = max(1, total + 2 + (at or -1)) if at < 1 else min(at, total + 1)
    for number, line in enumerate(lines, 1):
        if number == at:
            yield from new
        yield line
    if at == total + 1:
        yield from new
    lines.changed = len(new)


def _deleted(lines: TextLines, args: Args) -> Iterator[bytes]:
    return _without(lines, _chosen(lines, args))


def _kept(lines: TextLines, args: Args) -> Iterator[bytes]:
    is_kept = _chosen(lines, args)
    yield from _without(lines, lambda number, line: not is_kept(number, line))
    if lines.changed and lines.changed == lines.count():
        raise ToolFailure("no line of it is one of those to keep, so that nothing would be left: say which are meant")


def _without(lines: TextLines, is_meant: IsMeant) -> Iterator[bytes]:
    for number, line in enumerate(lines, 1):
        if is_meant(number, line):
            lines.changed += 1
        else:
            yield line


def _restyled(lines: TextLines, args: Args) -> Iterator[bytes]:
    restyled, is_meant = _STYLES[args["style"]], _chosen(lines, args) if "lines" in args else None
    for number, line in enumerate(lines, 1):
        text = line.rstrip(b"\r\n")
        new = restyled(number, text) if is_meant is None or is_meant(number, line) else text
        lines.changed += new != text
        yield new + line[len(text) :]


def _chosen(lines: TextLines, args: Args) -> IsMeant:
    """Which lines are meant: those without anything in them, those with some numbers, or those with a text in them."""
    if args.get("lines") == _EMPTY:
        return lambda _, line: not line.strip()
    if "lines" in args:
        numbers = part_numbers(args["lines"], lines)
        return lambda number, _: number in numbers
    text = str(args.get("text", "")).casefold()
    if not text:
        raise ToolFailure("which lines are meant was not said: name them, or a text that they contain")
    if args.get("match") == _WHOLE:
        return _saying_only(lines, text)
    return lambda _, line: text in line.decode(errors="replace").casefold()


def _saying_only(lines: TextLines, text: str) -> IsMeant:
    """Lines that say a text and nothing else; there must be one."""

    def is_meant(_: int, line: bytes) -> bool:
        return line.decode(errors="replace").casefold().strip() == text.strip()

    if not any(is_meant(0, line) for line in lines):
        raise ToolFailure(f"no line of it says {text!r} and nothing else: say which lines are meant")
    return is_meant


def _in_case(change: Callable[[str], str]) -> Restyle:
    return lambda _, line: change(line.decode(errors="surrogateescape")).encode(errors="surrogateescape")


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
_STYLES: Mapping[str, Restyle] = {
    "upper": _in_case(str.upper),
    "lower": _in_case(str.lower),
    "capitalized": _in_case(lambda text: text[:1].upper() + text[1:]),
    "trimmed": lambda _, line: line.strip(b" \t"),
    "indented": lambda _, line: b"    " + line if line else line,
    "numbered": lambda number, line: b"%d. %s" % (number, line),
}
_CHANGES: Mapping[str, Callable[[TextLines, Args], Iterator[bytes]]] = {
    "sort_lines": _sorted,
    "unique_lines": _unique,
    "replace": _replaced,
    "insert": _inserted,
    "delete_lines": _deleted,
    "keep_lines": _kept,
    "restyle_lines": _restyled,
}
