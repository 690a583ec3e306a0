"""Walk: one run of a graph, from the first action that is ready to the last that ends."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from goalwright.contracts import (
    NEVER,
    ActionOutcome,
    Journal,
    Listener,
    PlanGraph,
    PlannedAction,
    RunEvent,
    StopSignal,
    ToolCall,
)
from goalwright.contracts.journal import FactsWriter
from goalwright.contracts.run_report import ActionState, EventKind
from goalwright.dataclass import dataclass, replace
from goalwright.errors import ContractViolation, GoalwrightError, JournalError, ToolFailure
from goalwright.graph import layers
from goalwright.runs.attempt import Performed, Work, perform
from goalwright.runs.calls_ahead import calls_ahead
from goalwright.runs.leavings import Leavings
from goalwright.runs.pools import Pools, pools_of, shared_pools
from goalwright.runs.recovery import Earlier
from goalwright.runs.reports import Reports
from goalwright.runs.resolver import ToolResolver, is_reference
from goalwright.runs.seen_values import Seen
from goalwright.runs.stop import CallStop, StopRequest

_SETTLED: tuple[ActionState, ...] = ("done", "skipped")
_HINDRANCES: Mapping[ActionState, str] = {
    "failed": "failed",
    "in_doubt": "is in doubt",
    "skipped": "was skipped",
}

PATIENCE_S = 1.0
"""How long an action that waits for another program may still take once the run is to stop."""
_STOPPED = "stopped while it was running; resuming looks whether it was done"
_LEFT = "stopped while it was running"
_NEVER = "stopped before it began"


MAX_PARALLEL = 32
RETRIES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Ports:
    """What every run of an executor has in common: its ports, its bounds, and what its runs share."""

    resolver: ToolResolver
    pools: Pools
    journal: Journal | None = None
    facts: FactsWriter | None = None
    max_parallel: int = MAX_PARALLEL
    retries: int = RETRIES
    clock: Callable[[], float] = time.time


class Walk:
    """The state of one run. Predecessors are counted down, so that an action costs the same in any graph."""

    def __init__(
        self,
        ports: Ports,
        graph: PlanGraph,
        *,
        run_id: str,
        keep: str,
        earlier: Mapping[str, Earlier],
        stop: StopRequest,
        on_event: Listener | None,
    ) -> None:
        self._ports = ports
        self._keep = keep
        self._graph = graph
        self._run_id = run_id
        self._earlier = earlier
        self._stop = stop
        self._on_event = on_event
        self._seen = Seen(graph.nodes)
        journal = ports.journal
        self._reports = Reports(journal, run_id, ports.clock) if journal is not None else None
        self._waits = {name: len(set(action.depends_on)) for name, action in graph.nodes.items()}
        self._ready = deque(name for name, count in self._waits.items() if not count)
        self._running: dict[str, asyncio.Task[None]] = {}
        self._at_work: dict[str, tuple[Work, float]] = {}
        self._waiting: set[str] = set()
        self._queued: set[str] = set()
        self._outcomes: dict[str, ActionOutcome] = {}
        self._released: set[str] = set()
        self.leavings = Leavings(earlier.values())
        self._fault: BaseException | None = None
        self._idle = asyncio.Event()

    async def to_the_end(self, *, is_flushed: bool) -> dict[str, ActionOutcome]:
        """The outcome of every action, in the graph's order; unless given up, it need not be `is_flushed` here."""
        self._tell("run_started")
        self._expect_all()
        self._stop.listen(self._stopped)
        try:
            self._start_ready()
            await self._idle.wait()
        except asyncio.CancelledError:
            is_flushed = True
            self._stop.now()
            await asyncio.gather(*self._running.values(), return_exceptions=True)
            raise
        finally:
            self._stop.forget(self._stopped)
            if self._reports is not None and self._fault is None and is_flushed:
                await self._reports.flush()
        if self._fault is not None:
            raise self._fault
        self._explain_the_rest()
        self._tell("run_ended")
        return {name: self._outcomes[name] for name in self._graph.nodes}

    def _expect_all(self) -> None:
        """Know beforehand what the actions will touch; what they are to write need not be known yet."""
        for action in self._graph.nodes.values() if self._reports is not None else ():
            if not action.only_looks:
                with suppress(GoalwrightError, OSError):
                    entry, tool, args = self._ports.resolver.resolve(action)
                    self.leavings.expect(tool.resources(self._call(action, entry.name, args, NEVER)))

    def _start_ready(self) -> None:
        while self._ready and len(self._running) < self._ports.max_parallel:
            if self._stop.is_requested or self._fault is not None:
                break
            name = self._ready.popleft()
            life = self._earlier.get(name)
            if life is not None and life.outcome is not None and life.outcome.state in _SETTLED:
                self._outcomes[name] = life.outcome
                self._release(name)
            else:
                self._running[name] = task = asyncio.create_task(self._go(self._graph.nodes[name], life))
                task.add_done_callback(partial(self._over, name))
        if not self._running:
            self._idle.set()

    async def _go(self, action: PlannedAction, life: Earlier | None) -> None:
        name = action.action_id
        try:
            outcome = self._reported(await self._performed(action, life))
            self._ended(outcome)
            if outcome.is_done:
                self._release(name)
        except asyncio.CancelledError:
            self._ended(self._given_up(name))
        except BaseException as fault:  # noqa: BLE001  # kept, and raised to what awaits the run
            self._fault = fault

    def _over(self, name: str, _task: asyncio.Task[None]) -> None:
        """Clear up behind an action. A task that is cancelled before its first step runs nothing of its own."""
        if name not in self._outcomes and self._fault is None:
            self._ended(self._given_up(name))
        del self._running[name]
        self._at_work.pop(name, None)
        self._waiting.discard(name)
        self._queued.discard(name)
        self._start_ready()

    def _given_up(self, name: str) -> ActionOutcome:
        """What becomes of an action that is abandoned: in doubt only if it may have changed something."""
        if name not in self._at_work:
            return ActionOutcome(action_id=name, state="cancelled", error=_NEVER)
        work, began = self._at_work[name]
        is_begun = work.begun is not None or self._reports is None or name in self._reports.announced
        is_doubtful = is_begun and not work.is_harmless
        return ActionOutcome(
            action_id=name,
            state="in_doubt" if is_doubtful else "cancelled",
            error=_STOPPED if is_doubtful else _LEFT,
            seconds=time.perf_counter() - began,
        )

    def _reported(self, performed: Performed) -> ActionOutcome:
        if self._reports is None:
            return performed.outcome
        try:
            self._reports.report(*performed)
        except ContractViolation as violation:
            problem = f"the tool gave back what cannot be written down: {violation.problem}"
            outcome = ActionOutcome(action_id=performed.outcome.action_id, state="failed", error=problem)
            self._reports.report(outcome, performed.inverse)
            return outcome
        return performed.outcome

    async def _performed(self, action: PlannedAction, life: Earlier | None) -> Performed:
        try:
            work = self._work(action, life)
        except ToolFailure as failure:
            return Performed(ActionOutcome(action_id=action.action_id, state="failed", error=failure.problem))
        if work.entry.waits:
            self._waiting.add(action.action_id)
        used = _resources(work) if action.action_class == "actuate" else ()
        names = pools_of(action, work.entry, used)
        if not names:
            return await self._done(work)
        self._queued.add(action.action_id)
        async with self._ports.pools.held(names, shared_pools(action, work.entry, used)):
            self._queued.discard(action.action_id)
            return await self._done(work)

    async def _done(self, work: Work) -> Performed:
        if self._stop.is_requested:  # its turn came too late
            raise asyncio.CancelledError
        name = work.action.action_id
        self._at_work[name] = (work, time.perf_counter())
        self._tell("action_started", name)
        if self._reports is None or work.observes:
            performed = await perform(work)
        else:
            performed = await self._watched(work)
        if performed.outcome.is_done:
            self._remember(work)
        return performed

    async def _watched(self, work: Work) -> Performed:
        """The work done, and what others changed before it and what it left taken down for undo."""
        # What was begun in an earlier life may itself have made the difference.
        if work.begun is None and (changed := await self.leavings.compare(work.tool, _resources(work))):
            work = replace(work, changed=changed)
        performed = await perform(work)
        if performed.inverse is None:
            return performed
        left = await self.leavings.note(work.tool, _resources(work), performed.inverse)
        return performed._replace(left=left)

    def _remember(self, work: Work) -> None:
        """Keep what is known now; a tool that stumbles over saying so has done its work all the same."""
        facts = self._ports.facts
        if facts is None or not work.entry.is_trusted:
            return
        try:
            known = work.tool.facts(work.call)
            if known:
                facts.record(known, tool=work.entry.name, run_id=self._run_id, action_id=work.action.action_id)
        except JournalError:
            raise
        except Exception:  # noqa: BLE001  # around a tool call: a tool's bug must not take the run down
            return

    def _work(self, action: PlannedAction, life: Earlier | None) -> Work:
        resolved = self._ports.resolver.resolve(action)
        stop = CallStop(self._stop)
        args = self._seen.filled(resolved.args, self._outcomes, action.intent)
        return Work(
            action=action,
            entry=resolved.entry,
            tool=resolved.tool,
            call=self._call(action, resolved.entry.name, args, stop),
            stop=stop,
            reports=self._reports,
            retries=self._ports.retries,
            begun=life.before if life is not None and life.outcome is None else None,
            is_redone=life is not None and life.is_redone,
            on_retry=self._retried,
        )

    def _call(self, action: PlannedAction, tool: str, args: Mapping[str, Any], stop: StopSignal) -> ToolCall:
        return ToolCall(
            tool=tool,
            action_id=action.action_id,
            args=args,
            run_id=self._run_id,
            risk=action.risk,
            keep=self._keep,
            touches=action.touches,
            filled=tuple(name for name, value in action.args.items() if is_reference(value)),
            is_last=not self._graph.adjacency.get(action.action_id),
            ahead=calls_ahead(self._graph, action),
            stop=stop,
        )

    def _release(self, name: str) -> None:
        self._released.add(name)
        for child in sorted(self._graph.adjacency.get(name, ())):
            self._waits[child] -= 1
            if not self._waits[child]:
                self._ready.append(child)

    def _explain_the_rest(self) -> None:
        """Actions that never began were skipped because of one before them, or cancelled."""
        if len(self._outcomes) == len(self._graph.nodes):
            return
        for layer in layers({name: action.depends_on for name, action in self._graph.nodes.items()}):
            for name in layer:
                if name not in self._outcomes:
                    self._outcomes[name] = self._never_began(name)

    def _never_began(self, name: str) -> ActionOutcome:
        for parent in self._graph.nodes[name].depends_on:
            how = _HINDRANCES.get(self._outcomes[parent].state)
            if how is not None and parent not in self._released and self._outcomes[parent].error != _STOPPED:
                return ActionOutcome(action_id=name, state="skipped", error=f"{parent} {how}")
        return ActionOutcome(action_id=name, state="cancelled", error=_NEVER)

    def _stopped(self) -> None:
        if self._stop.is_set():
            self._give_up(set(self._running))
        else:
            self._give_up(self._queued)
            asyncio.get_running_loop().call_later(PATIENCE_S, self._give_up, self._waiting)

    def _give_up(self, names: set[str]) -> None:
        for name in tuple(names):
            self._running[name].cancel()

    def _ended(self, outcome: ActionOutcome) -> None:
        self._outcomes[outcome.action_id] = outcome
        self._tell("action_ended", outcome.action_id, outcome)

    def _retried(self, action_id: str) -> None:
        if self._reports is not None:
            self._reports.retried(action_id)
        self._tell("action_retried", action_id)

    def _tell(self, kind: EventKind, action_id: str = "", outcome: ActionOutcome | None = None) -> None:
        if self._on_event is None:
            return
        event = RunEvent(kind=kind, run_id=self._run_id, action_id=action_id, outcome=outcome, at=self._ports.clock())
        try:
            self._on_event(event)
        except Exception:  # a listener's mistake is the listener's: the run goes on
            import logging  # takes a while to load

            logging.getLogger(__name__).exception("What listens to the run %s failed", self._run_id)


def _resources(work: Work) -> tuple[str, ...]:
    """What the call says it touches; a tool that stumbles over saying so does its work all the same."""
    try:
        return work.tool.resources(work.call)
    except (GoalwrightError, OSError):
        return ()
