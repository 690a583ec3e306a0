"""The frozen values that pass between rooms, each checked when it is built, and loaded when it is first used."""

from __future__ import annotations

TYPE_CHECKING = False  # as in the package's own __init__
if TYPE_CHECKING:
    from typing import Any

    from goalwright.contracts.accounts import Check, CleanReport, RunDetails, UndoReport
    from goalwright.contracts.frozen import FrozenDict
    from goalwright.contracts.goal import Goal
    from goalwright.contracts.interpretation import Clause, Extraction, Extractor, Interpretation, Span
    from goalwright.contracts.journal import Journal, JournalEntry, RunRecord, RunStore
    from goalwright.contracts.meta_goal import Diagnostic, MetaGoal
    from goalwright.contracts.plan import Plan, PlannedAction, PlanResult, UnmetGoal
    from goalwright.contracts.plan_graph import PlanGraph
    from goalwright.contracts.plan_payload import PlanPayload, PlanStep
    from goalwright.contracts.prepared import Prepared
    from goalwright.contracts.run_report import ActionOutcome, Listener, RunEvent, RunReport
    from goalwright.contracts.tool import NEVER, Before, StopSignal, Tool, ToolCall, ToolResult, Verdict
    from goalwright.contracts.tool_entry import ToolCapability, ToolEntry
    from goalwright.contracts.world_state import Fact, WorldState

__all__ = [
    "NEVER",
    "ActionOutcome",
    "Before",
    "Check",
    "Clause",
    "CleanReport",
    "Diagnostic",
    "Extraction",
    "Extractor",
    "Fact",
    "FrozenDict",
    "Goal",
    "Interpretation",
    "Journal",
    "JournalEntry",
    "Listener",
    "MetaGoal",
    "Plan",
    "PlanGraph",
    "PlanPayload",
    "PlanResult",
    "PlanStep",
    "PlannedAction",
    "Prepared",
    "RunDetails",
    "RunEvent",
    "RunRecord",
    "RunReport",
    "RunStore",
    "Span",
    "StopSignal",
    "Tool",
    "ToolCall",
    "ToolCapability",
    "ToolEntry",
    "ToolResult",
    "UndoReport",
    "UnmetGoal",
    "Verdict",
    "WorldState",
]

_HOMES = {
    "accounts": "Check CleanReport RunDetails UndoReport",
    "frozen": "FrozenDict",
    "goal": "Goal",
    "interpretation": "Clause Extraction Extractor Interpretation Span",
    "journal": "Journal JournalEntry RunRecord RunStore",
    "meta_goal": "Diagnostic MetaGoal",
    "plan": "Plan PlannedAction PlanResult UnmetGoal",
    "plan_graph": "PlanGraph",
    "plan_payload": "PlanPayload PlanStep",
    "prepared": "Prepared",
    "run_report": "ActionOutcome Listener RunEvent RunReport",
    "tool": "NEVER Before StopSignal Tool ToolCall ToolResult Verdict",
    "tool_entry": "ToolCapability ToolEntry",
    "world_state": "Fact WorldState",
}


def __getattr__(name: str) -> Any:
    home = next((module for module, names in _HOMES.items() if name in names.split()), None)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    globals()[name] = value = getattr(import_module(f"{__name__}.{home}"), name)
    return value
