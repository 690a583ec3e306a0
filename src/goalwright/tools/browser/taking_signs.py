"""What of a page's answer speaks for its having taken what a press sent, and what against it.

Each sign has a name; how much it weighs is in `outcome_signs.toml`. None of them is a word of yes or no: those decide
by themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping

from goalwright.tools.browser.answer_data import data_message, is_data_of_success
from goalwright.tools.browser.answer_words import is_held, is_leaving, is_receipt, signs, told
from goalwright.tools.browser.deed_names import is_advancing, is_checking, is_editing, is_entering, is_making
from goalwright.tools.browser.denying_signs import DENYING, is_upset
from goalwright.tools.browser.page_change import SHORTEST, PageChange, counts_of, is_akin_to_typed, is_unwritten
from goalwright.tools.browser.page_looks import Note
from goalwright.tools.browser.rejections import has_new_form, is_naming_typed
from goalwright.tools.browser.renaming import is_renamed
from goalwright.tools.browser.untold_sentences import (
    SENTENCE,
    SHORT_PAGE,
    is_of_page,
    is_sentence,
    size_of,
    without_digits,
    words_of,
)

_ENTRIES = frozenset({"entry", "item"})
_SHOWING = frozenset({"entry", "item", "heading", "beside"})
_SILENT = frozenset({"entry", "name", "beside"})
_PLAIN = frozenset({"", "struck"})
_MOST_SAID = 2


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
    if is_data_of_success(change.seen.data) or is_data_of_success(change.seen.after.data):
        return True
    typed = [value for value in change.typed.values() if len(value) >= SHORTEST]
    is_plain = told(data_message(change.seen.data)) == "yes" or not data_message(change.seen.data)
    return is_plain and bool(typed) and all(value in change.seen.data for value in typed)


def _is_listed(change: PageChange) -> bool:
    """Whether what was typed stands somewhere new: as an entry, a heading, or in few other words."""
    return any(note.place in _SHOWING for note in _naming(change))


def _naming(change: PageChange) -> list[Note]:
    """The texts that show what was typed in few words, as something that holds."""
    named = (note for note in change.notes if is_naming_typed(note) and _is_plain(note))
    return [note for note in named if told(note.bare) != "no" and not is_held(note.bare)]


def _is_plain(note: Note) -> bool:
    """Whether nothing marks a text; the entries of a list that is read out as it grows are marked as news."""
    return not note.mark or (note.mark == "status" and note.place in _ENTRIES)


def _is_echoed(change: PageChange) -> bool:
    """Whether it stands elsewhere in few words, and may be spoken of."""
    return any(note.place not in _SHOWING for note in _naming(change))


def _is_led_on(change: PageChange) -> bool:
    return change.seen.is_led_on and (change.seen.form_now is None or not change.typed)


def _is_form_gone(change: PageChange) -> bool:
    return bool(change.typed) and change.seen.form_now is None and not change.is_answer_page


def _is_emptied(change: PageChange) -> bool:
    """Whether the form is empty now, which tells that it was taken where nothing else would.

    A code is wiped when it was wrong, too, and a page that lists what it keeps shows it there.
    """
    if not change.seen.is_emptied or is_checking(change.deed):
        return False
    shown = [note for note in change.notes if note.place in _ENTRIES]
    is_listing = is_making(change.deed) and any(note.place in _ENTRIES for note in change.seen.before.notes)
    return not (shown or is_listing) or any(is_akin_to_typed(change, note) for note in change.notes)


def _is_control_gone(change: PageChange) -> bool:
    seen = change.seen
    is_gone = bool(seen.before.control) and not seen.after.control
    return is_gone and not change.is_other_page and not seen.is_left_standing


def _is_marked(change: PageChange) -> bool:
    """Whether what was pressed is marked in another way: as pressed, as one that rests."""
    before, after = change.seen.before, change.seen.after
    is_other = not change.is_other_page and bool(after.control) and after.state != before.state
    return is_other and not is_upset(change)


def _is_counted(change: PageChange) -> bool:
    return any(new > old for old, new in counts_of(change))


def _is_fewer(change: PageChange) -> bool:
    return any(new < old for old, new in counts_of(change))


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
    spoken = (note.bare or note.text for note in seen.passing if note.place not in _SILENT)
    passed = (*spoken, *(text for text in came if text not in here))
    return any(told(text, seen.control) == "yes" for text in (*titles, *names, *passed))


def _is_replaced(change: PageChange) -> bool:
    """Whether something that stood on the page is gone from it, and is no part of something that came in its place.

    An entry is gone from its list, wherever else it is spoken of now.
    """
    if (change.is_other_page and change.typed) or (change.said and change.seen.is_left_standing):
        return False
    left = Counter(note.text for note in change.seen.after.notes)
    stood = [note for note in change.seen.before.notes if note.mark in _PLAIN]
    gone = Counter(note.text for note in stood) - left
    counts = {without_digits(note.text) for note in change.notes}
    return any(
        without_digits(note.text) not in counts and not _is_part_of_new(change, note)
        for note in stood
        if note.text in gone
    )


def _is_part_of_new(change: PageChange, old: Note) -> bool:
    """Whether all words of a text that is gone are in one that came; for an entry, in another entry."""
    came = [note for note in change.notes if old.place not in _ENTRIES or note.place in _ENTRIES]
    return any(set(words_of(old.text)) <= set(words_of(note.text)) for note in came)


def _is_entered(change: PageChange) -> bool:
    """Whether an entry is new, and not one that was there and says more now, nor one that is about something else."""
    if change.is_other_page:
        return False
    is_typed = not is_unwritten(change)
    listed = (note for note in change.notes if note.place in _ENTRIES and not note.mark)
    entries = (note for note in listed if not is_typed or is_akin_to_typed(change, note))
    old = [words for note in change.seen.before.notes if (words := set(words_of(note.text)))]
    fresh = (note for note in entries if not any(words <= set(words_of(note.text)) for words in old))
    return any(told(note.bare) != "no" and not is_held(note.bare) for note in fresh)


def _is_named(change: PageChange) -> bool:
    """Whether a new text names what the page had before, as "Milk" beside a list with it."""
    beside = (note for note in change.notes if note.place != "form")
    return not change.is_other_page and any(is_of_page(change.seen, note.text) for note in beside)


def _is_shown(change: PageChange) -> bool:
    """Whether a word or two are new, where nothing was written that could still stand there."""
    beside = (
        note for note in change.notes if note.place != "form" and note.mark in _PLAIN and not _is_said(change, note)
    )
    words = ((note, sum(not word.isdigit() for word in words_of(note.text))) for note in beside)
    curt = (note for note, count in words if 0 < count < SENTENCE and not is_sentence(change.seen, note))
    is_bare = is_unwritten(change) and not change.is_other_page
    return is_bare and any(told(note.text) != "no" for note in curt)


def _is_said(change: PageChange, note: Note) -> bool:
    """Whether a text is part of a sentence that says neither yes nor no."""
    return any(note.text in sentence for sentence in change.said)


def _is_retitled(change: PageChange) -> bool:
    return not change.is_other_page and change.seen.after.title != change.seen.before.title


def _is_another_view(change: PageChange) -> bool:
    """Whether the page is another, by a link or by a heading of few words, and says nothing else."""
    if change.is_other_page and not change.typed and not change.seen.is_written:
        return True
    headings = (note for note in change.notes if note.place == "heading" and note.mark not in signs()["telling"])
    return not change.is_answer_page and any(not is_sentence(change.seen, note) for note in headings)


def _is_new_form(change: PageChange) -> bool:
    """Whether the next step is there, and not the same once more: with what was typed, or what was pressed."""
    held = {value for form in change.seen.after.forms for value in form.fields.values()}
    is_same = change.seen.control in change.seen.after.buttons or not held.isdisjoint(change.typed.values())
    return has_new_form(change.seen) and not (change.is_answer_page and is_same and not is_advancing(change.deed))


def _is_logged_out(change: PageChange) -> bool:
    """Whether what leaves a site led to a page that offers to log in, as the one before did not."""
    offers = (*change.seen.after.buttons, *(note.text for note in change.notes if note.place == "name"))
    return is_leaving(change.deed) and change.is_other_page and any(map(is_entering, offers))


def _is_kept_as_shown(change: PageChange) -> bool:
    """Whether the site gave a form that is only edited once more, with what was typed."""
    return is_editing(change.deed) and change.is_other_page and change.seen.is_left_standing


_SIGNS: Mapping[str, Callable[[PageChange], bool]] = {
    "made": lambda change: change.seen.is_made,
    "given_back": _is_given_back,
    "listed": _is_listed,
    "echoed": _is_echoed,
    "logged_in": lambda change: change.seen.is_logged_in,
    "logged_out": _is_logged_out,
    "led_on": _is_led_on,
    "form_gone": _is_form_gone,
    "answered_by_page": lambda change: change.is_answer_page and change.seen.form_now is None,
    "emptied": _is_emptied,
    "control_gone": _is_control_gone,
    "renamed": is_renamed,
    "marked": _is_marked,
    "said_yes": _has_said_yes,
    "counted": _is_counted,
    "fewer": _is_fewer,
    "numbered": _is_numbered,
    "replaced": _is_replaced,
    "entered": _is_entered,
    "named": _is_named,
    "shown": _is_shown,
    "retitled": _is_retitled,
    "another_view": _is_another_view,
    "new_form": _is_new_form,
    "kept_as_shown": _is_kept_as_shown,
    "resulted": lambda change: bool(change.seen.results),
    **DENYING,
}
