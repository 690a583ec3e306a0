"""The application object: its folders, its rules, and what it makes of goals."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from goalwright import Goal, Goalwright, PlanPayloadError, WorldState
from goalwright.errors import GoalsFileError, RuleFileError

GOALS = {
    "goals": [
        {"domain": "file", "verb": "create", "params": {"path": "docs", "object_type": "folder"}},
        {"domain": "file", "verb": "write", "params": {"path": "a.txt", "content": "hi"}, "scope": "inside:docs"},
    ]
}
JOT = """
[jot]
intent = "file_operation"
description_template = "jot:{text}"
required_params = ["text"]
params.text = { type = "content" }
kind = "event"
tool = "files.append_file"
args = { path = "~/notes.txt", content = "{text}" }
expected_effect = "jotted"
examples = [{ params = { text = "milk" }, description = "jot:milk" }]
"""


@pytest.fixture(autouse=True)
def no_rules_of_whoever_runs_the_tests(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOALWRIGHT_CONFIG", str(tmp_path / "none"))


@pytest.fixture
def config(tmp_path: Path) -> Path:
    (tmp_path / "rules").mkdir()
    return tmp_path


def test_goals_of_a_file_are_planned_with_scopes_and_paths(tmp_path: Path) -> None:
    gw = Goalwright(cwd=tmp_path)
    result = gw.plan(gw.goals_from(json.dumps(GOALS), "goals.json"))
    assert result.status == "success"
    assert result.plan is not None
    assert [(action.tool, action.args["path"]) for action in result.plan.actions] == [
        ("files.create_folder", str(tmp_path / "docs")),
        ("files.write_file", str(tmp_path / "docs" / "a.txt")),
    ]
    assert result.plan is not None
    assert gw.stages(result.plan) == [["g0_create_1"], ["g1_write_1"]]


def test_a_world_that_is_given_counts() -> None:
    goal = Goal(domain="browser", verb="click", params={"selector": "#ok"})
    assert Goalwright().plan(goal).status == "blocked"
    assert Goalwright().plan(goal, WorldState(browser_running=True)).status == "success"


def test_bad_goals_files_are_errors_that_name_the_source() -> None:
    with pytest.raises(GoalsFileError, match=r"mine\.json"):
        Goalwright().goals_from(b"[]", "mine.json")


def test_structured_plans_are_valid_and_have_the_steps_asked_for() -> None:
    gw = Goalwright()
    meta = gw.goals_from(json.dumps(GOALS), "goals.json")
    assert len(gw.validate(gw.structured(meta)).steps) == 2
    assert len(gw.validate(gw.structured(meta, 4), step_count=4).steps) == 4
    with pytest.raises(PlanPayloadError):
        gw.validate(gw.structured(meta), tools=["get_time"])


def test_rules_of_the_user_are_laid_over_and_served_by_the_tool_they_name(config: Path) -> None:
    (config / "rules" / "notes.toml").write_text(JOT)
    gw = Goalwright(config=config)
    result = gw.plan(Goal(domain="notes", verb="jot", params={"text": "milk"}))
    assert result.status == "success", result.reason
    assert result.plan is not None
    assert result.plan.actions[-1].tool == "files.append_file"
    assert result.plan is not None
    assert result.plan.actions[-1].args == {"path": str(Path.home() / "notes.txt"), "content": "milk"}
    assert "notes_jot" in gw.registry["files.append_file"].capability.can_achieve
    assert ("notes", "jot") not in Goalwright(config=config / "none").rules


def test_rows_that_name_a_tool_nobody_has_are_not_planned(config: Path) -> None:
    (config / "rules" / "notes.toml").write_text(JOT.replace("files.append_file", "notes.append"))
    result = Goalwright(config=config).plan(Goal(domain="notes", verb="jot", params={"text": "milk"}))
    assert result.status == "no_capability"


def test_a_wrong_rule_file_is_an_error_when_rules_are_first_needed(config: Path) -> None:
    (config / "rules" / "notes.toml").write_text("[jot]\nkind = 3\n")
    gw = Goalwright(config=config)
    with pytest.raises(RuleFileError, match=r"notes\.toml: row jot"):
        gw.rules  # noqa: B018


def test_it_can_be_used_with_async_with() -> None:
    async def status() -> str:
        async with Goalwright() as gw:
            return gw.plan(Goal(domain="audio", verb="mute")).status

    assert asyncio.run(status()) == "success"


@pytest.mark.parametrize(
    ("platform", "environment", "config", "home"),
    [
        ("linux", {}, "/u/.config/goalwright", "/u/.local/share/goalwright"),
        ("linux", {"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d"}, "/c/goalwright", "/d/goalwright"),
        ("linux", {"XDG_CONFIG_HOME": "relative"}, "/u/.config/goalwright", "/u/.local/share/goalwright"),
        ("freebsd14", {}, "/u/.config/goalwright", "/u/.local/share/goalwright"),
        ("darwin", {}, *["/u/Library/Application Support/goalwright"] * 2),
        ("win32", {"APPDATA": "/r", "LOCALAPPDATA": "/l"}, "/r/goalwright", "/l/goalwright"),
        ("win32", {}, "/u/AppData/Roaming/goalwright", "/u/AppData/Local/goalwright"),
        ("linux", {"GOALWRIGHT_CONFIG": "~/gw", "GOALWRIGHT_HOME": "/state"}, "/u/gw", "/state"),
    ],
)
def test_folders_are_where_the_platform_has_them(
    platform: str, environment: dict[str, str], config: str, home: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA", "LOCALAPPDATA", "GOALWRIGHT_CONFIG", "GOALWRIGHT_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("sys.platform", platform)
    for name, value in {"HOME": "/u", **environment}.items():
        monkeypatch.setenv(name, value)
    gw = Goalwright()
    assert (gw.config, gw.home) == (Path(config), Path(home))


def test_folders_that_are_given_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOALWRIGHT_CONFIG", "/elsewhere")
    gw = Goalwright(home=tmp_path / "h", cwd=tmp_path / "w", config=str(tmp_path / "c"))
    assert (gw.home, gw.cwd, gw.config) == (tmp_path / "h", tmp_path / "w", tmp_path / "c")


@pytest.mark.parametrize(
    ("spoilt", "place"),
    [
        ('description = "remember:no"', "examples[0].description"),
        ('description = "jot:milk", args = { text = "bread" }', "examples[0].args"),
    ],
)
def test_an_example_that_the_plan_does_not_bear_out_is_refused(tmp_path: Path, spoilt: str, place: str) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "notes.toml").write_text(
        "[jot]\n"
        'intent = "file_operation"\ndescription_template = "jot:{text}"\nmain = "text"\nrequired_params = ["text"]\n'
        'params.text = { type = "line" }\nkind = "event"\ntool = "echo_tool"\nexpected_effect = "jotted"\n'
        f'examples = [{{ params = {{ text = "milk" }}, {spoilt} }}]\n',
        encoding="utf-8",
    )
    with pytest.raises(RuleFileError, match="as planned") as caught:
        _ = Goalwright(config=tmp_path).rules
    assert caught.value.field == place
