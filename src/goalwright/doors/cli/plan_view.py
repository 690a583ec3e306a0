"""A plan as lines to read: what is done in which order, with what, and what stays undone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from goalwright.doors.cli.action_words import action_words, is_told
from goalwright.doors.cli.folding import folded, folded_words, is_folded
from goalwright.doors.cli.plain_text import counted, message_text, name_text, value_text
from goalwright.doors.cli.screen import Line, Marks, Part, columns
from goalwright.doors.cli.short_paths import Places
from goalwright.named_tuple import NamedTuple

if TYPE_CHECKING:
    from goalwright.contracts import Plan, PlannedAction, UnmetGoal
    from goalwright.contracts.references import Reference

RISK_STYLES: Mapping[str, str] = {"none": "dim", "low": "dim", "medium": "yellow", "high": "bold red"}
_WIDEST_HEAD = 46
_DEEPEST = 24

Tail = Callable[["PlannedAction"], tuple[Part, Part]]
"""What stands to the right of an action."""
Notes = Callable[["PlannedAction"], Iterable[Part]]
"""What stands below an action, each a name and its text."""


def plan_lines(
    plan: Plan, stages: Sequence[Sequence[str]], places: Places, marks: Marks, *, verbose: bool
) -> Iterator[Line]:
    """Each action in words with its tool and risk, what the words leave out below; then the plan in one line."""

    def tail(action: PlannedAction) -> tuple[Part, Part]:
        return (name_text(action.tool or "any tool"), "dim"), (risk_text(action.risk), RISK_STYLES[action.risk])

    def notes(action: PlannedAction) -> Iterator[Part]:
        return _notes(action, places, verbose=verbose)

    if is_folded(len(plan.actions)) and not verbose:
        yield from _folded_lines(plan, places)
    else:
        yield from tree_lines(list(tree_rows(plan, stages, marks)), places, tail, notes)
    yield Line()
    yield from _summary(plan)
    if len(stages) < len(plan.actions):
        yield Line((("Branches can run side by side.", "dim"),))


def _folded_lines(plan: Plan, places: Places) -> Iterator[Line]:
    for group in folded(plan.actions):
        first = group[0]
        tail = f"  {name_text(first.tool or 'any tool')}  "
        yield Line(
            ((folded_words(group, places), ""), (tail, "dim"), (risk_text(first.risk), RISK_STYLES[first.risk])), 2
        )
    yield Line((("--verbose shows every action.", "dim"),))


def reference_lines(references: Sequence[Reference], places: Places) -> Iterator[Line]:
    """What words were taken for that point at an earlier command."""
    for taken in references:
        meant = message_text(places.shown(taken.meant))
        source = f", from “{message_text(taken.source)}”"
        yield Line(((f"{message_text(taken.said)}: ", "bold"), (meant, ""), (source, "dim")), 4)


def looked_lines(looked: Sequence[tuple[str, str, str]]) -> Iterator[Line]:
    """What was looked at for a plan, when, and what was found."""
    if not looked:
        return
    yield Line((("Looked at:", "bold"),))
    rows = [((message_text(what), ""), (at, "dim"), (message_text(found), "cyan")) for what, at, found in looked]
    yield from columns(rows, indent=2)


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
        yield Line((("Already true: ", ""), (message_text(", ".join(already)), "cyan")), 2)
    if plan.reasserted:
        again = message_text(", ".join(plan.reasserted))
        yield Line((("Already true, but done again: ", ""), (again, "cyan")), 2)


class Row(NamedTuple):
    """An action in the tree: what is drawn before it, before its notes, and what it waits for beside its parent."""

    action: PlannedAction
    lead: str
    below: str
    also: tuple[str, ...]


def tree_rows(plan: Plan, stages: Sequence[Sequence[str]], marks: Marks) -> Iterator[Row]:
    """Every action once, below the latest of those it waits for."""
    stage_of = {name: number for number, names in enumerate(stages) for name in names}
    by_id = {action.action_id: action for action in plan.actions}
    children: dict[str, list[str]] = {}
    for action in plan.actions:
        parent = max(reversed(action.depends_on), key=stage_of.__getitem__, default="")
        children.setdefault(parent, []).append(action.action_id)
    waiting = _drawn("", children[""], "", marks)
    while waiting:
        name, parent, lead, below = waiting.pop()
        action = by_id[name]
        yield Row(action, lead, below, tuple(before for before in action.depends_on if before != parent))
        waiting.extend(_drawn(name, children.get(name, ()), below, marks))


def tree_lines(rows: Sequence[Row], places: Places, tail: Tail, notes: Notes) -> Iterator[Line]:
    """The rows as lines: the action in words with its tail in columns, and its notes below."""
    said = [action_words(row.action, places) for row in rows]
    ids = [name_text(row.action.action_id) for row in rows]
    heads = [len(row.lead) + len(name) + len(words) + 2 for row, name, words in zip(rows, ids, said, strict=True)]
    tails = [tail(row.action) for row in rows]
    head_width = max((head for head in heads if head <= _WIDEST_HEAD), default=_WIDEST_HEAD)
    tail_width = max(len(first[0]) for first, _ in tails)
    for row, name, words, head, (first, last) in zip(rows, ids, said, heads, tails, strict=True):
        padding = " " * max(0, head_width - head)
        hang = len(row.lead) + len(name) + 2
        yield Line(
            (
                (row.lead, "dim"),
                (f"{name}  ", "bold cyan"),
                (f"{words}{padding}  ", ""),
                (f"{first[0]:<{tail_width}}  ", first[1]),
                last,
            ),
            hang,
        )
        for label, text in notes(row.action):
            yield _note(row, label, text)
        if row.also:
            yield _note(row, "after: ", ", ".join(map(name_text, row.also)))


def _note(row: Row, label: str, text: str) -> Line:
    indent = f"{row.below}  "
    return Line(((indent, "dim"), (label, "dim"), (text, "")), len(indent) + len(label))


def _drawn(parent: str, names: Sequence[str], indent: str, marks: Marks) -> list[tuple[str, str, str, str]]:
    """The children of an action with what is drawn before them, the first one last."""
    if len(names) == 1:
        return [(names[0], parent, indent + marks.then if parent else "", indent)]
    is_deep = len(indent) >= _DEEPEST
    drawn = []
    for place, name in enumerate(names):
        is_last = place == len(names) - 1
        lead = indent + (marks.last if is_last else marks.branch)
        below = indent if is_deep else indent + (marks.gap if is_last else marks.bar)
        drawn.append((name, "" if is_deep else parent, lead, below))
    return drawn[::-1]
