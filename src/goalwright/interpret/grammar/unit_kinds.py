"""Kinds of slots for amounts in one unit that are wanted in another, as a sum."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Spoken, by_name


def conversion(spoken: Spoken, start: int) -> Iterator[End]:
    """5 km to miles; minutes are in 3 hours."""
    words = spoken.language.words
    for end, amount, (measure, size) in _amounts(spoken, start):
        wanted = _unit(spoken, end + 1) if spoken.word(end) in words["unit_goals"] else None
        if wanted is not None and wanted[0] == measure:
            yield end + 2, f"{amount} * {size} / {wanted[1]}", 0
    asked, place = _unit(spoken, start), start + 1
    while asked is not None and spoken.word(place) in words["unit_joints"] | words["unit_fillers"]:
        is_joint = spoken.word(place) in words["unit_joints"]
        for end, amount, (measure, size) in _amounts(spoken, place + 1) if is_joint else ():
            if measure == asked[0]:
                yield end, f"{amount} * {size} / {asked[1]}", 0
        place += 1


def _amounts(spoken: Spoken, start: int) -> Iterator[tuple[int, float, tuple[str, float]]]:
    one = [(start + 1, 1)] if spoken.word(start) in spoken.language.words["one"] else []
    for end, amount in (*one, *(number_at(spoken.folded, start) if not spoken.is_end(start) else ())):
        if (unit := _unit(spoken, end)) is not None:
            yield end + 1, amount, unit


def _unit(spoken: Spoken, place: int) -> tuple[str, float] | None:
    return spoken.language.units.get(spoken.word(place))


UNIT_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = by_name(conversion)
