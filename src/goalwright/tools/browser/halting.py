"""Stopping pages that load or compute forever, without Playwright, which cannot connect to a browser with one."""

from __future__ import annotations

import asyncio
import base64
import json
import os
from collections.abc import AsyncIterator, Coroutine, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.async_api import Page

HALT_S = 2.0
BOX_S = 1.0
BUSY_S = 5.0
"""How long a page may go without an answer before its loading is stopped, and then before it is closed."""
_TEXT, _MASKED, _SHORT = 0x81, 0x80, 126


async def stop_loading(page: Page, patience_s: float = HALT_S) -> None:
    """Stop loading a page; what is there of it stays."""
    with suppress(Exception):  # a page that is gone waits for nothing
        async with asyncio.timeout(patience_s):
            control = await page.context.new_cdp_session(page)
            await control.send("Page.stopLoading")
            await control.detach()


async def stop_all_loading(pages: Iterable[Mapping[str, Any]]) -> list[str]:
    """Stop loading pages, as the browser lists them; what was done, in words."""
    return await _told(_stopped(page) for page in pages)


async def stop_the_busy(pages: Sequence[Mapping[str, Any]], browser: str) -> list[str]:
    """Stop those of the pages that do not answer, as the browser lists them; what was done, in words.

    Where all answer this takes milliseconds. One that does not may have a box open, which came when no command was
    there to see it: that gets Cancel, and the page stays as it is.
    """
    boxed = await _silent(pages)
    if not boxed:
        return []
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, ValueError):
        await _cancel_boxes(browser, [str(page.get("id", "")) for page in pages])
    stuck = await _silent(boxed)
    told = ["a box that a page had open was answered with Cancel"] if len(stuck) < len(boxed) else []
    return told + await _told(_stopped(page, BUSY_S) for page in stuck)


async def _silent(pages: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    answering = await asyncio.gather(*(_answers(page) for page in pages))
    return [page for page, answers in zip(pages, answering, strict=True) if not answers]


async def _answers(page: Mapping[str, Any]) -> bool:
    with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
        async with _line_to(str(page.get("webSocketDebuggerUrl", ""))) as line:
            return await line.is_answered(BOX_S)
    return True  # a page that is gone needs no stopping


async def _cancel_boxes(browser: str, ids: Sequence[str]) -> None:
    """Show another tab for a moment: the boxes of a tab that goes out of sight get Cancel.

    A box that came before a client was there cannot be answered in any other way.
    """
    async with _line_to(browser) as line:
        line.say("Target.createTarget", url="about:blank")
        async with asyncio.timeout(HALT_S):
            told = await line.reader.readuntil(b'"}}')
        line.say("Target.closeTarget", targetId=json.loads(told[told.index(b"{") :])["result"]["targetId"])
        for page in ids[:1]:  # the one that was in front
            line.say("Target.activateTarget", targetId=page)
        async with asyncio.timeout(HALT_S):
            await line.reader.readuntil(b'"id":%d,' % line.said)


async def _told(stopping: Iterable[Coroutine[Any, Any, str]]) -> list[str]:
    told = await asyncio.gather(*stopping, return_exceptions=True)  # a page that is gone needs no stopping
    return sorted({done for done in told if isinstance(done, str) and done})


async def _stopped(page: Mapping[str, Any], patience_s: float = 0.0) -> str:
    """Stop loading a page, and say so; nothing if it answers in time.

    One whose own code keeps it from answering is closed, as a person would do.
    """
    async with _line_to(str(page.get("webSocketDebuggerUrl", ""))) as line:
        if patience_s and await line.is_answered(patience_s):
            return ""
        line.say("Page.stopLoading")
        if await line.is_answered(patience_s or HALT_S):
            return "a page that kept loading was stopped"
        line.say("Page.close")
        with suppress(TimeoutError):
            async with asyncio.timeout(HALT_S):
                await line.reader.read()  # until it is gone
        return "a page that no longer answered was closed"


class _Line:
    """A web socket to a page, for a few short messages."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self._writer = writer
        self.said = 0

    def say(self, method: str, **params: str) -> None:
        self.said += 1
        self._writer.write(_frame(self.said, method, **params))

    async def is_answered(self, patience_s: float) -> bool:
        """Whether the page's own code lets it answer within that time."""
        self.say("Runtime.evaluate", expression="1")
        try:
            async with asyncio.timeout(patience_s):
                await self.reader.readuntil(b'"id":%d,' % self.said)
        except TimeoutError:
            return False
        return True


@asynccontextmanager
async def _line_to(address: str) -> AsyncIterator[_Line]:
    parts = urlsplit(address)
    async with asyncio.timeout(HALT_S):
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        key = base64.b64encode(os.urandom(16)).decode()
        writer.write(
            f"GET {parts.path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        async with asyncio.timeout(HALT_S):
            await reader.readuntil(b"\r\n\r\n")
        yield _Line(reader, writer)
    finally:
        writer.close()


def _frame(number: int, method: str, **params: str) -> bytes:
    """A short message as a web socket client sends it; a mask of zeros leaves it as it is."""
    message = json.dumps({"id": number, "method": method, "params": params}).encode()
    if len(message) >= _SHORT:
        raise ValueError("the message is too long for a short frame")
    return bytes((_TEXT, _MASKED | len(message))) + bytes(4) + message
