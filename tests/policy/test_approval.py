"""Approval: it is for one very plan, and only a plain yes counts."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Plan, PlannedAction
from goalwright.contracts.plan_json import plan_from_json, plan_to_json
from goalwright.policy.approval import is_approved, needs_approval, plan_hash
from policy.hostile_approvals import NO_APPROVALS, NoApproval, changed, grown

DELETE = PlannedAction(
    action_id="g0_delete_1",
    intent="file_operation",
    description="delete:/home/me/old",
    args={"path": "/home/me/old", "object_type": "folder"},
    tool="files.delete_folder",
    risk="high",
    goals=("g0",),
)
READ = PlannedAction(
    action_id="g1_read_1",
    intent="file_operation",
    description="read:/home/me/notes.txt",
    args={"path": "/home/me/notes.txt"},
    action_class="observe",
    tool="files.read_file",
    depends_on=("g0_delete_1",),
)
PLAN = Plan(actions=(DELETE, READ), goal_achieved_by="g1_read_1", total_actions=2)
HARMLESS = Plan(actions=(dataclasses.replace(READ, depends_on=()),), goal_achieved_by="g1_read_1", total_actions=1)

HASHING = """
import json, sys
from goalwright.contracts.plan_json import plan_from_json
from goalwright.policy.approval import plan_hash
print(plan_hash(plan_from_json(json.loads(sys.stdin.read()))))
"""


def test_only_actions_of_high_risk_need_approval() -> None:
    assert needs_approval(PLAN) == (DELETE,)
    for risk in ("none", "low", "medium"):
        assert needs_approval(changed(PLAN, risk=risk)) == ()


@pytest.mark.parametrize("row", NO_APPROVALS, ids=lambda row: row.name)
def test_what_only_looks_like_an_approval_is_none(row: NoApproval) -> None:
    assert is_approved(PLAN, row.value(PLAN)) is False


@pytest.mark.parametrize(
    "approve", [True, plan_hash(PLAN), lambda plan: plan is PLAN], ids=["true", "hash", "callable"]
)
def test_a_plain_yes_to_this_plan_is_an_approval(approve: object) -> None:
    assert is_approved(PLAN, approve) is True  # type: ignore[arg-type]


def test_what_the_asked_one_raises_comes_through() -> None:
    def ask(_plan: Plan) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        is_approved(PLAN, ask)


CHANGES = {
    "action_id": "g0_delete_2",
    "intent": "browser_control",
    "description": "delete:/home/me/older",
    "args": {"path": "/home/me/older", "object_type": "folder"},
    "action_class": "observe",
    "tool": "files.delete_file",
    "expected_effect": "gone",
    "depends_on": ("g2",),
    "goals": ("g7",),
    "rule": "file.delete",
    "risk": "medium",
    "why": "because",
    "touches": ("file:/home/me/old",),
}


def test_every_field_of_an_action_is_part_of_the_hash() -> None:
    assert CHANGES.keys() == {field.name for field in dataclasses.fields(PlannedAction)}
    other = dataclasses.replace(READ, action_id="g2", depends_on=())
    alone = Plan(actions=(DELETE, other), goal_achieved_by="g2", total_actions=2)
    for name, value in CHANGES.items():
        assert plan_hash(changed(alone, **{name: value})) != plan_hash(alone), name


def test_every_field_of_a_plan_is_part_of_the_hash() -> None:
    changes = {"goal_achieved_by": "g0_delete_1", "satisfied": ("g5",), "minimal_certified": True}
    reasserted = dataclasses.replace(PLAN, satisfied=("g5",), reasserted=("g5",))
    hashes = {plan_hash(dataclasses.replace(PLAN, **{name: value})) for name, value in changes.items()}  # type: ignore[arg-type]
    hashes |= {plan_hash(PLAN), plan_hash(reasserted), plan_hash(grown(PLAN))}
    hashes.add(plan_hash(dataclasses.replace(PLAN, actions=PLAN.actions[::-1])))
    assert len(hashes) == 7


def test_values_that_compare_alike_have_hashes_of_their_own() -> None:
    values: list[Any] = [1, True, "1", None, 0, False, "", [], {}, [1], "é", "e\u0301"]
    assert len({plan_hash(changed(PLAN, args={"x": value})) for value in values}) == len(values)


def test_the_hash_is_the_same_after_json_and_in_another_process() -> None:
    text = json.dumps(plan_to_json(PLAN))
    assert plan_hash(plan_from_json(json.loads(text))) == plan_hash(PLAN)
    for seed in ("0", "7"):
        run = subprocess.run(
            [sys.executable, "-c", HASHING],
            input=text,
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONPATH": str(Path(__file__).parents[2] / "src"), "PYTHONHASHSEED": seed},
        )
        assert run.stdout.strip() == plan_hash(PLAN)


def test_the_order_of_arguments_makes_no_difference() -> None:
    turned = dict(reversed(list(DELETE.args.items())))
    assert plan_hash(changed(PLAN, args=turned)) == plan_hash(PLAN)
