"""A desk of its own for every test."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.files.desk import Desk


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    (tmp_path / "root").mkdir()
    return Desk(root=tmp_path / "root", keep=tmp_path / "runs" / "run" / "kept", trash=tmp_path / "trash")
