"""Whether a page shows that it took what a press sent, where it does not say that it did not.

Whoever sends, keeps or deletes something is told that it is done only by a sign of it: a word, what is gone from the
page or new on it, an answer whose status says so. Silence is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from goalwright.contracts.harm import harm_of
from goalwright.tools.browser.answer_data import is_data_of_success
from goalwright.tools.browser.answer_words import (
    is_advancing,
    is_editing,
    is_keeping,
    is_lasting,
    is_repeatable,
    is_stamp,
    signs,
    told,
)
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_looks import Note, PageLook
from goalwright.tools.browser.rejections import Judgement, new_notes, quoted

_WORD = re.compile(r"[^\W\d_]{2,}")
_WORDS = 3
_DIGITS = re.compile(r"\d+")
_ENTRIES = frozenset({"entry", "item"})
_SHORTEST = 3
_MOST = 2


def doubt(seen: Answered, judged: Judgement) -> str:
    """Why a page cannot be said to have taken what was sent; nothing if it can, or if nothing was to be kept."""
    deed = seen.deed or seen.control
    if judged.is_taken:
        return ""
    notes = list(new_notes(seen))
    is_kept = is_keeping(deed) or is_editing(deed) or is_advancing(deed)
    if is_kept and (said := _said(seen, notes)):
        return f"the page says {', '.join(map(quoted, said[:_MOST]))}, and what was typed still stands there"
    if seen.is_made or seen.is_led_on or _is_given_back(seen) or _is_listed(notes):
        return ""
    if is_kept and not is_editing(deed) and _is_shown_again(seen):
        return "the page shows the same form again, with what was typed: look at what it says"
    is_deed = is_lasting(deed) or bool(harm_of(deed)) or (seen.is_written and not is_repeatable(deed))
    if is_deed and seen.after.hint != seen.before.hint and not seen.is_emptied:
        return f"what was pressed now says {quoted(seen.after.hint)}"
    return "nothing on the page shows that it was taken: look at it" if is_deed and _is_unmoved(seen) else ""


def _said(seen: Answered, notes: Sequence[Note]) -> list[str]:
    """What a page says to whoever sent a form that still stands there as it was filled in."""
    if not seen.is_left_standing:
        return []
    said = (
        note for note in notes if note.place == "form" or (note.mark in signs()["telling"] and note.place != "entry")
    )
    return list(dict.fromkeys(note.text for note in said if _is_sentence(seen, note) and told(note.bare) != "yes"))


def _is_sentence(seen: Answered, note: Note) -> bool:
    """Whether a note says something to a reader: no number, time, name or sign of being at work, and no new count."""
    is_count = any(_DIGITS.sub("", old.text) == _DIGITS.sub("", note.text) for old in seen.before.notes)
    is_at_work = note.bare.rstrip().endswith(("...", "\N{HORIZONTAL ELLIPSIS}")) or is_stamp(note.bare)
    words = len(_WORD.findall(note.bare))
    is_said = words >= _WORDS or (words > 0 and note.bare.rstrip().endswith((".", "!", "?")))
    return is_said and not is_count and not is_at_work


def _is_given_back(seen: Answered) -> bool:
    """Whether the site's answer says that it went well, or holds what was typed, as one that tells what it keeps."""
    if is_data_of_success(seen.data):
        return True
    typed = [value for value in (seen.form.fields.values() if seen.form else ()) if len(value) >= _SHORTEST]
    return bool(typed) and all(value in seen.data for value in typed)


def _is_listed(notes: Sequence[Note]) -> bool:
    """Whether what was typed is a new entry of the page now."""
    return any(note.bare != note.text and note.place in _ENTRIES and not note.mark for note in notes)


def _is_shown_again(seen: Answered) -> bool:
    """Whether the site gave the form that was sent to it once more, as it was filled in."""
    form, now = seen.form, seen.form_now
    if form is None or now is None or form.method != "post" or now.passwords != form.passwords:
        return False
    return seen.after.born_ms != seen.before.born_ms and seen.is_left_standing


def _is_unmoved(seen: Answered) -> bool:
    """Whether a page is all that it was before, and said nothing in between."""
    is_same = seen.after.born_ms == seen.before.born_ms and _shown(seen.before) == _shown(seen.after)
    return is_same and not any(note.mark in signs()["telling"] or told(note.bare) == "yes" for note in seen.passing)


def _shown(look: PageLook) -> tuple[object, ...]:
    texts = Counter((note.text, note.mark) for note in look.notes)
    # A field that holds something else now shows what the page made of it, and not that it was taken.
    filled = [{name: bool(value) for name, value in form.fields.items()} for form in look.forms]
    return look.title, look.url, look.control, look.state, texts, filled
