"""What a host tells the hub about a plan: enough to judge it by, and nothing that stands in a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from goalwright.contracts import Plan, PlannedAction, Prepared, RunReport
from goalwright.contracts.json_fields import canonical_json
from goalwright.fleet.orders import MAX_ACTIONS_TOLD, ToldAction

_WHERE = ("path", "to", "url", "app_name", "folder")
"""Arguments that say where something is done. The others may hold what was read from a file."""
_REASON_CHARACTERS = 300


def shape_of(plan: Plan, folders: Mapping[str, Path]) -> str:
    """A digest that is the same for plans which differ only in where these folders are on the host."""
    rows = [
        [action.action_id, action.tool, action.risk, _placed(dict(action.args), folders), list(action.depends_on)]
        for action in plan.actions
    ]
    return hashlib.sha256(canonical_json(rows).encode()).hexdigest()


def told_actions(plan: Plan, folders: Mapping[str, Path]) -> tuple[ToldAction, ...]:
    """The first actions, as the hub may know them."""
    return tuple(_told(action, folders) for action in plan.actions[:MAX_ACTIONS_TOLD])


def told_reason(reason: str, folders: Mapping[str, Path]) -> str:
    return str(_placed(reason, folders))[:_REASON_CHARACTERS]


def done_count(report: RunReport) -> int:
    return sum(outcome.is_done for outcome in report.outcomes.values())


def hindrance_of(prepared: Prepared) -> str:
    """Why a plan cannot be run on this host, or nothing."""
    if prepared.plan is None or prepared.result.unmet:
        return prepared.result.reason or "no plan meets all of the goals here"
    if prepared.refusals:
        return prepared.refusals[0][1]
    return prepared.unavailable[0][1] if prepared.unavailable else ""


def _told(action: PlannedAction, folders: Mapping[str, Path]) -> ToldAction:
    places = [str(_placed(action.args[name], folders)) for name in _WHERE if isinstance(action.args.get(name), str)]
    deed = (action.tool or action.intent).rpartition(".")[2].replace("_", " ")
    what = " ".join([deed, " → ".join(places)]).strip()
    return ToldAction(what=what, tool=action.tool or "", risk=action.risk)


def _placed(value: Any, folders: Mapping[str, Path]) -> Any:
    """The value with the host's own folders written as what they are for."""
    if isinstance(value, str):
        for mark, folder in folders.items():
            if value == str(folder):
                return mark
            value = value.replace(f"{folder}/", f"{mark}/")
        return value
    if isinstance(value, Mapping):
        return {name: _placed(part, folders) for name, part in value.items()}
    if isinstance(value, Sequence):
        return [_placed(part, folders) for part in value]
    return value
