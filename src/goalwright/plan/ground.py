"""Grounding: from goals and rule rows to tasks, or to the reason why a goal has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.path_spelling import extension, is_anchored, join, name, normal, parent
from goalwright.plan.blueprint import Blueprint, fixed_value, plain_write
from goalwright.plan.context import Context, reference_problem
from goalwright.plan.facts import known_kinds
from goalwright.plan.followed_kinds import PathKinds
from goalwright.plan.path_recipe import PathRecipe
from goalwright.plan.paths import PlannedPath, folders_above, is_standing, known_identity
from goalwright.plan.state import (
    ABSENT,
    CLEAR,
    DROP,
    EXISTS,
    FORGET,
    MAKE,
    Condition,
    RegisterWrite,
    Value,
    brief,
    copied_writes,
    made_write,
    unpacked_writes,
)
from goalwright.plan.task import Task, Tooling, Unmet
from goalwright.plan.toolbox import Toolbox
from goalwright.rules.addresses import Address, page_of
from goalwright.rules.book import RuleBook
from goalwright.rules.derive import DERIVATIONS, FILE, FOLDER
from goalwright.rules.rule import Param, Ref, Rule, Shape

NO_ADDRESSES: Mapping[str, Address] = {}


class Grounder:
    """Turns the goals of one MetaGoal into tasks, in order, carrying context from goal to goal."""

    def __init__(self, rules: RuleBook, toolbox: Toolbox, facts: Mapping[str, Value]) -> None:
        self._rules, self._words, self._toolbox = rules, rules.words, toolbox
        self._kinds = PathKinds(known_kinds(facts))
        self._facts = facts
        self._spelled: dict[str, str] = {}
        self._standing: dict[str, bool] = {}
        self._places: dict[str, PlannedPath] = {}
        self._folder_of = lru_cache(maxsize=None)(rules.words.folder)
        self._results: dict[str, tuple[tuple[str, ...], str, str]] = {}

    def ground(self, meta: MetaGoal) -> tuple[list[Task], dict[int, Unmet]]:
        """A task for each goal, and for those that cannot be met the reason; a bad goal's task is empty."""
        tasks: list[Task] = []
        unmet: dict[int, Unmet] = {}
        context = Context(self._rules, meta)
        before = meta.dependencies.get
        for index, goal in enumerate(meta.goals):
            task = Task(index, goal.goal_id or f"g{index}", goal.verb, goal.numbered, before(index, ()))
            problem = self._fill(task, goal, context)
            if problem is None and context.has_references:
                problem = reference_problem(task, tasks, context.index_of)
            if problem is not None:
                unmet[index] = problem._replace(is_final=True)
            context.note(task, goal)
            tasks.append(task)
        return tasks, unmet

    def support(self, rule: Rule, shape: Shape, path: str = "") -> Task:
        """A task that no goal names: make this folder, start the browser."""
        params = {**shape.default_params, **shape.when}
        if path:
            params["path"] = self._spelled.get(path, path)
        task = Task(-1, "", rule.verb, numbered=False, before=())
        self._build(task, rule, self._toolbox.blueprint(shape), params, NO_ADDRESSES)
        return task

    def _fill(self, task: Task, goal: Goal, context: Context) -> Unmet | None:
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is None:
            asked = brief(f"{goal.domain}.{goal.verb}")
            return Unmet("rule_not_found", f"no rule for {asked}: `goalwright rules` lists what there is")
        params, shape = self._params(rule, goal, task, context)
        problem = _missing_or_unknown(rule, shape, params)
        if problem is not None:
            return problem
        blueprint = self._toolbox.blueprint(shape)
        addresses = self._read(params, blueprint)
        if isinstance(addresses, str):
            return Unmet("blocked", f"{rule.name}: {addresses}")
        for param in blueprint.platforms:
            platform = self._words.platform(params[param]) if param in params else None
            if platform is not None:
                params[param] = platform.name
        if not blueprint.toolings:
            names = " or ".join(shape.ways[-1].achieved_by)
            return Unmet("no_capability", f"no tool serves {rule.name}: one that can achieve {names} is needed")
        self._build(task, rule, blueprint, params, addresses)
        return self._onto_itself(task, blueprint) if blueprint.relations else None

    def _params(self, rule: Rule, goal: Goal, task: Task, context: Context) -> tuple[dict[str, Any], Shape]:
        """What was given, then what follows from it, then context, then defaults."""
        params = self._given(rule.shape, goal)
        shape = rule.shape_for(params) if rule.variants else rule.shape
        for param in shape.inherit:
            if param not in params and (inherited := context.offered(task, rule.domain, param)) is not None:
                params[param] = inherited
        for param, default in shape.default_params.items():
            params.setdefault(param, default)
        return params, shape

    def _given(self, shape: Shape, goal: Goal) -> dict[str, Any]:
        """The goal's own parameters, its object and path in their places, and what follows from these."""
        params = dict(goal.params)
        main = shape.main
        if goal.object is not None and main is not None and main not in params:
            params[main] = goal.object
        if goal.resolved_path is not None and ("path" in params or main == "path"):
            params["path"] = goal.resolved_path
        for param, function in shape.derive.items():
            if param in shape.params and param not in params:
                derived = DERIVATIONS[function](params, self._words, self._kind_of)
                params |= {param: derived} if derived is not None else {}
        return params

    def _read(self, params: Mapping[str, Any], blueprint: Blueprint) -> Mapping[str, Address] | str:
        """The addresses among the parameters, or what is wrong with one of them."""
        addresses: dict[str, Address] = {}
        for param, value in params.items():
            declared, check = blueprint.checks[param]
            answer = check(value, declared, self._words)
            if answer is None:
                continue
            if type(answer) is not Address:
                return f"{param} = {brief(str(value))} {answer}"
            addresses[param] = answer
        return addresses

    def _build(
        self, task: Task, rule: Rule, blueprint: Blueprint, params: dict[str, Any], addresses: Mapping[str, Address]
    ) -> None:
        """`values` is what arguments and registers are made of; `said` is what descriptions show."""
        task.rule, task.shape = rule, blueprint.shape
        values = task.said = task.values = params
        for param, declared in blueprint.paths:
            if param in values:
                values[param] = self._path(values[param], declared, values)
        if addresses:
            values = task.values = {**params, **{param: address.url for param, address in addresses.items()}}
        for param, derivation in blueprint.computed:
            values[param] = task.said[param] = derivation(values, self._words, self._kind_of)
        task.is_event = blueprint.is_event
        task.is_browsing = blueprint.is_browsing
        task.toolings = blueprint.toolings
        if len(blueprint.shape.ways) > 1:
            task.toolings = tuple(self._with_needs(tooling, task) for tooling in task.toolings)
        recipe = blueprint.recipe
        if recipe is not None and all(type(values.get(param)) is str for param in recipe.params):
            self._follow(recipe, task)
        else:
            self._conditions(task, blueprint, addresses)
        self._kinds.note(task.writes)  # later goals may say less of a path: remember what it is

    def _follow(self, recipe: PathRecipe, task: Task) -> None:
        values = task.values
        places = {param: self._places.get(values[param]) or self._place(values[param]) for param in recipe.params}
        sources = [(param, values[param]) for param in recipe.sources]
        kinds = {param: self._kind_of(path) or (FILE if extension(path) else None) for param, path in sources}
        recipe.fill(task, places, kinds)

    def _conditions(self, task: Task, blueprint: Blueprint, addresses: Mapping[str, Address]) -> None:
        shape = blueprint.shape
        task.writes = blueprint.writes
        if shape.value:
            task.condition = self._goal_condition(task, blueprint, addresses)
            task.writes = (made_write(task.condition), *blueprint.writes)
        if blueprint.write_refs:
            task.writes += tuple([write for ref in blueprint.write_refs for write in self._writes(ref, task)])
        if blueprint.ensure_refs:
            task.ensure = self._lasting(blueprint.ensure_refs, task)
        task.assume = self._lasting(blueprint.assume_refs, task) if blueprint.assume_refs else blueprint.assume
        touched = dict.fromkeys([register for ref in blueprint.touch_refs for register in self._registers(ref, task)])
        task.touches = tuple(touched) or blueprint.touches
        if blueprint.risk_refs:
            risks = [(self._conditions_of(ref, value, task)[0], risk) for ref, value, risk in blueprint.risk_refs]
            task.risks = tuple(risks)

    def _goal_condition(self, task: Task, blueprint: Blueprint, addresses: Mapping[str, Address]) -> Condition:
        register = blueprint.shape.register
        assert register is not None  # the parser demands a register of every achieve
        if blueprint.is_page:
            for address in addresses.values():
                return Condition(register.family, address.page)
            return Condition(register.family, self._page(task))
        value = blueprint.value
        if value is None:
            value = tuple([task.named(item) for item in blueprint.shape.value])
        return Condition(self._register(register, task), value)

    def _page(self, task: Task) -> tuple[str, ...]:
        """The page of a computed address. Search results differ in the query alone: the rest is worked out once."""
        url: str = task.values["url"]
        platform = self._words.platform(task.values.get("platform", ""))
        if platform is None:
            return page_of(url, self._words)
        if platform.name not in self._results:
            *site, last = page_of(platform.search, self._words)
            before, _, after = last.partition("{query}")
            self._results[platform.name] = tuple(site), before, after
        site_page, before, after = self._results[platform.name]
        start, _, end = platform.search.partition("{query}")
        return (*site_page, f"{before}{url[len(start) : len(url) - len(end)]}{after}")

    def _path(self, path: str, declared: Param, values: Mapping[str, Any]) -> str:
        if declared.beside is not None and "/" not in path and "\\" not in path and not is_anchored(path):
            return join(parent(values[declared.beside]), path)
        if declared.into is not None and (path.endswith(("/", "\\")) or self._kind_of(path) == FOLDER):
            return join(normal(path), name(values[declared.into]))
        return normal(path)

    def _kind_of(self, path: str) -> str | None:
        place = self._place(path)
        return FOLDER if is_standing(place.identity) else self._kinds.get(place.identity)

    def _members(self, archive: str, folder: str) -> Value:
        """What unpacking an archive makes in a folder, as far as goals mention it; None if that is unknown."""
        found = self._facts.get(f"members:{folder}:{archive}")
        return found[1:] if found and not self._kinds.is_changed(archive) else None

    def _with_needs(self, tooling: Tooling, task: Task) -> Tooling:
        if tooling.way is None or not tooling.way.needs:
            return tooling
        return tooling._replace(needs=tuple(self._condition(ref, task) for ref in tooling.way.needs))

    def _onto_itself(self, task: Task, blueprint: Blueprint) -> Unmet | None:
        """Nothing can be moved or copied to where it is, or into itself."""
        for param, other in blueprint.relations:
            if param not in task.values or other not in task.values:
                continue
            target, source = self._place(task.values[param]), self._place(task.values[other])
            if target.identity == source.identity or source.register("dir") in target.above:
                where = f"{param} = {brief(target.spelled)}"
                return Unmet("blocked", f"{where}, which is {brief(source.spelled)} or inside it")
        return None

    def _place(self, path: str) -> PlannedPath:
        place = self._places.get(path)
        if place is None:
            place = self._places[path] = PlannedPath(path, self._folder_of)
            if place.identity != place.spelled:
                above = parent(place.spelled)
                self._spelled.setdefault(place.identity, place.spelled)
                self._spelled.setdefault(known_identity(above, self._folder_of), above)
        return place

    def _register(self, ref: Ref, task: Task) -> str:
        if ref.param is None:
            return f"{ref.family}:*" if ref.every else ref.family
        value = task.values[ref.param]
        if ref.family == "app":
            return f"app:{value.casefold()}"
        place = self._places.get(value) or self._place(value)
        return place.parent if ref.parent else place.register(ref.family)

    def _registers(self, ref: Ref, task: Task) -> list[str]:
        """The register of a reference, or those of all paths of a parameter that takes several."""
        value = task.values[ref.param] if ref.param is not None else None
        if type(value) is not tuple:
            return [self._register(ref, task)]
        return [self._place(path).register(ref.family) for path in value]

    def _condition(self, ref: Ref, task: Task) -> Condition:
        return self._conditions_of(ref, fixed_value(ref), task)[0]

    def _conditions_of(self, ref: Ref, fixed: tuple[Any, ...] | None, task: Task) -> list[Condition]:
        value = tuple([task.named(item) for item in ref.value]) if fixed is None else fixed
        return [Condition(register, value) for register in self._registers(ref, task)]

    def _lasting(self, refs: Sequence[tuple[Ref, tuple[Any, ...] | None]], task: Task) -> tuple[Condition, ...]:
        """The conditions that need looking at: folders that always exist do not."""
        lasting = []
        for ref, fixed in refs:
            for condition in self._conditions_of(ref, fixed, task):
                if not self._stands(condition):
                    lasting.append(condition)
        return tuple(lasting)

    def _stands(self, condition: Condition) -> bool:
        register = condition.register
        if not register.startswith("dir:") or condition.value != EXISTS:
            return False
        stands = self._standing.get(register)
        if stands is None:
            stands = self._standing[register] = is_standing(register[4:])
        return stands

    def _writes(self, ref: Ref, task: Task) -> tuple[RegisterWrite, ...]:
        register = self._register(ref, task)
        path = register.partition(":")[2]
        if ref.change == "like":
            source = task.values[ref.value[0].strip("{}")]
            origin = self._place(source).identity
            if ref.family == "tree":
                return unpacked_writes(path, self._members(origin, path))
            kind = self._kind_of(source) or (FILE if extension(source) else None)
            return copied_writes(path, origin, kind, folders_above(path))
        if ref.change == "absent" and ref.family in ("tree", "entry"):
            gone = RegisterWrite(CLEAR, f"dir:{path}", ABSENT)
            return (gone,) if ref.family == "tree" else (RegisterWrite(DROP, f"file:{path}", ABSENT), gone)
        if ref.family == "tree":
            return (RegisterWrite(FORGET, f"dir:{path}", None),)
        value: Value = None if ref.change == "unknown" else ABSENT
        if ref.change in ("value", "not"):
            value = tuple([task.named(item) for item in ref.value])
        if ref.family in ("file", "dir"):
            above = folders_above(path) if value else ()
            return (RegisterWrite(MAKE if value else DROP, register, value, above),)
        return (plain_write(ref, register, value),)


def _missing_or_unknown(rule: Rule, shape: Shape, params: Mapping[str, Any]) -> Unmet | None:
    for param in shape.required_params:
        if params.get(param) is None:
            return Unmet("validation_failed", f"{rule.name} needs the parameter {param}")
    for param in params:
        if param not in shape.params:
            known = ", ".join(shape.params) or "none"
            return Unmet("validation_failed", f"{rule.name} has no parameter {brief(param)}: it takes {known}")
    return None
