"""What a journal tells of a run, and whether it makes sense."""

from __future__ import annotations

import shutil
from collections import Counter
from typing import Any

from crash.world import World, differences

_JOURNAL = ("/journal.db", "/journal.head", "/facts.db", "runs/<run>/lock")


def left_by(world: World) -> dict[str, Any]:
    """All that a run leaves behind, but for what differs each time.

    One that was killed before it was written down leaves an empty folder, for the next cleaning to remove.
    """
    with world.records() as gw:
        assert gw.journal.clean(keep_days=1) == 0
    return {**world.picture(), "facts": dict(facts_known(world)), "state": dict(world.state_files())}


def require_as_if_undisturbed(world: World, wanted: dict[str, Any], how: object) -> None:
    """The same files, trash, facts and state as without a kill, and a journal that tells one story."""
    faults = "\n".join([*differences(left_by(world), wanted).splitlines(), *story_faults(world)])
    assert not faults, f"killed {how}, in {world.top}:\n{faults}"
    shutil.rmtree(world.top)


def require_as_if_never_run(world: World, wanted: dict[str, Any], how: object) -> None:
    """The files are as they were before the run, nothing of it is in the trash, remembered or kept."""
    left = left_by(world)
    left["trash"] = {name: entry for name, entry in left["trash"].items() if name not in ("files", "info")}
    state = {name: number for name, number in left.pop("state").items() if name not in _JOURNAL}
    faults = differences({**left, "state": state}, {**wanted, "facts": {}, "state": {}})
    with world.records() as gw:
        assert [run.undone for run in gw.history()] == [True], how
    assert not faults, f"killed {how}, in {world.top}:\n{faults}"
    shutil.rmtree(world.top)


def facts_known(world: World) -> Counter[Any]:
    """Every fact that is remembered, without its time; one that is there twice is counted twice."""
    with world.records() as gw:
        found = gw.facts.query(limit=1_000)
    return Counter((fact.key.replace(str(world.top), ""), fact.value, fact.source, fact.action_id) for fact in found)


def story_faults(world: World) -> list[str]:
    """What is wrong with the record of the one run there should be, brought to its end; nothing if it is right."""
    with world.records() as gw:
        runs = gw.history()
        if [run.status for run in runs] != ["success"]:
            return [f"there should be one successful run, not {[(run.run_id, run.status) for run in runs]}"]
        entries = gw.journal.entries(runs[0].run_id)
        outcomes = gw.show(runs[0].run_id).outcomes
        actions = gw.show(runs[0].run_id).record.plan.actions
    faults = [
        f"{name} is {outcome.state}: {outcome.error}" for name, outcome in outcomes.items() if not outcome.is_done
    ]
    at: dict[tuple[str, str], list[int]] = {}
    for index, entry in enumerate(entries):
        at.setdefault((entry.kind, entry.action_id), []).append(index)
    if [entry.kind for entry in entries[-2:]] != ["settled", "ended"]:
        faults.append("the last word should be what the run left behind")
    for action in actions:
        name = action.action_id
        started, finished = at.get(("started", name), []), at.get(("finished", name), [])
        if len(finished) != 1 or not started:
            faults.append(f"{name} was announced {len(started)} times and reported {len(finished)} times")
            continue
        if action.action_class == "actuate" and len(started) != 1:
            faults.append(f"{name} was announced {len(started)} times")
        if max(started) > finished[0]:
            faults.append(f"{name} was announced after it was reported")
        for parent in action.depends_on:
            if at[("finished", parent)][0] > min(started):
                faults.append(f"{name} was announced before {parent} was reported")
    return faults
