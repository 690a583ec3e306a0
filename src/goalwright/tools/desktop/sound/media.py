"""The tools of media players: play, pause, stop, next and previous, each seen in what the player says of itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, Tool, ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.coming_about import came_about
from goalwright.tools.desktop.sound.players import NO_PLAYER, Deed, Player, Players, meant
from goalwright.tools.function_tool import FunctionTool

PATIENCE_S = 4.0
"""How long a player may take to do what it was told."""
_PAUSE_S = 0.05
_RESOURCE = "player:"

# What takes a player back to where it was.
_BACK: Mapping[str, Deed] = {"Playing": "Play", "Paused": "Pause", "Stopped": "Stop"}
_CANNOT: Mapping[Deed, str] = {
    "Play": "has nothing to play",
    "Pause": "cannot pause what it plays",
    "Stop": "cannot be stopped from outside",
    "Next": "has no next track",
    "Previous": "has no previous track",
}
_DONE: Mapping[Deed, str] = {"Play": "plays", "Pause": "is paused", "Stop": "has stopped"}


def media_tools(players: Players) -> dict[str, Tool]:
    return {
        "system.audio.media_play": _status_tool(players, "Play", undoable=True),
        "system.audio.media_pause": _status_tool(players, "Pause", undoable=True),
        "system.audio.media_stop": _status_tool(players, "Stop", undoable=False),
        "system.audio.media_next": _track_tool(players, "Next"),
        "system.audio.media_previous": _track_tool(players, "Previous"),
    }


def _status_tool(players: Players, deed: Deed, *, undoable: bool) -> FunctionTool:
    return FunctionTool(
        look_first=partial(_look, players, deed),
        act=partial(_bring_about, players, deed),
        check=partial(_is_so, players, deed),
        invert=(lambda _call, before: {"resources": [f"{_RESOURCE}{before['player']}"]}) if undoable else None,
        take_back=partial(_take_back, players) if undoable else None,
        print_of=partial(_print_of, players),
    )


def _track_tool(players: Players, deed: Deed) -> FunctionTool:
    return FunctionTool(
        look_first=partial(_look, players, deed),
        act=partial(_change_track, players, deed),
        check=partial(_is_changed, players, deed),
    )


def _look(players: Players, deed: Deed, _call: ToolCall) -> Before:
    player = meant(players, deed)
    return {"player": player.name, "label": player.label, "status": player.status, "track": player.track}


def _bring_about(players: Players, deed: Deed, call: ToolCall, before: Before) -> Mapping[str, Any]:
    player = _still_running(players, before)
    if not _has_done(deed, player, before):
        _require(player, deed)
        players.tell(player.name, deed)
        _waited(players, call, before, lambda seen: _has_done(deed, seen, before))
    return _told(player.label, players.player(player.name), _DONE[deed])


def _change_track(players: Players, deed: Deed, call: ToolCall, before: Before) -> Mapping[str, Any]:
    player = _still_running(players, before)
    if not _is_other_track(player, before):
        _require(player, deed)
        players.tell(player.name, deed)
        if player.track:
            _waited(players, call, before, lambda seen: _is_other_track(seen, before))
    return _told(player.label, players.player(player.name), "plays")


def _is_so(players: Players, deed: Deed, _call: ToolCall, before: Before) -> Verdict:
    return "yes" if _has_done(deed, players.player(before["player"]), before) else "no"


def _is_changed(players: Players, deed: Deed, _call: ToolCall, before: Before) -> Verdict:
    """Going back often restarts the same track, which cannot be told from doing nothing."""
    player = players.player(before["player"])
    if _is_other_track(player, before):
        return "yes"
    return "no" if deed == "Next" and player is not None and before["track"] else "unobservable"


def _has_done(deed: Deed, player: Player | None, before: Before) -> bool:
    """Whether a player plays, is quiet or has stopped; one that has ended is quiet."""
    if player is None:
        return deed != "Play"
    if deed != "Stop":
        return (player.status == "Playing") == (deed == "Play")
    # Many players only pause when they are told to stop, which counts if they played before.
    return player.status == "Stopped" or (player.status, before["status"]) == ("Paused", "Playing")


def _is_other_track(player: Player | None, before: Before) -> bool:
    return player is not None and bool(before["track"]) and player.track not in ("", before["track"])


def _still_running(players: Players, before: Before) -> Player:
    player = players.player(before["player"])
    if player is None:
        raise ToolFailure(f"{before['label']} has ended meanwhile: {NO_PLAYER}")
    return player


def _require(player: Player, deed: Deed) -> None:
    if deed not in player.deeds:
        raise ToolFailure(f"{player.label} {_CANNOT[deed]}")


def _waited(players: Players, call: ToolCall, before: Before, is_so: Callable[[Player | None], bool]) -> None:
    """Wait until the player has done it, or long enough: whether it has is for the check to say."""
    came_about(lambda: is_so(players.player(before["player"])) or call.stop.is_set(), PATIENCE_S, _PAUSE_S)


def _told(label: str, player: Player | None, did: str) -> Mapping[str, Any]:
    title = f": {player.title}" if player is not None and player.title and did == "plays" else ""
    status = player.status if player is not None else "Stopped"
    return {"text": f"{label} {did}{title}.", "player": label, "status": status}


def _take_back(players: Players, call: ToolCall, before: Before, _inverse: Before) -> None:
    player = _still_running(players, before)
    if player.status == before["status"]:
        return
    players.tell(player.name, _BACK[before["status"]])
    _waited(players, call, before, lambda seen: seen is None or seen.status == before["status"])


def _print_of(players: Players, resource: str) -> str:
    player = players.player(resource.removeprefix(_RESOURCE))
    return player.status if player is not None else "ended"
