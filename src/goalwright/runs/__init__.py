"""Runs: plans carried out, followed, stopped, taken up again after a crash and taken back."""

from goalwright.runs.executor import Execution, PlanExecutor
from goalwright.runs.resolver import ToolResolver
from goalwright.runs.stop import StopRequest

__all__ = ["Execution", "PlanExecutor", "StopRequest", "ToolResolver"]
