"""One call of one tool, made as the executor makes it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from goalwright.contracts import NEVER, StopSignal, Tool, ToolCall
from goalwright.contracts.plan import Risk


class Called(NamedTuple):
    """A call that was made, with all that the journal would know about it."""

    tool: Tool
    call: ToolCall
    before: Mapping[str, Any]
    output: Mapping[str, Any]
    verdict: str
    inverse: Mapping[str, Any] | None

    def again(self) -> Mapping[str, Any]:
        """The output of a second run, as after a crash."""
        return asyncio.run(self.tool.run(self.call, self.before)).output

    def verify(self) -> str:
        return asyncio.run(self.tool.verify(self.call, self.before))

    def undo(self) -> None:
        assert self.inverse is not None
        asyncio.run(self.tool.undo(self.call, self.before, self.inverse))

    def prints(self) -> dict[str, str]:
        """The fingerprints of what undo compares."""
        names = (*self.tool.resources(self.call), *(self.inverse or {}).get("resources", ()))
        return {name: asyncio.run(self.tool.fingerprint(name)) for name in names}


def called(
    tool: Tool,
    name: str = "tool",
    *,
    keep: Path | None = None,
    risk: Risk = "low",
    stop: StopSignal = NEVER,
    **args: Any,
) -> Called:
    """The whole life of a call; a ToolFailure is raised as it is."""
    folder = str(keep / "kept") if keep is not None else ""
    call = ToolCall(tool=name, action_id="a", run_id="run", args=args, keep=folder, risk=risk, stop=stop)

    async def lived() -> Called:
        before = await tool.look(call)
        result = await tool.run(call, before)
        verdict = await tool.verify(call, before)
        inverse = await tool.inverse(call, before)
        return Called(tool, call, before, result.output, verdict, inverse)

    return asyncio.run(lived())
