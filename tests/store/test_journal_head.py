"""What a journal has lost is noticed, whichever of its files was damaged; what it has not lost stays usable."""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import sqlite3
import stat
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from goalwright.errors import JournalError
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, child, finished, recorded, said_by, started

DYING = """
import asyncio, os, sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, finished, started

journal, run = SqliteJournal(Path(sys.argv[1])), a_run(sys.argv[2])

async def act():
    for number in range(20):
        await journal.record(started(run, f"a{number}", {"text": "x" * 300}))
        journal.record(finished(run, f"a{number}"))
    await journal.flush()

journal.begin(run)
asyncio.run(act())
os.kill(os.getpid(), 9)
"""


KILLER = """
from goalwright.store.journal_head import Mark
line = Mark.line
Mark.line = lambda mark: line(mark) if mark.number == 0 else os.kill(os.getpid(), 9)
"""


@pytest.fixture
def cut_off(home: Path) -> Path:
    """A journal with one run that ended well and one that was killed: its 40 entries are in the log only."""
    journal = SqliteJournal(home)
    with journal.begin(a_run("r0")):
        asyncio.run(recorded(journal, [started(a_run("r0"))]))
        journal.end("r0", "success")
    journal.close_now()
    shutil.copy(home / "journal.db", home.parent / "older")
    process = child(DYING, home, "r1")
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    return home


def log_of(home: Path) -> Path:
    return home / "journal.db-wal"


def flip(file: Path, at: int) -> None:
    content = bytearray(file.read_bytes())
    content[at] ^= 1
    file.write_bytes(content)


def a_byte_of_the_log(home: Path) -> None:
    flip(log_of(home), log_of(home).stat().st_size // 3)


def the_last_byte_of_the_log(home: Path) -> None:
    flip(log_of(home), -1)


def garbage_in_the_log(home: Path) -> None:
    log_of(home).write_bytes(b"garbage" * 1000)


def half_of_the_log(home: Path) -> None:
    os.truncate(log_of(home), log_of(home).stat().st_size // 2)


def no_log(home: Path) -> None:
    log_of(home).unlink()


def an_older_copy(home: Path) -> None:
    log_of(home).unlink()
    (home / "journal.db-shm").unlink()
    shutil.copy(home.parent / "older", home / "journal.db")


def a_journal_of_another_home(home: Path) -> None:
    other = SqliteJournal(home.parent / "other")
    with other.begin(a_run("r9")):
        asyncio.run(recorded(other, [started(a_run("r9"), f"a{number}") for number in range(90)]))
    other.close_now()
    log_of(home).unlink()
    (home / "journal.db-shm").unlink()
    shutil.copy(other.file, home / "journal.db")


def no_journal(home: Path) -> None:
    for ending in ("", "-wal", "-shm"):
        Path(f"{home / 'journal.db'}{ending}").unlink()


def a_damaged_head(home: Path) -> None:
    flip(home / "journal.head", 40)


def a_longer_head(home: Path) -> None:
    with (home / "journal.head").open("ab") as head:
        head.write(b"x")


LOSSES: list[tuple[Callable[[Path], None], str]] = [
    (
        a_byte_of_the_log,
        r"journal\.db: has lost the last \d+ of 42 entries: put both back from the same backup, or check",
    ),
    (the_last_byte_of_the_log, r"has lost the last [12] of 42 entries"),
    (garbage_in_the_log, "has lost the last 40 of 42 entries"),
    (half_of_the_log, r"has lost the last \d+ of 42 entries"),
    (no_log, "has lost the last 40 of 42 entries"),
    (an_older_copy, "has lost the last 40 of 42 entries"),
    (a_journal_of_another_home, r"is not the journal that journal\.head belongs to"),
    (no_journal, r"journal\.head: is there without journal\.db: put that back beside it, or move this away"),
    (a_damaged_head, r"journal\.head: is damaged: check yourself what the last runs did, then move journal\.head away"),
    (a_longer_head, r"journal\.head: is damaged"),
]


@pytest.mark.parametrize(("lose", "problem"), LOSSES, ids=[lose.__name__ for lose, _ in LOSSES])
def test_a_loss_stops_all_that_relies_on_the_journal(cut_off: Path, lose: Callable[[Path], None], problem: str) -> None:
    lose(cut_off)
    kept = {path.name: path.read_bytes() for path in (cut_off / "journal.db", log_of(cut_off)) if path.exists()}
    for work in (
        lambda journal: journal.runs(),
        lambda journal: journal.entries("r1"),
        lambda journal: journal.begin(a_run("new")),
        lambda journal: journal.end("r1", "success"),
    ):
        journal = SqliteJournal(cut_off)
        with pytest.raises(JournalError, match=problem):
            work(journal)  # type: ignore[no-untyped-call]  # lambdas of a table
        journal.close_now()
    assert {name: (cut_off / name).read_bytes() for name in kept} == kept


@pytest.mark.parametrize("lose", [garbage_in_the_log, no_log, an_older_copy, a_journal_of_another_home, a_damaged_head])
def test_moving_the_head_away_goes_on_with_what_is_left(cut_off: Path, lose: Callable[[Path], None]) -> None:
    lose(cut_off)
    (cut_off / "journal.head").unlink()
    journal = SqliteJournal(cut_off)
    left = journal.count()
    journal.begin(a_run("new")).release()
    assert journal.count() == left + 1
    journal.close_now()
    assert SqliteJournal(cut_off).count() == left + 1


def test_a_copy_that_was_gone_on_with_is_not_taken_for_the_newest(cut_off: Path) -> None:
    """An older copy with its head moved away is another journal from then on."""
    journal = SqliteJournal(cut_off)
    assert journal.count() == 2
    journal.close_now()
    shutil.copy(cut_off / "journal.db", cut_off.parent / "newest")
    shutil.copy(cut_off.parent / "older", cut_off / "journal.db")
    (cut_off / "journal.head").unlink()
    journal = SqliteJournal(cut_off)
    journal.begin(a_run("r2")).release()
    journal.close_now()
    shutil.copy(cut_off.parent / "newest", cut_off / "journal.db")
    with pytest.raises(JournalError, match="is not the journal"):
        SqliteJournal(cut_off).runs()


def test_a_kill_alone_loses_nothing(cut_off: Path) -> None:
    journal = SqliteJournal(cut_off)
    assert len(journal.entries("r1")) == 40
    journal.close_now()


def test_a_process_killed_between_the_commit_and_the_head_leaves_no_loss(home: Path) -> None:
    """The journal is ahead of its head then, by what was never acknowledged."""
    body = DYING.replace("journal.begin(run)", f"{KILLER}journal.begin(run)")
    process = child(body, home, "r1")
    process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    journal = SqliteJournal(home)
    assert [entry.action_id for entry in journal.entries("r1")] == ["a0"]
    asyncio.run(recorded(journal, [finished(a_run("r1"), "a0")]))
    journal.close_now()
    assert len(SqliteJournal(home).entries("r1")) == 2


def gone(file: Path) -> None:
    file.unlink()


def moved(file: Path) -> None:
    file.rename(file.with_name("elsewhere"))


def replaced(file: Path) -> None:
    copy = Path(shutil.copy(file, file.with_name("copy")))
    copy.replace(file)


@pytest.mark.parametrize("lose", [gone, moved, replaced])
def test_a_journal_that_vanishes_in_the_middle_of_a_run_is_noticed_at_the_next_entry(
    journal: SqliteJournal, lose: Callable[[Path], None]
) -> None:
    run = a_run("r1")
    with journal.begin(run):
        asyncio.run(recorded(journal, [started(run)]))
        lose(journal.file)
        with pytest.raises(JournalError, match="was deleted or replaced while it was in use"):
            asyncio.run(recorded(journal, [finished(run)]))


CHANGES = {
    "an entry's data": "UPDATE entries SET data = replace(data, 'xxx', 'xyx') WHERE number = 7",
    "an entry's action": "UPDATE entries SET action_id = 'a9' WHERE number = 7",
    "an entry's run": "UPDATE entries SET run = 1 WHERE number = 9",
    "an entry in the middle": "DELETE FROM entries WHERE number = 9",
    "the last entry": "DELETE FROM entries WHERE number = 42",
    "the order": "UPDATE entries SET number = CASE number WHEN 9 THEN 100 ELSE number END",
    "what they add up to": "UPDATE heads SET digest = x'00' WHERE run = 2",
    "all of that": "DELETE FROM heads WHERE run = 2",
}


@pytest.mark.parametrize("change", CHANGES)
def test_entries_that_are_not_as_they_were_written_are_not_relied_on(cut_off: Path, change: str) -> None:
    with closing(sqlite3.connect(cut_off / "journal.db")) as database, database:
        database.execute(CHANGES[change])
    journal = SqliteJournal(cut_off)
    with pytest.raises(JournalError, match=r"the record of the run r1 is corrupt \((entries are|it is) "):
        journal.entries("r1")
    journal.close_now()


@pytest.mark.parametrize("column", ["plan", "cwd", "text", "created_at", "asked_by", "request"])
def test_a_run_that_is_not_as_it_was_written_is_not_relied_on(cut_off: Path, column: str) -> None:
    # A number with a blank behind it is the same number to SQLite, if it has few digits.
    other = f"{column} + 1" if column == "created_at" else f"{column} || ' '"
    with closing(sqlite3.connect(cut_off / "journal.db")) as database, database:
        database.execute(f"UPDATE runs SET {column} = {other} WHERE run_id = 'r1'")
    journal = SqliteJournal(cut_off)
    with pytest.raises(JournalError, match="the record of the run r1 is corrupt"):
        journal.run("r1")
    journal.close_now()


def test_runs_of_a_journal_from_before_heads_were_kept_are_taken_as_they_are(cut_off: Path) -> None:
    with closing(sqlite3.connect(cut_off / "journal.db")) as database:
        database.executescript("DROP TABLE heads; PRAGMA user_version = 3")
    (cut_off / "journal.head").unlink()
    journal = SqliteJournal(cut_off)
    assert len(journal.entries("r1")) == 40
    run = journal.run("r1")
    asyncio.run(recorded(journal, [started(run, "b")]))
    assert len(journal.entries("r1")) == 41
    journal.close_now()


def test_looking_changes_no_rights(cut_off: Path) -> None:
    paths = [path for path in (cut_off, *cut_off.rglob("*")) if path.is_file()]
    for path in paths:
        path.chmod(0o644)
    journal = SqliteJournal(cut_off)
    assert journal.count() == 2
    assert {stat.S_IMODE(path.stat().st_mode) for path in paths} == {0o644}
    journal.close_now()


FULL = """
import os, subprocess, sys, tempfile
from pathlib import Path
from goalwright.errors import JournalError
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run

top = Path(sys.argv[1])
if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", top], capture_output=True).returncode:
    sys.exit(print("no mount"))
try:
    for free_kb in range(0, 256, 4):
        home, fill = top / str(free_kb), top / "fill"
        home.mkdir()
        fill.write_bytes(b"")
        space = os.statvfs(top)
        fill.write_bytes(bytes(max(0, space.f_bavail * space.f_bsize - free_kb * 1024)))
        said = []
        for name in ("r1", "r2"):
            journal = SqliteJournal(home)
            try:
                journal.begin(a_run(name)).release()
                said.append("begun")
            except JournalError as error:
                said.append(error.problem)
            journal.close_now()
            fill.unlink(missing_ok=True)
        print(*said, sep="|")
        subprocess.run(["rm", "-rf", home])
finally:
    subprocess.run(["umount", top])
"""


def test_a_journal_that_is_begun_on_a_full_disk_is_not_damaged_for_good(tmp_path: Path) -> None:
    lines = said_by(child(FULL, tmp_path)).splitlines()
    if lines == ["no mount"]:
        pytest.skip("disks cannot be mounted here")
    first, second = {line.split("|")[0] for line in lines}, {line.split("|")[1] for line in lines}
    assert second == {"begun"}
    assert first == {
        "begun",
        "there is no space left on its disk: free some, then go on",
        "could not be read or written: check the disk and the space left on it",
    }
