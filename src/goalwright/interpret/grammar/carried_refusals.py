"""Whether a clause carries what must not be overlooked in the place of a value: a time, a condition, a repetition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goalwright.interpret.grammar.element_kinds import ELEMENT_KINDS
from goalwright.interpret.grammar.matcher import Filled, Slots
from goalwright.interpret.grammar.page_thing_kinds import PAGE_THING_KINDS
from goalwright.interpret.grammar.spoken import Hit
from goalwright.interpret.grammar.text_kinds import FREE_KINDS

MEASURES = frozenset(
    "number number_after count next_number number_text duration date weekday ordinal key drop_place degree".split()
)
"""Kinds that numbers and times belong in."""


def carries_refused(hits: Sequence[Hit], slots: Slots, start: int, end: int) -> bool:
    """Whether a slot holds part of a time, a condition or a repetition rather than what it is for."""
    for hit in hits:
        if hit.start < start or hit.end > end or not _counts(hit, start, end):
            continue
        # A template that says "until" itself means it: wait until it appears.
        if hit.kind == "repeat" and not any(slot.start <= hit.start < slot.end for slot in slots):
            continue
        # What begins inside a set or a value belongs to it: the number of days until christmas.
        is_told = any(slot.start <= hit.start < slot.end and _tells_apart(slot.value) for slot in slots)
        if not (hit.is_open and is_told) and any(_holds_part(slot, slot.kind, hit, end) for slot in slots):
            return True
    return False


def _holds_part(slot: Filled, kind: str, hit: Hit, end: int) -> bool:
    if slot.end <= hit.start or hit.end <= slot.start or kind in MEASURES or _tells_apart(slot.value):
        return False
    if kind in PAGE_THING_KINDS and str(slot.value).startswith("pages "):
        return False  # "until there is no next page" says which things are meant
    is_inside = slot.start <= hit.start and hit.end <= slot.end
    return not is_inside or (kind not in FREE_KINDS and kind not in ELEMENT_KINDS and hit.end == end)


def _tells_apart(value: object) -> bool:
    """Whether times and exceptions belong to what was said, as they do in sets and values, but not in one thing."""
    return isinstance(value, Mapping) and ("kind" in value or isinstance(value.get("value"), Mapping))


def _counts(hit: Hit, start: int, end: int) -> bool:
    """Whether a hit stands where it matters in a clause."""
    if hit.where in ("at_end", "in_clause"):
        return hit.end == end or hit.start == start
    return hit.where == "anywhere" or (hit.where == "at_start" and hit.start == start)
