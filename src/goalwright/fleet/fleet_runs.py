"""Fleet runs as they are kept: what was asked, of which hosts, and how it spreads; signed by the hub."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from nacl.signing import SigningKey

from goalwright.dataclass import dataclass
from goalwright.errors import FleetError, SealBroken
from goalwright.fleet.orders import Kind, Order
from goalwright.fleet.rollout import Rollout
from goalwright.fleet.seals import Purpose, opened, public_key, sealed

_NOTE_PURPOSES: tuple[Purpose, ...] = ("approval", "mark")
_NAME = re.compile(r"fleet-([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True, kw_only=True)
class FleetRun:
    """One command for several hosts. `until`: its deadline by the clock of the database, or 0."""

    number: int
    text: str
    goals: str
    hosts: tuple[str, ...]
    rollout: Rollout
    by: str
    until: int = 0

    @property
    def name(self) -> str:
        return f"fleet-{self.number}"

    def order(self, kind: Kind, host: str, serial: int, plan_hash: str = "", voids: int = -1, until: int = 0) -> Order:
        goals = self.goals if kind in ("plan", "run") else ""
        return Order(
            fleet=self.name,
            host=host,
            kind=kind,
            serial=serial,
            goals=goals,
            plan_hash=plan_hash,
            by=f"fleet: {self.by}",
            voids=voids,
            until=until,
        )

    def sealed(self, key: SigningKey) -> str:
        body = {
            "number": self.number,
            "text": self.text,
            "goals": self.goals,
            "hosts": list(self.hosts),
            "rollout": list(self.rollout),
            "by": self.by,
            "until": self.until,
        }
        return sealed("fleet run", body, key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Notes:
    """What has been decided about a fleet run since: approvals by host, how often it was resumed, and stops."""

    approved: Mapping[str, str]
    approved_by: tuple[str, ...] = ()
    serial: int = 0
    is_stopped: bool = False
    is_canary_over: bool = False
    until: int = 0


def number_of(name: str) -> int:
    found = _NAME.fullmatch(name)
    if found is None:
        raise FleetError(f"{name!r} is no fleet run: they are called fleet-1, fleet-2, …")
    return int(found[1])


def fleet_run_from(seal: str, number: int, key: SigningKey) -> FleetRun:
    """The fleet run that this hub kept under this number; SealBroken if another wrote it."""
    body = opened("fleet run", seal, public_key(key))
    if body["number"] != number:
        raise FleetError(f"the record of fleet-{number} is that of another fleet run")
    rollout = Rollout(*body["rollout"])
    return FleetRun(
        number=number,
        text=body["text"],
        goals=body["goals"],
        hosts=tuple(body["hosts"]),
        rollout=rollout,
        by=body["by"],
        until=body["until"],
    )


def approval(run: FleetRun, plans: Mapping[str, str], by: str, key: SigningKey) -> str:
    return sealed("approval", {"fleet": run.name, "plans": dict(plans), "by": by}, key)


def mark(run: FleetRun, what: str, by: str, key: SigningKey, until: int = 0) -> str:
    """A signed note that a fleet run was resumed, stopped, or let past its canary; `what` says which.

    One that resumes has a deadline of its own in `until`.
    """
    return sealed("mark", {"fleet": run.name, "what": what, "by": by, "until": until}, key)


def notes_from(run: FleetRun, seals: Iterable[str], key: SigningKey) -> Notes:
    """What the notes of a fleet run come to, in their order; those that the hub did not sign don't count."""
    approved: dict[str, str] = {}
    approved_by: list[str] = []
    serial, is_stopped, is_canary_over, until = 0, False, False, run.until
    for seal in seals:
        note = _note(seal, key)
        if note.get("fleet") != run.name:
            continue  # a stranger may have moved it here
        if "plans" in note:
            approved.update(note["plans"])
            approved_by.append(note["by"])
        elif note["what"] == "stopped":
            is_stopped = True
        elif note["what"] == "resumed":
            serial, is_stopped, until = serial + 1, False, note["until"]
        else:
            is_canary_over = True
    return Notes(
        approved=approved,
        approved_by=tuple(approved_by),
        serial=serial,
        is_stopped=is_stopped,
        is_canary_over=is_canary_over,
        until=until,
    )


def _note(seal: str, key: SigningKey) -> dict[str, Any]:
    for purpose in _NOTE_PURPOSES:
        try:
            return opened(purpose, seal, public_key(key))
        except SealBroken:
            continue
    return {}
