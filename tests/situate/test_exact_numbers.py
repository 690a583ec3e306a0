"""Sets of a number that was said, and questions whether something is so, looked at in a real folder."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import MetaGoal
from goalwright.errors import ContractViolation, NotPlannable
from goalwright.interpret import GoalInterpreter
from goalwright.rules import builtin_rules
from goalwright.rules.thing_reading import read_things
from goalwright.rules.value_reading import has_contents, read_value
from goalwright.situate.anchoring import Surroundings
from goalwright.situate.settling import settle

RULES = builtin_rules()
INTERPRETER = GoalInterpreter()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("inbox/a.pdf", "inbox/b.pdf", "inbox/c.txt"):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{name} and roof\n")
    (tmp_path / "vacant").mkdir()
    return tmp_path


def settled(folder: Path, text: str) -> MetaGoal:
    there = {"inbox", "vacant"}
    meta = INTERPRETER.read(text, is_there=there.__contains__).meta_goal
    here = Surroundings(words=RULES.words, cwd=str(folder), home=str(folder))
    now = datetime.now()
    return settle(
        meta, RULES, here, allowed=str, running=lambda app: app == "firefox", sights=lambda _: (), now=now
    ).meta


def test_the_number_that_was_said_is_taken(folder: Path) -> None:
    assert len(settled(folder, "copy the two pdfs in inbox to keep").goals) == 2


@pytest.mark.parametrize("text", ["delete the three pdfs in inbox", "delete the two files in inbox"])
def test_another_number_than_was_said_is_refused(folder: Path, text: str) -> None:
    with pytest.raises(NotPlannable, match="say which"):
        settled(folder, text)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("is vacant empty", "Yes: vacant is empty."),
        ("is inbox empty", "No: inbox is not empty."),
        ("does inbox/c.txt exist", "Yes: inbox/c.txt exists."),
        ("does inbox/c.txt mention roof", "Yes: inbox/c.txt contains 'roof'."),
        ("does inbox/c.txt contain snow", "No: inbox/c.txt does not contain 'snow'."),
        ("is there a file called d.txt in inbox", "No: inbox/d.txt does not exist."),
        ("is firefox running", "Yes: firefox is running."),
        ("tell me whether vacant is empty", "Yes: vacant is empty."),
    ],
)
def test_whether_something_is_so_is_told_with_the_reason(folder: Path, question: str, answer: str) -> None:
    (goal,) = settled(folder, question).goals
    assert answer in goal.params.values()


@pytest.mark.parametrize("number", [0, -1, True, "3", 1.5])
def test_an_exact_number_is_a_whole_one(number: Any) -> None:
    with pytest.raises(ContractViolation, match="exactly"):
        read_things({"select": {"kind": "file", "in": "inbox", "exactly": number}}, "it")


def test_an_answer_of_a_file_never_becomes_a_path() -> None:
    assert has_contents(read_value({"value": {"whether": [["contains", "a.txt", "x"]]}}, "it"))
