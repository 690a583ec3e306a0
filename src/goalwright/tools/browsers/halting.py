"""Stopping pages that load or compute without end, without Playwright, which cannot join a browser that has one."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from goalwright.tools.browsers.process import recent_pages

if TYPE_CHECKING:
    from playwright.async_api import Page

HALT_S = 2.0
_TEXT = 0x81
_MASKED = 0x80
_SHORT = 126


async def stop_loading(page: Page) -> None:
    """Leave a page as it is, whatever it was still waiting for."""
    with suppress(Exception):  # a page that is gone waits for nothing
        async with asyncio.timeout(HALT_S):
            control = await page.context.new_cdp_session(page)
            await control.send("Page.stopLoading")
            await control.detach()


async def stop_all_loading(endpoint: str) -> bool:
    """Leave all pages of a browser on this machine as they are; whether one was told so."""
    addresses = [str(page.get("webSocketDebuggerUrl", "")) for page in recent_pages(endpoint) or ()]
    told = await asyncio.gather(*(_told_to_stop(address) for address in addresses), return_exceptions=True)
    return True in told


async def _told_to_stop(address: str) -> bool:
    """Stop what a page loads; one whose own code keeps it from answering is closed, as a person would."""
    parts = urlsplit(address)
    async with asyncio.timeout(3 * HALT_S):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            writer.write(
                f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
            )
            await reader.readuntil(b"\r\n\r\n")
            writer.write(_frame(1, "Page.stopLoading") + _frame(2, "Runtime.evaluate", expression="1"))
            try:
                async with asyncio.timeout(HALT_S):
                    await reader.readuntil(b'"id":2')
            except TimeoutError:
                writer.write(_frame(3, "Page.close"))
                await reader.read()  # until it is gone
            return True
        finally:
            writer.close()


def _frame(number: int, method: str, **params: str) -> bytes:
    """A short question as a client of a web socket sends it; a mask of zeros leaves it as it is."""
    message = json.dumps({"id": number, "method": method, "params": params}).encode()
    if len(message) >= _SHORT:
        raise ValueError("the message is too long for a short frame")
    return bytes((_TEXT, _MASKED | len(message))) + bytes(4) + message
