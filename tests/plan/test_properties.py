"""Whatever is asked, in whatever world, with whatever tools: what the planner answers is right (G1 to G6)."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import replace
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from campaigns import rounds
from goalwright.contracts import Goal, MetaGoal, PlannedAction, PlanResult, ToolCapability, WorldState
from goalwright.plan.planner import GoalPlanner
from plan_oracles.problems import problems, seeded_problem
from plan_oracles.simulator import Problem, goals_of, judge
from plan_oracles.trouble import TROUBLE

PLANNER = GoalPlanner()
COMMON: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


def plan(problem: Problem) -> PlanResult:
    return PLANNER.plan(problem.meta, problem.world, problem.capabilities)


@pytest.mark.slow
@settings(max_examples=rounds(200, 700), derandomize=True, **COMMON)
@given(problems(8))
def test_an_independent_simulator_finds_nothing_wrong(problem: Problem) -> None:
    assert judge(problem, plan(problem)) == []


@pytest.mark.slow
@settings(max_examples=rounds(25, 60), derandomize=True, **COMMON)
@given(problems(30))
def test_an_independent_simulator_finds_nothing_wrong_with_long_commands(problem: Problem) -> None:
    assert judge(problem, plan(problem)) == []


@pytest.mark.parametrize("name", TROUBLE)
def test_known_trouble_is_planned_rightly(name: str) -> None:
    problem = TROUBLE[name]
    assert judge(problem, plan(problem)) == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [3, 5, 8, 30])
def test_seeded_problems_of_every_size_are_planned_rightly(size: int) -> None:
    wrong = {}
    for seed in range(rounds(300, 1500) if size < 30 else rounds(60, 300)):
        problem = seeded_problem(f"size {size}, {seed}", size)
        objections = judge(problem, plan(problem))
        if objections:
            wrong[seed] = objections
    assert wrong == {}


@pytest.mark.slow
@settings(max_examples=rounds(70, 200), derandomize=True, **COMMON)
@given(problems(8))
def test_inputs_are_unchanged_and_answers_the_same_again(problem: Problem) -> None:
    asked = (problem.meta, problem.world, problem.capabilities)
    before, shown, hashed = deepcopy(asked), repr(asked), hash(asked)
    first = plan(problem)
    assert (problem.meta, problem.world, problem.capabilities) == before
    assert repr((problem.meta, problem.world, problem.capabilities)) == shown
    assert hash((problem.meta, problem.world, problem.capabilities)) == hashed
    assert repr(plan(problem)) == repr(first)
    assert repr(GoalPlanner().plan(*before)) == repr(first)


@pytest.mark.slow
@settings(max_examples=rounds(70, 200), derandomize=True, **COMMON)
@given(problems(1))
def test_a_single_goal_is_planned_or_refused_as_its_words_deserve(problem: Problem) -> None:
    result = plan(problem)
    assert result.status != "partial"
    assert PLANNER.plan(problem.meta.goals[0], problem.world, problem.capabilities) == result
    if problem.hopeless:
        assert result.status == problem.hopeless[0]
        assert result.plan is None
        assert result.reason
    else:
        assert result.status in ("success", "blocked", "no_capability")


@pytest.mark.slow
@settings(max_examples=100, derandomize=True, **COMMON)
@given(problems(8))
def test_no_tools_means_no_plan(problem: Problem) -> None:
    result = PLANNER.plan(problem.meta, problem.world, ())
    assert result.plan is None
    assert result.status in ("no_capability", "blocked", "rule_not_found", "validation_failed")


@settings(max_examples=100, derandomize=True, **COMMON)
@given(
    query=st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20),
    platform=st.sampled_from(["youtube", "github", "google", "wikipedia"]),
)
def test_opening_a_site_and_searching_there_is_one_action(query: str, platform: str) -> None:
    goals = goals_of(
        ("browser.navigate", {"url": platform}), ("browser.search", {"query": query, "platform": platform})
    )
    result = PLANNER.plan(MetaGoal(goals=tuple(goals), dependencies={1: (0,)}), WorldState(), None)
    assert result.plan is not None
    assert result.plan.total_actions == 1
    assert result.plan.actions[0].args["url"].endswith(quote(query, safe=""))


def test_the_litmus_of_the_typed_contract() -> None:
    goal = Goal.typed(goal_type="browser_search", platform="youtube", query="nvidia")
    shell = ToolCapability(name="system.apps.launch.shell", can_achieve=frozenset({"browser_open", "browser_search"}))
    result = PLANNER.plan(goal, WorldState(browser_running=False), [shell])
    assert result.status == "success"
    assert result.plan is not None
    assert result.plan.total_actions == 1
    assert result.plan.goal_achieved_by == "a1"
    (action,) = result.plan.actions
    assert action.action_id == "a1"
    assert action.tool == "system.apps.launch.shell"
    assert action.args == {"app_name": "chrome", "url": "https://youtube.com/results?search_query=nvidia"}
    assert action.expected_effect == "youtube_search_visible"
    assert action.depends_on == ()


class TestTheSimulatorItself:
    """A judge that never objects proves nothing: spoilt plans must be refused."""

    BARRIER = Problem(
        MetaGoal(
            goals=goals_of(
                ("browser.navigate", {"url": "youtube"}),
                ("browser.screenshot", {}),
                ("browser.search", {"query": "x", "platform": "youtube"}),
            ),
            dependencies={1: (0,), 2: (1,)},
        ),
        WorldState(),
    )

    def spoilt(self, **fields: Any) -> list[str]:
        result = plan(self.BARRIER)
        assert judge(self.BARRIER, result) == []
        assert result.plan is not None
        return judge(self.BARRIER, replace(result, plan=replace(result.plan, **fields)))

    def actions(self) -> list[PlannedAction]:
        result = plan(self.BARRIER)
        assert result.plan is not None
        return list(result.plan.actions)

    @pytest.mark.parametrize("dropped", [0, 1, 2])
    def test_objects_to_a_missing_action(self, dropped: int) -> None:
        actions = self.actions()
        gone = actions.pop(dropped)
        actions = [
            replace(each, depends_on=tuple(one for one in each.depends_on if one != gone.action_id)) for each in actions
        ]
        assert self.spoilt(actions=actions, total_actions=2, goal_achieved_by=actions[-1].action_id)

    def test_objects_to_a_missing_dependency(self) -> None:
        actions = self.actions()
        for index in (1, 2):
            spoilt = list(actions)
            spoilt[index] = replace(spoilt[index], depends_on=())
            assert self.spoilt(actions=spoilt)

    def test_objects_to_a_wrong_order(self) -> None:
        first, second, third = self.actions()
        swapped = [
            replace(first, depends_on=(second.action_id,)),
            replace(second, depends_on=()),
            replace(third, depends_on=(first.action_id,)),
        ]
        assert self.spoilt(actions=[swapped[1], swapped[0], swapped[2]], goal_achieved_by=third.action_id)

    def test_objects_to_a_merge_across_a_barrier(self) -> None:
        _, second, third = self.actions()
        third = replace(third, depends_on=(), goals=("g0", "g2"))
        second = replace(second, depends_on=(third.action_id,))
        assert self.spoilt(actions=[third, second], total_actions=2, goal_achieved_by=second.action_id)

    def test_objects_to_the_wrong_tab(self) -> None:
        first, second, third = self.actions()
        assert self.spoilt(actions=[first, replace(second, touches=("page:1",)), third])

    def test_objects_to_wrong_arguments(self) -> None:
        first, second, third = self.actions()
        assert self.spoilt(actions=[replace(first, args={"url": "https://github.com"}), second, third])

    def test_objects_to_an_action_too_many(self) -> None:
        first, second, third = self.actions()
        again = replace(first, action_id="g0_navigate_2", depends_on=(first.action_id,))
        second = replace(second, depends_on=(again.action_id,))
        assert self.spoilt(actions=[first, again, second, third], total_actions=4)

    def test_objects_to_a_tool_nobody_gave(self) -> None:
        problem = replace(self.BARRIER, capabilities=(ToolCapability(name="nothing"),))
        assert judge(problem, plan(self.BARRIER))

    def test_objects_to_a_goal_that_is_called_satisfied(self) -> None:
        actions = self.actions()
        actions[2] = replace(actions[2], goals=("g1",))
        assert self.spoilt(actions=actions, satisfied=("g2",))

    @pytest.mark.slow
    def test_objects_whenever_any_action_of_any_plan_is_dropped(self) -> None:
        dropped = 0
        for seed in range(150):
            problem = seeded_problem(f"drop {seed}", 6)
            result = plan(problem)
            if result.plan is None or result.plan.total_actions < 2 or judge(problem, result):
                continue
            for gone in result.plan.actions:
                rest = [
                    replace(each, depends_on=tuple(one for one in each.depends_on if one != gone.action_id))
                    for each in result.plan.actions
                    if each is not gone
                ]
                shorter = replace(
                    result.plan, actions=tuple(rest), total_actions=len(rest), goal_achieved_by=rest[-1].action_id
                )
                assert judge(problem, replace(result, plan=shorter)), (seed, gone.action_id)
                dropped += 1
        assert dropped > 200
