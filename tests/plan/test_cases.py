"""The planner's case table: goals, world and tools in; the exact plan out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from goalwright import Fact, Goal, GoalPlanner, MetaGoal, PlanResult, ToolCapability, ToolRegistry, WorldState
from rows import require_all

FOLDER = Path(__file__).parent / "cases"
TABLES = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(FOLDER.glob("*.json"))}
CASES = {case["id"]: case for table in TABLES.values() for case in table}
DEFAULT = ToolRegistry.default(probe=False).capabilities()


def _goal(form: dict[str, Any]) -> Goal:
    if "typed" in form:
        return Goal.typed(**form["typed"])
    domain, verb = form["do"].split(".")
    return Goal(domain=domain, verb=verb, params=form["with"], object=form.get("object"))


def plan_case(case: dict[str, Any]) -> PlanResult:
    goals = [_goal(form) for form in case["goals"]]
    dependencies = {index: form["after"] for index, form in enumerate(case["goals"]) if "after" in form}
    world = dict(case.get("world", {}))
    world["recent_facts"] = [Fact(key=key, value=value) for key, value in world.get("recent_facts", [])]
    tools = case.get("capabilities", "default")
    if isinstance(tools, list):
        tools = [ToolCapability(**form) for form in tools]
    goal = goals[0] if len(goals) == 1 else MetaGoal(goals=tuple(goals), dependencies=dependencies)
    return GoalPlanner().plan(goal, WorldState(**world), DEFAULT if tools == "default" else tools)


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 80


@pytest.mark.parametrize("table", TABLES)
def test_goals_of_a_table_give_these_plans(table: str) -> None:
    require_all((case["id"] for case in TABLES[table]), require_plan)


def require_plan(name: str) -> None:
    case, expect = CASES[name], CASES[name]["expect"]
    result = plan_case(case)
    actions = result.plan.actions if result.plan else ()
    assert result.status == expect["status"], result.reason
    assert [action.tool for action in actions] == [wanted["tool"] for wanted in expect["actions"]]
    for action, wanted in zip(actions, expect["actions"], strict=True):
        assert wanted["args"].items() <= action.args.items()
        assert list(action.depends_on) == wanted.get("after", list(action.depends_on))
        assert action.action_id == wanted.get("id", action.action_id)
    if "unmet" in expect:
        ids = [goal.get("typed", {}).get("goal_id") or f"g{index}" for index, goal in enumerate(case["goals"])]
        assert {unmet.goal_id: unmet.reason for unmet in result.unmet} == {
            ids[int(index)]: reason for index, reason in expect["unmet"].items()
        }
    if result.status == "success":
        assert not result.unmet
    for field in ("satisfied", "reasserted"):
        if field in expect:
            assert list(getattr(result.plan, field)) == expect[field]
    if "tabs" in expect:
        assert [next(t for t in action.touches if t.startswith("page:")) for action in actions] == expect["tabs"]
    if "effects" in expect:
        assert [action.expected_effect for action in actions] == expect["effects"]
    if "detail" in expect:
        assert result.unmet[0].detail == expect["detail"]


@pytest.mark.parametrize("name", CASES)
def test_case_is_proven_minimal(name: str) -> None:
    result = plan_case(CASES[name])
    assert result.plan is None or result.plan.minimal_certified


@pytest.mark.parametrize("name", [name for name, case in CASES.items() if case["expect"]["status"] != "success"])
def test_refusal_is_a_sentence(name: str) -> None:
    result = plan_case(CASES[name])
    assert result.reason
    assert "\n" not in result.reason
    assert len(result.reason) < 400
