"""Old content that is kept for undo keeps its mode, and yet no other user reads it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import tempfile
from pathlib import Path

import pytest

from crash.workload import file_action, prepared
from crash.world import World

NOBODY = 65534


def is_readable(path: Path) -> bool:
    """Whether another user can read a file."""
    return subprocess.run(["cat", str(path)], capture_output=True, user=NOBODY, check=False).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming another user takes root")
def test_what_is_kept_can_be_read_by_its_owner_alone() -> None:
    with tempfile.TemporaryDirectory() as top:
        Path(top).chmod(0o755)
        world = World(Path(top)).make()
        world.write("old.txt", "old\n", 0o644)
        assert is_readable(world.tree / "old.txt")
        with world.opened() as gw:
            write = file_action("write", "write_file", world.tree, "old.txt", risk="high", content="new\n")
            run_id = asyncio.run(gw.run(prepared(gw, [write]), approve=True)).run_id
            for folder in (world.state, world.state / "runs", world.state / "runs" / run_id):
                folder.chmod(0o755)  # not even then
            (kept,) = (world.state / "runs" / run_id / "kept").iterdir()
            assert kept.read_text() == "old\n"
            assert not is_readable(kept)
            assert asyncio.run(gw.undo()).undone == ("write",)
        assert (world.tree / "old.txt").stat().st_mode & 0o777 == 0o644
