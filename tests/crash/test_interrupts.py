"""Ctrl-C at any moment: from the first millisecond on, in the middle of a run, and twice in a row."""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from disks import other_disk_than
from doors.cli.command import COMMAND, Cli, Outcome, QuickCli
from goalwright import Goalwright, early_interrupt
from goalwright.contracts.documents import error_document
from goalwright.runs.stop import StopRequest

ROUNDS = int(os.environ.get("GOALWRIGHT_TEST_INTERRUPTS", "10"))
SEED = int(os.environ.get("GOALWRIGHT_TEST_SEED", "20261117"))
HELD_BACK = ("env", "--block-signal=INT")  # as the launcher does
MANY = "create a folder {0}, put a.txt in it saying a, copy {0}/a.txt to {0}/b.txt, then append x to {0}/b.txt"
USUAL = {"run": 0, "plan": 0, "undo": 0, "history": 0, "refused": 3}
"""The exit codes of the commands that are interrupted, if they are not."""
USUAL_END = re.compile(r"actions? (done|undone) ")
LATE = 0.3
"""The part of a command's work that may be left when it is too late for Ctrl-C."""
BIG = 48 << 20
PRESSING = Path(__file__).with_name("pressing.py")
LISTENING = "work_loop.py"
"""The file in which who hears Ctrl-C changes."""

needs_env = pytest.mark.skipif(
    subprocess.run([*HELD_BACK, "true"], check=False, capture_output=True).returncode != 0,
    reason="this system's env cannot hold signals back",
)


def started(cli: Cli, *arguments: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [*HELD_BACK, *COMMAND, *arguments],
        cwd=cli.folder,
        env=cli.environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    (tmp_path / "home").mkdir()
    return Cli(folder=tmp_path)


@pytest.fixture
def quick(cli: Cli, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> QuickCli:
    """The same folders, for what need not be a process."""
    return QuickCli(folder=cli.folder, patch=monkeypatch, streams=capsys)


def interrupted(cli: Cli, *arguments: str, moments: tuple[float, ...]) -> tuple[Outcome, float]:
    """What becomes of a command that gets Ctrl-C at these moments, and how much it worked after the last.

    Work is CPU time, which does not depend on how busy the machine is. The command stands still while it is looked at:
    on a busy machine it would else go on, to its end even, between the look and Ctrl-C.
    """
    before_s = work_s()
    process = started(cli, *arguments)
    fields: list[str] = []
    for moment in moments:
        time.sleep(moment)
        if not is_halted(process):
            break
        fields = stat_of(process)
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGCONT)
    out, err = process.communicate(timeout=120)
    done = Outcome(code=process.returncode, out=out, err=err)
    if not fields:  # it was faster than usual
        return done, 0.0
    done_s = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return done, work_s() - before_s - done_s


def is_halted(process: subprocess.Popen[str]) -> bool:
    """Whether a command stands still now; False if it has ended."""
    process.send_signal(signal.SIGSTOP)
    while process.poll() is None:
        if stat_of(process)[0] == "T":
            return True
        time.sleep(0.001)
    return False


def stat_of(process: subprocess.Popen[str]) -> list[str]:
    """What the system tells of a process that was not waited for, from its state on."""
    return Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2].split()


def work_s() -> float:
    """The CPU time of all processes that were started here and have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def require_heard(done: Outcome, usual: int, *, is_late: bool) -> None:
    """It left in order, with the exit code of Ctrl-C, unless it was about to leave anyway."""
    for word in ("Traceback", "KeyboardInterrupt", "Fatal Python error", "Exception ignored", "internal error"):
        assert word not in done.err + done.out, done
    if done.code == -signal.SIGINT:  # before Python was there, or when it was as good as gone
        assert not done.err or USUAL_END.search(done.out), done
    elif "stopping" in done.err:
        assert done.code in (usual, 130), done
    else:
        assert done.code == 130 or (done.code == usual and not is_late), done
    if done.code == 130 and "stopping" not in done.err:
        assert done.err.count("goalwright: interrupted\n") == 1, done
        assert done.err.endswith("goalwright: interrupted\n"), done


def arguments_of(verb: str, number: int, quick: QuickCli) -> tuple[str, ...]:
    """A command line of this kind; what it needs is done before."""
    sentence = MANY.format(f"d{number}")
    if verb == "undo":
        assert quick(sentence).code == 0
    return {"run": (sentence,), "plan": ("plan", sentence), "refused": ("craete a foldr x",)}.get(verb, (verb,))


@needs_env
def test_ctrl_c_at_any_moment_is_heard_and_leaves_no_traceback(cli: Cli, quick: QuickCli) -> None:
    chance = random.Random(SEED)
    usual = {verb: usual_times(verb, cli, quick) for verb in USUAL}
    codes: Counter[tuple[str, int]] = Counter()
    for number in range(ROUNDS):
        verb = list(USUAL)[number % len(USUAL)]
        presses = 1 + number // len(USUAL) % 2
        arguments = arguments_of(verb, number, quick)
        moments = (chance.uniform(0, 1.1) * usual[verb][0], *(chance.uniform(0, 0.1) for _ in range(presses - 1)))
        done, after_s = interrupted(cli, *arguments, moments=moments)
        codes[verb, done.code] += 1
        require_heard(done, USUAL[verb], is_late=after_s > LATE * usual[verb][1])
        if verb == "run":
            require_all_or_nothing(quick, f"d{number}")
        elif verb == "undo":
            quick("undo")
            assert not (cli.folder / f"d{number}").exists(), done
    print(dict(sorted(codes.items())))  # noqa: T201  # the figures, for those who count


def usual_times(verb: str, cli: Cli, quick: QuickCli) -> tuple[float, float]:
    """How long a command of this kind takes if it is left alone, and how much it works."""
    arguments = arguments_of(verb, -len(verb), quick)
    began, before_s = time.monotonic(), work_s()
    assert cli(*arguments).code == USUAL[verb]
    return time.monotonic() - began, work_s() - before_s


def require_all_or_nothing(quick: QuickCli, name: str) -> None:
    """Resumed, the run is complete; if there is none, nothing was done."""
    folder = quick.folder / name
    resumed = quick("resume")
    if resumed.code == 0 or folder.exists():
        assert {file.name: file.read_text() for file in folder.iterdir()} == {"a.txt": "a", "b.txt": "a\nx"}, resumed


@needs_env
@pytest.mark.parametrize(
    ("verb", "file"),
    [("run", ""), ("run", LISTENING), ("undo", ""), ("undo", LISTENING), ("plan", ""), ("history", "")],
)
def test_ctrl_c_before_any_line_is_heard(verb: str, file: str, cli: Cli, quick: QuickCli) -> None:
    """A sweep over the lines that a command runs: not one may lose Ctrl-C."""
    chance = random.Random(SEED)
    counted = pressed(cli, 0, file, arguments_of(verb, -1, quick))
    lines, rounds = int(counted.err.rpartition("lines: ")[2]), max(1, ROUNDS // 10)
    codes: Counter[tuple[bool, int]] = Counter()
    for number in range(rounds):
        at = 1 + int((number + chance.random()) * lines / rounds)
        done = pressed(cli, at, file, arguments_of(verb, number, quick))
        if "lines: " in done.err:  # no two runs have quite as many
            continue
        is_stopping = "stopping after" in done.err
        codes[is_stopping, done.code] += 1
        assert is_stopping or done.code == 130, (at, lines, done)
        require_heard(done, USUAL[verb], is_late=True)
    print(verb, file, lines, dict(codes))  # noqa: T201  # the figures, for those who count


@needs_env
def test_two_presses_within_a_few_lines_are_heard(cli: Cli, quick: QuickCli) -> None:
    """The second comes where the first is being heard, at each line of that in turn."""
    chance = random.Random(SEED)
    codes: Counter[tuple[str, int]] = Counter()
    ways = (("run", LISTENING), ("undo", LISTENING), ("history", ""))
    counted = {verb: pressed(cli, 0, file, arguments_of(verb, -len(verb), quick)) for verb, file in ways}
    lines = {verb: int(done.err.rpartition("lines: ")[2]) for verb, done in counted.items()}
    for number in range(max(len(ways), ROUNDS // 2)):
        verb, file = ways[number % len(ways)]
        at = chance.randint(1, lines[verb])
        done = pressed(cli, f"{at}+{1 + number // len(ways) % 12}", file, arguments_of(verb, number, quick))
        codes[verb, done.code] += 1
        require_heard(done, USUAL[verb], is_late=True)
    print(dict(codes))  # noqa: T201  # the figures, for those who count


def pressed(cli: Cli, line: int | str, file: str, arguments: tuple[str, ...]) -> Outcome:
    """What becomes of a command that presses Ctrl-C itself before that line of a file, or of all files."""
    done = subprocess.run(
        [*HELD_BACK, sys.executable, "-P", str(PRESSING), str(line), file, *arguments],
        cwd=cli.folder,
        env=cli.environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return Outcome(code=done.returncode, out=done.stdout, err=done.stderr)


@needs_env
def test_the_document_of_an_interrupted_command_is_that_of_its_error(cli: Cli) -> None:
    done, _ = interrupted(cli, "history", "--json", moments=(0.03,))
    assert json.loads(early_interrupt._DOCUMENT) == error_document("KeyboardInterrupt", "interrupted", 130, {})
    assert done.code in (130, -signal.SIGINT), done
    assert done.code != 130 or json.loads(done.out) == json.loads(early_interrupt._DOCUMENT)
    assert not done.err


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk than the test's own."""
    place = other_disk_than(tmp_path)
    if place is None:
        pytest.skip("there is no second disk")
    folder = Path(tempfile.mkdtemp(dir=place))
    yield folder
    shutil.rmtree(folder)


VERBS: dict[str, Callable[[Path, Path], str]] = {
    "compress": lambda here, _there: f"compress {here}/big.bin to {here}/big.zip",
    "extract": lambda here, _there: f"extract {here}/big.tar to {here}/out",
    "copy": lambda here, _there: f"copy the folder {here}/tree to {here}/twin",
    "move": lambda here, there: f"move {here}/big.bin to {there}/big.bin",
}


@pytest.mark.parametrize("verb", VERBS)
def test_what_is_given_up_leaves_nothing_hidden(
    verb: str, tmp_path: Path, other_disk: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GOALWRIGHT_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("GOALWRIGHT_ROOTS", f"{tmp_path}{os.pathsep}{other_disk}")
    here = tmp_path / "here"
    make_big_things(here)
    before = sorted(here.rglob("*"))

    async def given_up() -> str:
        async with Goalwright(home=tmp_path / "state", cwd=here) as gw:
            stop = StopRequest()
            run = asyncio.create_task(gw.run(VERBS[verb](here, other_disk), stop=stop))
            while not run.done() and not [*hidden(here), *hidden(other_disk)]:
                await asyncio.sleep(0)
            stop.now()
            return (await run).status

    assert asyncio.run(given_up()) == "cancelled"
    assert not [*hidden(here), *hidden(other_disk)]
    assert sorted(here.rglob("*")) == before


def test_what_had_no_time_to_clear_up_is_kept_by_clean_and_cleared_up_by_undo(cli: Cli, quick: QuickCli) -> None:
    (cli.folder / "big.bin").write_bytes(random.Random(SEED).randbytes(BIG))
    process = started(cli, "compress big.bin to big.zip")
    while not hidden(cli.folder):
        assert process.poll() is None
        time.sleep(0.001)
    process.kill()
    process.communicate()
    assert hidden(cli.folder)
    quick("clean", "--all", "--yes")
    assert quick("undo").code == 0
    assert not hidden(cli.folder)
    assert not (cli.folder / "big.zip").exists()


def hidden(folder: Path) -> list[Path]:
    return list(folder.glob("**/.goalwright-*"))


def make_big_things(folder: Path) -> None:
    folder.mkdir()
    (folder / "big.bin").write_bytes(random.Random(SEED).randbytes(BIG))
    (folder / "tree").mkdir()
    for number in range(300):
        (folder / "tree" / f"{number}.bin").write_bytes(b"x" * 10_000)
    shutil.make_archive(str(folder / "big"), "tar", folder, "tree")
