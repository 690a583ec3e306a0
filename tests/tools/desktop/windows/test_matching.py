"""Which windows a target fits: any text is only ever compared."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk
from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.matching import matching
from goalwright.tools.desktop.windows.window_desk import Rectangle, Window
from goalwright.tools.desktop.windows.windows_family import tools_for
from goalwright.tools.desktop.windows.x11_windows import X11Windows

HOSTILE = ["$(touch x)", "; touch x", "-1", "`x`", "' \"", "a\nb", "%s%n", "\x1b[31m", "0x600001", ".*", "x" * 5000]


def window(number: int, title: str, *names: str, parent: int | None = None) -> Window:
    return Window(id=number, title=title, names=names, place=Rectangle(0, 0, 10, 10), parent=parent)


WINDOWS = (
    window(1, "notes.txt - Mousepad", "Mousepad", "mousepad"),
    window(2, "Find", "Mousepad", "mousepad", parent=1),
    window(3, "Inbox - Mozilla Thunderbird", "thunderbird"),
    window(4, "About Mousepad - Chromium", "Chromium", "chromium"),
    window(5, "Notes", "Code", "code"),
)


@pytest.mark.parametrize(
    ("target", "numbers"),
    [
        ("notes", [5]),
        ("NOTES", [5]),
        ("notes.txt", [1]),
        ("mousepad", [1]),
        ("text editor", [1]),
        ("the editor", [1]),
        ("visual studio code", [5]),
        ("about  mousepad", [4]),
        ("find", [2]),
        ("o", [1, 3, 4, 5]),
        ("nothing of the kind", []),
    ],
)
def test_a_whole_title_comes_before_an_app_and_an_app_before_a_part(target: str, numbers: list[int]) -> None:
    assert [found.id for found in matching(WINDOWS, target)] == numbers


@given(title=st.text(min_size=1), other=st.text(min_size=1))
def test_a_window_is_found_by_its_whole_title_whatever_it_is(title: str, other: str) -> None:
    said = " ".join(title.split())
    if said:
        assert window(1, said) in matching((window(1, said), window(2, f"{other}{said}!")), said)


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(target=st.text(min_size=1, max_size=80) | st.sampled_from(HOSTILE))
def test_any_target_is_inert_on_a_real_desktop(target: str, desk: Desk) -> None:
    tool = tools_for(X11Windows())["system.window.close"]

    async def looked() -> Any:
        return await tool.look(ToolCall(tool="system.window.close", action_id="g0", args={"target": f"zz{target}"}))

    with pytest.raises(ToolFailure) as failure:
        asyncio.run(looked())
    assert failure.value.problem.isprintable()
