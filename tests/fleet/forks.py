"""Processes of `goalwright` that are forked from one which has its modules loaded: real, and up in a moment."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from multiprocessing.context import ForkServerContext
from multiprocessing.forkserver import set_forkserver_preload
from pathlib import Path

LOADED = ("goalwright.doors.cli.fleet_sentence", "goalwright.doors.cli.worker_command", "goalwright.fleet.dbos_engine")
MORE_LOADED = ("goalwright.fleet.worker", "goalwright.fleet.hub", "goalwright.runs.runs", "goalwright.app.preparing")
CONTEXT: ForkServerContext = multiprocessing.get_context("forkserver")
set_forkserver_preload([*LOADED, *MORE_LOADED])


class Forked:
    """`goalwright …` in a process of its own, whose streams go into a file each."""

    def __init__(self, arguments: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path) -> None:
        target = (list(arguments), str(folder), dict(environment), str(log))
        self._process = CONTEXT.Process(target=_carried_out, args=target)
        self._process.start()

    @property
    def pid(self) -> int:
        return self._process.pid or 0

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout_s: float | None = None) -> int:
        self._process.join(timeout_s)
        code = self.poll()
        if code is None:
            raise TimeoutError(f"process {self.pid} goes on")
        return code


def completed(
    arguments: Sequence[str], folder: Path, environment: Mapping[str, str], log: Path, timeout_s: float
) -> subprocess.CompletedProcess[str]:
    """What came of a command that runs to its end."""
    for file in (log, log.with_suffix(".err")):
        file.unlink(missing_ok=True)
    code = Forked(arguments, folder, environment, log).wait(timeout_s)
    said, complained = log.read_text(), log.with_suffix(".err").read_text()
    return subprocess.CompletedProcess(list(arguments), code, said, complained)


def _carried_out(arguments: list[str], folder: str, environment: dict[str, str], log: str) -> None:
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for number, file in ((1, log), (2, str(Path(log).with_suffix(".err")))):
        os.dup2(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644), number)
    sys.argv = ["goalwright", *arguments]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    from goalwright.doors.cli.entry import main

    main()
