"""What the documentation shows is what happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goalwright import GoalPlanner, WorldState
from goalwright.interpret import read_goals

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text("utf-8")
PLANNING_FOLDER = ROOT / "src" / "goalwright"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(*arguments: str, config: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Python with these arguments, without the settings of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")}
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env={**kept, "GOALWRIGHT_CONFIG": str(config or ROOT / "no-such-folder"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def shown_commands() -> Iterator[Any]:
    """Each command that a page shows, with its output and the rule files of the page."""
    for page in PAGES:
        text = page.read_text("utf-8")
        files = [block for block in blocks(text, "toml") if block.startswith("# rules/")]
        for block in blocks(text, "console"):
            command, _, output = block.partition("\n")
            name = f"{page.name}: {command.removeprefix('$ ')[:60]}"
            yield pytest.param(command, output, files, id=name)


@pytest.mark.parametrize(("command", "output", "files"), list(shown_commands()))
def test_commands_print_what_the_page_shows(command: str, output: str, files: list[str], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    for file in files:
        (tmp_path / file.split("\n", 1)[0].removeprefix("# ")).write_text(file, "utf-8")
    prompt, program, *arguments = shlex.split(command)
    assert (prompt, program.removeprefix("./")) == ("$", "goalwright")
    done = run("-m", "goalwright", *arguments, config=tmp_path)
    assert (done.stdout or done.stderr).rstrip() == output.rstrip()


@pytest.mark.parametrize("page", ["README.md", "docs/sentences.md"])
def test_python_examples_print_what_the_page_shows(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    examples = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    assert len(examples) == len(blocks(text, "python"))
    for code, printed in examples:
        assert run("-c", code).stdout == printed


@pytest.mark.parametrize("command", re.findall(r"\| `goalwright ([^`]*)`", README))
def test_every_command_in_the_readme_exists(command: str) -> None:
    assert run("-m", "goalwright", command.split(maxsplit=1)[0], "--help").returncode == 0


def test_the_goals_file_in_the_guide_plans() -> None:
    (example,) = blocks((ROOT / "docs" / "goals.md").read_text("utf-8"), "json")
    result = GoalPlanner().plan(read_goals(example, "docs/goals.md"), WorldState())
    assert result.status == "success"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)#]+)", page.read_text("utf-8")):
        assert (page.parent / target).exists(), target


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_source_files_that_are_named_exist(page: Path) -> None:
    rooms = {room.name for room in PLANNING_FOLDER.iterdir() if room.is_dir()}
    for room, rest in re.findall(r"`([a-z]+)/([\w/.]+\.(?:py|toml))`", page.read_text("utf-8")):
        if room in rooms:
            assert (PLANNING_FOLDER / room / rest).exists(), f"{room}/{rest}"


def test_the_figures_are_there() -> None:
    figures = (ROOT / "docs" / "planning.md").read_text("utf-8").partition("## Figures")[2]
    assert "40,000" in figures
    assert "pyperplan" in figures
