"""Assistants for the tests: the SDK's own client, over both transports and at several versions of the protocol."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
import uvicorn
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import ElicitResult, Implementation, ListRootsResult, Root
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from goalwright import Goalwright
from goalwright.doors.mcp.assistant import Assistant
from goalwright.doors.mcp.assistant_server import assistant_server, http_parts

SOURCES = Path(__file__).parents[3] / "src"
OLDEST, HANDSHAKE, NEWEST = "2024-11-05", "2025-11-25", "2026-07-28"
TOKEN = "open sesame"  # of a server that lives as long as a test


@dataclass(frozen=True, slots=True)
class Desk:
    """Folders that start out empty, and the ways to a server that works in them."""

    folder: Path

    @property
    def work(self) -> Path:
        return self.folder / "work"

    @property
    def environment(self) -> dict[str, str]:
        return {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(SOURCES),
            "HOME": str(self.folder / "home"),
            "GOALWRIGHT_CONFIG": str(self.folder / "config"),
            "GOALWRIGHT_HOME": str(self.folder / "state"),
            "XDG_CACHE_HOME": os.environ["XDG_CACHE_HOME"],
        }

    def application(self) -> Goalwright:
        return Goalwright(home=self.folder / "state", cwd=self.work, config=self.folder / "config")

    def write(self, name: str, content: str = "hello") -> Path:
        path = self.work / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        return path

    @asynccontextmanager
    async def over_stdio(self, version: str, *more: str, **client: Any) -> AsyncIterator[Client]:
        server = StdioServerParameters(
            command=sys.executable,
            args=["-P", "-m", "goalwright", "mcp", "serve", *more],
            env=self.environment,
            cwd=self.work,
        )
        # By default it would write to what was standard error when the SDK was loaded, which tests come after.
        with offering(version), (self.folder / "server.err").open("a") as errors:
            transport = stdio_client(server, errlog=errors)
            async with Client(transport, mode=mode_of(version), **named(client)) as connected:
                yield connected

    @asynccontextmanager
    async def over_http(
        self, version: str, *, answer_wait_s: float = 30, token: str = TOKEN, **client: Any
    ) -> AsyncIterator[Client]:
        async with self.served(answer_wait_s) as url, self.connected(url, version, token=token, **client) as connected:
            yield connected

    @asynccontextmanager
    async def connected(self, url: str, version: str, *, token: str = TOKEN, **client: Any) -> AsyncIterator[Client]:
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {token}"}, timeout=30) as http:
            with offering(version):
                transport = streamable_http_client(url, http_client=http)
                async with Client(transport, mode=mode_of(version), **named(client)) as connected:
                    yield connected

    @asynccontextmanager
    async def served(self, answer_wait_s: float = 30, *, is_checked: bool = True) -> AsyncIterator[str]:
        """The server behind a check of a token, as a service has it; its address."""
        async with self.application() as gw:
            routes, running = http_parts(assistant_server(Assistant(gw, answer_wait_s=answer_wait_s)))
            middleware = [Middleware(Checked)] if is_checked else []
            app = Starlette(routes=routes, lifespan=lambda _app: running(), middleware=middleware)
            server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error"))
            task = asyncio.create_task(server.serve())
            while not server.started:
                await asyncio.sleep(0.01)
            port = server.servers[0].sockets[0].getsockname()[1]
            try:
                yield f"http://127.0.0.1:{port}/mcp"
            finally:
                server.should_exit = True
                await task


class Checked:
    """Lets nothing in that does not have the token."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope.get("headers", ()))
        if scope["type"] == "http" and headers.get(b"authorization") != f"Bearer {TOKEN}".encode():
            await PlainTextResponse("no token", 401)(scope, receive, send)
            return
        await self._app(scope, receive, send)


def mode_of(version: str) -> str:
    return NEWEST if version == NEWEST else "legacy"


@contextmanager
def offering(version: str) -> Iterator[None]:
    """Have the SDK's client offer this version in its handshake: by itself it offers the newest."""
    with pytest.MonkeyPatch.context() as patch:
        if version != NEWEST:
            patch.setattr("mcp.client.session.LATEST_HANDSHAKE_VERSION", version)
        yield


def named(client: dict[str, Any]) -> dict[str, Any]:
    return {"client_info": Implementation(name="tester", version="1"), "cache": None, **client}


class Person:
    """Answers questions, and remembers them."""

    def __init__(self, action: str = "accept", content: Any = "yes", wait_s: float = 0) -> None:
        self.asked: list[str] = []
        self._answer = ElicitResult(
            action=action,  # type: ignore[arg-type]  # one of three
            content={"approve": True} if content == "yes" else content,
        )
        self._wait_s = wait_s

    async def __call__(self, _context: Any, params: Any) -> ElicitResult:
        self.asked.append(params.message)
        await asyncio.sleep(self._wait_s)
        return self._answer


def rooted(*folders: Path | str) -> Callable[..., Awaitable[ListRootsResult]]:
    """A client that works in these folders."""

    async def roots(_context: Any) -> ListRootsResult:
        uris = [folder if isinstance(folder, str) else folder.as_uri() for folder in folders]
        return ListRootsResult(roots=[Root(uri=uri) for uri in uris])  # type: ignore[arg-type]  # pydantic makes an address of it

    return roots


async def told(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers, in full."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    if result.structured_content is None:  # before 2025-06-18 there is only text
        found: dict[str, Any] = json.loads(result.content[0].text)  # type: ignore[union-attr]  # it is text
        return found
    answer: dict[str, Any] = result.structured_content
    return answer


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    """The one line in which a tool says no."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result
    text = result.content[0].text  # type: ignore[union-attr]  # it is text
    assert text.isprintable()
    return text
