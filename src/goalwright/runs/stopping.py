"""Stopping a run by its id: a note in its folder asks the process at work on it to stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from goalwright.contracts import JournalEntry, RunRecord, RunStore
from goalwright.contracts.journal import Asked
from goalwright.errors import JournalError, RunNotFound
from goalwright.runs.stop import StopRequest

HEED_S = 0.1
PAUSE_S = 0.03


async def stop_run(store: RunStore, run_id: str, asked: Asked, wait_s: float) -> RunRecord:
    """Ask the process that is at work on a run to end it, and wait until it has, at most `wait_s`.

    The word is left again until it is heeded, because a process that just takes the run up drops what was left for
    the one before it. RunNotFound if no process is at work on the run.
    """
    record = store.run(run_id)
    if not store.is_running(record.run_id):
        raise RunNotFound(f"run {record.run_id} is not running: there is nothing to stop")
    deadline = asyncio.get_running_loop().time() + wait_s
    while store.is_running(record.run_id) and asyncio.get_running_loop().time() < deadline:
        if store.asked_to_stop(record.run_id) != asked:
            with suppress(JournalError):  # the run may just have ended, and been removed
                store.ask_to_stop(record.run_id, asked)
        await asyncio.sleep(PAUSE_S)
    return store.run(record.run_id)


@asynccontextmanager
async def heeding(store: RunStore, run_id: str, stop: StopRequest, clock: Callable[[], float]) -> AsyncIterator[None]:
    """While the block runs, word that is left for the run becomes a request to stop it."""
    store.forget_stop(run_id)
    ear = _Ear(store, run_id, stop, clock)
    try:
        yield
    finally:
        ear.timer.cancel()
    if ear.error is not None:
        raise ear.error


class _Ear:
    """Looks for word now and then. A timer: most runs are over before it is due, and a task would cost each of them."""

    def __init__(self, store: RunStore, run_id: str, stop: StopRequest, clock: Callable[[], float]) -> None:
        self._store, self._run_id, self._stop, self._clock = store, run_id, stop, clock
        self._heard: Asked | None = None
        self.error: JournalError | None = None
        self.timer = asyncio.get_running_loop().call_later(HEED_S, self._listen)

    def _listen(self) -> None:
        try:
            self._heed(self._store.asked_to_stop(self._run_id))
        except JournalError as error:
            self.error = error
            return
        if self._heard is None or not self._heard.is_now:
            self.timer = asyncio.get_running_loop().call_later(HEED_S, self._listen)

    def _heed(self, asked: Asked | None) -> None:
        if asked is None or asked == self._heard:
            return
        self._heard = asked
        data = {"by": asked.by, "now": asked.is_now}
        self._store.record(JournalEntry(run_id=self._run_id, kind="stopping", data=data, at=self._clock()))
        if asked.is_now:
            self._stop.now()
        else:
            self._stop.request()
