"""Pictures of pages in a run's folder: where they are, and what is kept of a page on which something failed."""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts import ToolCall
from goalwright.tools.browser.marking import COLOUR, marked
from goalwright.tools.browser.secrets import Secrets

if TYPE_CHECKING:
    from playwright.async_api import Page

KEEPING_S = 5.0
PAGES = "pages"
"""The folder of a run that pictures of pages are kept in."""
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def picture_file(call: ToolCall) -> Path:
    """Where the picture of a call's page is kept: in the run's folder."""
    return Path(call.keep).parent / PAGES / f"{_UNSAFE.sub('_', call.action_id)}.png"


async def keep_picture(page: Page, picture: Path, secrets: Secrets) -> str:
    """A picture of a page, with what the failure speaks of marked, and an outline beside it.

    Gives where the picture is; nothing if there is none.
    """
    with suppress(Exception):  # the failure itself matters more than its picture
        async with asyncio.timeout(KEEPING_S):
            picture.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            outline = await page.locator("body").aria_snapshot(timeout=2_000)
            text = f"{page.url}\n{await page.title()}\n\n{outline}\n"
            picture.with_suffix(".txt").write_text(secrets.hidden(text), encoding="utf-8")
            masks = secrets.masks(page)  # which hide all that they cover: nothing is marked beside them
            colour: dict[str, Any] = {} if masks else {"mask_color": COLOUR}
            await page.screenshot(path=picture, mask=masks or marked(page), timeout=3_000, **colour)
    return str(picture) if picture.exists() else ""
