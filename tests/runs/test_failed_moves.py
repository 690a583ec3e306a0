"""Moves between disks that fail at the very end: nothing is left of them, and they are done once the cause is gone."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.workload import file_action, prepared
from crash.world import World
from disks import other_disk_than
from goalwright.app import Goalwright
from goalwright.contracts import RunReport
from runs.stuck import unremovable
from runs.undo.trees import exact_picture, folder_times


@pytest.fixture
def far(world: World) -> Iterator[Path]:
    """A folder on another disk, which the application may work in."""
    with tempfile.TemporaryDirectory(dir=other_disk_than(world.top)) as folder:
        (world.top / "config").mkdir()
        (world.top / "config" / "config.toml").write_text(f'allowed_roots = ["{world.tree}", "{folder}"]\n')
        yield Path(folder)


@pytest.fixture
def files(world: World) -> Path:
    """A folder to move things out of."""
    world.write("from/a.txt", "alpha\n")
    world.write("from/docs/b.txt", "beta\n")
    world.write("from/docs/inner/c.txt", "gamma\n")
    world.age()
    return world.tree / "from"


def move(gw: Goalwright, world: World, far: Path, name: str) -> RunReport:
    actions = (
        file_action("note", "write_file", world.tree, "note.txt", content="moving\n"),
        file_action("move", "move", world.tree, f"from/{name}", str(far / name), after="note", risk="high"),
    )
    return asyncio.run(gw.run(prepared(gw, actions), approve=True))


@pytest.mark.parametrize("name", ["a.txt", "docs"])
@pytest.mark.parametrize("is_taken", [False, True])
def test_a_move_that_fails_at_the_end_leaves_nothing_and_is_done_once_the_cause_is_gone(
    world: World, files: Path, far: Path, name: str, is_taken: bool
) -> None:
    if is_taken and name == "a.txt":
        (far / name).write_text("was here before\n")
    there, here = exact_picture(far), exact_picture(world.tree)
    with world.opened() as gw:
        with unremovable(files):
            report = move(gw, world, far, name)
            assert report.outcomes["move"].state == "failed", report.reason
            assert exact_picture(far) == there
            assert {path for path in exact_picture(world.tree) if path != "note.txt"} == set(here)
        report = asyncio.run(gw.resume(report.run_id))
        assert report.status == "success", report.reason
        assert not (files / name).exists()
        assert (far / name).exists()
        assert not [*far.rglob(".goalwright*"), *world.tree.rglob(".goalwright*")]
        assert asyncio.run(gw.undo()).undone == ("move", "note")
        assert (exact_picture(far), exact_picture(world.tree)) == (there, here)


def test_a_run_with_a_move_that_failed_is_undone_without_a_trace(world: World, files: Path, far: Path) -> None:
    here, times = exact_picture(world.tree), folder_times(world.tree)
    with world.opened() as gw, unremovable(files):
        move(gw, world, far, "docs")
        assert asyncio.run(gw.undo()).undone == ("note",)
        assert (exact_picture(world.tree), folder_times(world.tree)) == (here, times)
        assert not list(far.iterdir())


def test_a_folder_with_a_disk_mounted_in_it_is_not_emptied(world: World, files: Path, far: Path) -> None:
    if os.geteuid():
        pytest.skip("mounting a disk takes root")
    with world.opened() as gw:
        inner = str(files / "docs" / "inner")
        if subprocess.run(["mount", "-t", "tmpfs", "tmpfs", inner], capture_output=True, check=False).returncode:
            pytest.skip("no disk can be mounted here")
        try:
            Path(inner, "on the disk").write_text("stays\n")
            report = move(gw, world, far, "docs")
            assert "it is a mounted disk" in report.outcomes["move"].error
            assert Path(inner, "on the disk").read_text() == "stays\n"
            assert not list(far.iterdir())
        finally:
            subprocess.run(["umount", inner], check=True)
