"""What the actions of a plan from a file are called: by their rows or tools and arguments, never by the file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from goalwright.contracts import Plan, PlannedAction, ToolEntry
from goalwright.dataclass import replace
from goalwright.plan.emit import described
from goalwright.rules.book import RuleBook

_UNSAID = ("content", "object_type")  # shown beside it, and said by the name of the tool


def with_own_words(plan: Plan, rules: RuleBook, entries: Mapping[str, ToolEntry]) -> Plan:
    """The same plan with true descriptions: a file could call a delete "read notes.txt"."""
    return replace(plan, actions=tuple(_told(action, rules, entries.get(action.tool or "")) for action in plan.actions))


def _told(action: PlannedAction, rules: RuleBook, entry: ToolEntry | None) -> PlannedAction:
    if entry is not None and action.description in _row_words(action, rules, entry):
        return action
    verb = (action.tool or action.intent).rpartition(".")[2]
    fields = [name for name in action.args if name not in _UNSAID]
    template = ":".join([verb, *(f"{{{name}}}" for name in fields)])
    return replace(action, description=described(template, action.args))


def _row_words(action: PlannedAction, rules: RuleBook, entry: ToolEntry) -> Iterator[str]:
    """What the action's row may say of it, if the tool is one that the row is carried out with."""
    domain, _, verb = action.rule.partition(".")
    rule = rules.get((domain, verb))
    for shape in rule.shapes if rule is not None else ():
        is_served = any(not entry.capability.can_achieve.isdisjoint(way.achieved_by) for way in shape.ways)
        if is_served:
            try:
                yield described(shape.description_template, action.args)
            except KeyError:  # the row shows what only the sentence had
                continue
