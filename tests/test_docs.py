"""What the documentation shows is what happens, and it leaves nothing out."""

from __future__ import annotations

import os
import re
from contextlib import closing
from dataclasses import fields
from pathlib import Path

import pytest

from goalwright import PLANNER_RULES, GoalPlanner, Goalwright, WorldState, errors
from goalwright.app.settings import MODEL_TABLE, SETTINGS
from goalwright.contracts import RunReport
from goalwright.contracts.circumstances import Circumstances
from goalwright.contracts.saved_plan import SavedPlan
from goalwright.doors.cli.command_line import COMMANDS
from goalwright.doors.cli.commands import EPILOG
from goalwright.interpret.goals_file import read_goals
from pages.desk import INTERRUPTED, Desk
from pages.internet import browsing
from pages.likeness import is_alike
from pages.page import PAGES, ROOT, blocks, commands, files, needs_desktop, python_examples, sites, text_of
from test_architecture import ROOMS

SOURCES = ROOT / "src" / "goalwright"
README = text_of("README.md")
ELSEWHERE = ROOT / "docs" / "language-model.md"
"""Its example needs a model: tests/interpret/llm has one."""
EXIT_CODES = {
    0,
    errors.GoalwrightError.exit_code,
    *(value for name, value in vars(errors).items() if name.isupper() and isinstance(value, int)),
}


def named(page: Path) -> str:
    return str(page.relative_to(ROOT))


STORIES = [page for page in PAGES if blocks(page.read_text("utf-8"), "console")]
DECISIONS = [page for page in PAGES if page.parent.name == "decisions"]
WITH_PYTHON = [page for page in PAGES if python_examples(page.read_text("utf-8")) and page != ELSEWHERE]


@pytest.mark.parametrize("page", STORIES, ids=named)
def test_commands_write_what_the_page_shows(page: Path, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    text = page.read_text("utf-8")
    desktop = request.getfixturevalue("desk").environment if needs_desktop(text) else {}
    desk = Desk.for_page(tmp_path / "desk", text, desktop)
    request.addfinalizer(desk.clear)
    with browsing(desk, sites(text)):
        for command, output in commands(text):
            written = desk.typed(command, output)
            shown = output.replace(f"{INTERRUPTED}\n", "")
            assert is_alike(written, shown), f"$ {command}\n{written}\n\nThe page has:\n{shown}"


@pytest.mark.parametrize("page", WITH_PYTHON, ids=named)
def test_python_examples_print_what_the_page_shows(page: Path, tmp_path: Path) -> None:
    text = page.read_text("utf-8")
    examples = python_examples(text)
    assert len(examples) == len(blocks(text, "python")) - sum(name.endswith(".py") for name in files(text))
    for number, (code, printed) in enumerate(examples):
        desk = Desk.for_page(tmp_path / str(number), text)
        with browsing(desk, sites(text)):
            done = desk.python(code)
        assert (done.stdout, done.stderr) == (printed, "")


def test_the_example_in_the_help_of_all_commands_runs(tmp_path: Path) -> None:
    desk = Desk.for_page(tmp_path / "desk", "")
    lines = re.findall(r"^  (goalwright .*)$", EPILOG, re.MULTILINE)
    assert len(lines) > 1
    for line in lines:
        written = desk.typed(line, "")
        assert desk.code == 0, written


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_an_example(command: str) -> None:
    shown = [typed for page in STORIES for typed, _ in commands(page.read_text("utf-8"))]
    assert any(re.search(rf"\bgoalwright {command}\b", typed) for typed in shown)


@pytest.mark.parametrize("command", COMMANDS)
def test_the_readme_names_every_command(command: str) -> None:
    assert f"`goalwright {command}" in README


def test_commands_in_the_readme_exist() -> None:
    assert set(re.findall(r"`goalwright ([a-z]+)", README)) <= set(COMMANDS)


@pytest.mark.parametrize("page", ["README.md", "docs/running.md"])
def test_all_exit_codes_are_explained(page: str) -> None:
    table = text_of(page).partition("| Exit code | Meaning |\n|---|---|\n")[2].partition("\n\n")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == EXIT_CODES


def test_every_setting_is_explained() -> None:
    page = text_of("docs/settings.md")
    for setting in SETTINGS:
        (row,) = re.findall(rf"^\| `{setting.name}` \|.*$", page, re.MULTILINE)
        assert setting.variable in row
        default = [setting.default] if isinstance(setting.default, int) else setting.default or ()
        assert all(str(value) in row for value in default)
    assert f"| `[{MODEL_TABLE}]` |" in page


def test_every_variable_is_explained() -> None:
    page = text_of("docs/settings.md")
    used = {name for file in SOURCES.rglob("*.py") for name in re.findall(r'"(GOALWRIGHT_[A-Z_]+)"', file.read_text())}
    assert len(used) > 5
    assert [name for name in sorted(used) if f"`{name}" not in page] == []


def test_every_field_of_a_report_is_explained() -> None:
    page = text_of("docs/running.md")
    names = [field.name for field in fields(RunReport)] + ["answers", "exit_code"]
    rows = "\n".join(re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE))
    assert [name for name in names if f"`{name}`" not in rows] == []


def test_every_field_of_a_saved_plan_is_explained() -> None:
    page = text_of("docs/saved-plans.md")
    names = {field.name for form in (SavedPlan, Circumstances) for field in fields(form)} - {"circumstances"}
    rows = "\n".join(re.findall(r"^\| (`.*?`) \|", page, re.MULTILINE))
    assert [name for name in sorted({*names, "hash", "goalwright_plan"}) if f"`{name}`" not in rows] == []


def test_the_goals_files_in_the_guide_plan(tmp_path: Path) -> None:
    plain, selecting = blocks(text_of("docs/goals.md"), "json")
    result = GoalPlanner().plan(read_goals(plain, "docs/goals.md"), WorldState())
    assert result.status == "success"
    (tmp_path / "inbox").mkdir()
    (tmp_path / "inbox" / "old.pdf").touch()
    os.utime(tmp_path / "inbox" / "old.pdf", (0, 0))
    with closing(Goalwright(home=tmp_path / "state", cwd=tmp_path, config=tmp_path / "config")) as gw:
        prepared = gw.prepare(gw.goals_from(selecting, "docs/goals.md"))
    assert prepared.result.status == "success"


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?://)([^)#]*)#?([^)]*)\)", page.read_text("utf-8")):
        found = page.parent / target if target else page
        assert found.exists(), target
        assert not anchor or anchor in anchors(found), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The names that a page's headings can be linked by."""
    headings = re.findall(r"^#+ (.*)$", page.read_text("utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_source_files_that_are_named_exist(page: Path) -> None:
    rooms = {room.name for room in SOURCES.iterdir() if room.is_dir()}
    for room, rest in re.findall(r"`([a-z]+)/([\w/.]+\.(?:py|toml))`", page.read_text("utf-8")):
        if room in rooms:
            assert (SOURCES / room / rest).exists(), f"{room}/{rest}"


@pytest.mark.parametrize("page", [ROOT / "docs" / "architecture.md", *DECISIONS], ids=named)
def test_modules_that_are_named_exist(page: Path) -> None:
    names = {file.name for file in SOURCES.rglob("*") if file.suffix in (".py", ".js")}
    assert set(re.findall(r"`(\w+\.(?:py|js))`", page.read_text("utf-8"))) <= names


def test_every_test_that_holds_a_promise_exists() -> None:
    page = text_of("docs/promises.md")
    named_tests = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", page)
    assert len(named_tests) == page.count("::") > 30
    for file, name in named_tests:
        assert re.search(rf"^(?:async )?def {name}\(", (ROOT / file).read_text("utf-8"), re.MULTILINE), (
            f"{file}::{name}"
        )


def test_the_table_of_rooms_is_the_real_one() -> None:
    rows = re.findall(r"^\| `(\w+)/` \| .+ \|(.*)\|$", text_of("docs/architecture.md"), re.MULTILINE)
    listed = {room: {name.strip() for name in may_import.split(",")} - {""} for room, may_import in rows}
    assert listed.keys() == {room.name for room in SOURCES.iterdir() if (room / "__init__.py").exists()}
    held = {room: may_import - {"contracts"} for room, may_import in ROOMS.items() if room in listed}
    assert {room: listed[room] for room in held} == held


@pytest.mark.parametrize("page", PAGES, ids=named)
def test_every_page_can_be_found_from_the_readme(page: Path) -> None:
    place = named(page)
    assert place == "README.md" or f"]({place})" in README or place.startswith("docs/decisions/")


def test_the_changelog_counts_the_verbs() -> None:
    assert f"lists {len(PLANNER_RULES)} verbs" in text_of("CHANGELOG.md")


def test_the_figures_are_there() -> None:
    figures = text_of("docs/planning.md").partition("## Figures")[2]
    assert "40,000" in figures
    assert "pyperplan" in figures
    assert "make bench" in text_of("docs/running.md").partition("## Figures")[2]
