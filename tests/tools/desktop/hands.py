"""Tools at work as the executor would use them: look, run, verify, take down the inverse, and undo."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from goalwright.contracts import NEVER, StopSignal, Tool, ToolCall
from tools.one_call import Called


@dataclass(frozen=True)
class Hands:
    """The tools of a family; names are written without `prefix`. `stop` is what every call is given."""

    tools: Mapping[str, Tool]
    prefix: str
    stop: StopSignal = NEVER

    def look(self, name: str, **args: Any) -> Called:
        """A call that was only begun."""
        tool = self.tools[self.prefix + name]
        call = ToolCall(tool=self.prefix + name, action_id="g1", args=args, stop=self.stop)
        before = json.loads(json.dumps(dict(asyncio.run(tool.look(call)))))
        return Called(tool, call, before, {}, "", None)

    def do(self, name: str, **args: Any) -> Called:
        begun = self.look(name, **args)
        output = begun.again()
        assert json.loads(json.dumps(dict(output))) is not None
        assert "\n" not in output["text"]
        inverse = asyncio.run(begun.tool.inverse(begun.call, begun.before))
        kept = None if inverse is None else json.loads(json.dumps(dict(inverse)))
        return begun._replace(output=output, verdict=begun.verify(), inverse=kept)
