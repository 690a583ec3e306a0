"""The fifth part of the sites that page tasks take place on: a school, a kitchen, a garden, and changedetection.io."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from page_host import BUILT, ROOT, SITES, Host, emptied, restored

from browser_runs.real_sites import PASSWORD, started

if TYPE_CHECKING:
    from playwright.async_api import Page

PROGRAMS = BUILT / "page-apps" / "bin"
WATCH = BUILT / "page-watch" / "bin" / "changedetection.io"


@contextmanager
def school(folder: Path) -> Iterator[Host]:
    """Django's admin with courses, some of it edited in lists."""
    database = folder / "site.db"
    with started(
        SITES / "school_site.py", folder, "{port}", page="/admin/login/", PYTHONPATH=str(ROOT / "tests")
    ) as address:

        async def enter(page: Page) -> None:
            await page.goto(f"{address}/admin/login/?next=/admin/")
            await page.fill("#id_username", "ann")
            await page.fill("#id_password", PASSWORD)
            await page.click("[type=submit]")
            await page.wait_for_selector("#user-tools")

        yield Host(address, folder, partial(restored, database), database, enter)


@contextmanager
def kitchen(folder: Path) -> Iterator[Host]:
    site, program = SITES / "kitchen_site.py", PROGRAMS / "python"
    with started(site, folder, "{port}", page="/", program=program, GRADIO_ANALYTICS_ENABLED="False") as address:
        yield Host(address, folder, partial(emptied, folder))


@contextmanager
def garden(folder: Path) -> Iterator[Host]:
    options = ("--server.headless", "true", "--server.address", "127.0.0.1", "--browser.gatherUsageStats", "false")
    command = ("run", SITES / "garden_site.py", *options, "--server.port", "{port}", "--", folder)
    with started(*command, page="/", program=PROGRAMS / "streamlit") as address:
        yield Host(address, folder, partial(emptied, folder))


@contextmanager
def watch(folder: Path) -> Iterator[Host]:
    """changedetection.io. Its data stays as it is from task to task: each goes on where the one before ended."""
    store = folder / "store"
    shutil.rmtree(store, ignore_errors=True)
    store.mkdir()
    command = ("-d", store, "-p", "{port}", "-h", "127.0.0.1")
    with started(*command, page="/", program=WATCH, DISABLE_VERSION_CHECK="true") as address:
        yield Host(address, store, lambda: None)


FIFTH: dict[str, Callable[[Path], AbstractContextManager[Host]]] = {
    "school": school,
    "kitchen": kitchen,
    "garden": garden,
    "watch": watch,
}
