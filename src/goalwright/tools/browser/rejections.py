"""Judging a page's answer by what is new on it: taken, turned away, or neither said so far.

What marks a note as an error, an alert or a success is in `outcome_signs.toml`, the words are in the language's
`outcomes` table. A page's own words are shown as such and decide nothing but this.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from urllib.parse import parse_qsl, urlsplit

from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple
from goalwright.tools.browser.answer_data import data_problem
from goalwright.tools.browser.answer_words import (
    is_about_login,
    is_demand,
    is_failing_title,
    is_leaving,
    is_proof_wanted,
    is_regret,
    told,
    without_greeting,
)
from goalwright.tools.browser.answered import Answered
from goalwright.tools.browser.page_looks import Note
from goalwright.tools.browser.site_answers import UNREACHED

SHOWN = 200
UNREACHED_TEXT = "the site could not be reached with what was sent"
_SHORT = 250
_ALONE = 80
_LOUD = frozenset({"error", "alert", "captcha"})
_UNTAKEN = _LOUD | {"struck"}
_TELLING = frozenset({"dialog", "status"})
_SILENT = frozenset({"entry", "name", "beside"})
_LISTED = 3
_SENTENCE = 3
_WORD = re.compile(r"[^\W\d_]{2,}")
_BAD = 400
TYPED = "…"


class Judgement(NamedTuple):
    """How a page answered: whether it took what was sent, and why it was turned away if it was.

    It `is_answered` if something new stands there, whatever that means, and `is_told` if that says yes.
    """

    is_taken: bool = False
    problem: str = ""
    is_answered: bool = False
    is_told: bool = False


def judge(seen: Answered) -> Judgement:
    """How the page answered, as far as it shows now."""
    notes = list(new_notes(seen))
    said = [*seen.alerts, *(note.bare for note in notes if note.place not in _SILENT)]
    is_asked = seen.form is not None and not seen.form.passwords and _asks_to_log_in(seen)
    spoken = [without_greeting(text) for text in said] if is_asked else said
    is_told = any(told(text, seen.control) == "yes" for text in spoken) and not _is_proof_wanted(seen, said)
    is_taken = is_told or _is_echoed(seen, notes)
    for problem in _problems(seen, notes, is_taken=is_taken):
        return Judgement(problem=problem)
    return Judgement(is_taken=is_taken, is_answered=bool(said), is_told=is_told)


def _problems(seen: Answered, notes: Sequence[Note], *, is_taken: bool) -> Iterator[str]:
    """What tells that the page turned it away, the surest first."""
    if seen.status >= _BAD:
        yield f"{_status(seen.status)}{_first_words(notes, seen.after.title)}"
    for name, why in seen.after.refused:
        yield f"the form was not sent: {_of_field(name)}{quoted(why)}"
    yield from (f"the page says {quoted(text)}" for text in seen.alerts if told(text, seen.control) == "no")
    if seen.after.data and (why := data_problem(seen.after.data)):
        yield f"the site answers {quoted(why)}"
    if said := [note.text for note in notes if _turns_away(seen, note, is_taken=is_taken)]:
        yield f"the page says {', '.join(map(quoted, _each_once(said)[:_LISTED]))}"
    is_retitled = seen.after.title != seen.before.title
    if is_retitled and (is_failing_title(seen.after.title) or (not notes and told(seen.after.title) == "no")):
        yield f"the page's title is {quoted(seen.after.title)}"
    if not is_taken:
        yield from _quiet_problems(seen, notes)
    if seen.is_stuck and not notes:
        yield "the form's button is disabled: something else may have to be filled in or ticked first"


def _quiet_problems(seen: Answered, notes: Sequence[Note]) -> Iterator[str]:
    """What tells it without a note, on a page that does not say that it went well."""
    form, now = seen.form, seen.form_now
    if form is not None and now is not None:
        if wrong := now.invalid or [name for name in now.red if name not in form.red]:
            yield f"the page marks {', '.join(map(quoted, wrong[:_LISTED]))} as wrong"
        hints = (hint for name, hint in now.hints.items() if form.hints.get(name, hint) != hint)
        yield from (f"the page says {quoted(hint)}" for hint in hints if told(hint) == "no")
    yield from (f"the page says {quoted(text)}" for text in seen.results if told(text, seen.control) == "no")
    if seen.after.control != seen.control and told(seen.after.control) == "no":
        yield f"what was pressed says {quoted(seen.after.control)}"
    if failed := seen.failed_write or (seen.failed_read if not notes else 0):
        yield f"{_status(failed)}{_first_words(notes, '')}"
    if seen.data and (why := data_problem(seen.data)):
        yield f"the site answers {quoted(why)}"
    if _is_proof_wanted(seen, said := [note.text for note in notes if note.place not in _SILENT]):
        yield f"the page says {quoted(next(filter(is_proof_wanted, said)))}"
    if why := _failing_address(seen):
        yield f"the page's address says {quoted(why)}"
    if form is not None and form.is_login and (now.is_login if now is not None else _is_login_page(seen)):
        yield "the log-in form is still there: check what was typed"
    elif form is not None and (now is None or now.is_login) and not form.passwords and _asks_to_log_in(seen):
        yield "the site asks to log in first"


def _is_proof_wanted(seen: Answered, said: Sequence[str]) -> bool:
    """Whether a log-in goes on somewhere else, by a link or a code, and the page has no field for it."""
    is_login = seen.form is not None and seen.form.is_login and not has_new_form(seen)
    return is_login and any(map(is_proof_wanted, said))


def _asks_to_log_in(seen: Answered) -> bool:
    """Whether an empty form for it came in place of an answer. One that knows the user's name is its second step."""
    is_new = not any(form.is_login for form in seen.before.forms)
    return is_new and not is_leaving(seen.control) and any(form.is_login and form.blanks for form in seen.after.forms)


def _is_login_page(seen: Answered) -> bool:
    """Whether there is little else than an empty form to log in."""
    return _is_all_there_is(seen) and any(form.is_login and form.blanks for form in seen.after.forms)


def _failing_address(seen: Answered) -> str:
    """What the page's address tells of a failure, and did not before."""
    words = table("outcomes")
    before, after = (parse_qsl(urlsplit(look.url).query) for look in (seen.before, seen.after))
    new = (pair for pair in after if pair not in before and pair[0].casefold() in words["failing_in_address"])
    return next((f"{name}={value}" for name, value in new if value.casefold() not in words["nothing"]), "")


def _each_once(texts: Sequence[str]) -> list[str]:
    """The texts without those that are part of another: a page's boxes lie in one another."""
    once = list(dict.fromkeys(texts))
    return [text for text in once if not any(text in other for other in once if other != text)]


def new_notes(seen: Answered) -> Iterator[Note]:
    """The notes that were not there before, or not so loud; the loudest first."""
    typed = sorted({value for value in seen.typed.values() if len(value) > 2}, key=len)
    before = Counter((note.text, note.mark in _LOUD) for note in seen.before.notes)
    new = []
    for note in seen.after.notes:
        key = note.text, note.mark in _LOUD
        before[key] -= 1
        if before[key] >= 0:
            continue
        bare = note.text
        for value in reversed(typed):
            bare = bare.replace(value, TYPED)
        new.append(note._replace(bare=bare))
    return iter(sorted(new, key=lambda note: note.mark not in _LOUD))


def _turns_away(seen: Answered, note: Note, *, is_taken: bool) -> bool:
    """Whether a new note says that what was sent was not taken."""
    said, is_here = told(note.bare, seen.control, is_search=seen.is_search), seen.form_now is not None
    if note.mark == "captcha":
        return is_here or (seen.form is not None and seen.form.is_login)
    if note.mark == "success" or said == "yes" or note.place in _SILENT - ({"name"} if note.mark in _LOUD else set()):
        return False
    if is_taken and (is_regret(note.bare) or (note.mark not in _LOUD and is_demand(note.bare))):
        return False
    if seen.is_logged_in and not is_about_login(note.bare):
        return False
    is_headline = note.place == "heading" and (is_here or is_failing_title(note.text))
    if said == "no" and (note.mark in _LOUD or is_headline):
        return not has_new_form(seen) if is_headline and is_demand(note.bare) else True
    if said == "no" and not is_here and note.mark not in _TELLING and is_demand(note.bare) and not _is_alone(seen):
        return False  # there is nothing left that could be done about it
    if said == "no":
        is_told = note.mark in _TELLING or (not is_taken and (is_here or _is_all_there_is(seen)))
        return is_told and not has_new_form(seen)
    is_label = note.place == "name" and any(old.text == note.text for old in seen.before.notes)
    is_red = note.mark == "red" and note.place != "heading"
    is_marked = (note.mark in _LOUD or is_red) and len(note.text) > 2 and not is_label
    return is_here and is_marked and not is_taken and not seen.is_emptied


def has_new_form(seen: Answered) -> bool:
    """Whether a form is there that was not before: the texts with it are its labels and hints."""
    return any(not any(form.is_like(old) for old in seen.before.forms) for form in seen.after.forms)


def _is_alone(seen: Answered) -> bool:
    return sum(len(note.text) for note in seen.after.notes) < _ALONE


def _is_all_there_is(seen: Answered) -> bool:
    return sum(len(note.text) for note in seen.after.notes) < _SHORT


def _is_echoed(seen: Answered, notes: Sequence[Note]) -> bool:
    """Whether what was typed left its field and stands on the page now, as in a list that it was added to."""
    shown = [note for note in notes if is_naming_typed(note) and note.mark not in _UNTAKEN]
    return seen.is_emptied and any(told(note.bare) != "no" for note in shown)


def is_naming_typed(note: Note) -> bool:
    """Whether a note shows what was typed with few other words, as an entry or a heading does, and no sentence."""
    return TYPED in note.bare and len(_WORD.findall(note.bare)) < _SENTENCE


def _first_words(notes: Sequence[Note], title: str) -> str:
    """What the page says of an answer that is bad by itself."""
    telling = (note.text for note in notes if told(note.bare) == "no" or note.place == "heading")
    words = next(telling, title or next((note.text for note in notes), ""))
    return f"; the page says {quoted(words)}" if words else ""


def _status(status: int) -> str:
    if status == UNREACHED:
        return UNREACHED_TEXT
    try:
        return f"the site answered {status} ({HTTPStatus(status).phrase.lower()})"
    except ValueError:
        return f"the site answered {status}"


def _of_field(name: str) -> str:
    return f"the browser says about {quoted(name)}: " if name else "the browser says "


def quoted(text: str) -> str:
    """A page's own words in quotes, on one line, cut, and without characters that a terminal would take for orders."""
    plain = "".join(char if unicodedata.category(char)[0] != "C" else " " for char in text)
    words = " ".join(plain.split()).replace('"', "'")
    return f'"{words[:SHOWN]}{"…" if len(words) > SHOWN else ""}"'
