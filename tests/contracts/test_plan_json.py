"""Plans and outcomes survive JSON exactly, and nothing else passes for one."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import ActionOutcome, Plan, PlannedAction, UnmetGoal
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.plan_json import (
    outcome_from_json,
    outcome_to_json,
    plan_from_json,
    plan_to_json,
    unmet_from_json,
    unmet_to_json,
)
from goalwright.errors import ContractViolation

INTEGERS = st.integers(-(2**63) + 1, 2**63 - 1)
TEXT = st.text(max_size=12)
NAMES = st.text(min_size=1, max_size=8)
ATOMS = st.none() | st.booleans() | INTEGERS | st.floats(allow_nan=False, allow_infinity=False) | TEXT
REFERENCES = st.fixed_dictionaries({"from": NAMES, "field": NAMES})
VALUES = st.recursive(
    ATOMS | REFERENCES,
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
NAMED = st.dictionaries(TEXT, VALUES, max_size=4)
LISTED = st.lists(NAMES, max_size=3).map(tuple)


@st.composite
def actions(draw: st.DrawFn, index: int) -> PlannedAction:
    earlier = st.lists(st.sampled_from([f"a{number}" for number in range(index)]), max_size=2) if index else st.just([])
    return PlannedAction(
        action_id=f"a{index}",
        intent=draw(NAMES),
        description=draw(NAMES),
        args=draw(NAMED),
        action_class=draw(st.sampled_from(["actuate", "observe"])),
        tool=draw(st.none() | NAMES),
        expected_effect=draw(TEXT),
        depends_on=tuple(draw(earlier)),
        goals=draw(LISTED),
        rule=draw(TEXT),
        risk=draw(st.sampled_from(["none", "low", "medium", "high"])),
        why=draw(TEXT),
        touches=draw(LISTED),
    )


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    listed = [draw(actions(index)) for index in range(draw(st.integers(1, 4)))]
    satisfied = draw(LISTED)
    return Plan(
        actions=tuple(listed),
        goal_achieved_by=listed[-1].action_id,
        total_actions=len(listed),
        satisfied=satisfied,
        reasserted=satisfied[:1],
        minimal_certified=draw(st.booleans()),
    )


@st.composite
def outcomes(draw: st.DrawFn) -> ActionOutcome:
    return ActionOutcome(
        action_id=draw(NAMES),
        state=draw(st.sampled_from(["pending", "running", "done", "failed", "skipped", "cancelled", "in_doubt"])),
        output=draw(NAMED),
        error=draw(TEXT),
        verified=draw(st.sampled_from(["yes", "no", "unobservable", ""])),
        attempts=draw(st.integers(0, 9)),
        seconds=draw(st.floats(0, 1e6)),
    )


def spelled(value: object) -> str:
    """What tells 1 from 1.0 and from True, which are equal to Python."""
    return repr(value)


@given(plans())
def test_a_plan_comes_back_as_it_was(plan: Plan) -> None:
    again = plan_from_json(plan_to_json(plan))
    assert again == plan
    assert spelled(again) == spelled(plan)


@given(plans())
def test_a_plan_comes_back_through_text(plan: Plan) -> None:
    text = canonical_json(plan_to_json(plan))
    text.encode("utf-8")
    again = plan_from_json(json.loads(text))
    assert again == plan
    assert canonical_json(plan_to_json(again)) == text


@given(outcomes())
def test_an_outcome_comes_back_as_it_was(outcome: ActionOutcome) -> None:
    again = outcome_from_json(outcome_to_json(outcome))
    assert spelled(again) == spelled(outcome)
    assert outcome_from_json(json.loads(canonical_json(outcome_to_json(outcome)))) == outcome


def test_unmet_goals_come_back_as_they_were() -> None:
    unmet = (UnmetGoal(goal_id="g1", reason="blocked", detail="file:a = absent"),)
    assert unmet_from_json(unmet_to_json(unmet)) == unmet
    with pytest.raises(ContractViolation, match=r"UnmetGoal\.\[0\]\.reason: is 'bored'"):
        unmet_from_json([{"goal_id": "g1", "reason": "bored", "detail": ""}])


@given(plans())
def test_what_goes_out_is_plain(plan: Plan) -> None:
    waiting: list[Any] = [plan_to_json(plan)]
    while waiting:
        value = waiting.pop()
        assert type(value) in (str, int, float, bool, type(None), list, dict)
        waiting += value if type(value) is list else value.values() if type(value) is dict else ()


PLAN = Plan(
    actions=(
        PlannedAction(
            action_id="g0_write_1",
            intent="file_operation",
            description="write:ü.txt",
            args={"path": "/home/me/ü.txt", "content": {"from": "g1", "field": "text"}, "sizes": [1, (2.5, None)]},
            tool="files.write",
            goals=("g0",),
            rule="file.write",
            risk="high",
            why="nothing before it brings it about",
            touches=("file:/home/me/ü.txt",),
        ),
    ),
    goal_achieved_by="g0_write_1",
    total_actions=1,
)


def changed(**changes: Any) -> dict[str, Any]:
    return {**plan_to_json(PLAN), **changes}


def with_action(**changes: Any) -> dict[str, Any]:
    return changed(actions=[{**plan_to_json(PLAN)["actions"][0], **changes}])


def without(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != name}


@pytest.mark.parametrize(
    ("data", "field", "problem"),
    [
        ([], "$", "must be an object"),
        (None, "$", "must be an object"),
        (changed(colour="red"), "colour", "not a field that stands here"),
        (changed(**{"not a name": 1}), "['not a name']", "not a field that stands here"),
        (dict[Any, Any]({**changed()}) | {5: 1}, "[5]", "not a field that stands here"),
        (without(changed(), "satisfied"), "satisfied", "is missing"),
        (changed(actions=[]), "actions", "is empty"),
        (changed(actions={}), "actions", "must be a list"),
        (changed(actions="a"), "actions", "must be a list"),
        (changed(actions=[7]), "actions[0]", "must be an object"),
        (changed(total_actions=True), "total_actions", "whole number"),
        (changed(total_actions=1.0), "total_actions", "whole number"),
        (changed(total_actions=2), "total_actions", "there are 1 actions"),
        (changed(minimal_certified=1), "minimal_certified", "true or false"),
        (changed(goal_achieved_by="other"), "goal_achieved_by", "not one of the actions"),
        (changed(satisfied="g0"), "satisfied", "must be a list"),
        (changed(satisfied=[3]), "satisfied[0]", "must be text"),
        (changed(reasserted=["g9"]), "reasserted", "not among the satisfied"),
        (with_action(risk="huge"), "actions[0].risk", "is 'huge'"),
        (with_action(action_class="think"), "actions[0].action_class", "is 'think'"),
        (with_action(tool=5), "actions[0].tool", "must be text"),
        (with_action(tool=""), "actions[0].tool", "must not be empty"),
        (with_action(description=None), "actions[0].description", "must be text"),
        (with_action(args=[]), "actions[0].args", "must be an object"),
        (with_action(args={"a": {1, 2}}), "actions[0].args.a", "holds a set"),
        (with_action(args={"a": [0, float("nan")]}), "actions[0].args.a[1]", "no form"),
        (with_action(args={"a": 2**70}), "actions[0].args.a", "at most 64 bits"),
        (with_action(args={"a": {1: 2}}), "actions[0].args.a", "keys must be strings"),
        (with_action(args={"a": "\ud83d\ude00"}), "actions[0].args.a", "in two halves"),
        (with_action(depends_on=["g9"]), "actions[0].depends_on", "not one of the actions"),
        (with_action(depends_on=["g0_write_1"]), "actions[0].depends_on", "depends on itself"),
        (with_action(colour="red"), "actions[0].colour", "not a field that stands here"),
    ],
)
def test_what_is_not_a_plan_is_refused_with_its_place(data: Any, field: str, problem: str) -> None:
    with pytest.raises(ContractViolation) as caught:
        plan_from_json(data)
    assert (caught.value.contract, caught.value.field) == ("Plan", field)
    assert problem in caught.value.problem


@pytest.mark.parametrize("name", plan_to_json(PLAN)["actions"][0])
def test_every_field_of_an_action_is_demanded(name: str) -> None:
    data = changed(actions=[without(plan_to_json(PLAN)["actions"][0], name)])
    with pytest.raises(ContractViolation, match=rf"actions\[0\]\.{name}: is missing"):
        plan_from_json(data)


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"attempts": True}, "attempts"),
        ({"attempts": -1}, "attempts"),
        ({"seconds": "1"}, "seconds"),
        ({"seconds": float("inf")}, "seconds"),
        ({"state": "merry"}, "state"),
        ({"verified": None}, "verified"),
        ({"output": None}, "output"),
        ({"extra": 1}, "extra"),
    ],
)
def test_what_is_not_an_outcome_is_refused_with_its_place(changes: dict[str, Any], field: str) -> None:
    with pytest.raises(ContractViolation) as caught:
        outcome_from_json({**outcome_to_json(ActionOutcome(action_id="a", state="done")), **changes})
    assert (caught.value.contract, caught.value.field) == ("ActionOutcome", field)


def test_a_plan_that_json_cannot_give_back_does_not_go_out() -> None:
    action = PlannedAction(action_id="a", intent="i", description="d", args={"tags": {"x", "y"}})
    plan = Plan(actions=(action,), goal_achieved_by="a", total_actions=1)
    with pytest.raises(ContractViolation, match=r"Plan\.actions\[0\]\.args\.tags: holds a frozenset"):
        plan_to_json(plan)


def test_canonical_text_sorts_keys_keeps_characters_and_has_no_spaces() -> None:
    assert (
        canonical_json({"b": [1, 2.0, None, True], "ä": "日本", "a": {}}) == '{"a":{},"b":[1,2.0,null,true],"ä":"日本"}'
    )
    assert canonical_json((1, (2,))) == "[1,[2]]"


def test_an_odd_file_name_is_escaped_and_comes_back() -> None:
    text = canonical_json(["caf\udce9"])
    assert text == '["caf\\udce9"]'
    assert json.loads(text) == ["caf\udce9"]
