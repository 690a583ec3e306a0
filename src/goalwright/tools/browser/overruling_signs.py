"""What of a page's answer shows that something is not done yet, whatever else the page says."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from goalwright.contracts.harm import harm_of
from goalwright.tools.browser.answer_words import is_confirming, is_proof_wanted, is_reviewed
from goalwright.tools.browser.deed_names import is_editing, is_joining, is_requesting
from goalwright.tools.browser.page_change import SHORTEST, PageChange

_GUARDED = frozenset({"buys", "sends"})


def _is_unproven(change: PageChange) -> bool:
    """Whether the site asks for a further proof before it pays or sends something, or lets someone join."""
    said = [note.text for note in change.notes if note.place != "entry"]
    is_unjoined = is_joining(change.deed) and any(map(is_confirming, said))
    return is_unjoined or (harm_of(change.deed) in _GUARDED and any(map(is_proof_wanted, said)))


def _is_unkept(change: PageChange) -> bool:
    """Whether a number that was to be kept is another one now in its field: the most that there is, say."""
    seen, now = change.seen, change.seen.form_now
    if seen.form is None or now is None or not is_editing(change.deed):
        return False
    pairs = ((old, now.fields.get(name, "")) for name, old in seen.form.fields.items() if name not in now.outputs)
    return any(_is_number(old) and _is_number(new) and float(old) != float(new) for old, new in pairs)


def _is_number(text: str) -> bool:
    return text.isascii() and text.replace(".", "", 1).isdigit()


def _is_reviewed(change: PageChange) -> bool:
    """Whether what was typed is a new entry that waits for others, where nothing was asked of them."""
    if is_requesting(change.deed) or is_reviewed(change.deed):
        return False
    typed = [value for value in change.typed.values() if len(value) >= SHORTEST]
    new = (row for row in change.seen.after.rows if row not in change.seen.before.rows)
    return any(is_reviewed(row.replace(value, " ")) for row in new for value in typed if value in row)


OVERRULING: Mapping[str, Callable[[PageChange], bool]] = {
    "unproven": _is_unproven,
    "unkept": _is_unkept,
    "reviewed": _is_reviewed,
}
