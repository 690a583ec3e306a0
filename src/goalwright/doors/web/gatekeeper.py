"""Gatekeeper: lets in what is meant for this service, comes with a token or from our own page, and is not too much."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING, Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from goalwright.doors.web.problems import TurnedDown
from goalwright.doors.web.rates import Rates
from goalwright.doors.web.sessions import Caller
from goalwright.errors import GoalwrightError

if TYPE_CHECKING:
    from goalwright.doors.web.service import Service

ENTER = "/enter"
KEY_HEADER = "x-goalwright-key"
_READING = frozenset({"GET", "HEAD", "OPTIONS"})
_LONGEST_PATH = 2_000
_LONGEST_QUERY = 8_000
_STRANGERS = "strangers"
_NEEDS_KEY = ("/api/", "/metrics", "/openapi.json", "/mcp")
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS: Mapping[str, str] = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}


class Gatekeeper:
    """Stands before everything that the service has, what is mounted into it included."""

    def __init__(self, app: ASGIApp, service: Service, told: Callable[[dict[str, Any]], None] | None = None) -> None:
        self._app, self._service, self._told = app, service, told
        limits = service.limits
        self._rates = Rates(limits.per_s, limits.burst)
        self._strangers = Rates(limits.strangers_per_s, limits.strangers_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":  # nothing here talks that way
            await send({"type": "websocket.close", "code": 1008})
            return
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        await _Request(self._service, scope, send, self._told).answered(self._app, receive, self._admitted)

    def _admitted(self, scope: Scope) -> Caller | None:
        """Who makes the request; None for the one that trades a link for a session. TurnedDown if it is not let in."""
        headers = _headers(scope)
        self._require_ours(scope, headers)
        path, method = str(scope["path"]), str(scope["method"])
        if path == ENTER and method in _READING:
            self._require_rate(self._strangers, _STRANGERS)
            return None
        caller = self._caller(path, headers)
        self._require_rate(self._rates, caller.name)
        if method not in _READING:
            require_json(headers, is_needed=False)
            if caller.is_person and "origin" not in headers:
                raise TurnedDown(403, "ForeignOrigin", "a page says where it is from: the Origin header is missing")
        _require_small(headers, self._service.limits.body_bytes)
        return caller

    def _require_ours(self, scope: Scope, headers: Mapping[str, str]) -> None:
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) != 1 or headers["host"].lower() not in self._service.hosts:
            raise TurnedDown(421, "ForeignHost", "this service has another name: use the address that it printed")
        if "origin" in headers and headers["origin"].lower() not in {f"http://{host}" for host in self._service.hosts}:
            raise TurnedDown(403, "ForeignOrigin", "only the service's own page may ask this")
        if headers.get("sec-fetch-site", "none") not in ("none", "same-origin") and scope["path"] != ENTER:
            raise TurnedDown(403, "ForeignOrigin", "only the service's own page may ask this")
        raw = scope.get("raw_path") or b""
        if len(raw) > _LONGEST_PATH or len(scope.get("query_string", b"")) > _LONGEST_QUERY:
            raise TurnedDown(400, "BadRequest", "the address is too long")

    def _caller(self, path: str, headers: Mapping[str, str]) -> Caller:
        sessions = self._service.sessions
        if "authorization" in headers:
            scheme, _, token = headers["authorization"].partition(" ")
            if scheme.lower() == "bearer" and sessions.is_token(token.strip()):
                return Caller("token", "token")
        else:
            key = headers.get(KEY_HEADER, "") if path.startswith(_NEEDS_KEY) else None
            name = sessions.session(_cookie(headers, self._service.cookie), key)
            if name is not None:
                return Caller("page", f"page {name}")
        self._require_rate(self._strangers, _STRANGERS)
        remedy = "`goalwright serve` prints an address that opens the page; programs send the token of the state folder"
        raise TurnedDown(401, "NoToken", f"this needs a token: {remedy}", {"WWW-Authenticate": "Bearer"})

    def _require_rate(self, rates: Rates, caller: str) -> None:
        if not rates.is_allowed(caller):
            raise TurnedDown(429, "TooManyRequests", "too many requests: wait a second", {"Retry-After": "1"})


class _Request:
    """One request on its way: its answer gets our headers, and is counted, told and recorded."""

    def __init__(
        self, service: Service, scope: Scope, send: Send, told: Callable[[dict[str, Any]], None] | None
    ) -> None:
        self._service, self._scope, self._send, self._told = service, scope, send, told
        self._began = time.perf_counter()
        self._status = 0
        self._by = ""

    async def answered(self, app: ASGIApp, receive: Receive, admitted: Callable[[Scope], Caller | None]) -> None:
        try:
            caller = admitted(self._scope)
            if caller is not None:
                self._by = f"{self._service.by(caller)} ({caller.name})"
                self._scope.setdefault("state", {})["caller"] = caller
            limited = self._limited(receive) if self._scope["method"] not in _READING else receive
            await app(self._scope, limited, self._sent)
        except TurnedDown as refusal:
            if not self._status:
                await refusal.response()(self._scope, receive, self._sent)
        finally:
            self._noted()

    def _limited(self, receive: Receive) -> Receive:
        """The body, as far as it may go, and as long as it may take."""
        limits = self._service.limits
        until = time.monotonic() + limits.body_s
        size, is_whole = 0, False

        async def within() -> Message:
            nonlocal size, is_whole
            if is_whole:
                return await receive()
            message = await _in_time(receive(), until)
            if message["type"] == "http.request":
                size += len(message.get("body", b""))
                is_whole = not message.get("more_body", False)
                if size > limits.body_bytes:
                    raise TurnedDown(
                        413, "TooLarge", f"the body is too large: send at most {limits.body_bytes:,} bytes"
                    )
            return message

        return within

    async def _sent(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._status = int(message["status"])
            known = {name.lower() for name, _ in message["headers"]}
            ours = {"cache-control": "no-store", **HEADERS}
            more = [(name.encode(), value.encode()) for name, value in ours.items() if name.encode() not in known]
            message = {**message, "headers": [*message["headers"], *more]}
        await self._send(message)

    def _noted(self) -> None:
        method, path = str(self._scope["method"]), str(self._scope["path"])[:200]
        seconds = time.perf_counter() - self._began
        route = self._scope.get("state", {}).get("route", "other")
        known = method if method in _READING or method == "POST" else "other"
        self._service.metrics.answered(known, route, self._status, seconds if route != "/api/events" else 0.0)
        if method not in _READING and self._by:
            try:
                self._service.record.add(by=self._by, asked=f"{method} {path}", status=self._status)
            except GoalwrightError:  # the disk is full: it is answered by now, and counted
                self._service.metrics.unexpected()
        if self._told is not None:
            told = {"method": method, "path": path, "status": self._status, "seconds": round(seconds, 4)}
            self._told({**told, "by": self._by})


async def _in_time(message: Awaitable[Message], until: float) -> Message:
    try:
        async with asyncio.timeout(max(0.0, until - time.monotonic())):
            return await message
    except TimeoutError:
        raise TurnedDown(408, "TooSlow", "the body took too long: send it at once", {"Connection": "close"}) from None


def _headers(scope: Scope) -> dict[str, str]:
    """The headers by their names in small letters; of one that is there twice, the first."""
    found: dict[str, str] = {}
    for name, value in scope["headers"]:
        found.setdefault(name.decode("latin-1"), value.decode("latin-1"))
    return found


def _cookie(headers: Mapping[str, str], name: str) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return ""
    return found.value if found is not None else ""


def require_json(headers: Mapping[str, str], *, is_needed: bool) -> None:
    """A form of another site can send anything but this type. Without a body it matters only if one `is_needed`."""
    media_type = headers.get("content-type", "").partition(";")[0].strip().lower()
    has_body = "transfer-encoding" in headers or headers.get("content-length", "0") != "0"
    if media_type != "application/json" and (has_body or is_needed):
        raise TurnedDown(415, "NotJson", "send JSON: Content-Type must be application/json")


def _require_small(headers: Mapping[str, str], most: int) -> None:
    length = headers.get("content-length", "0")
    if not (length.isascii() and length.isdigit() and len(length) < 16 and int(length) <= most):
        raise TurnedDown(413, "TooLarge", f"the body is too large: send at most {most:,} bytes")
