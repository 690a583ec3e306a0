"""Streams: pipes, terminals, encodings, full disks, closed outputs and Ctrl-C."""

from __future__ import annotations

import signal
import subprocess
import time

import pytest

from doors.cli import plugin
from doors.cli.command import COMMAND, Cli, Outcome, goal
from doors.cli.terminal import Terminal


@pytest.mark.parametrize("width", [40, 80, 120])
def test_lines_fit_the_terminal_and_have_colour(cli: Cli, width: int) -> None:
    file = cli.goals(goal("file.write", path="a.txt", content="some words to wrap" + " and more" * 20))
    with Terminal(cli, "plan", "--goals", file, "-v", width=width) as terminal:
        assert terminal.end() == 0
    assert "\x1b[" in terminal.raw
    lines = terminal.text.splitlines()
    assert max(map(len, lines)) <= width
    assert all(line == line.rstrip() for line in lines)
    first = next(index for index, line in enumerate(lines) if line.startswith("  content = some words"))
    assert lines[first + 1].startswith(" " * len("  content = "))


def test_no_color_is_respected(cli: Cli) -> None:
    with Terminal(cli, "tools", environment={"NO_COLOR": "1"}) as terminal:
        assert terminal.end() == 0
    assert not any(f"\x1b[{code}m" in terminal.raw for code in (31, 33, 36, "1;31", "1;36"))


def test_a_pipe_gets_neither_colour_nor_wrapped_lines(cli: Cli) -> None:
    file = cli.goals(goal("text.echo", text="a long text of many words" * 8))
    for environment in ({}, {"FORCE_COLOR": "1"}, {"COLUMNS": "20"}):
        outcome = cli("plan", "--goals", file, environment=environment)
        assert outcome.code == 0
        assert outcome.out.isascii()
        assert "\x1b" not in outcome.out
        assert len(outcome.out.splitlines()) == 3


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_text_can_be_written_in_any_encoding(cli: Cli, encoding: str) -> None:
    file = cli.goals(goal("file.write", path="ü.txt", content="naïve 日本 😀"))
    for arguments in (("--json",), ("--steps",), ()):
        done = subprocess.run(
            [*COMMAND, "plan", "--goals", file, *arguments],
            cwd=cli.folder,
            env=cli.environment(PYTHONIOENCODING=encoding, PYTHONUTF8="0"),
            capture_output=True,
            check=False,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        if arguments:
            outcome = Outcome(code=0, out=done.stdout.decode(encoding), err="")
            assert "日本 😀" in str(outcome.document)


def test_a_reader_that_leaves_early_is_no_error(cli: Cli) -> None:
    for command in (["rules", "--json"], ["--help"], ["tools"]):
        with subprocess.Popen(
            [*COMMAND, *command], cwd=cli.folder, env=cli.environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            process.stdout.close()
            assert process.stderr is not None
            assert process.stderr.read() == b""
            assert process.wait() == 0


@pytest.mark.parametrize("streams", ["", " 2>&1"])
def test_a_run_goes_on_when_nobody_watches_and_its_exit_code_counts(cli: Cli, streams: str) -> None:
    environment = cli.environment(**plugin.install(cli))
    file = cli.goals(goal("file.create", path="docs", object_type="folder"), goal("rest.stumble", seconds=1))
    script = f'{{ sleep 0.3; "$@"{streams}; echo $? > code; }} | true'
    subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "--goals", file],
        cwd=cli.folder,
        env=environment,
        check=True,
        stderr=subprocess.DEVNULL,
    )
    assert (cli.folder / "docs").is_dir()
    assert (cli.folder / "code").read_text() == "5\n"


def test_a_working_folder_that_is_gone_is_one_line(cli: Cli) -> None:
    script = 'mkdir gone && cd gone && rmdir ../gone && "$@"'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND, "what time is it"],
        cwd=cli.folder,
        env=cli.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    Outcome(code=done.returncode, out=done.stdout, err=done.stderr).require_one_line(
        2, "the working folder is no longer there"
    )


@pytest.mark.parametrize("command", ["--help", "--version", "tools"])
def test_a_full_disk_is_one_line(cli: Cli, command: str) -> None:
    with open("/dev/full", "w") as full:  # noqa: PTH123
        done = subprocess.run(
            [*COMMAND, command], env=cli.environment(), stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    Outcome(code=done.returncode, out="", err=done.stderr).require_one_line(1, "No space left")


def test_closed_streams_are_survived(cli: Cli) -> None:
    script = '"$@" tools >&- && "$@" tools >&- 2>&- && ! "$@" plan --goals - <&-'
    done = subprocess.run(
        ["sh", "-c", script, "sh", *COMMAND], env=cli.environment(), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done
    assert "Traceback" not in done.stderr


def test_ctrl_c_ends_with_130_and_one_line(cli: Cli) -> None:
    with subprocess.Popen(
        [*COMMAND, "plan", "--goals", "-"],
        env=cli.environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        wait_until_reading(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stderr is not None
        out, err = process.stdout.read(), process.stderr.read()
        code = process.wait()
    Outcome(code=code, out=out, err=err).require_one_line(130, "interrupted")


def wait_until_reading(pid: int) -> None:
    """Wait until the process has loaded what it needs and sleeps, which it does only to read its input."""
    deadline = time.monotonic() + 60
    calm = 0
    while time.monotonic() < deadline and calm < 5:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            state, *numbers = stat.read().rpartition(") ")[2].split()
        has_worked = int(numbers[10]) + int(numbers[11]) >= 8  # hundredths of a second
        calm = calm + 1 if state == "S" and has_worked else 0
        time.sleep(0.05)
