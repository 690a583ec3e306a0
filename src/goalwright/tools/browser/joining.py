"""Connecting Playwright to a browser, ours or the user's own, and why that did not work."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from goalwright.errors import ToolFailure
from goalwright.tools.browser.browser_line import line_address
from goalwright.tools.browser.page_failures import GONE

if TYPE_CHECKING:
    from playwright.async_api import Browser, Error, Playwright

CONNECT_MS = 20_000
_ADDRESS = re.compile(r"\w+://\S+")
_METHOD = re.compile(r"^\w+\.\w+: ")


async def join_browser(playwright: Playwright, endpoint: str, folder: str) -> Browser:
    """A connection to the browser at an endpoint, or without one to ours of a folder."""
    join = playwright.chromium.connect_over_cdp
    if endpoint:
        is_local = urlsplit(endpoint).hostname in ("127.0.0.1", "localhost", "::1")
        return await join(endpoint, timeout=CONNECT_MS, is_local=is_local)
    try:
        with line_address(folder) as address:
            return await join(address, timeout=CONNECT_MS, is_local=True)
    except OSError:
        raise ToolFailure(GONE) from None


def unreached(endpoint: str, error: Error) -> ToolFailure:
    """Why a browser cannot be reached, as a sentence that a person can act on."""
    problem = _METHOD.sub("", error.message.splitlines()[0])[:200].rstrip(".")
    if not endpoint:
        return ToolFailure(f"the browser cannot be reached ({problem}): close it, then try again")
    parts = urlsplit(endpoint)  # what follows the host may be a key to the browser
    where = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"
    why = _ADDRESS.sub(where, problem)
    return ToolFailure(
        f"the browser at {where} cannot be reached ({why}): start it with that port, or unset GOALWRIGHT_CDP_URL"
    )
