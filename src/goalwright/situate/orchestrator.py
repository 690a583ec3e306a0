"""GoalOrchestrator: from goals to a plan that fits this machine, as it is now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from goalwright.contracts import Goal, MetaGoal, Plan, PlanResult, Prepared, ToolCapability, ToolEntry, WorldState
from goalwright.contracts.path_spelling import ancestors, join, name, normal, parent
from goalwright.dataclass import replace
from goalwright.plan.planner import GoalPlanner
from goalwright.plan.useful_tools import useful_tools
from goalwright.policy.address_policy import SCHEMES, address_refusals
from goalwright.policy.approval import needs_approval, plan_hash, risk_refusals
from goalwright.policy.path_policy import Roots, path_refusals
from goalwright.rules import Rule, RuleBook
from goalwright.rules.collecting import paused_collecting
from goalwright.rules.derive import DERIVATIONS
from goalwright.situate.anchoring import Surroundings, path_params, resolve_paths, said_path
from goalwright.situate.expansion import expand
from goalwright.situate.puttings import Members, carried, unpacked_facts
from goalwright.situate.said_folders import with_said_folders
from goalwright.situate.settled import Settled, needs_settling, wild_paths
from goalwright.situate.structured_steps import with_absolute_paths

NO_CAPABILITY = "no_capability"


class GoalOrchestrator:
    """Resolves paths, looks at what the goals mention, plans all goals in one call and judges the plan.

    Looking writes nothing down: what was seen is in the snapshot that the planner gets, and nowhere else.
    """

    def __init__(  # noqa: PLR0913  # the ports to this machine
        self,
        rules: RuleBook,
        tools: Iterable[ToolEntry],
        roots: Roots,
        here: Surroundings,
        *,
        observe: Callable[[Sequence[str], Sequence[str]], WorldState],
        matches: Callable[[str], Sequence[str]],
        members: Members = lambda _archive, _folder: None,
        sights: Callable[[str], Sequence[Mapping[str, Any]]] = lambda _kind: (),
        own: Sequence[str] = (),
        programs: Sequence[str] = (),
        schemes: Sequence[str] = SCHEMES,
        clock: Callable[[], datetime] = datetime.now,
    ) -> None:
        """`observe` gives the snapshot for the paths and apps that goals mention, `matches` the paths that fit a
        pattern, `members` what is in an archive, `sights` the windows, apps, processes or tabs that there are. `own`
        are the folders of the program itself, `programs` those that this machine's programs lie in.
        """
        self.here, self.observe, self._matches, self.members, self._clock = here, observe, matches, members, clock
        self._sights = sights
        self.entries = {entry.name: entry for entry in tools}
        self.rules, self._roots = rules, roots
        self._own, self._programs, self._schemes = tuple(own), tuple(programs), tuple(schemes)
        self._planner = GoalPlanner(rules)
        self._useful: dict[frozenset[tuple[str, str]], frozenset[str]] = {}

    def prepare(self, meta: MetaGoal, *, text: str = "", any_tool: bool = False, page: str | None = None) -> Prepared:
        """The plan for goals, with what this machine can do; `any_tool` plans with tools that are missing here, too.

        `page` is what the page shows, if it was read for goals that ask about it.
        """
        # A large plan makes many objects and no cycles: looking for cycles meanwhile only costs time. How many goals
        # there will be is known only once selections are looked at, which makes many as well.
        with paused_collecting():
            return self._made(self.settled(meta, page), text, any_tool=any_tool)

    def _made(self, settled: Settled, text: str, *, any_tool: bool) -> Prepared:
        said = with_said_folders(settled.meta, self.rules, self.here)
        expanded = expand(resolve_paths(said, self.rules, self.here), self.rules, self.matches)
        meta = expanded.meta
        paths = mentioned_paths(meta, self.rules)
        world = self.observe(paths, mentioned_apps(meta, self.rules))
        if members := tuple(unpacked_facts(self._unpackings(meta), paths, self.members)):
            world = replace(world, recent_facts=(*world.recent_facts, *members))
        result = self._planned(meta, world, any_tool=any_tool)
        missing = self._missing(meta, world, result)
        return self.judged(
            Prepared(
                text=text,
                meta=meta,
                world=world,
                result=result,
                unavailable=missing,
                patterns={**expanded.patterns, **settled.found},
                looked=settled.looked,
                seen=settled.seen,
            )
        )

    def matches(self, pattern: str) -> Sequence[str]:
        """The paths that fit a pattern now, or that a selection finds, which is known by its JSON."""
        if not pattern.startswith("{"):
            return self._matches(pattern)
        from goalwright.situate.settling import found_again

        return found_again(pattern, self.rules, self.here, self._roots.check, self._clock(), self._sights)

    def settled(self, meta: MetaGoal | Goal, page: str | None = None) -> Settled:
        """The goals without selections, values and conditions: what these come to is looked at now."""
        meta = MetaGoal(goals=(meta,)) if isinstance(meta, Goal) else meta
        is_wild = len(meta.goals) > 1 and any(wild_paths(goal, self.rules) for goal in meta.goals[1:])
        if not is_wild and not any(needs_settling(goal, self.rules) for goal in meta.goals):
            return Settled(meta=meta)
        from goalwright.situate.settling import settle  # few goals need it

        def is_running(app: str) -> bool:
            return app in self.observe((), (app,)).running_apps

        allowed, now = self._roots.check, self._clock()
        return settle(
            meta,
            self.rules,
            self.here,
            allowed=allowed,
            running=is_running,
            sights=self._sights,
            now=now,
            page=page,
        )

    def at(self, folder: str) -> GoalOrchestrator:
        """The same for another working folder."""
        from copy import copy  # one command has one folder, as a rule

        there = copy(self)
        there.here = replace(self.here, cwd=folder)
        return there

    def judged(self, prepared: Prepared) -> Prepared:
        """The same with what the policy says about its plan."""
        plan = prepared.plan
        if plan is None:
            return prepared
        risky, refused = needs_approval(plan), self.refusals(plan)
        return replace(prepared, plan_hash=plan_hash(plan), needs_approval=risky, refusals=refused)

    def refusals(self, plan: Plan) -> tuple[tuple[str, str], ...]:
        """What the policy forbids of a plan, by action id: paths, addresses, and risks that are understated."""
        return (
            *path_refusals(plan, self.entries, self._roots, self._own, self._programs),
            *address_refusals(plan, self._schemes),
            *risk_refusals(plan, self.entries),
        )

    def _unpackings(self, meta: MetaGoal) -> Iterator[tuple[str, str]]:
        """Each folder that an archive is unpacked into, with the archive."""
        for goal in meta.goals:
            rule = self.rules.get((goal.domain, goal.verb))
            if rule is not None and any(ref.family == "tree" for ref in rule.shape.writes):
                yield from carried(goal, self.rules, tuple(goal_paths(goal, self.rules)), "tree")

    def _planned(self, meta: MetaGoal, world: WorldState, *, any_tool: bool) -> PlanResult:
        """The plan, with paths absolute also where the rule rows themselves name them."""
        result = self._planner.plan(meta, world, self._capabilities(meta, any_tool=any_tool))
        if result.plan is None:
            return result
        return replace(result, plan=with_absolute_paths(result.plan, self.entries, self.here.absolute))

    def _capabilities(self, meta: MetaGoal, *, any_tool: bool) -> list[ToolCapability]:
        """What the planner may use. Only tools that the goals could lead to are asked whether they are here."""
        useful = self._useful_tools(meta)
        entries = [entry for name, entry in self.entries.items() if name in useful]
        here = [entry.capability for entry in entries if entry.is_available]
        return here + [entry.capability for entry in entries if any_tool and not entry.is_available]

    def _useful_tools(self, meta: MetaGoal) -> frozenset[str]:
        """Which tools goals of these rows could lead to: the same each time, and asked for again and again."""
        rows = frozenset((goal.domain, goal.verb) for goal in meta.goals)
        found = self._useful.get(rows)
        if found is None:
            known = {name: entry.capability for name, entry in self.entries.items()}
            found = self._useful[rows] = useful_tools(meta.goals, self.rules, known)
        return found

    def _missing(self, meta: MetaGoal, world: WorldState, result: PlanResult) -> tuple[tuple[str, str], ...]:
        """The tools of the plan, or of the plan there would be with all tools, that are not here."""
        if any(unmet.reason == NO_CAPABILITY for unmet in result.unmet) or result.status == NO_CAPABILITY:
            result = self._planner.plan(meta, world, self._capabilities(meta, any_tool=True))
        return self.missing_tools(result.plan) if result.plan is not None else ()

    def missing_tools(self, plan: Plan) -> tuple[tuple[str, str], ...]:
        """The tools of a plan that are not here, each with the reason."""
        names = dict.fromkeys(action.tool for action in plan.actions)
        entries = [self.entries[name] for name in names if name in self.entries]
        return tuple((entry.name, entry.missing) for entry in entries if not entry.is_available)


def mentioned_paths(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every path that the goals are about, once, in goal order; and of what lies in a folder that an earlier goal puts
    there as a whole, where it lies before that."""
    said: list[tuple[str, int]] = []
    latest: dict[str, int] = {}
    origins: dict[str, list[tuple[int, str]]] = {}
    for index, goal in enumerate(meta.goals):
        paths = tuple([normal(path) for path in goal_paths(goal, rules)])
        said += [(path, index) for path in paths]
        for target, source in carried(goal, rules, paths):
            origins.setdefault(target, []).append((index, source))
    calm: dict[str, bool] = {}
    while said:
        before, said = said, []
        for path, index in before:
            if latest.get(path, -1) >= index:
                continue
            latest[path] = index
            folder = parent(path)
            puts = origins.get(folder)
            if (puts is None or puts[0][0] >= index) and _is_calm(parent(folder), origins, calm):
                continue
            for above in ancestors(path):
                at = ((source, since) for since, source in origins.get(above, ()) if since < index)
                said += [(source + path[len(above) :], since) for source, since in at]
    return tuple(latest)


def _is_calm(folder: str, put: Mapping[str, object], known: dict[str, bool]) -> bool:
    """Whether neither a folder nor any above it is among those that goals put somewhere; worked out once for each."""
    waiting = []
    while folder not in known:
        waiting.append(folder)
        above = parent(folder)
        if above == folder:
            break
        folder = above
    is_calm = known.get(folder, True)
    for each in reversed(waiting):
        is_calm = known[each] = is_calm and each not in put
    return is_calm


def mentioned_apps(meta: MetaGoal, rules: RuleBook) -> tuple[str, ...]:
    """Every app in the goals, once, in goal order."""
    return tuple(dict.fromkeys(app for goal in meta.goals for app in _apps(goal, rules)))


def goal_paths(goal: Goal, rules: RuleBook) -> Iterator[str]:
    """The paths that may be read or changed for a goal: said, by default or derived (the archive's name), and for a
    destination that may turn out to be a folder also what would then lie in it."""
    rule = rules.get((goal.domain, goal.verb))
    if rule is None:
        return
    params = path_params(rule)
    known = {param: path for param, _ in params if (path := said_path(goal, rule, param)) is not None}
    if rule.shape.derive:
        known |= _derived(rule, rules, known)
    for param, declared in params:
        if param not in known:
            continue
        other = known.get(declared.beside or declared.into or "")
        if declared.beside is not None and other is not None:
            yield join(parent(other), known[param])
            continue
        yield known[param]
        if other is not None:
            yield join(normal(known[param]), name(other))


def _derived(rule: Rule, rules: RuleBook, known: dict[str, str]) -> dict[str, str]:
    found = {}
    for param, function in rule.shape.derive.items():
        declared = rule.shape.params.get(param)
        if declared is not None and declared.type == "path" and param not in known:
            value = DERIVATIONS[function](known, rules.words, lambda _path: None)
            if isinstance(value, str):
                found[param] = value
    return found


def _apps(goal: Goal, rules: RuleBook) -> Iterator[str]:
    rule = rules.get((goal.domain, goal.verb))
    for shape in rule.shapes if rule is not None else ():
        for param, declared in shape.params.items():
            value = goal.params.get(param, goal.object if param == shape.main else None)
            if declared.type == "app" and isinstance(value, str) and value:
                yield value
