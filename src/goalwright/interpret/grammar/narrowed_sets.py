"""Sets that are told by an earlier one: some of it, others of its kind, or what a verb takes all at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.interpret.grammar.draft import Draft
from goalwright.interpret.grammar.noun_phrases import SAME, SELECTING, THEM
from goalwright.interpret.grammar.spoken import Pick
from goalwright.rules.rule import Rule

__all__ = ["SAME", "SEVERAL", "THEM", "narrowed", "picking", "some_of", "take_several", "takes_several"]

SEVERAL = "things"
"""The parameter of verbs that take several things at once."""
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
    if pick.exactly:
        return chosen if isinstance(base, Mapping) and pick.many in (base.get("limit"), base.get("exactly")) else None
    if not isinstance(base, Mapping) or (not pick.order and pick.start != 1):
        return None
    return {"select": narrowed(base, {"kind": THEM, **picking(pick)})}


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
