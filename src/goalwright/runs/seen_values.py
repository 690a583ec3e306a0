"""References: an argument that stands for what an earlier action saw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts import ActionOutcome, FrozenDict, PlannedAction
from goalwright.errors import ToolFailure
from goalwright.runs.resolver import is_reference

MEMORY = "memory_recall"
"""The intent of actions that remember things; a page or a file must not get to say what is so."""


class Seen:
    """What the observing actions of a plan saw, by the goal they served."""

    def __init__(self, nodes: Mapping[str, PlannedAction]) -> None:
        self._observer = {
            goal: action.action_id
            for action in nodes.values()
            if action.action_class == "observe"
            for goal in action.goals
        }

    def filled(
        self, args: Mapping[str, Any], outcomes: Mapping[str, ActionOutcome], intent: str = ""
    ) -> Mapping[str, Any]:
        """The arguments with each reference replaced by the text it stands for; the rest is as it was."""
        if not any(map(is_reference, args.values())):
            return args
        if intent == MEMORY:
            raise ToolFailure("what was read somewhere is not remembered as a fact: say it in your own words")
        return FrozenDict(
            {name: self._text(value, outcomes) if is_reference(value) else value for name, value in args.items()}
        )

    def _text(self, reference: Mapping[str, str], outcomes: Mapping[str, ActionOutcome]) -> str:
        goal, field = reference["from"], reference["field"]
        outcome = outcomes.get(self._observer.get(goal, ""))
        if outcome is None or not outcome.is_done or field not in outcome.output:
            raise ToolFailure(f"{goal} gave no {field} to use here: see what it says above")
        if outcome.output.get("truncated"):
            raise ToolFailure(f"what {goal} read was cut off, because it is very long: nothing is made of a part of it")
        value = outcome.output[field]
        return value if isinstance(value, str) else str(value)
