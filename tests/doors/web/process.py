"""`goalwright serve` as a process of its own, and what can be done to it."""

from __future__ import annotations

import json
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from doors.cli.command import COMMAND, Cli, Outcome
from doors.cli.plugin import install
from doors.web.caller import Asker


class ServeProcess:
    """A running `goalwright serve`; its state and its folder outlive it."""

    def __init__(self, cli: Cli, *options: str, port: int = 0) -> None:
        self.cli = cli
        work = cli.folder / "work"
        work.mkdir(exist_ok=True)
        command = [*COMMAND, "serve", "--port", str(port), "--json", *options]
        self.plugin = install(cli)
        with (cli.folder / "serve.err").open("ab") as errors:
            self.process = subprocess.Popen(
                command,
                cwd=work,
                env=cli.environment(**self.plugin),
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
            )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, (cli.folder / "serve.err").read_text()
        self.announced: Any = json.loads(line)
        self.address = str(self.announced["address"])
        self.origin = self.address.partition("/enter")[0]
        self.port = int(self.origin.rpartition(":")[2])
        self.work = work

    @property
    def program(self) -> Asker:
        token = (self.cli.folder / "state" / "service" / "token").read_text().strip()
        return Asker(port=self.port, headers={"Authorization": f"Bearer {token}"})

    def command(self, *arguments: str) -> Outcome:
        """The command line, beside the service."""
        return self.cli(*arguments, environment=self.plugin)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        if self.process.poll() is None:
            self.process.send_signal(number)
        code = self.process.wait(60)
        if self.process.stdout is not None:
            self.process.stdout.close()
        return code


@contextmanager
def served_process(folder: Path, *options: str, port: int = 0) -> Iterator[ServeProcess]:
    (folder / "home").mkdir(exist_ok=True)
    running = ServeProcess(Cli(folder=folder), *options, port=port)
    try:
        yield running
    finally:
        running.stop()


def is_loopback_only(pid: int) -> bool:
    """Whether every socket that a process listens at is on the loopback."""
    import psutil

    listening = [each for each in psutil.Process(pid).net_connections("inet") if each.status == psutil.CONN_LISTEN]
    return bool(listening) and all(each.laddr.ip in ("127.0.0.1", "::1") for each in listening)
