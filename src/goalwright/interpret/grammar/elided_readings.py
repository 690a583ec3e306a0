"""Readings of clauses whose verb was said in the one before them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.dataclass import replace
from goalwright.interpret.grammar.clause_readings import CLAUSE_COST, Reader, Reading
from goalwright.interpret.grammar.matcher import prefixes
from goalwright.interpret.grammar.slot_kinds import LISTED, Kinds
from goalwright.interpret.grammar.spoken import parts_of
from goalwright.interpret.grammar.template_entries import SCOPE_SLOTS
from goalwright.interpret.grammar.text_kinds import FREE_KINDS
from goalwright.interpret.grammar.wishes import Reordered

ELIDED_COST, SAME_FORM_COST = 4, 1


def in_the_same_place(kinds: Kinds, reading: Reading, previous: Reading) -> Mapping[str, Any]:
    """The parameters of an elided clause; what is said to be nowhere lies, and what only gets a name goes, where the
    thing before it does."""
    found, before = dict(reading.params), previous.params
    for param, value in reading.params.items():
        own, other = (each.get("select") if isinstance(each, dict) else None for each in (value, before.get(param)))
        if isinstance(own, Mapping) and isinstance(other, Mapping):
            place = {"in": other["in"]} if "in" in other else {}
            found[param] = {"select": {**place, **own}}
    goal, name = before.get("to"), found.get("to")
    if isinstance(goal, str) and isinstance(name, str) and _only_names(kinds, reading, previous, goal):
        found["to"] = f"{goal.rpartition('/')[0]}/{name}"
    return found


def _only_names(kinds: Kinds, reading: Reading, previous: Reading, goal: str) -> bool:
    """Whether a thing gets a name in the folder that the one before it got its own in: to docs as a and b as c."""
    names = [kinds.tokens[slot.end - 1].value for slot in previous.filled if slot.name == "to"]
    marks = [kinds.word(slot.start - 1) for slot in reading.filled if slot.name == "to"]
    is_called = not kinds.language.words["naming_there"].isdisjoint(marks)
    return is_called and any(goal.endswith(f"/{name}") for name in names)


def elision_cost(reading: Reading) -> int:
    """What it costs to add the verb; less where several values take the places of those before."""
    values = [slot for slot in reading.filled if slot.name not in SCOPE_SLOTS]
    return SAME_FORM_COST if len(values) > 1 else ELIDED_COST


def may_be_elided(reading: Reading, previous: Reading, order: str) -> bool:
    kinds = {slot.name: slot.kind for slot in reading.filled}
    free = [name for name, kind in kinds.items() if kind in FREE_KINDS and kind not in LISTED]
    if not free:
        return "whereto" not in kinds.values()
    if reading.rule is not previous.rule:  # "create a folder a and a file b.txt saying hi"
        return reading.rule.domain == previous.rule.domain and not LISTED.isdisjoint(kinds.values())
    same_slots = kinds.keys() == {slot.name for slot in previous.filled} and (
        len(free) < len(kinds) or (reading.entry is previous.entry and len(kinds) > 1)
    )
    same_params = len(reading.params) > 1 and len(kinds) > 1 and _said_params(reading) == _said_params(previous)
    return order == "then" or same_slots or same_params


def _said_params(reading: Reading) -> set[str]:
    """The parameters that have values of their own, rather than one of a few that the wording implies."""
    return {name for name in reading.params if reading.rule.shape_for(reading.params).params[name].type != "choice"}


def moved(reading: Reading, shift: int) -> Reading:
    ignored = tuple((first + shift, last + shift) for first, last in reading.ignored if first >= len(reading.prefix))
    filled = tuple(slot._replace(start=slot.start + shift, end=slot.end + shift) for slot in reading.filled)
    return replace(reading, filled=filled, start=reading.start + shift, end=reading.end + shift, ignored=ignored)


def leaves_out(reading: Reading) -> bool:
    """Whether a clause ends in what is left alone, so that what goes on behind it may be left alone too."""
    return any(isinstance(part, Mapping) and "except" in part for part in parts_of(reading.params))


def is_sure(reading: Reading) -> bool:
    """Whether a clause can hardly be part of a text: it does not take just any words."""
    kinds = [slot.kind for slot in reading.filled]
    return reading.cost <= CLAUSE_COST or any(kind not in FREE_KINDS for kind in kinds)


def is_page(reading: Reading) -> bool:
    rule, params = reading.firsts[0][:2] if reading.firsts else (reading.rule, reading.params)
    register = rule.shape_for(params).register
    return register is not None and register.family in ("page", "browser")


def resumed(reader: Reader, previous: Reading, start: int, end: int, *, on_page: bool) -> list[Reading]:
    """The clause before with another value behind one of its joints: "copy a.txt to docs and to logs".

    Behind the last joint it need not be said again where the value is a name that is known: "to docs and logs".
    """
    kinds, own = reader.kinds, [slot for slot in previous.filled if slot.start >= previous.start]
    resuming, joint = kinds.language.words["resuming"], kinds.folded[start]
    is_said = joint in resuming
    if len(own) != len(previous.filled) or not (is_said or _is_further_goal(reader, previous, start, end)):
        return []
    for place in range(previous.end - 1, previous.start, -1):
        is_joint = kinds.folded[place] == joint if is_said else kinds.folded[place] in resuming
        if is_joint and not any(slot.start <= place < slot.end for slot in own):
            order = Reordered.of(kinds, (*range(previous.start, place + (not is_said)), *range(start, end)))
            return [
                reading
                for reading in reader.reordered(order, start, end, on_page=on_page)
                if reading.rule is previous.rule and reading.params.keys() == previous.params.keys()
            ]
    return []


def the_same(reader: Reader, previous: Reading, start: int, end: int, *, on_page: bool) -> list[Reading]:
    """The clause before, done with another thing: "sort a.txt and do the same with b.txt"."""
    kinds, (place, stop) = reader.kinds, _another_thing(reader, start, end)
    slot = next((slot for slot in previous.filled if slot.name in ("path", "things")), None)
    if place >= stop or slot is None or slot.start < previous.start:
        return []
    origins = (*range(previous.start, slot.start), *range(place, stop), *range(slot.end, previous.end))
    found = reader.reordered(Reordered.of(kinds, origins), start, end, on_page=on_page)
    return [reading for reading in found if reading.rule is previous.rule]


def written_too(reader: Reader, previous: Reading, start: int, end: int, *, on_page: bool) -> list[Reading]:
    """What else is written where the value before is; it stands behind that one, and never in its place."""
    kinds, slots = reader.kinds, {slot.name: slot for slot in previous.filled}
    slot = slots.get("content")
    if slot is None or slot.start < previous.start or not isinstance(previous.params["content"], Mapping):
        return []
    origins = (*range(previous.start, slot.start), *range(start, end), *range(slot.end, previous.end))
    found = reader.reordered(Reordered.of(kinds, origins), start, end, on_page=on_page)
    rule = reader.grammar.rules["file", "append"] if previous.rule.verb == "write" else previous.rule
    told = (each for each in found if each.rule is previous.rule and isinstance(each.params["content"], Mapping))
    return [replace(each, rule=rule) for each in told]


def _another_thing(reader: Reader, start: int, end: int) -> tuple[int, int]:
    """From where to where the other thing stands: behind "do the same with", or before "as well"."""
    kinds, words = reader.kinds, reader.words
    words.end, words.verb_at = end, -1
    same = (prefixes(matcher, words, start) for matcher in reader.grammar.follow_ups["same"])
    if found := [stop for ends in same for stop, _ in ends]:
        return max(found), end
    too = [len(said) for said in kinds.language.sequences["too"] if tuple(kinds.folded[:end][-len(said) :]) == said]
    return (start, end - max(too)) if too else (end, end)


def _is_further_goal(reader: Reader, previous: Reading, start: int, end: int) -> bool:
    """Whether words are only the name of a folder, and what was done before leaves what it is done with there."""
    kinds = reader.kinds
    folders = (*kinds("known_folder", start, end), *kinds("known_name", start, end))
    is_folder = any(stop == end and "." not in str(name) for stop, name, _ in folders)
    return is_folder and previous.rule.verb == "copy"
