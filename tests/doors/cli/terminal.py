"""A terminal for the command: what it writes is collected, and keys can be typed when it asks."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Mapping
from types import TracebackType
from typing import Self

from doors.cli.command import COMMAND, Cli

_CONTROL = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]|\r")
DEADLINE_S = 60


class Terminal:
    """The command on a terminal of some width, from its start to its end."""

    def __init__(
        self, cli: Cli, *arguments: str, width: int = 80, environment: Mapping[str, str] | None = None
    ) -> None:
        self._leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 50, width, 0, 0))
        settings = cli.environment(**{"TERM": "xterm-256color", **(environment or {})})
        settings.pop("COLUMNS", None)
        self.process = subprocess.Popen(
            [*COMMAND, *arguments],
            cwd=cli.folder,
            env=settings,
            stdin=follower,
            stdout=follower,
            stderr=follower,
            start_new_session=True,
        )
        os.close(follower)
        self.raw = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._leader)

    @property
    def text(self) -> str:
        """What was written so far, without colours and movements of the cursor."""
        return _CONTROL.sub("", self.raw)

    @property
    def words(self) -> str:
        """The same with every line break and run of spaces as one space."""
        return " ".join(self.text.split())

    def type(self, keys: str) -> None:
        os.write(self._leader, keys.encode())

    def interrupt(self) -> None:
        """Ctrl-C: whatever the command has started in its group hears it too."""
        os.killpg(self.process.pid, signal.SIGINT)

    def wait_for(self, words: str) -> None:
        """Read until the words were written."""
        deadline = time.monotonic() + DEADLINE_S
        while words not in self.text:
            assert time.monotonic() < deadline, self.text
            assert self._read(deadline), self.text

    def end(self) -> int:
        """Read to the end; the exit code."""
        deadline = time.monotonic() + DEADLINE_S
        while self._read(deadline):
            assert time.monotonic() < deadline, self.text
        try:
            return self.process.wait(max(1.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            raise AssertionError(f"it did not end within {DEADLINE_S} s: {self.text}") from None

    def _read(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._leader], [], [], max(0, deadline - time.monotonic()))
        try:
            piece = os.read(self._leader, 65536) if ready else b""
        except OSError:  # how Linux says that the other end is closed
            piece = b""
        self.raw += piece.decode(errors="replace")
        return bool(piece)
