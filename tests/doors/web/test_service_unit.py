"""`goalwright service`: the unit that systemd is given, and what is said where there is none."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from doors.cli.command import Cli, QuickCli


@pytest.fixture
def quick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> QuickCli:
    (tmp_path / "home").mkdir()
    return QuickCli(folder=tmp_path, patch=monkeypatch, streams=capsys)


def unit(cli: Cli) -> Path:
    return cli.home / ".config" / "systemd" / "user" / "goalwright.service"


def test_a_unit_is_written_that_systemd_takes(quick: QuickCli) -> None:
    done = quick("service", "install")
    assert done.code == 0, done
    text = unit(quick).read_text()
    assert f'Environment="GOALWRIGHT_HOME={quick.folder / "state"}"' in text
    assert " serve\n" in text
    assert f"installed as {unit(quick)}; not running" in done.out
    if (verify := shutil.which("systemd-analyze")) is not None:
        checked = subprocess.run([verify, "--user", "verify", str(unit(quick))], capture_output=True, check=False)
        assert b"goalwright.service" not in checked.stderr, checked.stderr


def test_a_unit_is_taken_away(quick: QuickCli) -> None:
    quick("service", "install")
    assert quick("service", "remove").out.startswith("not installed")
    assert not unit(quick).exists()
    quick("service", "remove").require_one_line(1, "nothing is installed")


def test_the_status_changes_nothing(quick: QuickCli) -> None:
    assert quick("service", "--json").document == {"installed": False, "running": False, "address": ""}
    assert not unit(quick).exists()
    quick("service", "explode").require_one_line(2, "install, status, remove")


def test_without_systemd_it_says_so(quick: QuickCli) -> None:
    quick("service", "install", environment={"PATH": ""}).require_one_line(1, "no systemd")
    assert not unit(quick).exists()
