"""A command that is handed over shows, does and returns what it would alone, with its caller's circumstances."""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

import pytest

from doors.cli.command import COMMAND, Outcome, goal
from doors.cli.terminal import Terminal
from doors.handover.warm_service import ALONE, WarmService, status_of, until, warm_service

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="only Linux hands over")]

CHANGING = re.compile(
    r"[0-9a-f]{16,}|\d{8}-\d{6}-\w{5}|\d+\.\d\d s|\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d|\"\w+\": \d+\.\d+(?:e-\d+)?"
)
GOALS = json.dumps({"goals": [goal("file.create", path="NAME/inner", object_type="folder")]})
COMMANDS: tuple[tuple[tuple[str, ...], bytes], ...] = (
    (("create a folder NAME and put notes.txt in it saying hello, then read NAME/notes.txt",), b""),
    (("undo", "--json"), b""),
    (("run", "--goals", "-", "--json"), GOALS.encode()),
    (("history",), b""),
    (("plan", "move all pdfs in NAME to archive", "--json"), b""),
    (("explain", "delete NAME"), b""),
    (("craete a foldr NAME",), b""),
    (("delete NAME",), b""),
    (("delete NAME", "--json"), b""),
    (("show", "no-such-run", "--json"), b""),
    (("plan", "--nonsense", "x"), b""),
    (("--goals", "not-there.json"), b""),
    (("interpret", "what is 2 + 2", "--json"), b""),
    (("stumble for 1 seconds",), b""),
    (("rules",), b""),
    (("tools",), b""),
    (("run", "--help"), b""),
)


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WarmService]:
    with warm_service(tmp_path_factory.mktemp("warm")) as found:
        yield found


def plain(done: Outcome, name: str) -> tuple[int, str, str]:
    out, err = (CHANGING.sub("-", text.replace(name, "NAME")) for text in (done.out, done.err))
    return done.code, out, err


def test_the_same_is_said_and_returned(warm: WarmService) -> None:
    """One after the other in one state: both names are as long, so that columns are as wide."""
    seen: dict[str, list[tuple[int, str, str]]] = {"zzzqa": [], "zzzqb": []}
    for name, told in seen.items():
        for arguments, given in COMMANDS:
            spoken = [argument.replace("NAME", name) for argument in arguments]
            environment = ALONE if name == "zzzqb" else {}
            stdin = given.replace(b"NAME", name.encode())
            done = warm(*spoken, stdin=stdin, environment=environment, is_handed=name == "zzzqa")
            told.append(plain(done, name))
        warm.run("delete zzzqb, zzzqa", environment=ALONE)
    for (arguments, _), handed, alone in zip(COMMANDS, *seen.values(), strict=True):
        if arguments != ("history",):  # it has grown
            changes = unified_diff(handed[1].splitlines(), alone[1].splitlines(), lineterm="")
            assert handed == alone, "\n".join((str(arguments), *changes))


@pytest.mark.parametrize("width", [60, 100])
def test_a_terminal_gets_the_same_bytes(warm: WarmService, width: int) -> None:
    seen = []
    for environment in (ALONE, {}):
        with Terminal(
            warm.cli,
            "plan",
            "create a folder far and put notes.txt in it saying hello",
            width=width,
            environment={**warm.environment, **environment},
        ) as terminal:
            assert terminal.end() == 0
            seen.append(terminal.raw)
    assert seen[0] == seen[1]
    assert "\x1b[" in seen[1]


@pytest.mark.parametrize(("keys", "code"), [("y\n", 0), ("no\n", 6), ("\x04", 6)])
def test_a_question_is_asked_at_the_callers_terminal(warm: WarmService, keys: str, code: int) -> None:
    old = warm.cli.write("old.txt", "old")
    before = warm.begun()
    with Terminal(warm.cli, "delete old.txt", environment=warm.environment) as terminal:
        terminal.wait_for("Run this? [y/N] ")
        terminal.type(keys)
        assert terminal.end() == code, terminal.text
    assert old.exists() == (code != 0)
    assert warm.begun() > before


def test_ctrl_c_at_the_question_ends_it(warm: WarmService) -> None:
    warm.cli.write("old.txt", "old")
    with Terminal(warm.cli, "delete old.txt", environment=warm.environment) as terminal:
        terminal.wait_for("[y/N] ")
        assert warm.workers()
        terminal.interrupt()
        assert terminal.end() == 130
    assert terminal.text.endswith("goalwright: interrupted\n")


def test_ctrl_c_stops_it_once_and_twice(warm: WarmService) -> None:
    slow = warm.cli.goals(
        goal("rest.sleep", seconds=2), goal("file.create", "after:sleep", path="later", object_type="folder")
    )
    with Terminal(warm.cli, "--goals", slow, environment=warm.environment) as terminal:
        terminal.wait_for(" s  sleep 2")
        assert warm.workers()
        terminal.interrupt()
        terminal.wait_for("stopping after the running actions; press Ctrl-C again to stop now")
        assert terminal.end() == 130
    assert "1 of 2 actions done" in terminal.words
    deaf = warm.cli.goals(goal("rest.sleep", seconds=100))
    with Terminal(warm.cli, "--goals", deaf, environment=warm.environment) as terminal:
        terminal.wait_for(" s  sleep 100")
        terminal.interrupt()
        terminal.wait_for("press Ctrl-C again")
        terminal.interrupt()
        assert terminal.end() == 130
    assert "in doubt" in terminal.text
    until(lambda: not warm.workers())


def test_ctrl_z_stops_both_and_they_go_on_together(warm: WarmService) -> None:
    with Terminal(warm.cli, "nap for 1 seconds", environment=warm.environment) as terminal:
        terminal.wait_for(" s  nap 1")
        (worker,) = warm.workers()
        os.kill(terminal.process.pid, signal.SIGTSTP)
        until(lambda: status_of(terminal.process.pid) == "stopped")
        assert worker.status() == "stopped"
        os.kill(terminal.process.pid, signal.SIGCONT)
        assert terminal.end() == 0
    assert "1 action done" in terminal.words


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_a_pipe_stops_cleanly(warm: WarmService, number: signal.Signals) -> None:
    file = warm.cli.goals(goal("text.echo", text="x"), goal("rest.sleep", "after:echo", seconds=1.5))
    with subprocess.Popen(
        [*COMMAND, "--goals", file],
        cwd=warm.cli.folder,
        env=warm.cli.environment(**warm.environment),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        while not process.stderr.readline().startswith("done: echo"):
            pass
        assert warm.workers()
        process.send_signal(number)
        err, _ = process.stderr.read(), process.stdout.read()
        assert process.wait() in (0, 130)
    assert "goalwright: stopping after the running actions" in err


def test_a_reader_that_has_seen_enough_is_no_fault(warm: WarmService) -> None:
    command = " ".join(COMMAND) + " rules | head -1; echo ${PIPESTATUS[0]}"
    environment = warm.cli.environment(**warm.environment)
    told = [
        subprocess.run(
            ["bash", "-c", command], env=environment | extra, capture_output=True, check=True, cwd=warm.cli.folder
        )
        for extra in ({}, ALONE)
    ]
    assert told[0].stdout == told[1].stdout
    assert told[0].stderr == told[1].stderr == b""


def test_umask_limits_and_priority_are_the_callers(warm: WarmService) -> None:
    def narrow() -> None:
        os.umask(0o077)
        os.nice(3)
        resource.setrlimit(resource.RLIMIT_NOFILE, (333, 333))

    command = [*COMMAND, "write hello to masked.txt and nap for 30 seconds"]
    environment = warm.cli.environment(**warm.environment)
    with subprocess.Popen(
        command,
        cwd=warm.cli.folder,
        env=environment,
        preexec_fn=narrow,  # noqa: PLW1509  # there are no threads
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    ) as process:
        until((warm.cli.folder / "masked.txt").exists)
        (worker,) = warm.workers()
        assert worker.rlimit(resource.RLIMIT_NOFILE) == (333, 333)
        assert worker.nice() == os.getpriority(os.PRIO_PROCESS, process.pid)
        assert worker.cwd() == str(warm.cli.folder)
        process.kill()
    assert stat.S_IMODE((warm.cli.folder / "masked.txt").stat().st_mode) == 0o600
    until(lambda: not warm.workers())


def test_variables_are_the_callers_and_no_others(warm: WarmService) -> None:
    (warm.cli.folder / "elsewhere").mkdir()
    there = str(warm.cli.folder / "elsewhere")
    warm("create a folder in-home", environment={"HOME": there}, cwd=Path(there))
    assert (Path(there) / "in-home").is_dir()
    times = [warm("history", "--json", environment={"TZ": zone}).out for zone in ("UTC", "Asia/Tokyo")]
    shown = [warm("history", environment={"TZ": zone}).out for zone in ("UTC", "Asia/Tokyo")]
    assert times[0] == times[1]
    assert shown[0] != shown[1]
    refused = warm("create a folder /elsewhere-not-allowed")
    assert refused.code == 6, refused
    allowed = warm("plan", "create a folder /elsewhere-not-allowed", environment={"GOALWRIGHT_ROOTS": "/"})
    assert allowed.code == 0, allowed
    apart = warm("history", environment={"GOALWRIGHT_HOME": str(warm.cli.folder / "other")}, is_handed=False)
    assert "no runs" in apart.out.lower() or len(apart.out.splitlines()) <= 1


def test_a_huge_environment_is_taken_along(warm: WarmService) -> None:
    huge = {f"HUGE_{number}": "x" * 100_000 for number in range(10)}
    assert warm("what is 2 + 2", environment=huge).code == 0


def test_a_folder_that_is_gone_is_told_as_ever(warm: WarmService) -> None:
    def lost(environment: dict[str, str], *, is_handed: bool) -> Outcome:
        folder = warm.cli.folder / "lost"
        folder.mkdir()
        return warm("create a folder x", cwd=folder, prepare=folder.rmdir, environment=environment, is_handed=is_handed)

    assert lost({}, is_handed=True) == lost(ALONE, is_handed=False)


def test_open_files_are_handed_on_under_their_numbers(warm: WarmService) -> None:
    file = warm.cli.write(
        "handed.json", json.dumps({"goals": [goal("file.create", path="by-number", object_type="folder")]})
    )
    with file.open("rb") as opened:
        done = warm("--goals", f"/dev/fd/{opened.fileno()}", pass_fds=[opened.fileno()])
    assert done.code == 0, done
    assert (warm.cli.folder / "by-number").is_dir()


def test_a_conversation_goes_on_alone_and_handed_over(warm: WarmService) -> None:
    script = "; ".join(
        f"{extra} {' '.join(COMMAND)} {words}"
        for extra, words in (
            ("", '"create said.txt"'),
            ("GOALWRIGHT_ALONE=1", 'plan "delete it"'),
            ("", 'plan "delete it"'),
        )
    )
    environment = warm.cli.environment(**warm.environment)
    done = subprocess.run(
        # Without something behind it the shell would become the last command, which then had another caller.
        ["bash", "-c", f"{script}; exit $?"],
        cwd=warm.cli.folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.count("delete said.txt  ") + done.stdout.count("said.txt") >= 3, done
    assert done.returncode == 0, done


def test_what_python_reads_at_its_start_must_be_the_same(warm: WarmService) -> None:
    assert warm("plan", "create a folder x", environment={"PYTHONIOENCODING": "latin-1"}, is_handed=False).code == 0
    assert warm("plan", "create a folder x", environment={"LC_ALL": "C"}).code == 0
