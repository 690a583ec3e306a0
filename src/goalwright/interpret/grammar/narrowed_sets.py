"""Sets that are told by an earlier one: some of it, others of its kind, or what a verb takes all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.noun_phrases import REST, SAME, SELECTING, THEM
from goalwright.interpret.grammar.spoken import Pick
from goalwright.rules.rule import Rule
from goalwright.rules.things import PIECES

__all__ = [
    "REST",
    "SAME",
    "SEVERAL",
    "THEM",
    "narrowed",
    "others_in",
    "picking",
    "rest_of",
    "some_of",
    "take_several",
    "takes_several",
]

SEVERAL = "things"
"""The parameter of verbs that take several things at once."""
_KEPT = "kept"
"""The kind of what all the others are deleted for."""
_NUMBERED = SELECTING[-4:]
"""What says how many of them, and in which order."""


def takes_several(rule: Rule) -> bool:
    """Whether a verb makes one thing of several: one archive of all, not one of each."""
    return any(SEVERAL in shape.params for shape in rule.shapes)


def take_several(draft: Draft, name: str, chosen: Mapping[str, Any]) -> None:
    """Give a goal several things in the place of a word."""
    is_for_all = takes_several(draft.rule)
    del draft.params[name]
    draft.params[SEVERAL if is_for_all else name] = chosen


def some_of(chosen: Mapping[str, Any], pick: Pick) -> Mapping[str, Any] | None:
    """A set, or those of it that are picked; None where the set does not tell which these are."""
    if pick.many is None:
        return chosen
    base = chosen["select"]
    if pick.exactly and isinstance(base, list):
        is_so_many = all(each.get("limit") == 1 or each.get("one") for each in base) and len(base) == pick.many
        return chosen if is_so_many else None
    if pick.exactly:
        return chosen if isinstance(base, Mapping) and pick.many in (base.get("limit"), base.get("exactly")) else None
    if isinstance(base, Mapping) and pick.start == -1 and not pick.order and base.get("order") and "limit" not in base:
        return {"select": {**base, "order": _turned(base["order"]), "limit": pick.many}}  # the last of them
    if not isinstance(base, Mapping) or (not pick.order and pick.start != 1):
        return None
    return {"select": narrowed(base, {"kind": THEM, **picking(pick)})}


def others_in(draft: Draft, chosen: Mapping[str, Any], pick: Pick) -> Mapping[str, Any] | None:
    """Some of the same kind in the folder that was said with them: the largest file in a, the smallest one in b."""
    base, place = chosen["select"], draft.inside
    if not isinstance(base, Mapping) or place is None:
        return None
    draft.inside = None
    return {"select": narrowed(base, {"kind": SAME, "in": place, **picking(pick)})}


def _turned(order: str) -> str:
    return order[1:] if order.startswith("-") else f"-{order}"


def picking(pick: Pick) -> dict[str, Any]:
    """What a pick adds to a selection."""
    order = {"order": pick.order} if pick.order else {}
    return {**order, "limit": pick.many} if pick.many is not None else order


def narrowed(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """A set by what is said of it besides an earlier one: some of that one, or others of its kind."""
    said = {name: value for name, value in own.items() if name != "kind"}
    if own["kind"] == SAME:
        kept = {name: base[name] for name in ("kind", "in", "deep") if name in base}
        where = [clause for clause in base.get("where", ()) if clause[0] == "type"]
    else:
        is_ranked = "order" in said
        kept = {name: value for name, value in base.items() if not (is_ranked and name in _NUMBERED)}
        where = list(base.get("where", ()))
    clauses = [*where, *said.pop("where", ())]
    return {**kept, **said, **({"where": clauses} if clauses else {})}


def rest_of(draft: Draft, earlier: Sequence[tuple[Draft, Mapping[str, Any]]], own: Mapping[str, Any]) -> dict[str, Any]:
    """What earlier goals leave of the place that the last of them took its things from, or chose them among.

    What was moved away or deleted is gone by then; what was only looked at or copied is left out.
    """
    base, last = earlier[-1][1], earlier[-1][0].piece.reading
    if last is not None and any(slot.kind == _KEPT for slot in last.filled):
        raise PointsNowhere(draft.piece)  # of which the others are gone
    clauses = base.get("where", ())
    types = [clause for clause in clauses if clause[0] == "type"]
    is_typed = 0 < len(types) < len(clauses) and "where" not in own
    is_numbered = not base.keys().isdisjoint(("order", "limit", "exactly"))
    if any(clause[:2] == ["path", "is"] for clause in clauses):  # of two that were named, the other one
        other = {"kind": base["kind"], "where": list(clauses), "one": True}
        return {**other, "except": left} if (left := _left_behind(*earlier[-1])) else other
    if base["kind"] in PIECES or "in" not in base or (is_typed and not is_numbered and draft.shape.writes):
        raise PointsNowhere(draft.piece)  # of the old pdfs: the other pdfs, or the other files
    where = own.get("where") or (clauses if is_numbered else types if is_typed else ())
    left = [
        each for before, chosen in earlier if chosen.get("in") == base["in"] for each in _left_behind(before, chosen)
    ]
    kept = {name: base[name] for name in ("kind", "in", "deep") if name in base}
    kept |= {name: own[name] for name in _NUMBERED if name in own}
    return {**kept, **({"where": list(where)} if where else {}), **({"except": left} if left else {})}


def _left_behind(before: Draft, chosen: Mapping[str, Any]) -> list[Any]:
    """What a goal has dealt with and leaves where it was."""
    if before.rule.verb in ("move", "delete"):
        return []
    if before.rule.verb != "rename":
        return [{"select": chosen}]
    to = before.text("to")
    if to is None:
        raise PointsNowhere(before.piece)
    return [to]
