"""Whether a page shows that it took what a press sent, where it does not say that it did not.

Whoever sends, keeps or deletes something is told that it is done only by signs of it: a word, or what is gone from the
page, new on it or answered by its site, as far as that outweighs what speaks against it. Silence is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from goalwright.contracts.harm import harm_of
from goalwright.language.tables import table
from goalwright.tools.browser.answer_words import signs, told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.deed_names import is_advancing, is_repeatable, is_sending, is_showing
from goalwright.tools.browser.overruling_signs import OVERRULING
from goalwright.tools.browser.page_change import PageChange, change_of
from goalwright.tools.browser.page_looks import Note, PageLook
from goalwright.tools.browser.rejections import Judgement, quoted
from goalwright.tools.browser.taking_signs import weigh

_MOST = 2
_FILE = re.compile(r"\w\.\w{2,4}$")
_LONG = 160
"""From how many letters on a text is a result, whatever it says."""
_RENAMING = frozenset({"hinted", "ticking", "offered_instead"})
_UNTOLD = "nothing on the page shows that it was taken: look at it"


def doubt(seen: Answered, judged: Judgement) -> str:
    """Why a page cannot be said to have taken what was sent; nothing if it can, or if nothing was to be kept."""
    deed = _deed_of(seen)
    change = change_of(seen, deed)
    if judged.is_told and not weigh(change).keys() & OVERRULING.keys():
        return ""
    if change.is_other_page and not change.typed and not seen.is_written:
        return ""  # it only led somewhere
    is_deed = is_sending(deed) or harm_of(deed) or (seen.is_written and _is_written_into(change))
    if (is_showing(deed) and not _is_only_told(change)) or not is_deed:
        return _UNTOLD if seen.is_written and not is_repeatable(deed) and _is_unmoved(seen) else ""
    shown = weigh(change)
    return _why(change, shown) if sum(shown.values()) < _needed(change) else ""


def _deed_of(seen: Answered) -> str:
    """What a press does by its name; one of a single word is about the only field that was written into."""
    deed, form = seen.deed or seen.control, seen.form
    written = [name for name in (form.texts or ()) if form.fields.get(name)] if form is not None else []
    is_bare = form is not None and len(written) == 1 and is_repeatable(deed) and len(deed.split()) == 1
    return f"{deed} {form.hints.get(written[0], '')}".strip() if form is not None and is_bare else deed


def _is_only_told(change: PageChange) -> bool:
    """Whether what may do something is answered by a sentence or two and by nothing that would be its result."""
    if change.is_other_page or not change.said or not is_sending(change.deed):
        return False
    is_result = any(_is_result(change, note) for note in change.notes)
    is_long = sum(map(len, change.said)) >= _LONG
    return not (is_result or is_long) and _filled(change.seen.after) == _filled(change.seen.before)


def _is_result(change: PageChange, note: Note) -> bool:
    """Whether a text is no part of what the page says, or a file that it gives."""
    is_part = any(note.text in said or said in note.text for said in change.said)
    return not is_part or (note.place == "name" and _FILE.search(note.text) is not None)


def _is_written_into(change: PageChange) -> bool:
    """Whether something was typed into a field that is there to be written into."""
    form = change.seen.form
    return form is not None and any(form.texts is None or name in form.texts for name in change.typed)


def _needed(change: PageChange) -> int:
    """How much has to speak for it: what changes nothing when it is done again may leave a page as it was."""
    has_password = change.seen.form is not None and change.seen.form.passwords > 0
    is_told = has_password or (bool(change.said) and _is_written_into(change))
    return 0 if is_repeatable(change.deed) and not is_advancing(change.deed) and not is_told else 1


def _why(change: PageChange, shown: Mapping[str, float]) -> str:
    seen, whys = change.seen, table("outcomes")["untaken"]
    if overruling := next((name for name in OVERRULING if name in shown), ""):
        return f"{whys[overruling]}: look at it"
    if change.said:
        behind = (
            ", and what was typed still stands there"
            if seen.is_left_standing
            else ": that may mean that it was not taken"
        )
        return f"the page says {', '.join(map(quoted, change.said[:_MOST]))}{behind}"
    if shown.keys() & _RENAMING:
        return f"what was pressed now says {quoted(seen.after.hint or seen.after.control)}"
    for name, why in whys.items():
        if name in shown:
            return f"{why}: look at it"
    if "standing" in shown and change.is_other_page:
        return "the page shows the same form again, with what was typed: look at what it says"
    return _UNTOLD


def _is_unmoved(seen: Answered) -> bool:
    """Whether a page is all that it was before, and said nothing in between."""
    is_same = seen.after.born_ms == seen.before.born_ms and _shown(seen.before) == _shown(seen.after)
    return (
        is_same
        and not seen.results
        and not any(note.mark in signs()["telling"] or told(note.bare) == "yes" for note in seen.passing)
    )


def _shown(look: PageLook) -> tuple[object, ...]:
    texts = Counter((note.text, note.mark) for note in look.notes)
    return look.title, look.url, look.control, look.state, texts, _filled(look)


def _filled(look: PageLook) -> list[dict[str, bool]]:
    """Which fields hold something. One that holds something else is no sign of its being taken."""
    return [{name: bool(value) for name, value in form.fields.items()} for form in look.forms]
