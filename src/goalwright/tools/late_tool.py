"""LateTool: a tool whose parts are loaded when it is first used, so that no other command waits for them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from goalwright.contracts import Fact, Tool, ToolCall, ToolResult, Verdict


class LateTool:
    """The tool that `make` gives, asked for at the first use."""

    def __init__(self, make: Callable[[], Tool]) -> None:
        self._made = cache(make)

    @property
    def made(self) -> Tool:
        """The tool itself, loaded now if it was not."""
        return self._made()

    async def close(self) -> None:
        """Give back what the tool holds beyond one action, if it was ever used."""
        if self._made.cache_info().currsize:
            close = getattr(self._made(), "close", None)
            if close is not None:
                await close()

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return self._made().resources(call)

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return self._made().facts(call)

    async def fingerprint(self, resource: str) -> str:
        return await self._made().fingerprint(resource)

    async def look(self, call: ToolCall) -> Mapping[str, Any]:
        return await self._made().look(call)

    async def run(self, call: ToolCall, before: Mapping[str, Any]) -> ToolResult:
        return await self._made().run(call, before)

    async def verify(self, call: ToolCall, before: Mapping[str, Any]) -> Verdict:
        return await self._made().verify(call, before)

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        return await self._made().inverse(call, before)

    async def undo(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        await self._made().undo(call, before, inverse)
