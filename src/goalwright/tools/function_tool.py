"""FunctionTool: a tool made of plain functions, the blocking ones run in threads."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, TypeVar

from goalwright.contracts import Fact, ToolCall, ToolResult, Verdict
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.tool import Before
from goalwright.dataclass import dataclass
from goalwright.tools.tool_threads import in_thread

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class FunctionTool:
    """A Tool whose parts are functions; only `act` is needed. What `act` returns is the result's output.

    `blocking` functions run in threads, so that nothing else waits for them. Without `check` the effect is
    unobservable, without `invert` and `take_back` it cannot be undone. `prints_apart` says that `print_of` takes a
    second argument: the names of what to leave out.
    """

    act: Callable[[ToolCall, Before], Mapping[str, Any]]
    look_first: Callable[[ToolCall], Before] | None = None
    check: Callable[[ToolCall, Before], Verdict] | None = None
    invert: Callable[[ToolCall, Before], Before | None] | None = None
    take_back: Callable[[ToolCall, Before, Before], None] | None = None
    known: Callable[[ToolCall], tuple[Fact, ...]] | None = None
    relies_on: Callable[[ToolCall], tuple[str, ...]] | None = None
    print_of: Callable[..., str] | None = None
    prints_apart: bool = False
    blocking: bool = True

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return self.relies_on(call) if self.relies_on is not None else ()

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return self.known(call) if self.known is not None else ()

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:
        if self.print_of is None:
            return ""
        return await self._called(self.print_of, resource, *([apart] if self.prints_apart else []))

    async def look(self, call: ToolCall) -> Before:
        return EMPTY if self.look_first is None else await self._called(self.look_first, call)

    async def run(self, call: ToolCall, before: Before) -> ToolResult:
        return ToolResult(ok=True, output=await self._called(self.act, call, before))

    async def verify(self, call: ToolCall, before: Before) -> Verdict:
        return "unobservable" if self.check is None else await self._called(self.check, call, before)

    async def inverse(self, call: ToolCall, before: Before) -> Before | None:
        return None if self.invert is None else await self._called(self.invert, call, before)

    async def undo(self, call: ToolCall, before: Before, inverse: Before) -> None:
        if self.take_back is not None:
            await self._called(self.take_back, call, before, inverse)

    async def _called(self, function: Callable[..., T], *arguments: Any) -> T:
        return await in_thread(function, *arguments) if self.blocking else function(*arguments)
