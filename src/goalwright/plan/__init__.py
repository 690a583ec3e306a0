"""GoalPlanner: goals and a snapshot of the world in, the shortest plan out; and plans as strict JSON."""

from goalwright.plan.planner import GoalPlanner

__all__ = ["GoalPlanner"]
