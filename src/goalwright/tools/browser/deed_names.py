"""What a control does by what it is called: whether it sends, keeps, makes or only shows something."""

from __future__ import annotations

import re

from goalwright.language.tables import table


def is_sending(name: str) -> bool:
    """Whether a control of this name sends, keeps or deletes something."""
    return _begins(name, "sending")


def is_keeping(name: str) -> bool:
    """Whether a control of this name sends or keeps what was typed, after which a form has nothing more to say."""
    return _begins(name, "keeping")


def is_lasting(name: str) -> bool:
    """Whether a control of this name does what cannot be done twice without a difference."""
    return _begins(name, "sending") and not is_repeatable(name)


def is_repeatable(name: str) -> bool:
    """Whether a page may be as it was after a control of this name was pressed: after Apply, not after Apply for."""
    word = _beginning(name, "repeatable")
    return bool(word) and len(_beginning(name, "keeping")) <= len(word)


def is_showing(name: str) -> bool:
    """Whether a control of this name has a page show something, whatever that says."""
    return _begins(name, "showing") and not is_keeping(name) and not is_advancing(name)


def is_editing(name: str) -> bool:
    """Whether a control of this name keeps what a form shows, which may stand there afterwards as it was typed."""
    return _begins(name, "editing")


def is_making(name: str) -> bool:
    """Whether a control of this name makes something that a page shows by what was typed."""
    return _begins(name, "making")


def is_checking(name: str) -> bool:
    """Whether a control of this name has a code looked at."""
    return _begins(name, "checking")


def is_requesting(name: str) -> bool:
    """Whether a control of this name asks others for something, who may take their time."""
    return _begins(name, "requesting")


def is_entering(name: str) -> bool:
    """Whether a control of this name lets someone in."""
    return _begins(name, "entering")


def is_joining(name: str) -> bool:
    """Whether a control of this name makes whoever presses it one of many: a reader, a member."""
    return _begins(name, "joining")


def is_beginning(name: str) -> bool:
    """Whether a control of this name is the first of several steps."""
    return _begins(name, "beginning")


def is_advancing(name: str) -> bool:
    """Whether a control of this name leads on to the next step, if the page lets it."""
    return _begins(name, "advancing")


def _begins(name: str, group: str) -> bool:
    return bool(_beginning(name, group))


def _beginning(name: str, group: str) -> str:
    """The longest of a group's words that a name begins with; nothing if it begins with none."""
    said = " ".join(re.sub(r"[^\w\s']", " ", name.casefold()).split())
    found = (word for word in table("outcomes")[group] if said == word or said.startswith(f"{word} "))
    return max(found, key=len, default="")
