"""What becomes of the executor as plans grow: time, waiting in parallel, memory, and the journal's size."""

from __future__ import annotations

import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import no_ops
import run_memory
from judged import judged
from no_ops import NO_OP, WIDTHS, Spent, carried_out, plan_of, plan_with

from goalwright.contracts import Plan, PlannedAction, ToolCall, ToolEntry, ToolResult
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.store.journal_store import SqliteJournal
from goalwright.tools import Services, ToolRegistry
from goalwright.tools.function_tool import FunctionTool

OFTEN = {100: 30, 1_000: 7, 10_000: 2}
"""Size -> how many runs; enough that the medians are of the plan's making, not of the machine's."""
COMMITS = 200
PAUSE_S, PAUSES = 0.1, 20
WRITTEN = 1_000
CONTENT = "x" * 1_000 + "\n"


class _Run(NamedTuple):
    size: int
    commit_s: float
    durable: Spent
    plain: Spent


# What is growing, and how a run says it for one action.
_PARTS: Mapping[str, Callable[[_Run], float]] = {
    "durable, in commits": lambda run: run.durable.wall_s / run.size / run.commit_s,
    "durable, CPU µs": lambda run: run.durable.cpu_s / run.size * 1e6,
    "no journal, CPU µs": lambda run: run.plain.cpu_s / run.size * 1e6,
}


def growth(spare: Iterator[Path]) -> None:
    print("\nGrowth: each action, by the number of actions (medians)")
    print(f"  {'':<34}" + "".join(f"{size:>10,}" for size in OFTEN) + f"{'10,000 : 100':>24}")
    for shape, width in WIDTHS.items():
        plans = [(plan_of(size, width), often) for size, often in OFTEN.items()]
        runs = [[_run(plan, spare) for _ in range(often)] for plan, often in plans]
        for label, cost in _PARTS.items():
            costs = [median(map(cost, each)) for each in runs]
            verdict = judged(costs[-1] / costs[0], "≤ 1.5")
            print(f"  {f'{shape}, {label}':<34}" + "".join(f"{cost:>10.2f}" for cost in costs) + f"{verdict:>24}")


def _run(plan: Plan, spare: Iterator[Path]) -> _Run:
    disk, journal = next(spare), next(spare)
    commits_s = no_ops.bare_commits(COMMITS // 2, disk)
    durable = no_ops.durable_run(plan, journal)
    commits_s += no_ops.bare_commits(COMMITS // 2, disk)
    for folder in (disk, journal):
        shutil.rmtree(folder)
    return _Run(plan.total_actions, commits_s / COMMITS, durable, no_ops.plain_run(plan))


class _Pausing(FunctionTool):
    """A tool that waits as asynchronous tools do, in the loop."""

    async def run(self, _call: ToolCall, _before: Mapping[str, Any]) -> ToolResult:
        await asyncio.sleep(PAUSE_S)
        return ToolResult(ok=True)


def independent_actions(spare: Iterator[Path]) -> None:
    print(
        f"\nIn parallel: {PAUSES} independent actions of {PAUSE_S:g} s each, journalled, seconds in all (median of 5)"
    )
    for label, tool in (
        ("waiting in the loop", _Pausing(act=_pause)),
        ("blocking, in threads", FunctionTool(act=_pause)),
    ):
        entry = no_ops.tool_entry(tool)
        plan = plan_of(PAUSES, PAUSES, entry.name)
        walls = [no_ops.durable_run(plan, next(spare), entry).wall_s for _ in range(5)]
        print(f"  {label:<34}{judged(median(walls), '< 0.3', ' s'):>24}")


def _pause(_call: ToolCall, _before: Mapping[str, Any]) -> Mapping[str, Any]:
    time.sleep(PAUSE_S)
    return {}


def memory(spare: Iterator[Path]) -> None:
    """A run keeps an outcome for each action, which is its product; beyond that it should take no more and no less."""
    first, last = run_memory.settled(), run_memory.SIZE
    traced, resident = (_marks(next(spare), kind) for kind in ("traced", "resident"))
    kept = (traced[last].now - traced[first].now) / (last - first)
    beyond = kept - run_memory.outcome_bytes()
    early, late = (traced[mark].peak - traced[mark].now for mark in (first + run_memory.every(), last))
    grown = (resident[last].now - resident[first].now) / (last - first)
    print(f"\nMemory: a journalled run of {last:,} no-op actions, from the {first:,}th to the last, in a fresh process")
    print(f"  kept for each action {kept:.0f} bytes, beyond its outcome {judged(beyond, '≤ 100', ' bytes')}")
    on_top = f"{early / 1024:.0f} KiB at first, {late / 1024:.0f} KiB at last"
    print(f"  needed on top {on_top}: {judged(late / early, '≤ 1.5')}")
    print(f"  the process grew by {judged(grown, '≤ 300', ' bytes')} for each action")


def _marks(folder: Path, kind: str) -> dict[int, run_memory.Mark]:
    command = [sys.executable, run_memory.__file__, str(folder), kind, str(run_memory.SIZE)]
    said = json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
    return {int(ended): run_memory.Mark(*mark) for ended, mark in said.items()}


def journal_size(spare: Iterator[Path]) -> None:
    print(f"\nThe journal's size once all is written: bytes for each of {WRITTEN:,} actions")
    print(f"  {'':<46}{'start and end':>16}{'in the plan':>16}{'left free':>16}")
    writing, files = _file_writes(next(spare))
    for label, plan, entry in (
        ("no-op", plan_of(WRITTEN, 10), NO_OP),
        (f"writing a new file of {len(CONTENT):,} bytes", files, writing),
    ):
        none, begun, run = (_size(next(spare), plan, entry, step) for step in ("none", "begun", "run"))
        parts = (run.used - begun.used, begun.used - none.used, run.free)
        print(f"  {label:<46}" + "".join(f"{part / WRITTEN:>16,.0f}" for part in parts))


def _file_writes(folder: Path) -> tuple[ToolEntry, Plan]:
    folder.mkdir()
    entry = ToolRegistry.default(probe=True, services=Services(roots=AllowedRoots([folder])))["files.write_file"]
    actions = [
        PlannedAction(
            action_id=f"a{number}",
            intent="file_operation",
            description=f"write notes-{number}.txt",
            tool=entry.name,
            args={"path": str(folder / f"notes-{number}.txt"), "content": CONTENT},
            risk="low",
        )
        for number in range(WRITTEN)
    ]
    return entry, plan_with(actions)


class _Size(NamedTuple):
    """Bytes of a journal that hold something, and those that the next run will fill."""

    used: int
    free: int


def _size(folder: Path, plan: Plan, entry: ToolEntry, step: str) -> _Size:
    """The journal with next to nothing in it, with the plan begun, or with all of it run."""
    journal = SqliteJournal(folder)
    if step == "run":
        asyncio.run(carried_out(plan, journal, entry))
    else:
        journal.begin(no_ops.run_record(plan if step == "begun" else plan_of(1, 1))).release()
    journal.close_now()
    with closing(sqlite3.connect(journal.file)) as connection:
        free, bytes_each = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("freelist_count", "page_size")
        )
    return _Size(journal.size_bytes() - free * bytes_each, free * bytes_each)
