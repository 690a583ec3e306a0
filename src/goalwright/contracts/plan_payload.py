"""PlanPayload: a structured plan after validation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.checks import freeze_items, freeze_mapping, freeze_texts, require_text
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanStep:
    """One step of a structured plan, field for field as in the JSON."""

    step_id: str
    tool: str
    description: str
    args: Mapping[str, Any]
    depends_on: tuple[str, ...]
    deliverable: str

    def __post_init__(self) -> None:
        require_text(self, "step_id", "tool", "description", "deliverable")
        freeze_mapping(self, "args")
        freeze_texts(self, "depends_on")
        if len(set(self.depends_on)) < len(self.depends_on):
            raise ContractViolation("PlanStep", "depends_on", "names a step twice: list each step once")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanPayload:
    """A structured plan: what it is for, and step_1 to step_N in order.

    Invariants: at least one step; ids count up from step_1 without gaps; a step depends only on
    steps before it. Whether the tools are allowed is the validator's question, not this type's.
    """

    goal: str
    steps: tuple[PlanStep, ...]

    def __post_init__(self) -> None:
        require_text(self, "goal")
        freeze_items(self, "steps", PlanStep)
        if not self.steps:
            raise ContractViolation("PlanPayload", "steps", "is empty: a plan has at least one step")
        earlier: set[str] = set()
        for index, step in enumerate(self.steps):
            if step.step_id != f"step_{index + 1}":
                raise ContractViolation("PlanPayload", f"steps[{index}].step_id", f"must be step_{index + 1}")
            if not earlier.issuperset(step.depends_on):
                raise ContractViolation("PlanPayload", f"steps[{index}].depends_on", "must name earlier steps only")
            earlier.add(step.step_id)
