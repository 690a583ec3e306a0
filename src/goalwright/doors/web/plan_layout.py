"""The layout of a plan's graph: layers from top to bottom, wrapped where one is wide, with few crossings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

WIDTH, HEIGHT = 172, 44
GAP_X, GAP_Y = 14, 30
MARGIN = 12
_MOST_ACROSS = 3
_MOST_EDGES = 4_000
_SWEEPS = 4


def laid_out(layers: Sequence[Sequence[str]], before: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Where each action stands, and the lines between them, in units of a drawing of the given size."""
    rows = [row for layer in _ordered(layers, before) for row in _wrapped(layer)]
    across = max((len(row) for row in rows), default=1)
    width = 2 * MARGIN + across * WIDTH + (across - 1) * GAP_X
    nodes: dict[str, tuple[float, float]] = {}
    for depth, row in enumerate(rows):
        used = len(row) * WIDTH + (len(row) - 1) * GAP_X
        left = (width - used) / 2
        for place, name in enumerate(row):
            nodes[name] = (left + place * (WIDTH + GAP_X), MARGIN + depth * (HEIGHT + GAP_Y))
    pairs = [(parent, name) for name, parents in before.items() for parent in parents]
    return {
        "width": width,
        "height": 2 * MARGIN + max(1, len(rows)) * (HEIGHT + GAP_Y) - GAP_Y,
        "nodes": [{"id": name, "x": x, "y": y, "w": WIDTH, "h": HEIGHT} for name, (x, y) in nodes.items()],
        "edges": [
            {"from": parent, "to": name, "path": _line(nodes[parent], nodes[name])}
            for parent, name in _shown_edges(pairs, before)[:_MOST_EDGES]
        ],
    }


def _ordered(layers: Sequence[Sequence[str]], before: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """The layers with their members near those they are connected to: the middle of their places, down and up again."""
    after: dict[str, list[str]] = {}
    for name, parents in before.items():
        for parent in parents:
            after.setdefault(parent, []).append(name)
    ordered = [list(layer) for layer in layers]
    for sweep in range(_SWEEPS):
        neighbours: Mapping[str, Sequence[str]] = before if sweep % 2 == 0 else after
        order = range(1, len(ordered)) if sweep % 2 == 0 else range(len(ordered) - 2, -1, -1)
        place = {name: index for layer in ordered for index, name in enumerate(layer)}
        for depth in order:
            ordered[depth].sort(key=lambda name: _middle(name, neighbours, place))
            place.update({name: index for index, name in enumerate(ordered[depth])})
    return ordered


def _middle(name: str, neighbours: Mapping[str, Sequence[str]], place: Mapping[str, int]) -> float:
    near = [place[other] for other in neighbours.get(name, ())]
    return sum(near) / len(near) if near else float(place[name])


def _wrapped(layer: Sequence[str]) -> list[Sequence[str]]:
    return [layer[start : start + _MOST_ACROSS] for start in range(0, len(layer), _MOST_ACROSS)]


def _shown_edges(pairs: Sequence[tuple[str, str]], before: Mapping[str, Sequence[str]]) -> list[tuple[str, str]]:
    """The edges that a drawing needs: one that two others say together is left out, where that is cheap to see."""
    direct = {name: frozenset(parents) for name, parents in before.items()}
    return [
        (parent, name)
        for parent, name in pairs
        if not any(parent in direct.get(other, ()) for other in list(direct[name])[:50] if other != parent)
    ]


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From the bottom of one box to the top of the other, as an SVG path."""
    x1, y1 = start[0] + WIDTH / 2, start[1] + HEIGHT
    x2, y2 = end[0] + WIDTH / 2, end[1]
    bend = max(12.0, (y2 - y1) / 2)
    return f"M{x1:g},{y1:g} C{x1:g},{y1 + bend:g} {x2:g},{y2 - bend:g} {x2:g},{y2:g}"
