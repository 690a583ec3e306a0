"""ServerTool: one tool of a server, as the executor knows tools."""

from __future__ import annotations

import asyncio
from collections.abc import Container, Mapping
from typing import Any

from goalwright.contracts import Fact, ToolCall, ToolResult, Verdict
from goalwright.contracts.documents import plain
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.shown import shown
from goalwright.contracts.tool import Before
from goalwright.errors import ToolFailure
from goalwright.tools.mcp.server_connection import ServerConnection, one_word
from goalwright.tools.mcp.server_record import ServerRecord
from goalwright.tools.mcp.server_results import ResultReader, error_text
from goalwright.tools.mcp.tool_manifest import ManifestTool, plain_schema


class ServerLine:
    """The connection that all tools of a server share; a new one for each event loop."""

    def __init__(self, record: ServerRecord) -> None:
        self.record = record
        self._connection: ServerConnection | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def connection(self) -> ServerConnection:
        loop = asyncio.get_running_loop()
        if self._connection is None or self._loop is not loop:
            self._connection, self._loop = ServerConnection(self.record), loop
        return self._connection

    async def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None and self._loop is asyncio.get_running_loop():
            await connection.close()


class ServerTool:
    """A tool whose effect can be neither seen nor taken back: only the server knows what it did."""

    def __init__(self, line: ServerLine, tool: ManifestTool) -> None:
        self._line, self._tool = line, tool

    async def close(self) -> None:
        await self._line.close()

    def resources(self, call: ToolCall) -> tuple[str, ...]:  # noqa: ARG002  # the port's signature
        return ()

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:  # noqa: ARG002
        return ()

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:  # noqa: ARG002
        return ""

    async def look(self, call: ToolCall) -> Before:  # noqa: ARG002
        return EMPTY

    async def run(self, call: ToolCall, before: Before) -> ToolResult:  # noqa: ARG002
        arguments = {self._tool.params[name]: plain(value) for name, value in call.args.items()}
        require_fitting(self._tool, arguments)
        result = await self._line.connection().call(self._tool.name, arguments)
        name = self._line.record.name
        if result.is_error:
            said = one_word(error_text(result)) or "it failed, and it did not say why"
            raise ToolFailure(f"{name} says: {said}")
        return ToolResult(ok=True, output=ResultReader(call.keep, call.action_id).output(result))

    async def verify(self, call: ToolCall, before: Before) -> Verdict:  # noqa: ARG002
        return "unobservable"

    async def inverse(self, call: ToolCall, before: Before) -> Before | None:  # noqa: ARG002
        return None

    async def undo(self, call: ToolCall, before: Before, inverse: Before) -> None:
        """Nothing says how."""


def require_fitting(tool: ManifestTool, arguments: Mapping[str, Any]) -> None:
    """ToolFailure if the arguments are not what the tool's schema wants."""
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import SchemaError, best_match

    try:
        problem = best_match(Draft202012Validator(plain_schema(tool.schema)).iter_errors(dict(arguments)))
    except (SchemaError, RecursionError, Exception) as error:  # noqa: BLE001  # a stranger's schema
        raise ToolFailure(
            f"the schema of {tool.name} can't be used ({type(error).__name__}): use another tool"
        ) from None
    if problem is not None:
        place = ".".join(str(part) for part in problem.absolute_path)
        raise ToolFailure(f"{tool.name} does not take {shown(place) if place else 'this'}: {one_word(problem.message)}")
