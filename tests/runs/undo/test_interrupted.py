"""Random plans killed somewhere: resumed they are as if undisturbed, undone as if never begun."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crash.crashes import CrashServer, Kill
from crash.world import World, differences
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.plan_json import plan_to_json
from runs.bell import plan_of
from runs.undo.plans import Step, actions_of
from runs.undo.random_runs import Case, cases, planted
from runs.undo.trees import exact_picture

ARCHIVES = (".zip", ".tar", ".gz")
kills = st.builds(Kill, st.sampled_from(["call", "boundary"]), st.integers(1, 90), st.none())


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    server = CrashServer()
    yield server
    server.close()


@settings(max_examples=25)
@given(cases, kills, kills)
def test_a_killed_run_can_be_undone_without_a_trace(server: CrashServer, case: Case, first: Kill, second: Kill) -> None:
    entries, steps = case
    with planted(entries) as world:
        before = exact_picture(world.tree)
        run = server.do("run", world, first, plan_file(world, steps))
        if run.said.startswith("refused"):
            return
        server.do("undo", world, second)
        said = server.do("undo", world).said
        assert said == "undone" or said.startswith("RunNotFound: there is nothing to undo"), said
        assert not differences(exact_picture(world.tree), before), (first, second)
        assert not [name for name, entry in world.trash_picture().items() if entry[0] == "file"]


@settings(max_examples=25)
@given(cases, kills, kills)
def test_a_killed_run_that_is_resumed_leaves_what_it_would_have_left(
    server: CrashServer, case: Case, first: Kill, second: Kill
) -> None:
    entries, steps = case
    with planted(entries) as world, planted(entries) as quiet:
        wanted = server.do("run", quiet, actions=plan_file(quiet, steps)).said
        plan = plan_file(world, steps)
        server.do("run", world, first, plan)
        server.do("resume", world, second)
        said = server.do("resume", world).said
        if said.startswith("RunNotFound"):
            said = known(world) or server.do("run", world, actions=plan).said
        assert said.partition(":")[0] == wanted.partition(":")[0], (said, wanted)
        assert not differences(timeless(world), timeless(quiet)), (first, second)
        assert world.trash_picture().keys() == quiet.trash_picture().keys()


def plan_file(world: World, steps: tuple[Step, ...]) -> str:
    """The steps as a plan in a file, for the server to read."""
    file: Path = world.top / "plan.json"
    file.write_text(canonical_json(plan_to_json(plan_of(*actions_of(world.tree, steps)))))
    return str(file)


def known(world: World) -> str:
    """How the last run ended; nothing if there is none."""
    with world.records() as gw:
        return next((str(record.status) for record in gw.history()), "")


def timeless(world: World) -> dict[str, Any]:
    """The tree without times; archives hold times, so of those only kind and mode count."""
    seen = exact_picture(world.tree)
    return {name: entry[:2] if name.endswith(ARCHIVES) else (*entry[:2], *entry[3:]) for name, entry in seen.items()}
