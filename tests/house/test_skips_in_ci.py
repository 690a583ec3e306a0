"""In CI a skipped test is a failure, unless it belongs to another platform."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).parents[1] / "conftest.py"

SKIPPED_BY_CALL = """
import pytest
def test_needs_a_component():
    pytest.skip("no frobnicator here")
"""
SKIPPED_BY_MARK = """
import pytest
@pytest.mark.skipif(True, reason="no frobnicator here")
def test_needs_a_component(): ...
"""
SKIPPED_BY_FIXTURE = """
import pytest
@pytest.fixture
def frobnicator():
    pytest.skip("no frobnicator here")
def test_needs_a_component(frobnicator): ...
"""
SKIPPED_AS_MODULE = """
import pytest
pytest.importorskip("frobnicator", reason="no frobnicator here")
def test_needs_a_component(): ...
"""
PLATFORM_SPECIFIC = """
import pytest
@pytest.mark.platform_specific("needs macOS")
@pytest.mark.skipif(True, reason="needs macOS")
def test_of_another_platform(): ...
"""
EXPECTED_FAILURE = """
import pytest
@pytest.mark.xfail(reason="known")
def test_of_a_known_bug():
    assert False
"""


def run_pytest(folder: Path, source: str, *, ci: bool) -> subprocess.CompletedProcess[str]:
    shutil.copy(CONFTEST, folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = platform_specific(reason): of another platform\n")
    (folder / "test_sample.py").write_text(source)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["CI"] = "true" if ci else ""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("source", [SKIPPED_BY_CALL, SKIPPED_BY_MARK, SKIPPED_BY_FIXTURE, SKIPPED_AS_MODULE])
def test_skip_fails_in_ci_with_its_reason_and_the_remedy(tmp_path: Path, source: str) -> None:
    done = run_pytest(tmp_path, source, ci=True)
    assert done.returncode != 0
    assert "no frobnicator here" in done.stdout
    assert "debian-packages.txt" in done.stdout


@pytest.mark.parametrize("source", [PLATFORM_SPECIFIC, EXPECTED_FAILURE])
def test_other_platforms_and_expected_failures_pass_in_ci(tmp_path: Path, source: str) -> None:
    done = run_pytest(tmp_path, source, ci=True)
    assert done.returncode == 0, done.stdout


def test_skip_stays_a_skip_elsewhere(tmp_path: Path) -> None:
    done = run_pytest(tmp_path, SKIPPED_BY_CALL, ci=False)
    assert done.returncode == 0, done.stdout
    assert "1 skipped" in done.stdout
