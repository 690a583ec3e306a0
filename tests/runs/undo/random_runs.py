"""Random plans, run for real over random trees."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from hypothesis import strategies as st

from crash.workload import prepared
from crash.world import World
from disks import MEMORY
from goalwright.app import Goalwright
from goalwright.contracts import RunReport
from runs.undo.plans import Step, actions_of, plans
from runs.undo.trees import Entry, plant, trees

Case: TypeAlias = tuple[tuple[Entry, ...], tuple[Step, ...]]

cases: st.SearchStrategy[Case] = trees().flatmap(lambda entries: st.tuples(st.just(entries), plans(entries)))


@contextmanager
def planted(entries: tuple[Entry, ...]) -> Iterator[World]:
    """A world with this tree in it, gone afterwards; in memory where there is such a disk."""
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        world = World(Path(folder)).make()
        plant(world.tree, entries)
        yield world


def ran(gw: Goalwright, world: World, steps: tuple[Step, ...]) -> RunReport:
    """The report of the steps, run and approved."""
    return asyncio.run(gw.run(prepared(gw, actions_of(world.tree, steps)), approve=True))


def story(report: RunReport) -> str:
    """What became of each action, for whoever reads that a test failed."""
    return "\n".join(f"{name} {outcome.state} {outcome.error}" for name, outcome in report.outcomes.items())
