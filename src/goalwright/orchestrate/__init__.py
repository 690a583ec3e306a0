"""From a MetaGoal to a plan that is ready to run: paths are anchored here, before the planner sees them."""

from goalwright.orchestrate.paths import anchor_paths

__all__ = ["anchor_paths"]
