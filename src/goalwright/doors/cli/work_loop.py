"""Running the app's work to its end. Ctrl-C asks it to stop: once cleanly, twice now, a third time ends the process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from types import FrameType

    from goalwright.app import Goalwright

T = TypeVar("T")

STOPPING = "stopping after the running actions; press Ctrl-C again to stop now"
STOPPING_NOW = "stopping now"


def to_its_end(
    gw: Goalwright,
    work: Callable[[Any], Coroutine[Any, Any, T]],
    tell: Callable[[str], None],
) -> T:
    """What the work comes to. It is given the request to stop that Ctrl-C, or a polite kill, will make."""
    import asyncio
    import logging  # which asyncio loads, too

    # Without a handler Python would print that the screen is gone to the screen.
    logging.getLogger("goalwright").addHandler(logging.NullHandler())
    stop = gw.stop_request()

    async def guarded() -> T:
        loop = asyncio.get_running_loop()

        def on_signal() -> None:
            is_second = stop.is_requested
            if is_second:
                _listen_no_more(usual)
                stop.now()
            else:
                stop.request()
            with suppress(OSError):  # it stops whether or not anybody can be told
                tell(STOPPING_NOW if is_second else STOPPING)

        usual = _listen(lambda *_: loop.call_soon_threadsafe(on_signal))
        try:
            return await work(stop)
        finally:
            _listen_no_more(usual)
            await gw.release()

    return asyncio.run(guarded())


def answered(gw: Goalwright, work: Coroutine[Any, Any, T]) -> T:
    """What the work comes to, which has nothing to stop in order: Ctrl-C ends the process."""
    import asyncio

    async def released() -> T:
        try:
            return await work
        finally:
            await gw.release()

    return asyncio.run(released())


def _listen(on_signal: Callable[[int, FrameType | None], object]) -> Mapping[signal.Signals, Any]:
    """Hear of signals; what heard them before. A loop's own way would leave moments in which Ctrl-C is an exception."""
    return {number: signal.signal(number, on_signal) for number in (signal.SIGINT, signal.SIGTERM)}


def _listen_no_more(usual: Mapping[signal.Signals, Any]) -> None:
    for number, handler in usual.items():
        signal.signal(number, handler)
