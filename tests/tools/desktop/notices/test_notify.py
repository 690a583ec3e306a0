"""Notifications: what a real dunst got, letter by letter, and what is said where there is none."""

from __future__ import annotations

import html
import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services
from goalwright.tools.desktop.notices.notices_family import LONGEST, make_tools, missing, showable
from tools.desktop.bus_program import BusProgram
from tools.desktop.hands import Hands
from tools.one_call import Called


@pytest.fixture
def hands(tmp_path: Path) -> Hands:
    return Hands(make_tools(Services(roots=AllowedRoots([tmp_path]))), "system.")


def notify(hands: Hands, text: object) -> Called:
    return hands.do("notify", text=text)


def shown_by_dunst(desk: Desk) -> tuple[str, str]:
    """Title and message of what dunst has shown last; after this it is closed."""
    desk.output("dunstctl", "close-all")
    history = json.loads(desk.output("dunstctl", "history"))["data"][0]
    last = max(history, key=lambda entry: entry["id"]["data"])
    return last["summary"]["data"], last["message"]["data"]


def test_a_real_daemon_shows_the_text(desk: Desk, hands: Hands) -> None:
    done = notify(hands, "the build is done")
    assert (done.verdict, done.inverse) == ("unobservable", None)
    assert done.output == {"text": "The notification was sent.", "shown": "the build is done", "cut": False}
    assert shown_by_dunst(desk) == ("Goalwright", "<b>Goalwright</b>\nthe build is done")


@pytest.mark.parametrize(
    "text",
    [
        "<b>bold</b> & <a href='http://example.com'>here</a> <img src='/etc/passwd'/>",
        "$(reboot) `reboot` ; rm -rf ~ 'quoted' \"twice\" --help",
        "&lt;b&gt; %s %b %n",
        "héllo 世界 👩‍👩‍👧",
    ],
)
def test_nothing_in_a_text_is_more_than_text(desk: Desk, hands: Hands, text: str) -> None:
    notify(hands, text)
    _, message = shown_by_dunst(desk)
    assert html.unescape(message.partition("\n")[2]) == text
    assert "<" not in message.partition("\n")[2]


def test_control_characters_are_left_out(desk: Desk, hands: Hands) -> None:
    notify(hands, "one\r\ntwo\0\x1b[31m\x07 \ud800three\x9b")
    assert shown_by_dunst(desk) == ("Goalwright", "<b>Goalwright</b>\none\ntwo[31m three")


def test_a_long_text_ends_at_a_word(hands: Hands, desk: Desk) -> None:
    output = notify(hands, "word " * 100_000).output
    assert output["cut"]
    assert output["text"] == "The notification was sent, cut short."
    _, message = shown_by_dunst(desk)
    assert message.endswith("word…")
    assert len(output["shown"]) <= LONGEST


@pytest.mark.parametrize("text", ["", "   \n", "\0\x1b", None, 7])
def test_nothing_to_show_is_said(hands: Hands, text: object) -> None:
    with pytest.raises(ToolFailure, match="there is nothing to show"):
        notify(hands, text)


@settings(max_examples=30)
@given(st.text(max_size=60) | st.text(alphabet="ab \n", min_size=LONGEST - 5, max_size=LONGEST + 200))
@example("x" * (LONGEST + 1))
@example("…" * LONGEST)
def test_whatever_is_written_can_be_sent(text: str) -> None:
    shown = showable(text)
    assert len(shown) <= LONGEST
    assert shown.encode().decode() == shown
    assert all(sign in "\n\t" or unicodedata.category(sign) != "Cc" for sign in shown)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=20)
@given(text=st.text(st.characters(codec=None), min_size=1))
def test_a_daemon_gets_every_text_escaped(hands: Hands, bus: tuple[str, BusProgram], text: str) -> None:
    address, daemon = bus
    daemon.asked.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        if not showable(text):
            return
        notify(hands, text)
    [(_, member, body)] = daemon.asked
    assert member == "Notify"
    assert body[4] == html.escape(showable(text), quote=False)


def test_without_a_daemon_it_is_said_at_once(hands: Hands, empty_bus: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", empty_bus)
    with pytest.raises(ToolFailure, match="no notification daemon is running: start"):
        notify(hands, "hello")


def test_without_a_bus_the_tool_says_where_to_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    services = Services(roots=AllowedRoots([tmp_path]))
    monkeypatch.delenv("XDG_RUNTIME_DIR", raising=False)
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", f"unix:path={tmp_path}/bus")
    assert "start Goalwright from the desktop" in missing(services)["system.notify"]
    (tmp_path / "bus").touch()
    assert missing(services) == {}
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:abstract=somewhere")
    assert missing(services) == {}
