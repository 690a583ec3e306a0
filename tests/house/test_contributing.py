"""What a contributor is told is true: targets, pages of the site, hooks, and what the linter of page scripts sees."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from shutil import copytree
from types import ModuleType
from typing import Any

import pytest

import goalwright

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
TARGETS = set(re.findall(r"^([a-z][a-z-]*):.*## ", MAKEFILE, re.MULTILINE))
DOCUMENTED = ("CONTRIBUTING.md", "README.md", "docs/releasing.md", "mkdocs.yml", ".github/pull_request_template.md")


def script(name: str) -> ModuleType:
    loader = SourceFileLoader(name, str(ROOT / "scripts" / f"{name}.py"))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", DOCUMENTED)
def test_every_target_that_is_named_exists(page: str) -> None:
    named = set(re.findall(r"(?:`|^)make ([a-z-]+)", (ROOT / page).read_text("utf-8"), re.MULTILINE))
    assert named
    assert named <= TARGETS


def test_every_target_is_explained_or_is_in_the_help() -> None:
    explained = set(re.findall(r"^\| `make ([a-z-]+)", (ROOT / "CONTRIBUTING.md").read_text("utf-8"), re.MULTILINE))
    benches = {name for name in TARGETS if name.startswith("bench-")}
    assert explained == TARGETS - benches - {"help", "wheel"}


def test_every_room_of_the_quick_lane_is_named() -> None:
    found = re.search(r"^PURE := (.*)$", MAKEFILE, re.MULTILINE)
    assert found is not None
    page = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    for room in found[1].split():
        assert f"`{room}`" in page
        assert (ROOT / "tests" / room).is_dir()


def test_every_page_is_in_the_navigation_of_the_site() -> None:
    listed = set(re.findall(r"^ +- ([\w/-]+\.md)$", (ROOT / "mkdocs.yml").read_text("utf-8"), re.MULTILINE))
    pages = {str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")}
    assert listed - set(script("site_pages").PAGES.values()) == {name for name in pages if "decisions/" not in name}


@pytest.mark.parametrize(
    ("first", "runs"),
    [(0, 1), (1, 2), pytest.param(2, 1, id="broken off"), pytest.param(3, 1, id="an error of pytest's own"), (5, 1)],
)
def test_only_tests_that_failed_are_run_again(first: int, runs: int, tmp_path: Path) -> None:
    """A run that was broken off passes by no second one, which knows only of tests that failed before."""
    python = tmp_path / "python"
    python.write_text(f'#!/bin/sh\necho "$@" >>{tmp_path}/runs\n[ $(wc -l <{tmp_path}/runs) = 2 ] || exit {first}\n')
    python.chmod(0o755)
    make = ["make", "--old-file=venv", "--old-file=debian-packages", "test", f"PYTHON={python}"]
    done = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=False)
    assert len((tmp_path / "runs").read_text("utf-8").splitlines()) == runs, done.stdout + done.stderr
    assert (done.returncode == 0) is (first < 2)


def test_hooks_fetch_nothing() -> None:
    config = (ROOT / ".pre-commit-config.yaml").read_text("utf-8")
    assert re.findall(r"repo: *(\S+)", config) == ["local"]
    assert set(re.findall(r"language: *(\S+)", config)) == {"system"}


@pytest.mark.parametrize("name", goalwright.__all__)
def test_every_public_name_is_in_the_reference_with_a_docstring(name: str) -> None:
    assert f"::: goalwright.{name}\n" in (ROOT / "docs" / "reference.md").read_text("utf-8")
    value: Any = getattr(goalwright, name)
    assert inspect.getdoc(value)
    if inspect.isclass(value):
        own = {
            part: made for part, made in vars(value).items() if not part.startswith("_") and inspect.isfunction(made)
        }
        assert [part for part, made in own.items() if not inspect.getdoc(made)] == []


@pytest.mark.parametrize(
    ("file", "text", "finding"),
    [
        ("page_names.js", "const unused = 1;\n", "page_names.js:1:7: Variable 'unused' is declared"),
        ("page_pager.js", "/* fine */ findd([]);\n", "page_pager.js:1:12: 'findd' is not defined"),
        ("script_scroll.js", "/* fine */\nmissing,\n", "script_scroll.js:2:1: 'missing' is not defined"),
        ("each.py", '_BAD = """() => {\n    return missing;\n}"""\n', "each.py:2:12: 'missing' is not defined"),
    ],
)
def test_the_linter_of_page_scripts_tells_file_and_line(
    file: str,
    text: str,
    finding: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    linter: Any = script("lint_pages")
    copytree(linter.BROWSER, tmp_path / "browser")
    (tmp_path / ".oxlintrc.json").write_text((ROOT / ".oxlintrc.json").read_text("utf-8"), "utf-8")
    monkeypatch.setattr(linter, "BROWSER", tmp_path / "browser")
    monkeypatch.setattr(linter, "ROOT", tmp_path)
    assert linter.main() == 0, capsys.readouterr().out
    spoilt = tmp_path / "browser" / file
    spoilt.write_text(text + spoilt.read_text("utf-8"), "utf-8")
    assert linter.main() == 1
    assert finding in capsys.readouterr().out


def test_a_python_that_is_not_here_is_named(tmp_path: Path) -> None:
    sessions = [
        {"name": "tests", "signatures": ["tests-3.11"], "result": "success"},
        {"name": "tests", "signatures": ["tests-3.13"], "result": "skipped"},
    ]
    (tmp_path / "nox.json").write_text(json.dumps({"result": 1, "sessions": sessions}), "utf-8")
    command = [sys.executable, str(ROOT / "scripts" / "tell_sessions.py"), str(tmp_path / "nox.json")]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told == "tests-3.11: success\ntests-3.13: SKIPPED: this Python is not on this machine\n"
