"""Expansion: a goal about `*.pdf` becomes one goal for each thing that matches, found by looking."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import accumulate, pairwise, takewhile

from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.goal import Goal
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.contracts.path_spelling import ancestors, is_windows, join, name, normal
from goalwright.dataclass import dataclass, replace
from goalwright.errors import NotPlannable
from goalwright.rules import Rule, RuleBook
from goalwright.situate.anchoring import PATH, path_params, said_path
from goalwright.situate.settled import WILD

Look = Callable[[str], Sequence[str]]
"""The real paths that match an absolute pattern."""

MAX_MATCHES = 10_000
MAX_EDGES = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Expanded:
    """Goals without patterns, and what each pattern that was looked for stood for."""

    meta: MetaGoal
    patterns: Mapping[str, tuple[str, ...]] = EMPTY


def expand(meta: MetaGoal, rules: RuleBook, look: Look) -> Expanded:
    """The goals with one goal for each match, sorted by path, wherever a verb acts on something that is there.

    Paths must be absolute. A thing whose very name is the pattern stands for itself. Whatever depended on a goal
    depends on all of its parts; where that is impossible, or nothing matches, or too much does, NotPlannable says so.
    """
    expansion = _Expansion(rules, look)
    parts = [expansion.parts(goal) for goal in meta.goals]
    if not expansion.found:
        return Expanded(meta=meta)
    return Expanded(meta=joined(meta, parts), patterns=FrozenDict(expansion.found))


class _Expansion:
    """One look at each pattern, and the goals made of what was seen."""

    def __init__(self, rules: RuleBook, look: Look) -> None:
        self.found: dict[str, tuple[str, ...]] = {}
        self._rules, self._look, self._count = rules, look, 0

    def parts(self, goal: Goal) -> list[Goal]:
        rule = self._rules.get((goal.domain, goal.verb))
        param = _picked(goal, rule) if rule is not None else None
        pattern = _pattern(goal, rule, param) if rule is not None and param is not None else None
        if rule is None or param is None or pattern is None or pattern.literal in self._look(pattern.exactly):
            return [goal]
        matches = self._matches(pattern)
        if not matches and is_windows(pattern.literal):
            return [goal]  # no drive of this machine: running it says so
        targets = _targets(goal, rule, param)
        kept = [match for match in matches if not any(_holds(match, target) for target in targets.values())]
        self._require_some(kept, pattern)
        _require_apart(goal, rule, param, kept, pattern)
        return [_part(goal, param, match, targets) for match in kept]

    def _matches(self, pattern: Pattern) -> tuple[str, ...]:
        if pattern.wild not in self.found:
            matches = tuple(sorted({path for path in self._look(pattern.wild) if path.startswith(pattern.prefix)}))
            self.found |= {pattern.wild: matches} if matches else {}
        return self.found.get(pattern.wild, ())

    def _require_some(self, matches: Sequence[str], pattern: Pattern) -> None:
        if not matches:
            raise NotPlannable("blocked", f"nothing matches {pattern}: check the name and the folder")
        self._count += len(matches)
        if self._count > MAX_MATCHES:
            problem = f"{len(matches):,} things match {pattern}: at most {MAX_MATCHES:,} can be done at once"
            raise NotPlannable("blocked", f"{problem}, so say which")


def _picked(goal: Goal, rule: Rule) -> str | None:
    """The parameter that names something which must be there to be acted on; looking into a folder is no such act."""
    for shape in (rule.shape_for(goal.params), *rule.shapes):
        for ref in shape.assume:
            acts = ref.family in ("file", "entry") or (ref.family == "dir" and shape.action_class == "actuate")
            if acts and ref.param is not None and not ref.parent and ref.change == "value":
                return ref.param
    return None


def _pattern(goal: Goal, rule: Rule, param: str) -> Pattern | None:
    said = goal.params.get(param, goal.object if param == rule.shape.main else None)
    full = said_path(goal, rule, param)
    return pattern_in(said, full) if isinstance(said, str) and full is not None else None


def _targets(goal: Goal, rule: Rule, param: str) -> dict[str, str]:
    """The parameters that say into which folder the matches go."""
    related = [name for name, declared in path_params(rule) if declared.into == param]
    said = {name: said_path(goal, rule, name) for name in related}
    return {name: normal(path) for name, path in said.items() if path is not None}


def _holds(match: str, target: str) -> bool:
    """Whether a match is the folder that the matches go into, or one above it: that one stays where it is."""
    return match == target or match in ancestors(target)


def _require_apart(goal: Goal, rule: Rule, param: str, matches: Sequence[str], pattern: Pattern) -> None:
    """Several things must not end up in one place."""
    if len(matches) < 2:
        return
    shape = rule.shape_for(goal.params)
    made = {ref.param for ref in shape.writes if ref.family in ("file", "entry") and ref.change in ("value", "like")}
    for other, declared in path_params(rule):
        place = said_path(goal, rule, other)
        if other not in made - {param} or place is None:
            continue
        if declared.into != param:
            problem = f"{len(matches):,} things match {pattern}, and they cannot all become {place}: name one of them"
            raise NotPlannable("blocked", problem)
        twice = next((called for called, count in Counter(map(name, matches)).items() if count > 1), None)
        if twice is not None:
            problem = f"more than one thing called {twice} matches {pattern}, and {place} has room for one: name one"
            raise NotPlannable("blocked", problem)


def _part(goal: Goal, param: str, match: str, targets: Mapping[str, str]) -> Goal:
    params = {**goal.params, **{target: join(folder, name(match)) for target, folder in targets.items()}}
    if param in params or param != PATH:
        params[param] = match
    return goal.with_params(params, match if param == PATH else None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A pattern in an absolute path. `prefix` is what stands before the part that was said: nothing in it is wild,
    whatever the working folder is called."""

    literal: str
    prefix: str

    @property
    def exactly(self) -> str:
        """What matches the thing of this very name and nothing else."""
        return _escaped(self.literal)

    @property
    def wild(self) -> str:
        """What matches as it was meant."""
        return _escaped(self.prefix) + self.literal[len(self.prefix) :]

    def __str__(self) -> str:
        """The pattern and the folder it is looked for in: `*.pdf in /home/me/Downloads`."""
        first = WILD.search(self.literal, len(self.prefix))
        cut = self.literal.rfind("/", 0, first.start()) if first is not None else -1
        return f"{self.literal[cut + 1 :]} in {self.literal[:cut] or '/'}" if cut >= 0 else self.literal


def pattern_in(said: str, full: str) -> Pattern | None:
    """The pattern in a path that was said, `full` being the same path made absolute; None if there is none."""
    if not WILD.search(said):
        return None
    spelled = normal(said)
    said_parts = spelled.split("\\") if is_windows(spelled) else spelled.split("/")
    full_parts = full.split("/")
    pairs = zip(reversed(said_parts), reversed(full_parts), strict=False)
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    tail = "/".join(full_parts[len(full_parts) - common :])
    return Pattern(literal=full, prefix=full[: len(full) - len(tail)])


def _escaped(text: str) -> str:
    return WILD.sub(lambda found: f"[{found.group()}]", text)


def joined(
    meta: MetaGoal, parts: Sequence[Sequence[Goal]], pairs: Collection[tuple[int, int]] = frozenset()
) -> MetaGoal:
    """The parts of all goals as one MetaGoal; a part depends on all parts of what its goal depended on.

    A goal of one part keeps its id, the parts of others have a number behind it: g0_1, g0_2, … `pairs` are goals, with
    one that they depend on, whose parts do so one by one.
    """
    _require_whole_sources(meta, parts)
    stops = list(accumulate(map(len, parts), initial=0))
    places = [range(start, stop) for start, stop in pairwise(stops)]
    paired = {pair for pair in pairs if len(places[pair[0]]) == len(places[pair[1]])}
    _require_few_edges(meta, places, paired)
    dependencies: dict[int, tuple[int, ...]] = {}
    for child, parents in meta.dependencies.items():
        before = tuple(place for parent in parents if (child, parent) not in paired for place in places[parent])
        ones = [places[parent] for parent in parents if (child, parent) in paired]
        for number, place in enumerate(places[child]):
            dependencies[place] = (*before, *(one[number] for one in ones)) if ones else before
    return replace(meta, goals=tuple(_named(meta, parts)), dependencies=dependencies, meta_type=None)


def _named(meta: MetaGoal, parts: Sequence[Sequence[Goal]]) -> Iterator[Goal]:
    # A typed goal without an id is called after its position, which is another one now: it keeps the name it had.
    owners = [goal.goal_id or f"g{index}" for index, goal in enumerate(meta.goals)]
    taken = set(owners)
    for owner, group in zip(owners, parts, strict=True):
        names = [owner] if len(group) == 1 else _numbered(owner, len(group), taken)
        taken.update(names)
        for goal_id, part in zip(names, group, strict=True):
            yield part if part.goal_id == goal_id else part.renamed(goal_id)


def _numbered(owner: str, count: int, taken: set[str]) -> list[str]:
    stem = f"{owner}_"
    while any(f"{stem}{number}" in taken for number in range(1, count + 1)):
        stem += "_"
    return [f"{stem}{number}" for number in range(1, count + 1)]


def _require_whole_sources(meta: MetaGoal, parts: Sequence[Sequence[Goal]]) -> None:
    """What several things say cannot go where the text of one was wanted."""
    split = {goal.goal_id: len(group) for goal, group in zip(meta.goals, parts, strict=True) if len(group) > 1}
    for goal in meta.goals if split else ():
        for value in goal.params.values():
            source = value.get("from") if isinstance(value, Mapping) else None
            if isinstance(source, str) and source in split:
                problem = f"{goal.goal_id} needs what {source} sees, but {source} is about {split[source]:,} things"
                raise NotPlannable("blocked", f"{problem}: name one of them")


def _require_few_edges(meta: MetaGoal, places: Sequence[range], paired: Collection[tuple[int, int]]) -> None:
    pairs = [(child, parent) for child, parents in meta.dependencies.items() for parent in parents]
    edges = sum(len(places[child]) * len(places[parent]) for child, parent in pairs if (child, parent) not in paired)
    if edges > MAX_EDGES:
        raise NotPlannable("blocked", "too many things would have to wait for one another: split the command in two")
