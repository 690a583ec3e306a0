"""A desk of its own for every test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from disks import other_disk_than
from tools.files.desk import Desk


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """Here on the disk of the user's home, with the trash that belongs to it; the other disk is the one in memory."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield Path(folder).resolve()


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "root").mkdir()
    return Desk(root=tmp_path / "root", keep=tmp_path / "runs" / "run" / "kept", trash=tmp_path / "trash")


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk than the desk's own."""
    place = other_disk_than(tmp_path)
    if place is None:
        pytest.skip("there is only one disk here")
    with tempfile.TemporaryDirectory(dir=place) as folder:
        yield Path(folder)
