"""A browser that outlives the command: the next one goes on in the same page, whatever happened in between."""

from __future__ import annotations

import signal
import time
from typing import Any

import pytest

from browser_runs.room import OpenApp, Room
from doors.cli.command import goal
from goalwright.store.locks import take_lock
from goalwright.tools.browser import browser_line
from goalwright.tools.browser.process import is_alive
from tools.browser.sites import Answer, Site

PATIENCE_S = 60.0


def test_a_later_command_goes_on_in_the_page_with_its_cookies_and_what_was_typed(own_room: Room, site: Site) -> None:
    body = '<input aria-label=Name><button onclick="b.textContent = document.cookie">Show</button><b id=b></b>'
    url = site.page(f"{body}<script>document.cookie = 'seen=yes; max-age=600'</script>", "Form")
    first = own_room.process(f"go to {url}")
    assert (first.code, "note:" in first.err) == (0, False), first
    pid = own_room.pid
    assert url in own_room.process("world").out
    assert own_room.process('type "bob" into the name field').code == 0
    assert own_room.process("click the Show button").code == 0
    shown = own_room.process("read the page")
    assert "seen=yes" in shown.out
    named = own_room.act(goal("browser.read", selector="label=Name"))
    assert named["answers"][0]["output"]["text"] == "bob"
    assert own_room.pid == pid
    assert is_alive(pid)
    assert "unknown page" in own_room.process("world").out  # its address no longer gives what it shows
    assert site.hits == [url.removeprefix(site.address)]


@pytest.mark.thorough
def test_a_browser_killed_between_two_commands_is_replaced_and_that_is_told(own_room: Room, site: Site) -> None:
    url = site.page("<p>hello")
    own_room.do(f"go to {url}")
    own_room.kill_browser()
    refused = own_room("read the page")
    assert refused.code != 0
    assert "no browser is open" in refused.err + refused.out
    told = own_room(f"go to {url}")
    assert told.code == 0
    assert "a new one was started" in told.out + told.err
    assert own_room.seen("read the page")["text"] == "hello"
    assert "a new one was started" in own_room("show", own_room.do("history")["runs"][1]["run_id"]).out


def test_a_browser_killed_during_a_command_fails_that_action_and_the_next_command_starts_a_new_one(
    own_room: Room, site: Site
) -> None:
    url = site.page("<p>hello")
    own_room.do(f"go to {url}")
    goals = own_room.goals(goal("browser.wait", selector="text=never"))
    waiting = own_room.started("--goals", goals, "--json")
    try:
        wait_until_connected(own_room)
        own_room.kill_browser()
        out, err = waiting.communicate(timeout=PATIENCE_S)
    finally:
        waiting.kill()
    assert waiting.returncode == 5, err
    assert "the browser was closed or has crashed" in out
    assert "a new one was started" in str(own_room.output(f"go to {url}")["note"])


@pytest.mark.thorough
def test_two_commands_at_once_take_turns(own_room: Room, site: Site) -> None:
    own_room.do(f"go to {site.page('<p>hello')}")
    first = own_room.started("wait 2 seconds", "--json")
    try:
        wait_until_connected(own_room)
        assert own_room.seen("read the page")["text"] == "hello"
        out, err = first.communicate(timeout=PATIENCE_S)
        assert first.returncode == 0, (out, err)
    finally:
        first.kill()


@pytest.mark.thorough
def test_a_command_that_waits_too_long_for_another_is_told(own_room: Room, site: Site) -> None:
    own_room.do(f"go to {site.page('<p>hello')}")
    first = own_room.started("wait 60 seconds", "--json")
    try:
        wait_until_connected(own_room)
        own_room.patch.setattr("goalwright.tools.browser.session.LOCK_S", 0.3)
        refused = own_room("read the page")
        assert refused.code == 5
        assert "another command is using the browser" in refused.err
    finally:
        first.send_signal(signal.SIGKILL)
        first.communicate()
    assert own_room.seen("read the page")["text"] == "hello"


@pytest.mark.thorough
def test_a_running_browser_is_used_in_its_most_recent_page_and_left_open(
    room: Room, own_room: Room, site: Site
) -> None:
    own_room.patch.setattr(browser_line, "IS_PRIVATE", False)  # one with a port, as a person may start it
    own_room.do(f"go to {site.page('<p>first', 'First')}")
    own_room.act(goal("browser.new_tab", url=site.page("<p>second", "Second")))
    with browser_line.line_address(str(own_room.folder / "state" / "browser")) as endpoint:
        attached: dict[str, Any] = {"GOALWRIGHT_CDP_URL": f"http://{endpoint.split('/')[2]}"}
    assert room.seen("read the page", **attached)["text"] == "second"
    own_room.do("go to the first tab")
    assert room.seen("read the page", **attached)["text"] == "first"
    room.do(f"go to {site.page('<p>third')}", **attached)
    assert own_room.seen("read the page")["text"] == "third"
    assert "Goalwright did not start that browser" in room("close the browser", "--yes", environment=attached).err
    assert is_alive(own_room.pid)


def test_independent_pages_are_opened_side_by_side_each_in_its_own_tab(app: OpenApp, site: Site) -> None:
    for name in ("one", "two", "three"):
        site.pages[f"/{name}"] = Answer(f"<title>{name}</title><p>this is {name}", delay_s=0.4)
    goals = [goal("browser.navigate", "after:", url=site.at(f"/{name}")) for name in ("one", "two", "three")]
    goals += [goal("browser.read", scope=f"after:g{number}") for number in range(3)]
    report = app.run(*goals)
    texts = [str(output["text"]) for _, output in report.answers]
    assert (report.status, sorted(texts)) == ("success", ["this is one", "this is three", "this is two"])
    assert report.plan is not None
    assert len({action.touches for action in report.plan.actions}) == 3


def wait_until_connected(room: Room) -> None:
    """Wait until another command holds the browser."""
    end = time.monotonic() + PATIENCE_S
    while (lock := take_lock(room.folder / "state" / "locks" / "browser")) is not None:
        with lock:
            pass
        assert time.monotonic() < end
        time.sleep(0.02)
