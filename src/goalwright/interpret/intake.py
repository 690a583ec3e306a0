"""Intake: what cannot be a sentence is refused before anything tries to understand it."""

from __future__ import annotations

import re

from goalwright.errors import NotUnderstood, UnparsedClause

MAX_CHARACTERS = 20_000
MAX_QUOTES = 200
_QUOTED = r'"[^"]*"'
# Control characters, invisible ones and those that reorder what a person reads; line ends and tabs are white space.
_UNFIT = (
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b\u200e\u200f"
    "\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\uffff\ud800-\udfff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


def checked_text(text: str) -> str:
    """The text, if it can be a sentence; raises NotUnderstood otherwise."""
    if not isinstance(text, str):
        raise NotUnderstood(f"a sentence is text, not {type(text).__name__}")
    if len(text) > MAX_CHARACTERS:
        raise NotUnderstood(f"the sentence has {len(text):,} characters: use at most {MAX_CHARACTERS:,}")
    if not text.strip():
        raise NotUnderstood('there is nothing to do: say it in words, such as "open youtube"')
    unquoted = re.sub(_QUOTED, "", text)
    quotes = max(unquoted.count(mark) for mark in "“„«‘`")
    if quotes > MAX_QUOTES:
        raise NotUnderstood(f"the sentence has {quotes} opening quotation marks: use at most {MAX_QUOTES}")
    unfit = None if text.isprintable() else re.search(_UNFIT, text)
    if unfit:
        place = unfit.start()
        import unicodedata  # only for a complaint

        name = unicodedata.name(unfit.group(), "a control character").lower()
        problem = f"it holds U+{ord(unfit.group()):04X} ({name}) at character {place + 1}: remove it"
        raise NotUnderstood(problem, [UnparsedClause(unfit.group(), place, place + 1, problem)])
    return text
