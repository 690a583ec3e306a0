"""Run, then undo: random plans over random trees leave no trace."""

from __future__ import annotations

import asyncio
from collections import Counter

from hypothesis import given, settings

from crash.story import facts_known
from crash.world import differences
from runs.undo.plans import Step, is_within
from runs.undo.random_runs import Case, cases, planted, ran, story
from runs.undo.trees import exact_picture, folder_times


@settings(max_examples=80)
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
        later = folder_times(world.tree)
        untouched = [folder for folder in later if not _is_near(folder, steps)]
        assert {folder: later[folder] for folder in untouched} == {folder: times[folder] for folder in untouched}, told


def _is_near(folder: str, steps: tuple[Step, ...]) -> bool:
    """Whether something was to happen in the folder or below it, or to the folder itself or what is around it."""
    touched = {path for step in steps for path in (*step.touched, step.path, step.to)}
    return any(is_within(path, folder) or is_within(folder, path) for path in touched)
