"""Undo: takes a run back, last action first, if the world is still as the run left it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Literal

from goalwright.contracts import JournalEntry, RunRecord, RunStore, Tool, ToolCall, ToolEntry
from goalwright.contracts.frozen import EMPTY
from goalwright.dataclass import dataclass, replace
from goalwright.errors import GoalwrightError, JournalError, RunNotFound, ToolFailure, WorldDrifted
from goalwright.runs.foresight import FindTool, foreseen
from goalwright.runs.pools import Pools, pools_of, shared_pools
from goalwright.runs.stop import StopRequest
from goalwright.runs.trail import Touched, Trail, settled, trails
from goalwright.runs.verdicts import is_cut_off

UndoState = Literal["undone", "undone_before", "irreversible", "in_doubt", "failed", "left"]
"""`undone_before` was taken back by an earlier undo; `irreversible` happened and cannot be taken back; an action
`in_doubt` may have happened or not; `left` was not tried, because taking back a later action failed or the
undo was stopped."""

_IRREVERSIBLE = "cannot be taken back"
_STOPPED = "stopped before it was undone; go on with `goalwright undo`"
_FAILED_BEFORE = "{} (when it was last tried; `goalwright undo` tries again)"
_IN_DOUBT = "was interrupted, and the result can't be checked: check it yourself"


@dataclass(frozen=True, slots=True, kw_only=True)
class UndoOutcome:
    """What became of an action that the run did; `reason` says why it is not undone."""

    action_id: str
    state: UndoState
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """An action that can be taken back, with all that is needed for it."""

    trail: Trail
    entry: ToolEntry
    tool: Tool
    call: ToolCall
    inverse: Mapping[str, Any]

    @property
    def times(self) -> Mapping[str, Any]:
        """The times of folders before and after the action, by path."""
        times: Mapping[str, Any] = self.inverse.get("times", EMPTY)
        return times

    def with_times(self, times: Mapping[str, Any]) -> _Step:
        """The step with these times for those of its folders that are among them."""
        mine = {folder: times[folder] for folder in self.times if folder in times}
        return replace(self, inverse={**self.inverse, "times": mine}) if self.times else self

    def names(self) -> Iterator[str]:
        """What the action relied on or changed; some of it only the inverse knows, or what was written as it ended."""
        yield from self.trail.left or (*self.tool.resources(self.call), *self.inverse.get("resources", ()))


async def undo_run(
    journal: RunStore,
    record: RunRecord,
    tools: FindTool,
    pools: Pools,
    *,
    forget: Callable[[str, str], object] | None = None,
    by: str = "",
    dry_run: bool = False,
    stop: StopRequest | None = None,
) -> list[UndoOutcome]:
    """Take back what can be, and say what became of each action that changed something, last first.

    Raises WorldDrifted if anything differs from what the run left behind, and RunNotFound for a run that is going
    on, was interrupted or is undone already: nothing is touched then. An undo that was itself interrupted or failed
    goes on where it was. `forget` is told the run and the action before an action counts as undone; a dry run says
    what would be undone, of a run that was interrupted once what it had begun is completed.
    """
    lock = journal.lock(record.run_id)
    if lock is None:
        raise RunNotFound(f"the run {record.run_id} is still going on: wait until it ends, or stop it")
    with lock:
        record = journal.run(record.run_id)
        entries = journal.entries(record.run_id)
        if dry_run and is_cut_off(record, entries):
            entries = await foreseen(record, entries, tools)
        left = _required_end(record, entries)
        found = trails(record, entries)
        steps = {trail.action.action_id: _step(trail, tools) for trail in found if _is_reversible(trail)}
        await _require_unchanged(record, steps.values(), left)
        steps = await _with_times(steps, _shaken(record, found))
        undoing = _Undoing(journal, record, steps, pools, forget, stop or StopRequest(), dry_run=dry_run)
        outcomes = [await undoing.outcome(trail) for trail in found if _is_told(trail, tools)]
        if not dry_run:
            await _finish(journal, record, outcomes, by)
        return outcomes


class _Undoing:
    """One undo at work: after a failure it touches nothing more, because the rest may rely on what failed."""

    def __init__(
        self,
        journal: RunStore,
        record: RunRecord,
        steps: Mapping[str, _Step],
        pools: Pools,
        forget: Callable[[str, str], object] | None,
        stop: StopRequest,
        *,
        dry_run: bool,
    ) -> None:
        self._journal = journal
        self._run_id = record.run_id
        self._steps = steps
        self._pools = pools
        self._forget = forget
        self._stop = stop
        self._dry_run = dry_run
        self._failed = ""

    async def outcome(self, trail: Trail) -> UndoOutcome:
        name = trail.action.action_id
        if trail.state == "in_doubt":
            return UndoOutcome(action_id=name, state="in_doubt", reason=_IN_DOUBT)
        if name not in self._steps:
            return UndoOutcome(action_id=name, state="irreversible", reason=_IRREVERSIBLE)
        if trail.is_undone:
            return UndoOutcome(action_id=name, state="undone_before")
        if self._failed:
            return UndoOutcome(action_id=name, state="left", reason=f"left as it is, because {self._failed} failed")
        if self._dry_run:
            self._failed = name if trail.undo_error else ""
            reason = _FAILED_BEFORE.format(trail.undo_error) if trail.undo_error else ""
            return UndoOutcome(action_id=name, state="failed" if reason else "undone", reason=reason)
        if self._stop.is_requested:
            return UndoOutcome(action_id=name, state="left", reason=_STOPPED)
        if problem := await self._take_back(name, self._steps[name]):
            self._failed = name
            return UndoOutcome(action_id=name, state="failed", reason=problem)
        return UndoOutcome(action_id=name, state="undone")

    async def _take_back(self, name: str, step: _Step) -> str:
        """Why it could not be taken back; nothing if it was."""
        await self._journal.record(JournalEntry(run_id=self._run_id, kind="undo_started", action_id=name))
        action, entry = step.trail.action, step.entry
        used = _used(step)
        async with self._pools.held(pools_of(action, entry, used), shared_pools(action, entry, used)):
            problem = await _undo(step)
        if not problem and self._forget is not None:
            self._forget(self._run_id, name)
        ended = JournalEntry(run_id=self._run_id, kind="undo_finished", action_id=name, data={"error": problem})
        self._journal.record(ended)
        return problem


def _used(step: _Step) -> tuple[str, ...]:
    """What the call says it touches; a tool that stumbles over saying so is undone all the same."""
    try:
        return step.tool.resources(step.call)
    except (GoalwrightError, OSError):
        return ()


async def _undo(step: _Step) -> str:
    try:
        await step.tool.undo(step.call, step.trail.before, step.inverse)
    except JournalError:
        raise
    except GoalwrightError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001  # around a tool call: a tool's bug is a failure like any other
        return f"{step.call.tool} broke: {type(error).__name__}: {error}"
    return ""


def _required_end(record: RunRecord, entries: Iterable[JournalEntry]) -> Mapping[str, Any]:
    """What is written of the run's end; RunNotFound if it has none, or none any more."""
    if record.undone:
        raise RunNotFound(f"the run {record.run_id} is undone already")
    left = settled(entries)
    if left is None:
        remedy = f"finish it with `goalwright resume {record.run_id}`, then undo it"
        raise RunNotFound(f"the run {record.run_id} was interrupted, and what it left behind is not known: {remedy}")
    return left


async def _require_unchanged(record: RunRecord, steps: Collection[_Step], left: Mapping[str, Any]) -> None:
    """All that would be taken back is as the run left it, but for what an earlier undo has begun to change."""
    touched = Touched(name for step in steps if step.trail.is_undoing for name in step.names())
    compared: set[str] = set()
    changes = []
    for step in steps:
        for name in step.names():
            if name not in compared and name not in touched:
                compared.add(name)
                changes += await _changes(step.tool, name, left)
    if changes:
        raise WorldDrifted(f"the run {record.run_id} cannot be undone, and nothing was touched", changes)


async def _changes(tool: Tool, name: str, left: Mapping[str, Any]) -> list[str]:
    prints = left["prints"]
    kind, _, called = name.partition(":")
    called = {"path": called, "kept": f"what is kept for undo in {called}"}.get(kind, name)
    if prints.get(name) is None:
        return [f"{called} was not looked at when the run ended"]
    if name in left.get("changed", ()):
        return [f"{called} was changed by another program during the run"]
    try:
        # Runs of versions that noted no changes have fingerprints of folders with all that is in them.
        is_same = await tool.fingerprint(name, prints if "changed" in left else ()) == prints[name]
    except (GoalwrightError, OSError) as error:
        return [f"{called} cannot be looked at: {error}"]
    return [] if is_same else [f"{called} is not as the run left it"]


def _shaken(record: RunRecord, found: Iterable[Trail]) -> dict[str, float]:
    """The folders in which an action failed, which may have changed their times, and when the run ended."""
    failed = (trail for trail in found if trail.state == "failed")
    return {folder: record.ended_at or 0 for trail in failed for folder in trail.before.get("times", ())}


async def _with_times(steps: Mapping[str, _Step], shaken: Mapping[str, float]) -> dict[str, _Step]:
    """The steps, each with the times that its folders had before the run's first change to them.

    A folder around what the run touched keeps its time if another program has changed it since the run.
    """
    first: dict[str, int | None] = {}
    last: dict[str, int | None] = {}
    for step in sorted(steps.values(), key=lambda step: step.trail.began):
        first = {folder: was for folder, (was, _) in step.times.items()} | first
    for step in reversed(tuple(steps.values())):  # in the order in which they ended
        last |= {folder: now for folder, (_, now) in step.times.items()}
    ours = Touched(name for step in steps.values() for name in step.names())
    changing = {folder for step in steps.values() if step.trail.is_half_undone for folder in step.times}
    put_back: dict[str, list[int | None]] = {}
    for step in steps.values():
        for folder in step.times.keys() - put_back.keys():
            is_free = folder in changing or ours.holds(f"path:{folder}")
            now = "" if is_free else await step.tool.fingerprint(f"times:{folder}")
            is_shaken = folder in shaken and now.isdecimal() and int(now) <= shaken[folder] * 1e9
            if is_free or is_shaken or now in (str(first[folder]), str(last[folder])):
                put_back[folder] = [first[folder], last[folder]]
    return {name: step.with_times(put_back) for name, step in steps.items()}


async def _finish(journal: RunStore, record: RunRecord, outcomes: Iterable[UndoOutcome], by: str) -> None:
    await journal.flush(record.run_id)
    states = {outcome.state for outcome in outcomes}
    if states & {"undone", "undone_before"} and states.isdisjoint(("failed", "left")):
        journal.record(JournalEntry(run_id=record.run_id, kind="undone", data={"by": by}))
        journal.mark_undone(record.run_id)


def _step(trail: Trail, tools: FindTool) -> _Step:
    entry, call = tools(trail.action)
    if entry.tool is None or trail.inverse is None:
        raise ToolFailure(f"{trail.action.action_id}: {entry.name} cannot be used here: {entry.missing}")
    return _Step(trail=trail, entry=entry, tool=entry.tool, call=call, inverse=trail.inverse)


def _is_reversible(trail: Trail) -> bool:
    return trail.action.action_class == "actuate" and trail.state == "done" and trail.inverse is not None


def _is_told(trail: Trail, tools: FindTool) -> bool:
    """Whether the action changed something, or may have: failed ones and those that only look have not."""
    if trail.action.only_looks or trail.state not in ("done", "in_doubt"):
        return False
    return trail.inverse is not None or trail.state == "in_doubt" or _is_at_stake(trail, tools)


def _is_at_stake(trail: Trail, tools: FindTool) -> bool:
    try:
        return tools(trail.action)[0].risk != "none"
    except GoalwrightError:
        return True
