"""Where the browser may go: kinds of address, and the origins that were allowed.

The list is enforced in three ways. A browser that Goalwright starts gets a wall: its own network service sends
everything else to a proxy that does not exist, and resolves no other host, for pages, frames, sockets and workers, also
after the command has ended. In every browser, requests are stopped at each hop before they leave. A browser without the
wall, one that Goalwright did not start, is held in further ways: see `unwalled`.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from goalwright.errors import SettingsError, ToolFailure
from goalwright.tools.browser.unwalled import ANSWERS, Unwalled
from goalwright.tools.services import BrowserChoices

if TYPE_CHECKING:
    from playwright.async_api import BrowserContext, CDPSession

_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}
_AS_PAGES = {"ws": "http", "wss": "https"}
_SOCKETS = {"http": "ws", "https": "wss"}
# Nothing is fetched for these: they show what a page already has.
_INNER = frozenset({"about", "blob", "data", "chrome", "chrome-error", "chrome-extension", "devtools"})
# Pages without an address of their own: empty ones, and those that another page made or the browser put there.
_MADE = frozenset({"about", "blob", "data", "chrome-error"})
# In a rule of the browser, anything else could mean more than one host.
_HOST = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|[0-9a-f:.]+")
# Letters that the two ways of spelling such hosts in ASCII turn into different hosts.
_SPELLED_TWO_WAYS = re.compile("[\u00df\u03c2\u200c\u200d]")


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
        if url.partition(":")[0].lower() not in self._schemes:
            raise ToolFailure(f"{url[:200]} is not allowed: only {' and '.join(self._schemes)} addresses are opened")
        if not self.allows(url):
            raise ToolFailure(self.refusal(url))

    def check_page(self, url: str) -> None:
        """Raise ToolFailure if a page that Goalwright did not open is at an address that is not allowed."""
        scheme, _, rest = url.partition(":")
        if scheme == "blob" and rest.startswith("http"):
            self.check(rest)
        elif scheme not in _MADE:
            self.check(url)

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
        """The flags that make a browser keep to the list by itself."""
        if not self.origins:
            return []
        let_through = [_with_port(origin) for origin in (*self.origins, *self._sockets())]
        hosts = dict.fromkeys(str(urlsplit(origin).hostname) for origin in self.origins)
        return [
            "--proxy-server=http://127.0.0.1:9",  # nothing listens there
            f"--proxy-bypass-list={';'.join(['<-loopback>', *let_through])}",
            f"--host-resolver-rules={','.join(['MAP * ~NOTFOUND', *(f'EXCLUDE {host}' for host in hosts)])}",
            "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
            "--webrtc-ip-handling-policy=disable_non_proxied_udp",
        ]

    async def stand(self, control: CDPSession, context: BrowserContext, *, has_wall: bool) -> None:
        """Stop every request that goes elsewhere, from now on, if there is a list."""
        if not self.origins:
            return
        patterns = [{"urlPattern": "*", "requestStage": "Request"}]
        unwalled = None if has_wall else Unwalled([*self.origins, *self._sockets()])
        if unwalled is not None:
            patterns += [{"urlPattern": "*", "requestStage": "Response", "resourceType": kind} for kind in ANSWERS]
        control.on("Fetch.requestPaused", lambda event: self._decide_soon(control, event, unwalled))
        await control.send("Fetch.enable", {"patterns": patterns})
        if unwalled is not None:
            await unwalled.hold(control, context)

    def _sockets(self) -> list[str]:
        """The same origins as sockets spell them."""
        return [f"{_SOCKETS[scheme]}://{rest}" for scheme, _, rest in (item.partition("://") for item in self.origins)]

    def _decide_soon(self, control: CDPSession, event: Mapping[str, Any], unwalled: Unwalled | None) -> None:
        task = asyncio.ensure_future(self._decide(control, event, unwalled))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, control: CDPSession, event: Mapping[str, Any], unwalled: Unwalled | None) -> None:
        url, paused = event["request"]["url"], {"requestId": event["requestId"]}
        with contextlib.suppress(Exception):  # a request that its page has given up needs no answer
            if not self.allows(url):
                self.turned_away.append(origin_of(url) or url[:100])
                await control.send("Fetch.failRequest", {**paused, "errorReason": "BlockedByClient"})
            elif unwalled is not None and "responseStatusCode" in event:
                await unwalled.pass_on(control, event)
            else:
                await control.send("Fetch.continueRequest", paused)


def read_origin(text: str) -> str:
    """An origin as it is compared, such as `https://example.com`; SettingsError if it is not one."""
    spelled = text if "://" in text else f"https://{text}"
    origin = origin_of(spelled)
    parts = urlsplit(spelled) if origin else None
    if parts is None or parts.path not in ("", "/") or parts.query or parts.fragment or "@" in parts.netloc:
        raise SettingsError("allowed_origins", text, "is not an origin: write it like https://example.com")
    if not _HOST.fullmatch(urlsplit(origin).hostname or ""):
        raise SettingsError("allowed_origins", text, "is not a single host: write each host in full, in its own entry")
    return origin


def origin_of(url: str) -> str:
    """The origin of an address: scheme, host, and the port unless it is the usual one; empty if it has none.

    A host with a dot at its end is not the same as the one without, as in the browser.
    """
    try:
        parts = urlsplit(url)
        port = parts.port
        host = _in_ascii(parts.hostname or "")
    except ValueError:
        return ""
    scheme = parts.scheme.lower()
    if scheme not in _PORTS or not host:
        return ""
    shown = "" if port in (None, _PORTS[scheme]) else f":{port}"
    return f"{_AS_PAGES.get(scheme, scheme)}://{f'[{host}]' if ':' in host else host}{shown}"


def _in_ascii(host: str) -> str:
    """A host as browsers send it; ValueError for one that could be read as two."""
    if host.isascii():
        return host
    if _SPELLED_TWO_WAYS.search(host):
        raise ValueError(host)
    return host.encode("idna").decode().lower()


def _with_port(origin: str) -> str:
    """An origin with its port spelled out: without one, a rule of the browser would let every port through."""
    parts = urlsplit(origin)
    return origin if parts.port is not None else f"{origin}:{_PORTS[parts.scheme]}"
