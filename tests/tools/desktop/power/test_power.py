"""Power through a switch that turns nothing off; and the real one, on a bus where only pretenders live."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services, ToolRegistry
from goalwright.tools.desktop.power.command_switch import CommandSwitch
from goalwright.tools.desktop.power.logind_switch import LogindSwitch
from goalwright.tools.desktop.power.power_family import make_tools, missing
from goalwright.tools.power_switch import DEEDS, Deed
from tools.desktop.bus_program import BusProgram
from tools.desktop.hands import Hands
from tools.desktop.power.pretended import PretendedSwitch
from tools.desktop.private_bus import private_bus

SESSION = "/org/freedesktop/login1/session/c2"


@pytest.fixture
def switch() -> PretendedSwitch:
    return PretendedSwitch()


@pytest.fixture
def services(switch: PretendedSwitch, tmp_path: Path) -> Services:
    return Services(roots=AllowedRoots([tmp_path]), power=switch)


@pytest.fixture
def hands(services: Services) -> Hands:
    return Hands(make_tools(services), "system.power.")


@pytest.fixture
def bus(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """One bus of the test's own, which is the machine's as well as the user's; no program can be found to run."""
    with private_bus() as address:
        monkeypatch.setenv("PATH", str(tmp_path))
        for name in ("DBUS_SYSTEM_BUS_ADDRESS", "DBUS_SESSION_BUS_ADDRESS"):
            monkeypatch.setenv(name, address)
        yield address


@pytest.fixture
def logind(bus: str) -> Iterator[BusProgram]:
    """A logind that can do everything, and does nothing."""
    program = BusProgram(
        values={
            "Display": ("(so)", ("c2", SESSION)),
            "LockedHint": ("b", True),
            "PreparingForSleep": ("b", False),
            "PreparingForShutdown": ("b", True),
        },
        answers={name: lambda: ("s", ("yes",)) for name in ("CanSuspend", "CanPowerOff", "CanReboot")},
    )
    with program.serving(bus, "org.freedesktop.login1"):
        yield program


@pytest.mark.parametrize("deed", DEEDS)
def test_each_deed_is_told_to_the_switch_once(hands: Hands, switch: PretendedSwitch, deed: Deed) -> None:
    done = hands.do(deed)
    assert switch.told == [deed]
    assert done.output["text"].endswith(".")
    assert (done.verdict, done.inverse) == ("unobservable", None)
    switch.under_way.add(deed)
    assert done.verify() == "yes"


@pytest.mark.parametrize("deed", ["shutdown", "restart"])
def test_a_machine_that_was_started_since_has_gone_down(hands: Hands, switch: PretendedSwitch, deed: Deed) -> None:
    begun = hands.look(deed)
    assert begun.verify() == "unobservable"
    switch.start = "second start"
    assert begun.verify() == "yes"
    assert switch.told == []


def test_what_is_not_known_of_starts_proves_nothing(hands: Hands, switch: PretendedSwitch) -> None:
    begun = hands.look("shutdown")
    switch.start = ""
    assert begun.verify() == "unobservable"
    unknown = hands.look("shutdown")
    switch.start = "some start"
    assert unknown.verify() == "unobservable"


def test_a_machine_that_slept_since_has_slept(hands: Hands, switch: PretendedSwitch) -> None:
    begun = hands.look("sleep")
    assert begun.verify() == "unobservable"
    switch.slept += 60
    assert begun.verify() == "yes"
    switch.start = "second start"
    assert begun.verify() == "unobservable"


def test_a_restart_does_not_prove_that_the_screen_was_locked(hands: Hands, switch: PretendedSwitch) -> None:
    begun = hands.look("lock")
    switch.start, switch.slept = "second start", 500.0
    assert begun.verify() == "unobservable"


def test_what_the_switch_lacks_is_missing(services: Services, switch: PretendedSwitch) -> None:
    assert missing(services) == {}
    switch.reasons["sleep"] = "it never sleeps"
    assert missing(services) == {"system.power.sleep": "it never sleeps"}


def test_every_deed_is_of_high_risk() -> None:
    entries = [entry for entry in ToolRegistry.default() if entry.name.startswith("system.power.")]
    assert {entry.risk for entry in entries} == {"high"}
    assert len(entries) == len(DEEDS)


@pytest.mark.parametrize(
    ("deed", "asked", "told"),
    [("sleep", "CanSuspend", "Suspend"), ("shutdown", "CanPowerOff", "PowerOff"), ("restart", "CanReboot", "Reboot")],
)
def test_logind_is_asked_and_then_told_without_a_dialogue(
    logind: BusProgram, deed: Deed, asked: str, told: str
) -> None:
    LogindSwitch().begin(deed)
    manager = "/org/freedesktop/login1"
    assert logind.asked == [(manager, asked, ()), (manager, told, (False,))]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [("no", "you are not allowed"), ("na", "this machine cannot"), ("challenge", "password"), ("?", "logind says ?")],
)
def test_what_logind_would_refuse_is_not_tried(logind: BusProgram, answer: str, problem: str) -> None:
    logind.answers["CanPowerOff"] = lambda: ("s", (answer,))
    with pytest.raises(ToolFailure) as refused:
        LogindSwitch().begin("shutdown")
    assert problem in str(refused.value)
    assert logind.deeds() == ["CanPowerOff"]


def test_the_users_own_screen_is_locked(logind: BusProgram) -> None:
    LogindSwitch().begin("lock")
    assert (SESSION, "Lock", ()) in logind.asked
    assert LogindSwitch().is_under_way("lock")


def test_the_screen_saver_locks_where_nobody_heeds_logind(bus: str, logind: BusProgram) -> None:
    logind.values["LockedHint"] = ("b", False)
    saver = BusProgram(answers={"GetActive": lambda: ("b", (False,))})
    with saver.serving(bus, "org.freedesktop.ScreenSaver"):
        LogindSwitch(locked_within_s=0.2).begin("lock")
    assert "Lock" in saver.deeds()


def test_the_screen_saver_locks_without_logind(bus: str) -> None:
    saver = BusProgram(answers={"GetActive": lambda: ("b", (True,))})
    with saver.serving(bus, "org.gnome.ScreenSaver"):
        LogindSwitch().begin("lock")
        assert LogindSwitch().is_under_way("lock")
    assert saver.deeds()[0] == "Lock"


def test_nobody_to_lock_the_screen_is_a_failure(bus: str) -> None:
    with pytest.raises(ToolFailure, match="the screen cannot be locked"):
        LogindSwitch().begin("lock")


def test_what_logind_says_of_itself_is_read(logind: BusProgram) -> None:
    assert not LogindSwitch().is_under_way("sleep")
    assert LogindSwitch().is_under_way("shutdown")
    assert LogindSwitch().is_under_way("restart")


def test_the_start_of_this_machine_has_a_name_and_sleep_is_counted() -> None:
    switch = LogindSwitch()
    assert switch.boot() == switch.boot() != ""
    assert switch.slept_s() > -0.1


def test_without_logind_each_deed_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISPLAY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    no_logind = LogindSwitch(seats=tmp_path / "seats")
    assert all(no_logind.missing(deed).startswith("systemd-logind is not running") for deed in DEEDS)
    no_bus = LogindSwitch(seats=tmp_path)
    assert all(no_bus.missing(deed).startswith("there is no D-Bus system bus") for deed in DEEDS)
    with pytest.raises(ToolFailure, match="there is no D-Bus system bus"):
        no_bus.begin("shutdown")
    assert not no_bus.is_under_way("shutdown")


def test_a_command_is_run_as_it_is_and_its_failure_is_told(tmp_path: Path) -> None:
    mark = tmp_path / "a mark; $(true)"
    switch = CommandSwitch({"sleep": ("touch", str(mark)), "restart": ("false",), "lock": ("no-such-command",)})
    switch.begin("sleep")
    assert mark.exists()
    assert not switch.is_under_way("sleep")
    with pytest.raises(ToolFailure, match="false failed"):
        switch.begin("restart")
    with pytest.raises(ToolFailure, match="the command no-such-command is not installed"):
        switch.begin("lock")
    assert switch.missing("shutdown") == "this is not supported on this system: do it yourself"
    assert (switch.boot(), switch.slept_s()) == ("", 0.0)
    assert CommandSwitch({}, ("echo", "a start")).boot() == "a start"
