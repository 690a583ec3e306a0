"""The public names, and how little it costs to import them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import goalwright

PUBLIC = """
ContractViolation Fact FactsMemory Goal GoalInterpreter GoalOrchestrator GoalPlanner Goalwright GoalwrightError
IntentAgent MetaGoal NotUnderstood PLANNER_RULES Plan PlanExecutor PlanGraph PlanPayloadError PlanResult PlannedAction
StructuredPlanner ToolCapability ToolRegistry ToolResolver ToolResult UnmetGoal WorldState validate_plan_payload
""".split()
HEAVY = ("pydantic", "rich", "playwright", "pydantic_ai", "fastapi", "mcp")
LIST_MODULES = "import sys; print('\\n'.join(sys.modules))"


MARK = "modules:"
"""What stands between the output of the code itself, such as a help, and the names of modules."""


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nprint({MARK!r})\n{LIST_MODULES}"],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": str(Path(goalwright.__file__).parents[1])},
    )
    return set(done.stdout.partition(MARK)[2].split())


def test_public_names_are_these() -> None:
    assert sorted(goalwright.__all__) == sorted(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_had_and_is_listed(name: str) -> None:
    assert getattr(goalwright, name) is not None
    assert name in dir(goalwright)


def test_unknown_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        goalwright.nothing  # noqa: B018


def test_planner_rules_are_the_built_in_rows_and_read_only() -> None:
    rules = goalwright.PLANNER_RULES
    assert ("browser", "navigate") in rules
    with pytest.raises(TypeError):
        rules["browser", "navigate"] = None  # type: ignore[index]  # refusing is the point


@pytest.mark.slow
def test_importing_the_package_imports_almost_nothing() -> None:
    added = modules_after("import goalwright") - modules_after("pass")
    assert added == {"goalwright", "__future__"}


@pytest.mark.slow
@pytest.mark.parametrize("argument", ["--version", "--help"])
def test_version_and_help_load_nothing_heavy(argument: str) -> None:
    code = f"from goalwright.doors.cli.entry import run; run([{argument!r}])"
    loaded = modules_after(code)
    assert "goalwright.doors.cli.entry" in loaded
    assert not loaded & {*HEAVY, "goalwright.plan", "goalwright.rules", "goalwright.contracts", "goalwright.app"}


@pytest.mark.slow
def test_planning_loads_no_browser_model_or_server() -> None:
    loaded = modules_after("from goalwright import *; Goalwright().plan(Goal(domain='audio', verb='mute'))")
    assert not loaded & set(HEAVY)


@pytest.mark.slow
def test_a_sentence_is_run_without_waiting_for_the_parser(tmp_path: Path) -> None:
    code = "import os; from goalwright.doors.cli.entry import run; os.chdir({!r}); run(['create a.txt', '--dry-run'])"
    loaded = modules_after(code.format(str(tmp_path)))
    assert "goalwright.doors.cli.carrying_out" in loaded
    assert not loaded & {*HEAVY, "typer"}


@pytest.mark.slow
def test_a_sentence_is_understood_and_planned_without_what_only_models_and_parsers_need() -> None:
    loaded = modules_after("from goalwright import *; Goalwright().plan('mute')")
    assert "goalwright.interpret.grammar" in loaded
    assert not loaded & set(HEAVY)


SENTENCE = "create a folder docs and put notes.txt in it saying hello"
PARSERS = {"typer", "argparse", "tomllib", "importlib.metadata", "importlib.resources"}
UNUSED = (
    "goalwright.tools.desktop.sound goalwright.tools.browser.browser_family goalwright.tools.browser.process".split()
)
NOT_FOR_UNDO = ("goalwright.interpret", "goalwright.rules", "goalwright.plan", "goalwright.situate.orchestrator")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "also"),
    [
        (["history"], {"asyncio", "goalwright.rules", "goalwright.interpret", "goalwright.plan.planner"}),
        (["plan", SENTENCE], {"asyncio", "inspect", "logging", "shutil", "subprocess"}),
        (["craete a foldr docs"], {"asyncio", "inspect", "logging", "shutil", "sqlite3", "goalwright.plan.planner"}),
        ([SENTENCE], {"zipfile", "tarfile", "tempfile", "goalwright.tools.files.delete"}),
        (["undo"], {"zipfile", "tarfile", *NOT_FOR_UNDO}),
    ],
)
@pytest.mark.slow
def test_a_command_loads_only_what_it_needs(
    line: list[str], also: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code = f"import os; os.environ.update(HOME={str(tmp_path)!r}, GOALWRIGHT_HOME={str(tmp_path / 'state')!r}); "
    code += "from goalwright.doors.cli.entry import run; run({!r})"
    # The first command lists the programs of the machine, for all that come after it.
    modules_after(code.format([SENTENCE if line == ["undo"] else "plan mute"]))
    loaded = modules_after(code.format(line))
    assert "goalwright.app" in loaded
    assert loaded & {*HEAVY, *PARSERS, *UNUSED, "dataclasses", *also} == set()
