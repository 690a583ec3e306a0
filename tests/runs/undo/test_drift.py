"""Somebody changes things between a run and its undo: what the run touched must be as it was left."""

from __future__ import annotations

import asyncio
import shutil
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from campaigns import rounds
from crash.workload import file_action, prepared
from crash.world import World, differences
from goalwright.errors import RunNotFound, WorldDrifted
from runs.undo.drifts import changes_to, watched
from runs.undo.random_runs import Case, cases, planted, ran, story
from runs.undo.trees import Entry, exact_picture

OURS = Entry("ours.txt", "file", b"ours\n", 0o640)
NOT_OURS = Entry("not ours.txt", "file", b"somebody's\n", 0o604)


def everything(world: World) -> dict[str, Any]:
    """All files there are: the tree, the trash, and what is kept for undo."""
    folders = {"tree": world.tree, "trash": world.trash, "runs": world.state / "runs"}
    return {name: exact_picture(folder) for name, folder in folders.items()}


@settings(max_examples=rounds(30, 80))
@given(cases, st.data())
def test_undo_refuses_and_touches_nothing_if_what_the_run_touched_was_changed(case: Case, data: st.DataObject) -> None:
    entries, steps = case
    with planted(entries) as world, world.opened() as gw:
        before = set(exact_picture(world.tree))
        report = ran(gw, world, steps)
        assume(report.status != "refused")
        places = [(path, change) for path in watched(report, before, world.tree) for change in changes_to(path)]
        assume(places)
        path, change = data.draw(st.sampled_from(places))
        change(path)
        drifted = everything(world)
        for dry_run in (True, False):
            with pytest.raises(WorldDrifted, match="nothing was touched"):
                asyncio.run(gw.undo(dry_run=dry_run))
        told = f"{change.__name__} {path}\n{story(report)}"
        assert not differences(everything(world), drifted), told
        assert not gw.history()[0].undone, told


@settings(max_examples=rounds(15, 30))
@given(cases)
def test_what_the_run_did_not_touch_may_change(case: Case) -> None:
    entries, steps = case
    with planted((*entries, OURS)) as world, world.opened() as gw:
        before = exact_picture(world.tree)
        assume(ran(gw, world, steps).status != "refused")
        (world.tree / OURS.path).write_bytes(b"changed\n")
        (world.tree / "new.txt").write_bytes(b"new\n")
        assert not asyncio.run(gw.undo()).not_undone
        after = exact_picture(world.tree)
        assert after.pop("new.txt")[-1] == b"new\n"
        assert after.pop(OURS.path)[-1] == b"changed\n"
        del before[OURS.path]
        assert not differences(after, before)


def delete_and_write(world: World, gw: Any) -> None:
    actions = (
        file_action("delete", "delete_file", world.tree, OURS.path, risk="high"),
        file_action("write", "write_file", world.tree, "made.txt", after="delete", content="made\n"),
    )
    assert asyncio.run(gw.run(prepared(gw, actions), approve=True)).status == "success"


def empty(world: World) -> None:
    shutil.rmtree(world.trash)


def drop_file(world: World) -> None:
    for path in (world.trash / "files").iterdir():
        path.unlink()


def change_file(world: World) -> None:
    for path in (world.trash / "files").iterdir():
        path.write_bytes(b"changed in the trash\n")


@pytest.mark.parametrize("change", [empty, drop_file, change_file])
def test_undo_refuses_and_touches_nothing_if_the_trash_was_changed(change: Any) -> None:
    with planted((OURS,)) as world, world.opened() as gw:
        delete_and_write(world, gw)
        change(world)
        drifted = everything(world)
        with pytest.raises(WorldDrifted, match="nothing was touched"):
            asyncio.run(gw.undo())
        assert not differences(everything(world), drifted)


@pytest.mark.parametrize("folder", ["a", "a/b", "a/b/c"])
def test_a_folder_on_the_way_to_one_that_was_made_is_compared_too(folder: str) -> None:
    with planted((OURS,)) as world, world.opened() as gw:
        made = file_action("make", "create_folder", world.tree, "a/b/c")
        assert asyncio.run(gw.run(prepared(gw, [made]))).status == "success"
        (world.tree / folder / "somebody's").write_bytes(b"")
        with pytest.raises(WorldDrifted):
            asyncio.run(gw.undo())
        assert (world.tree / "a" / "b" / "c").is_dir()


def test_what_else_is_in_the_trash_does_not_matter() -> None:
    with planted((OURS,)) as world, world.opened() as gw:
        before = exact_picture(world.tree)
        delete_and_write(world, gw)
        (world.trash / "files" / "another").write_bytes(b"another")
        assert not asyncio.run(gw.undo()).not_undone
        assert exact_picture(world.tree) == before
        assert (world.trash / "files" / "another").exists()


def test_a_second_undo_is_refused_and_touches_nothing() -> None:
    with planted((OURS, NOT_OURS)) as world, world.opened() as gw:
        before = exact_picture(world.tree)
        delete_and_write(world, gw)
        run_id = gw.history()[0].run_id
        assert asyncio.run(gw.undo()).undone == ("write", "delete")
        with pytest.raises(RunNotFound, match="undone already"):
            asyncio.run(gw.undo(run_id))
        with pytest.raises(RunNotFound, match="nothing to undo"):
            asyncio.run(gw.undo())
        with pytest.raises(RunNotFound, match="was undone"):
            asyncio.run(gw.resume(run_id))
        assert exact_picture(world.tree) == before


def test_a_dry_run_of_undo_tells_and_touches_nothing() -> None:
    with planted((OURS,)) as world, world.opened() as gw:
        delete_and_write(world, gw)
        before = everything(world)
        told = asyncio.run(gw.undo(dry_run=True))
        assert (told.undone, told.dry_run) == (("write", "delete"), True)
        assert everything(world) == before
        assert not gw.history()[0].undone
