"""What of a page's answer speaks against its having taken what a press sent."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache

from goalwright.contracts.harm import harm_of
from goalwright.tools.browser.answer_words import is_held, is_inviting, is_retry, signs, told
from goalwright.tools.browser.deed_names import (
    is_advancing,
    is_beginning,
    is_editing,
    is_keeping,
    is_making,
    is_repeatable,
    is_sending,
)
from goalwright.tools.browser.overruling_signs import OVERRULING
from goalwright.tools.browser.page_change import SHORTEST, PageChange, counts_of, is_unwritten, numbers_of
from goalwright.tools.browser.rejections import TYPED, has_new_form, is_naming_typed
from goalwright.tools.browser.renaming import is_called_otherwise
from goalwright.tools.browser.untold_sentences import DIGITS, SENTENCE, is_of_page, size_of, without_digits, words_of

_FEW = 3
_CURT = 40
_MARRED = frozenset({"error", "struck"})
_ENTRIES = frozenset({"entry", "item"})
_FEWEST = 2
_STEP = 2
"""How many numbers a text has that counts the steps of something: "2 of 3"."""


def _is_ticking(change: PageChange) -> bool:
    now, then = change.seen.after.control, change.seen.before.control
    return bool(now) and now != then and bool(DIGITS.search(now)) and without_digits(now) != without_digits(then)


def _is_hinted(change: PageChange) -> bool:
    seen = change.seen
    return seen.after.hint != seen.before.hint and not seen.is_emptied


def _is_offered_again(change: PageChange) -> bool:
    """Whether a button came with what was pressed that does it once more, and no answer to what was said."""
    came = Counter(change.seen.after.buttons) - Counter(change.seen.before.buttons)
    return not change.is_other_page and any(map(is_retry, came)) and not _is_replied(change)


def _is_replied(change: PageChange) -> bool:
    """Whether what was typed is an entry now, and another one came with it, as in a talk: neither says no."""
    entries = [note for note in change.notes if note.place in _ENTRIES and note.mark not in _MARRED]
    is_plain = all(told(note.bare) != "no" for note in entries)
    return len(entries) >= _FEWEST and is_plain and any(map(is_naming_typed, entries))


def _is_bare(change: PageChange) -> bool:
    """Whether another page came that has nothing but a word or two."""
    after = change.seen.after
    is_plain = not after.forms and not after.data and not any(note.place for note in after.notes)
    return change.is_other_page and is_plain and len(after.notes) < _FEW and size_of(change.seen) < _CURT


def _is_hinting(change: PageChange) -> bool:
    """Whether what stands by a field, or in it, is something else now."""
    form, now = change.seen.form, change.seen.form_now
    is_same = form is not None and now is not None and form.hints.keys() == now.hints.keys()
    pairs = ((hint, form.hints[name]) for name, hint in now.hints.items()) if form and now and is_same else ()
    return any(new != old and not is_inviting(new) for new, old in pairs)


def _is_standing(change: PageChange) -> bool:
    now, form = change.seen.form_now, change.seen.form
    is_same = now is not None and form is not None and now.passwords == form.passwords
    is_kept = is_editing(change.deed) or is_unwritten(change)
    return is_same and not is_kept and change.seen.is_left_standing


def _is_put_back(change: PageChange) -> bool:
    """Whether a field holds something else than was typed, which is no other way to write it."""
    now = change.seen.form_now
    pairs = ((value, now.fields.get(name, "")) for name, value in change.typed.items()) if now is not None else ()
    return any(new and old not in new and (_is_other(old, new) or _is_cut(old, new)) for old, new in pairs)


def _is_other(old: str, new: str) -> bool:
    return _squeezed(new) not in _squeezed(old) and _squeezed(old) not in _squeezed(new)


def _is_cut(old: str, new: str) -> bool:
    """Whether a word of a text is gone, which is no unit or sign that a page may leave out."""
    return any(len(word) >= SHORTEST and word.isalpha() for word in set(words_of(old)) - set(words_of(new)))


def _squeezed(text: str) -> str:
    return "".join(sorted(words_of(text))).strip("0")


def _is_taken_back(change: PageChange) -> bool:
    """Whether what was typed came to stand on the page and is gone again, or a mark that was set is not set now."""
    here = [note.text for note in change.seen.after.notes]
    typed = [value for value in change.typed.values() if len(value) >= SHORTEST]
    came = () if change.is_other_page else change.seen.after.came
    gone = (value for value in typed if any(value in text for text in came))
    return change.seen.after.is_flipped or any(not any(value in text for text in here) for value in gone)


def _is_marred(change: PageChange) -> bool:
    """Whether what was typed stands there as something that is not so: struck out, pale, marked as wrong or said so."""
    named = [note for note in change.notes if is_naming_typed(note)]
    is_marked = any(note.mark in _MARRED for note in named) and not any(not note.mark for note in named)
    return is_marked or any(told(note.bare) == "no" for note in named if note.place in _ENTRIES)


def _is_refused_there(change: PageChange) -> bool:
    """Whether an entry of the page says no where nothing was typed that could be shown."""
    entries = (note for note in change.notes if note.place in _ENTRIES)
    return not change.is_other_page and not change.typed and any(told(note.bare) == "no" for note in entries)


def _is_reddened(change: PageChange) -> bool:
    """Whether something that was there before is marked as wrong now."""
    known = {note.text for note in change.seen.before.notes}
    return not change.is_other_page and any(note.mark == "error" and note.text in known for note in change.notes)


def _is_held(change: PageChange) -> bool:
    """Whether a new text says that what was sent waits for something, or is at its very beginning."""
    new = [note.bare for note in change.notes if not is_naming_typed(note) or note.place in _ENTRIES]
    return not is_held(change.deed) and any(map(is_held, new))


def is_upset(change: PageChange) -> bool:
    """Whether what was pressed is marked by a name for what is wrong, or shakes."""
    old, new = (set(words_of(look.state)) for look in (change.seen.before, change.seen.after))
    return not change.is_other_page and bool((new - old) & _upset_names())


@cache
def _upset_names() -> frozenset[str]:
    return frozenset((*signs()["wrong_names"], *signs()["upset_names"]))


def _is_curt(change: PageChange) -> bool:
    """Whether the form made room for a word or two that are neither yes nor no."""
    seen = change.seen
    if change.is_other_page or not change.typed or seen.form_now is not None or has_new_form(seen):
        return False
    bare = [note.bare for note in change.notes if not note.place and not note.mark]
    words = [len(words_of(text)) for text in bare if TYPED not in text and not DIGITS.search(text)]
    return bool(words) and len(words) == len(bare) and max(words) < SENTENCE


def _is_asked(change: PageChange) -> bool:
    """Whether a question came beside the form that still holds what was typed."""
    asked = (note.text.rstrip() for note in change.notes if note.place not in _ENTRIES)
    return change.seen.is_left_standing and any(
        text.endswith("?") and len(words_of(text)) >= SENTENCE for text in asked
    )


def _is_sent_back(change: PageChange) -> bool:
    """Whether an earlier step came in place of the next: by its number, or by a form that begins it all."""
    headed = {note.text for note in change.notes if note.place == "heading"}
    fallen = [text for text, old, new in numbers_of(change) if _is_fallen(old, new, is_headed=text in headed)]
    if is_advancing(change.deed) and fallen:
        return True
    form = change.seen.form
    is_left = change.is_other_page and has_new_form(change.seen) and form is not None and not form.passwords
    came = Counter(change.seen.after.buttons) - Counter(change.seen.before.buttons)
    return is_left and not is_beginning(change.deed) and any(map(is_beginning, came))


def _is_fallen(old: list[float], new: list[float], *, is_headed: bool) -> bool:
    """Whether "2 of 3" is "1 of 3" now, or "Part 2" in a heading is "Part 1"."""
    is_step = len(new) == _STEP or (len(new) == 1 and is_headed)
    return is_step and new[1:] == old[1:] and new[0] < old[0]


def _is_still_there(change: PageChange) -> bool:
    """Whether what was to be deleted, by the heading of its page, is an entry of the one that came."""
    if not change.is_other_page or harm_of(change.deed) != "deletes":
        return False
    before, after = change.seen.before.notes, change.seen.after.notes
    beside = {note.text for note in before if note.place != "heading"}
    headed = {note.text for note in before if note.place == "heading"} - beside
    return any(note.text in headed and note.place in _ENTRIES for note in after)


def _is_undeleted(change: PageChange) -> bool:
    """Whether what deletes is still there on its page, which has its title, and no entry of it is gone."""
    before, after = change.seen.before, change.seen.after
    then, now = (sum(note.place in _ENTRIES for note in look.notes) for look in (before, after))
    is_same = not change.is_other_page and before.title == after.title
    is_here = is_same and before.control != "" and before.control == after.control
    return is_here and harm_of(change.deed) == "deletes" and 0 < then <= now


def _is_used_up(change: PageChange) -> bool:
    """Whether a count fell to none at once, where what was sent takes one: others took the rest."""
    return is_keeping(change.deed) and any(new == 0 and old > 1 for old, new in counts_of(change))


def _is_missing(change: PageChange) -> bool:
    """Whether a page came that has nowhere what was to be made, or a list without what was sent.

    Its name may be in the address, or in a field. What is only edited need not be among what a list shows.
    """
    seen = change.seen
    typed = [words_of(value) for value in change.typed.values() if len(value) >= SHORTEST]
    is_left = change.is_other_page and seen.form_now is None and not seen.after.data
    if not (is_left and typed and (is_making(change.deed) or _is_listing(change))):
        return False
    held = [value for form in seen.after.forms for value in form.fields.values()]
    texts = [seen.after.title, seen.after.url, *held, *(note.text for note in seen.after.notes)]
    shown = [f" {' '.join(words_of(text.replace('_', ' ')))} " for text in texts]
    return not any(f" {' '.join(words)} " in text for words in typed for text in shown)


def _is_listing(change: PageChange) -> bool:
    """Whether the page that came has entries, among which something that was sent would be."""
    form = change.seen.form
    is_sent = is_sending(change.deed) or change.seen.is_written
    is_shown = is_sent and not is_editing(change.deed) and not is_repeatable(change.deed)
    entries = sum(note.place in _ENTRIES for note in change.seen.after.notes)
    return is_shown and entries >= _FEWEST and form is not None and not form.passwords


def _is_focused(change: PageChange) -> bool:
    """Whether the page has put the cursor into a field of the form that was sent, as it wants something else there.

    It does so for a next entry, too, once it shows the first or has emptied the form.
    """
    is_next = is_advancing(change.deed) and has_new_form(change.seen)
    is_done = change.seen.is_emptied or any(is_naming_typed(note) and not note.mark for note in change.notes)
    return change.seen.after.is_pointing and not change.is_other_page and not is_done and not is_next


def _is_retitled_form(change: PageChange) -> bool:
    """Whether the site gave the form once more under a title that has words of its own."""
    title = change.seen.after.title
    known = {word for value in (change.seen.before.title, *change.typed.values()) for word in words_of(value)}
    words = {word for word in words_of(title) if not word.isdigit()}
    is_again = change.is_other_page and change.seen.is_left_standing
    return is_again and not words <= known and not is_of_page(change.seen, title) and told(title) != "yes"


DENYING: Mapping[str, Callable[[PageChange], bool]] = {
    "bare": _is_bare,
    "hinting": _is_hinting,
    "standing": _is_standing,
    "put_back": _is_put_back,
    "taken_back": _is_taken_back,
    "ticking": _is_ticking,
    "hinted": _is_hinted,
    "offered_again": _is_offered_again,
    "offered_instead": is_called_otherwise,
    "marred": _is_marred,
    "reddened": _is_reddened,
    "held": _is_held,
    "refused_there": _is_refused_there,
    **OVERRULING,
    "upset": is_upset,
    "curt": _is_curt,
    "asked": _is_asked,
    "sent_back": _is_sent_back,
    "still_there": _is_still_there,
    "undeleted": _is_undeleted,
    "used_up": _is_used_up,
    "missing": _is_missing,
    "focused": _is_focused,
    "retitled_form": _is_retitled_form,
}
