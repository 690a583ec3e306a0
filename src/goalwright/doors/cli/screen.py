"""The screen: lines in colour on a terminal, plain text in a pipe, JSON for any encoding, and questions to a person."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TextIO, TypeAlias

from goalwright.doors.cli.plain_text import harmless, message_text
from goalwright.named_tuple import NamedTuple

Part: TypeAlias = tuple[str, str]
"""Some text and its style, in rich's words; an empty style is plain."""

_NARROWEST = 24
_NOT_ASCII = r"[^\x00-\x7f]"


class Line(NamedTuple):
    """One line; where the terminal is too narrow for it, what follows is indented by `hang`."""

    parts: tuple[Part, ...] = ()
    hang: int = 0


def show(lines: Iterable[Line], *, beside: bool = False) -> None:
    """Write the lines, `beside` the output if so asked. A pipe gets each on a line of its own, however long."""
    stream = sys.stderr if beside else sys.stdout
    if stream.isatty():
        _show_styled(lines, beside=beside)
        return
    for line in lines:
        stream.write("".join(text for text, _ in line.parts).rstrip() + "\n")


def show_text(text: str) -> None:
    """Write text with its own lines; whatever else could move the cursor or change colours is written as an escape."""
    for line in text.replace("\r\n", "\n").removesuffix("\n").split("\n"):
        sys.stdout.write("\t".join(map(harmless, line.split("\t"))) + "\n")


def show_json(document: Any, indent: int | None = 2) -> None:
    """Write one JSON document; contract values in it take their plain form."""
    from goalwright.contracts.documents import plain

    show_json_text(json.dumps(plain(document), ensure_ascii=False, indent=indent))


def show_document(kind: str, *about: Any) -> None:
    """Write the JSON document of this kind, the same at every door, about what is given."""
    from goalwright.contracts import documents

    show_json(getattr(documents, f"{kind}_document")(*about))


def show_json_text(text: str) -> None:
    """Write a JSON text as it is, or with escapes where the output's encoding cannot be trusted with it."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    is_safe = text.isascii() or encoding == "utf8"
    sys.stdout.write((text if is_safe else re.sub(_NOT_ASCII, lambda found: json.dumps(found[0])[1:-1], text)) + "\n")


def warn(message: str) -> None:
    sys.stderr.write(f"goalwright: {message_text(message)}\n")


def abandon(number: int = 1) -> None:
    """Send what Python still holds for a broken stream nowhere, or it would complain when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, number)
    os.close(nowhere)


def columns(rows: Sequence[Sequence[Part]], indent: int = 0) -> Iterator[Line]:
    """The rows as lines whose cells stand below each other; the last cell of a row may be long."""
    widths = [max(map(len, cells)) for cells in zip(*([text for text, _ in row[:-1]] for row in rows), strict=True)]
    hang = indent + sum(widths) + 2 * len(widths)
    for row in rows:
        cells = [(f"{text:<{width}}  ", style) for (text, style), width in zip(row[:-1], widths, strict=True)]
        yield Line(((" " * indent, ""), *cells, row[-1]), hang)


def _show_styled(lines: Iterable[Line], *, beside: bool) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, stderr=beside)
    for line in lines:
        text = Text.assemble(*line.parts)
        text.rstrip()
        if text.cell_len <= console.width:
            console.print(text)
            continue
        hang = line.hang if line.hang <= console.width - _NARROWEST else 4
        first, rest = text[:hang], text[hang:]
        for index, piece in enumerate(rest.wrap(console, console.width - hang)):
            piece.rstrip()
            console.print(Text.assemble(first if index == 0 else " " * hang, piece))


def is_asked() -> bool:
    """Whether a person can be asked: keyboard and screen are a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def answer_to(question: str) -> str:
    """What the person types; nothing if the keyboard is closed."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = ""
    try:
        line = sys.stdin.readline()
    finally:  # Ctrl-C, too, leaves the cursor behind the question
        if not line:
            sys.stderr.write("\n")
    return line.strip()


def is_yes(question: str) -> bool:
    """Whether the person says yes; anything else is a no."""
    return answer_to(f"{question} [y/N] ").casefold() in ("y", "yes")


class Marks(NamedTuple):
    """Branches of a tree, and what became of an action."""

    branch: str = "├─ "
    last: str = "└─ "
    bar: str = "│  "
    gap: str = "   "
    then: str = "↓ "
    done: str = "✓"
    failed: str = "✗"
    unsure: str = "?"
    left: str = "-"
    spinner: str = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"

    def of_state(self, state: str) -> str:
        return {"done": self.done, "failed": self.failed, "in_doubt": self.unsure}.get(state, self.left)


UNICODE = Marks()
ASCII = Marks(branch="|- ", last="`- ", bar="|  ", then="v ", done="+", failed="x", spinner="-\\|/")

STATE_STYLES = {"done": "green", "failed": "bold red", "in_doubt": "yellow"}
STATE_WORDS = {"in_doubt": "in doubt", "cancelled": "stopped"}


def marks_for(stream: TextIO) -> Marks:
    """The marks that can be written to a stream."""
    try:
        "".join(UNICODE).encode(stream.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE


def state_word(state: str) -> str:
    return STATE_WORDS.get(state, state)
