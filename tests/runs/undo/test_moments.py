"""Somebody changes something at any moment of a run, or before it is resumed: undo does all of it or nothing."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from campaigns import rounds
from crash.workload import file_action, prepared
from crash.world import World, differences
from goalwright.app import Goalwright
from goalwright.contracts import PlannedAction, RunEvent, Tool, ToolCall, ToolCapability, UndoReport
from goalwright.errors import RunNotFound, WorldDrifted
from runs.bell import Bell, ring
from runs.stuck import unremovable
from runs.undo.drifts import changes_to
from runs.undo.plans import actions_of
from runs.undo.random_runs import Case, cases, planted
from runs.undo.test_drift import everything
from runs.undo.trees import exact_picture

ROUNDS = rounds(12)
Change = Callable[[], object]


def with_bell(actions: tuple[PlannedAction, ...], at: int) -> tuple[PlannedAction, ...]:
    """The actions, with a bell that all from a place on wait for."""
    later = (replace(action, depends_on=(*action.depends_on, "bell")) for action in actions[at:])
    return *actions[:at], ring("bell"), *later


def run_with_change(gw: Goalwright, actions: tuple[PlannedAction, ...], change: Change, moment: str, after: int) -> str:
    """Run the actions to their end with a change at a moment: after so many of them, or before or after resuming."""
    ended = 0

    def told(event: RunEvent) -> None:
        nonlocal ended
        ended += event.kind == "action_ended"
        if moment == "during" and event.kind == "action_ended" and ended == after:
            change()

    bell = Bell(broken={"bell"} if moment == "before resuming" else set())
    bell.hang(gw)
    report = asyncio.run(gw.run(prepared(gw, actions), approve=True, on_event=told))
    if moment == "before resuming" and report.status == "failed":
        change()
        bell.broken = set()
        report = asyncio.run(gw.resume(report.run_id))
    elif moment == "after":
        change()
    return str(report.status)


def undo(gw: Goalwright, *, dry_run: bool) -> UndoReport | None:
    """What undo reports; None if it refuses because something has changed, or there is nothing to undo."""
    try:
        return asyncio.run(gw.undo(dry_run=dry_run))
    except (WorldDrifted, RunNotFound):
        return None


@settings(max_examples=ROUNDS)
@given(
    cases, st.sampled_from(["during", "before resuming", "after"]), st.integers(0, 10), st.integers(1, 10), st.data()
)
def test_undo_does_all_or_nothing_and_says_so_before(
    case: Case, moment: str, at: int, after: int, data: st.DataObject
) -> None:
    entries, steps = case
    told: list[str] = []
    with planted(entries) as world, world.opened() as gw:
        actions = with_bell(actions_of(world.tree, steps), min(at, len(steps)))

        def change() -> None:
            names = {
                str(path) for action in actions for path in (action.args.get("path"), action.args.get("to")) if path
            }
            names |= {str(world.tree / path) for path in exact_picture(world.tree)}
            changes = [(Path(name), made) for name in sorted(names) for made in changes_to(Path(name))]
            path, made = data.draw(st.sampled_from(changes))
            told.append(f"{made.__name__} {path}")
            made(path)

        assume(run_with_change(gw, actions, change, moment, after) != "refused")
        before = everything(world)
        foreseen = undo(gw, dry_run=True)
        assert not differences(everything(world), before), told
        report = undo(gw, dry_run=False)
        if report is None or foreseen is None:
            assert report is foreseen, (told, report, foreseen)
            assert not differences(everything(world), before), told
            return
        assert (report.undone, report.not_undone) == (foreseen.undone, foreseen.not_undone), told
        assert {name for name, _ in report.not_undone} <= {"bell"}, (told, report.not_undone)
        assert undo(gw, dry_run=False) is None


def in_a_row(world: World) -> tuple[PlannedAction, ...]:
    """Four actions, each after the one before, then a bell."""
    tree = world.tree
    return (
        file_action("make", "create_folder", tree, "made"),
        file_action("write", "write_file", tree, "made/new.txt", after="make", content="new\n"),
        file_action("over", "write_file", tree, "old.txt", after="write", risk="high", content="new\n"),
        file_action("append", "append_file", tree, "log.txt", after="over", content="more\n"),
        ring("bell", "append"),
    )


def laid_out(world: World) -> None:
    world.write("old.txt", "old\n")
    world.write("log.txt", "begun\n")
    world.age()


def append_to(path: Path) -> None:
    with path.open("a") as file:
        file.write("mine\n")


CHANGES: dict[str, Callable[[Path], object]] = {
    "written to": lambda tree: (tree / "made" / "new.txt").write_text("mine\n"),
    "appended to": lambda tree: append_to(tree / "log.txt"),
    "put into a folder that was made": lambda tree: (tree / "made" / "mine.txt").write_text("mine\n"),
    "taken away": lambda tree: (tree / "old.txt").unlink(),
    "made read-only": lambda tree: (tree / "old.txt").chmod(0o400),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("moment", ["during", "before resuming"])
def test_a_file_changed_before_the_run_ended_is_noticed_before_anything_is_touched(
    world: World, gw: Goalwright, change: Callable[[Path], object], moment: str
) -> None:
    laid_out(world)
    assert run_with_change(gw, in_a_row(world), lambda: change(world.tree), moment, 4) == "success"
    before = everything(world)
    for dry_run in (True, False):
        with pytest.raises(WorldDrifted, match="nothing was touched"):
            asyncio.run(gw.undo(dry_run=dry_run))
    assert not differences(everything(world), before)


def test_what_is_changed_between_two_actions_on_it_is_noticed_too(world: World, gw: Goalwright) -> None:
    laid_out(world)
    tree = world.tree
    actions = (
        file_action("one", "append_file", tree, "log.txt", content="one\n"),
        ring("bell", "one"),
        file_action("two", "append_file", tree, "log.txt", after="bell", content="two\n"),
    )
    assert run_with_change(gw, actions, lambda: append_to(tree / "log.txt"), "before resuming", 0) == "success"
    assert (tree / "log.txt").read_text() == "begun\none\nmine\ntwo\n"
    with pytest.raises(WorldDrifted, match=r"log\.txt was changed by another program during the run"):
        asyncio.run(gw.undo())
    assert (tree / "log.txt").read_text() == "begun\none\nmine\ntwo\n"


def lost(folder: Path) -> None:
    shutil.rmtree(folder)


def emptied(folder: Path) -> None:
    for kept in folder.iterdir():
        kept.unlink()


def touched(folder: Path) -> None:
    for kept in folder.iterdir():
        kept.touch()


def spoiled(folder: Path) -> None:
    for kept in folder.iterdir():
        kept.write_bytes(b"spoiled\n")


@pytest.mark.parametrize("mishap", [lost, emptied, spoiled, touched])
def test_a_lost_copy_is_noticed_before_anything_is_touched(world: World, gw: Goalwright, mishap: Any) -> None:
    laid_out(world)
    run_with_change(gw, in_a_row(world), lambda: None, "after", 0)
    mishap(world.state / "runs" / gw.history()[0].run_id / "kept")
    before = exact_picture(world.tree)
    for dry_run in (True, False):
        with pytest.raises(WorldDrifted, match=r"what is kept for undo in .* is not as the run left it"):
            asyncio.run(gw.undo(dry_run=dry_run))
    assert exact_picture(world.tree) == before


@pytest.mark.parametrize("is_changed", [False, True])
def test_a_folder_that_another_program_changed_keeps_its_time(world: World, gw: Goalwright, is_changed: bool) -> None:
    laid_out(world)
    old = world.tree.stat().st_mtime_ns
    run_with_change(gw, in_a_row(world), lambda: None, "after", 0)
    if is_changed:
        (world.tree / "mine.txt").write_text("mine\n")
    asyncio.run(gw.undo())
    assert (world.tree.stat().st_mtime_ns == old) is not is_changed


def test_an_undo_that_goes_on_does_not_count_again_what_was_undone_before(world: World, gw: Goalwright) -> None:
    stuck = world.write("stuck/old.txt", "old\n").parent
    world.age()
    before = exact_picture(world.tree)
    actions = (
        file_action("first", "write_file", world.tree, "stuck/new.txt", content="new\n"),
        file_action("second", "write_file", world.tree, "new.txt", after="first", content="new\n"),
    )
    assert run_with_change(gw, actions, lambda: None, "after", 0) == "success"
    with unremovable(stuck):
        reports = [asyncio.run(gw.undo()) for _ in range(2)]
    reports.append(asyncio.run(gw.undo()))
    assert [(report.undone, report.undone_before) for report in reports] == [
        (("second",), ()),
        ((), ("second",)),
        (("first",), ("second",)),
    ]
    assert [[name for name, _ in report.not_undone] for report in reports] == [["first"], ["first"], []]
    assert exact_picture(world.tree) == before


def test_a_folder_that_a_failed_action_worked_in_has_its_time_back(world: World, gw: Goalwright) -> None:
    world.write("docs/no archive.zip", "no archive\n")
    world.age()
    old = (world.tree / "docs").stat().st_mtime_ns
    actions = (
        file_action("made", "write_file", world.tree, "docs/made.txt", content="made\n"),
        file_action("fails", "extract", world.tree, "docs/no archive.zip", after="made", to="docs/out"),
    )
    shake = world.tree / "docs" / "shaken"

    def meanwhile(event: RunEvent) -> None:
        if event.kind == "action_started" and event.action_id == "fails":
            shake.mkdir()  # what the action itself does there, at its slowest
            shake.rmdir()

    assert asyncio.run(gw.run(prepared(gw, actions), approve=True, on_event=meanwhile)).status == "failed"
    asyncio.run(gw.undo())
    assert (world.tree / "docs").stat().st_mtime_ns == old


class Meddled:
    """A tool, and another program that changes something right after each effect of it, before it is looked at."""

    def __init__(self, tool: Tool, change: Callable[[], object], *, is_after: bool) -> None:
        self._tool, self._change, self._is_after = tool, change, is_after

    def __getattr__(self, name: str) -> Any:
        return getattr(self._tool, name)

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> Mapping[str, Any] | None:
        if not self._is_after:
            self._change()
        inverse = await self._tool.inverse(call, before)
        if self._is_after:
            self._change()
        return inverse


def occupy(path: Path) -> None:
    path.write_text("mine\n")


def alter(path: Path) -> None:
    """Another content of the same size, written into the same file."""
    old = path.read_bytes()
    with path.open("r+b") as file:
        file.write(bytes(byte ^ 1 for byte in old))


# A tool, its arguments, and what another program does to which path right after it.
MEDDLED: dict[str, tuple[str, str, dict[str, str], str, Callable[[Path], object]]] = {
    "written": ("write_file", "new.txt", {"content": "new\n"}, "new.txt", occupy),
    "written over": ("write_file", "old.txt", {"content": "new\n"}, "old.txt", occupy),
    "appended to": ("append_file", "log.txt", {"content": "more\n"}, "log.txt", append_to),
    "written, the same size": ("write_file", "new.txt", {"content": "new\n"}, "new.txt", alter),
    "appended to, the same size": ("append_file", "log.txt", {"content": "more\n"}, "log.txt", alter),
    "begun by appending": ("append_file", "new.txt", {"content": "new\n"}, "new.txt", alter),
    "copied": ("copy", "old.txt", {"to": "copy.txt"}, "copy.txt", append_to),
    "copied, the same size": ("copy", "old.txt", {"to": "copy.txt"}, "copy.txt", alter),
    "copied over another": ("copy", "old.txt", {"to": "log.txt"}, "log.txt", alter),
    "copied, and young": ("copy", "young.txt", {"to": "copy.txt"}, "copy.txt", alter),
    "copied folder": ("copy", "pack", {"to": "box"}, "box", lambda box: occupy(box / "mine.txt")),
    "copied folder, the same size": ("copy", "pack", {"to": "box"}, "box", lambda box: alter(box / "in.txt")),
    "moved": ("move", "old.txt", {"to": "moved.txt"}, "old.txt", occupy),
    "moved, the same size": ("move", "old.txt", {"to": "moved.txt"}, "moved.txt", alter),
    "deleted": ("delete_file", "old.txt", {}, "old.txt", occupy),
    "packed": ("compress", "pack", {"to": "pack.zip"}, "pack.zip", alter),
    "combined": ("combine", "", {"to": "all.txt"}, "all.txt", alter),
    "packed together": ("compress_all", "", {"to": "all.zip"}, "all.zip", append_to),
    "sorted": ("sort_lines", "log.txt", {}, "log.txt", alter),
}


def meddled_action(world: World, tool: str, path: str, args: Mapping[str, str]) -> PlannedAction:
    """One call of a tool; without a path it is about two things at once."""
    action = file_action("it", tool, world.tree, path, after="first", risk="high", **args)
    if path:
        return action
    things = {"things": [str(world.tree / name) for name in ("old.txt", "log.txt")]}
    return replace(action, args={**{key: value for key, value in action.args.items() if key != "path"}, **things})


# A moved file goes back with whatever it holds by then.
BACK = {("moved, the same size", True)}


@pytest.mark.parametrize(
    ("case", "is_after"), [case for case in product(sorted(MEDDLED), [False, True]) if case not in BACK]
)
def test_what_is_changed_between_an_effect_and_its_fingerprint_is_not_taken_for_the_runs_own(
    world: World, gw: Goalwright, case: str, is_after: bool
) -> None:
    tool, path, args, changed, change = MEDDLED[case]
    world.write("pack/in.txt", "packed\n")
    laid_out(world)
    world.write("young.txt", "young\n")
    entry = gw.registry[f"files.{tool}"]
    assert entry.tool is not None
    meddled = Meddled(entry.tool, lambda: change(world.tree / changed), is_after=is_after)
    name = f"meddled.{tool}"
    gw.registry.register(replace(entry, name=name, capability=ToolCapability(name=name), tool=meddled))
    actions = (
        file_action("first", "create_folder", world.tree, "made"),
        replace(meddled_action(world, tool, path, args), tool=name),
    )
    assert asyncio.run(gw.run(prepared(gw, actions), approve=True)).status == "success"
    before = everything(world)
    for dry_run in (True, False):
        with pytest.raises(WorldDrifted, match=rf"{changed} was changed by another program"):
            asyncio.run(gw.undo(dry_run=dry_run))
    assert not differences(everything(world), before)
