"""PlanGraph: a plan as a graph to be walked, with the results filled in afterwards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goalwright.contracts.checks import put
from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.plan import Plan, PlannedAction
from goalwright.contracts.shown import shown
from goalwright.contracts.tool import ToolResult
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanGraph:
    """Nodes by action id, children by parent, results by action id (none before the plan has run).

    Invariants: a node is keyed by its own id; adjacency is exactly what the nodes' `depends_on` say;
    the graph has no circle; results belong to nodes.
    """

    nodes: Mapping[str, PlannedAction]
    adjacency: Mapping[str, frozenset[str]]
    results: Mapping[str, ToolResult] = EMPTY

    def __post_init__(self) -> None:
        for field in ("nodes", "adjacency", "results"):
            if not isinstance(getattr(self, field), Mapping):
                raise ContractViolation("PlanGraph", field, "must be a mapping keyed by action id")
        put(self, "nodes", FrozenDict(self.nodes))
        put(self, "results", FrozenDict(self.results))
        _require_nodes(self.nodes)
        children = {parent: _children(parent, names) for parent, names in self.adjacency.items()}
        put(self, "adjacency", FrozenDict({parent: names for parent, names in children.items() if names}))
        if self.adjacency != _adjacency(self.nodes):
            raise ContractViolation("PlanGraph", "adjacency", "does not match the actions' depends_on")
        for name, result in self.results.items():
            if name not in self.nodes or not isinstance(result, ToolResult):
                raise ContractViolation("PlanGraph", f"results[{shown(name)}]", "must be the ToolResult of a node")

    @classmethod
    def of(cls, plan: Plan) -> PlanGraph:
        """The graph of a plan, with no results yet."""
        nodes = {action.action_id: action for action in plan.actions}
        return cls(nodes=nodes, adjacency=_adjacency(nodes))


def _require_nodes(nodes: Mapping[str, PlannedAction]) -> None:
    for name, action in nodes.items():
        if not isinstance(action, PlannedAction) or action.action_id != name:
            raise ContractViolation("PlanGraph", f"nodes[{shown(name)}]", "must be the PlannedAction of that id")
    if nodes:
        listed = tuple(nodes.values())
        Plan(actions=listed, goal_achieved_by=listed[-1].action_id, total_actions=len(listed))


def _children(parent: object, names: object) -> frozenset[str]:
    listed = None if isinstance(names, str | bytes) or not isinstance(names, Iterable) else tuple(names)
    if listed is None or not all(isinstance(name, str) for name in listed):
        raise ContractViolation("PlanGraph", f"adjacency[{shown(parent)}]", "must be a set of action ids")
    return frozenset(listed)


def _adjacency(nodes: Mapping[str, PlannedAction]) -> dict[str, frozenset[str]]:
    children: dict[str, list[str]] = {}
    for name, action in nodes.items():
        for parent in action.depends_on:
            children.setdefault(parent, []).append(name)
    return {parent: frozenset(names) for parent, names in children.items()}
