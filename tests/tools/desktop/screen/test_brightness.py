"""Brightness through a light that is not there, and through folders that look like the kernel's."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services
from goalwright.tools.backlight import Panel
from goalwright.tools.desktop.screen.backlight_linux import LinuxBacklight, by_logind, by_program
from goalwright.tools.desktop.screen.backlight_windows import WindowsBacklight
from goalwright.tools.desktop.screen.brightness import NAME, brightness_missing, brightness_tools
from tools.desktop.bus_program import BusProgram
from tools.desktop.hands import Hands
from tools.desktop.private_bus import private_bus


class PretendedBacklight:
    """A Backlight with screens of its own; the first is the machine's."""

    def __init__(self, *panels: Panel) -> None:
        self.panels = {panel.name: panel for panel in panels}

    def missing(self) -> str:
        return "" if self.panels else "there is no screen: buy one"

    def panel(self) -> Panel:
        return next(iter(self.panels.values()))

    def named(self, name: str) -> Panel:
        if name not in self.panels:
            raise ToolFailure(f"the screen {name} is gone")
        return self.panels[name]

    def set_value(self, name: str, value: int) -> None:
        self.panels[name] = Panel(name=name, value=value, most=self.named(name).most)


@pytest.fixture
def light() -> PretendedBacklight:
    return PretendedBacklight(Panel(name="intel", value=400, most=1000))


@pytest.fixture
def services(light: PretendedBacklight, tmp_path: Path) -> Services:
    return Services(roots=AllowedRoots([tmp_path]), backlight=light)


@pytest.fixture
def hands(services: Services) -> Hands:
    return Hands(brightness_tools(services), "system.display.")


@pytest.fixture
def logind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BusProgram]:
    """A logind that only pretends, on a system bus of its own."""
    display = ("(so)", ("c2", "/org/freedesktop/login1/session/c2"))
    program = BusProgram(values={"Display": display})
    with private_bus() as address, program.serving(address, "org.freedesktop.login1"):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        yield program


def kernel_folder(folder: Path, **panels: tuple[int, int, str]) -> Path:
    """Folders like those of the kernel's backlights: value, most, kind."""
    for name, (value, most, kind) in panels.items():
        (folder / name).mkdir(parents=True)
        for file, content in (("brightness", value), ("max_brightness", most), ("type", kind)):
            (folder / name / file).write_text(f"{content}\n")
    return folder


@pytest.mark.parametrize(("level", "value", "told"), [(0, 1, 0), (50, 500, 50), (100, 1000, 100), (33.4, 330, 33)])
def test_the_brightness_is_set_read_back_and_taken_back(
    hands: Hands, light: PretendedBacklight, level: float, value: int, told: int
) -> None:
    done = hands.do("set_brightness", level=level)
    assert (done.verdict, light.panel().value) == ("yes", value)
    assert done.output["text"] == f"The brightness is {told}%."
    done.undo()
    assert light.panel().value == 400


def test_a_screen_of_few_steps_takes_the_nearest(hands: Hands, light: PretendedBacklight) -> None:
    light.panels = {"few": Panel(name="few", value=7, most=7)}
    done = hands.do("set_brightness", level=40)
    assert (done.verdict, done.output["level"], light.panel().value) == ("yes", 43, 3)


def test_an_undo_can_tell_that_somebody_has_changed_the_brightness_since(
    hands: Hands, light: PretendedBacklight
) -> None:
    done = hands.do("set_brightness", level=10)
    assert done.prints() == {"brightness:intel": "100"}
    light.set_value("intel", 101)
    assert done.prints() == {"brightness:intel": "101"}


def test_a_screen_that_took_nothing_is_seen(hands: Hands, light: PretendedBacklight) -> None:
    done = hands.do("set_brightness", level=10)
    light.set_value("intel", 400)
    assert done.verify() == "no"


@pytest.mark.parametrize("level", [101, -1, math.nan, math.inf, None, "bright", True])
def test_a_level_that_is_none_is_refused_before_anything_happens(
    hands: Hands, light: PretendedBacklight, level: object
) -> None:
    with pytest.raises(ToolFailure, match="brightness"):
        hands.look("set_brightness", level=level)
    assert light.panel().value == 400


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(level=st.floats(0, 100), most=st.integers(1, 100_000))
def test_no_level_turns_the_screen_off(light: PretendedBacklight, hands: Hands, level: float, most: int) -> None:
    light.panels = {"any": Panel(name="any", value=most, most=most)}
    assert hands.do("set_brightness", level=level).verdict == "yes"
    assert 1 <= light.panel().value <= most


def test_a_machine_without_such_a_screen_says_so(services: Services, light: PretendedBacklight, tmp_path: Path) -> None:
    assert brightness_missing(services) == {}
    light.panels = {}
    assert brightness_missing(services) == {NAME: "there is no screen: buy one"}
    for folder in (tmp_path / "nowhere", kernel_folder(tmp_path / "odd", odd=(5, 0, "raw"))):
        own = LinuxBacklight(folder)
        assert own.missing().startswith("this machine has no screen whose brightness can be set")
        with pytest.raises(ToolFailure, match="no screen whose brightness can be set"):
            own.panel()


def test_the_kernels_best_backlight_is_the_one(tmp_path: Path) -> None:
    folder = kernel_folder(tmp_path, raw0=(1, 10, "raw"), acpi=(5, 10, "firmware"), other=(2, 10, "platform"))
    own = LinuxBacklight(folder)
    assert own.missing() == ""
    assert own.panel() == Panel(name="acpi", value=5, most=10)
    own.set_value("acpi", 7)
    assert (folder / "acpi" / "brightness").read_text() == "7"
    with pytest.raises(ToolFailure, match="the screen gone is gone"):
        own.named("gone")


def test_logind_sets_what_the_user_may_not(tmp_path: Path, logind: BusProgram) -> None:
    own = LinuxBacklight(kernel_folder(tmp_path / "sys", intel=(5, 10, "raw")), (by_logind,))
    own.set_value("intel", 7)
    path, member, body = logind.asked[-1]
    assert (path, member) == ("/org/freedesktop/login1/session/c2", "SetBrightness")
    assert body == ("backlight", "intel", 7)


def test_where_no_way_works_each_says_why(tmp_path: Path, logind: BusProgram, monkeypatch: pytest.MonkeyPatch) -> None:
    logind.unknown = frozenset(["SetBrightness"])
    monkeypatch.setenv("PATH", str(tmp_path))
    own = LinuxBacklight(kernel_folder(tmp_path / "sys", intel=(5, 10, "raw")), (by_logind, by_program))
    problem = r"login1 refused: no; brightnessctl is not installed: `sudo apt-get install brightnessctl`"
    with pytest.raises(ToolFailure, match=problem):
        own.set_value("intel", 7)


def test_windows_counts_in_percent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a stand-in for the library that only Windows needs."""
    lights = {"Built-in": 80}
    library = ModuleType("screen_brightness_control")
    vars(library)["list_monitors"] = lambda: list(lights)
    vars(library)["get_brightness"] = lambda display: [lights[display]]
    vars(library)["set_brightness"] = lambda value, display: lights.update({display: value})
    monkeypatch.setitem(sys.modules, library.__name__, library)
    services = Services(roots=AllowedRoots([tmp_path]), backlight=WindowsBacklight())
    done = Hands(brightness_tools(services), "system.display.").do("set_brightness", level=30)
    assert (done.verdict, lights) == ("yes", {"Built-in": 30})
    done.undo()
    assert lights == {"Built-in": 80}
    lights.clear()
    with pytest.raises(ToolFailure, match="no screen whose brightness can be set"):
        WindowsBacklight().panel()
