"""A press and all that is new on its page: what the signs of an answer are looked for in."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_looks import Note
from goalwright.tools.browser.rejections import is_naming_typed, new_notes
from goalwright.tools.browser.untold_sentences import DIGITS, said_by, without_digits, words_of

_CLOCK = re.compile(r"\d{1,2}:\d\d(?::\d\d)?")
SHORTEST = 3
"""From how many letters on something that was typed can be told from other texts of a page."""


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
    def is_answer_page(self) -> bool:
        """Whether another page is the answer itself to what was sent: sites lead on from what they have taken."""
        is_led = self.seen.is_led_on or self.seen.is_logged_in
        return self.is_other_page and bool(self.typed) and self.seen.is_written and not is_led

    @property
    def typed(self) -> Mapping[str, str]:
        """What the fields held that were sent."""
        return self.seen.typed


def change_of(seen: Answered, deed: str) -> PageChange:
    notes = list(new_notes(seen))
    return PageChange(seen, deed, notes, said_by(seen, notes))


def is_akin_to_typed(change: PageChange, note: Note) -> bool:
    """Whether a text has what was typed, or half of its words at the least."""
    words = set(words_of(note.text))
    typed = [set(words_of(value)) for value in change.typed.values() if len(value) >= SHORTEST]
    return is_naming_typed(note) or any(2 * len(each & words) >= len(each) for each in typed if each)


def is_unwritten(change: PageChange) -> bool:
    """Whether nothing was typed but into an editor, which keeps its text."""
    worked_on = change.seen.form.worked_on if change.seen.form is not None else ()
    return change.typed.keys() <= set(worked_on)


def numbers_of(change: PageChange) -> list[tuple[str, list[float], list[float]]]:
    """Each text that has other numbers now, with those that it had before and those that it has."""
    then = [_CLOCK.sub("", note.text) for note in change.seen.before.notes]
    before = {without_digits(text): text for text in then if DIGITS.search(text)}
    texts = [_CLOCK.sub("", note.text) for note in change.notes]
    now = [text for text in texts if text not in then and without_digits(text) in before]
    return [(text, _numbers(before[without_digits(text)]), _numbers(text)) for text in now]


def counts_of(change: PageChange) -> list[tuple[float, float]]:
    """The numbers of the page that are others now, each with what it was."""
    pairs = [pair for _, old, new in numbers_of(change) for pair in zip(old, new, strict=True)]
    return [(old, new) for old, new in pairs if old != new]


def _numbers(text: str) -> list[float]:
    return [float(re.sub(r"\D", "", number)) for number in DIGITS.findall(text)]
