"""A run belongs to one at a time, and to nobody once its process is dead."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from goalwright.contracts.journal import MachineLock
from goalwright.errors import JournalError
from goalwright.store.byte_locks import HAS_BYTE_LOCKS
from goalwright.store.journal_store import SqliteJournal
from goalwright.store.machine_locks import machine_locks
from store.journal_runs import a_run, child, names_in, said_by

HOLDER = """
import subprocess, sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]))
lock = journal.lock(sys.argv[2])
if len(sys.argv) > 3:
    print(subprocess.Popen(["sleep", "60"], stdout=subprocess.DEVNULL).pid, flush=True)
else:
    print(lock is not None, flush=True)
sys.stdin.read()
"""


def holding(home: Path, run_id: str, *arguments: str) -> tuple[subprocess.Popen[str], str]:
    """A process that holds a run, and what it said once it did."""
    process = child(HOLDER, home, run_id, *arguments)
    assert process.stdout is not None
    return process, process.stdout.readline().strip()


def test_a_run_is_locked_until_it_is_released(journal: SqliteJournal) -> None:
    lock = journal.lock("r1")
    assert lock is not None
    assert journal.is_running("r1")
    assert journal.lock("r1") is None
    assert not journal.is_running("r2")
    lock.release()
    lock.release()
    assert not journal.is_running("r1")


def test_a_run_begins_locked_and_is_free_after_its_block(journal: SqliteJournal) -> None:
    with journal.begin(a_run("r1")):
        assert journal.is_running("r1")
    assert not journal.is_running("r1")


def test_another_process_keeps_a_run_until_it_ends(journal: SqliteJournal, home: Path) -> None:
    process, said = holding(home, "r1")
    assert said == "True"
    assert journal.is_running("r1")
    assert journal.lock("r1") is None
    said_by(process)
    assert not journal.is_running("r1")


def test_a_killed_process_gives_up_its_run(journal: SqliteJournal, home: Path) -> None:
    journal.begin(a_run("r1")).release()
    process, _ = holding(home, "r1")
    assert journal.is_running("r1")
    process.kill()
    process.communicate(timeout=60)
    assert not journal.is_running("r1")
    assert journal.run("r1").status is None
    lock = journal.lock("r1")
    assert lock is not None
    lock.release()


def test_a_killed_process_gives_up_its_run_though_what_it_started_lives_on(journal: SqliteJournal, home: Path) -> None:
    process, said = holding(home, "r1", "with a child")
    assert journal.is_running("r1")
    process.kill()
    process.communicate(timeout=60)
    assert not journal.is_running("r1")
    os.kill(int(said), signal.SIGKILL)


def test_asking_who_runs_disturbs_nobody(journal: SqliteJournal, home: Path) -> None:
    asker = """
import sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]))
print("asking", flush=True)
for _ in range(20_000):
    journal.is_running("r1")
"""
    journal.begin(a_run("r1")).release()
    process = child(asker, home)
    assert process.stdout is not None
    process.stdout.readline()
    for _ in range(300):
        lock = journal.lock("r1")
        assert lock is not None
        lock.release()
    said_by(process)


def test_a_lock_whose_folder_was_removed_is_a_new_one(journal: SqliteJournal) -> None:
    journal.begin(a_run("r1")).release()
    journal.end("r1", "success")
    assert journal.clean(0) == 1
    lock = journal.lock("r1")
    assert lock is not None
    assert journal.is_running("r1")
    lock.release()


@pytest.mark.parametrize("part", ["runs", "runs/r1", "runs/r1/lock"])
def test_no_link_is_followed_to_a_lock(journal: SqliteJournal, home: Path, tmp_path: Path, part: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (home / part).parent.mkdir(parents=True)
    (home / part).symlink_to(outside / "lock" if part.endswith("lock") else outside)
    with pytest.raises(JournalError):
        journal.lock("r1")
    assert names_in(outside) == []


class Counter:
    """How many are at work at once, and how many were at most."""

    def __init__(self) -> None:
        self.at_work = self.most = 0

    async def use(self, lock: MachineLock, *names: str) -> None:
        async with lock(*names):
            self.at_work += 1
            self.most = max(self.most, self.at_work)
            await asyncio.sleep(0.005)
            self.at_work -= 1


def most_at_once(home: Path, *uses: tuple[str, ...]) -> int:
    """How many of these uses, each made through two ways to the same locks, are at work at once."""
    locks, counter = (machine_locks(home / "locks"), machine_locks(home / "locks")), Counter()

    async def all_of_them() -> None:
        await asyncio.gather(*(counter.use(lock, *names) for lock in locks for names in uses))

    asyncio.run(all_of_them())
    return counter.most


def test_a_name_is_held_by_one_at_a_time_on_the_whole_machine(home: Path) -> None:
    assert most_at_once(home, ("page:/a b",), ("page:/a b",)) == 1
    assert most_at_once(home, ("keyboard",), ("screen",)) == 2


def test_two_ways_to_one_file_share_its_lock(home: Path, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    ways = [f"file:{tmp_path}/{name}/x.txt" for name in ("real", "link")]
    assert most_at_once(home, (ways[0],), (ways[1],), (f"dir:{tmp_path}/real/x.txt",), tuple(ways)) == 1


def test_what_is_moved_and_what_is_written_share_a_lock(home: Path) -> None:
    assert most_at_once(home, ("file:/x.txt",), ("entry:/x.txt", "entry:/y.txt"), ("path:/x.txt",)) == 1
    assert most_at_once(home, ("file:/x.txt",), ("entry:/y.txt",)) == 2


@pytest.mark.parametrize("has_byte_locks", [HAS_BYTE_LOCKS, False])
def test_more_names_are_held_than_files_may_be_open(
    home: Path, monkeypatch: pytest.MonkeyPatch, has_byte_locks: bool
) -> None:
    monkeypatch.setattr("goalwright.store.machine_locks.HAS_BYTE_LOCKS", has_byte_locks)
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, allowed[1]))
    try:
        names = tuple(f"file:/many/{number}" for number in range(3000))
        assert most_at_once(home, names, names[::-1], names[1500:1501]) == 1
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, allowed)
    assert names_in(home / "locks") == []


def test_names_are_taken_in_one_order_whatever_order_they_are_given_in(home: Path) -> None:
    names = ("file:/a", "file:/b", "keyboard")
    assert most_at_once(home, names, names[::-1], (*names, *names)) == 1


def test_locks_that_were_given_back_leave_no_files(home: Path) -> None:
    most_at_once(home, *[(f"file:/f{number}",) for number in range(20)])
    assert names_in(home / "locks") == []
