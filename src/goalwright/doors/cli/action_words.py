"""An action in words: what it does to what, as a person would say it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from goalwright.doors.cli.plain_text import harmless, shortened
from goalwright.doors.cli.short_paths import Places

if TYPE_CHECKING:
    from collections.abc import Mapping

    from goalwright.contracts import Plan, PlannedAction

_LONGEST = 200
_LONGEST_LOOK = 2_000
_OF_A_LOOK = frozenset({"goals", "folder", "stake"})
"""What a look says in its own words."""
_LISTED = 3
_VERB = r"[a-z][a-z0-9_]*"


def action_words(action: PlannedAction, places: Places) -> str:
    """The action in a few words: `copy:/home/me/a:/home/me/b` is `copy a to b`."""
    verb, _, rest = action.description.partition(":")
    to = action.args.get("to")
    if not re.fullmatch(_VERB, verb):
        words = _in_words(action.description, action, places)
    elif isinstance(to, str) and rest.endswith(f":{to}"):
        words = f"{_spoken(verb)} {_in_words(rest.removesuffix(f':{to}'), action, places)} to {places.shown(to)}"
    else:
        words = f"{_spoken(verb)} {_in_words(rest, action, places)}"
    return harmless(shortened(words.strip(), _LONGEST_LOOK if _is_look(action) else _LONGEST))


def _is_look(action: PlannedAction) -> bool:
    from goalwright.contracts.plan import LOOK_TOOL  # loaded with the action, and not for --help

    return action.tool == LOOK_TOOL


def words_by_id(plan: Plan, places: Places) -> Mapping[str, str]:
    """Each action of a plan in words, by its id."""
    return {action.action_id: action_words(action, places) for action in plan.actions}


def is_told(action: PlannedAction, name: str) -> bool:
    """Whether the action's words, or its tool's name, already say what an argument is."""
    value = action.args[name]
    if _is_look(action) and name in _OF_A_LOOK:
        return True
    if name == "content" or type(value) not in (str, int, float) or value == "":
        return False
    told = f"{action.description} {action.tool}" if name == "object_type" else action.description
    return str(value) in told


def _spoken(verb: str) -> str:
    return verb.replace("_", " ")


def _in_words(text: str, action: PlannedAction, places: Places) -> str:
    for name, value in action.args.items():
        for part in value[:_LISTED] if isinstance(value, tuple) else (value,):
            shown = _element(part) if name == "selector" else places.value(name, part)
            if isinstance(part, str) and isinstance(shown, str) and shown != part:
                text = text.replace(part, shown, 1)
    return text


def _element(selector: object) -> str:
    from goalwright.contracts.selector import Selector
    from goalwright.errors import ContractViolation

    try:
        return Selector.parse(str(selector)).words()
    except ContractViolation:
        return str(selector)
