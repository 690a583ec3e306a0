"""Actions and clients in words that stand in a question to a person: one line each, nothing hidden in them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from goalwright.contracts.documents import plain

if TYPE_CHECKING:
    from goalwright.contracts import PlannedAction

LONGEST_NAME = 60
LONGEST_LINE = 300
MOST_LINES = 30
LONGEST_VALUE = 200
MOST_VALUES = 10


def one_line(text: str, longest: int = LONGEST_LINE) -> str:
    """The text on one line: what could break it, or turn its direction, is written as an escape."""
    plain = "".join(char if char.isprintable() else char.encode("unicode_escape").decode() for char in text)
    return plain if len(plain) <= longest else f"{plain[:longest]}... ({len(plain)} characters)"


def action_line(action: PlannedAction) -> str:
    """What an action does to what; paths are whole, since the person may be anywhere."""
    verb, _, rest = action.description.partition(":")
    to = action.args.get("to")
    if isinstance(to, str) and rest.endswith(f":{to}"):
        rest = f"{rest.removesuffix(f':{to}')} to {to}"
    return one_line(f"{verb.replace('_', ' ')} {rest}".strip())


def _stake(action: PlannedAction) -> Sequence[str]:
    """An action of high risk: what it does, with what, and which tool does it."""
    told = f"- {action_line(action)} (high risk, {action.tool})"
    said = f"{action.description} {action.tool}"
    shown = {name: plain(value) for name, value in action.args.items() if str(value) not in said}
    given = [f"    {name}: {one_line(str(value), LONGEST_VALUE)}" for name, value in shown.items()]
    return [told, *given[:MOST_VALUES]]


def stake_lines(actions: Iterable[PlannedAction]) -> Sequence[str]:
    """The actions of high risk, a line each, and how many of the others there are."""
    listed = list(actions)
    risky = [action for action in listed if action.risk == "high"]
    lines = [line for action in risky[:MOST_LINES] for line in _stake(action)]
    if len(risky) > MOST_LINES:
        lines.append(f"- and {len(risky) - MOST_LINES} more of high risk")
    if len(listed) > len(risky):
        lines.append(f"- and {len(listed) - len(risky)} of lower risk")
    return lines
