"""docs/rules.md: what it shows works, and it leaves no field, type or derivation out."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from goalwright import GoalInterpreter, GoalPlanner, ToolRegistry, WorldState
from goalwright.errors import RuleFileError
from goalwright.interpret.goals_file import read_goals
from goalwright.rules import load_rules
from goalwright.rules.derive import DERIVATIONS
from goalwright.rules.loader import user_rows
from goalwright.rules.param_types import TYPES
from goalwright.rules.schema import ExampleForm, ParamForm, RowForm, VariantForm, WayForm
from goalwright.rules.words_loader import WORD_TABLES, load_vocabulary

PAGE = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```toml\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
FILES = {block.split("\n", 1)[0].removeprefix("# rules/"): block for block in BLOCKS if block.startswith("# rules/")}
GOALS = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
MISTAKES = re.findall(r"^\| `([^`]+)` \| `([^`]+)` \| `(notes\.toml: [^`]+)` \|$", PAGE, re.MULTILINE)


def written(folder: Path, **changes: str) -> Path:
    for name, text in {**FILES, **changes}.items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def test_the_example_plans_with_an_existing_tool_and_no_code(tmp_path: Path) -> None:
    rules = load_rules(written(tmp_path))
    tools = ToolRegistry.default().serving(rules.own_capabilities()).capabilities()
    (goals,) = GOALS
    plan = GoalPlanner(rules).plan(read_goals(goals, "page"), WorldState(), tools).plan
    assert plan is not None
    (action,) = plan.actions
    assert (action.tool, action.description) == ("files.append_file", "jot:buy milk")
    assert action.args == {"content": "buy milk", "path": "~/notes.txt"}
    assert rules.words.platform("tw") is not None
    assert GoalInterpreter(rules).interpret("jot down buy milk").goals == read_goals(goals, "page").goals


def test_every_other_block_is_a_good_row_too() -> None:
    for block in BLOCKS:
        if block not in FILES.values():
            assert list(user_rows("light.toml", tomllib.loads(block), load_vocabulary()))


def test_the_page_shows_mistakes_of_several_kinds() -> None:
    assert len(MISTAKES) >= 5


@pytest.mark.parametrize(("good", "bad", "message"), MISTAKES)
def test_mistakes_lead_to_the_lines_shown(tmp_path: Path, good: str, bad: str, message: str) -> None:
    example = FILES["notes.toml"]
    assert good in example
    with pytest.raises(RuleFileError) as caught:
        load_rules(written(tmp_path, **{"notes.toml": example.replace(good, bad, 1)}))
    assert str(caught.value) == message


def test_nothing_is_left_out() -> None:
    forms = (RowForm, VariantForm, WayForm, ParamForm, ExampleForm)
    fields = {field.alias or name for form in forms for name, field in form.model_fields.items()}
    said = set(re.findall(r"[a-z_]+", " ".join(re.findall(r"`[^`\n]+`", PAGE))))
    assert fields - said == set()
    for name in (*TYPES, *DERIVATIONS, *WORD_TABLES):
        assert f"`{name}`" in PAGE, name
    rows = [field.alias or name for name, field in RowForm.model_fields.items()]
    assert [name for name in rows if not re.search(rf"^\| `{name}` \|.*`.*{name}.* = ", PAGE, re.MULTILINE)] == []
