"""The volume of a real PulseAudio: set, changed, off and on, read back with pactl, and taken back."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services
from goalwright.tools.desktop.sound.pulse_mixer import PulseMixer
from goalwright.tools.desktop.sound.sound_family import make_tools, missing
from goalwright.tools.desktop.sound.volume import scaled
from tools.desktop.hands import Hands

SINK = "speakers"
VOLUME_TOOLS = {f"system.audio.{name}" for name in ("get_volume", "set_volume", "change_volume", "mute", "unmute")}


@pytest.fixture
def hands(desk: Desk, tmp_path: Path) -> Hands:
    PulseMixer().set_channels(SINK, (0.4, 0.4))
    PulseMixer().set_muted(SINK, False)
    return Hands(make_tools(Services(roots=AllowedRoots([tmp_path]))), "system.audio.")


@pytest.fixture
def headphones(desk: Desk) -> Iterator[str]:
    """A second output, until the test ends."""
    module = desk.output("pactl", "load-module", "module-null-sink", "sink_name=headphones").strip()
    yield "headphones"
    desk.output("pactl", "set-default-sink", SINK)
    if "headphones" in desk.output("pactl", "list", "short", "sinks"):
        desk.output("pactl", "unload-module", module)


def percents(desk: Desk, sink: str = SINK) -> list[int]:
    """The volumes of the channels, as pactl tells them."""
    return [int(found) for found in re.findall(r"(\d+)%", desk.output("pactl", "get-sink-volume", sink))]


def is_muted(desk: Desk, sink: str = SINK) -> bool:
    return "yes" in desk.output("pactl", "get-sink-mute", sink)


def test_the_volume_is_told_in_words_and_figures(hands: Hands) -> None:
    output = hands.do("get_volume").output
    assert output["text"] == "The volume is 40%."
    assert (output["level"], output["muted"]) == (40, False)


@pytest.mark.parametrize("level", [0, 30, 100, 55.4])
def test_the_volume_is_set_and_taken_back(desk: Desk, hands: Hands, level: float) -> None:
    done = hands.do("set_volume", level=level)
    assert done.verdict == "yes"
    assert set(percents(desk)) == {round(level)}
    assert done.output["text"] == f"The volume is {round(level)}%."
    done.undo()
    assert set(percents(desk)) == {40}


def test_a_second_attempt_does_not_change_the_volume_twice(desk: Desk, hands: Hands) -> None:
    done = hands.do("change_volume", amount=10)
    done.again()
    assert set(percents(desk)) == {50}
    assert done.verify() == "yes"


@pytest.mark.parametrize(("amount", "level"), [(-15, 25), (-70, 0), (80, 100), (1e300, 100), (10**400, 100), (0, 40)])
def test_a_change_ends_where_the_scale_ends(desk: Desk, hands: Hands, amount: float, level: int) -> None:
    done = hands.do("change_volume", amount=amount)
    assert done.verdict == "yes"
    assert set(percents(desk)) == {level}
    done.undo()
    assert set(percents(desk)) == {40}


def test_what_somebody_has_amplified_is_never_raised_and_comes_back_with_undo(desk: Desk, hands: Hands) -> None:
    desk.output("pactl", "set-sink-volume", SINK, "130%")
    assert hands.do("change_volume", amount=10).output["level"] == 130
    lowered = hands.do("change_volume", amount=-10)
    assert set(percents(desk)) == {100}
    lowered.undo()
    assert set(percents(desk)) == {130}


def test_the_balance_is_kept(desk: Desk, hands: Hands) -> None:
    desk.output("pactl", "set-sink-volume", SINK, "60%", "30%")
    done = hands.do("set_volume", level=80)
    assert percents(desk) == [80, 40]
    hands.do("set_volume", level=0)
    done.undo()
    assert percents(desk) == [60, 30]


def test_mute_and_unmute_leave_the_volume_alone(desk: Desk, hands: Hands) -> None:
    muted = hands.do("mute")
    assert muted.verdict == "yes"
    assert is_muted(desk)
    assert muted.output["text"] == "The sound is off."
    assert hands.do("get_volume").output["text"] == "The volume is 40%, and the sound is off."
    unmuted = hands.do("unmute")
    assert not is_muted(desk)
    unmuted.undo()
    assert is_muted(desk)
    muted.undo()
    assert not is_muted(desk)
    assert set(percents(desk)) == {40}


def test_an_undo_can_tell_that_somebody_has_changed_the_volume_since(desk: Desk, hands: Hands) -> None:
    done = hands.do("set_volume", level=30)
    prints = done.prints()
    hands.do("mute")
    assert prints == done.prints()
    desk.output("pactl", "set-sink-volume", SINK, "31%")
    assert prints != done.prints()


def test_another_output_meanwhile_is_told_and_left_alone(desk: Desk, hands: Hands, headphones: str) -> None:
    begun = hands.look("set_volume", level=10)
    desk.output("pactl", "set-sink-volume", headphones, "77%")
    desk.output("pactl", "set-default-sink", headphones)
    with pytest.raises(ToolFailure, match=r"the sound goes to .* now, and went to"):
        begun.again()
    assert begun.verify() == "no"
    assert (set(percents(desk)), set(percents(desk, headphones))) == ({40}, {77})


def test_undo_goes_to_the_output_that_was_changed(desk: Desk, hands: Hands, headphones: str) -> None:
    done = hands.do("set_volume", level=10)
    desk.output("pactl", "set-sink-volume", headphones, "77%")
    desk.output("pactl", "set-default-sink", headphones)
    done.undo()
    assert (set(percents(desk)), set(percents(desk, headphones))) == ({40}, {77})


def test_an_output_that_is_gone_is_a_plain_failure(desk: Desk, hands: Hands, headphones: str) -> None:
    desk.output("pactl", "set-default-sink", headphones)
    done = hands.do("mute")
    modules = desk.output("pactl", "list", "short", "modules").splitlines()
    desk.output("pactl", "unload-module", next(line.split()[0] for line in modules if headphones in line))
    with pytest.raises(ToolFailure, match="the sound output headphones is gone: connect it again"):
        done.undo()


def test_a_machine_without_an_output_says_so(desk: Desk, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    modules = desk.output("pactl", "list", "short", "modules").splitlines()
    module = next(line.split()[0] for line in modules if f"sink_name={SINK}" in line)
    desk.output("pactl", "unload-module", module)
    try:
        with pytest.raises(ToolFailure, match="this machine has no sound output: connect"):
            hands.do("get_volume")
    finally:
        desk.output("pactl", "load-module", "module-null-sink", f"sink_name={SINK}")


@pytest.mark.parametrize(
    ("level", "problem"),
    [
        (130, "the volume goes from 0 to 100, not to 130"),
        (-1, "the volume goes from 0 to 100, not to -1"),
        (math.nan, "nan is not a number for the volume"),
        (math.inf, "the volume goes from 0 to 100"),
        pytest.param(10**5000, "the volume goes from 0 to 100", id="huge"),
        (True, "True is not a number"),
        ("30", "'30' is not a number"),
        (None, "None is not a number"),
    ],
)
def test_a_level_that_is_none_is_refused_before_anything_happens(
    desk: Desk, hands: Hands, level: object, problem: str
) -> None:
    with pytest.raises(ToolFailure, match=problem) as refused:
        hands.look("set_volume", level=level)
    assert len(str(refused.value)) < 150
    assert set(percents(desk)) == {40}


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=12)
@given(amount=st.floats() | st.integers() | st.text() | st.none() | st.booleans())
def test_whatever_is_asked_the_volume_stays_between_nothing_and_full(desk: Desk, hands: Hands, amount: object) -> None:
    PulseMixer().set_channels(SINK, (0.4, 0.4))
    is_number = type(amount) in (int, float) and not (isinstance(amount, float) and math.isnan(amount))
    if is_number:
        assert hands.do("change_volume", amount=amount).verdict == "yes"
    else:
        with pytest.raises(ToolFailure):
            hands.do("change_volume", amount=amount)
    assert 0 <= PulseMixer().default().level <= 100


def test_channels_keep_their_balance_unless_all_are_silent() -> None:
    assert scaled((0.5, 0.25), 100) == (1.0, 0.5)
    assert scaled((0.0, 0.0), 30) == (0.3, 0.3)
    assert scaled((), 30) == ()


@pytest.mark.parametrize(
    ("name", "value"), [("PULSE_SERVER", "unix:/nowhere/native"), ("PULSE_RUNTIME_PATH", "/nowhere")]
)
def test_without_a_sound_server_the_tools_say_how_to_get_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str, value: str
) -> None:
    for other in ("PULSE_SERVER", "PULSE_RUNTIME_PATH", "XDG_RUNTIME_DIR"):
        monkeypatch.delenv(other, raising=False)
    monkeypatch.setenv(name, value)
    reasons = missing(Services(roots=AllowedRoots([tmp_path])))
    assert reasons.keys() >= VOLUME_TOOLS
    assert "no sound server is running: start PipeWire or PulseAudio" in reasons["system.audio.mute"]


def test_with_a_sound_server_nothing_is_missing(hands: Hands, tmp_path: Path) -> None:
    assert missing(Services(roots=AllowedRoots([tmp_path]))) == {}


def test_a_server_that_is_gone_fails_quickly(desk: Desk, hands: Hands, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PULSE_SERVER", "unix:/nowhere/native")
    with pytest.raises(ToolFailure, match="no sound server is running: start"):
        hands.do("get_volume")
