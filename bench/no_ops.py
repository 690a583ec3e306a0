"""Actions that do nothing, and ways to get through many of them: Goalwright's, asyncio's, and a commit each."""

from __future__ import annotations

import asyncio
import gc
import json
import sqlite3
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

from goalwright.contracts import JournalEntry, Plan, PlanGraph, PlannedAction, RunRecord, ToolCapability, ToolEntry
from goalwright.contracts.run_ids import new_run_id
from goalwright.runs.executor import Execution, PlanExecutor
from goalwright.runs.resolver import ToolResolver
from goalwright.store.journal_schema import JOURNAL
from goalwright.store.journal_store import SqliteJournal
from goalwright.store.opening import connect
from goalwright.tools.function_tool import FunctionTool

INTENT = "bench"
WIDTHS = {"chain": 1, "layers of 10": 10}
"""Shape -> how many actions wait for all of the layer before them."""


class Spent(NamedTuple):
    """What a run took: by the clock on the wall, and of the processor."""

    wall_s: float
    cpu_s: float


def tool_entry(tool: FunctionTool, name: str = "bench.no_op") -> ToolEntry:
    return ToolEntry(name=name, capability=ToolCapability(name=name), intents=(INTENT,), tool=tool)


NO_OP = tool_entry(FunctionTool(act=lambda _call, _before: {}, check=lambda _call, _before: "yes", blocking=False))


def plan_of(size: int, width: int, tool: str = NO_OP.name) -> Plan:
    """That many actions in layers of `width`, each waiting for the whole layer before it."""
    actions: list[PlannedAction] = []
    for start in range(0, size, width):
        before = tuple(action.action_id for action in actions[-width:]) if start else ()
        actions += [_action(number, tool, before) for number in range(start, min(size, start + width))]
    return plan_with(actions)


def plan_with(actions: list[PlannedAction]) -> Plan:
    return Plan(actions=tuple(actions), goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def _action(number: int, tool: str, before: tuple[str, ...]) -> PlannedAction:
    name = f"a{number}"
    return PlannedAction(
        action_id=name, intent=INTENT, description=f"do nothing ({name})", tool=tool, depends_on=before
    )


def durable_run(plan: Plan, folder: Path, entry: ToolEntry = NO_OP) -> Spent:
    """The plan run as the application runs it: begun, journalled, settled and ended; the journal is open before."""
    journal = SqliteJournal(folder)
    try:
        asyncio.run(carried_out(plan_of(1, 1), journal, NO_OP))
        return _spent(lambda: carried_out(plan, journal, entry))
    finally:
        journal.close_now()


async def carried_out(plan: Plan, journal: SqliteJournal, entry: ToolEntry, **run: object) -> None:
    """One run from its first word in the journal to its last; `run` goes to the executor."""
    record = run_record(plan)
    keep = str(journal.run_folder(record.run_id) / "kept")
    with journal.begin(record):
        executor = PlanExecutor(ToolResolver([entry]), journal=journal)
        execution = await executor.run(PlanGraph.of(plan), run_id=record.run_id, keep=keep, **run)  # type: ignore[arg-type]  # passed on
        prints = dict(execution.left.prints)
        await journal.record(JournalEntry(run_id=record.run_id, kind="settled", data={"prints": prints}))
        journal.end(record.run_id, "success")
    _require_done(execution)


def run_record(plan: Plan) -> RunRecord:
    return RunRecord(run_id=new_run_id(), plan=plan, plan_hash="0" * 64)


def plain_run(plan: Plan) -> Spent:
    """The plan run by the same executor with no journal; its graph is there before."""
    executor, graph = PlanExecutor(ToolResolver([NO_OP])), PlanGraph.of(plan)

    async def run() -> None:
        _require_done(await executor.run(graph))

    return _spent(run)


def asyncio_tasks(size: int, width: int) -> Spent:
    """A task for each action, made once those before it are done."""

    async def run() -> None:
        for start in range(0, size, width):
            if width == 1:
                await asyncio.create_task(_nothing())
            else:
                await asyncio.gather(*(asyncio.create_task(_nothing()) for _ in range(start, start + width)))

    return _spent(run)


def bare_commits(count: int, folder: Path) -> float:
    """Seconds for that many commits of one row each, of the size of an outcome, in the journal's own settings."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "bare.db"
    with closing(sqlite3.connect(file)) as made:
        made.execute("CREATE TABLE IF NOT EXISTS rows (number INTEGER PRIMARY KEY, kind, action_id, data, at)")
    with closing(connect(file, JOURNAL)) as connection:
        began = time.perf_counter()
        for number in range(count):
            connection.execute("INSERT INTO rows (kind, action_id, data, at) VALUES (?, ?, ?, ?)", _row(number))
        return time.perf_counter() - began


def _row(number: int) -> tuple[str, str, str, float]:
    outcome = {"action_id": f"a{number}", "state": "done", "verified": "yes", "attempts": 1, "seconds": 0.000123}
    return "finished", f"a{number}", json.dumps({"outcome": outcome, "inverse": None}), 1.5e9


async def _nothing() -> None:
    pass


def _spent(run: Callable[[], Awaitable[object]]) -> Spent:
    """Inside a loop that is already running: its making is nobody's cost."""

    async def timed() -> Spent:
        gc.collect()
        wall, cpu = time.perf_counter(), time.process_time()
        await run()
        return Spent(time.perf_counter() - wall, time.process_time() - cpu)

    return asyncio.run(timed())


def _require_done(execution: Execution) -> None:
    for outcome in execution.outcomes.values():
        if not outcome.is_done:
            raise RuntimeError(f"{outcome.action_id} {outcome.state}: {outcome.error}")
