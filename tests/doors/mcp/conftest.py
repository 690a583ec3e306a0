"""What the tests of the door for assistants share."""

from pathlib import Path

import pytest

from doors.mcp.assistants import Desk


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    for name in ("home", "work"):
        (tmp_path / name).mkdir()
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    return Desk(tmp_path)
