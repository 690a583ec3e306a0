"""docs/own-verbs.md: the mistakes it shows lead to the lines it shows, and it leaves no slot kind out."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goalwright import Goalwright, NotUnderstood
from goalwright.errors import RuleFileError
from goalwright.interpret.grammar.slot_kinds import KIND_OF_TYPE, KINDS, LISTED
from goalwright.interpret.grammar.text_kinds import FREE_KINDS
from goalwright.rules.language import load_language
from goalwright.rules.schema import SayForm

PAGE = (Path(__file__).parents[2] / "docs" / "own-verbs.md").read_text(encoding="utf-8")
EXAMPLE, RIVAL = re.findall(r"^```toml\n(# rules/.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
MISTAKES = re.findall(r"^- `(.+)` written as `(.+)`:\n\n      (.+)$", PAGE, re.MULTILINE)
KIND_ROWS = re.findall(r"^\| `(\w+)` \| (.+) \| (yes)? ?\|$", PAGE, re.MULTILINE)


def application(folder: Path, rows: str = EXAMPLE) -> Goalwright:
    name = rows.split("\n", 1)[0].removeprefix("# ")
    (folder / name).parent.mkdir()
    (folder / name).write_text(rows, encoding="utf-8")
    return Goalwright(config=folder, home=folder)


def test_the_table_lists_exactly_the_kinds_there_are() -> None:
    assert [kind for kind, _, _ in KIND_ROWS] == sorted(KINDS)


def test_the_table_says_which_kinds_may_be_lists() -> None:
    assert {kind for kind, _, listed in KIND_ROWS if listed} == LISTED


def test_the_table_says_which_kinds_take_any_words() -> None:
    assert {kind for kind, takes, _ in KIND_ROWS if takes.startswith("any words")} == set(FREE_KINDS)


def test_the_table_of_types_is_the_real_one() -> None:
    assert dict(re.findall(r"`(\w+)` \| `(\w+)`(?= \|)", PAGE)) == KIND_OF_TYPE


def test_phrases_that_are_named_exist() -> None:
    named = set(re.findall(r"`<(\w+)>`", PAGE)) - {"teh"}
    assert len(named) > 8
    assert named <= load_language().phrases.keys()


def test_fields_of_a_template_are_all_explained() -> None:
    fields = {field.alias or name for name, field in SayForm.model_fields.items()}
    assert all(re.search(rf"^\| `{field}` \|", PAGE, re.MULTILINE) for field in fields)


def test_the_page_shows_several_mistakes() -> None:
    assert len(MISTAKES) >= 5


@pytest.mark.parametrize(("good", "bad", "message"), MISTAKES)
def test_mistakes_lead_to_the_lines_shown(tmp_path: Path, good: str, bad: str, message: str) -> None:
    assert good in EXAMPLE
    with pytest.raises(RuleFileError) as caught:
        application(tmp_path, EXAMPLE.replace(good, bad, 1)).interpret("log 45 minutes on garden")
    assert str(caught.value) == message


def test_verbs_are_inflected_and_limits_kept(tmp_path: Path) -> None:
    app = application(tmp_path)
    assert app.interpret("would you mind logging 45 minutes on garden").goals[0].params["minutes"] == 45
    with pytest.raises(NotUnderstood):
        app.interpret("log 900 minutes on garden")


@pytest.mark.slow
def test_only_the_bare_word_has_two_meanings(tmp_path: Path) -> None:
    app = application(tmp_path, RIVAL)
    assert app.interpret("mute the sound").goals[0].domain == "audio"
    assert app.interpret("mute the mic").goals[0].domain == "meeting"
    with pytest.raises(NotUnderstood) as declined:
        app.interpret("mute")
    assert len(declined.value.readings) == 2
