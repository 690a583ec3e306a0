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
    task = asyncio.create_task(_heed(store, run_id, stop, clock))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _heed(store: RunStore, run_id: str, stop: StopRequest, clock: Callable[[], float]) -> None:
    heard: Asked | None = None
    while heard is None or not heard.is_now:
        await asyncio.sleep(HEED_S)
        asked = store.asked_to_stop(run_id)
        if asked is not None and asked != heard:
            heard = asked
            data = {"by": asked.by, "now": asked.is_now}
            store.record(JournalEntry(run_id=run_id, kind="stopping", data=data, at=clock()))
            if asked.is_now:
                stop.now()
            else:
                stop.request()
