"""Holding a browser without a wall, one that Goalwright did not start, to the allowed origins.

Requests can be stopped on their way. Sockets cannot, and what already runs was loaded before there was a guard. So the
security policies of pages and workers say where they may connect, running workers are stopped, and a page with running
workers of its own is reloaded. Service workers of the allowed sites, which anything can wake, are removed: their pages
install them again, under the policy. Three things stay open in such a browser: looking up a name, a connection that is
opened ahead of use and never used, and the calls between browsers (WebRTC) of a page that was open before and of a
frame that its page wrote itself and locked up.
"""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from goalwright.tools.browser.page_code import script

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

PATIENCE_S = 2.0
RELOAD_MS = 10_000
ANSWERS = ("Document", "Script", "Other")
"""The kinds of answer that are passed on with a policy."""
_POLICY = "content-security-policy"
# Our answer is not packed as the site's was; rules for loading ahead would not be seen on their way.
_DROPPED = frozenset({"content-encoding", "content-length", "transfer-encoding", "speculation-rules"})
_REDIRECTS = range(300, 400)


class Unwalled:
    """The hold on a browser for as long as there is a connection to it."""

    def __init__(self, origins: Sequence[str]) -> None:
        self.policy = f"connect-src data: blob: {' '.join(origins)}"
        self._sites = [origin for origin in origins if origin.startswith("http")]
        self._tasks: set[asyncio.Task[None]] = set()
        self._sessions: list[CDPSession] = []  # what was told to a page lasts as long as its session

    async def hold(self, control: CDPSession, context: BrowserContext) -> None:
        """Hold what is there and what will come."""
        await context.add_init_script(script("prepare"))
        context.on("page", self._came)
        for page in context.pages or [await context.new_page()]:
            await self._keep_to_network(context, page)
        busy = await _stop_workers(control)
        for page in context.pages:
            with suppress(Exception):  # a page that has crashed does not answer
                async with asyncio.timeout(PATIENCE_S):
                    await self._bind(context, page, busy)

    async def pass_on(self, control: CDPSession, event: Mapping[str, Any]) -> None:
        """Give a page or a worker its answer, with the policy that keeps its connections to the list."""
        paused, status = {"requestId": event["requestId"]}, event["responseStatusCode"]
        headers = {header["name"].lower(): header["value"] for header in event.get("responseHeaders", ())}
        if status in _REDIRECTS or headers.get("content-disposition", "").startswith("attachment"):
            await control.send("Fetch.continueRequest", paused)
            return
        policy = {"name": _POLICY, "value": self.policy}
        if event["resourceType"] != "Document":
            kept = [*event.get("responseHeaders", ()), policy]
            await control.send("Fetch.continueResponse", {**paused, "responseCode": status, "responseHeaders": kept})
            return
        # The browser has read a document's policies by now: it reads them again only in an answer of ours.
        told = [header for header in event.get("responseHeaders", ()) if header["name"].lower() not in _DROPPED]
        body = await control.send("Fetch.getResponseBody", paused)
        text = body["body"] if body["base64Encoded"] else b64encode(body["body"].encode()).decode()
        answer = {"responseCode": status, "responseHeaders": [*told, policy], "body": text}
        await control.send("Fetch.fulfillRequest", {**paused, **answer})

    def _came(self, page: Page) -> None:
        task = asyncio.ensure_future(self._keep_to_network(page.context, page))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _keep_to_network(self, context: BrowserContext, page: Page) -> None:
        """Keep a page from waking a service worker, whose sockets cannot be seen."""
        with suppress(Exception):  # a page that has crashed or gone does not answer
            async with asyncio.timeout(PATIENCE_S):
                session = await context.new_cdp_session(page)
                self._sessions.append(session)
                await session.send("Network.enable")
                await session.send("Network.setBypassServiceWorker", {"bypass": True})
                await self._take_out_workers(session)

    async def _take_out_workers(self, session: CDPSession) -> None:
        """Remove the service workers that were there before us; any page can do that, and once is enough."""
        while self._sites:
            data = {"origin": self._sites[-1], "storageTypes": "service_workers"}
            await session.send("Storage.clearDataForOrigin", data)
            self._sites.pop()

    async def _bind(self, context: BrowserContext, page: Page, busy: frozenset[str]) -> None:
        """Give the documents of a page that was open before the policy that they were loaded without."""
        session = await context.new_cdp_session(page)
        name = (await session.send("Target.getTargetInfo"))["targetInfo"]["targetId"]
        if name in busy:
            await page.reload(wait_until="commit", timeout=RELOAD_MS)
            return
        await self._bind_frames(session)
        for frame in page.frames[1:]:
            with suppress(Exception):  # most frames are reached with their page
                await self._bind_frames(await context.new_cdp_session(frame))

    async def _bind_frames(self, session: CDPSession) -> None:
        """In a world of our own, where nothing that a page has done to its scripts matters."""
        tree = (await session.send("Page.getFrameTree"))["frameTree"]
        code = f"({script('bind')})({json.dumps(self.policy)})"
        with suppress(Exception):  # a page that prevents this has already kept what it needs
            await session.send("Runtime.evaluate", {"expression": script("prepare")})
        for frame in _frames(tree):
            with suppress(Exception):  # frames come and go
                world = await session.send("Page.createIsolatedWorld", {"frameId": frame})
                at = {"contextId": world["executionContextId"]}
                await session.send("Runtime.evaluate", {"expression": code, **at})


async def _stop_workers(control: CDPSession) -> frozenset[str]:
    """Stop the workers that several pages share; the names of pages with workers of their own."""
    targets = (await control.send("Target.getTargets"))["targetInfos"]
    for target in targets:
        if target["type"] in ("shared_worker", "service_worker"):
            with suppress(Exception):  # it may have ended by itself
                await control.send("Target.closeTarget", {"targetId": target["targetId"]})
    return frozenset(target.get("parentId", "") for target in targets if target["type"] == "worker")


def _frames(tree: Mapping[str, Any]) -> list[str]:
    inner = [name for child in tree.get("childFrames", ()) for name in _frames(child)]
    return [tree["frame"]["id"], *inner]
