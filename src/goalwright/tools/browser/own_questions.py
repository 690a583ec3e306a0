"""Questions that a page asks in a box of its own before it does what was pressed: nothing is done until one answers."""

from __future__ import annotations

import re
from functools import cache

from goalwright.contracts.harm import harm_of
from goalwright.language.tables import table
from goalwright.tools.browser.answer_words import told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.rejections import has_new_form, new_notes

_BOXES = frozenset({"dialog", "alert"})
_LISTED = frozenset({"entry", "beside"})


def own_question(seen: Answered) -> str:
    """What the page asks before it deletes, sends, buys or publishes; nothing if it does not ask.

    What only shows a form, or tells that it is done, is no question.
    """
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
