"""A run holds on to the outcome of each action and to nothing else, however long it is."""

import asyncio
import gc
import tracemalloc
from pathlib import Path

import pytest

from goalwright.contracts import Plan, PlanGraph, PlannedAction, RunEvent, RunRecord
from goalwright.contracts.run_ids import new_run_id
from goalwright.runs.executor import PlanExecutor
from goalwright.runs.resolver import ToolResolver
from goalwright.store.journal_store import SqliteJournal
from goalwright.tools.function_tool import FunctionTool
from runs.graphs import INTENT, entry

SIZE, WIDTH = 2_000, 10
MARKS = (SIZE // 4, SIZE // 2, SIZE)
NO_OP = entry(FunctionTool(act=lambda _call, _before: {}, check=lambda _call, _before: "yes", blocking=False))


class Marks:
    """Traced bytes when so many actions have ended: what is there, and the most there was since the last mark."""

    def __init__(self) -> None:
        self.kept: dict[int, int] = {}
        self.peak: dict[int, int] = {}
        self._ended = 0

    def __call__(self, event: RunEvent) -> None:
        self._ended += event.kind == "action_ended"
        if self._ended in MARKS and self._ended not in self.kept:
            self.peak[self._ended] = tracemalloc.get_traced_memory()[1]
            gc.collect()
            self.kept[self._ended] = tracemalloc.get_traced_memory()[0]
            tracemalloc.reset_peak()


def layered_plan() -> Plan:
    actions: list[PlannedAction] = []
    for number in range(SIZE):
        layer = number // WIDTH * WIDTH
        before = tuple(action.action_id for action in actions[layer - WIDTH : layer]) if layer else ()
        name = f"a{number}"
        actions.append(PlannedAction(action_id=name, intent=INTENT, description=name, tool="work", depends_on=before))
    return Plan(actions=tuple(actions), goal_achieved_by=actions[-1].action_id, total_actions=SIZE)


def traced_run(folder: Path) -> Marks:
    plan, marks, journal = layered_plan(), Marks(), SqliteJournal(folder)
    record = RunRecord(run_id=new_run_id(), plan=plan, plan_hash="0" * 64)
    with journal.begin(record):
        executor = PlanExecutor(ToolResolver([NO_OP]), journal=journal)

        async def run() -> None:
            await executor.run(PlanGraph.of(plan), run_id=record.run_id, on_event=marks)

        tracemalloc.start()
        try:
            asyncio.run(run())
        finally:
            tracemalloc.stop()
    journal.close_now()
    return marks


@pytest.mark.thorough
def test_a_long_run_keeps_little_more_than_its_outcomes(tmp_path: Path) -> None:
    marks = traced_run(tmp_path / "state")
    _, half, end = MARKS
    assert (marks.kept[end] - marks.kept[half]) / (end - half) < 400, "bytes kept for each action"
    on_top = {mark: marks.peak[mark] - marks.kept[mark] for mark in (half, end)}
    assert on_top[end] < 2 * on_top[half] + 50_000, "bytes needed for a moment"
