"""The browser's process: outlives whoever started it, is found again in milliseconds, and leaves nothing open."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser import browser_line, process
from goalwright.tools.browser.process import (
    find_running,
    has_display,
    is_alive,
    launch_flags,
    start_browser,
)
from goalwright.tools.browser.seen import browser_seen
from goalwright.tools.services import BrowserChoices
from tools.browser.page_desk import PageDesk, wait_for_end
from tools.browser.sites import Site

SOURCE = Path(__file__).parents[3] / "src"
START = """
import asyncio, sys
from goalwright.tools.browser.process import start_browser
from goalwright.tools.services import BrowserChoices
print(asyncio.run(start_browser(BrowserChoices(folder=sys.argv[1]))).pid)
"""


def test_a_browser_outlives_the_process_that_started_it_and_holds_nothing_of_it(own_whole_desk: PageDesk) -> None:
    folder = own_whole_desk.choices.folder
    command = [sys.executable, "-W", "error", "-c", START, folder]
    # It would wait here for the browser if that had the pipe.
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, timeout=60, env={**os.environ, "PYTHONPATH": str(SOURCE)}
    )
    assert done.stderr == ""
    own_whole_desk.pids.add(int(done.stdout))
    running = find_running(folder)
    assert running is not None
    assert running.pid == int(done.stdout)
    assert running.keeper is not None
    assert is_alive(running.pid)
    assert os.getsid(running.pid) == os.getsid(running.keeper) == running.keeper
    assert Path(folder).stat().st_mode & 0o777 == 0o700
    began = time.perf_counter()
    find_running(folder)
    assert time.perf_counter() - began < 1
    assert browser_seen(own_whole_desk.choices).is_running


def test_where_nothing_was_started_nothing_runs(tmp_path: Path) -> None:
    assert find_running(str(tmp_path)) is None
    assert not browser_seen(BrowserChoices(folder=str(tmp_path))).is_running
    assert not browser_seen(BrowserChoices(cdp_url="http://127.0.0.1:9")).is_running


@pytest.mark.parametrize("text", ["", "nonsense", "1\n/devtools/browser/x", "{port}\n/devtools/browser/x"])
def test_what_a_browser_with_a_port_left_behind_is_no_browser(
    tmp_path: Path, site: Site, text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_line, "IS_PRIVATE", False)
    (tmp_path / "profile").mkdir()
    place = text.replace("{port}", site.address.rpartition(":")[2])
    (tmp_path / "profile" / "DevToolsActivePort").write_text(place)
    assert find_running(str(tmp_path)) is None


def test_a_browser_that_does_not_come_up_is_told_with_its_last_words(own_whole_desk: PageDesk, tmp_path: Path) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\necho cannot open display >&2\nexit 3\n")
    broken.chmod(0o755)
    with pytest.raises(ToolFailure, match="ended at once: cannot open display"):
        own_whole_desk.run(start_browser(BrowserChoices(folder=str(tmp_path / "home"), path=str(broken))))


@pytest.mark.parametrize(
    ("argument", "problem"), [("--user-data-dir=x", "is running but does not answer"), ("x", "ended at once")]
)
def test_only_a_browser_holds_a_profile_and_no_other_program_that_got_its_number(
    tmp_path: Path, argument: str, problem: str
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("#!/bin/sh\nexit 3\n")
    broken.chmod(0o755)
    (tmp_path / "profile").mkdir()
    with subprocess.Popen([sys.executable, "-c", "input()", argument], stdin=subprocess.PIPE) as other:
        (tmp_path / "profile" / "SingletonLock").symlink_to(f"{socket.gethostname()}-{other.pid}")
        with pytest.raises(ToolFailure, match=problem):
            asyncio.run(start_browser(BrowserChoices(folder=str(tmp_path), path=str(broken))))
        other.kill()


def test_what_a_browser_that_does_not_come_up_has_started_ends_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "START_S", 1.0)
    wrapper = tmp_path / "wrapper"
    wrapper.write_text(f"#!/bin/sh\nsleep 1000 &\necho $! > {tmp_path}/inner\nwait\n")
    wrapper.chmod(0o755)
    with pytest.raises(ToolFailure, match="did not start within 1 s"):
        asyncio.run(start_browser(BrowserChoices(folder=str(tmp_path / "home"), path=str(wrapper))))
    wait_for_end(int((tmp_path / "inner").read_text()), 5)


def test_a_browser_that_does_not_answer_is_not_forgotten(
    own_whole_desk: PageDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_line, "LIVENESS_S", 0.2)
    own_whole_desk.do("launch")
    pid = own_whole_desk.pid()
    own_whole_desk.command()
    os.kill(pid, signal.SIGSTOP)
    try:
        for verb in ("close", "launch"):
            with pytest.raises(ToolFailure, match=rf"the browser \(process {pid}\) is running but does not answer"):
                own_whole_desk.do(verb, risk="high")
    finally:
        os.kill(pid, signal.SIGCONT)
    monkeypatch.undo()
    assert own_whole_desk.do("close", risk="high") == {"closed": True}
    assert not is_alive(pid)


def test_a_record_that_makes_no_sense_is_none(own_whole_desk: PageDesk) -> None:
    own_whole_desk.do("launch")
    pid = own_whole_desk.pid()
    (Path(own_whole_desk.choices.folder) / "browser.json").write_text('{"pid": "x", "origins": [["y"]]}')
    running = find_running(own_whole_desk.choices.folder)
    assert running is not None
    assert running.pid == pid


def test_there_is_a_window_where_there_is_a_display(tmp_path: Path) -> None:
    assert not any("headless" in flag for flag in launch_flags(tmp_path, {"DISPLAY": ":0"}))
    assert "--headless=new" in launch_flags(tmp_path, {})
    assert has_display({"WAYLAND_DISPLAY": "wayland-0"})
