"""The port of media players, and which of them a person means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, Protocol

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure

Status = Literal["Playing", "Paused", "Stopped"]
Deed = Literal["Play", "Pause", "Stop", "Next", "Previous"]

NO_PLAYER = "no player is running: start one first"
_RANKS: tuple[tuple[Status, str], ...] = (("Playing", "playing"), ("Paused", "paused"), ("Stopped", "stopped"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A program that plays. `name` is the system's own, `label` what people read.

    `track` tells one track from another, and is empty if the player says nothing of what it plays; `title` is for
    people. `deeds` are what it can do now.
    """

    name: str
    label: str
    status: Status
    track: str = ""
    title: str = ""
    deeds: frozenset[Deed] = frozenset()


class Players(Protocol):
    """The players that run. What cannot be done is a ToolFailure."""

    def running(self) -> Sequence[Player]:
        """All of them, the one that was used last first, where that is known."""

    def is_ordered(self) -> bool:
        """Whether it is known which one was used last."""

    def player(self, name: str) -> Player | None:
        """The player of that name, as it is now; None if it has ended."""

    def tell(self, name: str, deed: Deed) -> None:
        """Ask a player to do something; it may take a moment until it has."""


def meant(players: Players, deed: Deed) -> Player:
    """The player that is playing, else the one paused, else the one stopped; ToolFailure if that is none or several."""
    running = players.running()
    if not running:
        raise ToolFailure(NO_PLAYER)
    if deed == "Pause" and all(player.status != "Playing" for player in running):
        return running[0]  # nothing is to be done, whichever is meant
    for status, said in _RANKS:
        found = [player for player in running if player.status == status]
        if len(found) == 1 or (found and players.is_ordered()):
            return found[0]
        if found:
            listed = ", ".join(sorted(player.label for player in found))
            raise ToolFailure(f"several players are {said} ({listed}): close all but the one you mean")
    raise ToolFailure(NO_PLAYER)
