"""What is written down is there afterwards, in order, under the names that people type."""

from __future__ import annotations

import asyncio
import math
import re
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import JournalEntry
from goalwright.contracts.journal import Asked
from goalwright.contracts.run_ids import new_run_id
from goalwright.errors import ContractViolation, RunIdTaken, RunNotFound
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_plan, a_run, an_action, finished, started

BROKEN_NAME = "caf\udce9"  # a file name that is not UTF-8, as Python shows it


def test_a_run_comes_back_as_it_was(journal: SqliteJournal) -> None:
    run = a_run(text=f"create {BROKEN_NAME}\0", cwd=f"/tmp/{BROKEN_NAME}", created_at=5.5, details={"unmet": ["g1"]})
    journal.begin(run).release()
    assert journal.run(run.run_id) == run


def test_a_run_that_ended_says_how_and_when(journal: SqliteJournal) -> None:
    run = a_run()
    journal.begin(run).release()
    journal.end(run.run_id, "failed", f"{BROKEN_NAME} is missing")
    journal.mark_undone(run.run_id)
    ended = journal.run(run.run_id)
    assert (ended.status, ended.reason, ended.undone) == ("failed", f"{BROKEN_NAME} is missing", True)
    assert ended.ended_at is not None
    assert ended.ended_at >= ended.created_at > 0


def test_a_journal_is_there_after_closing_and_opening_again(home: Path) -> None:
    run = a_run()
    for attempt in range(2):
        journal = SqliteJournal(home)
        if attempt == 0:
            journal.begin(run).release()
        assert journal.run(run.run_id).run_id == run.run_id
        journal.close_now()
        assert journal.count() == 1
        journal.close_now()


def test_reading_where_nothing_was_written_makes_nothing(journal: SqliteJournal, home: Path) -> None:
    assert (journal.runs(), journal.find("r1"), journal.count(), journal.entries("r1")) == ([], None, 0, [])
    assert (journal.clean(0), journal.size_bytes(), journal.is_running("r1")) == (0, 0, False)
    with pytest.raises(RunNotFound):
        journal.run("r1")
    assert not home.exists()


DATA: list[dict[str, Any]] = [
    {},
    {"before": {"path": f"/tmp/{BROKEN_NAME}", "size": 2**70, "parts": [1, [2.5, None, True]]}},
    {"content": "\0\x01\ud800 \u2028 \U0001f600" * 100},
    {"reading": math.inf},
]


@pytest.mark.parametrize("data", DATA, ids=range(len(DATA)))
def test_entries_come_back_as_they_were(journal: SqliteJournal, data: dict[str, Any]) -> None:
    run = a_run()
    entry = JournalEntry(run_id=run.run_id, kind="started", action_id=f"g0 {BROKEN_NAME}", data=data, at=1.25)

    async def recorded() -> None:
        with journal.begin(run):
            await journal.record(entry)

    asyncio.run(recorded())
    assert journal.entries(run.run_id) == [entry]


def test_entries_keep_their_order_and_stay_with_their_run(journal: SqliteJournal) -> None:
    runs = [a_run(), a_run()]

    async def recorded() -> None:
        for number in range(100):
            for run in runs:
                awaitable = journal.record(started(run, f"a{number}"))
                if number % 7 == 0:
                    await awaitable
        await journal.flush()

    locks = [journal.begin(run) for run in runs]
    asyncio.run(recorded())
    for run, lock in zip(runs, locks, strict=True):
        assert [entry.action_id for entry in journal.entries(run.run_id)] == [f"a{number}" for number in range(100)]
        lock.release()


def test_an_entry_says_when_it_was_made_even_if_nobody_told_it(journal: SqliteJournal) -> None:
    run = a_run()
    with journal.begin(run):
        journal.record(started(run))
    assert journal.entries(run.run_id)[0].at > 1.7e9


def test_what_is_no_plain_value_is_refused_at_once(journal: SqliteJournal) -> None:
    run = a_run()
    with journal.begin(run), pytest.raises(ContractViolation):
        journal.record(JournalEntry(run_id=run.run_id, kind="started", data={"before": object()}))


async def _recorded(journal: SqliteJournal, entry: JournalEntry) -> None:
    await journal.record(entry)


def test_an_entry_of_a_run_that_never_began_is_refused(journal: SqliteJournal) -> None:
    known, unknown = a_run(), a_run()
    with journal.begin(known):
        with pytest.raises(RunNotFound, match=unknown.run_id):
            asyncio.run(_recorded(journal, started(unknown)))
        asyncio.run(_recorded(journal, started(known)))
    assert len(journal.entries(known.run_id)) == 1


def test_ending_a_run_that_never_began_is_refused(journal: SqliteJournal) -> None:
    for work in (partial(journal.end, "r1", "success"), partial(journal.mark_undone, "r1")):
        with pytest.raises(RunNotFound):
            work()


def test_a_name_is_given_once(journal: SqliteJournal) -> None:
    run = a_run("r1")
    with journal.begin(run), pytest.raises(RunIdTaken, match="r1"):
        journal.begin(run)
    with pytest.raises(RunIdTaken, match="r1"):
        journal.begin(run)
    assert not journal.is_running("r1")
    assert journal.count() == 1


@pytest.mark.parametrize("name", ["", ".", "..", "../x", "a/b", "a b", "-a", "ü", "a" * 101, "a\n"])
def test_a_name_that_no_folder_should_have_is_refused(journal: SqliteJournal, home: Path, name: str) -> None:
    run = a_run()
    object.__setattr__(run, "run_id", name)
    with pytest.raises(ContractViolation, match="run_id"):
        journal.begin(run)
    with pytest.raises(RunNotFound):
        journal.run(name)
    assert not home.exists()


def test_runs_are_listed_newest_first_and_only_as_many_as_asked_for(journal: SqliteJournal) -> None:
    names = [f"r{number}" for number in range(30)]
    for name in names:
        journal.begin(a_run(name)).release()
    assert [run.run_id for run in journal.runs(limit=3)] == ["r29", "r28", "r27"]
    assert len(journal.runs()) == 20
    assert journal.count() == 30


def test_a_run_is_found_by_part_of_its_name(journal: SqliteJournal) -> None:
    for name in ("20261116-034512-k3f9", "20261116-034512-zzzz", "20261117-000000-abcd"):
        journal.begin(a_run(name)).release()
    for part in ("20261116-034512-k3f9", "20261116-034512-k", "k3f9", "034512-k3f9"):
        assert journal.run(part).run_id == "20261116-034512-k3f9"
    for part in ("20261117-000000-abcd", "20261117", "abcd"):
        assert journal.run(part).run_id == "20261117-000000-abcd"


def test_a_whole_name_wins_over_the_beginning_of_another(journal: SqliteJournal) -> None:
    for name in ("r1", "r11"):
        journal.begin(a_run(name)).release()
    assert journal.run("r1").run_id == "r1"


def test_part_of_several_names_tells_which_they_are(journal: SqliteJournal) -> None:
    for number in range(7):
        journal.begin(a_run(f"2026111{number}-000000-aaaa")).release()
    with pytest.raises(RunNotFound, match=r"20261116-000000-aaaa, .*20261112-000000-aaaa, …"):
        journal.run("2026")
    with pytest.raises(RunNotFound, match="several"):
        journal.run("aaaa")


@pytest.mark.parametrize("part", ["x", "%", "_", "*", "2026*", "'", BROKEN_NAME])
def test_part_of_no_name_is_said_to_be_none(journal: SqliteJournal, part: str) -> None:
    journal.begin(a_run("20261116-000000-aaaa")).release()
    with pytest.raises(RunNotFound, match="goalwright history"):
        journal.run(part)


def test_new_names_sort_by_time_and_differ() -> None:
    names = [new_run_id() for _ in range(20)]
    assert all(re.fullmatch(r"\d{8}-\d{6}-[2-9a-z]{5}", name) for name in names)
    assert len(set(names)) == len(names)
    assert [name[:15] for name in names] == sorted(name[:15] for name in names)


def test_a_run_that_never_ended_is_interrupted_unless_somebody_is_at_work_on_it(journal: SqliteJournal) -> None:
    ended, at_work, left = (a_run(name) for name in ("r1", "r2", "r3"))
    locks = [journal.begin(run) for run in (ended, at_work, left)]
    journal.end("r1", "success")
    locks[0].release()
    locks[2].release()
    assert [run.run_id for run in journal.runs() if run.status is None] == ["r3", "r2"]
    assert [journal.is_running(name) for name in ("r1", "r2", "r3")] == [False, True, False]
    locks[1].release()


def test_one_journal_serves_one_event_loop_after_another(journal: SqliteJournal) -> None:
    run = a_run()

    async def left_alone(name: str) -> None:
        journal.record(started(run, name))

    with journal.begin(run):
        asyncio.run(left_alone("a1"))
        asyncio.run(_recorded(journal, started(run, "a2")))
        asyncio.run(left_alone("a3"))
        asyncio.run(journal.close())
    assert [entry.action_id for entry in journal.entries(run.run_id)] == ["a1", "a2", "a3"]


def test_an_action_takes_as_little_space_as_is_said(journal: SqliteJournal) -> None:
    count = 2_000
    names = [f"g{number}_create_1" for number in range(count)]
    run = a_run(plan=a_plan(an_action("g0_create_1")))

    async def recorded() -> None:
        for name in names:
            journal.record(started(run, name))
            journal.record(finished(run, name))
        await journal.flush()

    with journal.begin(run):
        asyncio.run(recorded())
    journal.close_now()
    assert 230 < journal.size_bytes() / count < 290


def test_entries_are_numbered_and_read_from_a_number_on(journal: SqliteJournal) -> None:
    one, other = a_run("r1"), a_run("r2")
    with journal.begin(one), journal.begin(other):
        for number in range(3):
            asyncio.run(_recorded(journal, started(one, f"a{number}")))
            asyncio.run(_recorded(journal, started(other, f"b{number}")))
    numbers = [entry.number for entry in journal.entries("r1")]
    assert numbers == sorted(set(numbers))
    assert set(numbers).isdisjoint(entry.number for entry in journal.entries("r2"))
    assert [entry.action_id for entry in journal.entries("r1", numbers[0])] == ["a1", "a2"]
    assert journal.entries("r1", numbers[-1]) == []


def test_a_number_is_not_given_again_after_runs_were_removed(journal: SqliteJournal) -> None:
    with journal.begin(a_run("r1")):
        asyncio.run(_recorded(journal, started(a_run("r1"), "a0")))
        journal.end("r1", "success")
    last = journal.entries("r1")[-1].number
    assert journal.clean(0) == 1
    with journal.begin(a_run("r2")):
        asyncio.run(_recorded(journal, started(a_run("r2"), "a0")))
    assert journal.entries("r2")[0].number > last


def test_runs_are_listed_by_status(journal: SqliteJournal) -> None:
    for name, status in (("r1", "awaiting_approval"), ("r2", None), ("r3", "awaiting_approval")):
        journal.begin(a_run(name, status=status)).release()
    assert [run.run_id for run in journal.runs(status="awaiting_approval")] == ["r3", "r1"]
    assert [run.run_id for run in journal.runs()] == ["r3", "r2", "r1"]


def test_a_run_that_waits_is_approved_once(journal: SqliteJournal) -> None:
    journal.begin(a_run("r1", status="awaiting_approval", asked_by="ann")).release()
    assert journal.approve("r1", "bob", 5.0)
    assert not journal.approve("r1", "eve", 6.0)
    record = journal.run("r1")
    assert (record.status, record.asked_by, record.approved_by, record.approved_at) == (None, "ann", "bob", 5.0)


def test_word_left_for_a_run_is_read_replaced_and_dropped(journal: SqliteJournal) -> None:
    journal.begin(a_run("r1")).release()
    assert journal.asked_to_stop("r1") is None
    for asked in (Asked("ann \u00fc"), Asked("bob", is_now=True)):
        journal.ask_to_stop("r1", asked)
        assert journal.asked_to_stop("r1") == asked
    (journal.run_folder("r1") / "stop").write_text("rubbish")
    assert journal.asked_to_stop("r1") == Asked()
    journal.forget_stop("r1")
    journal.forget_stop("r1")
    assert journal.asked_to_stop("r1") is None
