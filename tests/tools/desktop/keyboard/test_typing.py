"""Typing and pressing keys, into a window that writes down what arrives."""

from __future__ import annotations

import threading
from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk, until
from goalwright.contracts import NEVER, Tool
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.keyboard.keyboard_family import tools_for
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input
from tools.desktop.keyboard.sheet import Sheet, keys_down, open_sheet
from tools.one_call import called

TOOLS: Mapping[str, Tool] = tools_for(X11Input())
TYPE, PRESS = (TOOLS[f"system.input.keyboard.{name}"] for name in ("type", "press"))
LITERAL = """--help -v "double" 'single' `id` $(id) ${HOME}; rm -rf . && echo | cat > x < y * ? ~ !! \\n %s # [a] {b}"""
TEXTS = (
    LITERAL,
    "--file",
    "first\n\n\tsecond\n",
    "Grüße, ñandú, Привет, 日本語, 日日, 😀 und 5 €",
    "".join(chr(0x4E00 + place) for place in range(25)),
)
KEYS = {"enter": "\n", "ctrl+d": "\x04", "A": "A", "ö": "ö", "shift+a": "A", "-": "-", "escape": "\x1b"}


@pytest.fixture
def sheet(desk: Desk, tmp_path: Path) -> Sheet:
    return open_sheet(desk, tmp_path)


def test_texts_are_typed_as_they_are(sheet: Sheet) -> None:
    for text in TEXTS:
        sheet.clear()
        done = called(TYPE, text=text, risk="high")
        assert done.output == {"typed": len(text)}
        assert (done.verdict, done.inverse) == ("unobservable", None)
        assert sheet.has(text)
        assert keys_down() == []


def test_any_text_is_typed_literally(sheet: Sheet) -> None:
    @settings(max_examples=6, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(st.text(st.sampled_from(LITERAL + "-\n\täß€Ω"), min_size=1, max_size=60))
    def typed(text: str) -> None:
        sheet.clear()
        called(TYPE, text=text, risk="high")
        assert sheet.has(text)

    typed()


@pytest.mark.parametrize("layout", ["de", "us,ru"])
def test_any_layout_of_the_keyboard_will_do(desk: Desk, sheet: Sheet, layout: str) -> None:
    text = "yz YZ @{[]}\\|~ 12 ?;-_# €µ² Привет"
    desk.output("setxkbmap", layout)
    try:
        called(TYPE, text=text)
        assert sheet.has(text)
    finally:
        desk.output("setxkbmap", "us")


def test_ends_of_lines_are_all_one_key(sheet: Sheet) -> None:
    called(TYPE, text="a\r\nb\rc", risk="high")
    assert sheet.has("a\nb\nc")


@pytest.mark.parametrize("text", ["a\0b", "\x1b[31m", "\ud800", "\x7f"])
def test_what_no_key_types_is_refused_before_anything_is_typed(text: str) -> None:
    with pytest.raises(ToolFailure, match=r"no key types the character U\+[0-9A-F]{4}"):
        called(TYPE, text=text)


def test_keys_are_pressed_and_let_go(sheet: Sheet) -> None:
    for key, typed in KEYS.items():
        sheet.clear()
        assert called(PRESS, key=key, risk="high").output == {"pressed": key}
        assert sheet.has(typed)
        assert keys_down() == []


def test_typing_stops_when_it_is_told_to(sheet: Sheet) -> None:
    stop = threading.Event()
    failures: list[str] = []

    def type_long() -> None:
        try:
            called(TYPE, text="abcdefg " * 1000, stop=stop)
        except ToolFailure as failure:
            failures.append(str(failure))

    typing = threading.Thread(target=type_long)
    typing.start()
    until(sheet.text)
    stop.set()
    typing.join()
    assert failures[0].startswith("stopped (")
    assert failures[0].endswith("of 8000 characters were typed)")
    assert len(sheet.text()) < 8000
    assert keys_down() == []


def test_a_held_key_and_caps_lock_are_told(desk: Desk, sheet: Sheet) -> None:
    desk.output("xdotool", "keydown", "Control_L")
    try:
        with pytest.raises(ToolFailure, match="is held down: let go of it"):
            called(TYPE, text="abc")
        assert len(keys_down()) == 1
    finally:
        desk.output("xdotool", "keyup", "Control_L")
    desk.output("xdotool", "key", "Caps_Lock")
    try:
        with pytest.raises(ToolFailure, match="Caps Lock is on"):
            called(TYPE, text="abc")
    finally:
        desk.output("xdotool", "key", "Caps_Lock")
    assert sheet.text() == ""


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":424242")
    with pytest.raises(ToolFailure, match=r"the display ':424242' cannot be reached.*nothing was typed"):
        X11Input().type_text("abc", NEVER)
