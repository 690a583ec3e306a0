"""Goalwright turns a sentence into the shortest plan that does what was said, and runs exactly that plan.

The names below are the public API. Each is imported when it is first used, so that importing the package costs nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers take it for true, and `typing` need not be imported
if TYPE_CHECKING:
    from typing import Any

    from goalwright.app import Goalwright
    from goalwright.contracts import (
        Fact,
        Goal,
        MetaGoal,
        Plan,
        PlanGraph,
        PlannedAction,
        PlanResult,
        ToolCapability,
        ToolResult,
        UnmetGoal,
        WorldState,
    )
    from goalwright.errors import ContractViolation, GoalwrightError, NotUnderstood, PlanPayloadError
    from goalwright.interpret import GoalInterpreter
    from goalwright.interpret.intent_agent import IntentAgent
    from goalwright.plan.payload import validate_plan_payload
    from goalwright.plan.planner import GoalPlanner
    from goalwright.plan.structured import StructuredPlanner
    from goalwright.rules import RuleBook
    from goalwright.runs.executor import PlanExecutor
    from goalwright.runs.resolver import ToolResolver
    from goalwright.situate.orchestrator import GoalOrchestrator
    from goalwright.store.facts_memory import FactsMemory
    from goalwright.tools import ToolRegistry

    PLANNER_RULES: RuleBook

__version__ = "0.1.0"

__all__ = [
    "PLANNER_RULES",
    "ContractViolation",
    "Fact",
    "FactsMemory",
    "Goal",
    "GoalInterpreter",
    "GoalOrchestrator",
    "GoalPlanner",
    "Goalwright",
    "GoalwrightError",
    "IntentAgent",
    "MetaGoal",
    "NotUnderstood",
    "Plan",
    "PlanExecutor",
    "PlanGraph",
    "PlanPayloadError",
    "PlanResult",
    "PlannedAction",
    "StructuredPlanner",
    "ToolCapability",
    "ToolRegistry",
    "ToolResolver",
    "ToolResult",
    "UnmetGoal",
    "WorldState",
    "validate_plan_payload",
]

# Where each name lives, unless it is one of the contracts.
_HOMES = {
    "ContractViolation": "goalwright.errors",
    "FactsMemory": "goalwright.store.facts_memory",
    "GoalInterpreter": "goalwright.interpret",
    "GoalOrchestrator": "goalwright.situate.orchestrator",
    "GoalPlanner": "goalwright.plan.planner",
    "Goalwright": "goalwright.app",
    "GoalwrightError": "goalwright.errors",
    "IntentAgent": "goalwright.interpret.intent_agent",
    "NotUnderstood": "goalwright.errors",
    "PlanExecutor": "goalwright.runs",
    "PlanPayloadError": "goalwright.errors",
    "StructuredPlanner": "goalwright.plan.structured",
    "ToolRegistry": "goalwright.tools",
    "ToolResolver": "goalwright.runs",
    "validate_plan_payload": "goalwright.plan.payload",
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    if name == "PLANNER_RULES":
        value = import_module("goalwright.rules").builtin_rules()
    else:
        value = getattr(import_module(_HOMES.get(name, "goalwright.contracts")), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
