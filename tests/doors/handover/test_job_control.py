"""A command that is handed over, under the job control of a real shell."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from doors.cli.command import COMMAND, Cli
from doors.cli.terminal import Terminal
from doors.handover.warm_service import WarmService, until, warm_service

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands over")]


class Shell(Terminal):
    """A bash at a terminal that it controls."""

    def __init__(self, cli: Cli, environment: dict[str, str]) -> None:
        self._leader, follower = pty.openpty()
        self.process = subprocess.Popen(
            ["setsid", "--ctty", "--wait", "bash", "--norc", "--noprofile", "-i"],
            cwd=cli.folder,
            env=cli.environment(TERM="dumb", PS1="ready> ", **environment),
            stdin=follower,
            stdout=follower,
            stderr=follower,
        )
        os.close(follower)
        self.raw = ""


@pytest.fixture
def warm(tmp_path: Path) -> Iterator[WarmService]:
    with warm_service(tmp_path) as found:
        yield found


def test_one_that_is_sent_to_the_background_rests_there_and_goes_on_in_front(warm: WarmService) -> None:
    with Shell(warm.cli, dict(warm.environment)) as shell:
        shell.wait_for("ready> ")
        shell.type(f"{' '.join(COMMAND)} 'nap for 2 seconds'\n")
        until(lambda: len(warm.workers()) == 1)
        (worker,) = warm.workers()
        shell.wait_for("nap")
        shell.type("\x1a")
        shell.wait_for("Stopped")
        shell.type("bg; sleep 0.5; jobs; echo looked $?\n")
        shell.wait_for("looked 0")
        assert shell.words.count("Stopped") >= 2
        assert worker.status() == "stopped"
        shell.type("fg; echo ended $?\n")
        shell.wait_for("ended 0")
        assert "1 action done" in shell.words
