"""The connection to a server: made when it is first needed, held by one task, made again when the server died."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from mcp import Client
from mcp.client.stdio import get_default_environment
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import Implementation

from goalwright import __version__
from goalwright.contracts.shown import shown
from goalwright.errors import SettingsError, ToolFailure
from goalwright.tools.mcp.bounded_http import bounded_client
from goalwright.tools.mcp.bounded_stdio import ServerProcess
from goalwright.tools.mcp.server_record import ServerRecord
from goalwright.tools.mcp.server_secrets import secret_values
from goalwright.tools.mcp.tool_manifest import MOST_TOOLS, changes, manifest_digest, manifest_rows, require_sane

CONNECT_S = 30.0
CLOSE_S = 5.0
MOST_PAGES = 50
LONGEST_WORD = 300


class ServerConnection:
    """One server. Calls may come from any task of one event loop."""

    def __init__(self, record: ServerRecord, connect_s: float = CONNECT_S) -> None:
        self._record = record
        self._connect_s = connect_s
        self._holder: asyncio.Task[None] | None = None
        self._client: Client | None = None
        self._closing = asyncio.Event()
        self._process: ServerProcess | None = None
        self._guard = asyncio.Lock()

    async def manifest(self) -> list[dict[str, Any]]:
        """What the server says its tools are, now."""
        client = await self._connected()
        tools: list[Any] = []
        cursor: str | None = None
        for _page in range(MOST_PAGES):
            try:
                async with asyncio.timeout(CONNECT_S):
                    found = await client.list_tools(cursor=cursor)
            except TimeoutError:
                raise ToolFailure(f"{self._record.name} did not say in time which tools it has") from None
            except Exception as error:  # noqa: BLE001  # around a stranger's server: anything can go wrong
                raise self._broken(error) from None
            tools += found.tools
            cursor = found.next_cursor
            if not cursor or len(tools) > MOST_TOOLS:
                break
        else:
            raise ToolFailure(f"{self._record.name} lists its tools without end: use another server")
        rows = manifest_rows(tools)
        try:
            require_sane(self._record.name, rows)
        except SettingsError as error:
            raise ToolFailure(str(error)) from None
        return rows

    async def call(self, tool: str, arguments: dict[str, Any]) -> Any:
        """The result of a tool. The manifest is held against the pinned one first.

        A ToolFailure that is half done says that the server may have done it: the call was on its way.
        """
        rows = await self.manifest()
        if manifest_digest(rows) != self._record.pin:
            told = ", ".join(f"{name} is {what}" for name, what in list(changes(self._record.rows, rows))[:3])
            remedy = f"look at it with `goalwright mcp refresh {self._record.name}`"
            raise ToolFailure(
                f"the tools of {self._record.name} are not those that were added ({shown(told)}): {remedy}"
            )
        client = await self._connected()
        try:
            return await client.call_tool(tool, arguments)
        except MCPError as error:
            if self._is_alive:
                raise ToolFailure(f"{self._record.name} refused {tool}: {one_word(str(error))}") from None
            raise self._broken(error, is_half_done=True) from None
        except Exception as error:  # noqa: BLE001  # as above
            raise self._broken(error, is_half_done=True) from None

    async def close(self) -> None:
        """End the connection and the process behind it."""
        self._closing.set()
        if self._holder is not None:
            if self._client is None:  # it is still waiting for the server's first word
                self._holder.cancel()
            await asyncio.wait({self._holder}, timeout=CLOSE_S)
            self._holder.cancel()
            await asyncio.gather(self._holder, return_exceptions=True)
        self._holder = self._client = None

    @property
    def _is_alive(self) -> bool:
        is_over = self._process is not None and self._process.is_over
        return self._client is not None and self._holder is not None and not self._holder.done() and not is_over

    async def _connected(self) -> Client:
        async with self._guard:
            if not self._is_alive:
                await self.close()
                await self._connect()
            if self._client is None:
                raise ToolFailure(f"{self._record.name} can't be reached")
            return self._client

    async def _connect(self) -> None:
        self._closing = asyncio.Event()
        ready: asyncio.Future[Client] = asyncio.get_running_loop().create_future()
        self._holder = asyncio.create_task(self._held(ready), name=f"mcp-{self._record.name}")
        try:
            async with asyncio.timeout(self._connect_s):
                waited: list[asyncio.Future[Any]] = [self._holder, ready]
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
        except TimeoutError:
            self._holder.cancel()
            await asyncio.gather(self._holder, return_exceptions=True)
            raise ToolFailure(f"{self._record.name} did not answer within {self._connect_s:g} s") from None
        if ready.done():
            self._client = ready.result()
            return
        raise self._broken(self._holder.exception() or RuntimeError("it ended"))

    async def _held(self, ready: asyncio.Future[Client]) -> None:
        """Hold the connection until it is to be closed: entering and leaving must happen in one task."""
        async with self._transport() as transport:
            client = Client(
                transport,
                cache=None,
                client_info=Implementation(name="goalwright", version=__version__),
            )
            async with client:
                ready.set_result(client)
                await self._closing.wait()

    @asynccontextmanager
    async def _transport(self) -> AsyncIterator[Any]:
        record = self._record
        if record.url:
            async with bounded_client(dict(secret_values(record, record.headers)), record.timeout_s) as http:
                yield streamable_http_client(record.url, http_client=http)
            return
        given = {name: os.environ[name] for name in record.env if name in os.environ}
        env = {**get_default_environment(), **given, **secret_values(record, record.secrets)}
        self._process = ServerProcess(record.command, env, record.folder)
        yield self._process.streams()

    def _broken(self, error: BaseException, *, is_half_done: bool = False) -> ToolFailure:
        """The failure of the connection, with the last that the server said about it."""
        while isinstance(error, BaseExceptionGroup) and error.exceptions:
            error = error.exceptions[0]
        if isinstance(error, ToolFailure):
            return error
        if isinstance(error, FileNotFoundError) and error.filename:
            self._closing.set()
            return ToolFailure(
                f"{self._record.name} cannot be started: {one_word(str(error.filename))} is not there: check the name, "
                "or write the whole path"
            )
        process = self._process
        why = process.complaint if process is not None else ""
        if not why and isinstance(error, OSError):
            why = error.strerror or ""
        if not why and isinstance(error, ValueError):
            why = "what it answers does not keep to the protocol"
        last = process.tail.strip().splitlines()[-1:] if process is not None else []
        why = why or (last[0] if last else str(error)) or type(error).__name__
        self._closing.set()
        doubt = ", and what came of the call is not known" if is_half_done else ""
        return ToolFailure(
            f"the connection to {self._record.name} broke{doubt}: {one_word(why)}", is_half_done=is_half_done
        )


def one_word(text: str) -> str:
    """What a server says, on one bounded line."""
    plain = "".join(char if char.isprintable() else " " for char in text)
    plain = " ".join(plain.split())
    return plain if len(plain) <= LONGEST_WORD else f"{plain[:LONGEST_WORD]}..."
