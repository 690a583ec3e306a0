"""A desk: a home and a working folder of its own, and a terminal to try commands at, as a reader of a page would."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import shlex
import signal
import socket
import struct
import subprocess
import sys
import termios
import time
import tomllib
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path

from goalwright import Goalwright
from pages.keyrings import keyring_in
from pages.likeness import is_alike, plain
from pages.page import ROOT, files
from pages.screen import screen_text

COLUMNS = 1000
"""So wide that no line is broken: where that happens would depend on how long the name of the folder is."""
DEADLINE_S = 60
HOME_ON_PAGES = "/home/you"
HOMES = frozenset({"XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"})
"""Folders of a desktop's user that a desk has its own of."""
PROGRAMS = frozenset(
    {"goalwright", "./goalwright", "cat", "cd", "curl", "echo", "ln", "ls", "mkdir", "mv", "rm", "sed", "touch"}
)
"""What a page may run: nothing that could hurt whoever runs the tests."""
KILLED = "Killed"
"""The last line of what a page shows of a run that is killed as soon as it says so."""
INTERRUPTED = "^C"
"""A line where somebody presses Ctrl-C; it is not on the screen."""
DONE = "✓ "
BESIDE = " &"
"""The end of a command that goes on while others are typed."""
PORT_ON_PAGES = "7341"
_SETTING = re.compile(r"[A-Z_]+=")
_ANSWERED = re.compile(r"^(?P<question>.*\[(?:y/N|1-\d)\] )(?P<answer>\S+)$", re.MULTILINE)
_HIDDEN = re.compile(r"^value of \S+:$", re.MULTILINE)
"""A question whose answer is not on the screen."""


@dataclass(kw_only=True)
class Desk:
    """What a page's commands work on. Each begins where the one before it ended."""

    folder: Path
    desktop: Mapping[str, str] = field(default_factory=dict)
    """The variables of a desktop that the commands are typed on; without them there is no display."""
    code: int = 0
    _beside: list[_Session] = field(default_factory=list)
    _paths: list[str] = field(default_factory=lambda: [str(ROOT / "src")])

    @classmethod
    def for_page(cls, folder: Path, text: str, desktop: Mapping[str, str] | None = None) -> Desk:
        """A desk with the files that a page shows in their places, and a `docs` folder, as a checkout has one."""
        desk = cls(folder=folder.resolve(), desktop=desktop or {})
        desk._write("you/work/docs/kept.txt", "kept")
        for program, module in (("goalwright", "goalwright"), ("mcp-server-time", "mcp_server_time")):
            desk._write(f"bin/{program}", f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -P -m {module} "$@"\n')
            (desk.folder / "bin" / program).chmod(0o755)
        for name, content in files(text).items():
            desk._put(name, content)
        return desk

    @property
    def home(self) -> Path:
        return self.folder / "you"

    @property
    def work(self) -> Path:
        return self.home / "work"

    @property
    def state(self) -> Path:
        return self.home / ".local" / "share" / "goalwright"

    @cached_property
    def port(self) -> str:
        """A port that is free, where pages have the usual one."""
        with socket.create_server(("127.0.0.1", 0)) as found:
            return str(found.getsockname()[1])

    def clear(self) -> None:
        """End what goes on beside the commands."""
        for session in self._beside:
            session.signal(signal.SIGTERM)
            session.everything()
            session.end()
        self._beside.clear()

    def environment(self) -> dict[str, str]:
        foreign = (
            "PYTHON",
            "GOALWRIGHT",
            "XDG_",
            "LC_",
            "NO_COLOR",
            "FORCE_COLOR",
            "COLUMNS",
            "DISPLAY",
            "WAYLAND",
            "DBUS_",
            "PULSE_",
            "PLAYWRIGHT",
        )
        kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
        return {
            **kept,
            **{name: value for name, value in self.desktop.items() if name not in HOMES},
            "HOME": str(self.home),
            "GOALWRIGHT_CONVERSATION": "page",  # each command has a terminal of its own here
            "LANG": "C.UTF-8",
            "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
            "PYTHONUTF8": "1",
            "TERM": "xterm-256color",
            **keyring_in(self.folder / "keyring.json", *self._paths),
        }

    def python(self, code: str) -> subprocess.CompletedProcess[str]:
        """Run a piece of Python here."""
        return subprocess.run(
            [sys.executable, "-c", code],
            cwd=self.work,
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE_S,
        )

    def typed(self, command: str, shown: str) -> str:
        """What stands on the terminal after a command. Keys are pressed where the page shows that they are."""
        program = next(word for word in shlex.split(command) if not _SETTING.match(word))
        assert program in PROGRAMS, command
        script = f"(exit {self.code})\n{self._spelt(command)}"
        session = _Session(["sh", "-c", script], self.work, self.environment())
        if command.endswith(BESIDE):
            self._beside.append(session)
            session.wait_for(lambda screen: is_alike(self._told(screen), shown))
            return shown
        try:
            written = self._watched(session, shown)
        finally:
            self.code = session.end()
        return self._told(screen_text(written))

    def _spelt(self, command: str) -> str:
        """The command as it is typed here."""
        spelt = command.removeprefix("./").removesuffix(BESIDE).replace(f":{PORT_ON_PAGES}/", f":{self.port}/")
        return spelt.replace("goalwright serve", f"GOALWRIGHT_PORT={self.port} goalwright serve")

    def _told(self, screen: str) -> str:
        """What stands on the screen, with the places that pages have."""
        told = screen.replace(str(self.home), HOME_ON_PAGES).replace(str(self.folder / "bin"), "/usr/bin")
        return told.replace(f"127.0.0.1:{self.port}", f"127.0.0.1:{PORT_ON_PAGES}")

    def _watched(self, session: _Session, shown: str) -> str:
        """All that the program writes, while keys are pressed, and worse, where the page says so."""
        for found in _ANSWERED.finditer(shown):
            session.wait_for(partial(_shows, found["question"].rstrip()))
            session.press(f"{found['answer']}\n")
        for found in _HIDDEN.finditer(shown):
            session.wait_for(partial(_shows, found[0]))
            session.press("correct horse\n")
        before, _, after = shown.partition(f"{INTERRUPTED}\n")
        if after:
            last = plain(before.splitlines()[-1]).strip()
            session.wait_for(lambda screen: last in plain(screen))
            self._wait_for_doubt(before.count(DONE))
            session.signal(signal.SIGINT)
        before, _, after = shown.partition(f"{KILLED}\n")
        if shown.endswith(f"{KILLED}\n"):
            session.wait_for(lambda screen: is_alike(screen, before))
            self._wait_for_doubt(before.count(DONE))
            session.signal(signal.SIGKILL)
            return f"{session.everything().rstrip()}\r\n{KILLED}"
        return session.everything()

    def _wait_for_doubt(self, done: int) -> None:
        """Wait until the journal says that so many actions are done, and that another one was begun."""
        deadline = time.monotonic() + DEADLINE_S
        while time.monotonic() < deadline:
            with closing(Goalwright(home=self.state)) as gw:
                states = [outcome.state for outcome in gw.show().outcomes.values()]
            if states.count("done") == done and "in_doubt" in states:
                return
            time.sleep(0.02)
        raise AssertionError(f"{done} actions were to be done, and another to be begun")

    def _put(self, name: str, content: str) -> None:
        """A file where it belongs: settings in their folder, a package beside the others, the rest at hand."""
        if name == "config.toml" or name.startswith("rules/"):
            self._write(f"you/.config/goalwright/{name}", content)
        elif name == "pyproject.toml":
            self._install(tomllib.loads(content)["project"])
        elif name.endswith(".py"):
            self._write(f"site/{name}", content)
        else:
            self._write(f"you/work/{name}", content)

    def _install(self, project: dict[str, object]) -> None:
        """What an installer makes of a project, as far as entry points need it."""
        groups = project.get("entry-points", {})
        assert isinstance(groups, dict)
        points = [
            f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
            for group, names in groups.items()
        ]
        info = f"site/{str(project['name']).replace('-', '_')}-{project['version']}.dist-info"
        metadata = f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
        self._write(f"{info}/METADATA", metadata)
        self._write(f"{info}/entry_points.txt", "\n".join(points))
        self._paths.append(str(self.folder / "site"))

    def _write(self, name: str, content: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")


class _Session:
    """A program at a terminal: what it has written, and keys for it."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str]) -> None:
        self._terminal, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, COLUMNS, 0, 0))
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
        )
        os.close(follower)
        self._written = b""
        self._deadline = time.monotonic() + DEADLINE_S

    def signal(self, number: signal.Signals) -> None:
        os.killpg(self._process.pid, number)

    def press(self, keys: str) -> None:
        os.write(self._terminal, keys.encode())

    def wait_for(self, is_there: Callable[[str], bool]) -> None:
        """Read until the screen is as it should be."""
        while not is_there(screen_text(self._text)):
            assert self._read(), screen_text(self._text)

    def everything(self) -> str:
        while self._read():
            pass
        return self._text

    def end(self) -> int:
        """Let go of the terminal; the exit code, as a shell has it."""
        os.close(self._terminal)
        try:
            code = self._process.wait(max(0.0, self._deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.signal(signal.SIGKILL)
            code = self._process.wait()
        return code if code >= 0 else 128 - code

    @property
    def _text(self) -> str:
        return self._written.decode(errors="replace")

    def _read(self) -> bool:
        ready, _, _ = select.select([self._terminal], [], [], max(0.0, self._deadline - time.monotonic()))
        try:
            piece = os.read(self._terminal, 65536) if ready else b""
        except OSError:  # how Linux says that the other end is closed
            piece = b""
        self._written += piece
        return bool(piece)


def _shows(text: str, screen: str) -> bool:
    return text in screen
