"""FunctionTool: a tool made of plain functions, the blocking ones run in threads."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import Any, TypeVar

from goalwright.contracts import Fact, ToolCall, ToolResult, Verdict
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.tool import Before
from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure

T = TypeVar("T")

PATIENCE_S = 3.0
"""How long a call that is given up may take to put things in order."""


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
        if not self.blocking:
            return function(*arguments)
        work = _threads().submit(function, *arguments)
        ended = asyncio.wrap_future(work)
        try:
            return await asyncio.shield(ended)
        except asyncio.CancelledError:
            if not work.cancel():
                await _put_in_order(ended)
            raise


async def _put_in_order(ended: asyncio.Future[Any]) -> None:
    """Let a thread that is asked to stop remove what it has half made; raises ToolFailure if it did.

    It is in doubt what one has done that ended well, or does not listen.
    """
    ended.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # else asyncio would complain
    await asyncio.wait((ended,), timeout=PATIENCE_S)
    task = asyncio.current_task()
    if task is not None and ended.done() and isinstance(ended.exception(), ToolFailure):
        task.uncancel()
        ended.result()


@cache
def _threads() -> ThreadPoolExecutor:
    """More threads than the standard pool has on a small machine: tools mostly wait."""
    return ThreadPoolExecutor(64, thread_name_prefix="goalwright-tool")
