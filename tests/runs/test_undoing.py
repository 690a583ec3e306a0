"""Taking runs back: what can be is, what cannot is told, and in what order."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from crash.workload import file_action, prepared, remember_action
from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import JournalEntry, PlannedAction
from goalwright.errors import RunNotFound, WorldDrifted
from runs.bell import Bell, cut_off, plan_of, ready, ring, write
from runs.undo.trees import NO_TEXT, exact_picture


def undo(gw: Goalwright, run_id: str = "", **more: Any) -> Any:
    return asyncio.run(gw.undo(run_id, **more))


def run(gw: Goalwright, *actions: PlannedAction) -> str:
    report = asyncio.run(gw.run(ready(gw, *actions), approve=True))
    assert report.status == "success", report.reason
    return report.run_id


def append(world: World, name: str, content: Any, after: str = "") -> PlannedAction:
    return file_action(name, "append_file", world.tree, "log.txt", after=after, content=content)


def test_the_last_action_is_taken_back_first(world: World, gw: Goalwright) -> None:
    world.write("log.txt", "old\n")
    before = exact_picture(world.tree)
    run(gw, append(world, "one", "x"), append(world, "two", "x", "one"), append(world, "three", "xx", "two"))
    report = undo(gw)
    assert (report.undone, report.not_undone) == (("three", "two", "one"), ())
    assert exact_picture(world.tree) == before


def test_an_undo_that_is_stopped_goes_on_with_the_next(world: World, gw: Goalwright) -> None:
    world.write("log.txt", "old\n")
    run(gw, append(world, "one", "x"), append(world, "two", "x", "one"))
    stop = gw.stop_request()
    stop.request()
    report = undo(gw, stop=stop)
    assert (report.undone, report.is_stopped) == ((), True)
    assert (world.tree / "log.txt").read_text() == "old\nx\nx"
    assert undo(gw).undone == ("two", "one")
    assert (world.tree / "log.txt").read_text() == "old\n"


def test_what_came_out_of_an_archive_is_taken_back_whatever_its_name(world: World, gw: Goalwright) -> None:
    world.write(f"docs/{NO_TEXT}/{NO_TEXT}", "bytes")
    world.write("out/docs/mine.txt", "mine")
    before = exact_picture(world.tree)
    pack = file_action("pack", "compress", world.tree, "docs", "docs.tar")
    run(gw, pack, file_action("unpack", "extract", world.tree, "docs.tar", "out", after="pack"))
    assert (world.tree / "out" / "docs" / NO_TEXT / NO_TEXT).read_text() == "bytes"
    assert undo(gw).undone == ("unpack", "pack")
    assert exact_picture(world.tree) == before


def test_runs_are_taken_back_one_after_the_other_the_last_one_first(world: World, gw: Goalwright) -> None:
    world.write("log.txt", "old\n")
    ids = [run(gw, append(world, "add", f"{number}\n")) for number in range(3)]
    with pytest.raises(WorldDrifted):
        undo(gw, ids[0])
    assert [undo(gw).run_id for _ in ids] == ids[::-1]
    assert (world.tree / "log.txt").read_text() == "old\n"
    with pytest.raises(RunNotFound, match="nothing to undo"):
        undo(gw)


def test_what_cannot_be_taken_back_is_told_and_the_rest_is_taken_back(world: World, gw: Goalwright, bell: Bell) -> None:
    run(gw, ring("ring"), file_action("make", "create_file", world.tree, "made.txt", after="ring"))
    report = undo(gw)
    assert report.undone == ("make",)
    assert [name for name, _ in report.not_undone] == ["ring"]
    assert not (world.tree / "made.txt").exists()


def test_content_that_came_from_what_was_seen_is_taken_back(world: World, gw: Goalwright) -> None:
    world.write("log.txt", "old\n")
    source = world.write("source.txt", "as it was then\n")
    before = exact_picture(world.tree)
    look = file_action("look", "read_file", world.tree, "source.txt", risk="none")
    observing = replace(look, action_class="observe", goals=("g0",))
    run(gw, observing, append(world, "quote", {"from": "g0", "field": "text"}, "look"))
    assert (world.tree / "log.txt").read_text() == "old\nas it was then\n"
    source.write_text("something else by now\n")
    assert undo(gw).undone == ("quote",)
    assert (world.tree / "log.txt").read_text() == "old\n"
    assert exact_picture(world.tree).keys() == before.keys()


def test_what_was_remembered_is_forgotten(gw: Goalwright) -> None:
    asyncio.run(gw.run(prepared(gw, [remember_action("note", "the key is under the mat")])))
    assert [fact.value for fact in gw.facts.query()] == ["the key is under the mat"]
    assert undo(gw).undone == ("note",)
    assert gw.facts.query() == []


def test_a_run_that_failed_is_taken_back_as_far_as_it_got(world: World, gw: Goalwright, bell: Bell) -> None:
    world.write("log.txt", "old\n")
    bell.broken = {"ring"}
    actions = (append(world, "add", "x"), ring("ring", "add"), append(world, "never", "y", "ring"))
    assert asyncio.run(gw.run(ready(gw, *actions))).status == "failed"
    report = undo(gw)
    assert (report.undone, report.not_undone) == (("add",), ())
    assert (world.tree / "log.txt").read_text() == "old\n"


def test_a_run_that_died_while_it_was_resumed_is_taken_back_as_far_as_it_got(
    world: World, gw: Goalwright, bell: Bell
) -> None:
    world.write("log.txt", "old\n")
    bell.broken = {"ring"}
    actions = (append(world, "add", "x"), ring("ring", "add"), append(world, "never", "y", "ring"))
    run_id = asyncio.run(gw.run(ready(gw, *actions))).run_id
    write(gw, run_id, ("started", "ring"))
    report = undo(gw)
    assert report.undone == ("add",)
    assert [name for name, _ in report.not_undone] == ["ring"]
    assert (world.tree / "log.txt").read_text() == "old\n"
    assert bell.rung == []


def test_a_run_that_died_before_it_did_anything_needs_no_undo(gw: Goalwright, bell: Bell) -> None:
    run_id = cut_off(gw, plan_of(ring("first")))
    with pytest.raises(RunNotFound, match="nothing to undo"):
        undo(gw)
    report = asyncio.run(gw.undo(run_id))
    assert (report.run_id, report.undone, report.not_undone) == (run_id, (), ())
    assert gw.history()[0].status == "cancelled"


def test_an_action_that_nobody_can_see_is_told_as_in_doubt(world: World, gw: Goalwright, bell: Bell) -> None:
    cut_off(gw, plan_of(ring("first"), append(world, "never", "x")), ("started", "first"))
    report = undo(gw)
    assert report.undone == ()
    assert [name for name, _ in report.not_undone] == ["first"]
    assert "can't be checked" in report.not_undone[0][1]
    assert (bell.rung, exact_picture(world.tree)) == ([], {})


def test_a_run_that_is_half_undone_is_not_resumed_but_undone_to_its_end(world: World, gw: Goalwright) -> None:
    world.write("log.txt", "old\n")
    bad = file_action("bad", "rename", world.tree, "nothing.txt", "something.txt", after="add")
    run_id = asyncio.run(gw.run(ready(gw, append(world, "add", "x"), bad))).run_id
    undoing = JournalEntry(run_id=run_id, kind="undo_started", action_id="add")
    asyncio.run(_recorded(gw, undoing))
    with pytest.raises(RunNotFound, match="half undone"):
        asyncio.run(gw.resume(run_id))
    assert undo(gw).undone == ("add",)
    assert (world.tree / "log.txt").read_text() == "old\n"


async def _recorded(gw: Goalwright, entry: JournalEntry) -> None:
    await gw.journal.record(entry)
