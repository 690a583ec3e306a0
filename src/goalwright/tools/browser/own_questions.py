"""Questions that a page asks of its own before it does what was pressed: nothing is done until one answers."""

from __future__ import annotations

import re
from functools import cache

from goalwright.contracts.harm import harm_of
from goalwright.language.tables import table
from goalwright.tools.browser.answer_words import told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.rejections import has_new_form, new_notes
from goalwright.tools.browser.untold_sentences import size_of

_BOXES = frozenset({"dialog", "alert"})
_LISTED = frozenset({"entry", "beside"})
_MOST_SAID = 600
"""How many letters a page may have that only asks who one is."""


def own_question(seen: Answered) -> str:
    """What the page asks before it deletes, sends, buys, publishes or lets someone in; nothing if it does not ask."""
    return _asked_again(seen) or _asked_for_proof(seen)


def _asked_for_proof(seen: Answered) -> str:
    """What a page is called that wants a code, or the like, in place of the form to log in."""
    asking = [form for form in seen.after.forms if not any(form.is_like(old) for old in seen.before.forms)]
    is_asked = len(asking) == 1 and asking[0].proofs == 1 and size_of(seen) < _MOST_SAID
    if not (is_asked and seen.is_logged_in):
        return ""
    return next((note.text for note in new_notes(seen) if note.place == "heading"), seen.after.title)


def _asked_again(seen: Answered) -> str:
    """What it asks in a box, or by the control itself. What only shows a form, or tells that it is done, is none."""
    if not harm_of(seen.control):
        return ""
    deed = seen.control.casefold().split()[0]
    for note in new_notes(seen):
        said = note.text.casefold()
        is_box = note.mark == "dialog" and not has_new_form(seen)
        is_about_it = "?" in said and (is_box or (deed in said and note.mark in _BOXES))
        is_asked = note.place not in _LISTED and (is_about_it or _asking().search(said))
        if is_asked and told(note.text, seen.control) != "yes":
            return note.text
    now = seen.after.control
    return now if now != seen.control and _asking().search(now.casefold()) else ""


@cache
def _asking() -> re.Pattern[str]:
    return re.compile("|".join(table("outcomes")["asking_again"]))
