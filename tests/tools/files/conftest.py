"""A desk of its own for every test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.files.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "root").mkdir()
    return Desk(root=tmp_path / "root", keep=tmp_path / "runs" / "run" / "kept", trash=tmp_path / "trash")


@pytest.fixture
def other_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk than the desk's own."""
    with tempfile.TemporaryDirectory(dir="/dev/shm") as folder:
        if Path(folder).stat().st_dev == tmp_path.stat().st_dev:
            pytest.skip("there is only one disk here")
        yield Path(folder)
