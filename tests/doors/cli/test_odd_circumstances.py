"""State folders of others, clocks past every calendar, and many commands at once: told in a sentence, or done."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from doors.cli.command import Cli, QuickCli
from doors.cli.terminal import Terminal

NOBODY = 65534
COMMANDS = (("history",), ("show",), ("undo",), ("resume",), ("facts",), ("create docs.txt",), ("doctor",))
A_FILE = "is no folder: move it away, or set GOALWRIGHT_HOME to a folder that you may write to"
# Everything is loaded as root: another user may not be able to read the interpreter's files.
VISITOR = f"""
import contextlib, io, json, os, sys, typer
from goalwright.doors.cli import entry

def told(home, command):
    os.environ["GOALWRIGHT_HOME"] = home
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = entry.run(command)
    return [home, command, code, out.getvalue(), err.getvalue()]

homes, commands = (json.loads(text) for text in sys.argv[1:])
for command in commands:
    told(os.environ["HOME"] + "/state", command)
    told("/dev/null", command)
os.environ.update(HOME=os.getcwd(), GOALWRIGHT_CONFIG="/nonexistent")
os.setuid({NOBODY})
for home in homes:
    for command in commands:
        print(json.dumps(told(home, command)))
"""


@pytest.fixture
def exhibit() -> Iterator[Path]:
    """A folder that all may look into."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user")
def test_a_state_folder_that_is_closed_or_another_users_is_told_in_a_sentence(cli: Cli, exhibit: Path) -> None:
    homes = {"closed": 0o000, "foreign": 0o755, "private": 0o700, "open": 0o777}
    for name, mode in homes.items():
        (exhibit / name).mkdir()
        (exhibit / name).chmod(mode)
    work = exhibit / "work"
    work.mkdir()
    work.chmod(0o777)
    places = [str(exhibit / name) for name in (*homes, "private/inner", "foreign/inner")]
    done = subprocess.run(
        [sys.executable, "-P", "-c", VISITOR, json.dumps(places), json.dumps(COMMANDS)],
        cwd=work,
        env=cli.environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("[")]
    assert len(told) == len(places) * len(COMMANDS)
    for case in told:
        _home, command, code, _out, err = case
        last = err.splitlines()[-1] if err else ""
        assert "internal error" not in err, case
        assert "Traceback" not in err, case
        if command != ["doctor"]:
            assert code in (0, 2) or (code == 1 and last.startswith("goalwright: ") and "ermission" in last), case


def test_a_state_folder_that_is_a_file_is_told(quick: QuickCli) -> None:
    home = str(quick.write("state.txt", "not a folder"))
    for command in (["history"], ["undo"], ["resume"], ["facts"], ["create a.txt"]):
        outcome = quick(*command, environment={"GOALWRIGHT_HOME": home})
        assert (outcome.code, outcome.out) == (1, ""), command
        assert outcome.err.splitlines()[-1] == f"goalwright: {home}: {A_FILE}", command
    assert f"{home} is no folder" in quick("doctor", environment={"GOALWRIGHT_HOME": home}).out
    assert not (quick.folder / "a.txt").exists()


def test_the_doctor_notices_a_full_disk(quick: QuickCli) -> None:
    top = quick.folder / "disk"
    top.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs", str(top)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("disks cannot be mounted here")
    try:
        told = quick("doctor", environment={"GOALWRIGHT_HOME": str(top)}).out
    finally:
        subprocess.run(["umount", str(top)], check=True)
    assert "bytes left on its disk: free some space" in told


@pytest.mark.parametrize("year", [9999, 10_000, 300_000])
def test_a_clock_past_every_calendar_stops_nothing(quick: QuickCli, monkeypatch: pytest.MonkeyPatch, year: int) -> None:
    now = (year - 1970) * 31_556_952.0
    monkeypatch.setattr(time, "time", lambda: now)
    monkeypatch.setattr(time, "time_ns", lambda: int(now) * 10**9)
    commands = (
        "create a.txt saying hello",
        "append more to a.txt",
        "delete a.txt",
        "remember that the tea is cold",
        "what do you remember about tea",
        "history",
        "show",
        "facts --since 1h",
        "undo",
        "undo",
        "doctor",
        "clean",
        "what time is it",
    )
    told = {
        command: quick(
            *(command.split() if command.split()[0] in COMMAND_NAMES else [command]),
            *(["--yes"] if command.startswith("delete") else []),
        )
        for command in commands
    }
    for command, outcome in told.items():
        assert "internal error" not in outcome.err, (command, outcome)
        assert outcome.code == 0 or command in ("doctor", "what time is it"), (command, outcome)
    assert (quick.folder / "a.txt").read_text() == "hello\nmore"


COMMAND_NAMES = {"history", "show", "facts", "undo", "doctor", "clean"}


def test_a_file_replaced_between_the_question_and_the_yes_stays(cli: Cli) -> None:
    old = cli.write("old.txt", "old")
    with Terminal(cli, "delete old.txt") as terminal:
        terminal.wait_for("Run this? [y/N] ")
        old.unlink()
        old.write_text("another")
        terminal.type("y\n")
        assert terminal.end() == 7, terminal.text
    assert old.read_text() == "another"
    assert "the plan is out of date" in terminal.text


APPENDERS = """
import os, sys
from goalwright.doors.cli import entry
entry.run(["plan", "append x to log.txt"])
children = []
for number in range(int(sys.argv[1])):
    pid = os.fork()
    if not pid:
        os._exit(entry.run([f'append "line {number};" to log.txt']))
    children.append(pid)
print("codes", *(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) for pid in children))
"""


def test_twenty_commands_that_append_at_once_wait_for_each_other(cli: Cli) -> None:
    cli.write("log.txt", "")
    done = subprocess.run(
        [sys.executable, "-P", "-c", APPENDERS, "20"],
        cwd=cli.folder,
        env=cli.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    assert done.stdout.splitlines()[-1] == "codes" + " 0" * 20, done.stderr
    appended = (cli.folder / "log.txt").read_text()
    assert sorted(appended.splitlines()) == sorted(f"line {number};" for number in range(20))
