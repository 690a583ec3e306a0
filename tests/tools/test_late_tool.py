"""Late tools: nothing is loaded until one is used."""

from __future__ import annotations

import asyncio
from typing import Any

from goalwright.contracts import Fact, Tool, ToolCall
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.late_tool import LateTool

CALL = ToolCall(tool="bell", action_id="g0")


def test_a_tool_is_made_once_and_when_it_is_first_used() -> None:
    made: list[str] = []

    def make() -> Tool:
        made.append("made")
        return FunctionTool(act=lambda _call, _before: {"rings": 1})

    tool = LateTool(make)
    assert made == []
    for _ in range(2):
        assert asyncio.run(tool.run(CALL, {})).output == {"rings": 1}
    assert made == ["made"]


def test_a_late_tool_answers_as_the_tool_itself_does() -> None:
    undone: list[str] = []
    fact = Fact(key="bell", value="rung")
    tool = FunctionTool(
        act=lambda _, __: {},
        look_first=lambda _: {"was": 1},
        check=lambda _, __: "yes",
        invert=lambda _, __: {"back": 1},
        take_back=lambda *_: undone.append("undone"),
        known=lambda _: (fact,),
        relies_on=lambda _: ("bell:1",),
        print_of=lambda resource: f"print of {resource}",
    )
    late = LateTool(lambda: tool)
    assert late.made is tool

    async def asked() -> list[Any]:
        await late.undo(CALL, {}, {})
        looked = await late.look(CALL)
        return [await late.fingerprint("x"), looked, await late.verify(CALL, {}), await late.inverse(CALL, {})]

    assert (late.resources(CALL), late.facts(CALL)) == (("bell:1",), (fact,))
    assert asyncio.run(asked()) == ["print of x", {"was": 1}, "yes", {"back": 1}]
    assert undone == ["undone"]
