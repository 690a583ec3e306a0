"""The tools that work everywhere: saying a text back, answering, and telling the time."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from goalwright.contracts import Tool, ToolCall
from goalwright.contracts.tool import Before
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services


def make_tools(services: Services) -> Mapping[str, Tool]:
    def tell_time(_call: ToolCall, _before: Before) -> Mapping[str, Any]:
        now = datetime.fromtimestamp(services.clock()).astimezone()
        return {"text": f"It is {now:%H:%M}.", "time": now.isoformat(timespec="seconds")}

    def answer(call: ToolCall, _before: Before) -> Mapping[str, Any]:
        return {"text": call.args.get("text", call.args["value"]), "value": call.args["value"]}

    return {
        "answer_tool": FunctionTool(act=answer, blocking=False),
        "echo_tool": FunctionTool(act=lambda call, _before: {"text": call.args["text"]}, blocking=False),
        "get_time": FunctionTool(act=tell_time, blocking=False),
    }
