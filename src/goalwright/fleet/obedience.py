"""Obedience: what a host does about one order of its hub, under its own policy and by its own plans."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any
from weakref import WeakValueDictionary

from goalwright.app import Goalwright
from goalwright.contracts import MetaGoal, Prepared, RunReport
from goalwright.errors import ApprovalRefused, FleetError, GoalwrightError, RunNotFound, WorldDrifted
from goalwright.fleet.order_memory import OrderMemory
from goalwright.fleet.orders import AnswerStatus, HostAnswer, Order
from goalwright.fleet.telling import done_count, hindrance_of, shape_of, told_actions, told_reason

_LATE = {"status": "cancelled", "reason": "the deadline was over before it began"}
_STATUSES: dict[str, AnswerStatus] = {"awaiting_approval": "refused"}


class Obedience:
    """Plans, runs, stops and undoes what orders say. It never raises for what a person can be told."""

    def __init__(self, gw: Goalwright, memory: OrderMemory, now: Callable[[], float]) -> None:
        self._gw = gw
        self._memory = memory
        self._now = now
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._folders = {".": gw.cwd, "~": Path.home()}
        self._deeds: dict[str, Callable[[Order], Any]] = {
            "plan": self._planned,
            "run": self._run,
            "stop": self._stop,
            "undo": self._undone,
            "foresee": self._undone,
        }

    async def answer(self, order: Order) -> HostAnswer:
        """What comes of an order."""
        try:
            fields = await self._deeds[order.kind](order)
        except GoalwrightError as error:
            fields = {"status": "refused", "reason": told_reason(str(error), self._folders)}
        return HostAnswer(fleet=order.fleet, host=order.host, kind=order.kind, serial=order.serial, **fields)

    async def _planned(self, order: Order) -> dict[str, Any]:
        if await self._is_late(order):
            return dict(_LATE)
        prepared = await self._prepared(order)
        if hindrance := hindrance_of(prepared):
            return {"status": "refused", "reason": told_reason(hindrance, self._folders)}
        plan = prepared.plan
        if plan is None:
            raise RuntimeError("a plan without hindrance is there")
        return {
            "status": "ready",
            "plan_hash": prepared.plan_hash,
            "shape": shape_of(plan, self._folders),
            "actions": told_actions(plan, self._folders),
            "count": len(plan.actions),
            "needs_approval": bool(prepared.needs_approval),
            "is_already_so": bool(plan.reasserted),
        }

    async def _run(self, order: Order) -> dict[str, Any]:
        async with self._turn(order):
            return await self._carried_out(order)

    def _turn(self, order: Order) -> asyncio.Lock:
        """A run and its undo come one after the other: an undo must not miss what is just being begun."""
        return self._turns.setdefault(order.run_id, asyncio.Lock())

    async def _carried_out(self, order: Order) -> dict[str, Any]:
        if self._memory.is_stopped(order.fleet, order.serial):
            return {"status": "cancelled", "reason": f"{order.fleet} was stopped"}
        record = self._gw.journal.find(order.run_id)
        if record is None and await self._is_late(order):
            return dict(_LATE)
        if record is None:
            report = await self._begun(order)
        elif record.plan_hash != order.plan_hash:
            raise ApprovalRefused(f"run {order.run_id} has another plan than the one that was approved")
        else:
            report = await self._gw.take_up(order.run_id, by=order.by)
        if report.run_id:
            self._memory.conclude(order.run_id)
        return self._told(order, report)

    async def _begun(self, order: Order) -> RunReport:
        if self._memory.is_concluded(order.run_id):
            raise ApprovalRefused(f"run {order.run_id} has ended, and its record is gone: an order is followed once")
        prepared = await self._prepared(order)
        if prepared.plan_hash != order.plan_hash:
            problem = "what it relies on has changed since its plan was approved"
            raise WorldDrifted(problem, (hindrance_of(prepared) or "another plan is needed now",))
        return await self._gw.run(prepared, approve=order.plan_hash, run_id=order.run_id, by=order.by)

    async def _is_late(self, order: Order) -> bool:
        """Whether the deadline is over, by a clock that may be away for a while."""
        while order.until:
            try:
                return await asyncio.to_thread(self._now) > order.until
            except FleetError:
                continue  # it has waited for some time itself
        return False

    async def _stop(self, order: Order) -> dict[str, Any]:
        self._memory.stop(order.fleet, order.voids)
        try:
            record = await self._gw.stop(order.run_id, by=order.by)
        except RunNotFound as error:  # it never began, or has ended
            return {"status": "success", "reason": told_reason(str(error), self._folders)}
        return {"status": "success", "reason": f"the run is {record.status}"}

    async def _undone(self, order: Order) -> dict[str, Any]:
        if order.kind == "undo":
            self._memory.stop(order.fleet, order.voids)
        async with self._turn(order):
            return await self._taken_back(order)

    async def _taken_back(self, order: Order) -> dict[str, Any]:
        record = self._gw.journal.find(order.run_id)
        if record is None or record.undone:
            reason = "nothing was run here" if record is None else "it was undone before"
            return {"status": "success", "reason": reason}
        report = await self._gw.undo(order.run_id, by=order.by, dry_run=order.kind == "foresee")
        left = report.not_undone
        return {
            "status": "partial" if left else "success",
            "reason": told_reason(f"{left[0][0]}: {left[0][1]}", self._folders) if left else "",
            "done": len(report.undone),
            "count": len(report.undone) + len(report.undone_before) + len(left),
        }

    def _told(self, order: Order, report: RunReport) -> dict[str, Any]:
        status = _STATUSES.get(report.status, report.status)
        # "go on with `goalwright resume RUN`" is read at the hub, where the fleet run is what can be resumed.
        reason = told_reason(report.reason.replace(order.run_id, order.fleet), self._folders)
        count = len(report.plan.actions) if report.plan is not None else 0
        return {
            "status": status,
            "reason": reason,
            "plan_hash": report.plan_hash,
            "count": count,
            "done": done_count(report),
        }

    async def _prepared(self, order: Order) -> Prepared:
        goals: MetaGoal = self._gw.goals_from(order.goals, f"the goals of {order.fleet}")
        return await asyncio.to_thread(self._gw.prepare, goals, text=goals.text)
