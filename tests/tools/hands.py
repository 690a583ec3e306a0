"""Tools at work as the executor would use them: look, run, verify, take down the inverse, and undo."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from goalwright.contracts import NEVER, StopSignal, Tool, ToolCall


class Done(NamedTuple):
    """A call that was made, with all that the journal would know about it."""

    tool: Tool
    call: ToolCall
    before: Mapping[str, Any]
    output: Mapping[str, Any]
    verdict: str
    inverse: Mapping[str, Any] | None

    def prints(self) -> dict[str, str]:
        """The fingerprints of what the call has changed."""
        names = (self.inverse or {}).get("resources", ())
        return {name: asyncio.run(self.tool.fingerprint(name)) for name in names}

    def verify(self) -> str:
        return asyncio.run(self.tool.verify(self.call, self.before))

    def again(self) -> Mapping[str, Any]:
        """The second attempt after a crash."""
        return asyncio.run(self.tool.run(self.call, self.before)).output

    def undo(self) -> None:
        assert self.inverse is not None
        asyncio.run(self.tool.undo(self.call, self.before, self.inverse))


@dataclass(frozen=True)
class Hands:
    """The tools of a family; names are written without `prefix`. `stop` is what every call is given."""

    tools: Mapping[str, Tool]
    prefix: str
    stop: StopSignal = NEVER

    def look(self, name: str, **args: Any) -> Done:
        """A call that was only begun."""
        tool = self.tools[self.prefix + name]
        call = ToolCall(tool=self.prefix + name, action_id="g1", args=args, stop=self.stop)
        before = json.loads(json.dumps(dict(asyncio.run(tool.look(call)))))
        return Done(tool, call, before, {}, "", None)

    def do(self, name: str, **args: Any) -> Done:
        begun = self.look(name, **args)
        output = begun.again()
        assert json.loads(json.dumps(dict(output))) is not None
        assert "\n" not in output["text"]
        inverse = asyncio.run(begun.tool.inverse(begun.call, begun.before))
        kept = None if inverse is None else json.loads(json.dumps(dict(inverse)))
        return begun._replace(output=output, verdict=begun.verify(), inverse=kept)
