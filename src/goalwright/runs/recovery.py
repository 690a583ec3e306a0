"""What a journal says of a run that ended early: which actions are done, and which are in doubt."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from goalwright.contracts import ActionOutcome, JournalEntry
from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.plan_json import outcome_from_json
from goalwright.dataclass import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Earlier:
    """An action's earlier life: the outcome it had, or what was before it when it was begun and never ended.

    `left` are the fingerprints it left behind, `changed` what another program had changed by then. `is_redone` says
    that a person wants it done again if its result can't be checked.
    """

    outcome: ActionOutcome | None = None
    before: Mapping[str, Any] = EMPTY
    inverse: Mapping[str, Any] | None = None
    left: Mapping[str, str | None] = EMPTY
    changed: tuple[str, ...] = ()
    is_redone: bool = False


def recovered(entries: Iterable[JournalEntry]) -> dict[str, Earlier]:
    """The last life of every action that the entries speak of, in the order in which they ended or began."""
    lives: dict[str, Earlier] = {}
    for entry in entries:
        if entry.kind == "started":
            earlier = lives.pop(entry.action_id, Earlier())
            changed = (*earlier.changed, *entry.data.get("changed", ()))
            lives[entry.action_id] = Earlier(before=entry.data.get("before") or EMPTY, changed=changed)
        elif entry.kind == "finished":
            began = lives.pop(entry.action_id, Earlier())
            inverse = entry.data.get("inverse")
            lives[entry.action_id] = Earlier(
                outcome=outcome_from_json(entry.data["outcome"]),
                before=began.before,
                inverse=inverse,
                left=entry.data.get("left") or EMPTY,
                changed=(*began.changed, *disturbed(inverse or EMPTY, entry.data.get("left") or EMPTY)),
            )
    return lives


def disturbed(inverse: Mapping[str, Any], left: Mapping[str, str | None]) -> tuple[str, ...]:
    """What another program changed between an action's effect and the fingerprints that were then taken.

    The tool tells what it found changed, and what each thing `holds` by its own doing, which is part of a fingerprint
    of it. That of a folder in which other actions touch something says less than the tool saw.
    """
    holds = inverse.get("holds", EMPTY)
    others = (name for name, held in holds.items() if (seen := left.get(name)) is not None and held not in seen)
    alone = (name for name in others if not any(inner.startswith(f"{name}/") for inner in left))
    return (*inverse.get("changed", ()), *alone)
