"""What the tools take: checked by the models here, then turned into contract values at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from goalwright.errors import NotUnderstood

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import MetaGoal

LONGEST_SENTENCE = 20_000
MOST_GOALS = 10_000

Sentence = Annotated[
    str | None,
    Field(
        max_length=LONGEST_SENTENCE,
        description="What to do, in plain English, such as: create a folder trip and put notes.txt in it saying hello. "
        "Give either this or goals.",
    ),
]
RunName = Annotated[str, Field(max_length=100, description="The id of a run, as `run` and `history` give it.")]


class GoalInput(BaseModel):
    """One goal as data; `select`, `value` and `when` say which things, which value and under which condition."""

    model_config = ConfigDict(extra="forbid")

    domain: str = Field(description="Such as file, browser or text; the tool `rules` lists them.")
    verb: str = Field(description="Such as create, write or navigate.")
    params: dict[str, Any] = Field(
        default_factory=dict,
        description="The verb's parameters. A value may be an expression: "
        '{"select": {"kind": "file", "in": "inbox", "where": [["type", "is", "pdf"]]}} or '
        '{"value": {"join": ["report-", {"date": "today"}, ".txt"]}}.',
    )
    object: str | None = Field(default=None, description="Stands in for the verb's main parameter.")
    scope: str | None = Field(default=None, description="Order and place: after:g0, inside:trip, drive:D, or root.")
    goal_id: str | None = Field(default=None, description="A name that scopes can refer to; g0, g1, … if left out.")
    each: dict[str, Any] | None = Field(
        default=None, description='Do it for each of these: {"select": {"kind": "file", "in": "inbox"}}.'
    )
    when: list[Any] | None = Field(default=None, description='Only if this holds: [["exists", "notes.txt"]].')


GoalList = Annotated[
    list[GoalInput] | None,
    Field(max_length=MOST_GOALS, description="What to do, as goals. Give either this or a sentence."),
]


def asked_for(gw: Goalwright, sentence: str | None, goals: list[GoalInput] | None) -> str | MetaGoal:
    """What was asked for: the sentence itself, or the goals, read as strictly as those of a file."""
    if (sentence is None) == (goals is None):
        raise NotUnderstood("give either a sentence or goals, and not both")
    if goals is None:
        return sentence or ""
    rows = [goal.model_dump(exclude_none=True) for goal in goals]
    return gw.goals_from(json.dumps({"goals": rows}), "goals")
