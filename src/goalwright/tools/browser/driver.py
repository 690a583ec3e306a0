"""Playwright's driver: the program between us and the browser, started quickly, also if Ctrl-C is pressed meanwhile."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.async_api import Playwright

_VARIABLE = "NODE_COMPILE_CACHE"


async def start_driver(folder: str) -> Playwright:
    """The driver, started. Its compiled code is kept in `folder`, if there is one."""
    from playwright.async_api import async_playwright

    with _compiled_in(Path(folder) / "driver" if folder else None):
        try:
            return await async_playwright().start()
        except Exception:  # noqa: BLE001  # Ctrl-C ends a driver that is just starting, and only then
            return await async_playwright().start()


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
