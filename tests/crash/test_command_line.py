"""SIGKILL of the real command, and `goalwright resume` afterwards."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path

import pytest

from campaigns import rounds
from crash.world import Picture, differences, tree_picture
from doors.cli.command import COMMAND, Cli, goal

SEED = 20_261_118
LINE = "again and again\n"
GOALS = [
    goal("file.create", path="work", object_type="folder"),
    goal("file.write", path="old.txt", content="brand new\n"),
    *(goal("file.append", path="log.txt", content=LINE) for _ in range(8)),
    goal("file.write", path="work/a.txt", content="alpha\n"),
    goal("file.copy", path="work/a.txt", to="work/b.txt"),
    goal("file.append", path="work/b.txt", content="!"),
    goal("file.append", path="work/b.txt", content="!"),
    goal("file.delete", path="junk.txt", object_type="file"),
    goal("file.compress", path="pack", to="work/pack.zip"),
]


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Cli]:
    """Folders to run the command in, one after the other."""

    def made() -> Iterator[Cli]:
        for number in count():
            cli = Cli(folder=tmp_path / str(number))
            cli.write("log.txt", LINE * 2)
            cli.write("old.txt", "old\n")
            cli.write("junk.txt", "junk\n")
            cli.write("pack/one.txt", "one\n")
            cli.goals(*GOALS)
            yield cli

    return made()


def started(cli: Cli) -> subprocess.Popen[bytes]:
    """The command at work; its run is about to begin, or has begun."""
    command = [*COMMAND, "run", "--goals", "goals.json", "--yes"]
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(command, cwd=cli.folder, env=cli.environment(), stdin=quiet, stdout=quiet, stderr=quiet)
    journal = cli.folder / "state" / "journal.db"
    while process.poll() is None and not journal.exists():
        time.sleep(0.002)
    return process


def left_by(cli: Cli) -> Picture:
    """The files of the folder, but for the command's own; archives hold times, so of those only the name counts."""
    seen = tree_picture(cli.folder)
    own = ("home", "state", "config")
    kept = {name: entry for name, entry in seen.items() if name.split("/")[0] not in own}
    return {name: entry if not name.endswith(".zip") else entry[:2] for name, entry in kept.items()}


def test_the_command_killed_at_random_moments_and_resumed_has_done_everything_once(fresh: Iterator[Cli]) -> None:
    quiet = next(fresh)
    assert quiet("run", "--goals", "goals.json", "--yes").code == 0
    wanted = left_by(quiet)
    assert wanted["log.txt"][-1] == (LINE * 10).encode()

    def check(cli: Cli, seed: int) -> bool:
        process, chance = started(cli), random.Random(seed)
        log, lines = cli.folder / "log.txt", chance.randint(2, 9)
        while process.poll() is None and log.read_text().count(LINE) < lines:
            time.sleep(0.001)
        time.sleep(chance.uniform(0, 0.01))
        process.send_signal(signal.SIGKILL)
        is_killed = process.wait() == -signal.SIGKILL
        done = cli("resume")
        if "there is nothing to resume" in done.err and not cli("history", "--json").document["runs"]:
            done = cli("run", "--goals", "goals.json", "--yes")
        assert done.code == 0 or "there is nothing to resume" in done.err, f"{done} (seed {seed})"
        assert not differences(left_by(cli), wanted), f"seed {seed}, {cli.folder}"
        return is_killed

    tries = rounds(5, 13)
    with ThreadPoolExecutor(3) as threads:
        kills = list(threads.map(check, [next(fresh) for _ in range(tries)], range(SEED, SEED + tries)))
    assert any(kills)


def test_a_killed_command_shows_as_interrupted_and_can_be_undone(fresh: Iterator[Cli]) -> None:
    cli = next(fresh)
    before = left_by(cli)
    process = started(cli)
    while process.poll() is None and (cli.folder / "log.txt").read_text() == LINE * 2:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert cli("show", "--json").document["status"] == "interrupted"
    done = cli("undo")
    assert done.code == 0, done
    assert not differences(left_by(cli), before)
