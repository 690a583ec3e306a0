"""Tools that stand for others: one that is loaded when it is first used, so that no other command waits for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Container
from functools import cache

from goalwright.contracts import Fact, Tool, ToolCall, ToolResult, Verdict
from goalwright.contracts.tool import Before


class StandIn(ABC):
    """A tool that leaves all of its work to another one."""

    @abstractmethod
    def behind(self, call: ToolCall | None) -> Tool:
        """The tool for a call; without one, for what no call says."""

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return self.behind(call).resources(call)

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return self.behind(call).facts(call)

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:
        return await self.behind(None).fingerprint(resource, apart)

    async def look(self, call: ToolCall) -> Before:
        return await self.behind(call).look(call)

    async def run(self, call: ToolCall, before: Before) -> ToolResult:
        return await self.behind(call).run(call, before)

    async def verify(self, call: ToolCall, before: Before) -> Verdict:
        return await self.behind(call).verify(call, before)

    async def inverse(self, call: ToolCall, before: Before) -> Before | None:
        return await self.behind(call).inverse(call, before)

    async def undo(self, call: ToolCall, before: Before, inverse: Before) -> None:
        await self.behind(call).undo(call, before, inverse)


class LateTool(StandIn):
    """The tool that `make` gives, made at the first use."""

    def __init__(self, make: Callable[[], Tool]) -> None:
        self._made = cache(make)

    def behind(self, call: ToolCall | None) -> Tool:  # noqa: ARG002  # the same for all
        return self._made()

    @property
    def made(self) -> Tool:
        """The tool itself, loaded now if it was not."""
        return self._made()

    async def close(self) -> None:
        """Give back what the tool holds beyond one action, if it was ever used."""
        if self._made.cache_info().currsize and (close := getattr(self._made(), "close", None)) is not None:
            await close()
