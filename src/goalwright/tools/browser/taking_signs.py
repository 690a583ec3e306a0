"""What of a page's answer speaks for its having taken what a press sent, and what against it.

Each sign has a name; how much it weighs is in `outcome_signs.toml`. None of them is a word of yes or no: those decide
by themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.answer_data import is_data_of_success
from goalwright.tools.browser.answer_words import is_editing, is_inviting, is_receipt, is_retry, signs, told
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_looks import Note
from goalwright.tools.browser.rejections import has_new_form, is_naming_typed, new_notes
from goalwright.tools.browser.untold_sentences import (
    DIGITS,
    SENTENCE,
    SHORT_PAGE,
    is_of_page,
    is_sentence,
    said_by,
    size_of,
    without_digits,
    words_of,
)

_ENTRIES = frozenset({"entry", "item"})
_SHOWING = frozenset({"entry", "item", "heading"})
_SHORTEST = 3
_MOST_SAID = 2
_FEW = 3
_CURT = 40


class PageChange(NamedTuple):
    """A press with all that is new on its page, and the sentences among that which say neither yes nor no."""

    seen: Answered
    deed: str
    notes: Sequence[Note]
    said: Sequence[str]

    @property
    def is_other_page(self) -> bool:
        return self.seen.after.born_ms != self.seen.before.born_ms

    @property
    def typed(self) -> Mapping[str, str]:
        """What the fields held that were sent."""
        return self.seen.typed


def change_of(seen: Answered, deed: str) -> PageChange:
    notes = list(new_notes(seen))
    return PageChange(seen, deed, notes, said_by(seen, notes))


def weigh(change: PageChange) -> Mapping[str, float]:
    """The signs that a change shows, with their weights."""
    weights = signs()["weights"]
    shown = {name: weights[name] for name, is_shown in _SIGNS.items() if is_shown(change)}
    moved = sorted((name for name in shown if name in signs()["moving"]), key=lambda name: weights[name])
    shown |= dict.fromkeys(moved[:-1], 0)  # a page that is left, or a form that is gone, is one sign and no more
    if change.said:
        shown["said"] = weights["said"] * min(len(change.said), _MOST_SAID)
        if change.is_other_page and _is_short(change) and not has_new_form(change.seen):
            shown["said"] = weights["said"] * _MOST_SAID
    return shown


def _is_short(change: PageChange) -> bool:
    return size_of(change.seen) < SHORT_PAGE


def _is_given_back(change: PageChange) -> bool:
    """Whether the site's answer says that it went well, or holds what was typed, as one that tells what it keeps."""
    if is_data_of_success(change.seen.data):
        return True
    typed = [value for value in change.typed.values() if len(value) >= _SHORTEST]
    return bool(typed) and all(value in change.seen.data for value in typed)


def _is_listed(change: PageChange) -> bool:
    """Whether what was typed stands somewhere new: as an entry, a heading, or in few other words."""
    return any(is_naming_typed(note) and not note.mark and note.place in _SHOWING for note in change.notes)


def _is_echoed(change: PageChange) -> bool:
    """Whether it stands elsewhere in few words, and may be spoken of."""
    return any(is_naming_typed(note) and not note.mark and note.place not in _SHOWING for note in change.notes)


def _is_led_on(change: PageChange) -> bool:
    return change.seen.is_led_on and (change.seen.form_now is None or not change.typed)


def _is_form_gone(change: PageChange) -> bool:
    return bool(change.typed) and change.seen.form_now is None


def _is_control_gone(change: PageChange) -> bool:
    seen = change.seen
    is_gone = bool(seen.before.control) and not seen.after.control
    return is_gone and not change.is_other_page and not seen.is_left_standing


def _is_renamed(change: PageChange) -> bool:
    """Whether what was pressed is called something else now, or has another number."""
    now, then = change.seen.after.control, change.seen.before.control
    is_at_work = now.endswith(("...", "\N{HORIZONTAL ELLIPSIS}"))
    is_other = bool(now) and bool(then) and now != then and not change.is_other_page and not is_at_work
    return is_other and (not DIGITS.search(now) or without_digits(now) == without_digits(then))


def _is_marked(change: PageChange) -> bool:
    """Whether what was pressed is marked in another way: as pressed, as one that rests."""
    before, after = change.seen.before, change.seen.after
    return not change.is_other_page and bool(after.control) and after.state != before.state


def _is_ticking(change: PageChange) -> bool:
    now, then = change.seen.after.control, change.seen.before.control
    return bool(now) and now != then and bool(DIGITS.search(now)) and without_digits(now) != without_digits(then)


def _is_hinted(change: PageChange) -> bool:
    seen = change.seen
    return seen.after.hint != seen.before.hint and not seen.is_emptied


def _counts(change: PageChange) -> list[tuple[float, float]]:
    """The numbers of the page that are others now, each with what it was."""
    before = {without_digits(note.text): note.text for note in change.seen.before.notes if DIGITS.search(note.text)}
    now = [note.text for note in change.notes if without_digits(note.text) in before]
    each = ((DIGITS.findall(before[without_digits(text)]), DIGITS.findall(text)) for text in now)
    pairs = [pair for old, new in each for pair in zip(old, new, strict=True)]
    return [(_number(old), _number(new)) for old, new in pairs if old != new]


def _number(text: str) -> float:
    return float(re.sub(r"\D", "", text))


def _is_counted(change: PageChange) -> bool:
    return any(new > old for old, new in _counts(change))


def _is_fewer(change: PageChange) -> bool:
    return any(new < old for old, new in _counts(change))


def _is_numbered(change: PageChange) -> bool:
    """Whether a new heading or title has the number of an order or the like, or another page that says nothing else.

    Pages for what went wrong have numbers, too, beside what they say of it.
    """
    titles = [change.seen.after.title] if change.seen.after.title != change.seen.before.title else []
    is_all = change.is_other_page and not change.said
    return any(map(is_receipt, [*titles, *(note.text for note in change.notes if is_all or note.place == "heading")]))


def _has_said_yes(change: PageChange) -> bool:
    """Whether the page says yes in its title or on what was pressed, or said it in a word that is gone by now."""
    seen = change.seen
    titles = [seen.after.title] if seen.after.title != seen.before.title else []
    names = [seen.after.control] if seen.after.control != seen.control else []
    here = {note.text for note in seen.after.notes}
    came = () if change.is_other_page else seen.after.came
    passed = (*(note.bare or note.text for note in seen.passing), *(text for text in came if text not in here))
    return any(told(text, seen.control) == "yes" for text in (*titles, *names, *passed))


def _is_offered_again(change: PageChange) -> bool:
    """Whether a button came with what was pressed that does it once more."""
    came = Counter(change.seen.after.buttons) - Counter(change.seen.before.buttons)
    return not change.is_other_page and any(map(is_retry, came))


def _is_replaced(change: PageChange) -> bool:
    """Whether something that stood on the page is gone from it, and is no part of something that came in its place."""
    if (change.is_other_page and change.typed) or (change.said and change.seen.is_left_standing):
        return False
    left = Counter(note.text for note in change.seen.after.notes)
    gone = Counter(note.text for note in change.seen.before.notes if not note.mark) - left
    counts = {without_digits(note.text) for note in change.notes}
    now = [set(words_of(note.text)) for note in change.notes]
    return any(
        without_digits(text) not in counts and not any(set(words_of(text)) <= words for words in now) for text in gone
    )


def _is_entered(change: PageChange) -> bool:
    """Whether an entry is new, and not one that was there and says more now."""
    if change.is_other_page:
        return False
    entries = (note for note in change.notes if note.place in _ENTRIES and not note.mark)
    old = [words for note in change.seen.before.notes if (words := set(words_of(note.text)))]
    fresh = (note for note in entries if not any(words <= set(words_of(note.text)) for words in old))
    return any(told(note.bare) != "no" for note in fresh)


def _is_named(change: PageChange) -> bool:
    """Whether a new text names what the page had before, as "Milk" beside a list with it."""
    return any(is_of_page(change.seen, note.text) for note in change.notes if note.place != "form")


def _is_shown(change: PageChange) -> bool:
    """Whether a word or two are new, where nothing was written that could still stand there."""
    beside = (note for note in change.notes if note.place != "form" and not note.mark)
    words = ((note, sum(not word.isdigit() for word in words_of(note.text))) for note in beside)
    curt = (note for note, count in words if 0 < count < SENTENCE and not is_sentence(change.seen, note))
    worked_on = change.seen.form.worked_on if change.seen.form is not None else ()
    return change.typed.keys() <= set(worked_on) and any(told(note.text) != "no" for note in curt)


def _is_bare(change: PageChange) -> bool:
    """Whether another page came that has nothing but a word or two."""
    after = change.seen.after
    is_plain = not after.forms and not after.data and not any(note.place for note in after.notes)
    return change.is_other_page and is_plain and len(after.notes) < _FEW and size_of(change.seen) < _CURT


def _is_retitled(change: PageChange) -> bool:
    return not change.is_other_page and change.seen.after.title != change.seen.before.title


def _is_hinting(change: PageChange) -> bool:
    """Whether what stands by a field, or in it, is something else now."""
    form, now = change.seen.form, change.seen.form_now
    is_same = form is not None and now is not None and form.hints.keys() == now.hints.keys()
    pairs = ((hint, form.hints[name]) for name, hint in now.hints.items()) if form and now and is_same else ()
    return any(new != old and not is_inviting(new) for new, old in pairs)


def _is_another_view(change: PageChange) -> bool:
    """Whether the page is another, by a link or by a heading of few words, and says nothing else."""
    if change.is_other_page and not change.typed and not change.seen.is_written:
        return True
    return any(note.place == "heading" and not is_sentence(change.seen, note) for note in change.notes)


def _is_kept_as_shown(change: PageChange) -> bool:
    """Whether the site gave a form that is only edited once more, with what was typed."""
    return is_editing(change.deed) and change.is_other_page and change.seen.is_left_standing


def _is_standing(change: PageChange) -> bool:
    now, form = change.seen.form_now, change.seen.form
    is_same = now is not None and form is not None and now.passwords == form.passwords
    return is_same and not is_editing(change.deed) and change.seen.is_left_standing


def _is_put_back(change: PageChange) -> bool:
    """Whether a field holds something else than was typed, which is no other way to write it."""
    now = change.seen.form_now
    pairs = ((value, now.fields.get(name, "")) for name, value in change.typed.items()) if now is not None else ()
    return any(
        new and old not in new and _squeezed(new) not in _squeezed(old) and _squeezed(old) not in _squeezed(new)
        for old, new in pairs
    )


def _squeezed(text: str) -> str:
    return "".join(sorted(words_of(text))).strip("0")


def _is_taken_back(change: PageChange) -> bool:
    """Whether what was typed came to stand on the page and is gone again, or a mark that was set is not set now."""
    here = [note.text for note in change.seen.after.notes]
    typed = [value for value in change.typed.values() if len(value) >= _SHORTEST]
    came = () if change.is_other_page else change.seen.after.came
    gone = (value for value in typed if any(value in text for text in came))
    return change.seen.after.is_flipped or any(not any(value in text for text in here) for value in gone)


_SIGNS: Mapping[str, Callable[[PageChange], bool]] = {
    "made": lambda change: change.seen.is_made,
    "given_back": _is_given_back,
    "listed": _is_listed,
    "echoed": _is_echoed,
    "logged_in": lambda change: change.seen.is_logged_in,
    "led_on": _is_led_on,
    "form_gone": _is_form_gone,
    "emptied": lambda change: change.seen.is_emptied,
    "control_gone": _is_control_gone,
    "renamed": _is_renamed,
    "marked": _is_marked,
    "said_yes": _has_said_yes,
    "counted": _is_counted,
    "fewer": _is_fewer,
    "numbered": _is_numbered,
    "replaced": _is_replaced,
    "entered": _is_entered,
    "named": _is_named,
    "shown": _is_shown,
    "bare": _is_bare,
    "retitled": _is_retitled,
    "hinting": _is_hinting,
    "another_view": _is_another_view,
    "new_form": lambda change: has_new_form(change.seen),
    "kept_as_shown": _is_kept_as_shown,
    "standing": _is_standing,
    "put_back": _is_put_back,
    "taken_back": _is_taken_back,
    "ticking": _is_ticking,
    "hinted": _is_hinted,
    "offered_again": _is_offered_again,
}
