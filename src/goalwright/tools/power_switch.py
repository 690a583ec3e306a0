"""The port of the machine's power."""

from __future__ import annotations

from typing import Literal, Protocol, get_args

Deed = Literal["lock", "sleep", "shutdown", "restart"]
DEEDS: tuple[Deed, ...] = get_args(Deed)


class PowerSwitch(Protocol):
    """What turns the machine off and on. What cannot be done is a ToolFailure."""

    def missing(self, deed: Deed) -> str:
        """Why this cannot be done here and what to do about it; empty if it can. It costs next to nothing."""

    def begin(self, deed: Deed) -> None:
        """Do it, or have it done: this may return before it has come about, or never."""

    def is_under_way(self, deed: Deed) -> bool:
        """Whether it can be seen to happen: the screen is locked, the machine is about to sleep or to go down."""

    def boot(self) -> str:
        """A name for the time since the machine was started, another one after every start; empty if not known."""

    def slept_s(self) -> float:
        """How many seconds of that time the machine was asleep, as far as that is known."""
