"""Who waits at the same time shares a commit, and what cannot be written is heard of."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from goalwright.errors import JournalError
from goalwright.store import group_commit
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, child, finished, said_by, started

WAL_HEADER = 32
FRAME_HEADER = 24


def commits(journal: SqliteJournal) -> int:
    """How many commits the write-ahead log holds: a frame that ends one says how large the file is after it."""
    log = Path(f"{journal.file}-wal").read_bytes()
    page = int.from_bytes(log[8:12], "big")
    frames = range(WAL_HEADER, len(log), FRAME_HEADER + page)
    return sum(any(log[at + 4 : at + 8]) for at in frames)


@contextmanager
def locked(journal: SqliteJournal) -> Iterator[None]:
    """Another connection is writing, and does not come to its end."""
    with closing(sqlite3.connect(journal.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


async def acted(journal: SqliteJournal, run_names: tuple[str, ...]) -> None:
    """Several actions at once, each announced before and reported after."""
    runs = [a_run(name) for name in run_names]

    async def act(name: str) -> None:
        for run in runs:
            await journal.record(started(run, name))
            journal.record(finished(run, name))

    await asyncio.gather(*(act(f"a{number}") for number in range(10)))


def test_those_who_wait_at_the_same_time_share_a_commit(journal: SqliteJournal) -> None:
    with journal.begin(a_run("r1")):
        before = commits(journal)
        asyncio.run(acted(journal, ("r1",)))
        assert commits(journal) - before <= 2
    assert [entry.kind for entry in journal.entries("r1")] == ["started"] * 10 + ["finished"] * 10


def test_a_chain_takes_one_commit_an_action(journal: SqliteJournal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(group_commit, "LINGER_S", 60.0)  # however busy the machine is
    run = a_run()

    async def chain() -> None:
        for number in range(50):
            await journal.record(started(run, f"a{number}"))
            journal.record(finished(run, f"a{number}"))

    with journal.begin(run):
        before = commits(journal)
        asyncio.run(chain())
        assert commits(journal) - before == 50


def test_what_nobody_waits_for_is_written_by_itself(journal: SqliteJournal) -> None:
    run = a_run()

    async def left_alone() -> None:
        journal.record(started(run))
        with closing(sqlite3.connect(journal.file)) as other:
            while other.execute("SELECT count(*) FROM entries").fetchone() == (0,):
                await asyncio.sleep(0.001)

    with journal.begin(run):
        asyncio.run(asyncio.wait_for(left_alone(), 30))


def test_what_is_recorded_outside_an_event_loop_is_written_at_once(journal: SqliteJournal) -> None:
    run = a_run()
    with journal.begin(run):
        journal.record(started(run))
        with closing(sqlite3.connect(journal.file)) as other:
            assert other.execute("SELECT count(*) FROM entries").fetchone() == (1,)


def test_closing_writes_what_nobody_waited_for(journal: SqliteJournal) -> None:
    run = a_run()

    async def closed() -> None:
        journal.record(started(run))
        await journal.close()

    with journal.begin(run):
        asyncio.run(closed())
    assert len(journal.entries(run.run_id)) == 1


def test_an_awaitable_may_be_awaited_late_and_by_several(journal: SqliteJournal) -> None:
    run = a_run()

    async def awaited() -> None:
        entry = journal.record(started(run))
        await asyncio.gather(entry, entry)
        await entry

    with journal.begin(run):
        asyncio.run(awaited())
    assert len(journal.entries(run.run_id)) == 1


def test_giving_up_waiting_does_not_disturb_others(journal: SqliteJournal) -> None:
    run = a_run()

    async def one(name: str) -> None:
        await journal.record(started(run, name))

    async def cancelled() -> None:
        first, second = asyncio.ensure_future(one("a1")), asyncio.ensure_future(one("a2"))
        await asyncio.sleep(0)
        first.cancel()
        await second
        with pytest.raises(asyncio.CancelledError):
            await first

    with journal.begin(run):
        asyncio.run(cancelled())
    assert [entry.action_id for entry in journal.entries(run.run_id)] == ["a1", "a2"]


def test_waiting_for_another_process_holds_nobody_up(journal: SqliteJournal) -> None:
    run = a_run()
    rounds = 0

    async def patient() -> None:
        nonlocal rounds
        with locked(journal):
            entry = asyncio.ensure_future(_awaited(journal, run.run_id))
            for _ in range(20):
                await asyncio.sleep(0.001)
                rounds += not entry.done()
        await entry
        await journal.flush()

    with journal.begin(run):
        asyncio.run(patient())
    assert rounds == 20
    assert len(journal.entries(run.run_id)) == 1


async def _awaited(journal: SqliteJournal, run_id: str) -> None:
    await journal.record(started(a_run(run_id)))


def test_many_threads_may_write_while_a_loop_does(journal: SqliteJournal) -> None:
    names = [f"r{number}" for number in range(8)]

    def one_run(name: str) -> None:
        with journal.begin(a_run(name)):
            for number in range(20):
                journal.record(started(a_run(name), f"a{number}"))
            journal.end(name, "success")

    threads = [threading.Thread(target=one_run, args=(name,)) for name in names]
    with journal.begin(a_run("loop")):
        for thread in threads:
            thread.start()
        asyncio.run(acted(journal, ("loop",)))
        for thread in threads:
            thread.join()
    for name in names:
        assert [entry.action_id for entry in journal.entries(name)] == [*(f"a{number}" for number in range(20)), ""]
        assert journal.run(name).status == "success"
    assert len(journal.entries("loop")) == 20


class TestWhatCannotBeWritten:
    @pytest.fixture
    def impatient(self, home: Path) -> Iterator[SqliteJournal]:
        journal = SqliteJournal(home, busy_timeout_s=0.05)
        yield journal
        journal.close_now()

    def test_reaches_those_who_wait_and_those_who_flush(self, impatient: SqliteJournal) -> None:
        async def failing() -> None:
            with locked(impatient):
                impatient.record(started(a_run("r1"), "a0"))
                with pytest.raises(JournalError, match="locked"):
                    await impatient.record(started(a_run("r1"), "a1"))
            with pytest.raises(JournalError, match="locked"):
                await impatient.flush()

        with impatient.begin(a_run("r1")):
            asyncio.run(failing())
        assert impatient.entries("r1") == []

    def test_is_followed_by_nothing_more_of_its_run(self, impatient: SqliteJournal) -> None:
        async def failing() -> None:
            with locked(impatient), pytest.raises(JournalError):
                await impatient.record(started(a_run("r1"), "a1"))
            with pytest.raises(JournalError, match="locked"):
                await impatient.record(started(a_run("r1"), "a2"))
            with pytest.raises(JournalError, match="locked"):
                impatient.end("r1", "success")
            await impatient.record(started(a_run("r2"), "b1"))
            await impatient.flush("r2")

        with impatient.begin(a_run("r1")), impatient.begin(a_run("r2")):
            asyncio.run(failing())
            assert [entry.action_id for entry in impatient.entries("r2")] == ["b1"]
        assert impatient.entries("r1") == []
        assert [run.run_id for run in impatient.runs() if run.status is None] == ["r2", "r1"]

    def test_is_forgotten_when_the_run_is_taken_up_again(self, impatient: SqliteJournal) -> None:
        async def failing() -> None:
            with locked(impatient), pytest.raises(JournalError):
                await impatient.record(started(a_run("r1"), "a1"))

        with impatient.begin(a_run("r1")):
            asyncio.run(failing())
        lock = impatient.lock("r1")
        assert lock is not None
        with lock:
            asyncio.run(_awaited(impatient, "r1"))
            asyncio.run(impatient.flush())
            impatient.end("r1", "success")
        assert impatient.run("r1").status == "success"

    def test_is_a_run_that_cannot_begin_either(self, impatient: SqliteJournal) -> None:
        impatient.begin(a_run("r1")).release()
        with locked(impatient), pytest.raises(JournalError, match="locked"):
            impatient.begin(a_run("r2"))
        impatient.begin(a_run("r2")).release()


FULL_DISK = """
import asyncio, resource, sys
from pathlib import Path
from goalwright.errors import JournalError
from goalwright.store import group_commit
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, started

async def fill(journal, run):
    for number in range(1000):
        await journal.record(started(run, f"a{number}", {"text": "x" * 5000}))
        print(number, flush=True)

resource.setrlimit(resource.RLIMIT_FSIZE, (600_000, 600_000))
journal = SqliteJournal(Path(sys.argv[1]))
run = a_run("r1")
with journal.begin(run):
    try:
        asyncio.run(fill(journal, run))
    except JournalError as error:
        print(error)
journal.close_now()
"""


def test_a_disk_without_space_is_said_so_and_loses_nothing(journal: SqliteJournal, home: Path) -> None:
    *acknowledged, problem = said_by(child(FULL_DISK, home)).splitlines()
    assert problem.startswith(f"{journal.file}: ")
    assert "space" in problem
    assert 10 < len(acknowledged) < 1000
    assert [entry.action_id for entry in journal.entries("r1")] == [f"a{number}" for number in acknowledged]
    assert [run.run_id for run in journal.runs() if run.status is None] == ["r1"]
