"""The state folder of a killed command is damaged: every command that relies on it says so in one line, and stops."""

from __future__ import annotations

import shutil
import signal
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from crash.world import Picture, differences, tree_picture
from doors.cli.command import COMMAND, Cli, QuickCli, goal
from goalwright.errors import JournalError
from goalwright.store.facts_memory import FactsMemory

LINE = "again\n"
COUNT = 60
RELYING = (("resume",), ("undo", "--dry-run"), ("undo",))
LOOKING = (("history",), ("show",))
RUN = ("append x to log.txt",)


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder as a command left it that was killed in the middle of its run, with the log of its journal."""
    cli = Cli(folder=tmp_path_factory.mktemp("killed"))
    cli.home.mkdir()
    cli.write("log.txt", LINE)
    assert cli("create a folder early").code == 0
    shutil.copytree(cli.folder / "state", cli.folder / "older")
    file = cli.goals(*(goal("file.append", path="log.txt", content=LINE) for _ in range(COUNT)))
    quiet = subprocess.DEVNULL
    command = [*COMMAND, "run", "--goals", file, "--yes"]
    process = subprocess.Popen(command, cwd=cli.folder, env=cli.environment(), stdin=quiet, stdout=quiet, stderr=quiet)
    while (cli.folder / "log.txt").read_text().count(LINE) < 5 and process.poll() is None:
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert (cli.folder / "state" / "journal.db-wal").stat().st_size
    shutil.copytree(cli.folder, f"{cli.folder}.before", symlinks=True)
    return cli.folder


@pytest.fixture
def quick(killed: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> QuickCli:
    """The command, in the folder as it was after the kill."""
    shutil.rmtree(killed)
    shutil.copytree(f"{killed}.before", killed, symlinks=True)
    return QuickCli(folder=killed, patch=monkeypatch, streams=capsys)


def flip(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


def version_99(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")


def put_back(file: Path) -> None:
    without_log(file)
    shutil.copy(file.parents[1] / "older" / file.name, file)


def garbled(file: Path) -> None:
    without_log(file)
    file.write_bytes(b"garbage" * 999)


def without_log(file: Path) -> None:
    Path(f"{file}-wal").unlink()


def seen(folder: Path, record: str) -> Picture:
    """The files of the folder, and of the state only that record: what SQLite shares or tidies up is no part of it."""
    found = tree_picture(folder)
    return {
        name: entry
        for name, entry in found.items()
        if not name.startswith("state/") or (name.startswith(f"state/{record}") and _is_record(name, entry))
    }


def _is_record(name: str, entry: tuple[Any, ...]) -> bool:
    return not name.endswith("-shm") and not (name.endswith("-wal") and not entry[-1])


Damage = tuple[str, Callable[[Path], object], str]
LOSSES: dict[str, Damage] = {
    "a byte of the log's end": ("journal.db-wal", lambda file: flip(file, -100), "has lost the last"),
    "a byte of the log's beginning": ("journal.db-wal", lambda file: flip(file, 200), "has lost the last"),
    "garbage for a log": ("journal.db-wal", lambda file: file.write_bytes(b"garbage" * 999), "has lost the last"),
    "half a log": ("journal.db-wal", lambda file: file.write_bytes(file.read_bytes()[:9000]), "has lost the last"),
    "no log": ("journal.db-wal", lambda file: file.unlink(), "has lost the last"),
    "no journal": ("journal.db", lambda file: file.unlink(), "is there without journal.db"),
    "an empty journal": ("journal.db", lambda file: file.write_bytes(b""), "is empty"),
    "garbage for a journal": ("journal.db", garbled, "is damaged"),
    "a newer journal": ("journal.db", version_99, "use a newer Goalwright"),
    "an older copy": ("journal.db", put_back, "has lost the last"),
    "a byte of the head": ("journal.head", lambda file: flip(file, 10), "journal.head: is damaged"),
}


@pytest.mark.parametrize("name", LOSSES)
def test_a_loss_is_one_line_with_code_1_and_nothing_is_done(quick: QuickCli, name: str) -> None:
    file, damage, words = LOSSES[name]
    damage(quick.folder / "state" / file)
    before = seen(quick.folder, "journal")
    for command in (*RELYING, *LOOKING):
        quick(*command).require_one_line(1, words)
    ran = quick(*RUN)  # below the plan
    assert (ran.code, ran.out, words in ran.err.splitlines()[-1]) == (1, "", True), ran
    for command in (("undo",), RUN):
        failed = quick(*command, "--json")
        assert (failed.code, failed.document["error"]["kind"], failed.err) == (1, "JournalError", "")
    assert not differences(seen(quick.folder, "journal"), before)


FACTS: dict[str, tuple[Callable[[Path], object], str]] = {
    "garbage": (lambda file: file.write_bytes(b"garbage" * 999), "is damaged"),
    "nothing": (lambda file: file.write_bytes(b""), "is empty"),
    "garbage in the middle": (lambda file: file.write_bytes(file.read_bytes()[:4096] + b"x" * 4096), "is damaged"),
}


@pytest.mark.parametrize("name", FACTS)
def test_damaged_facts_stop_what_would_write_them(quick: QuickCli, name: str) -> None:
    damage, words = FACTS[name]
    facts = quick.folder / "state" / "facts.db"
    for path in facts.parent.glob("facts.db-*"):
        path.unlink()
    damage(facts)
    before = seen(quick.folder, "facts.db")
    for command in (*RELYING, ("facts",)):
        quick(*command).require_one_line(1, "facts.db", words)
    ran = quick(*RUN)
    assert (ran.code, words in ran.err.splitlines()[-1]) == (1, True), ran
    assert [quick(*command).code for command in LOOKING] == [0, 0]
    assert not differences(seen(quick.folder, "facts.db"), before)


UNWRITABLE: dict[str, Callable[[Path], object]] = {
    "no room for what is shared": lambda file: Path(f"{file}-shm").mkdir(),
    "a folder for a log": lambda file: Path(f"{file}-wal").mkdir(),
}


@pytest.mark.parametrize("name", UNWRITABLE)
def test_facts_that_can_not_be_written_are_told_before_anything_is_done(quick: QuickCli, name: str) -> None:
    facts = quick.folder / "state" / "facts.db"
    for path in facts.parent.glob("facts.db-*"):
        path.unlink()
    assert quick("create old.txt").code == 0
    assert quick("delete old.txt", "--hold").code == 6
    held = quick("history", "--json").document["runs"][0]
    for path in facts.parent.glob("facts.db-*"):
        path.unlink()
    UNWRITABLE[name](facts)
    before = seen(quick.folder, "journal")
    for command in (*RELYING, ("approve", held["run_id"], "--hash", held["plan_hash"])):
        failed = quick(*command)
        assert (failed.code, failed.out, "facts.db" in failed.err.splitlines()[-1]) == (1, "", True), failed
    failed = quick(*RUN)
    assert (failed.code, failed.out, "facts.db" in failed.err.splitlines()[-1]) == (1, "", True), failed
    assert not differences(seen(quick.folder, "journal"), before)


def test_trouble_on_the_way_says_which_run_had_begun(quick: QuickCli) -> None:
    def full(*_: object, **__: object) -> None:
        raise JournalError("facts.db", "the disk is full")

    assert quick("resume").code == 0
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(FactsMemory, "record", full)
        failed = quick("append once to log.txt")
    run_id = quick("history", "--json").document["runs"][0]["run_id"]
    begun = f"goalwright: facts.db: the disk is full (run {run_id} had begun, and what it was at may be done"
    assert failed.err.splitlines()[-1].startswith(begun), failed
    assert quick("resume").code == 0
    assert (quick.folder / "log.txt").read_text().count("once") == 1


def test_what_is_kept_for_sqlite_alone_does_not_matter(quick: QuickCli) -> None:
    for path in (quick.folder / "state").glob("*-shm"):
        path.write_bytes(b"garbage" * 5000)
    assert quick("resume").code == 0
    assert (quick.folder / "log.txt").read_text() == LINE * (COUNT + 1)


def test_what_was_kept_for_undo_and_lost_is_one_line_with_code_7(quick: QuickCli) -> None:
    assert quick("resume").code == 0
    assert quick('put "new" in log.txt', "--yes").code == 0
    for kept in (quick.folder / "state" / "runs").glob("*/kept/*"):
        kept.unlink()
    for dry_run in (("--dry-run",), ()):
        quick("undo", *dry_run).require_one_line(7, "nothing was touched", "what is kept for undo in")
    assert (quick.folder / "log.txt").read_text() == "new"
