"""Servers of no good will that are reached over HTTP: none of what they answer does more than fail in one line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from goalwright.app.mcp_servers import McpServers, new_record
from goalwright.errors import GoalwrightError
from tools.mcp.odd_desk import OddDesk

pytestmark = pytest.mark.slow


async def big(_request: Request) -> Response:
    async def body() -> AsyncIterator[bytes]:
        yield b'{"jsonrpc":"2.0","id":0,"result":{"x":"'
        for _piece in range(100):
            yield b"x" * 2**20

    return StreamingResponse(body(), media_type="application/json")


async def big_events(_request: Request) -> Response:
    async def body() -> AsyncIterator[bytes]:
        yield b"data: "
        for _piece in range(100):
            yield b"x" * 2**20

    return StreamingResponse(body(), media_type="text/event-stream")


async def elsewhere(request: Request) -> Response:
    request.app.state.asked.append(request.url.path)
    return RedirectResponse(f"http://localhost:{request.url.port}/caught", 307)


async def caught(request: Request) -> Response:
    request.app.state.asked.append(request.url.path)
    return PlainTextResponse("thank you")


async def broken(_request: Request) -> Response:
    return PlainTextResponse("\x1b[31mboom\nTraceback token=hunter2", 500)


async def page(_request: Request) -> Response:
    return Response("<html>sign in</html>", media_type="text/html")


async def nonsense(_request: Request) -> Response:
    return Response("[[[[", media_type="application/json")


MISDEEDS = {
    "big": big,
    "big_events": big_events,
    "elsewhere": elsewhere,
    "broken": broken,
    "page": page,
    "nonsense": nonsense,
}


@asynccontextmanager
async def served(app: Any) -> AsyncIterator[str]:
    runner = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=0, log_level="critical"))
    task = asyncio.create_task(runner.serve())
    while not runner.started:
        await asyncio.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{runner.servers[0].sockets[0].getsockname()[1]}"
    finally:
        runner.should_exit = True
        await task


@pytest.mark.parametrize("misdeed", MISDEEDS)
def test_a_server_over_http_that_misbehaves_is_not_added(misdeed: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    odd.behave("plain")
    app = Starlette(
        routes=[
            Route("/caught", caught, methods=["GET", "POST"]),
            Route("/mcp", MISDEEDS[misdeed], methods=["GET", "POST"]),
        ]
    )
    app.state.asked = []

    async def talk() -> str:
        async with served(app) as address:
            with closing(odd.application()) as gw, pytest.raises(GoalwrightError) as refusal:
                await McpServers(gw).add(new_record("far", url=f"{address}/mcp", timeout_s=5), {})
            return str(refusal.value)

    said = asyncio.run(asyncio.wait_for(talk(), 100))
    assert said.isprintable()
    assert len(said) < 600
    assert said.startswith(("the connection to far broke", "far did not"))
    assert "/caught" not in app.state.asked
    assert not list(tmp_path.rglob("far.*"))
