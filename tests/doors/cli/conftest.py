"""What the tests of the command line share."""

from pathlib import Path

import pytest

from doors.cli.command import Cli, QuickCli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    (tmp_path / "home").mkdir()
    return Cli(folder=tmp_path)


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> QuickCli:
    (tmp_path / "home").mkdir()
    return QuickCli(folder=tmp_path, patch=monkeypatch, streams=capsys)
