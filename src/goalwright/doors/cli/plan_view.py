"""A plan as lines to read: what is done in which order, with what, and what stays undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goalwright.doors.cli.action_words import is_told
from goalwright.doors.cli.plain_text import counted, message_text, name_text, value_text
from goalwright.doors.cli.plan_tree import tree_lines, tree_rows
from goalwright.doors.cli.screen import Line, Part, columns
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.signs import Marks

if TYPE_CHECKING:
    from goalwright.contracts import Plan, PlannedAction, UnmetGoal

RISK_STYLES: Mapping[str, str] = {"none": "dim", "low": "dim", "medium": "yellow", "high": "bold red"}


def plan_lines(
    plan: Plan, stages: Sequence[Sequence[str]], places: Places, marks: Marks, *, verbose: bool
) -> Iterator[Line]:
    """Each action in words with its tool and risk, what the words leave out below; then the plan in one line."""

    def tail(action: PlannedAction) -> tuple[Part, Part]:
        return (name_text(action.tool or "any tool"), "dim"), (risk_text(action.risk), RISK_STYLES[action.risk])

    def notes(action: PlannedAction) -> Iterator[Part]:
        return _notes(action, places, verbose=verbose)

    rows = list(tree_rows(plan, stages, marks))
    yield from tree_lines(rows, places, tail, notes)
    yield Line()
    yield from _summary(plan)
    if len(stages) < len(plan.actions):
        yield Line((("Branches can run side by side.", "dim"),))


def unmet_lines(unmet: Sequence[UnmetGoal]) -> Iterator[Line]:
    """The goals that the plan does not reach, and why."""
    if not unmet:
        return
    yield Line()
    yield Line((("Not met:", "bold"),))
    rows = [
        ((name_text(goal.goal_id), "cyan"), (goal.reason, "yellow"), (message_text(goal.detail), "")) for goal in unmet
    ]
    yield from columns(rows, indent=2)


def unavailable_lines(unavailable: Sequence[tuple[str, str]]) -> Iterator[Line]:
    """The tools of a plan that this machine does not have, and why."""
    if not unavailable:
        return
    yield Line()
    yield Line((("Not available on this machine:", "bold"),))
    yield from columns([((name_text(tool), "cyan"), (message_text(why), "")) for tool, why in unavailable], indent=2)


def risk_text(risk: str) -> str:
    return "no risk" if risk == "none" else f"{risk} risk"


def _notes(action: PlannedAction, places: Places, *, verbose: bool) -> Iterator[Part]:
    for name, value in action.args.items():
        if not is_told(action, name):
            yield f"{name_text(name)} = ", value_text(places.value(name, value))
    if verbose:
        yield "goals: ", message_text(", ".join(action.goals))
        yield "rule: ", message_text(action.rule or "none; the tool is used for what it brings about")
        yield "effect: ", message_text(action.expected_effect)
        yield "why: ", message_text(action.why)


def _summary(plan: Plan) -> Iterator[Line]:
    proof = "proven minimal" if plan.minimal_certified else "not proven minimal"
    yield Line(((f"{counted(plan.total_actions, 'action')}, {proof}", "bold"),))
    already = [name for name in plan.satisfied if name not in plan.reasserted]
    if already:
        yield Line((("Already so: ", ""), (message_text(", ".join(already)), "cyan")), 2)
    if plan.reasserted:
        again = message_text(", ".join(plan.reasserted))
        yield Line((("Already so, and done again: ", ""), (again, "cyan")), 2)
