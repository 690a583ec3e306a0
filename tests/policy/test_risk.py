"""A plan from elsewhere cannot make its actions look more harmless than their tools are."""

from typing import Any

import pytest

from goalwright.contracts import Plan, PlannedAction
from goalwright.policy.approval import risk_refusals
from goalwright.tools import ToolRegistry

ENTRIES = {entry.name: entry for entry in ToolRegistry.default()}


@pytest.mark.parametrize(
    ("tool", "fields", "is_refused"),
    [
        ("files.delete_file", {"risk": "high"}, False),
        ("files.delete_file", {"risk": "medium"}, True),
        ("files.delete_folder", {"risk": "none"}, True),
        ("system.power.shutdown", {"risk": "low"}, True),
        ("files.write_file", {"risk": "low"}, False),
        ("files.write_file", {"risk": "low", "action_class": "observe"}, True),
        ("files.delete_file", {"risk": "high", "action_class": "observe"}, True),
        ("files.read_file", {"risk": "none", "action_class": "observe"}, False),
        ("browsers.screenshot", {"risk": "none", "action_class": "observe"}, False),
        ("browsers.screenshot", {"risk": "none", "action_class": "observe", "args": {"path": "/x.png"}}, True),
        ("files.write_file", {"risk": "none", "action_class": "observe"}, True),
        ("no.such.tool", {"risk": "none"}, False),
    ],
)
def test_understated_actions_are_refused(tool: str, fields: dict[str, Any], is_refused: bool) -> None:
    action = PlannedAction(action_id="a1", intent="file_operation", description="d", tool=tool, **fields)
    plan = Plan(actions=(action,), goal_achieved_by="a1", total_actions=1)
    assert bool(risk_refusals(plan, ENTRIES)) == is_refused
