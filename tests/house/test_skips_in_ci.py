"""In CI a skipped test is a failure, unless it belongs to another platform."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

import pytest

TESTS = Path(__file__).parents[1]

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


SKIPS = {
    "call": SKIPPED_BY_CALL,
    "mark": SKIPPED_BY_MARK,
    "fixture": SKIPPED_BY_FIXTURE,
    "module": SKIPPED_AS_MODULE,
}
OTHERS = {"platform": PLATFORM_SPECIFIC, "expected_failure": EXPECTED_FAILURE}


def run_pytest(folder: Path, sources: Mapping[str, str], *, ci: bool) -> dict[str, str]:
    """What is told of each source, each being a file of tests, in one run of pytest."""
    for needed in ("conftest.py", "disks.py", "workers.py", "costs.py", "long_files.txt"):
        shutil.copy(TESTS / needed, folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers = platform_specific(reason): of another platform\n")
    for name, source in sources.items():
        (folder / f"test_{name}.py").write_text(source)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["CI"] = "true" if ci else ""
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    told = folder / "told.xml"
    subprocess.run([*command, f"--junit-xml={told}"], cwd=folder, env=environment, capture_output=True, check=False)
    cases = ElementTree.parse(told).iter("testcase")
    return {(case.get("classname") or case.attrib["name"]).removeprefix("test_"): _said(case) for case in cases}


def _said(case: ElementTree.Element) -> str:
    """How a test ended and why; nothing of one that passed."""
    return " ".join(f"{ending.tag}: {ending.get('message')} {ending.text}" for ending in case)


@pytest.fixture(scope="module")
def told_in_ci(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return run_pytest(tmp_path_factory.mktemp("ci"), SKIPS | OTHERS, ci=True)


@pytest.mark.parametrize("name", SKIPS)
def test_skip_fails_in_ci_with_its_reason_and_the_remedy(told_in_ci: dict[str, str], name: str) -> None:
    assert told_in_ci[name].startswith(("failure: ", "error: "))
    assert "no frobnicator here" in told_in_ci[name]
    assert "debian-packages.txt" in told_in_ci[name]


@pytest.mark.parametrize("name", OTHERS)
def test_other_platforms_and_expected_failures_pass_in_ci(told_in_ci: dict[str, str], name: str) -> None:
    assert told_in_ci[name].startswith("skipped: ")


def test_skip_stays_a_skip_elsewhere(tmp_path: Path) -> None:
    told = run_pytest(tmp_path, SKIPS, ci=False)
    assert {name: said.partition(":")[0] for name, said in told.items()} == dict.fromkeys(SKIPS, "skipped")
