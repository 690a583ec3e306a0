"""Later goals: those that can only be looked at once earlier ones are done, put off behind a look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from goalwright.contracts.expressions import SELECT, WhenClause, is_expression
from goalwright.contracts.goal import ROOT, Goal
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.stages import LOOK, MOST_COVERED, goals_text
from goalwright.dataclass import replace
from goalwright.errors import NotPlannable
from goalwright.language.tables import table
from goalwright.rules import RuleBook
from goalwright.rules.condition_reading import check_goal
from goalwright.rules.thing_reading import read_things
from goalwright.rules.value_reading import read_conditions, read_value
from goalwright.situate.anchoring import anchor_paths
from goalwright.situate.told_things import told_condition, told_things, told_value

READ_PAGE = ("browser", "read")


def put_off(meta: MetaGoal, start: int, rules: RuleBook, folder: str, settled: Callable[[int, Goal], Goal]) -> MetaGoal:
    """The goals before `start`, and behind them a look, which has the later ones in it.

    `settled` gives a later goal as far as it is known already. Everything about the later goals that does not depend
    on what will be seen is checked now, before anything is done.
    """
    goals = anchor_paths(meta, rules).goals
    named = [
        replace(goal, scope=ROOT, goal_id=goal.goal_id or f"g{at}", numbered=False) for at, goal in enumerate(goals)
    ]
    later = [settled(at, named[at]) for at in range(start, len(goals))]
    _require_sound(later, {goal.goal_id for goal in goals[:start]}, rules, start)
    after = {
        at - start: tuple(before - start for before in parents if before >= start)
        for at, parents in meta.dependencies.items()
        if at >= start
    }
    rest = MetaGoal(goals=tuple(later), dependencies=after)
    looks = list(_looks(rest, rules, folder))
    dependencies = {at: parents for at, parents in meta.dependencies.items() if at < start}
    dependencies |= {start + number: tuple(range(start + number)) for number in range(len(looks))}
    return replace(meta, goals=(*goals[:start], *looks), dependencies=dependencies, meta_type=None)


def told_later(meta: MetaGoal) -> str:
    """Later goals in words: `then delete files in out, then time, if out/a.txt exists`."""
    words = table("telling")
    return str(words["later"].format(goals=words["then"].join(_told(goal) for goal in meta.goals)))


def is_told_as(meta: MetaGoal, what: str) -> bool:
    """Whether a look at these goals may be called so."""
    return what in (told_later(meta), f"{told_later(meta)}{_covered()}")


def _covered() -> str:
    return str(table("telling")["covered"].format(count=MOST_COVERED))


def _looks(rest: MetaGoal, rules: RuleBook, folder: str) -> Iterable[Goal]:
    """The look, and before it a reading of the page where the first goal asks what that shows."""
    first = rest.goals[0]
    params = {"what": told_later(rest), "goals": goals_text(rest), "folder": folder}
    if _asks_for_page(read_conditions(first.when, "when")):
        page = f"{first.goal_id}_page"
        yield Goal(domain=READ_PAGE[0], verb=READ_PAGE[1], goal_id=page)
        params["page"] = {"from": page, "field": "text"}  # type: ignore[assignment]  # a reference stands for its text
    rows = [(rules[goal.domain, goal.verb], goal.params) for goal in rest.goals]
    if any(rule.shape_for(given).risk == "high" for rule, given in rows):
        params["stake"] = "high"
        params["what"] += _covered()
    yield Goal(domain=LOOK[0], verb=LOOK[1], params=params, goal_id=first.goal_id)


def _require_sound(later: Sequence[Goal], earlier: set[str | None], rules: RuleBook, start: int) -> None:
    for place, goal in enumerate(later, start):
        if rules.get((goal.domain, goal.verb)) is None:
            raise NotPlannable("rule_not_found", f"there is no verb {goal.domain}.{goal.verb}: see `goalwright rules`")
        check_goal(goal, rules, f"goals[{place}]")
        for value in goal.params.values():
            if isinstance(value, Mapping) and value.get("from") in earlier:
                problem = f"{goal.goal_id} needs what {value['from']} sees, and has to look again itself"
                raise NotPlannable("blocked", f"{problem}: make it two commands")


def _asks_for_page(conditions: Iterable[WhenClause]) -> bool:
    return any(
        clause.test == "shows" or (clause.test in ("all", "any") and _asks_for_page(clause.operands[0]))
        for clause in conditions
    )


def _told(goal: Goal) -> str:
    given = dict(sorted(goal.params.items()))
    if goal.each is not None:
        given = {"each": goal.each, **given}
    if goal.object is not None:
        given = {"object": goal.object, **given}
    values = {name: _told_value(value) for name, value in given.items()}
    named = "; ".join(f"{name}: {value}" for name, value in values.items())
    told = next(iter(values.values())) if len(values) == 1 else f"({named})"
    conditions = [told_condition(clause) for clause in read_conditions(goal.when, "when")]
    words = table("telling")
    when = words["if"].format(conditions=words["and"].join(conditions)) if conditions else ""
    return f"{goal.verb.replace('_', ' ')}{f' {told}' if values else ''}{when}"


def _told_value(value: Any) -> str:
    if is_expression(value):
        return told_things(read_things(value, "select")) if SELECT in value else told_value(read_value(value, "value"))
    return value if isinstance(value, str) else canonical_json(value)
