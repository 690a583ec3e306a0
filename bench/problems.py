"""Goal sets of any size and three shapes, the same every time."""

from __future__ import annotations

import random
from collections.abc import Callable

from goalwright import Goal, MetaGoal

SHAPES = ("chain", "unordered", "random DAG")
_SITES = ("youtube", "github", "example.com/a", "wikipedia", "bing")
_REACH = 50

_MAKERS: tuple[Callable[[random.Random, int], Goal], ...] = (
    lambda dice, _: Goal(domain="browser", verb="navigate", params={"url": dice.choice(_SITES)}),
    lambda _, n: Goal(domain="browser", verb="search", params={"query": f"q{n}", "platform": "youtube"}),
    lambda _, n: Goal(domain="file", verb="create", params={"path": f"d{n % 50}/f{n}.txt", "object_type": "file"}),
    lambda _, n: Goal(domain="file", verb="write", params={"path": f"d{n % 50}/f{n - 1}.txt", "content": "x"}),
    lambda _, n: Goal(domain="file", verb="append", params={"path": f"d{n % 50}/log.txt", "content": "x"}),
    lambda _, n: Goal(domain="text", verb="echo", params={"text": f"hello {n}"}),
    lambda _, n: Goal(domain="audio", verb="set_volume", params={"level": n % 100}),
    lambda _, n: Goal(domain="file", verb="create", params={"path": f"d{n % 50}/s{n % 7}", "object_type": "folder"}),
)


def problem(shape: str, size: int) -> MetaGoal:
    """A mix of pages, files, sound and text, ordered as the shape says."""
    dice = random.Random(7)
    goals = [dice.choice(_MAKERS)(dice, number) for number in range(size)]
    return MetaGoal(goals=tuple(goals), dependencies=_dependencies(shape, size, dice))


def _dependencies(shape: str, size: int, dice: random.Random) -> dict[int, tuple[int, ...]]:
    if shape == "chain":
        return {number: (number - 1,) for number in range(1, size)}
    if shape == "unordered":
        return {}
    return {
        number: tuple({dice.randrange(max(0, number - _REACH), number) for _ in range(dice.randrange(3))})
        for number in range(1, size)
    }
