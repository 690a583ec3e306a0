"""Media players on a real D-Bus: a real mpv, and small players that stand for those that are not installed."""

from __future__ import annotations

import threading
import wave
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services
from goalwright.tools.desktop.sound.mpris import PREFIX, MprisPlayers
from goalwright.tools.desktop.sound.sound_family import make_tools, missing
from tools.desktop.bus_program import BusProgram
from tools.desktop.hands import Hands

SCRIPT = "/usr/lib/mpv-mpris/mpris.so"
CAN = ("CanPlay", "CanPause", "CanControl", "CanGoNext", "CanGoPrevious")


@pytest.fixture
def hands(desk: Desk, tmp_path: Path) -> Hands:
    return Hands(make_tools(Services(roots=AllowedRoots([tmp_path]))), "system.audio.media_")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def start_mpv(desk: Desk, folder: Path, *options: str) -> None:
    """Three silent tracks of two minutes, paused at the first, until the test ends."""
    tracks = [folder / f"{name}.wav" for name in ("first", "second", "third")]
    for track in tracks:
        with wave.open(str(track), "wb") as sound:
            sound.setnchannels(1)
            sound.setsampwidth(1)
            sound.setframerate(8000)
            sound.writeframes(b"\x80" * 960_000)
    quiet = ("--no-config", "--load-scripts=no", "--no-terminal", "--ao=null", "--vo=null", "--pause")
    desk.start("mpv", *quiet, f"--script={SCRIPT}", *options, *map(str, tracks))
    until(lambda: any(player.title for player in MprisPlayers().running()))


class SmallPlayer(BusProgram):
    """A player that does as it is told."""

    def __init__(self, label: str, status: str, **values: tuple[str, object]) -> None:
        super().__init__(
            values={
                "Identity": ("s", label),
                "PlaybackStatus": ("s", status),
                "Metadata": ("a{sv}", {}),
                **dict.fromkeys(CAN, ("b", True)),
                **values,
            },
            answers={
                "Play": lambda: self._become("Playing"),
                "Pause": lambda: self._become("Paused"),
                "Stop": lambda: self._become("Stopped"),
            },
        )

    def _become(self, status: str) -> tuple[str, tuple[object, ...]]:
        self.values["PlaybackStatus"] = ("s", status)
        return "", ()

    @property
    def status(self) -> object:
        return self.values["PlaybackStatus"][1]


def start_player(stack: ExitStack, desk: Desk, label: str, status: str, **values: tuple[str, object]) -> SmallPlayer:
    player = SmallPlayer(label, status, **values)
    stack.enter_context(player.serving(desk.environment["DBUS_SESSION_BUS_ADDRESS"], f"{PREFIX}{label.lower()}"))
    return player


def track(title: str) -> dict[str, tuple[str, object]]:
    return {"Metadata": ("a{sv}", {"xesam:title": ("s", title)})}


def test_a_real_player_plays_pauses_changes_tracks_and_stops(desk: Desk, hands: Hands, tmp_path: Path) -> None:
    start_mpv(desk, tmp_path)
    played = hands.do("play")
    assert (played.verdict, played.output["text"]) == ("yes", "mpv plays: first.wav.")
    played.undo()
    assert MprisPlayers().running()[0].status == "Paused"
    hands.do("play")
    paused = hands.do("pause")
    assert (paused.verdict, paused.output["text"]) == ("yes", "mpv is paused.")
    paused.undo()
    assert MprisPlayers().running()[0].status == "Playing"
    following = hands.do("next")
    assert (following.verdict, following.output["text"]) == ("yes", "mpv plays: second.wav.")
    assert following.again()["text"] == "mpv plays: second.wav."
    former = hands.do("previous")
    assert (former.verdict, former.output["text"]) == ("yes", "mpv plays: first.wav.")
    stopped = hands.do("stop")
    assert (stopped.verdict, stopped.output["status"]) == ("yes", "Stopped")
    assert following.inverse is former.inverse is stopped.inverse is None
    with pytest.raises(ToolFailure, match="mpv has ended meanwhile: no player is running: start one first"):
        played.undo()


@pytest.mark.parametrize("name", ["play", "pause", "stop", "next", "previous"])
def test_without_a_player_there_is_one_to_start_first(hands: Hands, name: str) -> None:
    with pytest.raises(ToolFailure, match=r"^no player is running: start one first$"):
        hands.do(name)


def test_the_player_that_plays_is_meant_then_the_one_paused(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    film = start_player(stack, desk, "Film", "Stopped")
    radio = start_player(stack, desk, "Radio", "Playing")
    music = start_player(stack, desk, "Music", "Paused")
    assert hands.do("pause").output["player"] == "Radio"
    radio.values["PlaybackStatus"] = ("s", "Stopped")
    assert hands.do("play").output["player"] == "Music"
    assert [film.status, radio.status, music.status] == ["Stopped", "Stopped", "Playing"]
    assert hands.do("play").output["text"] == "Music plays."
    assert music.deeds() == ["Play"]


def test_several_that_could_be_meant_are_listed(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    players = [start_player(stack, desk, label, "Paused") for label in ("Radio", "Music")]
    with pytest.raises(ToolFailure, match=r"several players are paused \(Music, Radio\): close all but the one"):
        hands.do("play")
    assert hands.do("pause").verdict == "yes"
    assert [player.deeds() for player in players] == [[], []]


def test_the_one_used_last_is_meant_where_that_is_known(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    for label in ("Music", "Radio"):
        start_player(stack, desk, label, "Paused")
    order = ("as", [f"{PREFIX}radio", f"{PREFIX}music"])
    start_player(stack, desk, "playerctld", "Paused", PlayerNames=order)
    assert hands.do("play").output["player"] == "Radio"


def test_what_a_player_cannot_do_is_said(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    player = start_player(stack, desk, "Radio", "Playing", CanGoNext=("b", False), CanPause=("b", False))
    with pytest.raises(ToolFailure, match=r"^Radio has no next track$"):
        hands.do("next")
    with pytest.raises(ToolFailure, match=r"^Radio cannot pause what it plays$"):
        hands.do("pause")
    assert player.deeds() == []


def test_whether_the_track_changed_is_only_said_where_it_can_be_seen(
    desk: Desk, hands: Hands, stack: ExitStack
) -> None:
    impatient = threading.Event()
    impatient.set()
    hands = replace(hands, stop=impatient)
    player = start_player(stack, desk, "Radio", "Playing")
    assert hands.do("next").verdict == "unobservable"
    player.values.update(track("Song"))
    assert hands.do("previous").verdict == "unobservable"
    assert hands.do("next").verdict == "no"


def test_a_title_cannot_break_the_line(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    start_player(stack, desk, "Radio", "Playing", **track("a\nb\x1b[31m\u202e" + "c" * 500))
    text = hands.do("play").output["text"]
    assert text.isprintable()
    assert len(text) < 120


def test_an_undo_can_tell_that_somebody_has_pressed_pause_since(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    player = start_player(stack, desk, "Radio", "Paused")
    done = hands.do("play")
    prints = done.prints()
    assert prints == done.prints() == {f"player:{PREFIX}radio": "Playing"}
    player.values["PlaybackStatus"] = ("s", "Paused")
    assert prints != done.prints()
    done.undo()
    assert player.deeds() == ["Play"]


def test_a_player_that_says_nonsense_of_itself_is_taken_for_stopped(desk: Desk, hands: Hands, stack: ExitStack) -> None:
    start_player(stack, desk, "Odd", "Dancing", Identity=("u", 7), Metadata=("s", "none"))
    assert [(seen.status, seen.label, seen.track) for seen in MprisPlayers().running()] == [("Stopped", "odd", "")]


def test_without_a_session_bus_the_tools_say_where_to_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(name, raising=False)
    reasons = missing(Services(roots=AllowedRoots([tmp_path])))
    assert "there is no D-Bus session bus: start Goalwright from the desktop" in reasons["system.audio.media_play"]
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
    assert (
        "there is no D-Bus session bus" in missing(Services(roots=AllowedRoots([tmp_path])))["system.audio.media_next"]
    )
    with pytest.raises(ToolFailure, match="there is no D-Bus session bus"):
        MprisPlayers().running()
