"""Whoever is killed, no key stays down, and two who type at once take turns."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from desktop.keeper import MARK, marked
from goalwright.contracts import NEVER
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input
from tools.desktop.keyboard.sheet import INSIDE, Sheet, keys_down, open_sheet

SRC = Path(__file__).parents[4] / "src"
KILLS = 20
LONG = "Some Text With CAPITALS, which need Shift (ö€) " * 100
WORK = """
import os, signal, sys
from goalwright.contracts import NEVER
from goalwright.tools.desktop.keyboard.keyboard_port import Point
from goalwright.tools.desktop.keyboard.x11_keyboard import X11Input

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
hands = X11Input()
for text in sys.stdin:
    worker = os.fork()
    if worker:
        print(worker, flush=True)
        continue
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    while True:
        hands.type_text(text.strip(), NEVER)
        hands.press(("ctrl", "alt", "shift", "f7"), NEVER)
        hands.click(Point{inside}, NEVER)
"""


@pytest.fixture
def sheet(desk: Desk, tmp_path: Path) -> Sheet:
    return open_sheet(desk, tmp_path)


def test_a_killed_run_lets_every_key_go_and_types_no_more(desk: Desk, sheet: Sheet) -> None:
    chance = random.Random(6)
    with _workers() as start:
        for number in range(KILLS):
            sheet.clear()
            worker = start(LONG if number % 2 else "Short Ö")
            until(sheet.text)
            _moment(chance.random() / 2)
            os.kill(worker, signal.SIGKILL)
            until(lambda: not _guardians(desk))
            assert keys_down() == []
    typed = sheet.text()
    assert len(typed) < len(LONG)
    _moment(0.2)
    assert sheet.text() == typed


def typing_long(sheet: Sheet) -> tuple[threading.Thread, list[str]]:
    """A thread that has begun to type, and where it writes down why it could not go on."""
    failures: list[str] = []

    def type_long() -> None:
        try:
            X11Input().type_text(LONG, NEVER)
        except ToolFailure as failure:
            failures.append(str(failure))

    typing = threading.Thread(target=type_long)
    typing.start()
    until(sheet.text)
    return typing, failures


def test_a_killed_xdotool_lets_every_key_go(desk: Desk, sheet: Sheet) -> None:
    typing, failures = typing_long(sheet)
    os.kill(until(lambda: next(_named(desk, "xdotool"), 0)), signal.SIGKILL)
    typing.join()
    assert failures[0].startswith("xdotool failed, or was ended (")
    assert keys_down() == []


def test_a_killed_guardian_is_told(desk: Desk, sheet: Sheet) -> None:
    typing, failures = typing_long(sheet)
    os.kill(_guardians(desk)[0], signal.SIGKILL)
    typing.join()
    assert failures == ["the process that presses the keys was ended; check how far it came, then try again"]
    until(lambda: not next(_named(desk, "xdotool"), 0))
    assert keys_down() == []


def _last_text(sheet: Sheet) -> str:
    """What the sheet shows once it has drawn all the keys that were pressed."""
    seen, now = "", sheet.text()
    while seen != now:
        time.sleep(0.5)
        seen, now = now, sheet.text()
    return now


def test_a_killed_command_is_in_doubt(desk: Desk, sheet: Sheet, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "goalwright"]
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    typing = subprocess.Popen(
        [*command, f"type {'aB' * 1500}"],
        env=environment,
        cwd=tmp_path,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    until(sheet.text)
    os.killpg(typing.pid, signal.SIGKILL)
    typing.wait()
    until(lambda: not _guardians(desk))
    assert keys_down() == []
    typed = _last_text(sheet)
    assert len(typed) < 3000
    resumed = subprocess.run([*command, "resume"], env=environment, cwd=tmp_path, capture_output=True, check=False)
    assert resumed.returncode != 0
    assert b"the result can't be checked" in resumed.stdout + resumed.stderr
    assert sheet.text() == typed


def test_two_commands_that_type_at_once_take_turns(desk: Desk, sheet: Sheet, tmp_path: Path) -> None:
    texts = ["a" * 400, "b" * 400]
    commands = [[sys.executable, "-m", "goalwright", "run", "--yes", f"type {text}"] for text in texts]
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    running = [
        subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        for command in commands
    ]
    said = [process.communicate(timeout=120)[0].decode() for process in running]
    assert [process.returncode for process in running] == [0, 0], said
    until(lambda: len(sheet.text()) == 800)
    assert sheet.text() in (texts[0] + texts[1], texts[1] + texts[0])


@contextmanager
def _workers() -> Iterator[Callable[[str], int]]:
    """Starts processes that type a text, press keys and click, again and again; the number of each."""
    pipe = subprocess.PIPE
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    command = [sys.executable, "-c", WORK.format(inside=INSIDE)]
    with subprocess.Popen(command, env=environment, stdin=pipe, stdout=pipe, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        given, told = server.stdin, server.stdout

        def start(text: str) -> int:
            given.write(f"{text}\n")
            given.flush()
            return int(told.readline())

        yield start


def _guardians(desk: Desk) -> list[int]:
    return [process for process in marked(desk.environment[MARK]) if b"guardian.py" in _command(process)]


def _named(desk: Desk, name: str) -> Iterator[int]:
    for process in marked(desk.environment[MARK]):
        if _command(process).split(b"\0")[0] == name.encode():
            yield process


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""


def _moment(seconds: float) -> None:
    threading.Event().wait(seconds)
