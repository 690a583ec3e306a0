"""One action from beginning to end: look, journal, run, verify, and take down how to undo it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts import (
    ActionOutcome,
    PlannedAction,
    Tool,
    ToolCall,
    ToolEntry,
    ToolResult,
    Verdict,
)
from goalwright.contracts.frozen import EMPTY
from goalwright.dataclass import dataclass
from goalwright.errors import JournalError, PolicyRefusal, ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.runs.reports import Reports
from goalwright.runs.stop import CallStop

GRACE_S = 3.0
"""How long a tool that has run out of time may take to put things in order before it is abandoned."""
FIRST_PAUSE_S = 0.1

_NOTHING_SEEN = ToolResult(ok=True)
_DOUBT = "interrupted, and the result can't be checked: check it yourself, then resume with --redo or --skip"


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """An action with all that is needed to perform it; `begun` is what was before it, in an earlier life.

    `changed` is what it is about to touch and another program has changed since an earlier action did.
    """

    action: PlannedAction
    entry: ToolEntry
    tool: Tool
    call: ToolCall
    stop: CallStop
    reports: Reports | None = None
    retries: int = 0
    begun: Mapping[str, Any] | None = None
    is_redone: bool = False
    changed: tuple[str, ...] = ()
    on_retry: Callable[[str], None] | None = None

    @property
    def observes(self) -> bool:
        return self.action.only_looks

    @property
    def is_harmless(self) -> bool:
        """Whether it changes nothing, so that it is never in doubt: it is simply done again."""
        return self.observes or (self.entry.risk == "none" and self.entry.is_idempotent)


class Performed(NamedTuple):
    """What became of the work, what undo will need, and the fingerprints of what it left."""

    outcome: ActionOutcome
    inverse: Mapping[str, Any] | None = None
    left: Mapping[str, str | None] = EMPTY


class _Late(Exception):  # named for what happened; it never leaves this file
    """The tool did not come back in time."""


async def perform(work: Work) -> Performed:
    """Do the work. Whatever goes wrong with the tool is an outcome; only the journal's troubles are raised."""
    began = time.perf_counter()
    attempts = 0
    try:
        before, verdict = await _begin(work)
        result = _NOTHING_SEEN
        if verdict == "unobservable" and work.begun is not None and not work.is_redone:
            return _ended(work, began, state="in_doubt", error=_DOUBT, verified="unobservable")
        if verdict != "yes":
            result, attempts = await _run(work, before)
            if not result.ok:  # it has put in order what it had begun
                state = "cancelled" if work.stop.is_given_up else "failed"
                return _ended(work, began, state=state, error=result.error or "", attempts=attempts)
            verdict = "" if work.observes else await work.tool.verify(work.call, before)
        if verdict == "no":
            error = f"{work.entry.name} ran, but its effect cannot be seen: check it, then try again"
            return _ended(work, began, state="failed", error=error, verified="no", attempts=attempts)
        inverse = None if work.observes else await work.tool.inverse(work.call, before)
    except _Late:
        return await _late(work, before, began)
    except JournalError:
        raise
    except (ToolFailure, PolicyRefusal) as failure:
        is_doubtful = work.stop.is_given_up or (isinstance(failure, ToolFailure) and failure.is_half_done)
        state = "in_doubt" if is_doubtful else "failed"  # resuming goes on from what was before it, and so does undo
        return _ended(work, began, state=state, error=str(failure), attempts=attempts)
    except Exception as error:  # noqa: BLE001  # around a tool call: a tool's bug must not take the run down
        told = f"{work.entry.name} broke: {type(error).__name__}: {error}"
        return _ended(work, began, state="failed", error=told, attempts=attempts)
    done = _ended(work, began, state="done", output=result.output, verified=verdict, attempts=attempts)
    return Performed(done.outcome, inverse)


async def _begin(work: Work) -> tuple[Mapping[str, Any], Verdict | str]:
    """What was before the action, journalled; and for one that was begun before, whether its effect is there."""
    if work.begun is not None and not work.is_harmless:
        return work.begun, await work.tool.verify(work.call, work.begun)
    before = await work.tool.look(work.call)
    if work.reports is not None:
        announced = work.reports.announce(work.call.action_id, before, work.changed)
        if not work.observes:  # nothing is lost if an action that changes nothing was never announced
            await announced
    return before, ""


async def _run(work: Work, before: Mapping[str, Any]) -> tuple[ToolResult, int]:
    """The tool's result and how many attempts it took; only what may be repeated is tried again."""
    attempt = 1
    while True:
        try:
            return await _in_time(work, before), attempt
        except ToolFailure as failure:
            may_retry = failure.is_transient and work.entry.is_idempotent and attempt <= work.retries
            if failure.is_half_done and not may_retry:
                raise
            if not may_retry or work.stop.is_set():
                return ToolResult(ok=False, error=failure.problem), attempt
        if work.on_retry is not None:
            work.on_retry(work.action.action_id)
        await asyncio.sleep(FIRST_PAUSE_S * 2 ** (attempt - 1))
        attempt += 1


async def _in_time(work: Work, before: Mapping[str, Any]) -> ToolResult:
    """The tool's result, or _Late: it is asked to stop when its time is up, and abandoned a little later."""
    deadline = _Deadline(work)
    try:
        return await work.tool.run(work.call, before)
    except asyncio.CancelledError:
        if deadline.is_abandoned and deadline.task.uncancel() == 0:
            raise _Late from None
        raise
    except ToolFailure:
        if work.stop.is_late:
            raise _Late from None
        raise
    finally:
        deadline.timer.cancel()


class _Deadline:
    """The end of a tool's time: first its stop signal is set, then its task is cancelled."""

    def __init__(self, work: Work) -> None:
        task = asyncio.current_task()
        if task is None:
            raise RuntimeError("a tool runs inside a task")
        self.task = task
        self.is_abandoned = False
        self._stop = work.stop
        self._loop = asyncio.get_running_loop()
        self.timer = self._loop.call_later(work.entry.timeout_s, self._expire)

    def _expire(self) -> None:
        self._stop.expire()
        self.timer = self._loop.call_later(GRACE_S, self._abandon)

    def _abandon(self) -> None:
        self.is_abandoned = True
        self.task.cancel()


async def _late(work: Work, before: Mapping[str, Any], began: float) -> Performed:
    """An action that ran out of time is done if its effect is there, and in doubt if that can't be seen."""
    error = f"{work.entry.name} took longer than {work.entry.timeout_s:g} s"
    try:
        verdict: Verdict = "no" if work.is_harmless else await work.tool.verify(work.call, before)
        inverse = await work.tool.inverse(work.call, before) if verdict == "yes" else None
    except ToolFailure:
        verdict, inverse = "no", None
    if verdict == "yes":
        return Performed(_ended(work, began, state="done", verified="yes", attempts=1).outcome, inverse)
    state = "failed" if verdict == "no" else "in_doubt"
    return _ended(work, began, state=state, error=error, verified=verdict, attempts=1)


def _ended(
    work: Work,
    began: float,
    *,
    state: Any,
    error: str = "",
    output: Mapping[str, Any] = EMPTY,
    verified: Any = "",
    attempts: int = 0,
) -> Performed:
    outcome = ActionOutcome(
        action_id=work.action.action_id,
        state=state,
        output=output,
        error=error,
        verified=verified,
        attempts=attempts,
        seconds=time.perf_counter() - began,
    )
    return Performed(outcome)
