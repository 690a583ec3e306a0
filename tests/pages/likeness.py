"""Likeness: whether a program wrote what a page shows, apart from what differs each time."""

from __future__ import annotations

import re

ANYTHING = "…"
"""On a line of its own, it stands for lines that the page leaves out."""

# What differs each time, and what is put in its place on both sides.
_PASSING = (
    (re.compile(r"\b\d{8}-\d{6}-[2-9a-z]{5}\b"), "<run>"),
    (re.compile(r"\b\d{4}-\d\d-\d\d[ T]\d\d:\d\d(:\d\d)?([+-]\d\d:\d\d)?"), "<moment>"),
    (re.compile(r"\b\d+\.\d+ s\b"), "<time> s"),
    (re.compile(r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] (?=<time>)"), "<turn> "),
    (re.compile(r'("seconds": )\d+\.\d+(e-\d+)?'), r"\1<time>"),
    (re.compile(r"\b\d\d:\d\d\b"), "<clock>"),
    (re.compile(r"\b\d[\d.,]* (bytes|kB|MB)(?= freed)"), "<size>"),
    (re.compile(r"\b[0-9a-f]{64}\b"), "<hash>"),
    (re.compile(r"\bat \d+,\d+\b"), "at <place>"),
    (re.compile(r"\blink=[\w-]{32}"), "link=<link>"),
    (re.compile(r'("(?:\w+_)?at": )\d+\.\d+'), r"\1<moment>"),
    (re.compile(r'("(?:number|after|next)": )\d+'), r"\1<number>"),
    (re.compile(r'("instance": )"\w+"'), r"\1<instance>"),
    (re.compile(r"^id: \d+$", re.MULTILINE), "id: <number>"),
)


_FINISHED = re.compile(r"(?:^[✓✗] <time> s  .*\n)+", re.MULTILINE)


def plain(text: str) -> str:
    """The text with a name for everything that differs each time, and what has ended side by side in one order."""
    for pattern, name in _PASSING:
        text = pattern.sub(name, text)
    return _FINISHED.sub(lambda lines: "".join(sorted(lines[0].splitlines(keepends=True))), text.strip("\n") + "\n")


def is_alike(written: str, shown: str) -> bool:
    """Whether the text is what the page shows; the page may break a long line, and goes on with spaces then."""
    pattern = ""
    for line in plain(shown).splitlines():
        if line.strip() == ANYTHING:
            pattern += r"(?:.*\n)*"
        elif line.startswith(" ") and pattern.endswith(r"\n"):
            text = line.lstrip()
            pattern = pattern.removesuffix(r"\n") + f"(?: |\\n{' ' * (len(line) - len(text))}){re.escape(text)}\\n"
        else:
            pattern += re.escape(line) + r"\n"
    return re.fullmatch(pattern, plain(written)) is not None
