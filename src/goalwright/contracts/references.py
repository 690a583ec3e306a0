"""What a command leaves to talk about, and what words of the next one were taken for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from goalwright.contracts.checks import freeze_items, require_flag, require_text
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """Words that pointed at an earlier command, what they were taken for, and what that command was."""

    said: str
    meant: str
    source: str

    def __post_init__(self) -> None:
        require_text(self, "said", "meant", "source")


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftThing:
    """A file or folder that a command was about, by its absolute path.

    `seen` is what told it apart then (size and time of a file); `state` is what has become of it since.
    """

    path: str
    is_folder: bool = False
    seen: str = ""
    state: str = ""

    def __post_init__(self) -> None:
        require_text(self, "path")
        require_text(self, "seen", "state", empty=True)
        require_flag(self, "is_folder")


@dataclass(frozen=True, slots=True, kw_only=True)
class LastCommand:
    """The last command of a conversation: its words, where and when, and what it leaves to talk about.

    `things` are in the order they were shown in; `twins` are what copying or packing made or left beside them. `shown`
    are those of an earlier command that this one took some of, so that the next one may take others.
    `folder` is where they lie, `app` the program that was meant, `verb` the row that its last goal is of. `run_id` is
    the run that "undo that" takes back; `is_here` says that the next one is given in the same folder.
    """

    text: str
    cwd: str
    at: float = 0.0
    things: tuple[LeftThing, ...] = ()
    twins: tuple[LeftThing, ...] = ()
    shown: tuple[LeftThing, ...] = ()
    folder: str = ""
    app: str = ""
    verb: str = ""
    run_id: str = ""
    is_here: bool = True

    def __post_init__(self) -> None:
        require_text(self, "text", "cwd", "folder", "app", "verb", "run_id", empty=True)
        require_flag(self, "is_here")
        freeze_items(self, "things", LeftThing)
        freeze_items(self, "twins", LeftThing)
        freeze_items(self, "shown", LeftThing)


_GROUPS = ("things", "twins", "shown")

Recall: TypeAlias = Callable[[], LastCommand | None]
"""Gives the last command of the conversation, as it is now, or None."""

IsThere: TypeAlias = Callable[[str], bool]
"""Whether the folder that commands are given in has something under a name or path."""


def last_command_of(document: Any) -> LastCommand | None:
    """What was kept as JSON; None if it is not of this form."""
    try:
        groups = {name: [LeftThing(**thing) for thing in document.get(name, ())] for name in _GROUPS}
        return LastCommand(**{**document, **groups, "at": float(document["at"])})
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
