"""MCP at the service: the door for assistants behind the service's token, loaded when the first one comes."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Route, Router
from starlette.types import Receive, Scope, Send

from goalwright.doors.web.problems import TurnedDown

if TYPE_CHECKING:
    from goalwright.doors.web.service import Service

PATH = "/mcp"


class AssistantsRoute:
    """Answers at `/mcp`. The SDK takes half a second to load, which a service without assistants never pays."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._guard = asyncio.Lock()
        self._router: Router | None = None
        self._ended = asyncio.Event()
        self._running: asyncio.Task[None] | None = None

    @property
    def route(self) -> BaseRoute:
        return Route(PATH, self, methods=["GET", "POST", "DELETE"])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["state"]["caller"].is_person:
            raise TurnedDown(403, "OnlyPrograms", "assistants send the token of the state folder, not a page's cookie")
        if scope["method"] == "POST":
            self._service.require_going()
        async with self._guard:
            router = self._router = self._router or await self._opened()
        await router(scope, receive, send)

    async def close(self) -> None:
        """End the conversations with assistants, and what runs for them in order."""
        self._ended.set()
        if self._running is not None:
            await self._running

    async def _opened(self) -> Router:
        try:
            from goalwright.doors.mcp.assistant import Assistant
            from goalwright.doors.mcp.assistant_server import assistant_server, http_parts
        except ImportError:
            remedy = "`pip install 'goalwright[mcp]'`"
            raise TurnedDown(501, "NotInstalled", f"the packages for MCP are missing: {remedy}") from None
        address = f"http://{min(self._service.hosts)}"
        server = assistant_server(Assistant(self._service.gw, page=address))
        routes, running = http_parts(server, PATH)
        opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def kept() -> None:
            async with running():  # what is entered in a task must be left in it
                opened.set_result(None)
                await self._ended.wait()

        self._running = asyncio.create_task(kept())
        await opened
        return Router(routes=routes)
