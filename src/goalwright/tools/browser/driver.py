"""Playwright's driver: the program between us and the browser, started quickly, also if Ctrl-C is pressed meanwhile."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import asyncio

    from playwright.async_api import Playwright

_VARIABLE = "NODE_COMPILE_CACHE"
_DEBUG = "DEBUG"
"""The variable that makes the driver tell on its standard error what it does."""


async def start_driver(folder: str) -> Playwright:
    """The driver, started. Its compiled code is kept in `folder`, if there is one."""
    from playwright.async_api import async_playwright

    with _compiled_in(Path(folder) / "driver" if folder else None), _quiet():
        try:
            started = await async_playwright().start()
        except Exception:  # noqa: BLE001  # Ctrl-C ends a driver that is just starting, and only then
            started = await async_playwright().start()
    with suppress(AttributeError):  # Playwright's own: that the driver ended is told by what fails, and not once more
        attrgetter("_impl_obj._connection._transport.on_error_future")(started).add_done_callback(_is_known)
    return started


def _is_known(ended: asyncio.Future[None]) -> None:
    if not ended.cancelled():
        ended.exception()


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep a driver that is started now from writing to our standard error.

    Something that only pretends to be a browser can make it crash, and its last words are a stack trace.
    """
    if os.environ.get(_DEBUG) or sys.stderr is None:
        yield
        return
    usual = sys.stderr
    with open(os.devnull, "w", encoding="utf-8") as nothing:  # noqa: PTH123  # a null device has no path of its own
        sys.stderr = _Aside(usual, nothing.fileno())
        try:
            yield
        finally:
            sys.stderr = usual


class _Aside:
    """The usual standard error, but for processes that are started: they get another file."""

    def __init__(self, usual: Any, file: int) -> None:
        self._usual, self._file = usual, file

    def fileno(self) -> int:
        return self._file

    def __getattr__(self, name: str) -> Any:
        return getattr(self._usual, name)


@contextmanager
def _compiled_in(folder: Path | None) -> Iterator[None]:
    """Let Node.js keep its compiled code in a folder that only the user can write to; the user's own choice wins."""
    if folder is None or _VARIABLE in os.environ:
        yield
        return
    with suppress(OSError):  # without the folder it only takes longer
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ[_VARIABLE] = str(folder)
    try:
        yield
    finally:
        os.environ.pop(_VARIABLE, None)
