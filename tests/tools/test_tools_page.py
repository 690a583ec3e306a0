"""docs/tools.md: what can be asked leads to the tools it names, and no field of a tool is left out."""

from __future__ import annotations

import re
from dataclasses import fields
from fnmatch import fnmatch
from pathlib import Path

import pytest

from goalwright import GoalInterpreter, GoalPlanner, ToolRegistry, WorldState
from goalwright.contracts import ToolEntry
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.plugins import GROUP
from goalwright.tools.probing import FAMILIES

PAGE = (Path(__file__).parents[2] / "docs" / "tools.md").read_text(encoding="utf-8")
ASKED = re.findall(r"^\| (`.*`) \| (`.*`) \|$", PAGE.partition("| Say | Tool |")[2].partition("\n\n")[0], re.MULTILINE)
PAIRS = [
    pair
    for said, tools in ASKED
    for pair in zip(re.findall("`(.+?)`", said), re.findall("`(.+?)`", tools), strict=False)
]


def rows(head: str) -> str:
    """The first column of the table with this head."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    return "\n".join(re.findall(r"^\| (`.*?) \|", table, re.MULTILINE))


def test_the_table_is_found() -> None:
    assert len(PAIRS) > 6


@pytest.mark.parametrize(("said", "tool"), PAIRS)
def test_what_can_be_asked_leads_to_the_tool(said: str, tool: str) -> None:
    goals = GoalInterpreter().interpret(said)
    plan = GoalPlanner().plan(goals, WorldState(), ToolRegistry.default().capabilities()).plan
    assert plan is not None
    assert [action.tool for action in plan.actions] == [tool]


def test_every_field_of_a_tool_is_explained() -> None:
    listed = rows("Field of `ToolEntry` | Meaning")
    assert [field.name for field in fields(ToolEntry) if f"`{field.name}`" not in listed] == []


def test_every_part_of_a_tool_made_of_functions_is_explained() -> None:
    listed = rows("Part | Called | Gives")
    parts = [field.name for field in fields(FunctionTool) if field.name not in ("blocking", "prints_apart")]
    assert [part for part in parts if f"`{part}(" not in listed] == []


def test_the_families_that_are_connected_are_named() -> None:
    listed = re.findall("`(.+?)`", rows("Tools | For"))
    assert len(listed) > 9
    names = {
        family: any(fnmatch(name, row) for row in listed for name in (family, f"{family}.")) for family in FAMILIES
    }
    assert [family for family, is_named in names.items() if not is_named] == []


def test_the_entry_point_group_is_the_real_one() -> None:
    assert f'[project.entry-points."{GROUP}"]' in PAGE
