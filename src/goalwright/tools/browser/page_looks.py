"""What a page shows, as far as it tells how the page answered: a look at it, from the JSON that its watcher gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts.frozen import EMPTY
from goalwright.named_tuple import NamedTuple


class Note(NamedTuple):
    """A text that can be seen: what it is by the things around it, where it stands, and all but what was typed."""

    text: str
    mark: str = ""
    place: str = ""
    bare: str = ""


class Form(NamedTuple):
    """Fields that belong together with what they hold, passwords aside; those that the page marks as wrong.

    `red` fields have a border of that color, `hints` are what stands by a field and in it, `blanks` are the empty ones,
    `texts` those that are written into: all of them if it is not known. `worked_on` are editors, which keep their text,
    `outputs` fields in which only the page writes, `proofs` are those that ask who one is by a code or the like.
    """

    fields: Mapping[str, str]
    action: str = ""
    method: str = ""
    passwords: int = 0
    invalid: tuple[str, ...] = ()
    red: tuple[str, ...] = ()
    hints: Mapping[str, str] = EMPTY
    blanks: int = 0
    texts: tuple[str, ...] | None = None
    outputs: tuple[str, ...] = ()
    worked_on: tuple[str, ...] = ()
    proofs: int = 0

    @property
    def is_login(self) -> bool:
        return self.passwords == 1 and len(self.fields) - self.passwords <= 3

    def is_like(self, other: Form) -> bool:
        """Whether both are the same form, now and then."""
        shared = self.fields.keys() & other.fields.keys()
        return bool(shared) and 2 * len(shared) >= len(other.fields)


class Pressed(NamedTuple):
    """What was pressed in a document, and what the browser made of it: whether it `may_send`, and has sent a form.

    What nothing marks as something to press `is_idle`. The `deed` is what is done by it: Enter in a field does what the
    form's button is called.
    """

    name: str
    deed: str
    form: Form
    may_send: bool
    is_sent: bool
    is_idle: bool


class PageLook(NamedTuple):
    """What all frames of a page show, with the site's answer to the question for it; `refused` was not sent at all.

    `born_ms` is when the document came to be, `now_ms` its own clock, `control` what the pressed thing is called now,
    `state` how it is marked, `hint` what it says to those who point at it once it can't be pressed any more.
    `is_stuck` says that Enter was pressed in a form whose button is disabled. What is still to come: `timers` with
    their delays and what is left of them, how long ago something was said to a socket or a worker that has not answered
    (`asked_ms`, less than nothing if it was not). `changed_ms` is how long nothing has changed, `is_changed` whether
    anything has since the press, `came` what has come since then, even if it is gone again, `is_flipped` whether what
    was pressed was marked in between and is not any more, `is_pointing` whether the cursor was put into a field of its
    form. `rows` are entries with all that belongs to them. Of a document that was there before us this `is_known` only
    in part.
    """

    title: str = ""
    url: str = ""
    control: str = ""
    state: str = ""
    hint: str = ""
    notes: tuple[Note, ...] = ()
    forms: tuple[Form, ...] = ()
    data: str = ""
    refused: tuple[tuple[str, str], ...] = ()
    is_busy: bool = False
    status: int = 0
    born_ms: float = 0.0
    now_ms: float = 0.0
    is_stuck: bool = False
    is_known: bool = False
    timers: tuple[tuple[float, float], ...] = ()
    asked_ms: float = -1.0
    changed_ms: float = 0.0
    is_changed: bool = False
    came: tuple[str, ...] = ()
    buttons: tuple[str, ...] = ()
    is_flipped: bool = False
    is_pointing: bool = False
    rows: tuple[str, ...] = ()


def read_look(frames: Iterable[Mapping[str, Any]]) -> PageLook:
    """One look from those at the frames of a page, the main frame first."""
    seen = list(frames)
    if not seen:
        return PageLook()
    return PageLook(
        title=seen[0]["title"],
        url=seen[0]["url"],
        control=next((each["control"] for each in seen if each["control"]), ""),
        state=next((each["state"] for each in seen if each["state"]), ""),
        hint=next((each["hint"] for each in seen if each["hint"]), ""),
        notes=tuple(Note(*note) for each in seen for note in each["blocks"]),
        forms=tuple(_form(form) for each in seen for form in each["forms"]),
        data=seen[0]["data"],
        refused=tuple((name, told) for each in seen for name, told in each["refused"]),
        is_busy=any(each["isBusy"] for each in seen),
        status=seen[0]["status"],
        born_ms=seen[0]["born"],
        now_ms=seen[0]["now"],
        is_stuck=any(each["isStuck"] for each in seen),
        is_known=not any(each["isLate"] for each in seen),
        timers=tuple((delay, left) for each in seen for delay, left in each["timers"]),
        asked_ms=min((each["asked"] for each in seen if each["asked"] >= 0), default=-1.0),
        changed_ms=min(each["changed"] for each in seen),
        is_changed=any(each["isChanged"] for each in seen),
        buttons=tuple(name for each in seen for name in each["buttons"]),
        came=tuple(text for each in seen for text in each["came"]),
        is_flipped=any(each["isFlipped"] for each in seen),
        is_pointing=any(each["isPointing"] for each in seen),
        rows=tuple(row for each in seen for row in each["rows"]),
    )


def read_pressed(told: Mapping[str, Any]) -> Pressed:
    flags = (told[flag] for flag in ("maySend", "isSent", "isIdle"))
    return Pressed(told["name"], told["deed"], _form(told["form"]), *flags)


def _form(told: Mapping[str, Any]) -> Form:
    return Form(
        fields=dict(told["fields"]),
        action=told["action"],
        method=told["method"],
        passwords=told["passwords"],
        invalid=tuple(told["invalid"]),
        red=tuple(told["red"]),
        hints=dict(told["hints"]),
        blanks=told["blanks"],
        texts=tuple(told["texts"]),
        outputs=tuple(told["outputs"]),
        worked_on=tuple(told["workedOn"]),
        proofs=told["proofs"],
    )
