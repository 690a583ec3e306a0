"""Questions to a person: asked beside the output, and only where there is one to answer."""

from __future__ import annotations

import sys


def is_asked() -> bool:
    """Whether a person can be asked: keyboard and screen are a terminal."""
    return bool(sys.stdin and sys.stdin.isatty() and sys.stderr.isatty())


def answer_to(question: str) -> str:
    """What the person types; nothing if the keyboard is closed."""
    sys.stderr.write(question)
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        sys.stderr.write("\n")
    return line.strip()


def is_yes(question: str) -> bool:
    """Whether the person says yes; anything else is a no."""
    return answer_to(f"{question} [y/N] ").casefold() in ("y", "yes")
