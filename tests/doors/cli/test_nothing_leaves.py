"""What leaves the machine: nothing, as long as no page is opened and no model is configured."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from doors.cli.command import Cli

# Every attempt to reach another machine ends the process with a code of its own.
WATCHED = """
import os, runpy, sys
def hear(event, arguments):
    if event in ("socket.connect", "socket.sendto", "socket.sendmsg", "socket.getaddrinfo", "socket.gethostbyname"):
        if event.startswith("socket.get") or isinstance(arguments[1], tuple):
            os._exit(99)
sys.addaudithook(hear)
if sys.argv[1:] == ["reach out"]:
    import socket
    socket.socket().connect(("127.0.0.1", 9))
runpy.run_module("goalwright", run_name="__main__", alter_sys=True)
"""


def code(cli: Cli, *arguments: str) -> int:
    command = [sys.executable, "-P", "-c", WATCHED, *arguments]
    return subprocess.run(command, cwd=cli.folder, env=cli.environment(), capture_output=True, check=False).returncode


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    (tmp_path / "home").mkdir()
    return Cli(folder=tmp_path)


def test_nothing_leaves_the_machine_while_files_are_worked_with(cli: Cli) -> None:
    assert code(cli, "reach out") == 99
    done = ("create a.txt saying hello, then make a folder docs and move a.txt to docs", "undo", "history", "doctor")
    assert [code(cli, argument) for argument in done] == [0, 0, 0, 0]
    assert code(cli, "tell me a joke about trains") == 3
