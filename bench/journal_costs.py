"""What noticing losses costs the journal: the same entries with and without head and digests, turn by turn in one run.

`python bench/journal_costs.py`. The processor's time is compared, which other programs disturb least.
"""

from __future__ import annotations

import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench"), str(ROOT / "src")]

# ruff: noqa: E402  # these are found only after the path is set
from no_ops import _row, plan_of, run_record

from goalwright.contracts import JournalEntry
from goalwright.store import rows
from goalwright.store.journal_head import JournalHead
from goalwright.store.journal_store import SqliteJournal

COMMITS = 100
SHARED = 10
TURNS = 9


class Cost(NamedTuple):
    """Microseconds for a commit: of the processor, and by the clock on the wall."""

    cpu_us: float
    wall_us: float


def main() -> None:
    for count in (1, SHARED):
        pairs = [(_turn(count, is_watched=True), _turn(count, is_watched=False)) for _ in range(TURNS)]
        for name, place in (("with", 0), ("without", 1)):
            cpu, wall = (median(pair[place][kind] for pair in pairs) for kind in (0, 1))
            told = f"{cpu:6.0f} us of the processor, {wall:6.0f} us, {1e6 / wall:6.0f}/s"
            print(f"{count:3} entries a commit, {name:7}: {told}")
        for kind, of in enumerate(("processor", "clock")):
            more = median(watched[kind] - plain[kind] for watched, plain in pairs)
            ratio = median(watched[kind] / plain[kind] for watched, plain in pairs)
            print(f"    {of}: {more:+.0f} us a commit, ratio {ratio:.2f}")


def _turn(count: int, *, is_watched: bool) -> Cost:
    folder = Path(tempfile.mkdtemp(dir=ROOT))
    try:
        with _watching(is_watched=is_watched):
            return _committed(folder, count)
    finally:
        shutil.rmtree(folder)


def _committed(folder: Path, count: int) -> Cost:
    journal = SqliteJournal(folder / "state")
    record = run_record(plan_of(1, 1))
    entries = [_entry(record.run_id, number) for number in range(count)]
    with journal.begin(record):
        database = journal._database.commits
        cpu, wall = time.process_time(), time.perf_counter()
        for _ in range(COMMITS):
            for entry in entries:
                database.add(rows.INSERT_ENTRY, rows.entry_row(entry), record.run_id, None)
            database.commit()
        spent = Cost((time.process_time() - cpu) * 1e6 / COMMITS, (time.perf_counter() - wall) * 1e6 / COMMITS)
    journal.close_now()
    return spent


def _entry(run_id: str, number: int) -> JournalEntry:
    kind, action, data, at = _row(number)
    return JournalEntry(run_id=run_id, kind="finished", action_id=action, data={kind: data}, at=at)


@contextmanager
def _watching(*, is_watched: bool) -> Iterator[None]:
    """Without it, a commit is what it was before: no head, no digest."""
    if is_watched:
        yield
        return
    head, insert = JournalHead.advanced, rows.INSERT_ENTRY

    @contextmanager
    def plain(_head: JournalHead, connection: sqlite3.Connection) -> Iterator[None]:
        yield
        connection.execute("COMMIT")

    JournalHead.advanced, rows.INSERT_ENTRY = plain, insert[:1]  # type: ignore[method-assign,assignment]  # for the turn
    try:
        yield
    finally:
        JournalHead.advanced, rows.INSERT_ENTRY = head, insert  # type: ignore[method-assign]  # as it was


if __name__ == "__main__":
    main()
