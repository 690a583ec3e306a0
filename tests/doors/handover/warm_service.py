"""A service with its warm process, and what tells whether a command was handed over to it."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

import psutil

from doors.cli.command import COMMAND, Outcome
from doors.web.process import ServeProcess, served_process

ALONE = {"GOALWRIGHT_ALONE": "1"}
_FAULTS_FIELD = 8  # of /proc/PID/stat, behind the name: the page faults of children that were waited for


class WarmService:
    """A running service. `environment` is what commands need to be taken for those of its user."""

    def __init__(self, running: ServeProcess) -> None:
        self.running = running
        self.cli = running.cli
        self.environment = running.plugin
        until(self.is_there)
        self.process = next(
            child
            for child in psutil.Process(running.process.pid).children()
            if "warm_process" in " ".join(child.cmdline())
        )

    @property
    def socket(self) -> Path:
        return self.cli.folder / "state" / "service" / "commands.sock"

    def is_there(self) -> bool:
        return self.socket.exists()

    def begun(self) -> int:
        """A count that grows with each command that the warm process has had done."""
        told = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return int(told[_FAULTS_FIELD])

    def workers(self) -> list[psutil.Process]:
        return list(self.process.children())

    def __call__(self, *arguments: str, is_handed: bool = True, **wanted: object) -> Outcome:
        """A command that is handed over, or is not: that is seen to."""
        before = self.begun()
        done = self.run(*arguments, **wanted)  # type: ignore[arg-type]  # passed on
        assert (self.begun() > before) == is_handed, done
        return done

    def run(
        self,
        *arguments: str,
        stdin: bytes = b"",
        environment: Mapping[str, str] | None = None,
        cwd: Path | None = None,
        prepare: Callable[[], None] | None = None,
        pass_fds: Sequence[int] = (),
    ) -> Outcome:
        done = subprocess.run(
            [*COMMAND, *arguments],
            cwd=cwd or self.cli.folder,
            env=self.cli.environment(**{**self.environment, **(environment or {})}),
            input=stdin,
            capture_output=True,
            check=False,
            timeout=120,
            preexec_fn=prepare,
            pass_fds=pass_fds,
        )
        return Outcome(code=done.returncode, out=done.stdout.decode(), err=done.stderr.decode())


@contextmanager
def warm_service(folder: Path) -> Iterator[WarmService]:
    with served_process(folder) as running:
        yield WarmService(running)


def until(look: Callable[[], bool], seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


def is_alive(process: psutil.Process) -> bool:
    try:
        return bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False


def status_of(pid: int) -> str:
    return str(psutil.Process(pid).status())


def is_root() -> bool:
    return os.geteuid() == 0
