"""What the tests of the command line share."""

from pathlib import Path

import pytest

from cli.command import Cli


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(folder=tmp_path)
