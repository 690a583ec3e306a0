"""The Players of Linux: every program that can be steered over D-Bus by MPRIS."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, get_args

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.bus import Bus, BusAddress, BusFault, connected
from goalwright.tools.desktop.sound.labels import label
from goalwright.tools.desktop.sound.players import Deed, Player, Status

PREFIX = "org.mpris.MediaPlayer2."
PATH = "/org/mpris/MediaPlayer2"
ANSWER_WITHIN_S = 2.0
_PLAYER = "org.mpris.MediaPlayer2.Player"
_ORDER = BusAddress(f"{PREFIX}playerctld", PATH, "com.github.altdesktop.playerctld")
"""A daemon that knows which player was used last, where one runs; it also looks like a player, and is none."""
_STATUSES: Mapping[Any, Status] = {status: status for status in get_args(Status)}
_ALLOWED: Mapping[Deed, str] = {
    "Play": "CanPlay",
    "Pause": "CanPause",
    "Stop": "CanControl",
    "Next": "CanGoNext",
    "Previous": "CanGoPrevious",
}


class MprisPlayers:
    """Players over the session bus; one that is stuck is passed over."""

    def running(self) -> Sequence[Player]:
        with connected("session") as bus:
            names = sorted(name for name in bus.names() if name.startswith(PREFIX) and name != _ORDER.program)
            latest = _used_last_first(bus)
            names.sort(key=lambda name: latest.index(name) if name in latest else len(latest))
            found = [player for name in names if (player := _seen(bus, name)) is not None]
            if not found and (stuck := [name for name in names if name in bus.names()]):
                listed = ", ".join(name.removeprefix(PREFIX) for name in stuck)
                raise ToolFailure(f"the player does not answer ({listed}): wait a moment, or restart it")
        return found

    def is_ordered(self) -> bool:
        with connected("session") as bus:
            return bool(_used_last_first(bus))

    def player(self, name: str) -> Player | None:
        with connected("session") as bus:
            return _seen(bus, name) if name in bus.names() else None

    def tell(self, name: str, deed: Deed) -> None:
        with connected("session") as bus:
            try:
                bus.call(BusAddress(name, PATH, _PLAYER), deed)
            except BusFault as fault:
                if deed == "Stop" and (fault.is_unowned or fault.name.endswith("NoReply")):
                    return  # some players end when they are stopped, before they have answered
                raise ToolFailure(f"the player refused: {fault.problem}") from None


def _used_last_first(bus: Bus) -> list[str]:
    if _ORDER.program not in bus.names():
        return []
    with suppress(BusFault):
        return [str(name) for name in bus.get(_ORDER, "PlayerNames", ANSWER_WITHIN_S)]
    return []


def _seen(bus: Bus, name: str) -> Player | None:
    try:
        state = bus.get_all(BusAddress(name, PATH, _PLAYER), ANSWER_WITHIN_S)
        about = bus.get_all(BusAddress(name, PATH, "org.mpris.MediaPlayer2"), ANSWER_WITHIN_S)
    except BusFault:
        return None
    metadata = state.get("Metadata")
    track, title = _track(metadata if isinstance(metadata, Mapping) else {})
    return Player(
        name=name,
        label=label(about.get("Identity")) or name.removeprefix(PREFIX),
        status=_STATUSES.get(state.get("PlaybackStatus"), "Stopped"),
        track=track,
        title=title,
        deeds=frozenset(deed for deed, property_ in _ALLOWED.items() if state.get(property_) is True),
    )


def _track(metadata: Mapping[str, Any]) -> tuple[str, str]:
    """What tells the track from another, and its title; both empty if the player says nothing of it."""
    import hashlib

    told = {name: value for name, (_, value) in metadata.items()}
    marks = [told.get(name, "") for name in ("mpris:trackid", "xesam:url", "xesam:title", "xesam:artist")]
    mark = hashlib.sha256(repr(marks).encode(errors="replace")).hexdigest()[
        :16
    ]  # the journal need not say what was heard
    return (mark if any(marks) else ""), label(told.get("xesam:title"))
