"""What is at stake in an action follows from what is known when its turn comes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given, settings

from campaigns import rounds
from goalwright import Fact, Goal, GoalPlanner, MetaGoal, WorldState
from goalwright.contracts import PlannedAction
from plan_oracles.meanings import ABSENT, EXISTS, State, apply, meaning, start, verb_of
from plan_oracles.problems import problems
from plan_oracles.simulator import Problem, goal_tabs, orders, problem_paths

PLANNER = GoalPlanner()
HERE = {"a.txt": "exists", "new.txt": "absent"}

Said = tuple[str, dict[str, Any]]


def write(path: str, content: str = "x") -> Said:
    return "write", {"path": path, "content": content}


def carry(verb: str, path: str, to: str) -> Said:
    return verb, {"path": path, "to": to}


def folder(verb: str, path: str) -> Said:
    return verb, {"path": path, "object_type": "folder"}


def delete(path: str) -> Said:
    return "delete", {"path": path, "object_type": "file"}


def risks(said: list[Said], facts: Mapping[str, str]) -> list[str]:
    """The risks of a chain of file goals, action by action."""
    goals = [Goal(domain="file", verb=verb, params=params) for verb, params in said]
    meta = MetaGoal(goals=tuple(goals), dependencies={index: (index - 1,) for index in range(1, len(goals))})
    world = WorldState(recent_facts=tuple(Fact(key=key, value=value) for key, value in facts.items()))
    plan = PLANNER.plan(meta, world).plan
    assert plan is not None
    return [action.risk for action in plan.actions]


@pytest.mark.parametrize(
    ("said", "facts", "expected"),
    [
        ([write("n.txt")], {}, ["high"]),
        ([write("n.txt")], {"file:n.txt": "exists"}, ["high"]),
        ([write("n.txt")], {"file:n.txt": "absent"}, ["low"]),
        ([write("d/n.txt")], {"dir:d": "absent"}, ["low", "low"]),
        ([write("d/e/n.txt")], {"dir:d": "absent"}, ["low", "low"]),
        ([write("d/n.txt")], {"dir:d": "exists"}, ["high"]),
        ([folder("create", "d"), write("d/n.txt")], {"dir:d": "absent"}, ["low", "low"]),
        ([folder("create", "d"), write("d/n.txt")], {}, ["low", "high"]),
        ([("create", {"path": "n.txt", "object_type": "file"})], {}, ["low"]),
        ([("append", {"path": "n.txt", "content": "x"})], {"file:n.txt": "absent"}, ["medium"]),
        ([delete("n.txt")], {"file:n.txt": "exists"}, ["high"]),
        ([carry("copy", "a.txt", "b.txt")], {}, ["medium"]),
        ([carry("copy", "a.txt", "b.txt")], {"file:b.txt": "absent"}, ["medium"]),
        ([carry("copy", "a.txt", "b.txt")], {"file:b.txt": "exists"}, ["high"]),
        ([carry("move", "a.txt", "b.txt")], {"file:b.txt": "exists"}, ["high"]),
        ([carry("rename", "a.txt", "b.txt")], {"file:b.txt": "exists"}, ["high"]),
        ([carry("move", "a.txt", "d")], {"dir:d": "exists", "file:d/a.txt": "exists"}, ["high"]),
        ([carry("move", "a.txt", "d")], {"dir:d": "exists", "file:d/a.txt": "absent"}, ["medium"]),
        ([("compress", {"path": "docs"})], {"file:docs.zip": "absent"}, ["low"]),
        ([("compress", {"path": "docs"})], {"file:docs.zip": "exists"}, ["high"]),
        ([("extract", {"path": "docs.zip"})], {"dir:docs": "exists"}, ["medium"]),
    ],
)
def test_what_is_known_at_the_start_decides(said: list[Said], facts: dict[str, str], expected: list[str]) -> None:
    assert risks(said, facts) == expected


@pytest.mark.parametrize(
    ("said", "facts", "expected"),
    [
        ([write("n.txt"), ("read", {"path": "n.txt"}), write("n.txt", "y")], "absent", ["low", "none", "high"]),
        ([delete("n.txt"), write("n.txt")], "exists", ["high", "low"]),
        ([write("n.txt"), carry("copy", "m.txt", "n.txt")], "absent", ["low", "high"]),
        ([carry("move", "n.txt", "o.txt"), carry("copy", "m.txt", "n.txt")], "exists", ["medium", "medium"]),
        ([carry("copy", "m.txt", "n.txt"), write("n.txt")], "absent", ["medium", "high"]),
        ([("append", {"path": "n.txt", "content": "x"}), write("n.txt")], "absent", ["medium", "high"]),
    ],
)
def test_what_the_plan_did_before_counts_too(said: list[Said], facts: str, expected: list[str]) -> None:
    assert risks(said, {"file:n.txt": facts}) == expected


def test_a_deleted_folder_leaves_nothing_to_replace() -> None:
    facts = {"dir:d": "exists", "file:d/n.txt": "exists"}
    assert risks([folder("delete", "d"), write("d/n.txt")], facts) == ["high", "low", "low"]


def test_a_folder_that_was_brought_may_hold_the_file() -> None:
    facts = {"dir:old": "exists", "dir:new": "absent", "file:new/n.txt": "absent"}
    assert risks([carry("copy", "old", "new"), write("new/n.txt")], facts) == ["medium", "high"]
    facts = {"file:new.zip": "exists", "dir:new": "absent"}
    assert risks([("extract", {"path": "new.zip"}), write("new/n.txt")], facts) == ["medium", "high"]


@pytest.mark.parametrize(("known", "risk"), [({}, "low"), ({"file:p.png": "exists"}, "high")])
@pytest.mark.parametrize("domain", ["browser", "system"])
def test_a_picture_that_replaces_a_file_needs_approval(domain: str, known: dict[str, str], risk: str) -> None:
    world = WorldState(
        browser_running=True, recent_facts=tuple(Fact(key=key, value=value) for key, value in known.items())
    )
    plan = PLANNER.plan(Goal(domain=domain, verb="screenshot", params={"path": "p.png"}), world).plan
    assert plan is not None
    assert plan.actions[-1].risk == risk


def target(action: PlannedAction) -> str | None:
    """The path that an action would replace if something were there."""
    return {
        "file.write": action.args.get("path"),
        "file.copy": action.args.get("to"),
        "file.move": action.args.get("to"),
    }.get(action.rule)


def replaces(state: State, path: str) -> bool:
    return state.get(f"file:{path}", ABSENT) != ABSENT or state.get(f"dir:{path}") == EXISTS


@pytest.mark.slow
@settings(max_examples=rounds(100, 300), derandomize=True, deadline=None)
@given(problems(8, with_hopeless=False))
def test_no_order_of_any_plan_replaces_something_known_at_less_than_high_risk(problem: Problem) -> None:
    result = PLANNER.plan(problem.meta, problem.world, problem.capabilities)
    if result.plan is None:
        return
    tabs = goal_tabs(problem, result)
    acts = {
        action.action_id: meaning(verb_of(action.rule, action.args), dict(action.args), tabs.get(0, 0))
        for action in result.plan.actions
        if action.rule
    }
    paths = problem_paths(list(acts.values()), problem.world)
    for order in orders(result.plan.actions):
        state = start(problem.world, paths)
        for action in order:
            path = target(action)
            if path is not None and replaces(state, path):
                assert action.risk == "high"
            if action.rule == "file.write" and state.get(f"file:{path}") is None:
                assert action.risk == "high"
            if action.action_id in acts:
                apply(state, acts[action.action_id].act.changes, paths)
