"""Random plans killed somewhere: resumed they are as if undisturbed, undone as if never begun."""

from __future__ import annotations

import asyncio
import os
import resource
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from campaigns import rounds
from crash.crashes import CrashServer, Kill
from crash.workload import file_action, prepared
from crash.world import World, differences
from goalwright.app import Goalwright
from goalwright.contracts import RunEvent, Tool
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.plan_json import plan_to_json
from goalwright.errors import JournalError, WorldDrifted
from goalwright.runs.leavings import Leavings
from runs.bell import Bell, plan_of, ring
from runs.undo.drifts import changes_to
from runs.undo.plans import Step, actions_of
from runs.undo.random_runs import Case, cases, planted
from runs.undo.test_drift import everything
from runs.undo.test_moments import undo
from runs.undo.trees import exact_picture

ROUNDS = rounds(10)
ARCHIVES = (".zip", ".tar", ".gz")
kills = st.builds(Kill, st.sampled_from(["call", "boundary"]), st.integers(1, 90), st.none())


@pytest.fixture(scope="module")
def server() -> Iterator[CrashServer]:
    server = CrashServer()
    yield server
    server.close()


@settings(max_examples=ROUNDS)
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


@settings(max_examples=ROUNDS)
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


@settings(max_examples=ROUNDS)
@given(cases, kills, st.booleans(), st.integers(0, 9999))
def test_a_dry_run_tells_what_undo_does_to_a_killed_run(
    server: CrashServer, case: Case, kill: Kill, is_changed: bool, which: int
) -> None:
    entries, steps = case
    with planted(entries) as world, world.opened() as gw:
        if not server.do("run", world, kill, plan_file(world, steps)).is_killed:
            return
        if is_changed:
            changes = [(path, made) for path in sorted(world.tree.rglob("*")) for made in changes_to(path)]
            path, made = changes[which % len(changes)]  # not drawn: how far a killed run came differs
            made(path)
        shown = gw.show() if gw.history() else None
        begun = {name for name, outcome in shown.outcomes.items() if outcome.state == "in_doubt"} if shown else set()
        before = everything(world)
        foretold = undo(gw, dry_run=True)
        assert not differences(everything(world), before)
        report = undo(gw, dry_run=False)
        if foretold is None:
            assert report is None
            assert not differences(everything(world), before)
        elif report is not None:
            assert set(report.undone) <= set(foretold.undone)
            assert set(foretold.undone) - set(report.undone) <= begun, "only what was begun may fail to be completed"
            assert report.not_undone == foretold.not_undone
        else:
            assert is_changed


class PulledPlug(BaseException):
    """Ends a run as if its process had died."""


def test_an_action_that_failed_is_not_tried_again_by_the_undo_of_a_killed_run(
    world: World, gw: Goalwright, bell: Bell
) -> None:
    bell.broken = {"bell"}
    made = file_action("made", "write_file", world.tree, "made.txt", content="made\n")

    def pull_the_plug(event: RunEvent) -> None:
        if event.kind == "action_ended" and event.action_id == "made":
            raise PulledPlug

    with pytest.raises(PulledPlug):
        asyncio.run(gw.run(prepared(gw, (ring("bell"), made)), approve=True, on_event=pull_the_plug))
    bell.broken = set()
    assert asyncio.run(gw.undo(dry_run=True)).undone == ("made",)
    assert asyncio.run(gw.undo()).undone == ("made",)
    assert bell.rung == []


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
    return {
        name: entry[:2] if _is_archive(name, entry[-1]) else (*entry[:2], *entry[3:]) for name, entry in seen.items()
    }


def _is_archive(name: str, content: Any) -> bool:
    """Whether it is one by its name, or by its bytes where it was given another name."""
    is_packed = isinstance(content, bytes) and (
        content.startswith((b"PK", b"\x1f\x8b")) or content[257:262] == b"ustar"
    )
    return name.endswith(ARCHIVES) or is_packed


@contextmanager
def no_larger_files(size: int) -> Iterator[None]:
    """No file of this process can grow beyond this many bytes, as on a full disk."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("is_changed", [False, True])
@pytest.mark.parametrize(("moved", "file"), [("old", "new/made.txt"), ("old/made.txt", "new")])
def test_what_was_being_moved_is_not_taken_back_once_others_changed_it(
    world: World, gw: Goalwright, monkeypatch: pytest.MonkeyPatch, moved: str, file: str, is_changed: bool
) -> None:
    (world.tree / "old").mkdir()
    made = file_action("made", "write_file", world.tree, "old/made.txt", content="made\n")
    steps = (made, file_action("moved", "move", world.tree, moved, "new", after="made"))

    async def pull_the_plug(left: Leavings, tool: Tool, names: Iterable[str], inverse: Mapping[str, Any]) -> Any:
        if (world.tree / "new").exists():  # it was moved, and nothing says so yet
            raise PulledPlug
        return await noted(left, tool, names, inverse)

    noted = Leavings.note
    with monkeypatch.context() as patched:
        patched.setattr(Leavings, "note", pull_the_plug)
        with pytest.raises(PulledPlug):
            asyncio.run(gw.run(prepared(gw, steps), approve=True))
    if not is_changed:
        assert set(asyncio.run(gw.undo(dry_run=True)).undone) == {"made", "moved"}
        assert set(asyncio.run(gw.undo()).undone) == {"made", "moved"}
        assert list((world.tree / "old").iterdir()) == []
        return
    seen = (world.tree / file).stat()
    (world.tree / file).write_text("mine\n")  # as long as what was there, and of the same time
    os.utime(world.tree / file, ns=(seen.st_atime_ns, seen.st_mtime_ns))
    before = exact_picture(world.tree)
    for is_dry in (True, False):
        with pytest.raises(WorldDrifted, match="nothing was touched"):
            asyncio.run(gw.undo(dry_run=is_dry))
        assert not differences(exact_picture(world.tree), before)


def test_undo_of_a_killed_run_completes_nothing_that_cannot_be_written_down(world: World, gw: Goalwright) -> None:
    made = file_action("made", "write_file", world.tree, "made.txt", content="made\n")

    def pull_the_plug(event: RunEvent) -> None:
        if event.kind == "action_ended":
            raise PulledPlug

    with pytest.raises(PulledPlug):
        asyncio.run(gw.run(prepared(gw, (made,)), approve=True, on_event=pull_the_plug))
    (world.tree / "made.txt").unlink()  # as if it had died a moment earlier
    with no_larger_files(2_000), pytest.raises(JournalError):
        asyncio.run(gw.undo())
    assert not (world.tree / "made.txt").exists()
    assert asyncio.run(gw.undo(dry_run=True)).undone == ("made",)
    assert asyncio.run(gw.undo()).undone == ("made",)
    assert not (world.tree / "made.txt").exists()
