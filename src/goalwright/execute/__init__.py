"""Walking a PlanGraph: every action when its predecessors are done, journalled, verified and stoppable."""

from goalwright.execute.executor import Execution, PlanExecutor
from goalwright.execute.recovery import Earlier, recovered
from goalwright.execute.stop import StopRequest

__all__ = ["Earlier", "Execution", "PlanExecutor", "StopRequest", "recovered"]
