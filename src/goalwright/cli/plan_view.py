"""A plan as lines to read: what is done in which order, with what, and what stays undone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goalwright.cli.screen import Line, Part, columns
from goalwright.cli.wording import counted, message_text, name_text, value_text

if TYPE_CHECKING:
    from goalwright.contracts import Plan, PlannedAction, UnmetGoal

RISK_STYLES: Mapping[str, str] = {"none": "dim", "low": "dim", "medium": "yellow", "high": "bold red"}
_INDENT = 5


def plan_lines(plan: Plan, stages: Sequence[Sequence[str]], *, verbose: bool) -> Iterator[Line]:
    """Each action with its stage, tool and risk, its arguments below; then the plan in one line."""
    stage_of = {name: str(number) for number, names in enumerate(stages, 1) for name in names}
    heads = columns([_head(action, stage_of[action.action_id]) for action in plan.actions])
    for head, action in zip(heads, plan.actions, strict=True):
        yield head
        for name, value in action.args.items():
            yield _field(f"{name_text(name)} = ", value_text(value), "")
        for name, text in _notes(action, verbose=verbose):
            yield _field(f"{name}: ", message_text(text), "dim")
    yield Line()
    yield from _summary(plan)
    if len(stages) < len(plan.actions):
        yield Line((("Actions with the same number can run side by side.", "dim"),))


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


def risk_text(risk: str) -> str:
    return "no risk" if risk == "none" else f"{risk} risk"


def _head(action: PlannedAction, stage: str) -> tuple[Part, ...]:
    tool = name_text(action.tool or "any tool")
    return (
        (stage, "dim"),
        (name_text(action.action_id), "bold cyan"),
        (tool, ""),
        (risk_text(action.risk), RISK_STYLES[action.risk]),
    )


def _notes(action: PlannedAction, *, verbose: bool) -> Iterator[tuple[str, str]]:
    if action.depends_on:
        yield "after", ", ".join(action.depends_on)
    if verbose:
        yield "goals", ", ".join(action.goals)
        yield "rule", action.rule or "none; the tool is used for what it brings about"
        yield "effect", action.expected_effect
        yield "why", action.why


def _field(name: str, text: str, style: str) -> Line:
    return Line(((" " * _INDENT, ""), (name, "dim"), (text, style)), _INDENT + len(name))


def _summary(plan: Plan) -> Iterator[Line]:
    proof = "proven minimal" if plan.minimal_certified else "not proven minimal"
    yield Line(((f"{counted(plan.total_actions, 'action')}, {proof}", "bold"),))
    already = [name for name in plan.satisfied if name not in plan.reasserted]
    if already:
        yield Line((("Already so: ", ""), (message_text(", ".join(already)), "cyan")), 2)
    if plan.reasserted:
        again = message_text(", ".join(plan.reasserted))
        yield Line((("Already so, and done again: ", ""), (again, "cyan")), 2)
