"""GroupCommit: writes that are waited for at the same time share one commit."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, TypeAlias

from goalwright.errors import GoalwrightError
from goalwright.store.store_faults import journal_error

if TYPE_CHECKING:
    import asyncio

    from goalwright.store.journal_head import JournalHead

# A write that is not waited for may wait this long for one that is: mostly the start of the next action.
LINGER_S = 0.005
# Waking a thread and being woken by it costs more than a commit on a quick disk, and on a busy machine many times
# more. So the event loop commits by itself, as long as that does not hold it up longer than this.
AT_ONCE_S = 0.01
_NEWEST_WEIGHT = 0.2
# All that sqlite3 raises, including for values that it cannot store, and what the journal's head says.
_WRITE_ERRORS = (GoalwrightError, sqlite3.Error, MemoryError, OverflowError, ValueError)

_BEGIN = "BEGIN IMMEDIATE"

Waiter: TypeAlias = "asyncio.Future[None]"
Absent = Callable[[str], GoalwrightError]


class Write:
    """Statements on their way to the file together. Awaiting it hands it over, and ends once it is safe from crashes.

    `absent` makes the error for a statement that finds nothing to change; without statements it only waits its turn.
    """

    __slots__ = ("_commits", "absent", "error", "is_settled", "parameters", "run_id", "statements", "waiters")

    def __init__(
        self,
        commits: GroupCommit,
        statements: tuple[str, ...],
        parameters: tuple[Any, ...],
        run_id: str,
        absent: Absent | None,
    ) -> None:
        self._commits = commits
        self.statements = statements
        self.parameters = parameters
        self.run_id = run_id
        self.absent = absent
        self.error: GoalwrightError | None = None
        self.is_settled = False
        self.waiters: list[Waiter] = []

    def __await__(self) -> Generator[Any, None, None]:
        loop = _running_loop()
        waiter: Waiter = loop.create_future()
        self.waiters.append(waiter)
        # Asked only now: a commit settles first and then looks for waiters, so one of the two sees the other.
        if self.is_settled:
            waiter.cancel()
        else:
            self._commits.hand_over_soon(loop)
            yield from waiter
        if self.error is not None:
            raise self.error

    def wait(self) -> None:
        """Hold the calling thread until it is safe."""
        self._commits.commit()
        if self.error is not None:
            raise self.error


class GroupCommit:
    """Writes in the order given, on a connection that from now on is its own, until `close`.

    Once something of a run could not be written, nothing more of that run is: its record has no holes. `forget`
    ends that, for a process that reads the record again.
    """

    def __init__(self, head: JournalHead, file: Path, connection: sqlite3.Connection, busy_timeout_s: float) -> None:
        self._head = head
        self._file = file
        self._connection = connection
        self._wait_for_others = f"PRAGMA busy_timeout = {round(busy_timeout_s * 1000)}"
        self._is_patient = True
        self._pending: deque[Write] = deque()
        self._turn = threading.Lock()
        self._usual_s = 0.0
        self._broken: dict[str, GoalwrightError] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._is_soon = False
        self._later: asyncio.TimerHandle | None = None
        self._bells: SimpleQueue[bool] = SimpleQueue()
        self._thread: threading.Thread | None = None

    def add(
        self, statements: tuple[str, ...], parameters: tuple[Any, ...], run_id: str = "", absent: Absent | None = None
    ) -> Write:
        """Put statements with the same parameters in line, to be written all or none."""
        write = Write(self, statements, parameters, run_id, absent)
        self._pending.append(write)
        return write

    def linger(self) -> None:
        """Have what is in line written, but leave time for more to come."""
        try:
            loop = _running_loop()
        except RuntimeError:
            self.commit()
            return
        self._belong_to(loop)
        if self._later is None and not self._is_soon:
            self._later = loop.call_later(LINGER_S, self._hand_over)

    def hand_over_soon(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have what is in line written once the loop has been round: others may be about to wait too."""
        self._belong_to(loop)
        if not self._is_soon:
            self._is_soon = True
            loop.call_soon(self._hand_over)

    def commit(self) -> None:
        """Write what is in line, in this thread, waiting for other processes as long as agreed."""
        with self._turn:
            self._commit(is_patient=True)

    async def settled(self) -> None:
        """All that is in line so far is written, or has failed."""
        if self._pending or self._turn.locked():
            with suppress(GoalwrightError):
                await self.add((), ())

    def failure(self, run_id: str = "") -> GoalwrightError | None:
        """Why something of this run, or of any run, could not be written."""
        broken = [self._broken.get(run_id)] if run_id else list(self._broken.values())
        return broken[0] if broken else None

    def forget(self, run_id: str) -> None:
        self._broken.pop(run_id, None)

    def close(self) -> None:
        """Write what is in line, and give up the connection."""
        if self._thread is not None:
            self._bells.put(False)
            self._thread.join()
            self._thread = None
        self.commit()
        self._connection.close()

    def _belong_to(self, loop: asyncio.AbstractEventLoop) -> None:
        """What was asked of a loop that has ended will never come."""
        if self._loop is not loop:
            self._loop, self._is_soon, self._later = loop, False, None

    def _hand_over(self) -> None:
        """Commit at once if that is quick; else leave it to the thread, and the loop to others."""
        self._is_soon = False
        if self._later is not None:
            self._later.cancel()
            self._later = None
        if self._usual_s < AT_ONCE_S and self._turn.acquire(blocking=False):
            try:
                if self._commit(is_patient=False):
                    return
            finally:
                self._turn.release()
        self._ring()

    def _ring(self) -> None:
        if self._thread is None:
            self._thread = threading.Thread(target=self._work, name="goalwright-journal", daemon=True)
            self._thread.start()
        self._bells.put(True)

    def _work(self) -> None:
        while self._bells.get():
            self.commit()

    def _commit(self, *, is_patient: bool) -> bool:
        """Commit all that is in line, or none of it and say why in each; False if that had to wait and may not."""
        if not self._pending:
            return True
        began = time.perf_counter()
        batch: list[Write] = []
        try:
            if not self._begin(is_patient=is_patient):
                return False
            batch = self._taken()
            with self._head.advanced(self._connection):
                for write in batch:
                    self._apply(write)
        except BaseException as error:
            batch = batch or self._taken()
            self._fail(batch, error)
            if not isinstance(error, _WRITE_ERRORS):
                raise
        finally:
            self._usual_s += _NEWEST_WEIGHT * (time.perf_counter() - began - self._usual_s)
            self._settle(batch, None if is_patient else _running_loop())
        return True

    def _begin(self, *, is_patient: bool) -> bool:
        """Begin at once where no other process is in the way, which is nearly always."""
        self._become(is_patient=False)
        try:
            self._connection.execute(_BEGIN)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
                raise
            if not is_patient:
                return False
            self._become(is_patient=True)
            self._connection.execute(_BEGIN)
        return True

    def _become(self, *, is_patient: bool) -> None:
        """Wait for other processes from now on, or do not; saying so again would cost as much as a small write."""
        if is_patient is not self._is_patient:
            self._connection.execute(self._wait_for_others if is_patient else "PRAGMA busy_timeout = 0")
            self._is_patient = is_patient

    def _taken(self) -> list[Write]:
        batch = []
        with suppress(IndexError):
            while True:
                batch.append(self._pending.popleft())
        return batch

    def _apply(self, write: Write) -> None:
        write.error = self._broken.get(write.run_id)
        if write.error is not None:
            return
        for statement in write.statements:
            done = self._connection.execute(statement, write.parameters)
            if done.rowcount == 0 and write.absent is not None:
                write.error = write.absent(write.run_id)
                return

    def _fail(self, batch: Iterable[Write], cause: BaseException) -> None:
        with suppress(sqlite3.Error):
            self._connection.rollback()
        error = journal_error(self._file, cause)
        for write in batch:
            if write.run_id:
                self._broken.setdefault(write.run_id, error)
            write.error = error

    def _settle(self, batch: Iterable[Write], here: asyncio.AbstractEventLoop | None) -> None:
        """Tell those who wait, all those of one loop at once."""
        waiting: dict[asyncio.AbstractEventLoop, list[Waiter]] = {}
        for write in batch:
            write.is_settled = True
            for waiter in write.waiters:
                waiting.setdefault(waiter.get_loop(), []).append(waiter)
        for loop, waiters in waiting.items():
            if loop is here:
                _wake(waiters)
                continue
            # In a loop that was closed in the meantime nothing waits any more.
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(_wake, waiters)


def _wake(waiters: Iterable[Waiter]) -> None:
    for waiter in waiters:
        if not waiter.done():
            waiter.set_result(None)


def _running_loop() -> asyncio.AbstractEventLoop:
    import asyncio  # those who only read need no loop

    return asyncio.get_running_loop()
