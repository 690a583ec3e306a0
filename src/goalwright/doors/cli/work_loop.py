"""Running the app's work to its end. Ctrl-C asks it to stop: once cleanly, twice now, a third time ends the process."""

from __future__ import annotations

import signal
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    import asyncio

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
                _listen_no_more(loop)
                stop.now()
            else:
                stop.request()
            with suppress(OSError):  # it stops whether or not anybody can be told
                tell(STOPPING_NOW if is_second else STOPPING)

        _listen(loop, on_signal)
        try:
            return await work(stop)
        finally:
            _listen_no_more(loop)
            await gw.release()

    return asyncio.run(guarded())


def _listen(loop: asyncio.AbstractEventLoop, on_signal: Callable[[], None]) -> None:
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, on_signal)
        except NotImplementedError:  # Windows: its loop cannot be woken by a signal, only told by a handler
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(on_signal))


def _listen_no_more(loop: asyncio.AbstractEventLoop) -> None:
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        try:
            loop.remove_signal_handler(number)
        except NotImplementedError:
            signal.signal(number, usual)
