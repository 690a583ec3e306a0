"""Useful tools: leaving the others out changes no plan, and no reason why there is none."""

from __future__ import annotations

from itertools import pairwise

import pytest

from goalwright.contracts import Goal, MetaGoal, ToolCapability, WorldState
from goalwright.plan.planner import GoalPlanner
from goalwright.plan.useful_tools import useful_tools
from goalwright.rules import builtin_rules
from goalwright.tools import ToolRegistry

RULES = builtin_rules()
TOOLS = {capability.name: capability for capability in ToolRegistry.default().capabilities()}
EXAMPLES = [
    Goal(domain=rule.domain, verb=rule.verb, params=example["params"])
    for rule in RULES.values()
    for example in rule.examples
]
WORLDS = (WorldState(), WorldState(browser_running=True))


def planned(goals: tuple[Goal, ...], world: WorldState, tools: dict[str, ToolCapability]) -> object:
    return GoalPlanner(RULES).plan(MetaGoal(goals=goals), world, list(tools.values()))


def require_the_same(goals: tuple[Goal, ...], tools: dict[str, ToolCapability]) -> None:
    names = useful_tools(goals, RULES, tools)
    few = {name: tool for name, tool in tools.items() if name in names}
    for world in WORLDS:
        assert planned(goals, world, few) == planned(goals, world, tools)


@pytest.mark.parametrize("goal", EXAMPLES, ids=lambda goal: f"{goal.domain}.{goal.verb}")
def test_the_plan_of_a_goal_is_the_same(goal: Goal) -> None:
    require_the_same((goal,), TOOLS)


@pytest.mark.parametrize("lost", ["browsers.", "files.", "system.", "browsers.launch", "files.create_folder"])
def test_so_are_plans_and_reasons_where_tools_are_missing(lost: str) -> None:
    left = {name: tool for name, tool in TOOLS.items() if not name.startswith(lost)}
    for goals in pairwise(EXAMPLES):
        require_the_same(goals, left)


def test_a_tool_that_gives_what_another_requires_is_useful() -> None:
    needy = ToolCapability(name="lamp.on", can_achieve=frozenset({"audio_mute"}), requires=frozenset({"power"}))
    giver = ToolCapability(name="plug.in", effects=frozenset({"power"}), requires=frozenset({"plug"}))
    first = ToolCapability(name="plug.find", effects=frozenset({"plug"}))
    other = ToolCapability(name="kettle.boil", can_achieve=frozenset({"tea"}), effects=frozenset({"steam"}))
    tools = {tool.name: tool for tool in (needy, giver, first, other)}
    goals = (Goal(domain="audio", verb="mute"),)
    assert useful_tools(goals, RULES, tools) == {"lamp.on", "plug.in", "plug.find"}
    require_the_same(goals, tools)


def test_files_lead_to_no_other_family() -> None:
    goals = (Goal(domain="file", verb="create", params={"path": "/a/b", "object_type": "folder"}),)
    assert {name.partition(".")[0] for name in useful_tools(goals, RULES, TOOLS)} == {"files"}
