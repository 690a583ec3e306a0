"""Old runs go, with what was kept for them, and the file gets smaller; everything else stays."""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from goalwright.errors import JournalError
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, child, names_in, recorded, said_by, started

DAY_S = 86_400


def ended(journal: SqliteJournal, name: str, days_ago: float, entries: int = 1) -> Path:
    """A run that ended so many days ago; its folder, with something kept in it."""
    run = a_run(name)
    with journal.begin(run):
        asyncio.run(recorded(journal, [started(run, f"a{number}", {"text": "x" * 200}) for number in range(entries)]))
        journal.end(name, "success")
    with closing(sqlite3.connect(journal.file)) as database, database:
        database.execute("UPDATE runs SET ended_at = ended_at - ? WHERE run_id = ?", (days_ago * DAY_S, name))
    kept = journal.run_folder(name) / "kept"
    kept.mkdir()
    (kept / "old bytes").write_text("kept")
    return kept.parent


def names(journal: SqliteJournal) -> list[str]:
    return [run.run_id for run in journal.runs()]


def test_runs_go_when_they_ended_longer_ago_than_asked(journal: SqliteJournal) -> None:
    folders = [ended(journal, f"r{days}", days) for days in (1, 10, 31, 400)]
    assert journal.clean(keep_days=30) == 2
    assert names(journal) == ["r10", "r1"]
    assert [folder.exists() for folder in folders] == [True, True, False, False]
    assert journal.entries("r400") == []
    assert [entry.kind for entry in journal.entries("r1")] == ["started", "ended"]
    assert journal.clean(keep_days=30) == 0


def test_a_run_that_never_ended_stays(journal: SqliteJournal) -> None:
    journal.begin(a_run("r1", created_at=1.0)).release()
    assert journal.clean(keep_days=0) == 0
    assert names(journal) == ["r1"]


def test_a_run_that_somebody_is_at_work_on_stays(journal: SqliteJournal) -> None:
    folder = ended(journal, "r1", 100)
    lock = journal.lock("r1")
    assert lock is not None
    assert journal.clean(keep_days=1) == 0
    assert (folder / "kept" / "old bytes").exists()
    lock.release()
    assert journal.clean(keep_days=1) == 1


def test_the_file_gets_smaller(journal: SqliteJournal) -> None:
    ended(journal, "r1", 100, entries=3000)
    ended(journal, "r2", 0)
    before = journal.size_bytes()
    assert journal.clean(keep_days=1) == 1
    assert journal.size_bytes() < before / 10
    assert b"x" * 200 in journal.file.read_bytes()
    journal.close_now()


def test_cleaning_goes_on_while_somebody_reads_and_writes(journal: SqliteJournal, home: Path) -> None:
    for number in range(3):
        ended(journal, f"r{number}", 100, entries=200)
    other = SqliteJournal(home)
    run = a_run("busy")

    async def busy() -> None:
        cleaning = asyncio.create_task(asyncio.to_thread(other.clean, 1))
        while not cleaning.done():
            await journal.record(started(run))
            journal.runs()
        assert await cleaning == 3

    with journal.begin(run):
        asyncio.run(busy())
        assert journal.entries("busy")
    assert names(journal) == ["busy"]
    other.close_now()


def test_no_link_is_followed_out_of_a_runs_folder(journal: SqliteJournal, tmp_path: Path) -> None:
    folder = ended(journal, "r1", 100)
    outside = tmp_path / "outside"
    outside.mkdir(mode=0o755)
    (outside / "mine").write_text("mine")
    (folder / "kept" / "a folder").symlink_to(outside)
    (folder / "kept" / "a file").symlink_to(outside / "mine")
    assert journal.clean(keep_days=1) == 1
    assert not folder.exists()
    assert (outside / "mine").read_text() == "mine"
    assert outside.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize("part", ["runs", "runs/r1"])
def test_a_link_in_the_place_of_a_runs_folder_is_told_of(
    journal: SqliteJournal, home: Path, tmp_path: Path, part: str
) -> None:
    ended(journal, "r1", 100)
    (home / part).rename(tmp_path / "outside")
    (home / part).symlink_to(tmp_path / "outside")
    with pytest.raises(JournalError, match="leads out of the folder of runs"):
        journal.clean(keep_days=1)
    assert list((tmp_path / "outside").rglob("old bytes"))
    assert names(journal) == ["r1"]


LOCKED_AWAY = """
import os, sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
from store.test_retention import ended
if os.getuid() == 0:
    os.chown(sys.argv[1], 65534, 65534)
    os.setuid(65534)
journal = SqliteJournal(Path(sys.argv[1]) / "home")
folder = ended(journal, "r1", 100)
for inner in ("a", "a/b", "c"):
    (folder / "kept" / inner).mkdir()
    (folder / "kept" / inner / "file").touch(mode=0o400)
for inner, mode in (("a/b", 0), ("a", 0o500), ("c", 0o555)):
    (folder / "kept" / inner).chmod(mode)
print(journal.clean(1), folder.exists())
journal.close_now()
"""


def test_what_was_kept_goes_even_if_it_may_not_be_changed() -> None:
    with tempfile.TemporaryDirectory() as folder:
        assert said_by(child(LOCKED_AWAY, folder)) == "1 False\n"


def test_what_a_removal_that_was_cut_off_has_left_goes_next_time(journal: SqliteJournal, home: Path) -> None:
    journal.begin(a_run("r1")).release()
    for stray in (".removed-r0-0a1b", "r0"):
        (home / "runs" / stray / "kept").mkdir(parents=True)
    assert journal.clean(keep_days=1) == 0
    assert names_in(home / "runs") == ["r1"]


def test_the_folder_of_a_run_that_is_just_beginning_stays(journal: SqliteJournal, home: Path) -> None:
    journal.begin(a_run("r1")).release()
    lock = journal.lock("about-to-begin")
    assert lock is not None
    journal.clean(keep_days=0)
    assert names_in(home / "runs") == ["about-to-begin", "r1"]
    lock.release()
