"""Settling: goals with selections, values and conditions become goals that name everything, by looking now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from functools import partial
from itertools import compress
from itertools import count as numbers
from typing import Any

from goalwright.contracts.expressions import SELECT, Things, has_expressions, is_expression
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.goal import Goal
from goalwright.contracts.json_fields import canonical_json
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.path_spelling import extension, join, name, normal, parent
from goalwright.dataclass import replace
from goalwright.errors import NotPlannable, NotYetSeen
from goalwright.rules import Rule, RuleBook
from goalwright.rules.condition_reading import check_goal
from goalwright.rules.rule import Param
from goalwright.rules.thing_reading import read_things
from goalwright.rules.things import thing_table
from goalwright.rules.value_reading import read_conditions, read_value
from goalwright.situate.anchoring import Surroundings, anchor_paths, said_path
from goalwright.situate.conditions import Conditions
from goalwright.situate.expansion import MAX_MATCHES, joined
from goalwright.situate.file_texts import require_texts
from goalwright.situate.later_goals import put_off
from goalwright.situate.looking import Looker, Sights, outermost
from goalwright.situate.seen_things import Thing
from goalwright.situate.set_places import moved_apart, placed, require_places
from goalwright.situate.settled import WILD, Settled, needs_settling, wild_paths
from goalwright.situate.to_come import ToCome
from goalwright.situate.told_things import told_things
from goalwright.situate.valuing import Valuer, number_text

SKIPPED = ("text", "skip")
"""The goal that stands for one whose condition does not hold: it says so, and does nothing."""

_OF_LINES = "lines_changed:"
"""The effect of verbs that change texts line by line."""


def settle(
    meta: MetaGoal,
    rules: RuleBook,
    here: Surroundings,
    *,
    allowed: Callable[[str], str],
    running: Callable[[str], bool],
    sights: Sights,
    now: datetime,
    page: str | None = None,
) -> Settled:
    """The goals as they are now. A goal whose condition does not hold becomes one that says why it is skipped.

    From the first goal on that can't be looked at before earlier ones are done, goals are put off: a look stands for
    them. `page` is what the page shows, if it was read for this. Where nothing is found for a goal to act on, or
    what is found cannot all be done, NotPlannable says so.
    """
    looks = [index for index, goal in enumerate(meta.goals) if needs_settling(goal, rules) or wild_paths(goal, rules)]
    settling = _Settling(rules, here, allowed, running, sights, now, last_look=max(looks, default=0), page=page)
    parts: list[list[Goal]] = []
    for index, goal in enumerate(meta.goals):
        before = len(settling.looker.looked)
        try:
            parts.append(settling.parts(index, goal, meta))
        except NotYetSeen:
            del settling.looker.looked[before:]
            meta = put_off(meta, index, rules, here.cwd, partial(settling.later, meta))
            parts += [[look] for look in meta.goals[index:]]
            break
    meta = replace(meta, dependencies=settling.dependencies(meta), meta_type=None)
    made = joined(meta, parts, pairs=_alongside(meta))
    return Settled(
        meta=made,
        looked=tuple(settling.looker.looked),
        found=FrozenDict(settling.found),
        seen=tuple(settling.looker.seen),
    )


def found_again(
    key: str, rules: RuleBook, here: Surroundings, allowed: Callable[[str], str], now: datetime, sights: Sights
) -> tuple[str, ...]:
    """What the selection that was kept under this key finds now."""
    import json  # only plans that were kept are held against the world

    looker = Looker(here, allowed, ToCome(rules, here), now, sights)
    try:
        return tuple(sorted(thing.path for thing in looker.find(read_things(json.loads(key), "pattern"))))
    except NotPlannable:
        return ()


class _Settling:
    """One command's goals, looked at in their order."""

    def __init__(
        self,
        rules: RuleBook,
        here: Surroundings,
        allowed: Callable[[str], str],
        running: Callable[[str], bool],
        sights: Sights,
        now: datetime,
        *,
        last_look: int,
        page: str | None,
    ) -> None:
        self._rules, self._here, self._last_look = rules, here, last_look
        self._to_come = ToCome(rules, here)
        self.looker = Looker(here, allowed, self._to_come, now, sights)
        self._valuer = Valuer(self.looker)
        self._conditions = Conditions(self.looker, self._valuer, running, page)
        self._each: dict[Things, tuple[Thing, ...]] = {}
        self._skipped: dict[int, str] = {}
        self._relied_on: dict[int, set[int]] = {}
        self.found: dict[str, tuple[str, ...]] = {}

    def parts(self, index: int, goal: Goal, meta: MetaGoal) -> list[Goal]:
        """The goals that one becomes: itself, one for each thing, or one that says why it is skipped."""
        check_goal(goal, self._rules, f"goals[{index}]")
        self.looker.looked_at.clear()
        patterns = [self._folder_of(pattern) for pattern in wild_paths(goal, self._rules)]
        for folder in patterns:
            self._to_come.require_known(folder)
        why = self._conditions.unmet(read_conditions(goal.when, f"goals[{index}].when"))
        why = why or self._lacks(index, goal, meta)
        if why:
            self._relied_on[index] = self._to_come.doers(self.looker.looked_at)
            return [self._skip(index, goal, why)]
        goals = self._done_for_each(index, goal) if has_expressions(goal) else [goal]
        if any(declared.dated for declared in _params(self._rules.get((goal.domain, goal.verb))).values()):
            goals = [self._dated(part) for part in goals]
        goals = [self._with_archive_name(part, goal) for part in goals]
        self._relied_on[index] = self._to_come.doers(self.looker.looked_at)
        for part in goals if index < self._last_look else ():
            self._to_come.add(_where_it_lies(part, goal, index, meta, self._rules), index)
        self._to_come.unknown.update(patterns)  # they are expanded once everything else is settled
        return goals

    def dependencies(self, meta: MetaGoal) -> dict[int, tuple[int, ...]]:
        """What each goal waits for: also the goals that were taken to be done when it was looked at.

        What was counted or chosen is true only if they are, so nothing is said or done before, or without them.
        """
        waits = {index: set(parents) for index, parents in meta.dependencies.items()}
        for index, earlier in self._relied_on.items():
            if index < len(meta.goals) and earlier:
                waits.setdefault(index, set()).update(earlier)
        return {index: tuple(sorted(parents)) for index, parents in waits.items()}

    def _folder_of(self, pattern: str) -> str:
        """The folder that a pattern is looked for in, and below."""
        return normal(self._here.absolute(WILD.split(pattern)[0].rpartition("/")[0] or "."))

    def later(self, meta: MetaGoal, index: int, goal: Goal) -> Goal:
        """A goal that is put off, without those of its conditions that are known by now: each is looked at once."""
        if goal.each is not None and read_things(goal.each, f"goals[{index}].each") in self._each:
            problem = f"{goal.goal_id} is done for the same things as a goal that comes before a look"
            raise NotPlannable("blocked", f"{problem}: make it two commands")
        clauses = read_conditions(goal.when, f"goals[{index}].when")
        known = [self._conditions.known(clause) for clause in clauses]
        why = next((found[1] for found in known if found is not None and not found[0]), "")
        why = why or self._lacks(index, goal, meta)
        if why:
            return self._skip(index, goal, why)
        return replace(goal, when=tuple(compress(goal.when, [found is None for found in known])))

    def _skip(self, index: int, goal: Goal, why: str) -> Goal:
        self._skipped[index] = why
        said = {"text": f"skipped {goal.domain}.{goal.verb}: {why}"}
        return Goal(domain=SKIPPED[0], verb=SKIPPED[1], params=said, goal_id=goal.goal_id)

    def _lacks(self, index: int, goal: Goal, meta: MetaGoal) -> str:
        """Why a goal is skipped that needs what a skipped one would have seen or made."""
        for before in meta.dependencies.get(index, ()):
            if before not in self._skipped:
                continue
            owner = meta.goals[before].goal_id
            if any(isinstance(value, Mapping) and value.get("from") == owner for value in goal.params.values()):
                return self._skipped[before]
            made = set(_made_paths(meta.goals[before], self._rules, self._here))
            needed = _needed_paths(goal, self._rules, self._here)
            if any(path in made and self._to_come.kind_at(path) == "missing" for path in needed):
                return self._skipped[before]
        return ""

    def _done_for_each(self, index: int, goal: Goal) -> list[Goal]:
        rule = self._rules.get((goal.domain, goal.verb))
        params = _params(rule)
        picked = next((param for param, value in goal.params.items() if _selects_one(value, params.get(param))), None)
        source = goal.each if goal.each is not None else goal.params[picked] if picked is not None else None
        if source is None:
            return [self._with_values(index, goal, params, None)]
        things = read_things(source, f"goals[{index}].{'each' if picked is None else f'params.{picked}'}")
        found = self._found(things, source, is_each=goal.each is not None)
        if rule is not None and picked is not None and rule.shape.expected_effect.startswith(_OF_LINES):
            require_texts(thing.path for thing in found)
        goals = [self._with_values(index, goal, params, thing, picked) for thing in found]
        if rule is None:
            return goals
        if not things.kinds.isdisjoint(thing_table("shown")):
            _require_told_apart(found, things)
        if picked is not None:
            goals = placed(goals, rule, picked, things, self._here)
            require_places(goals, rule, picked, things, self._here)
        return moved_apart(goals, rule, things, self._here)

    def _found(self, things: Things, source: Any, *, is_each: bool) -> tuple[Thing, ...]:
        if is_each and things in self._each:
            return self._each[things]
        found = tuple(outermost(self.looker.find(things)))
        if not found:
            raise NotPlannable("blocked", f"nothing matches {told_things(things)}: check the name and the folder")
        if len(found) > MAX_MATCHES:
            problem = f"{len(found):,} things match {told_things(things)}: at most {MAX_MATCHES:,} can be done at once"
            raise NotPlannable("blocked", f"{problem}, so say which")
        self._keep(source, found)
        self._each[things] = found
        return found

    def _keep(self, source: Any, found: Sequence[Thing]) -> None:
        """Keep what was found for the day the plan is approved, unless earlier goals have a part in it."""
        if not self._to_come:
            self.found[canonical_json(source)] = tuple(sorted({thing.path for thing in found}))

    def _with_values(
        self, index: int, goal: Goal, params: Mapping[str, Param], thing: Thing | None, picked: str | None = None
    ) -> Goal:
        """The goal for one thing, `picked` being what it goes to, with every value worked out and every list found."""
        given = dict(goal.params)
        if picked is not None and thing is not None:
            given[picked] = thing.path
        for param, value in tuple(given.items()):
            if not is_expression(value):
                continue
            place = f"goals[{index}].params.{param}"
            declared = params.get(param)
            if SELECT in value:
                given[param] = self._all(read_things(value, place), value, goal)
            elif declared is not None and declared.tells:
                plain, told = self._valuer.told(read_value(value, place), thing)
                given[param], given[declared.tells] = number_text(plain), told
            else:
                plain = self._valuer.value(read_value(value, place), thing)
                is_number = declared is not None and declared.type == "number"
                given[param] = _figure(plain) if is_number else number_text(plain)
        if goal.each is None and not goal.when:
            return goal.with_params(given)
        return replace(goal, params=given, each=None, when=())

    def _all(self, things: Things, source: Any, goal: Goal) -> tuple[str, ...]:
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is not None and rule.shape_for(goal.params).action_class == "observe":
            return tuple(thing.path for thing in self.looker.find(things))[: MAX_MATCHES + 1]
        return tuple(thing.path for thing in self._found(things, source, is_each=False))

    def _dated(self, goal: Goal) -> Goal:
        """The goal with a name that has the day in it, where none was given: `reports-2026-05-22`."""
        params = _params(self._rules.get((goal.domain, goal.verb)))
        missing = {param: declared.dated for param, declared in params.items() if param not in goal.params}
        given = dict(goal.params)
        for param, source in missing.items():
            path = given.get(source) if source is not None else None
            if isinstance(path, str):
                full, ending = normal(self._here.absolute(path)), extension(path)
                stem = f"{full.removesuffix(ending)}-{self.looker.now:%Y-%m-%d}"
                names = (f"{stem}{f'-{number}' if number else ''}{ending}" for number in numbers(0))
                given[param] = next(filter(self._is_free, names))
        return replace(goal, params=given) if given != goal.params else goal

    def _with_archive_name(self, part: Goal, goal: Goal) -> Goal:
        """A goal that packs several things into one, called after the folder they lie in where no name was said."""
        things = part.params.get("things")
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is None or "to" in part.params or not isinstance(things, tuple | list) or "to" not in rule.shape.derive:
            return part
        folders = {parent(self._here.absolute(path)) for path in things}
        if len(folders) != 1:
            raise NotPlannable("blocked", "the things lie in several folders: say what the archive is to be called")
        stem = join(self._here.cwd, name(folders.pop()) or "files")
        names = (f"{stem}{f'-{number}' if number else ''}.zip" for number in numbers(0))
        return replace(part, params={**part.params, "to": next(filter(self._is_free, names))})

    def _is_free(self, path: str) -> bool:
        return self._to_come.kind_at(path) == "missing"


def _where_it_lies(part: Goal, goal: Goal, index: int, meta: MetaGoal, rules: RuleBook) -> Goal:
    """A goal with the place that its scope gives what it names: "in logs, delete web.log" is about logs/web.log."""
    if part.resolved_path is not None or part.params.get("path") != goal.params.get("path"):
        return part
    return replace(part, resolved_path=anchor_paths(meta, rules).goals[index].resolved_path)


def _selects_one(value: object, declared: Param | None) -> bool:
    return isinstance(value, Mapping) and set(value) == {SELECT} and (declared is None or declared.type != "paths")


def _params(rule: Rule | None) -> Mapping[str, Param]:
    shapes = rule.shapes if rule is not None else ()
    return {name: param for shape in reversed(shapes) for name, param in shape.params.items()}


def _require_told_apart(found: Sequence[Thing], things: Things) -> None:
    """Refuse to act on one of several windows or apps that are called alike: which one is meant can't be said."""
    called, count = Counter(thing.path for thing in found).most_common(1)[0]
    if count > 1 or not called:
        problem = f"{count:,} of {told_things(things)} are called {called!r}"
        raise NotPlannable("blocked", f"{problem}, and can't be told apart: act on one by itself")


def _figure(value: str | float) -> float:
    try:
        number = float(value)
    except ValueError:
        raise NotPlannable("blocked", f"{value!r} is not a number") from None
    return int(number) if number.is_integer() else number


def _made_paths(goal: Goal, rules: RuleBook, here: Surroundings) -> list[str]:
    use = rules.path_use(goal)
    made = goal.params.get(use.makes) if use.makes else None
    return [normal(here.absolute(made))] if isinstance(made, str) else []


def _needed_paths(goal: Goal, rules: RuleBook, here: Surroundings) -> list[str]:
    rule = rules.get((goal.domain, goal.verb))
    if rule is None:
        return []
    needed = {ref.param for ref in rule.shape_for(goal.params).assume if ref.change == "value" and ref.param}
    said = [said_path(goal, rule, param) for param in needed]
    return [normal(here.absolute(path)) for path in said if path is not None]


def _alongside(meta: MetaGoal) -> frozenset[tuple[int, int]]:
    """The goals, with those they depend on, that are done for the same things: each thing's follow one another."""
    return frozenset(
        (child, before)
        for child, parents in meta.dependencies.items()
        for before in parents
        if meta.goals[child].each is not None and meta.goals[child].each == meta.goals[before].each
    )
