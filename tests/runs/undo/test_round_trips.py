"""Run, then undo: random plans over random trees leave no trace."""

from __future__ import annotations

import asyncio
from collections import Counter

from hypothesis import given, settings

from campaigns import rounds
from crash.story import facts_known
from crash.world import differences
from runs.undo.random_runs import Case, cases, planted, ran, story
from runs.undo.trees import exact_picture, folder_times


@settings(max_examples=rounds(30, 80))
@given(cases)
def test_undo_restores_every_byte_mode_and_time(case: Case) -> None:
    entries, steps = case
    with planted(entries) as world, world.opened() as gw:
        before, times = exact_picture(world.tree), folder_times(world.tree)
        report = ran(gw, world, steps)
        if report.status == "refused":
            assert exact_picture(world.tree) == before, report.reason
            return
        told = story(report)
        undone = asyncio.run(gw.undo())
        assert not undone.not_undone, f"{undone.not_undone}\n{told}"
        assert not differences(exact_picture(world.tree), before), told
        assert not [name for name, entry in world.trash_picture().items() if entry[0] == "file"]
        assert facts_known(world) == Counter()
        assert not differences(folder_times(world.tree), times), told
