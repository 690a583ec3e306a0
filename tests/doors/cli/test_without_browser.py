"""Without a browser, or what reaches it, one line says what to install; the doctor tells which one is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from doors.cli.command import Cli, QuickCli

WITHOUT_PLAYWRIGHT = """
import sys
sys.modules["playwright"] = None
sys.argv = ["goalwright", "open youtube"]
from goalwright.doors.cli.entry import main
main()
"""


@pytest.fixture
def bare(tmp_path: Path) -> dict[str, str]:
    """A machine whose search path has no browser on it, and a package manager."""
    (tmp_path / "bin").mkdir()
    program(tmp_path / "bin" / "apt-get")
    return {"PATH": str(tmp_path / "bin"), "PLAYWRIGHT_BROWSERS_PATH": str(tmp_path / "none")}


def program(file: Path) -> str:
    file.write_text("#!/bin/sh\nexit 1\n")
    file.chmod(0o755)
    return str(file)


def check_of(quick: QuickCli, environment: dict[str, str]) -> dict[str, Any]:
    checks: list[dict[str, Any]] = quick("doctor", "--json", environment=environment).document["checks"]
    (found,) = [check for check in checks if check["name"] == "browser"]
    return found


def test_without_playwright_the_line_that_installs_it_is_told(cli: Cli) -> None:
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT_PLAYWRIGHT],
        cwd=cli.folder,
        env=cli.environment(),
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout) == (4, "")
    assert "pip install 'goalwright[browser]'" in done.stderr
    assert done.stderr.count("\n") == 1


def test_without_a_browser_the_lines_that_install_one_are_told(quick: QuickCli, bare: dict[str, str]) -> None:
    refused = quick("open youtube", environment=bare)
    refused.require_one_line(4, "apt install chromium", f"{sys.executable} -m playwright install chromium")
    check = check_of(quick, bare)
    assert (check["ok"], check["detail"]) == (None, "none")
    assert "apt install chromium" in str(check["remedy"])


def test_the_doctor_tells_the_browser_and_its_profile(quick: QuickCli, tmp_path: Path, bare: dict[str, str]) -> None:
    mine = program(tmp_path / "bin" / "google-chrome")
    check = check_of(quick, bare)
    assert check["ok"] is True
    assert str(check["detail"]).startswith(f"Chrome ({mine})")
    assert "not running" in str(check["detail"])
    assert str(tmp_path / "state" / "browser") in str(check["detail"])


def test_a_chosen_browser_that_is_not_there_does_not_work(quick: QuickCli) -> None:
    check = check_of(quick, {"GOALWRIGHT_BROWSER": "/nowhere/chrome"})
    assert (check["ok"], "browser_path" in str(check["remedy"])) == (False, True)


def test_a_running_browser_that_does_not_answer_does_not_work(quick: QuickCli) -> None:
    check = check_of(quick, {"GOALWRIGHT_CDP_URL": "http://127.0.0.1:9"})
    assert (check["ok"], check["detail"]) == (False, "the one at http://127.0.0.1:9")
    assert "GOALWRIGHT_CDP_URL" in str(check["remedy"])
