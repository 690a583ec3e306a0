"""Windows on a real desktop: changed, read back by other means, and given back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from desktop.desk import Desk, until
from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.window_adapter import active_seen, why_no_windows
from goalwright.tools.desktop.windows.windows_family import tools_for
from goalwright.tools.desktop.windows.x11_windows import X11Windows

TOOLS = tools_for(X11Windows())
SCREEN = (1280, 800)


def call(name: str, **args: Any) -> ToolCall:
    return ToolCall(tool=name, action_id="g0", args=args)


def done(name: str, **args: Any) -> tuple[ToolCall, Mapping[str, Any]]:
    """Run a tool as the executor does: look, act, verify; what is needed to undo it comes back."""

    async def steps() -> tuple[ToolCall, Mapping[str, Any]]:
        asked = call(name, **args)
        before = await TOOLS[name].look(asked)
        result = await TOOLS[name].run(asked, before)
        assert result.ok
        assert await TOOLS[name].verify(asked, before) == "yes"
        return asked, before

    return asyncio.run(steps())


def undone(asked: ToolCall, before: Mapping[str, Any]) -> None:
    async def steps() -> None:
        tool = TOOLS[asked.tool]
        inverse = await tool.inverse(asked, before)
        assert inverse is not None
        await tool.undo(asked, before, inverse)

    asyncio.run(steps())


def shape(desk: Desk, window: str) -> tuple[int, int, int, int]:
    """Where the inside of a window is, as xwininfo sees it."""
    told = dict(
        line.strip().split(":", 1)
        for line in desk.output("xwininfo", "-id", window).splitlines()
        if line.count(":") == 1
    )
    x, y = int(told["Absolute upper-left X"]), int(told["Absolute upper-left Y"])
    return x, y, int(told["Width"]), int(told["Height"])


def states(desk: Desk, window: str) -> str:
    return desk.output("xprop", "-id", window, "_NET_WM_STATE")


def test_a_window_is_minimized_by_its_title_and_given_back(desk: Desk) -> None:
    window = desk.open_window("Shopping list")
    was = shape(desk, window)
    change = done("system.window.minimize", target="shopping LIST")
    assert "HIDDEN" in states(desk, window)
    undone(*change)
    assert "HIDDEN" not in states(desk, window)
    assert shape(desk, window) == was


def test_without_a_target_the_active_window_is_maximized_and_given_back(desk: Desk) -> None:
    desk.open_window("Below")
    window = desk.open_window("On top")
    was = shape(desk, window)
    change = done("system.window.maximize")
    assert "MAXIMIZED_VERT" in states(desk, window)
    assert shape(desk, window)[2] > SCREEN[0] - 50
    undone(*change)
    assert "MAXIMIZED" not in states(desk, window)
    assert shape(desk, window) == was


@pytest.mark.parametrize("is_maximized", [False, True])
@pytest.mark.parametrize("side", ["left", "right"])
def test_a_window_is_fit_to_half_of_the_screen_and_given_back(side: str, is_maximized: bool, desk: Desk) -> None:
    window = desk.open_window("Notes")
    was = shape(desk, window)
    if is_maximized:
        done("system.window.maximize")
    change = done(f"system.window.snap_{side}", target="notes", direction=side)
    left, top, width, height = shape(desk, window)
    assert 0 <= left - (0 if side == "left" else 640) < 10
    assert top < 40
    assert 580 < width <= 640
    assert 720 < height <= 800
    undone(*change)
    assert ("MAXIMIZED" in states(desk, window)) == is_maximized
    if not is_maximized:
        assert all(abs(now - then) <= 2 for now, then in zip(shape(desk, window), was, strict=True))


def test_a_window_in_its_half_is_there_again_after_it_was_maximized(desk: Desk) -> None:
    window = desk.open_window("Notes")
    done("system.window.snap_right", target="notes")
    was = shape(desk, window)
    change = done("system.window.maximize", target="notes")
    undone(*change)
    assert shape(desk, window) == was
    done("system.window.maximize", target="notes")
    done("system.window.snap_right", target="notes")
    assert shape(desk, window) == was


def test_panels_keep_their_place(desk: Desk) -> None:
    panel = desk.open_window("Panel")
    strut = "0, 0, 40, 0, 0, 0, 0, 0, 0, 0, 1279, 0"
    desk.output("xprop", "-id", panel, "-f", "_NET_WM_STRUT_PARTIAL", "32c", "-set", "_NET_WM_STRUT_PARTIAL", strut)
    until(lambda: "0, 40, 1280, 760" in desk.output("xprop", "-root", "_NET_WORKAREA"))
    window = desk.open_window("Notes")
    done("system.window.snap_left", target="Notes")
    assert shape(desk, window)[1] >= 40


def test_a_minimized_window_is_restored_and_a_maximized_one_too(desk: Desk) -> None:
    window = desk.open_window("Notes")
    was = shape(desk, window)
    done("system.window.minimize", target="notes")
    change = done("system.window.restore", target="notes")
    assert "HIDDEN" not in states(desk, window)
    undone(*change)
    assert "HIDDEN" in states(desk, window)
    done("system.window.maximize", target="notes")
    done("system.window.restore", target="notes")
    assert shape(desk, window) == was


def test_all_windows_are_minimized_and_only_those_that_were_open_come_back(desk: Desk) -> None:
    first, second, third = (desk.open_window(title) for title in ("One", "Two", "Three"))
    done("system.window.minimize", target="Two")
    change = done("system.window.minimize_all")
    assert all("HIDDEN" in states(desk, window) for window in (first, second, third))
    undone(*change)
    assert ["HIDDEN" in states(desk, window) for window in (first, second, third)] == [False, True, False]
    until(lambda: desk.active_window() == third)


def test_switching_brings_a_window_to_the_front_and_undo_the_former_one(desk: Desk) -> None:
    first, second = desk.open_window("One"), desk.open_window("Two")
    change = done("system.window.switch", target="one")
    assert desk.active_window() == first
    undone(*change)
    until(lambda: desk.active_window() == second)


def test_a_window_on_another_virtual_desktop_is_gone_to_and_undo_comes_back(desk: Desk) -> None:
    away, here = desk.open_window("Away"), desk.open_window("Here")
    desk.output("wmctrl", "-i", "-r", away, "-t", "1")
    change = done("system.window.switch", target="away")
    assert desk.active_window() == away
    undone(*change)
    until(lambda: desk.active_window() == here)


def test_windows_on_another_virtual_desktop_are_not_minimized_with_the_others(desk: Desk) -> None:
    away, here = desk.open_window("Away"), desk.open_window("Here")
    desk.output("wmctrl", "-i", "-r", away, "-t", "1")
    until(lambda: not X11Windows().seen(int(away)).is_here)
    done("system.window.minimize_all")
    assert "HIDDEN" in states(desk, here)
    assert "HIDDEN" not in states(desk, away)
    with pytest.raises(ToolFailure, match="'Away' is on another virtual desktop: switch to it first"):
        done("system.window.minimize", target="away")


def test_a_window_that_takes_no_keys_is_in_front_once_it_is_on_top(desk: Desk) -> None:
    clock, notes = desk.open_window("Clock"), desk.open_window("Notes")
    desk.output("xprop", "-id", clock, "-f", "WM_HINTS", "32i", "-set", "WM_HINTS", "1, 0, 0, 0, 0, 0, 0, 0, 0")
    until(lambda: not X11Windows().seen(int(clock)).takes_keys)
    done("system.window.switch", target="clock")
    piled = [str(window.id) for window in X11Windows().listed()]
    assert piled == [notes, clock]


@pytest.mark.parametrize(("target", "number"), [("previous", 1), ("next", 0)])
def test_the_other_windows_are_reached_in_turn(target: str, number: int, desk: Desk) -> None:
    windows = [desk.open_window(title) for title in ("One", "Two", "Three")]
    done("system.window.switch", target=target)
    assert desk.active_window() == windows[number]


def test_a_window_is_closed(desk: Desk) -> None:
    desk.open_window("One")
    desk.open_window("Two")
    done("system.window.close", target="one")
    assert list(desk.windows().values()) == ["Two"]


def test_a_window_that_asks_first_is_said_to_be_open(desk: Desk) -> None:
    note = desk.folder / "note.txt"
    note.write_text("words")
    desk.start("mousepad", str(note))
    until(lambda: [title for title in desk.windows().values() if "Mousepad" in title])
    until(lambda: "Mousepad" in desk.output("xdotool", "getactivewindow", "getwindowname"))
    desk.output("xdotool", "type", "x")
    until(lambda: [title for title in desk.windows().values() if title.startswith("*")])
    with pytest.raises(ToolFailure, match=r"still open: .*Mousepad.*it asks"):
        done("system.window.close", target="mousepad")


def test_the_window_in_front_is_told(desk: Desk) -> None:
    title = "Été “à” 日本 🪟 $(x)"
    desk.output("xdotool", "set_window", "--name", title, desk.open_window("Notes"))

    async def told() -> Mapping[str, Any]:
        result = await TOOLS["system.state.get_active_window"].run(call("system.state.get_active_window"), {})
        return result.output

    until(lambda: asyncio.run(told())["title"] == title)
    assert asyncio.run(told())["app"] == "XTerm"


@pytest.mark.parametrize("name", ["system.window.minimize", "system.window.close", "system.window.switch"])
def test_several_windows_are_listed_and_none_is_touched(name: str, desk: Desk) -> None:
    windows = [desk.open_window("Draft one"), desk.open_window("Draft two")]
    desk.open_window("Other")
    with pytest.raises(ToolFailure, match=r"several windows fit draft: “Draft one” \(XTerm\), “Draft two”"):
        done(name, target="draft")
    assert not any("HIDDEN" in states(desk, window) for window in windows)


def test_of_several_windows_the_one_in_front_is_meant_unless_it_is_to_be_closed(desk: Desk) -> None:
    desk.open_window("Draft one")
    front = desk.open_window("Draft two")
    done("system.window.maximize", target="draft")
    assert "MAXIMIZED" in states(desk, front)
    with pytest.raises(ToolFailure, match="several windows"):
        done("system.window.close", target="draft")


def test_switching_to_an_app_brings_the_window_of_it_that_is_on_top(desk: Desk) -> None:
    desk.open_window("One", name="goalwright-a")
    second = desk.open_window("Two", name="goalwright-a")
    desk.open_window("Three", name="goalwright-b")
    done("system.window.switch", target="goalwright a")
    assert desk.active_window() == second


def test_an_exact_title_beats_a_part_and_an_app_beats_a_part(desk: Desk) -> None:
    exact = desk.open_window("xterm", name="one")
    desk.open_window("About xterm", name="two")
    done("system.window.minimize", target="xterm")
    assert "HIDDEN" in states(desk, exact)


def test_what_is_not_there_is_said_with_what_is(desk: Desk) -> None:
    with pytest.raises(ToolFailure, match="no window fits Nothing: no window is open"):
        done("system.window.minimize", target="Nothing")
    with pytest.raises(ToolFailure, match="no window is in front"):
        done("system.window.minimize")
    desk.open_window("One")
    with pytest.raises(ToolFailure, match="no window fits Nothing: there are “One”"):
        done("system.window.minimize", target="Nothing")


def test_a_changed_window_has_another_print_and_a_closed_one_none(desk: Desk) -> None:
    window = desk.open_window("One")
    tool = TOOLS["system.window.maximize"]

    def print_now() -> str:
        return asyncio.run(tool.fingerprint(f"window:{window}"))

    first = print_now()
    change = done("system.window.maximize")
    assert print_now() == "maximized"
    undone(*change)
    assert print_now() == first
    done("system.window.close", target="One")
    assert print_now() == "gone"


def test_a_second_attempt_after_a_crash_does_the_same_as_the_first(desk: Desk) -> None:
    window = desk.open_window("One")
    done("system.window.maximize")
    done("system.window.minimize", target="One")
    asked, before = done("system.window.restore", target="One")
    asyncio.run(TOOLS[asked.tool].run(asked, before))
    assert "MAXIMIZED" in states(desk, window)


PYWINCTL = """
from goalwright.tools.desktop.windows.other_windows import PyWinCtlWindows
from goalwright.tools.desktop.windows.window_desk import Rectangle
from goalwright.tools.desktop.coming_about import came_about
desk = PyWinCtlWindows()
[window] = desk.listed()
assert window.title == "Notes", window
assert desk.active().id == window.id
assert desk.work_area(window.id) == Rectangle(0, 0, 1280, 800)
for change, is_so in (
    (desk.maximize, lambda seen: seen.is_maximized),
    (desk.unmaximize, lambda seen: not seen.is_maximized),
    (desk.minimize, lambda seen: seen.is_minimized),
    (desk.activate, lambda seen: not seen.is_minimized),
    (lambda number: desk.put(number, Rectangle(10, 50, 400, 300)), lambda seen: abs(seen.place.width - 400) < 10),
):
    change(window.id)
    assert came_about(lambda: is_so(desk.seen(window.id))), change
desk.request_close(window.id)
"""


def test_the_adapter_for_other_platforms_does_the_same(desk: Desk) -> None:
    desk.open_window("Notes")
    environment = {**desk.environment, "PYTHONPATH": str(Path(__file__).parents[4] / "src")}
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", PYWINCTL], env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stderr
    until(lambda: not desk.windows())


def test_without_a_display_the_reason_and_the_remedy_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert why_no_windows() == "there is no display: start it in a desktop session"
    assert active_seen() is None
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert "Wayland" in why_no_windows()


@pytest.mark.parametrize(("display", "told"), [(":654", "nothing answers at display :654"), ("%%", "names no display")])
def test_a_display_that_does_not_answer_is_none(display: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", display)
    assert told in why_no_windows()
    assert "check that the desktop session still runs" in why_no_windows()


def test_a_display_of_another_machine_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", "192.0.2.1:0")
    assert why_no_windows() == ""


@pytest.mark.parametrize(
    ("display", "told"), [("", "names no display"), ("%%", "names no display"), (":654", "nothing")]
)
def test_a_display_that_is_not_there_is_a_failure_in_a_sentence(
    display: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", display)
    with pytest.raises(ToolFailure, match=told):
        X11Windows().listed()
