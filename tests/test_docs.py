"""What the documentation shows is what happens."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from goalwright import GoalPlanner, WorldState
from goalwright.interpret import read_goals

ROOT = Path(__file__).resolve().parent.parent
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
README = (ROOT / "README.md").read_text("utf-8")
PLANNING_FOLDER = ROOT / "src" / "goalwright"


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_first_plan_in_the_readme_is_what_the_command_prints() -> None:
    shown = re.search(r"^    \$ \./goalwright (plan .*)\n((?:    .*\n|\n)+)", README, re.MULTILINE)
    assert shown is not None
    wanted = "\n".join(line.removeprefix("    ") for line in shown[2].rstrip().splitlines())
    assert run("-m", "goalwright", *shown[1].split()).stdout.rstrip() == wanted


def test_the_python_example_in_the_readme_prints_what_it_says() -> None:
    (code,), (printed,) = blocks(README, "python"), blocks(README, "text")
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
