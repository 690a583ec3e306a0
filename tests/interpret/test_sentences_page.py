"""docs/sentences.md and its reference: every sentence means what they say, or is refused as they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goalwright import Goal, GoalInterpreter, NotUnderstood
from goalwright.doors.cli.plain_text import value_text
from goalwright.graph import layers
from goalwright.interpret.grammar.grammar_extractor import MAX_TOKENS
from goalwright.interpret.grammar.segments import MAX_CLAUSES
from goalwright.interpret.interpreter import MAX_CHARACTERS

DOCS = Path(__file__).parents[2] / "docs"
GUIDE = (DOCS / "sentences.md").read_text(encoding="utf-8")
PAGE = (DOCS / "sentence-reference.md").read_text(encoding="utf-8")
THERE = frozenset({"docs", "a.txt", "b.txt", "notes.txt"})
"""What is in the folder that the guide speaks of."""
INTERPRETER = GoalInterpreter()


def table(*heads: str) -> list[tuple[str, ...]]:
    """The rows of all tables of the page with these column heads, code marks taken off."""
    head = f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}\n"
    found = re.findall(rf"^{re.escape(head)}((?:\|.*\n)+)", PAGE, re.MULTILINE)
    lines = [line for rows in found for line in rows.splitlines()]
    return [
        tuple(cell.strip().removeprefix("`").removesuffix("`") for cell in line[1:-1].split(" | ")) for line in lines
    ]


def said(goal: Goal) -> str:
    """A goal as the page writes it: verb, parameters by name, and its scope if it has one."""
    params = (f"{name}={value_text(value)}" for name, value in sorted(goal.params.items()))
    scope = "" if goal.scope == "root" else f", {goal.scope}"
    return " ".join((f"{goal.domain}.{goal.verb}", *params)) + scope


SINGLE = table("Say", "Goal")
SEVERAL = table("Say", "Runs")
POINTING = table("Say", "The last goal")
REFUSED = table("What", "For example", "The line ends with")


def guide_sentences() -> list[str]:
    """Every sentence of the guide: what stands in code marks and is no command line."""
    found = (" ".join(said.split()) for said in re.findall(r"`([^`]+)`", GUIDE))
    return [said for said in found if not said.startswith("goalwright")]


def test_every_sentence_of_the_guide_is_understood() -> None:
    sentences = guide_sentences()
    assert len(sentences) > 80
    refused = {}
    for said in sentences:
        try:
            assert INTERPRETER.read(said, on_page=False, is_there=THERE.__contains__).meta_goal.goals
        except NotUnderstood as declined:
            if INTERPRETER.job(said) is None:
                refused[said] = str(declined)
    assert not refused


def test_the_tables_are_found() -> None:
    assert min(len(SINGLE) // 4, len(SEVERAL), len(POINTING), len(REFUSED)) > 5


@pytest.mark.parametrize(("text", "goal"), SINGLE)
def test_one_goal(text: str, goal: str) -> None:
    assert [said(found) for found in INTERPRETER.interpret(text).goals] == [goal]


@pytest.mark.parametrize(("text", "stages"), SEVERAL)
def test_what_runs_side_by_side(text: str, stages: str) -> None:
    meta = INTERPRETER.interpret(text)
    found = layers({index: meta.dependencies.get(index, ()) for index in range(len(meta.goals))})
    names = [f"{goal.domain}.{goal.verb}" for goal in meta.goals]
    assert " → ".join(" + ".join(names[index] for index in stage) for stage in found) == stages


@pytest.mark.parametrize(("text", "goal"), POINTING)
def test_what_points_back(text: str, goal: str) -> None:
    assert said(INTERPRETER.interpret(text).goals[-1]) == goal


@pytest.mark.parametrize(("_what", "text", "line"), REFUSED)
def test_what_is_refused(_what: str, text: str, line: str) -> None:
    with pytest.raises(NotUnderstood) as declined:
        INTERPRETER.interpret(text)
    assert str(declined.value).replace("`", "").endswith(line.replace("`", ""))


@pytest.mark.parametrize("text", ["open foo", "search for flights to rome tomorrow"])
def test_what_the_text_says_is_refused(text: str) -> None:
    assert f"`{text}`" in PAGE
    with pytest.raises(NotUnderstood):
        INTERPRETER.interpret(text)


@pytest.mark.parametrize(
    "text",
    [
        "open the foo app",
        "launch foo",
        'search for "flights to rome tomorrow"',
        'append "the time" to log.txt',
        "create notes.txt saying the time has come",
        "delete draft.txt if it exists",
        "if inbox has more than 3 pdfs, zip inbox, otherwise create few.txt",
    ],
)
def test_what_the_text_says_is_understood(text: str) -> None:
    assert f"`{text}`" in PAGE
    assert INTERPRETER.interpret(text).goals


def cells(head: str, *parts: str) -> list[str]:
    """What the second column of a table lists, by default in all its rows."""
    rows = [row for part, row in table(head, "For example") if not parts or part in parts]
    return [cell.strip('" ') for row in rows for cell in re.split(r"[,;] ", row)]


@pytest.mark.parametrize("said", cells("Part", "size and age", "name and contents", "what not"))
@pytest.mark.parametrize("verb", ["copy {} to backup", "delete {}", "find {}", "how many {}", "zip {} into a.zip"])
def test_every_part_of_a_set_goes_with_every_verb(verb: str, said: str) -> None:
    things = "files are in docs" if verb.startswith("how") else "all files in docs"
    (goal,) = INTERPRETER.interpret(verb.format(f"{things} {said}")).goals
    assert '"where"' in str(value_text(goal.params)) or '"except"' in str(value_text(goal.params))


@pytest.mark.parametrize("what", cells("Part", "what they are"))
@pytest.mark.parametrize("where", cells("Part", "where"))
def test_every_kind_of_thing_lies_everywhere(what: str, where: str) -> None:
    place = where if where.startswith(("in ", "from ")) else f"in docs {where}"
    (goal,) = INTERPRETER.interpret(f"copy all {what} {place} to backup".replace("all everything", "everything")).goals
    assert "select" in goal.params["path"]


@pytest.mark.parametrize("said", cells("Condition"))
def test_every_condition_of_the_table_is_understood(said: str) -> None:
    assert INTERPRETER.interpret(f"delete a.txt {said}").goals[0].when


def test_what_was_read_can_be_written() -> None:
    text = "read the page and write it to page.txt"
    assert text in PAGE
    assert INTERPRETER.interpret(text).goals[1].params["content"] == {"from": "g0", "field": "text"}


def test_the_limits_are_the_real_ones() -> None:
    limits = f"{MAX_CHARACTERS:,} characters, {MAX_TOKENS:,} words or {MAX_CLAUSES} parts"
    assert limits in PAGE.replace("\n", " ")
