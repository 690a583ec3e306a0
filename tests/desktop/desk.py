"""The test desktop: a screen, a window manager, a bus, notices and sound of the tests' own, once per run of the tests.

A test asks for the fixture `desk`: for as long as it lasts, the environment is that of the desktop, and what it has
started there is gone afterwards.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from desktop.keeper import MARK, end_marked

T = TypeVar("T")
PARTS = ("Xvfb", "openbox", "dbus-daemon", "dunst", "pulseaudio", "pactl", "xprop", "dbus-send")
SESSION_VARIABLES = (
    "LC_ALL",
    "WAYLAND_DISPLAY",
    "XAUTHORITY",
    "SESSION_MANAGER",
    "XDG_CURRENT_DESKTOP",
    "DESKTOP_SESSION",
    "WINDOWID",
)
PATIENCE_S = 30.0
_KEEPER = Path(__file__).with_name("keeper.py")


@dataclass(frozen=True, slots=True)
class Desk:
    """A desktop that runs. `environment` is what programs on it need, `started` the children it must take leave of."""

    environment: Mapping[str, str]
    started: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        """The home folder of the desktop's user."""
        return Path(self.environment["HOME"])

    def start(self, *command: str) -> subprocess.Popen[bytes]:
        """Start a program on the desktop; it ends with the test."""
        nowhere = subprocess.DEVNULL
        process = subprocess.Popen(command, env=self.environment, stdin=nowhere, stdout=nowhere, stderr=nowhere)
        self.started.append(process)
        return process

    def output(self, *command: str) -> str:
        """What a program says."""
        done = subprocess.run(command, env=self.environment, capture_output=True, check=True, timeout=PATIENCE_S)
        return done.stdout.decode(errors="replace")

    def open_window(self, title: str = "Notes", name: str = "notes") -> str:
        """A new window, an xterm; its number as X programs write it. `name` is the program's name in WM_CLASS."""
        before = self.windows()
        shape = ("-geometry", "60x15+200+150", "-xrm", "*utf8Title: true")
        self.start("xterm", "-title", title, "-name", name, *shape, "-e", "sleep", "600")
        opened = until(lambda: next((number for number in self.windows() if number not in before), ""))
        until(lambda: self.active_window() == opened)
        return opened

    def active_window(self) -> str:
        """The number of the window in front; empty if none is."""
        told = self.output("xprop", "-root", "_NET_ACTIVE_WINDOW").rpartition("# ")[2].strip()
        return str(int(told, 16)) if told.startswith("0x") and told != "0x0" else ""

    def windows(self) -> dict[str, str]:
        """The titles of the windows by their numbers, as wmctrl tells them."""
        told = subprocess.run(["wmctrl", "-l"], env=self.environment, capture_output=True, text=True, check=False)
        rows = (line.split(maxsplit=3) for line in told.stdout.splitlines())
        return {str(int(row[0], 16)): row[3] if len(row) > 3 else "" for row in rows}

    def clear(self) -> None:
        """End whatever was started on the desktop, and leave the desktop itself."""
        end_marked(self.environment[MARK])
        while self.started:
            self.started.pop().wait(PATIENCE_S)
        until(lambda: not self.windows())


def until(seen: Callable[[], T | None], limit_s: float = PATIENCE_S) -> T:
    """What `seen` returns as soon as it is true; a slow machine gets its time."""
    end = time.monotonic() + limit_s
    while not (value := seen()):
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)
    return value


@contextmanager
def running_desk() -> Iterator[Desk]:
    """A desktop until the block ends; should the tests be killed, its keeper notices and ends it."""
    absent = [part for part in PARTS if shutil.which(part) is None]
    if absent:
        pytest.skip(f"there is no {absent[0]}: install what tests/debian-packages.txt lists")
    folder = Path(tempfile.mkdtemp(prefix="goalwright-desk-"))
    keeper = subprocess.Popen(
        [sys.executable, "-I", str(_KEEPER), str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    assert keeper.stdin is not None
    assert keeper.stdout is not None
    try:
        told = keeper.stdout.readline()
        assert told, f"the desktop did not start (code {keeper.wait()})"
        environment = json.loads(told)
        # What tests start bears a mark of its own, so that it can be told from the desktop's own programs.
        yield Desk({**environment, MARK: f"{environment[MARK]}.test"})
    finally:
        end_marked(f"{folder.name}.test")
        keeper.stdin.close()
        keeper.wait(PATIENCE_S)
        keeper.stdout.close()
