"""Where the browser may go: kinds of address, and the origins that were allowed.

Three things hold the list. A browser that Goalwright starts is given a wall: its own network service sends whatever
goes elsewhere to a proxy that is not there, whoever asks (pages, frames, sockets, workers, also after the command has
ended). In every browser, requests are stopped at each hop before they leave, popups and service workers included.
In a browser without the wall, which somebody else started, pages are also told by their own security policy where
they may connect, since sockets cannot be stopped on their way.
"""

from __future__ import annotations

import asyncio
import contextlib
from base64 import b64encode
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from goalwright.errors import SettingsError, ToolFailure
from goalwright.tools.services import BrowserChoices

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession, Page

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_AS_PAGES = {"ws": "http", "wss": "https"}
_SOCKETS = {"http": "ws", "https": "wss"}
# Nothing is fetched for these: they show what a page already has.
_INNER = frozenset({"about", "blob", "data", "chrome", "chrome-error", "chrome-extension", "devtools"})
_NOBODY = "http://127.0.0.1:9"
_POLICY = "content-security-policy"
_ENCODED = frozenset({"content-encoding", "content-length", "transfer-encoding"})


class OriginGuard:
    """Keeps a browser to the allowed kinds of address and, if there is a list, to the allowed origins."""

    def __init__(self, choices: BrowserChoices) -> None:
        self.origins = tuple(dict.fromkeys(read_origin(text) for text in choices.allowed_origins))
        self._schemes = tuple(choices.allowed_schemes)
        self._tasks: set[asyncio.Task[None]] = set()
        self.turned_away: list[str] = []
        """The origins that something tried to reach, the last one last."""

    def check(self, url: str) -> None:
        """Raise ToolFailure if an address may not be opened."""
        scheme = urlsplit(url).scheme.lower()
        if scheme not in self._schemes:
            raise ToolFailure(f"{url[:200]} is not allowed: only {' and '.join(self._schemes)} addresses are opened")
        if not self.allows(url):
            raise ToolFailure(self.refusal(url))

    def allows(self, url: str) -> bool:
        """Whether something may be fetched from there."""
        scheme = url.partition(":")[0].lower()
        if not self.origins or scheme in _INNER:
            return True
        return origin_of(url) in self.origins or (scheme not in _PORTS and scheme in self._schemes)

    def refusal(self, url: str) -> str:
        """Why an address is not opened, and what would allow it."""
        return f"{origin_of(url) or url[:100]} is not among the allowed origins: add it to allowed_origins to allow it"

    def launch_flags(self) -> list[str]:
        """What a browser is started with so that it keeps to the list by itself."""
        if not self.origins:
            return []
        let_through = [_with_port(origin) for origin in (*self.origins, *self._sockets())]
        return [
            f"--proxy-server={_NOBODY}",
            f"--proxy-bypass-list={';'.join(['<-loopback>', *let_through])}",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]

    async def stand(self, control: CDPSession, context: BrowserContext, *, has_wall: bool) -> None:
        """Stop every request that goes elsewhere, from now on; nothing is done where everything is allowed."""
        if not self.origins:
            return
        patterns = [{"urlPattern": "*", "requestStage": "Request"}]
        if not has_wall:
            patterns += [
                {"urlPattern": "*", "requestStage": "Response", "resourceType": kind}
                for kind in ("Document", "Script", "Other")
            ]
        control.on("Fetch.requestPaused", lambda event: self._decide_soon(control, event))
        await control.send("Fetch.enable", {"patterns": patterns})
        for page in context.pages:
            with contextlib.suppress(Exception):  # a page that has crashed does not answer
                await asyncio.wait_for(self._bind(page), 2)

    async def _bind(self, page: Page) -> None:
        """Hold a page that was open before: what it already loads with was made before anybody stood guard."""
        for frame in page.frames:
            if frame.url.startswith(("http:", "https:")):
                await frame.evaluate(
                    """(policy) => {
                        const meta = document.createElement('meta');
                        meta.httpEquiv = 'Content-Security-Policy';
                        meta.content = policy;
                        document.head.append(meta);
                        meta.remove();
                    }""",
                    self.policy(),
                )

    def policy(self) -> str:
        """The security policy that keeps a page's connections to the list."""
        return f"connect-src data: blob: {' '.join([*self.origins, *self._sockets()])}"

    def _sockets(self) -> list[str]:
        """The same origins as sockets spell them."""
        return [f"{_SOCKETS[scheme]}://{rest}" for scheme, _, rest in (item.partition("://") for item in self.origins)]

    def _decide_soon(self, control: CDPSession, event: Mapping[str, Any]) -> None:
        task = asyncio.ensure_future(self._decide(control, event))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, control: CDPSession, event: Mapping[str, Any]) -> None:
        url, paused = event["request"]["url"], {"requestId": event["requestId"]}
        with contextlib.suppress(Exception):  # a request that its page gave up meanwhile needs no answer
            if not self.allows(url):
                self.turned_away.append(origin_of(url) or url[:100])
                await control.send("Fetch.failRequest", {**paused, "errorReason": "BlockedByClient"})
            elif "responseStatusCode" in event:
                await self._pass_on(control, event)
            else:
                await control.send("Fetch.continueRequest", paused)

    async def _pass_on(self, control: CDPSession, event: Mapping[str, Any]) -> None:
        """Give a page or a worker its answer, with the policy that keeps its connections to the list."""
        paused, status = {"requestId": event["requestId"]}, event["responseStatusCode"]
        headers = {header["name"].lower(): header["value"] for header in event.get("responseHeaders", ())}
        if 300 <= status < 400 or headers.get("content-disposition", "").startswith("attachment"):
            await control.send("Fetch.continueRequest", paused)
            return
        told = [header for header in event.get("responseHeaders", ()) if header["name"].lower() not in _ENCODED]
        told.append({"name": _POLICY, "value": self.policy()})
        if event["resourceType"] != "Document":
            kept = [*event.get("responseHeaders", ()), told[-1]]
            await control.send("Fetch.continueResponse", {**paused, "responseCode": status, "responseHeaders": kept})
            return
        # The browser has read a document's policies by now: only in an answer that is ours it reads them anew.
        body = await control.send("Fetch.getResponseBody", paused)
        text = body["body"] if body["base64Encoded"] else b64encode(body["body"].encode()).decode()
        answer = {"responseCode": status, "responseHeaders": told, "body": text}
        await control.send("Fetch.fulfillRequest", {**paused, **answer})


def read_origin(text: str) -> str:
    """An origin as it is compared, such as `https://example.com`; SettingsError for what is none."""
    spelled = text if "://" in text else f"https://{text}"
    origin = origin_of(spelled)
    parts = urlsplit(spelled)
    if not origin or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise SettingsError("allowed_origins", text, "is no origin: write it such as https://example.com")
    return origin


def origin_of(url: str) -> str:
    """The origin of an address: scheme, host, and the port unless it is the usual one; empty if it has none."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not parts.hostname:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    shown = "" if port in (None, _PORTS[scheme]) else f":{port}"
    return f"{_AS_PAGES.get(scheme, scheme)}://{host.rstrip('.')}{shown}"


def _with_port(origin: str) -> str:
    """An origin with its port spelled out: without one, a rule of the browser would let every port through."""
    parts = urlsplit(origin)
    return origin if parts.port is not None else f"{origin}:{_PORTS[parts.scheme]}"
