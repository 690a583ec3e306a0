"""At a terminal: the plan as a tree, one question, live progress, and Ctrl-C once or twice."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time

import pytest

from doors.cli import plugin
from doors.cli.command import COMMAND, Cli, goal
from doors.cli.terminal import Terminal


@pytest.mark.parametrize(("keys", "code"), [("y\n", 0), ("yep\n", 6), ("\n", 6), ("\x04", 6)])
def test_high_risk_is_asked_about_once_and_only_yes_is_yes(cli: Cli, keys: str, code: int) -> None:
    old = cli.write("old.txt", "old")
    with Terminal(cli, "delete old.txt") as terminal:
        terminal.wait_for("Run this? [y/N] ")
        assert "At stake:\n  delete old.txt  high risk\n" in terminal.text
        assert old.exists()
        terminal.type(keys)
        assert terminal.end() == code, terminal.text
    assert old.exists() == (code != 0)
    assert terminal.text.count("[y/N]") == 1
    told = "1 action done in " if code == 0 else "\ngoalwright: not approved, so nothing was done\n"
    assert told in terminal.text


def test_ctrl_c_at_the_question_does_nothing(cli: Cli) -> None:
    old = cli.write("old.txt", "old")
    with Terminal(cli, "delete old.txt") as terminal:
        terminal.wait_for("[y/N] ")
        terminal.interrupt()
        assert terminal.end() == 130
    assert old.exists()
    assert "Traceback" not in terminal.text


def test_a_run_is_shown_live_in_colour_and_fits_the_screen(cli: Cli) -> None:
    environment = plugin.install(cli)
    long = "a name of a folder that is rather long " * 3
    file = cli.goals(
        goal("rest.nap", seconds=0.5),
        goal("file.create", path=long.strip(), object_type="folder"),
        goal("file.create", "after:nap", path="docs", object_type="folder"),
    )
    with Terminal(cli, "--goals", file, environment=environment) as terminal:
        assert terminal.end() == 0, terminal.text
    assert "├─ g0_nap_1  nap 0.5" in terminal.text
    assert re.search(r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] 0\.\d\d s  nap 0.5", terminal.text)
    assert re.search(r"✓ 0\.\d\d s  nap 0.5", terminal.text)
    assert re.search(r"✓ \d\.\d\d s  create folder docs", terminal.text)
    assert "\x1b[32m✓" in terminal.raw
    assert "3 actions done in 0." in terminal.text


def test_no_colour_and_no_unicode_if_so_wished(cli: Cli) -> None:
    plain = {"NO_COLOR": "1", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii", "LC_ALL": "C"}
    with Terminal(cli, "create folders a and b", environment=plain) as terminal:
        assert terminal.end() == 0
    assert terminal.raw.isascii()
    assert "|- g0_create_1  create folder a" in terminal.text
    assert re.search(r"\+ \d\.\d\d s  create folder a", terminal.text)
    assert "\x1b[3" not in terminal.raw


def test_a_dumb_terminal_gets_lines(cli: Cli) -> None:
    with Terminal(cli, "create a folder a", environment={"TERM": "dumb"}) as terminal:
        assert terminal.end() == 0
    assert "\x1b" not in terminal.raw
    assert "done: create folder a (" in terminal.text


def test_why_an_action_failed_is_told_once_and_fits_the_screen(cli: Cli) -> None:
    cli.write("data.zip", "hello")
    with Terminal(cli, "unzip data.zip to data", width=60) as terminal:
        assert terminal.end() == 5
    assert terminal.words.count("is not a known kind of archive") == 1
    assert re.search(r"✗ \d\.\d\d s  failed: extract data\.zip:[^\n]*\n {10}\S", terminal.text), terminal.text
    assert "1 action failed (run " in terminal.text
    piped = cli("unzip data.zip to data")
    assert "is not a known kind of archive" in piped.out
    assert "is not a known kind of archive" in piped.err


def test_ctrl_c_once_stops_after_what_runs(cli: Cli) -> None:
    environment = plugin.install(cli)
    file = cli.goals(
        goal("rest.sleep", seconds=1.5), goal("file.create", "after:sleep", path="docs", object_type="folder")
    )
    with Terminal(cli, "--goals", file, environment=environment) as terminal:
        terminal.wait_for(" s  sleep 1.5")
        terminal.interrupt()
        terminal.wait_for("stopping after the running actions; press Ctrl-C again to stop now")
        assert terminal.end() == 130
    assert re.search(
        r"stopped after \S+ s: 1 of 2 actions done \(run \S+; go on with `goalwright resume`\)", terminal.words
    )
    assert not (cli.folder / "docs").exists()
    resumed = cli("resume", environment=environment)
    assert resumed.code == 0, resumed
    assert (cli.folder / "docs").is_dir()
    assert "sleep" not in resumed.err


def test_ctrl_c_twice_stops_now_even_a_tool_that_does_not_listen(cli: Cli) -> None:
    environment = plugin.install(cli)
    with Terminal(cli, "--goals", cli.goals(goal("rest.sleep", seconds=100)), environment=environment) as terminal:
        terminal.wait_for(" s  sleep 100")
        began = time.monotonic()
        terminal.interrupt()
        terminal.wait_for("press Ctrl-C again")
        terminal.interrupt()
        assert terminal.end() == 130
        assert time.monotonic() - began < 50
    assert "in doubt" in terminal.text
    assert "Traceback" not in terminal.text
    assert "`goalwright resume`" in terminal.text
    assert "--redo" not in terminal.text, "resuming looks first"
    skipped = cli("resume", "--skip", "g0_sleep_1", environment=environment)
    assert skipped.code == 0, skipped


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_a_pipe_stops_cleanly_too(cli: Cli, number: signal.Signals) -> None:
    environment = cli.environment(**plugin.install(cli))
    file = cli.goals(goal("text.echo", text="x"), goal("rest.sleep", "after:echo", seconds=1.5))
    with subprocess.Popen(
        [*COMMAND, "--goals", file],
        cwd=cli.folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stderr.readline().startswith("done: echo"):
            pass
        process.send_signal(number)
        out, err = process.stdout.read(), process.stderr.read()
        assert process.wait() in (0, 130)
    assert "goalwright: stopping after the running actions" in err
    assert "2 actions done" in out or "1 of 2 actions done" in out


@pytest.mark.parametrize("pause_s", [0.004, 0.01])
def test_ctrl_c_after_the_report_changes_nothing_of_it(cli: Cli, pause_s: float) -> None:
    command = [*COMMAND, "append x to list.txt", "--json"]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=cli.folder, env=cli.environment(), stdout=pipe, stderr=pipe)
    assert process.stdout is not None
    first = os.read(process.stdout.fileno(), 1 << 20)
    time.sleep(pause_s)
    process.send_signal(signal.SIGINT)
    rest, told = process.communicate()
    assert (process.returncode, told) == (0, b"")
    assert json.loads(first + rest)["status"] == "success"


def test_a_run_that_was_killed_can_be_looked_at_and_taken_up(cli: Cli) -> None:
    environment = plugin.install(cli)
    file = cli.goals(
        goal("file.create", path="docs", object_type="folder"),
        goal("rest.sleep", "after:create", seconds=100),
        goal("file.write", "after:sleep", path="notes.txt", content="hello"),
    )
    with Terminal(cli, "--goals", file, environment=environment) as terminal:
        terminal.wait_for(" s  sleep 100")
        assert cli("history", environment=environment).out.splitlines()[1].split()[3] == "running"
        terminal.process.kill()
    assert cli("history", "--json", environment=environment).document["runs"][0]["status"] == "interrupted"
    assert "sleep 100" in cli("show", environment=environment).out
    doubtful = cli("resume", environment=environment)
    assert doubtful.code == 5
    assert "1 of 3 actions in doubt: sleep 100: " in doubtful.out
    assert "`goalwright resume --redo g1_sleep_1` or `--skip g1_sleep_1`" in doubtful.out
    resumed = cli("resume", "--skip", "g1_sleep_1", environment=environment)
    assert resumed.code == 0, resumed
    assert (cli.folder / "notes.txt").read_text() == "hello"
    assert re.fullmatch(r"done: write notes.txt \(\S+ s\)\n", resumed.err)
