"""Orders over graphs given as `before`: for each node, in listing order, the nodes that come before it."""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Mapping
from typing import TypeVar

from goalwright.errors import ContractViolation

Node = TypeVar("Node", str, int)


def topological_order(before: Mapping[Node, Iterable[Node]]) -> list[Node]:
    """Every node after those before it, otherwise as listed; a circle is a ContractViolation that names it."""
    nodes, position, waiting, after = _indexed(before)
    ready = [index for index, count in enumerate(waiting) if not count]
    ordered = []
    while ready:
        node = nodes[heapq.heappop(ready)]
        ordered.append(node)
        for child in after.get(node, ()):
            waiting[position[child]] -= 1
            if not waiting[position[child]]:
                heapq.heappush(ready, position[child])
    if len(ordered) < len(nodes):
        raise _circle(before)
    return ordered


def layers(before: Mapping[Node, Iterable[Node]]) -> list[list[Node]]:
    """The nodes in layers: each in the first layer after all that come before it, in listing order within one."""
    depth: dict[Node, int] = {}
    for node in topological_order(before):
        depth[node] = max((depth[earlier] + 1 for earlier in before[node]), default=0)
    found: list[list[Node]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for node in before:
        found[depth[node]].append(node)
    return found


def find_cycle(before: Mapping[Node, Iterable[Node]]) -> list[Node] | None:
    """Nodes each of which comes before the next, and the last before the first; None if there is no circle."""
    from graphlib import CycleError, TopologicalSorter  # only when there is a circle to be named

    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        cycle: list[Node] = error.args[1]
        return cycle[:-1]
    return None


def _indexed(
    before: Mapping[Node, Iterable[Node]],
) -> tuple[list[Node], dict[Node, int], list[int], dict[Node, list[Node]]]:
    """The nodes, where each is listed, how many come before each, and which come after each."""
    nodes = list(before)
    position = {node: index for index, node in enumerate(nodes)}
    waiting = []
    after: dict[Node, list[Node]] = {}
    for node in nodes:
        earlier = dict.fromkeys(before[node])
        for other in earlier:
            if other not in position:
                raise ContractViolation(
                    "graph", repr(node), f"names {other!r}, which is not a node: add it or remove it"
                )
            after.setdefault(other, []).append(node)
        waiting.append(len(earlier))
    return nodes, position, waiting, after


def _circle(before: Mapping[Node, Iterable[Node]]) -> ContractViolation:
    cycle = find_cycle(before) or []
    shown = " -> ".join(repr(node) for node in cycle[:5]) + (" -> …" if len(cycle) > 5 else "")
    return ContractViolation("graph", "order", f"has a circle: {shown}; remove one of its edges")
