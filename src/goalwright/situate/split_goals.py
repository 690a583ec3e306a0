"""Goals that became several: their ids, and what depended on the goal they were."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, pairwise

from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.dataclass import replace
from goalwright.errors import NotPlannable

MAX_EDGES = 1_000_000


def joined(meta: MetaGoal, parts: Sequence[Sequence[Goal]]) -> MetaGoal:
    """The parts of all goals as one MetaGoal; a part depends on all parts of what its goal depended on.

    A goal of one part keeps its id, the parts of others have a number behind it: g0_1, g0_2, …
    """
    _require_whole_sources(meta, parts)
    stops = list(accumulate(map(len, parts), initial=0))
    places = [range(start, stop) for start, stop in pairwise(stops)]
    _require_few_edges(meta, places)
    dependencies: dict[int, tuple[int, ...]] = {}
    for child, parents in meta.dependencies.items():
        before = tuple(place for parent in parents for place in places[parent])
        dependencies.update(dict.fromkeys(places[child], before))
    return replace(meta, goals=tuple(_named(meta, parts)), dependencies=dependencies, meta_type=None)


def _named(meta: MetaGoal, parts: Sequence[Sequence[Goal]]) -> Iterator[Goal]:
    # A typed goal without an id is called after its position, which is another one now: it keeps the name it had.
    owners = [goal.goal_id or f"g{index}" for index, goal in enumerate(meta.goals)]
    taken = set(owners)
    for owner, group in zip(owners, parts, strict=True):
        names = [owner] if len(group) == 1 else _numbered(owner, len(group), taken)
        taken.update(names)
        for name, part in zip(names, group, strict=True):
            yield part if part.goal_id == name else replace(part, goal_id=name)


def _numbered(owner: str, count: int, taken: set[str]) -> list[str]:
    stem = f"{owner}_"
    while any(f"{stem}{number}" in taken for number in range(1, count + 1)):
        stem += "_"
    return [f"{stem}{number}" for number in range(1, count + 1)]


def _require_whole_sources(meta: MetaGoal, parts: Sequence[Sequence[Goal]]) -> None:
    """What several things say cannot go where the text of one was wanted."""
    split = {goal.goal_id: len(group) for goal, group in zip(meta.goals, parts, strict=True) if len(group) > 1}
    for goal in meta.goals if split else ():
        for value in goal.params.values():
            source = value.get("from") if isinstance(value, Mapping) else None
            if isinstance(source, str) and source in split:
                problem = f"{goal.goal_id} needs what {source} sees, but {source} is about {split[source]:,} things"
                raise NotPlannable("blocked", f"{problem}: name one of them")


def _require_few_edges(meta: MetaGoal, places: Sequence[range]) -> None:
    pairs = [(child, parent) for child, parents in meta.dependencies.items() for parent in parents]
    edges = sum(len(places[child]) * len(places[parent]) for child, parent in pairs)
    if edges > MAX_EDGES:
        raise NotPlannable("blocked", "too many things would have to wait for one another: split the command in two")
