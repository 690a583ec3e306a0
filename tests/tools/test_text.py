"""The two tools that are there everywhere."""

from __future__ import annotations

import asyncio
from datetime import datetime
from pathlib import Path

from goalwright.contracts import ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools import Services
from goalwright.tools.text_tools import make_tools


def test_a_text_is_said_back_as_it_is(tmp_path: Path) -> None:
    tools = make_tools(Services(roots=AllowedRoots([tmp_path])))
    call = ToolCall(tool="echo_tool", action_id="a1", args={"text": " Hällo\n"})
    assert asyncio.run(tools["echo_tool"].run(call, {})).output == {"text": " Hällo\n"}


def test_the_time_is_that_of_the_clock(tmp_path: Path) -> None:
    moment = datetime(2026, 5, 22, 9, 5).astimezone()
    tools = make_tools(Services(roots=AllowedRoots([tmp_path]), clock=moment.timestamp))
    output = asyncio.run(tools["get_time"].run(ToolCall(tool="get_time", action_id="a1"), {})).output
    assert output == {"text": "It is 09:05.", "time": moment.isoformat()}
