"""What a command is asked to do: a sentence, read or declined with what would have worked, or a file of goals."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from goalwright.doors.cli.named_files import read_input, source_name
from goalwright.doors.cli.parameters import wrong_argument
from goalwright.doors.cli.plain_text import message_text
from goalwright.doors.cli.screen import answer_to, is_asked, warn
from goalwright.errors import GoalsFileError, NotUnderstood
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import Interpretation, MetaGoal


class Wanted(NamedTuple):
    """How a plan is to be carried out."""

    dry_run: bool = False
    yes: bool = False
    hold: bool = False
    partial: bool = False
    verbose: bool = False
    as_json: bool = False
    ask_then: bool = False


class AskedGoals(NamedTuple):
    """The goals, the words they came from, and how many steps the sentence wants a plan to have, if it says so."""

    meta: MetaGoal
    text: str
    step_count: int | None = None


def asked_goals(gw: Goalwright, text: str | None, goals: str | None, *, as_json: bool) -> AskedGoals:
    """The goals of the sentence or of the goals file, exactly one of which must be given."""
    if (text is None) == (goals is None):
        problem = "give a sentence or --goals FILE" + (", not both" if goals is not None else "")
        raise wrong_argument(problem)
    if goals is not None:
        source = source_name(goals)
        return AskedGoals(gw.goals_from(read_input(goals, _refusal), source), f"the goals in {source}")
    found = understood(gw, text or "", as_json=as_json)
    return AskedGoals(found.meta_goal, text or "", found.step_count)


def understood(gw: Goalwright, text: str, *, as_json: bool) -> Interpretation:
    """What a sentence means. A person at a terminal is asked which of several readings was meant."""
    try:
        return gw.read(text)
    except NotUnderstood as declined:
        if declined.readings and not as_json and is_asked():
            return gw.chosen(text, declined.choices[_choice(declined)])
        raise


def warn_of_scopes(meta: MetaGoal) -> None:
    """Say which scopes were dropped, and why."""
    for found in meta.diagnostics:
        warn(f"{found.severity}: goal {found.goal_id}: scope {found.scope[:80]!r} dropped: {found.message}")


def _refusal(source: str, problem: str) -> GoalsFileError:
    return GoalsFileError(source, "", problem)


def _choice(declined: NotUnderstood) -> int:
    """The reading that the user picks by its number; anything else than a number leaves the sentence refused."""
    sys.stderr.write("This can be understood in several ways:\n")
    for number, reading in enumerate(declined.readings, 1):
        sys.stderr.write(f"  {number}. {message_text(reading)}\n")
    answer = answer_to(f"Which one? [1-{len(declined.readings)}] ")
    if not (answer.isascii() and answer.isdigit() and 0 < int(answer) <= len(declined.readings)):
        raise declined
    return int(answer) - 1
