"""Ctrl-C while a page keeps a command waiting: it stops soon, says what it stopped, and can be taken up again."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from browser_runs.room import NO_WINDOW, PATHS, Room
from doors.cli.command import goal
from doors.cli.terminal import Terminal
from goalwright.store.locks import take_lock
from goalwright.tools.browser.process import is_alive
from tools.browser.sites import Answer, Site

PATIENCE_S = 60.0
SOON_S = 15.0
"""Well below the 30 seconds that a page is waited for, and far above what stopping takes."""
ONCE, TWICE = 1, 2


@contextmanager
def stopped(
    room: Room, *arguments: str, when: Callable[[], bool], times: int = ONCE, **more: str
) -> Iterator[Terminal]:
    """The command on a terminal, stopped with Ctrl-C at a moment; it has ended soon after."""
    environment = {**NO_WINDOW, "PYTHONPATH": PATHS, **more}
    with Terminal(room, *arguments, width=200, environment=environment) as terminal:
        wait_until(when)
        began = time.monotonic()
        terminal.interrupt()
        terminal.wait_for("stopping after the running actions")
        if times > ONCE:
            terminal.interrupt()
        assert terminal.end() == 130, terminal.text
        assert time.monotonic() - began < SOON_S
    assert "Traceback" not in terminal.text
    yield terminal


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.parametrize("times", [ONCE, TWICE])
def test_a_site_that_does_not_answer_is_given_up_and_asked_again_by_resume(room: Room, site: Site, times: int) -> None:
    site.pages["/late"] = Answer("too late", delay_s=60.0)
    sentence = f"go to {site.at('/late')}, then read the page"
    with stopped(room, sentence, when=lambda: "/late" in site.hits, times=times) as terminal:
        assert "in doubt: navigate" in terminal.text
        assert "0 of 2 actions done" in terminal.text
        assert "go on with `goalwright resume`" in terminal.text
    assert room.do("history")["runs"][0]["status"] == ("interrupted" if times == TWICE else "cancelled")
    site.pages["/late"] = Answer("<p>in time")
    resumed = room.do("resume")
    assert (resumed["status"], resumed["answers"][0]["output"]["text"]) == ("success", "in time")


def test_what_only_looks_is_stopped_without_doubt(room: Room, site: Site) -> None:
    room.do(f"go to {site.page('<p>hello')}")
    goals = room.goals(goal("browser.wait", selector="text=never"), goal("browser.read", "after:g0"))
    with stopped(room, "--goals", goals, when=lambda: _is_held(room)) as terminal:
        assert "stopped: wait" in terminal.text
        assert "in doubt" not in terminal.text
        assert "0 of 2 actions done" in terminal.text
    room.do(f"go to {site.page('<p>never')}")
    assert room.do("resume")["status"] == "success"


def test_a_page_that_hangs_in_a_click_leaves_the_click_in_doubt_and_no_later_command_waiting(
    own_room: Room, site: Site
) -> None:
    hanging = site.page('<button onclick="fetch(`/clicked`); while (true);">Go</button>')
    own_room.do(f"go to {hanging}")
    with stopped(own_room, "click Go", when=lambda: "/clicked" in site.hits) as terminal:
        assert "in doubt: click Go" in terminal.text
    own_room.patch.setattr("goalwright.tools.browser.halting.BUSY_S", 1.0)
    told = own_room.do(f"go to {site.page('<p>hello')}")
    assert "a page that no longer answered was closed" in str(told["outcomes"])
    doubted = own_room("resume")
    assert doubted.code == 5
    assert "--redo g0_click_1" in doubted.out


def test_a_browser_that_does_not_come_up_is_ended_with_the_command(own_room: Room, tmp_path: Path) -> None:
    slow, pid_file = tmp_path / "slow-browser", tmp_path / "pid"
    slow.write_text(f"#!/bin/sh\necho $$ > {pid_file}\nexec sleep 600\n")
    slow.chmod(0o700)
    with stopped(own_room, "go to example.com", when=_is_written(pid_file), GOALWRIGHT_BROWSER=str(slow)) as terminal:
        assert "0 of 1 action done" in terminal.text
    assert not is_alive(int(pid_file.read_text()))
    assert not (own_room.folder / "state" / "browser" / "browser.json").exists()


def _is_written(file: Path) -> Callable[[], bool]:
    return lambda: file.exists() and bool(file.read_text().strip())


def _is_held(room: Room) -> bool:
    """Whether a command has the browser."""
    lock = take_lock(room.folder / "state" / "locks" / "browser")
    if lock is None:
        return True
    with lock:
        return False
