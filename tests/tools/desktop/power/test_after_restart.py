"""What becomes of a run whose shutdown took the program down with it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import JournalEntry, PlannedAction, RunRecord, ToolCapability, ToolEntry
from goalwright.policy.approval import plan_hash
from goalwright.tools.desktop.power.power_family import power_tools
from runs.bell import Bell, plan_of, ring
from tools.desktop.power.pretended import PretendedSwitch

OFF = "system.power.shutdown"
TOOL = "pretended.shutdown"


@pytest.fixture
def switch() -> PretendedSwitch:
    return PretendedSwitch()


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def gw(tmp_path: Path, switch: PretendedSwitch, bell: Bell) -> Iterator[Goalwright]:
    with World(tmp_path).make().opened() as gw:
        bell.hang(gw)
        entry = ToolEntry(
            name=TOOL,
            capability=ToolCapability(name=TOOL),
            risk="high",
            intents=("power",),
            tool=power_tools(switch)[OFF],
        )
        gw.registry.register(entry)
        yield gw


def cut_off_while_going_down(gw: Goalwright, before: dict[str, object]) -> None:
    """A run that turns the machine off and then rings; its journal ends where the machine went down."""
    off = PlannedAction(
        action_id="off", intent="power", description="off", tool=TOOL, risk="high", action_class="actuate"
    )
    plan = plan_of(off, ring("back", "off"))
    record = RunRecord(run_id="20260101-000000-dead", plan=plan, plan_hash=plan_hash(plan), text="off")
    started = JournalEntry(run_id=record.run_id, kind="started", action_id="off", data={"before": before})

    async def written() -> None:
        await gw.journal.record(started)

    with gw.journal.begin(record):
        asyncio.run(written())


def test_after_the_next_start_the_shutdown_counts_as_done(gw: Goalwright, switch: PretendedSwitch, bell: Bell) -> None:
    cut_off_while_going_down(gw, {"boot": switch.start, "slept_s": 0.0})
    switch.start = "second start"
    report = asyncio.run(gw.resume())
    assert (report.status, report.outcomes["off"].verified) == ("success", "yes")
    assert (switch.told, bell.rung) == ([], ["back"])


def test_before_the_next_start_a_person_decides(gw: Goalwright, switch: PretendedSwitch, bell: Bell) -> None:
    cut_off_while_going_down(gw, {"boot": switch.start, "slept_s": 0.0})
    report = asyncio.run(gw.resume())
    assert (report.status, report.outcomes["off"].state) == ("interrupted", "in_doubt")
    assert (switch.told, bell.rung) == ([], [])
