"""PlannedAction, Plan, UnmetGoal and PlanResult: what the planner may return, and nothing else."""

import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Plan, PlannedAction, PlanResult, UnmetGoal
from goalwright.errors import ContractViolation

# An integer that Python declines to print.
HUGE = pytest.param(10**5_000, id="huge")


def action(name: str = "a1", *depends_on: str, **fields: Any) -> PlannedAction:
    return PlannedAction(**{"action_id": name, "intent": "x", "description": "y", "depends_on": depends_on, **fields})


def plan(*actions: PlannedAction, **fields: Any) -> Plan:
    last = actions[-1].action_id if actions else "a1"
    return Plan(**{"actions": actions, "goal_achieved_by": last, "total_actions": len(actions), **fields})


def refused(make: Any, contract: str, field: str) -> str:
    with pytest.raises(ContractViolation) as raised:
        make()
    assert (raised.value.contract, raised.value.field) == (contract, field)
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 500
    return raised.value.problem


class TestPlannedAction:
    def test_defaults_are_empty_and_harmless(self) -> None:
        made = PlannedAction(action_id="a1", intent="x", description="y")
        assert (made.args, made.tool, made.depends_on, made.goals, made.touches) == ({}, None, (), (), ())
        assert (made.action_class, made.risk) == ("actuate", "none")

    @pytest.mark.parametrize("field", ["action_id", "intent", "description"])
    @pytest.mark.parametrize("value", ["", None, 1, b"a", [], HUGE])
    def test_names_are_texts_and_not_empty(self, field: str, value: Any) -> None:
        refused(lambda: action(**{"name": "a1", field: value}), "PlannedAction", field)

    @pytest.mark.parametrize("field", ["expected_effect", "rule", "why"])
    @pytest.mark.parametrize("value", [None, 1, b"a", []])
    def test_words_are_texts(self, field: str, value: Any) -> None:
        assert getattr(action(**{field: ""}), field) == ""
        refused(lambda: action(**{field: value}), "PlannedAction", field)

    @pytest.mark.parametrize("tool", ["", 1, True, b"files.read", ["files.read"], {}])
    def test_a_tool_is_a_name_or_none(self, tool: Any) -> None:
        assert action(tool=None).tool is None
        assert action(tool="files.read").tool == "files.read"
        refused(lambda: action(tool=tool), "PlannedAction", "tool")

    @pytest.mark.parametrize("value", ["", None, "ACTUATE", "both", 1, [], {}])
    @pytest.mark.parametrize("field", ["action_class", "risk"])
    def test_closed_sets_are_closed(self, field: str, value: Any) -> None:
        assert "use one of" in refused(lambda: action(**{field: value}), "PlannedAction", field)

    @pytest.mark.parametrize("args", [None, [], "a", 1, {"a"}])
    def test_args_are_a_mapping(self, args: Any) -> None:
        refused(lambda: action(args=args), "PlannedAction", "args")

    @pytest.mark.parametrize("args", [{1: 2}, {"a": object()}, {"a": {None: 1}}, {"a": [b"x"]}])
    def test_args_hold_data_under_text_keys(self, args: Any) -> None:
        refused(lambda: action(args=args), "PlannedAction", "args")

    @pytest.mark.parametrize("field", ["depends_on", "goals", "touches"])
    @pytest.mark.parametrize("value", [None, "a0", b"a0", 1, {"a0": 1}, [1], [""], (None,), ("a0", []), {1}])
    def test_names_of_others_are_lists_of_texts(self, field: str, value: Any) -> None:
        refused(lambda: action(**{field: value}), "PlannedAction", field)

    @pytest.mark.parametrize("given", [["b", "a"], ("b", "a"), iter(["b", "a"])])
    def test_listed_names_keep_their_order(self, given: Any) -> None:
        assert action("a1", goals=given).goals == ("b", "a")

    @pytest.mark.parametrize("given", [{"c", "b", "a"}, frozenset({"c", "a", "b"})])
    def test_names_in_a_set_are_sorted(self, given: Any) -> None:
        assert action("a1", goals=given).goals == ("a", "b", "c")

    def test_it_does_not_depend_on_itself(self) -> None:
        assert "itself" in refused(lambda: action("a1", "a0", "a1"), "PlannedAction", "depends_on")


class TestPlan:
    def test_actions_may_be_listed_in_any_order(self) -> None:
        assert plan(action("a2", "a1"), action("a1")).total_actions == 2

    def test_it_does_at_least_one_thing(self) -> None:
        refused(plan, "Plan", "actions")

    @pytest.mark.parametrize("actions", [None, "a1", {"a1": action()}, {action()}, action(), 1])
    def test_actions_are_a_list(self, actions: Any) -> None:
        refused(lambda: plan(action(), actions=actions), "Plan", "actions")

    @pytest.mark.parametrize("stranger", [None, "a1", {"action_id": "a1"}, PlannedAction])
    def test_each_is_an_action(self, stranger: Any) -> None:
        refused(lambda: plan(action(), actions=[action(), stranger], total_actions=2), "Plan", "actions[1]")

    @pytest.mark.parametrize("total", [0, 2, -1, True, 1.0, "1", None, float("nan"), [], HUGE])
    def test_the_total_is_the_number_of_actions(self, total: Any) -> None:
        assert "there are 1 actions" in refused(lambda: plan(action(), total_actions=total), "Plan", "total_actions")

    def test_ids_are_unique(self) -> None:
        assert "'a1'" in refused(lambda: plan(action("a1"), action("a2"), action("a1")), "Plan", "actions")

    @pytest.mark.parametrize("name", ["", "a2", "A1", None, 1, [], {}])
    def test_the_goal_is_achieved_by_one_of_the_actions(self, name: Any) -> None:
        refused(lambda: plan(action(), goal_achieved_by=name), "Plan", "goal_achieved_by")

    def test_dependencies_are_actions_of_the_plan(self) -> None:
        made = (action("a1"), action("a2", "a1", "elsewhere"))
        assert "'elsewhere'" in refused(lambda: plan(*made), "Plan", "actions[1].depends_on")

    @pytest.mark.parametrize(
        "pairs",
        [
            [("a", "b"), ("b", "a")],
            [("a", "c"), ("b", "a"), ("c", "b")],
            [("a", ""), ("b", "c"), ("c", "b"), ("d", "c")],
        ],
    )
    def test_dependencies_form_no_circle(self, pairs: list[tuple[str, str]]) -> None:
        made = [action(name, *filter(None, [before])) for name, before in pairs]
        assert "circle" in refused(lambda: plan(*made), "Plan", "actions")

    def test_a_long_circle_is_told_in_short(self) -> None:
        made = [action(f"{number}" * 1_000, f"{(number + 1) % 9}" * 1_000) for number in range(9)]
        refused(lambda: plan(*made), "Plan", "actions")

    def test_a_long_chain_listed_backwards_is_checked_quickly(self) -> None:
        made = [action(f"a{number}", f"a{number - 1}", f"a{number - 1}") for number in range(20_000, 0, -1)]
        start = time.process_time()
        assert plan(*made, action("a0")).total_actions == 20_001
        assert time.process_time() - start < 3  # about 0.05 on an idle core

    @pytest.mark.parametrize("field", ["satisfied", "reasserted"])
    @pytest.mark.parametrize("value", [None, "g0", [1], [""]])
    def test_goal_ids_are_lists_of_texts(self, field: str, value: Any) -> None:
        refused(lambda: plan(action(), **{field: value}), "Plan", field)

    def test_only_satisfied_goals_are_reasserted(self) -> None:
        assert plan(action(), satisfied=["g0", "g1"], reasserted=["g1"]).reasserted == ("g1",)
        refused(lambda: plan(action(), satisfied=["g0"], reasserted=["g1"]), "Plan", "reasserted")

    @pytest.mark.parametrize("value", [None, 1, "yes"])
    def test_a_certificate_is_a_flag(self, value: Any) -> None:
        refused(lambda: plan(action(), minimal_certified=value), "Plan", "minimal_certified")


UNMET = UnmetGoal(goal_id="g1", reason="blocked")


class TestUnmetGoal:
    @pytest.mark.parametrize(
        "reason", ["no_capability", "blocked", "rule_not_found", "validation_failed", "dependency_unmet"]
    )
    def test_it_has_a_reason_of_the_closed_set(self, reason: Any) -> None:
        assert UnmetGoal(goal_id="g1", reason=reason, detail="browser: closed").reason == reason

    @pytest.mark.parametrize(
        ("field", "value"),
        [("goal_id", ""), ("goal_id", None), ("reason", "success"), ("reason", ""), ("reason", []), ("detail", None)],
    )
    def test_anything_else_is_refused(self, field: str, value: Any) -> None:
        refused(lambda: UnmetGoal(**{"goal_id": "g1", "reason": "blocked", field: value}), "UnmetGoal", field)


class TestPlanResult:
    def test_success_and_partial_carry_a_plan(self) -> None:
        assert PlanResult(status="success", plan=plan(action())).reason is None
        assert PlanResult(status="partial", plan=plan(action()), reason="x", unmet=[UNMET]).unmet == (UNMET,)  # type: ignore[arg-type]  # lists are frozen

    @pytest.mark.parametrize("status", ["no_capability", "blocked", "rule_not_found", "validation_failed"])
    def test_the_others_carry_a_reason_and_no_plan(self, status: Any) -> None:
        assert PlanResult(status=status, reason="x", unmet=(UNMET,)).plan is None
        refused(lambda: PlanResult(status=status, reason="x", plan=plan(action())), "PlanResult", "plan")
        refused(lambda: PlanResult(status=status), "PlanResult", "reason")
        refused(lambda: PlanResult(status=status, reason=""), "PlanResult", "reason")

    @pytest.mark.parametrize("status", ["success", "partial"])
    def test_a_success_without_a_plan_is_none(self, status: Any) -> None:
        refused(lambda: PlanResult(status=status, reason="x", unmet=()), "PlanResult", "plan")

    @pytest.mark.parametrize("made", [(), [], "plan", action(), {"actions": []}])
    def test_a_plan_is_a_plan(self, made: Any) -> None:
        refused(lambda: PlanResult(status="success", plan=made), "PlanResult", "plan")

    @pytest.mark.parametrize("status", ["", "ambiguous", "Success", None, True, []])
    def test_statuses_are_a_closed_set(self, status: Any) -> None:
        refused(lambda: PlanResult(status=status, reason="x"), "PlanResult", "status")

    def test_only_a_success_leaves_nothing_unmet(self) -> None:
        refused(lambda: PlanResult(status="success", plan=plan(action()), unmet=(UNMET,)), "PlanResult", "unmet")
        refused(lambda: PlanResult(status="partial", plan=plan(action()), reason="x"), "PlanResult", "unmet")

    def test_a_partial_result_says_why(self) -> None:
        refused(lambda: PlanResult(status="partial", plan=plan(action()), unmet=(UNMET,)), "PlanResult", "reason")

    @pytest.mark.parametrize("unmet", [None, "g1", ["g1"], UNMET, {UNMET}])
    def test_unmet_goals_are_listed(self, unmet: Any) -> None:
        with pytest.raises(ContractViolation, match=r"^PlanResult\.unmet"):
            PlanResult(status="blocked", reason="x", unmet=unmet)


UNDER_O = """
from goalwright.contracts import Goal, MetaGoal, Plan, PlannedAction, PlanGraph, PlanResult
from goalwright.errors import ContractViolation
goal = Goal(domain="a", verb="b")
one = PlannedAction(action_id="a1", intent="x", description="y")
two = PlannedAction(action_id="a2", intent="x", description="y", depends_on=("a3",))
three = PlannedAction(action_id="a3", intent="x", description="y", depends_on=("a2",))
broken = [
    lambda: Goal(domain="", verb="b"),
    lambda: Goal.typed(goal_type="other"),
    lambda: MetaGoal(goals=(goal, goal), dependencies={0: [1], 1: [0]}),
    lambda: Plan(actions=(), goal_achieved_by="a1", total_actions=0),
    lambda: Plan(actions=(one,), goal_achieved_by="a1", total_actions=2),
    lambda: Plan(actions=(one,), goal_achieved_by="a2", total_actions=1),
    lambda: Plan(actions=(two, three), goal_achieved_by="a2", total_actions=2),
    lambda: PlanResult(status="success"),
    lambda: PlanGraph(nodes={"a1": one}, adjacency={"a1": ["a2"]}),
]
for make in broken:
    try:
        make()
    except ContractViolation:
        continue
    raise SystemExit("accepted")
assert False, "asserts are off"
print(len(broken))
"""


def test_violations_are_raised_when_asserts_are_off() -> None:
    source = Path(__file__).parents[2] / "src"
    done = subprocess.run(
        [sys.executable, "-O", "-c", UNDER_O],
        env={**os.environ, "PYTHONPATH": str(source)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.strip(), done.stderr, done.returncode) == ("9", "", 0)
