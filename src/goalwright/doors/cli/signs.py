"""Marks: the few signs that are drawn, in Unicode where the stream takes it and in ASCII elsewhere."""

from __future__ import annotations

from typing import NamedTuple, TextIO


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
