"""Sentences that a page answers a press with, and that say neither yes nor no."""

from __future__ import annotations

import re
from collections.abc import Sequence

from goalwright.tools.browser.answer_words import is_stamp, signs, told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_looks import Note
from goalwright.tools.browser.rejections import TYPED, has_new_form

SENTENCE = 3
SHORT_PAGE = 250
DIGITS = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_ANY_WORD = re.compile(r"\w+")
_SILENT = frozenset({"entry", "item", "name", "heading", "beside"})
_TITLES = frozenset({"item", "name", "heading"})


def said_by(seen: Answered, notes: Sequence[Note]) -> list[str]:
    """What a page answers a press with, those of its sentences aside that belong to a larger page."""
    is_large = seen.after.born_ms != seen.before.born_ms and seen.form_now is None and size_of(seen) >= SHORT_PAGE
    telling = signs()["telling"]
    silent = _SILENT | {"form"} if has_new_form(seen) else _SILENT  # the texts in it are its hints
    if seen.after.born_ms == seen.before.born_ms:
        silent -= {"heading"}
    now = (note for note in notes if note.mark in telling or not (is_large or note.place in silent))
    passed = (note for note in seen.passing if note.mark in telling)
    spoken = [note for note in (*now, *passed) if note.place not in silent - _TITLES and is_sentence(seen, note)]
    return list(dict.fromkeys(note.text for note in spoken if told(note.bare, seen.control) != "yes"))


def is_sentence(seen: Answered, note: Note) -> bool:
    """Whether a note says something to a reader: no number, time, name or sign of being at work, and no new count."""
    bare = note.bare or note.text
    is_count = any(without_digits(old.text) == without_digits(note.text) for old in seen.before.notes)
    is_at_work = bare.rstrip().endswith(("...", "\N{HORIZONTAL ELLIPSIS}")) and bare != TYPED
    words = len(_WORD.findall(bare))
    is_told = words >= SENTENCE or (words > 0 and bare.rstrip().endswith((".", "!", "?")))
    return is_told and not (
        is_count or is_at_work or (is_stamp(bare) and words <= SENTENCE) or is_of_page(seen, note.text)
    )


def without_digits(text: str) -> str:
    return DIGITS.sub("#", text)


def size_of(seen: Answered) -> int:
    return sum(len(note.text) for note in seen.after.notes)


def is_of_page(seen: Answered, text: str) -> bool:
    """Whether a text has no words but those that the page had, numbers and the name of what was pressed."""
    known = {word for note in seen.before.notes for word in words_of(note.text)}
    words = {word for word in words_of(text) if not word.isdigit()}
    return (
        bool(words)
        and not text.rstrip().endswith("?")
        and words <= known | set(words_of(f"{seen.control} {seen.deed}"))
    )


def words_of(text: str) -> list[str]:
    return _ANY_WORD.findall(text.casefold())
