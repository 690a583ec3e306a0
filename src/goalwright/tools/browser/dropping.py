"""Which place of a list or a grid is meant: "up by one", "the third position", "the bottom left"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple

T = TypeVar("T")
_ENDS = {"top": 0, "left": 0, "bottom": -1, "right": -1}


class PageBox(NamedTuple):
    """A thing on a page: its middle and its size, in pixels."""

    x: float
    y: float
    width: float
    height: float


def slots(boxes: Sequence[PageBox]) -> list[int]:
    """The things by number as they are read: row by row, each from left to right."""
    return [number for row in _rows(boxes) for number in row]


def slot_of(boxes: Sequence[PageBox], at: int, place: Mapping[str, str | None]) -> int:
    """The number of the thing that stands where the one at `at` is to go; ToolFailure if there is no such place."""
    rows = _rows(boxes)
    row = next(index for index, numbers in enumerate(rows) if at in numbers)
    column = rows[row].index(at)
    steps = int(place["steps"] or 1)
    if place["number"] is not None:
        return _picked(slots(boxes), int(place["number"]) - 1)
    if place["way"] in ("up", "down"):
        return _picked(_picked(rows, row + (steps if place["way"] == "down" else -steps)), column)
    if place["way"] is not None:
        return _picked(rows[row], column + (steps if place["way"] == "right" else -steps))
    goal = rows[_end(place["row"], len(rows))]
    if place["column"] is None and place["row"] in _ENDS:
        return _picked(goal, column)
    return goal[_end(place["column"], len(goal))]


def _rows(boxes: Sequence[PageBox]) -> list[list[int]]:
    """The things by number in rows from the top down, each from left to right."""
    rows: list[list[int]] = []
    for number in sorted(range(len(boxes)), key=lambda index: boxes[index].y):
        first = boxes[rows[-1][0]] if rows else None
        if first is not None and abs(boxes[number].y - first.y) < first.height / 2:
            rows[-1].append(number)
        else:
            rows.append([number])
    return [sorted(row, key=lambda index: boxes[index].x) for row in rows]


def _end(side: str | None, count: int) -> int:
    return _ENDS.get(side or "", count // 2)


def _picked(choices: Sequence[T], index: int) -> T:
    if not 0 <= index < len(choices):
        raise ToolFailure("there is no such place to drag it to: the list or grid ends before it")
    return choices[index]
