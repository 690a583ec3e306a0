"""Running the app's work to its end. Ctrl-C asks it to stop: once cleanly, twice now, a third time ends the process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from goalwright.app import Goalwright

T = TypeVar("T")

_AT_ONCE = 3
"""The Ctrl-C that ends the process, whatever it is about."""

STOPPING = "stopping after the running actions; press Ctrl-C again to stop now"
STOPPING_NOW = "stopping now"


def to_its_end(
    gw: Goalwright,
    work: Callable[[Any], Coroutine[Any, Any, T]],
    tell: Callable[[str], None],
) -> T:
    """What the work comes to. It is given the request to stop that Ctrl-C, or a polite kill, will make."""
    import asyncio

    stop = gw.stop_request()

    async def guarded() -> T:
        loop = asyncio.get_running_loop()
        count = 0

        def on_signal() -> None:
            is_second = stop.is_requested
            if is_second:
                stop.now()
            else:
                stop.request()
            with suppress(OSError):  # it stops whether or not anybody can be told
                tell(STOPPING_NOW if is_second else STOPPING)

        def heard(*_signal: object) -> None:
            nonlocal count
            count += 1
            if count == _AT_ONCE - 1:  # even if the loop is too busy to look after the first two
                _listen(usual)
            loop.call_soon_threadsafe(on_signal)

        usual = _usual()
        _listen(dict.fromkeys(usual, heard))
        try:
            return await work(stop)
        finally:
            _listen(usual)
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


def _usual() -> dict[signal.Signals, Any]:
    """What hears signals now."""
    return {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}


def _listen(handlers: Mapping[signal.Signals, Any]) -> None:
    """Have signals heard. A loop's own way would leave moments in which Ctrl-C is an exception."""
    for number, handler in handlers.items():
        signal.signal(number, handler)
