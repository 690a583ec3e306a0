"""Threads for what blocks: a call is done beside the event loop, and one that is given up puts things in order."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, Generic, TypeVar

from goalwright.errors import ToolFailure

T = TypeVar("T")

PATIENCE_S = 3.0
"""How long a call that is given up may take to put things in order."""


async def in_thread(function: Callable[..., T], *arguments: Any) -> T:
    """What a function returns that is called in a thread. If that is given up, its own failure counts for more."""
    errand = _Errand(function, arguments)
    work = _threads().submit(errand.run)
    try:
        return await errand.ended
    except asyncio.CancelledError:
        if not work.cancel():
            await _put_in_order(errand)
        raise


class _Errand(Generic[T]):
    """A call on its way through a thread. One future and one word to the loop: there are several for each action."""

    def __init__(self, function: Callable[..., T], arguments: tuple[Any, ...]) -> None:
        self._function, self._arguments = function, arguments
        self._loop = asyncio.get_running_loop()
        self.ended: asyncio.Future[T] = self._loop.create_future()
        self._outcome: tuple[Any, BaseException | None] | None = None

    def run(self) -> None:
        """To be called in the thread."""
        result: Any = None
        error: BaseException | None = None
        try:
            result = self._function(*self._arguments)
        except BaseException as raised:  # noqa: BLE001  # passed on to the one who waits
            error = raised
        with suppress(RuntimeError):  # in a loop that was closed in the meantime nothing waits any more
            self._loop.call_soon_threadsafe(self._tell, result, error)

    def wait_again(self) -> asyncio.Future[T]:
        """What is still to come, for one whose first wait was cancelled, and the future with it."""
        if self.ended.cancelled():
            self.ended = self._loop.create_future()
            if self._outcome is not None:  # it came between the word to give up and now
                self._tell(*self._outcome)
        return self.ended

    def _tell(self, result: Any, error: BaseException | None) -> None:
        self._outcome = (result, error)
        if self.ended.done():
            return
        if error is None:
            self.ended.set_result(result)
        else:
            self.ended.set_exception(error)


async def _put_in_order(errand: _Errand[Any]) -> None:
    """Let a thread that is asked to stop remove what it has half made; raises ToolFailure if it did.

    It is in doubt what one has done that ended well, or does not listen.
    """
    ended = errand.wait_again()
    ended.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # else asyncio would complain
    await asyncio.wait((ended,), timeout=PATIENCE_S)
    task = asyncio.current_task()
    if task is not None and ended.done() and isinstance(ended.exception(), ToolFailure):
        task.uncancel()
        ended.result()


@cache
def _threads() -> ThreadPoolExecutor:
    """More threads than the standard pool has on a small machine: tools mostly wait."""
    return ThreadPoolExecutor(64, thread_name_prefix="goalwright-tool")
