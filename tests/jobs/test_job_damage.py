"""A job file in which single bytes have become others: that is told, or makes no difference. Nothing stops silently."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from campaigns import rounds
from goalwright.contracts.job_ports import Firing
from goalwright.contracts.jobs import FileArrival, Job, Recurrence
from goalwright.errors import JournalError
from goalwright.store.jobs_store import SqliteJobs

HOURLY = Recurrence(rule="FREQ=HOURLY", start="2026-11-17T00:00:00", zone="UTC")
FIRED = 40


def filled(file: Path) -> SqliteJobs:
    """A store with jobs, firings that are done and one that is not, and files that were seen."""
    store = SqliteJobs(file, lambda: 5.0)
    seen = {f"in/{number}.txt": f"print {number}" for number in range(FIRED)}
    store.add(Job(job_id="hourly", trigger=HOURLY, cwd="/", text="mute", made_at=1.0))
    store.add(
        Job(job_id="files", trigger=FileArrival(folder="/in"), cwd="/", text="move it to /out", made_at=1.0), seen
    )
    for number in range(FIRED):
        firing = Firing(job_id="hourly", key=str(number), run_id=f"run-{number}", due=float(number), subject="")
        assert store.claim(firing, handled=float(number))
        if number < FIRED - 1:
            store.finish(firing, "success")
    return store


def told(store: SqliteJobs) -> Any:
    """All that a service goes by."""
    jobs = store.jobs()
    names = [job.job_id for job in jobs]
    return (
        jobs,
        [(store.handled(name), store.firings(name, 100), store.seen(name)) for name in names],
        [firing.run_id for firing in store.open_firings()],
    )


@pytest.mark.slow
def test_a_flipped_bit_is_told_or_makes_no_difference(tmp_path: Path) -> None:
    file = tmp_path / "jobs.db"
    store = filled(file)
    whole = told(store)
    store.close()
    content, chance, noticed = file.read_bytes(), random.Random(17), 0
    for _ in range(rounds(150)):
        place, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
        file.write_bytes(content[:place] + bytes([content[place] ^ bit]) + content[place + 1 :])
        damaged = SqliteJobs(file, lambda: 5.0)
        try:
            assert told(damaged) == whole, (place, bit)
        except JournalError:
            noticed += 1
        finally:
            damaged.close()
    assert noticed > 20


def left_by_a_kill(store: SqliteJobs, folder: Path) -> Path:
    """What there is of a store whose process dies now: the file, the log that is not yet in it, and the head."""
    folder.mkdir(exist_ok=True)
    for part in store.file.parent.glob("jobs.*"):
        if not part.name.endswith("-shm"):
            (folder / part.name).write_bytes(part.read_bytes())
    return folder / store.file.name


def test_a_log_that_has_lost_its_end_is_told_and_nothing_fires_again(tmp_path: Path) -> None:
    store = filled(tmp_path / "jobs.db")
    whole = told(store)
    log = tmp_path / "dead" / "jobs.db-wal"
    dead = left_by_a_kill(store, tmp_path / "dead")
    content = log.read_bytes()
    assert told(SqliteJobs(dead, lambda: 5.0)) == whole
    places = range(0, len(content), max(1, len(content) // rounds(25, 400)))
    for place in places:
        for damaged in (content[:place], content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]):
            left_by_a_kill(store, dead.parent)
            log.write_bytes(damaged)
            again = SqliteJobs(dead, lambda: 5.0)
            try:
                assert told(again) == whole, place
            except JournalError:
                with pytest.raises(JournalError, match=r"jobs\.head|damaged"):
                    again.claim(Firing(job_id="hourly", key="39", run_id="again", due=39.0, subject=""))
            finally:
                again.close()
    store.close()


def test_an_older_copy_of_the_file_is_told_until_its_head_is_moved_away(tmp_path: Path) -> None:
    store = filled(tmp_path / "jobs.db")
    store.close()
    older = store.file.read_bytes()
    store.pass_over("hourly", 90.0)
    store.close()
    store.file.write_bytes(older)
    with pytest.raises(JournalError, match="lost the last 1 of"):
        store.jobs()
    (tmp_path / "jobs.head").rename(tmp_path / "head")
    assert [job.job_id for job in store.jobs()] == ["hourly", "files"]
    store.pass_over("hourly", 91.0)
    store.close()
    assert SqliteJobs(store.file).handled("hourly") == 91.0


def test_a_file_that_was_put_right_is_gone_on_with_at_once(tmp_path: Path) -> None:
    file = tmp_path / "jobs.db"
    store = filled(file)
    whole = told(store)
    store.close()
    content = file.read_bytes()
    assert content.count(b"FREQ=HOURLY") == 1
    file.write_bytes(content.replace(b"FREQ=HOURLY", b"FREQ=YEARLY"))
    for _ in range(2):
        with pytest.raises(JournalError, match="damaged"):
            told(store)
    file.write_bytes(content)
    assert told(store) == whole
    store.close()


@pytest.mark.parametrize("change", ["UPDATE jobs SET handled = 4e12", "UPDATE seen SET print = 'x'"])
def test_values_that_were_not_written_here_are_told(tmp_path: Path, change: str) -> None:
    """A time far ahead would have the job rest for ever, another fingerprint would set it off again."""
    import sqlite3

    store = filled(tmp_path / "jobs.db")
    with sqlite3.connect(tmp_path / "jobs.db") as other:
        other.execute(change)
    other.close()
    with pytest.raises(JournalError, match="damaged"):
        told(store)
    with pytest.raises(JournalError, match="damaged"):
        told(store)
    store.close()


def test_a_file_of_the_first_version_is_gone_on_with(tmp_path: Path) -> None:
    import sqlite3

    store = filled(tmp_path / "jobs.db")
    whole = told(store)
    store.close()
    with sqlite3.connect(tmp_path / "jobs.db") as older:
        for table in ("jobs", "firings", "seen"):
            older.execute(f"ALTER TABLE {table} DROP COLUMN seal")
        older.execute("DROP TABLE heads")
        older.execute("PRAGMA user_version = 1")
    older.close()
    (tmp_path / "jobs.head").unlink()
    assert told(store) == whole
    store.pass_over("hourly", 90.0)
    assert store.handled("hourly") == 90.0
