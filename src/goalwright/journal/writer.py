"""GroupCommit: one thread that writes, so that all who wait at the same time share one commit."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from goalwright.errors import GoalwrightError
from goalwright.journal.faults import journal_error

# What nobody waits for may wait this long for company: mostly the next action's start, which somebody does wait for.
LINGER_S = 0.002
# All that sqlite3 raises, those it raises for values that it cannot store included.
_WRITE_ERRORS = (sqlite3.Error, MemoryError, OverflowError, ValueError)

Waiter = asyncio.Future[None]
Absent = Callable[[str], GoalwrightError]


class Write:
    """One statement on its way to the file. Awaiting it hands it over, and ends once it is safe from crashes.

    `absent` makes the error for a statement that finds nothing to change; without a statement it only waits its turn.
    """

    __slots__ = ("_commits", "absent", "error", "is_settled", "parameters", "run_id", "settled", "sql", "waiters")

    def __init__(
        self, commits: GroupCommit, sql: str, parameters: tuple[Any, ...], run_id: str, absent: Absent | None
    ) -> None:
        self._commits = commits
        self.sql = sql
        self.parameters = parameters
        self.run_id = run_id
        self.absent = absent
        self.error: GoalwrightError | None = None
        self.is_settled = False
        self.settled: threading.Event | None = None
        self.waiters: list[Waiter] = []

    def __await__(self) -> Generator[Any, None, None]:
        loop = asyncio.get_running_loop()
        waiter: Waiter = loop.create_future()
        self.waiters.append(waiter)
        # Asked only now: the thread first settles and then looks for waiters, so one of the two sees the other.
        if self.is_settled:
            waiter.cancel()
        else:
            self._commits.hand_over_soon(loop)
            yield from waiter
        if self.error is not None:
            raise self.error

    def wait(self) -> None:
        """Hold the calling thread until it is safe."""
        self.settled = threading.Event()
        self._commits.hand_over()
        if not self.is_settled:
            self.settled.wait()
        if self.error is not None:
            raise self.error


class GroupCommit:
    """Writes in the order given, on a connection that from now on is its own, until `close`.

    Once something of a run could not be written, nothing more of that run is: its record has no holes. `forget`
    ends that, for whoever has read the record anew.
    """

    def __init__(self, file: Path, connection: sqlite3.Connection) -> None:
        self._file = file
        self._connection = connection
        self._pending: deque[Write] = deque()
        self._bells: SimpleQueue[bool] = SimpleQueue()
        self._broken: dict[str, GoalwrightError] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_soon = False
        self._later: asyncio.TimerHandle | None = None
        self._thread = threading.Thread(target=self._work, name="goalwright-journal", daemon=True)
        self._thread.start()

    def add(self, sql: str, parameters: tuple[Any, ...], run_id: str = "", absent: Absent | None = None) -> Write:
        """Put a statement in line; it is written soon even if nobody waits for it."""
        write = Write(self, sql, parameters, run_id, absent)
        self._pending.append(write)
        return write

    def linger(self) -> None:
        """Have what is in line written, but leave time for more to come."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.hand_over()
            return
        self._belong_to(loop)
        if self._later is None and not self._is_soon:
            self._later = loop.call_later(LINGER_S, self.hand_over)

    def hand_over_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have what is in line written once the loop has been round: others may be about to wait too."""
        self._belong_to(loop)
        if not self._is_soon:
            self._is_soon = True
            loop.call_soon(self.hand_over)

    def hand_over(self) -> None:
        """Have what is in line written now."""
        self._is_soon = False
        if self._later is not None:
            self._later.cancel()
            self._later = None
        self._bells.put(True)

    def barrier(self) -> Write:
        """Awaiting it, one knows that all that was put in line before is written, or has failed."""
        return self.add("", ())

    def failure(self, run_id: str = "") -> GoalwrightError | None:
        """Why something of this run, or of any run, could not be written."""
        broken = [self._broken.get(run_id)] if run_id else list(self._broken.values())
        return broken[0] if broken else None

    def forget(self, run_id: str) -> None:
        self._broken.pop(run_id, None)

    def close(self) -> None:
        """Write what is in line, and give up the thread and the connection."""
        self._bells.put(False)
        self._thread.join()
        self._connection.close()

    def _belong_to(self, loop: asyncio.AbstractEventLoop) -> None:
        """What was asked of a loop that has ended will never come."""
        if self._loop is not loop:
            self._loop, self._is_soon, self._later = loop, False, None

    def _work(self) -> None:
        is_open = True
        while is_open:
            is_open = self._bells.get()
            if batch := self._taken():
                self._write(batch)
                self._settle(batch)

    def _taken(self) -> list[Write]:
        batch = []
        with suppress(IndexError):
            while True:
                batch.append(self._pending.popleft())
        return batch

    def _write(self, batch: list[Write]) -> None:
        """Commit all of it, or leave all of it out and say why in each."""
        if not any(write.sql for write in batch):
            return
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for write in batch:
                self._apply(write)
            self._connection.execute("COMMIT")
        except _WRITE_ERRORS as error:
            self._fail(batch, journal_error(self._file, error))

    def _apply(self, write: Write) -> None:
        write.error = self._broken.get(write.run_id)
        if not write.sql or write.error is not None:
            return
        done = self._connection.execute(write.sql, write.parameters)
        if done.rowcount == 0 and write.absent is not None:
            write.error = write.absent(write.run_id)

    def _fail(self, batch: Iterable[Write], error: GoalwrightError) -> None:
        with suppress(sqlite3.Error):
            self._connection.rollback()
        for write in batch:
            if write.sql:
                self._broken.setdefault(write.run_id, error)
            write.error = error

    def _settle(self, batch: Iterable[Write]) -> None:
        """Tell those who wait, all those of one loop at once."""
        waiting: dict[asyncio.AbstractEventLoop, list[Waiter]] = {}
        for write in batch:
            write.is_settled = True
            if write.settled is not None:
                write.settled.set()
            for waiter in write.waiters:
                waiting.setdefault(waiter.get_loop(), []).append(waiter)
        for loop, waiters in waiting.items():
            # A loop that was closed in the meantime has nobody left who waits.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_wake, waiters)


def _wake(waiters: Iterable[Waiter]) -> None:
    for waiter in waiters:
        if not waiter.done():
            waiter.set_result(None)
