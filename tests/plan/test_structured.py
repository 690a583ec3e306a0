"""plan_payload and StructuredPlanner: plans and goals as one valid, canonical JSON text."""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import (
    FrozenDict,
    Goal,
    MetaGoal,
    Plan,
    PlanGraph,
    PlannedAction,
    PlanResult,
    ToolCapability,
    UnmetGoal,
    WorldState,
)
from goalwright.errors import ContractViolation, NotPlannable, PlanPayloadError, StepCountError
from goalwright.plan.payload import MAX_STEPS, validate_plan_payload
from goalwright.plan.structured import StructuredPlanner, goal_text, plan_payload

PROJECT = Path(__file__).parents[2]
SOURCE = PROJECT / "src"
PAGE = PROJECT / "docs" / "architecture" / "planner-contract.md"
TOOLS = ("browsers.navigate", "files.create_folder", "echo_tool", "get_time")


def action(name: str, **changes: Any) -> PlannedAction:
    fields: dict[str, Any] = {
        "action_id": name,
        "intent": "browser_control",
        "description": f"Open {name}",
        "args": {"url": f"https://{name}.example"},
        "tool": "browsers.navigate",
        "expected_effect": f"{name}_visible",
        "rule": "browser.navigate",
    }
    return PlannedAction(**{**fields, **changes})


def plan(*actions: PlannedAction) -> Plan:
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def steps(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)["steps"]
    return found


@dataclass(frozen=True)
class Book:
    capabilities: tuple[ToolCapability, ...] = (ToolCapability(name="browsers.navigate"),)

    def named_capabilities(self) -> tuple[ToolCapability, ...]:
        return self.capabilities


@dataclass
class OnePlan:
    """A planner that knows one answer and remembers what it was asked."""

    result: PlanResult
    rules: Book = Book()
    asked: list[tuple[object, ...]] = field(default_factory=list)

    def plan(
        self, goal: Goal | MetaGoal, world_state: WorldState, capabilities: Sequence[ToolCapability] | None = None
    ) -> PlanResult:
        self.asked.append((goal, world_state, capabilities))
        return self.result


def planner_of(*actions: PlannedAction) -> OnePlan:
    return OnePlan(PlanResult(status="success", plan=plan(*actions)))


GOAL = Goal(domain="browser", verb="navigate", params={"url": "youtube"})


class TestCanonicalText:
    def test_one_action_gives_exactly_this_text(self) -> None:
        assert plan_payload(plan(action("a", description="Öffne a")), "Zeig mir ä", TOOLS) == (
            "{\n"
            '  "goal": "Zeig mir ä",\n'
            '  "steps": [\n'
            "    {\n"
            '      "step_id": "step_1",\n'
            '      "tool": "browsers.navigate",\n'
            '      "description": "Öffne a",\n'
            '      "args": {\n'
            '        "url": "https://a.example"\n'
            "      },\n"
            '      "depends_on": [],\n'
            '      "deliverable": "a_visible"\n'
            "    }\n"
            "  ]\n"
            "}"
        )

    def test_a_plan_and_its_graph_give_the_same_text(self) -> None:
        made = plan(action("a"), action("b", depends_on=("a",)), action("c"))
        assert plan_payload(PlanGraph.of(made), "x", TOOLS) == plan_payload(made, "x", TOOLS)

    def test_listing_order_is_kept_where_dependencies_allow(self) -> None:
        made = plan(action("c", depends_on=("b",)), action("a"), action("b"), action("d"))
        written = steps(plan_payload(made, "x", TOOLS))
        assert [one["description"] for one in written] == ["Open a", "Open b", "Open c", "Open d"]
        assert [one["depends_on"] for one in written] == [[], [], ["step_2"], []]

    def test_dependencies_ascend_by_number_and_appear_once(self) -> None:
        names = [f"n{number}" for number in range(12)]
        last = action("last", depends_on=(*reversed(names), "n3"))
        written = steps(plan_payload(plan(*map(action, names), last), "x", TOOLS))
        assert written[-1]["depends_on"] == [f"step_{number}" for number in range(1, 13)]

    def test_args_become_plain_json_in_a_fixed_order(self) -> None:
        args = {
            "z": (1, (2,)),
            "a": frozenset({"y", "x", 10, 9}),
            "m": FrozenDict({"b": None, "a": {("t", 1), ("s", 2)}}),
        }
        written = steps(plan_payload(plan(action("a", args=args)), "x", TOOLS))[0]["args"]
        assert written == {"a": [9, 10, "x", "y"], "m": {"a": [["s", 2], ["t", 1]], "b": None}, "z": [1, [2]]}
        assert list(written) == ["a", "m", "z"]
        assert list(written["m"]) == ["a", "b"]

    def test_an_action_without_expected_effect_delivers_its_description(self) -> None:
        assert (
            steps(plan_payload(plan(action("a", expected_effect=" ")), "x", TOOLS))[0]["deliverable"] == "Done: Open a"
        )

    def test_control_characters_and_stray_surrogates_are_written_out(self) -> None:
        hostile = "a\x1b[2J\r\x00\x9b\ud800b\tc\nd"
        made = plan(action("a", description=hostile, expected_effect=hostile, tool=f"t{hostile}"))
        payload = validate_plan_payload(plan_payload(made, hostile))
        shown = "a\\x1b[2J\\x0d\\x00\\x9b\\ud800b\tc\nd"
        assert payload.goal == shown
        assert payload.steps[0].description.startswith(shown)
        assert shown in payload.steps[0].deliverable
        assert "\x1b" not in payload.steps[0].args["text"]

    def test_args_that_json_cannot_hold_are_refused_at_their_place(self) -> None:
        broken = {"x": [10**5_000], "y": float("nan"), "z": "\ud800"}
        with pytest.raises(PlanPayloadError) as caught:
            plan_payload(plan(action("a"), action("b", args=broken)), "x")
        found = [place for place, _ in caught.value.violations]
        assert found == ["steps[1].args.x[0]", "steps[1].args.y", "steps[1].args.z"]

    def test_args_that_fit_an_action_but_are_too_deep_for_a_payload_are_refused(self) -> None:
        deep: Any = {}
        for _ in range(62):
            deep = {"a": deep}
        with pytest.raises(PlanPayloadError, match="nested deeper"):
            plan_payload(plan(action("a", args=deep)), "x", TOOLS)

    def test_a_blank_goal_is_refused(self) -> None:
        with pytest.raises(PlanPayloadError, match=r"^goal: is empty"):
            plan_payload(plan(action("a")), " ", TOOLS)

    def test_an_empty_graph_is_refused(self) -> None:
        with pytest.raises(PlanPayloadError, match=r"^steps: is empty"):
            plan_payload(PlanGraph(nodes={}, adjacency={}), "x")

    @pytest.mark.parametrize(("made", "goal"), [(None, "x"), ([action("a")], "x"), (plan(action("a")), None)])
    def test_other_types_are_the_callers_mistake(self, made: Any, goal: Any) -> None:
        with pytest.raises(ContractViolation):
            plan_payload(made, goal)


class TestUnavailableTool:
    def test_it_is_replaced_by_echo_and_both_texts_say_so(self) -> None:
        (written,) = steps(plan_payload(plan(action("a")), "x"))
        assert written["tool"] == "echo_tool"
        assert written["args"] == {
            "text": 'Not done: Open a (browsers.navigate with {"url": "https://a.example"})',
        }
        note = "downgraded to echo_tool: browsers.navigate is not among the allowed tools"
        assert written["description"].startswith(f"Open a ({note}")
        assert written["deliverable"] == f"A report in place of: a_visible ({note})"

    def test_dependencies_stay(self) -> None:
        written = steps(plan_payload(plan(action("a"), action("b", depends_on=("a",))), "x"))
        assert written[1]["depends_on"] == ["step_1"]

    def test_an_unbound_action_names_its_rule_and_has_no_args_to_show(self) -> None:
        (written,) = steps(plan_payload(plan(action("a", tool=None, args={})), "x", TOOLS))
        assert written["args"]["text"] == "Not done: Open a (a tool for browser.navigate with no args)"
        assert "a tool for browser.navigate is not among the allowed tools" in written["deliverable"]

    def test_huge_args_are_shown_in_part(self) -> None:
        (written,) = steps(plan_payload(plan(action("a", args={"content": "x" * 1_000_000})), "x"))
        assert len(written["args"]["text"]) < 3_000

    def test_huge_args_of_an_allowed_tool_are_kept_whole(self) -> None:
        (written,) = steps(plan_payload(plan(action("a", args={"content": "x" * 1_000_000})), "x", TOOLS))
        assert len(written["args"]["content"]) == 1_000_000

    def test_without_echo_it_is_refused_and_told_what_to_add(self) -> None:
        made = plan(action("a"), action("b", tool="get_time", args={}), action("c"))
        with pytest.raises(PlanPayloadError, match="add echo_tool") as caught:
            plan_payload(made, "x", ["get_time"])
        assert [place for place, _ in caught.value.violations] == ["steps[0].tool", "steps[2].tool"]

    def test_echo_is_not_needed_when_every_tool_is_allowed(self) -> None:
        assert steps(plan_payload(plan(action("a")), "x", ["browsers.navigate"]))[0]["tool"] == "browsers.navigate"


class TestStepCount:
    def test_missing_steps_report_and_say_so(self) -> None:
        text = plan_payload(plan(action("a"), action("b")), "x", TOOLS, step_count=4)
        written = steps(text)
        assert [one["step_id"] for one in written] == ["step_1", "step_2", "step_3", "step_4"]
        assert [one["tool"] for one in written[2:]] == ["echo_tool", "echo_tool"]
        assert [one["depends_on"] for one in written[2:]] == [["step_2"], ["step_3"]]
        for one in written[2:]:
            assert "report" in one["description"].lower()
            assert "report" in one["deliverable"].lower()
            assert "2 of the 4 steps asked for" in one["args"]["text"]

    def test_the_exact_number_changes_nothing(self) -> None:
        made = plan(action("a"), action("b"))
        assert plan_payload(made, "x", TOOLS, step_count=2) == plan_payload(made, "x", TOOLS)

    def test_too_few_steps_are_refused_with_both_numbers(self) -> None:
        with pytest.raises(StepCountError, match="needs 3 steps, but 2 were asked for"):
            plan_payload(plan(action("a"), action("b"), action("c")), "x", TOOLS, step_count=2)

    def test_filling_up_needs_echo(self) -> None:
        with pytest.raises(PlanPayloadError, match="add echo_tool"):
            plan_payload(plan(action("a")), "x", ["browsers.navigate"], step_count=2)

    @pytest.mark.parametrize("count", [0, -3, True, "2", 1.0, MAX_STEPS + 1])
    def test_a_number_that_is_no_number_of_steps_is_refused(self, count: Any) -> None:
        with pytest.raises(StepCountError):
            plan_payload(plan(action("a")), "x", step_count=count)
        untouched = planner_of(action("a"))
        with pytest.raises(StepCountError):
            StructuredPlanner(planner=untouched).plan(GOAL, step_count=count)
        assert not untouched.asked

    @pytest.mark.slow
    def test_more_actions_than_a_plan_may_have_are_refused(self) -> None:
        with pytest.raises(PlanPayloadError, match=str(MAX_STEPS)):
            plan_payload(plan(*(action(f"n{number}") for number in range(MAX_STEPS + 1))), "x", TOOLS)


class TestStructuredPlanner:
    def test_it_plans_with_the_rule_tables_own_tools(self) -> None:
        planner = planner_of(action("a"))
        world = WorldState(browser_running=True)
        meta = MetaGoal(goals=(GOAL,), text="open youtube")
        text = StructuredPlanner(TOOLS, planner=planner).plan(meta, world_state=world)
        assert planner.asked == [(meta, world, planner.rules.capabilities)]
        assert json.loads(text)["goal"] == "open youtube"
        assert steps(text)[0]["tool"] == "browsers.navigate"

    def test_without_a_world_it_assumes_an_empty_one(self) -> None:
        planner = planner_of(action("a"))
        StructuredPlanner(planner=planner).plan(GOAL, step_count=2)
        assert planner.asked[0][1] == WorldState()

    def test_the_default_whitelist_reports_everything_else(self) -> None:
        assert steps(StructuredPlanner(planner=planner_of(action("a"))).plan(GOAL))[0]["tool"] == "echo_tool"

    def test_a_whitelist_given_as_an_iterator_serves_every_plan(self) -> None:
        planner = StructuredPlanner(iter(TOOLS), planner=planner_of(action("a")))
        assert planner.plan(GOAL) == planner.plan(GOAL)
        assert steps(planner.plan(GOAL))[0]["tool"] == "browsers.navigate"

    @pytest.mark.parametrize(
        "result",
        [
            PlanResult(status="blocked", reason="the browser is closed"),
            PlanResult(
                status="partial",
                plan=plan(action("a")),
                reason="the browser is closed",
                unmet=(UnmetGoal(goal_id="g1", reason="blocked"),),
            ),
        ],
    )
    def test_anything_but_success_is_not_plannable(self, result: PlanResult) -> None:
        with pytest.raises(NotPlannable, match="the browser is closed") as caught:
            StructuredPlanner(planner=OnePlan(result)).plan(GOAL)
        assert caught.value.status == result.status

    @pytest.mark.parametrize("goal", [None, "open youtube", {"goals": []}])
    def test_other_types_are_the_callers_mistake(self, goal: Any) -> None:
        with pytest.raises(ContractViolation):
            StructuredPlanner(planner=planner_of(action("a"))).plan(goal)


class TestGoalText:
    def test_the_commands_own_words_come_first(self) -> None:
        assert goal_text(MetaGoal(goals=(GOAL,), text="open youtube")) == "open youtube"

    def test_goals_without_words_are_summed_up(self) -> None:
        search = Goal(domain="browser", verb="search", params={"query": "nvidia", "platform": "youtube"})
        expected = "browser.navigate url=youtube; browser.search platform=youtube, query=nvidia"
        assert goal_text(MetaGoal(goals=(GOAL, search), text=" ")) == expected

    def test_a_single_goal_its_object_and_other_values(self) -> None:
        goal = Goal(domain="file", verb="list", object="notes", params={"n": 3, "deep": True, "names": ["b", "a"]})
        assert goal_text(goal) == 'file.list deep=true, n=3, names=["b", "a"], object=notes'
        assert goal_text(Goal(domain="text", verb="time")) == "text.time"

    def test_long_values_and_many_goals_are_cut(self) -> None:
        long = Goal(domain="file", verb="write", params={"content": "x" * 1_000_000})
        assert len(goal_text(long)) < 100
        assert len(goal_text(MetaGoal(goals=(long,) * 100))) == 500


descriptions = st.text(st.characters(exclude_categories=()), min_size=1).filter(str.strip)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=3) | st.frozensets(st.integers(0, 9) | st.text(st.characters(codec="ascii")))
    ),
    max_leaves=6,
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    names = [f"n{number}" for number in range(draw(st.integers(1, 7)))]
    made = [
        action(
            name,
            description=draw(descriptions),
            expected_effect=draw(st.text()),
            tool=draw(st.sampled_from([*TOOLS, "unknown", None])),
            args=draw(st.dictionaries(st.sampled_from("abc"), values)),
            depends_on=tuple(draw(st.sets(st.sampled_from(names[:number])))) if number else (),
        )
        for number, name in enumerate(names)
    ]
    return plan(*draw(st.permutations(made)))


@pytest.mark.slow
@given(plans(), descriptions, st.integers(0, 3) | st.none())
def test_any_plan_becomes_a_valid_payload_that_keeps_its_order(made: Plan, goal: str, extra: int | None) -> None:
    count = None if extra is None else len(made.actions) + extra
    text = plan_payload(made, goal, TOOLS, count)
    payload = validate_plan_payload(text, TOOLS, count)
    assert plan_payload(made, goal, TOOLS, count) == text
    assert plan_payload(PlanGraph.of(made), goal, TOOLS, count) == text
    assert len(payload.steps) == (count or len(made.actions))
    for one, asked in zip(payload.steps, _sorted_by_hand(made), strict=False):
        assert one.tool == (asked.tool if asked.tool in TOOLS else "echo_tool")
        assert len(one.depends_on) == len(asked.depends_on)


def _sorted_by_hand(made: Plan) -> list[PlannedAction]:
    """The first listed action whose predecessors are all there, again and again."""
    ordered: list[PlannedAction] = []
    while len(ordered) < len(made.actions):
        done = {one.action_id for one in ordered}
        left = (one for one in made.actions if one.action_id not in done)
        ordered.append(next(one for one in left if done.issuperset(one.depends_on)))
    return ordered


META = MetaGoal(
    goals=(
        GOAL,
        Goal(domain="browser", verb="search", params={"query": "nvidia", "platform": "youtube"}),
        Goal(domain="file", verb="create", params={"path": "docs", "object_type": "folder"}),
        Goal(domain="text", verb="time"),
    ),
    dependencies={1: (0,)},
)


class TestWithTheRealPlanner:
    def test_goals_are_merged_bound_and_downgraded(self) -> None:
        text = StructuredPlanner(["browsers.navigate", "echo_tool"]).plan(META)
        navigate, folder, clock = steps(text)
        assert navigate["tool"] == "browsers.navigate"
        assert navigate["args"] == {"url": "https://youtube.com/results?search_query=nvidia"}
        assert navigate["deliverable"] == "youtube_search_visible"
        assert "files.create_folder is not among the allowed tools" in folder["description"]
        assert "get_time is not among the allowed tools" in clock["deliverable"]

    def test_the_default_whitelist_keeps_the_clock(self) -> None:
        assert [one["tool"] for one in steps(StructuredPlanner().plan(META))] == ["echo_tool", "echo_tool", "get_time"]

    def test_asked_step_counts_are_met_or_refused(self) -> None:
        assert len(steps(StructuredPlanner().plan(META, step_count=6))) == 6
        with pytest.raises(StepCountError, match="needs 3 steps, but 2 were asked for"):
            StructuredPlanner().plan(META, step_count=2)

    def test_the_world_is_planned_from(self) -> None:
        click = Goal(domain="browser", verb="click", params={"selector": "#go"})
        with pytest.raises(NotPlannable) as caught:
            StructuredPlanner().plan(click)
        assert caught.value.status == "blocked"
        running = WorldState(browser_running=True, browser_last_url="https://youtube.com")
        assert steps(StructuredPlanner().plan(click, world_state=running))

    def test_an_unknown_verb_is_not_plannable(self) -> None:
        with pytest.raises(NotPlannable) as caught:
            StructuredPlanner().plan(Goal(domain="browser", verb="sing"))
        assert caught.value.status == "rule_not_found"

    def test_the_downgrade_on_the_public_page_is_what_is_written(self) -> None:
        (written,) = steps(StructuredPlanner().plan(GOAL))
        for name in ("tool", "description", "args", "deliverable"):
            assert f'"{name}": {json.dumps(written[name])}' in PAGE.read_text(encoding="utf-8")


FROM_PLAN = """
from goalwright.contracts import Plan, PlannedAction
from goalwright.plan.structured import plan_payload
names = [f"n{number}" for number in range(20)]
actions = [
    PlannedAction(action_id=name, intent="x", description=name, tool="t", depends_on=set(names[max(0, at - 4):at]),
                  args={"set": frozenset(names), "mixed": frozenset({1, "b", (2, "c"), None})})
    for at, name in enumerate(names)
]
plan = Plan(actions=tuple(reversed(actions)), goal_achieved_by="n19", total_actions=20)
print(plan_payload(plan, "x", {"t", "echo_tool"}, 25))
try:
    plan_payload(plan, "x", {"u", "v", "w", "get_time"})
except Exception as error:
    print(error)
"""
FROM_GOALS = """
from goalwright.contracts import Goal, MetaGoal
from goalwright.plan.structured import StructuredPlanner
params = [{"path": f"f{n}/g{n % 3}", "object_type": "folder"} for n in range(9)]
folders = [Goal(domain="file", verb="create", params=one) for one in params]
search = Goal(domain="browser", verb="search", params={"query": "nvidia", "platform": "youtube"})
print(StructuredPlanner({"files.create_folder", "echo_tool", "get_time"}).plan(MetaGoal(goals=(*folders, search)), 30))
"""


@pytest.mark.slow
@pytest.mark.parametrize("script", [FROM_PLAN, FROM_GOALS], ids=["from a plan", "from goals"])
def test_the_text_is_the_same_in_every_process(script: str) -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(SOURCE)},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "42", "1234567")
    }
    assert len(outputs) == 1
    assert next(iter(outputs))


def test_equal_plans_give_equal_texts_however_their_args_were_written() -> None:
    items = [("a", 1), ("b", {"y": 1, "x": 2}), ("c", [3])]
    texts = {
        plan_payload(plan(action("a", args=dict(order))), "x", tools)
        for order in itertools.permutations(items)
        for tools in (TOOLS, tuple(reversed(TOOLS)))
    }
    assert len(texts) == 1
