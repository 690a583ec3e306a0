"""Plans are as short as those of pyperplan's optimal search, and exist exactly where it finds one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from goalwright.contracts import Fact, MetaGoal, PlanResult, ToolCapability, WorldState
from goalwright.plan.planner import GoalPlanner
from plan_oracles.meanings import meaning_of
from plan_oracles.pddl import fewest_actions
from plan_oracles.problems import seeded_problem
from plan_oracles.simulator import Problem, goals_of
from plan_oracles.trouble import TROUBLE

pytestmark = pytest.mark.slow
PLANNER = GoalPlanner()
PROBLEMS = 2000


@dataclass(frozen=True)
class Compared:
    """A problem, the planner's answer, and the least number of actions by the other planner."""

    seed: int
    problem: Problem
    result: PlanResult
    fewest: int | None


@pytest.fixture(scope="module")
def compared() -> list[Compared]:
    found = []
    for seed in range(PROBLEMS):
        problem = seeded_problem(f"minimality {seed}", 8, with_hopeless=False)
        result = PLANNER.plan(problem.meta, problem.world, problem.capabilities)
        found.append(Compared(seed, problem, result, fewest_actions(problem, result)))
    return found


@pytest.mark.thorough
def test_the_problems_are_varied(compared: list[Compared]) -> None:
    shapes = [each.problem.meta for each in compared]
    assert sum(not meta.dependencies and len(meta.goals) > 1 for meta in shapes) > 100
    assert sum(len(meta.dependencies) == len(meta.goals) - 1 > 2 for meta in shapes) > 100
    assert sum(0 < len(meta.dependencies) < len(meta.goals) - 1 for meta in shapes) > 100
    assert sum(each.result.plan is not None and each.result.plan.total_actions > 4 for each in compared) > 100
    events = [[meaning_of(goal).is_event for goal in meta.goals] for meta in shapes]
    assert sum(any(kinds) and not all(kinds) for kinds in events) > 200
    needy = [tool for each in compared for tool in each.problem.capabilities or () if tool.requires]
    assert len(needy) > 500
    assert sum(each.fewest is None for each in compared) > 100


def test_a_plan_exists_exactly_where_the_other_planner_finds_one(compared: list[Compared]) -> None:
    wrong = [
        (each.seed, each.result.status, each.fewest)
        for each in compared
        if (each.result.status == "success") != (each.fewest is not None) and not _cannot_be_done_again(each)
    ]
    assert wrong == []


def test_certified_plans_are_as_short_as_can_be(compared: list[Compared]) -> None:
    wrong = []
    for each in compared:
        plan = each.result.plan
        if each.result.status != "success" or plan is None or not plan.minimal_certified:
            continue
        expected = 0 if plan.reasserted else plan.total_actions
        if expected != each.fewest:
            wrong.append((each.seed, expected, each.fewest))
    assert wrong == []


@pytest.mark.parametrize("name", TROUBLE)
def test_known_trouble_is_planned_as_the_other_planner_does(name: str) -> None:
    problem = TROUBLE[name]
    result = PLANNER.plan(problem.meta, problem.world, problem.capabilities)
    fewest = fewest_actions(problem, result)
    assert (result.status == "success") == (fewest is not None)
    if fewest is not None:
        assert result.plan is not None
        assert result.plan.total_actions == fewest


def test_nearly_all_plans_are_certified(compared: list[Compared]) -> None:
    plans = [each.result.plan for each in compared if each.result.plan is not None]
    assert len(plans) >= 240
    assert sum(plan.minimal_certified for plan in plans) >= 0.95 * len(plans)


def test_partial_plans_are_short_and_leave_out_only_what_cannot_be_done(compared: list[Compared]) -> None:
    wrong: list[tuple[int, object, object]] = []
    for each in compared:
        if each.result.status != "partial" or each.result.plan is None:
            continue
        reasons = {unmet.goal_id: unmet.reason for unmet in each.result.unmet}
        ids = [each.problem.goal_id(index) for index in range(len(each.problem.meta.goals))]
        met = [index for index, goal_id in enumerate(ids) if goal_id not in reasons]
        fewest = fewest_actions(each.problem, each.result, met)
        if each.result.plan.minimal_certified and each.result.plan.total_actions != fewest:
            wrong.append((each.seed, each.result.plan.total_actions, fewest))
        for index, goal_id in enumerate(ids):
            if reasons.get(goal_id, "dependency_unmet") != "dependency_unmet":
                with_it = fewest_actions(each.problem, each.result, [*met, index])
                if with_it is not None:
                    wrong.append((each.seed, f"{goal_id} is {reasons[goal_id]}", with_it))
    assert wrong == []


def _cannot_be_done_again(each: Compared) -> bool:
    """Everything is true already, and no tool could do the last goal again so that the plan is not empty."""
    return each.fewest == 0 and each.result.status == "no_capability"


class TestTheEncodingItself:
    """Known lengths, so that an encoding that allows too much or too little shows."""

    @pytest.mark.parametrize(
        ("said", "dependencies", "world", "fewest"),
        [
            (
                [("browser.navigate", {"url": "youtube"}), ("browser.search", {"query": "x", "platform": "youtube"})],
                {1: (0,)},
                WorldState(),
                1,
            ),
            (
                [
                    ("browser.navigate", {"url": "youtube"}),
                    ("browser.screenshot", {}),
                    ("browser.search", {"query": "x", "platform": "youtube"}),
                ],
                {1: (0,), 2: (1,)},
                WorldState(),
                3,
            ),
            ([("browser.screenshot", {})], {}, WorldState(), None),
            ([("file.create", {"path": "a/b/c.txt", "object_type": "file"})], {}, WorldState(), 2),
            (
                [
                    ("file.create", {"path": "a", "object_type": "folder"}),
                    ("file.create", {"path": "a/b.txt", "object_type": "file"}),
                    ("file.delete", {"path": "a", "object_type": "folder"}),
                ],
                {1: (0,), 2: (1,)},
                WorldState(),
                3,
            ),
            (
                [
                    ("file.move", {"path": "a.txt", "to": "b.txt"}),
                    ("file.delete", {"path": "a.txt", "object_type": "file"}),
                ],
                {1: (0,)},
                WorldState(),
                None,
            ),
            (
                [("file.delete", {"path": "x.txt", "object_type": "file"})],
                {},
                WorldState(recent_facts=(Fact(key="file:x.txt", value="absent"),)),
                None,
            ),
            ([("audio.set_volume", {"level": 3})], {}, WorldState(recent_facts=(Fact(key="volume", value=3),)), 0),
        ],
    )
    def test_counts_actions(
        self,
        said: list[tuple[str, dict[str, Any]]],
        dependencies: dict[int, tuple[int, ...]],
        world: WorldState,
        fewest: int | None,
    ) -> None:
        problem = Problem(MetaGoal(goals=goals_of(*said), dependencies=dependencies), world)
        result = PLANNER.plan(problem.meta, problem.world, problem.capabilities)
        assert fewest_actions(problem, result) == fewest

    def test_chains_tools_by_what_they_require(self) -> None:
        goals = goals_of(("browser.navigate", {"url": "youtube"}))
        tools = (
            ToolCapability(name="nav", can_achieve=frozenset({"browser_navigate"}), requires=frozenset({"logged_in"})),
            ToolCapability(name="login", effects=frozenset({"logged_in"}), requires=frozenset({"vpn"})),
            ToolCapability(name="dial", effects=frozenset({"vpn"})),
        )
        problem = Problem(MetaGoal(goals=tuple(goals)), WorldState(), tools)
        result = PLANNER.plan(problem.meta, problem.world, problem.capabilities)
        assert fewest_actions(problem, result) == 3
        assert fewest_actions(Problem(problem.meta, problem.world, tools[:2]), result) is None
