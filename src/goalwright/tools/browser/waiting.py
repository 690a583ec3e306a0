"""Asking again and again until something has happened."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


async def until(ask: Callable[[], Awaitable[T]], patience_s: float, pause_s: float = 0.05) -> T:
    """What asking gives once it is true, or when the time is up."""
    loop = asyncio.get_running_loop()
    end = loop.time() + patience_s
    while not (given := await ask()) and loop.time() < end:
        await asyncio.sleep(pause_s)
    return given
