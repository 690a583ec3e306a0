"""From what was asked to a MetaGoal: scopes become dependencies here and nowhere else."""

from goalwright.interpret.interpreter import GoalInterpreter
from goalwright.interpret.scopes import resolve_scopes

__all__ = ["GoalInterpreter", "resolve_scopes"]
