"""What many no-op actions do to a fresh process: `run_memory.py <folder> traced|resident 10000` prints it as JSON."""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import psutil

sys.path[:0] = [str(Path(__file__).resolve().parent)]

# ruff: noqa: E402  # this is found only after the path is set
from no_ops import NO_OP, carried_out, plan_of

from goalwright.contracts import ActionOutcome, RunEvent
from goalwright.store.journal_store import SqliteJournal

SIZE = 10_000


def every() -> int:
    """After how many actions there is another look."""
    return SIZE // 10


def settled() -> int:
    """After how many actions nothing is new any more."""
    return 2 * every()


def main(folder: Path, kind: str) -> None:
    plan = plan_of(SIZE, 10)
    journal = SqliteJournal(folder)
    asyncio.run(carried_out(plan_of(100, 10), journal, NO_OP))
    gc.collect()
    if kind == "traced":
        tracemalloc.start()
        said = _traced()
    else:
        said = _resident()
    asyncio.run(carried_out(plan, journal, NO_OP, on_event=said))
    journal.close_now()
    tracemalloc.stop()
    print(json.dumps(said.marks))


class Mark(NamedTuple):
    """Bytes that are there now, and at most since the last mark."""

    now: int
    peak: int = 0


class _Marks:
    """Listens to a run, and looks now and then."""

    def __init__(self, look: Callable[[], Mark]) -> None:
        self.marks: dict[int, Mark] = {}
        self._look = look
        self._ended = 0

    def __call__(self, event: RunEvent) -> None:
        if event.kind == "action_ended":
            self._ended += 1
            if self._ended % every() == 0:
                self.marks[self._ended] = self._look()


def _traced() -> _Marks:
    def look() -> Mark:
        _, peak = tracemalloc.get_traced_memory()
        gc.collect()
        now, _ = tracemalloc.get_traced_memory()
        tracemalloc.reset_peak()
        return Mark(now, peak)

    return _Marks(look)


def _resident() -> _Marks:
    process = psutil.Process()
    return _Marks(lambda: Mark(process.memory_info().rss))


def outcome_bytes() -> float:
    """What an outcome takes that is kept by its id, and marked as done: what a run must remember of each action."""
    gc.collect()
    tracemalloc.start()
    names = [f"a{number}" for number in range(SIZE)]
    start, _ = tracemalloc.get_traced_memory()
    kept = {
        name: ActionOutcome(action_id=name, state="done", output={}, verified="yes", attempts=1, seconds=number / 7)
        for number, name in enumerate(names)
    }
    end, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (end - start) / len(kept)


if __name__ == "__main__":
    SIZE = int(sys.argv[3])
    main(Path(sys.argv[1]), sys.argv[2])
