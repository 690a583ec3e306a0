"""A plan drawn as a tree: each action below one that it waits for, chains straight down, branches side by side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from goalwright.doors.cli.action_words import action_words
from goalwright.doors.cli.plain_text import name_text
from goalwright.doors.cli.screen import Line, Part
from goalwright.doors.cli.short_paths import Places
from goalwright.doors.cli.signs import Marks

if TYPE_CHECKING:
    from goalwright.contracts import Plan, PlannedAction

_WIDEST_HEAD = 46
_DEEPEST = 24

Tail = Callable[["PlannedAction"], tuple[Part, Part]]
"""What stands to the right of an action."""
Notes = Callable[["PlannedAction"], Iterable[Part]]
"""What stands below an action, each a name and its text."""


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
