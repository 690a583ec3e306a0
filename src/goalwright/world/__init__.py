"""Observers: what can be seen of this machine, gathered into a snapshot for the planner. They write nothing down."""

from goalwright.world.apps import running_apps
from goalwright.world.paths import observe_paths
from goalwright.world.patterns import matches
from goalwright.world.snapshot import snapshot

__all__ = ["matches", "observe_paths", "running_apps", "snapshot"]
