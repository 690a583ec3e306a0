"""Grounding: from goals and rule rows to tasks, or to the reason why a goal has none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.contracts import Goal, MetaGoal
from goalwright.contracts.paths import identity, is_anchored, join, name, normal, parent
from goalwright.plan.facts import known_kinds
from goalwright.plan.paths import folders_above, is_standing
from goalwright.plan.state import ABSENT, CLEAR, EVERY, EXISTS, LOSE, MAKE, SET, Condition, Value, Write
from goalwright.plan.task import Task, Unmet
from goalwright.plan.toolbox import Toolbox
from goalwright.rules.addresses import Address, host_and_path, page_of
from goalwright.rules.book import RuleBook
from goalwright.rules.derive import DERIVATIONS, FILE, FOLDER
from goalwright.rules.rule import Param, Ref, Rule, Shape
from goalwright.rules.types import check_param, is_reference

Offers = Mapping[tuple[str, str], tuple[int, Any]]
NO_OFFERS: Offers = {}
PAGE = "page"


class Grounder:
    """Turns the goals of one MetaGoal into tasks, in order, carrying context from goal to goal."""

    def __init__(self, rules: RuleBook, toolbox: Toolbox, facts: Mapping[str, Value]) -> None:
        self._rules = rules
        self._words = rules.words
        self._toolbox = toolbox
        self._kinds = known_kinds(facts)
        self._offers: list[Offers] = []
        self._spelled: dict[str, str] = {}

    def ground(self, meta: MetaGoal) -> tuple[list[Task], dict[int, Unmet]]:
        """A task for each goal, and for those that are no good the reason; a bad goal's task is empty."""
        tasks: list[Task] = []
        unmet: dict[int, Unmet] = {}
        ids = {goal.goal_id: index for index, goal in enumerate(meta.goals)}
        for index, goal in enumerate(meta.goals):
            task = Task(index, goal.goal_id or f"g{index}", goal.verb, numbered=goal.numbered)
            task.before = task.deps = meta.dependencies.get(index, ())
            offers = self._inherited(task.before)
            problem = self._fill(task, goal, offers)
            if problem is None:
                problem = self._check_references(task, tasks, ids)
            if problem is not None:
                unmet[index] = problem._replace(is_final=True)
            self._offers.append(self._offered(task, goal, offers) if task.shape is not None else offers)
            tasks.append(task)
        return tasks, unmet

    def support(self, rule: Rule, shape: Shape, path: str = "") -> Task:
        """A task that nobody asked for by name: make this folder, start the browser."""
        params = {"path": self._spelled.get(path, path)} if path else {}
        task = Task(-1, "", rule.verb, numbered=False)
        task.rule, task.shape = rule, shape
        self._values(task, {**shape.when, **params}, shape)
        self._conditions(task)
        return task

    def _fill(self, task: Task, goal: Goal, offers: Offers) -> Unmet | None:
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is None:
            return Unmet("rule_not_found", f"no rule for {goal.domain}.{goal.verb}: `goalwright rules` lists what there is")
        params, shape = self._params(rule, goal, offers)
        problem = _missing_or_unknown(rule, shape, params) or self._unacceptable(rule, shape, params, task)
        if problem is not None:
            return problem
        task.rule, task.shape = rule, shape
        self._values(task, params, shape)
        self._conditions(task)
        if not task.toolings:
            names = " or ".join(shape.ways[-1].achieved_by)
            return Unmet("no_capability", f"no tool serves {rule.name}: one that can achieve {names} is needed")
        return None

    def _params(self, rule: Rule, goal: Goal, offers: Offers) -> tuple[dict[str, Any], Shape]:
        """What was given, then what follows from it, then context, then defaults."""
        params = dict(goal.params)
        main = rule.shape.main
        if goal.object is not None and main is not None and main not in params:
            params[main] = goal.object
        if goal.resolved_path is not None and ("path" in params or main == "path"):
            params["path"] = goal.resolved_path
        for param, function in rule.shape.derive.items():
            if param in rule.shape.params and param not in params:
                derived = DERIVATIONS[function](params, self._words, self._kind_of)
                if derived is not None:
                    params[param] = derived
        shape = rule.shape_for(params) if rule.variants else rule.shape
        for param in shape.inherit:
            if param not in params:
                inherited = offers.get((rule.domain, param), (0, None))[1]
                if inherited is not None:
                    params[param] = inherited
        for param, default in shape.default_params.items():
            params.setdefault(param, default)
        return params, shape

    def _unacceptable(self, rule: Rule, shape: Shape, params: dict[str, Any], task: Task) -> Unmet | None:
        addresses = {}
        for param, value in params.items():
            problem = check_param(value, shape.params[param], self._words)
            if problem is None:
                continue
            if not isinstance(problem, Address):
                return Unmet("blocked", f"{rule.name}: {param} {problem}")
            addresses[param] = problem
        task.values = addresses
        return None

    def _values(self, task: Task, params: Mapping[str, Any], shape: Shape) -> None:
        """`said` is what descriptions show; `values` is what arguments and registers are made of."""
        values = dict(params)
        for param, address in task.values.items():
            values[param] = address.url
        for param, declared in shape.params.items():
            if declared.type == "path" and param in values:
                values[param] = self._path(param, declared, values)
        said = {**values, **{param: params[param] for param in task.values}} if task.values else values.copy()
        for param, function in shape.derive.items():
            if param not in values:
                values[param] = said[param] = DERIVATIONS[function](values, self._words, self._kind_of)
        page = next((address.page for address in task.values.values()), None)
        if page is None and "url" in values and shape.register is not None and shape.register.family == PAGE:
            page = page_of(values["url"], self._words)
        values[PAGE] = page
        task.values, task.said = values, said

    def _path(self, param: str, declared: Param, values: Mapping[str, Any]) -> str:
        path: str = values[param]
        if declared.beside is not None and "/" not in path and "\\" not in path and not is_anchored(path):
            return join(parent(values[declared.beside]), path)
        if declared.into is not None and (path.endswith(("/", "\\")) or self._kind_of(path) == FOLDER):
            return join(normal(path), name(values[declared.into]))
        return normal(path)

    def _kind_of(self, path: str) -> str | None:
        spelled = identity(path)
        return FOLDER if is_standing(normal(path), self._words) else self._kinds.get(spelled)

    def _conditions(self, task: Task) -> None:
        shape = task.shape
        assert shape is not None  # set by every caller; narrows the type
        task.is_event = shape.kind == "event"
        if shape.value:
            register = shape.register
            assert register is not None  # the parser demands a register of every achieve
            task.condition = Condition(self._register(register, task), self._goal_value(register, shape, task))
        task.ensure = tuple(c for ref in shape.ensure for c in (self._condition(ref, task),) if not self._stands(c))
        task.assume = tuple(c for ref in shape.assume for c in (self._condition(ref, task),) if not self._stands(c))
        own = (self._made(task.condition),) if task.condition is not None else ()
        task.writes = own + tuple(write for ref in shape.writes for write in self._writes(ref, task))
        touched = (shape.register, *shape.touches, *(shape.writes if task.is_event else ()))
        task.touches = tuple(dict.fromkeys(self._register(ref, task) for ref in touched if ref is not None))
        task.toolings = self._toolbox.toolings(shape)
        if any(tooling.way is not None and tooling.way.needs for tooling in task.toolings):
            task.toolings = tuple(
                tooling._replace(needs=tuple(self._condition(ref, task) for ref in tooling.way.needs))
                if tooling.way is not None
                else tooling
                for tooling in task.toolings
            )
        self._note_kind(task)

    def _goal_value(self, register: Ref, shape: Shape, task: Task) -> tuple[Any, ...]:
        if register.family == PAGE:
            page: tuple[Any, ...] = task.values[PAGE]
            return page
        return tuple(_named(item, task) for item in shape.value)

    def _register(self, ref: Ref, task: Task) -> str:
        if ref.every:
            return f"{ref.family}:*"
        if ref.param is None:
            return ref.family
        value = task.values[ref.param]
        if ref.family == "app":
            return f"app:{value.casefold()}"
        spelled = parent(value) if ref.parent else value
        path = identity(spelled)
        if path != spelled:
            self._spelled[path] = spelled
        return f"{ref.family}:{path}"

    def _condition(self, ref: Ref, task: Task) -> Condition:
        value = ABSENT if ref.change == "absent" else tuple(_named(item, task) for item in ref.value)
        return Condition(self._register(ref, task), value)

    def _stands(self, condition: Condition) -> bool:
        family, _, path = condition.register.partition(":")
        return family == "dir" and condition.value == EXISTS and is_standing(path, self._words)

    def _made(self, condition: Condition) -> Write:
        family, _, path = condition.register.partition(":")
        if family in ("file", "dir"):
            return Write(MAKE, condition.register, condition.value, folders_above(path))
        return Write(SET, condition.register, condition.value, (PAGE,) if family == PAGE else ())

    def _writes(self, ref: Ref, task: Task) -> tuple[Write, ...]:
        if ref.every:
            return (Write(EVERY, ref.family, ABSENT if ref.change == "absent" else None),)
        register = self._register(ref, task)
        if ref.change == "like":
            source = task.values[ref.value[0].strip("{}")]
            return self._copied(register.partition(":")[2], self._kind_of(source))
        value: Value = None
        if ref.change in ("value", "not"):
            value = tuple(_named(item, task) for item in ref.value)
        elif ref.change == "absent":
            value = ABSENT
        return _plain_writes(ref.family, register, value, lose=ref.change == "not")

    def _copied(self, path: str, kind: str | None) -> tuple[Write, ...]:
        above = folders_above(path)
        if kind == FOLDER:
            return (Write(MAKE, f"dir:{path}", EXISTS, above),)
        if kind == FILE:
            return (Write(MAKE, f"file:{path}", EXISTS, above),)
        return Write(SET, f"file:{path}", None), Write(SET, f"dir:{path}", None)

    def _note_kind(self, task: Task) -> None:
        """Later goals may say less: remember what this one shows its path to be."""
        for write in task.writes:
            family, _, path = write.register.partition(":")
            if write.code == MAKE:
                self._kinds[path] = FILE if family == "file" else FOLDER

    def _inherited(self, before: Sequence[int]) -> Offers:
        if len(before) == 1:
            return self._offers[before[0]]
        merged: dict[tuple[str, str], tuple[int, Any]] = {}
        for index in before:
            for key, offer in self._offers[index].items():
                if key not in merged or offer[0] > merged[key][0]:
                    merged[key] = offer
        return merged or NO_OFFERS

    def _offered(self, task: Task, goal: Goal, inherited: Offers) -> Offers:
        shape = task.shape
        if shape is None or not shape.offers:
            return inherited
        values = task.values
        platform = values.get("platform")
        if platform is None and "url" in values:
            found = self._words.platform_of_host(*host_and_path(values["url"]))
            platform = found.name if found is not None else None
        return {**inherited, **{(goal.domain, param): (task.index, platform) for param in shape.offers}}

    def _check_references(self, task: Task, tasks: Sequence[Task], ids: Mapping[str | None, int]) -> Unmet | None:
        for param, value in task.values.items():
            if param == PAGE or not isinstance(value, Mapping) or not is_reference(value):
                continue
            source = ids.get(value["from"])
            if source is None or not _reaches(task, source, tasks):
                return Unmet("blocked", f"{param} comes from {value['from']}, which is not a goal this one depends on")
            shape = tasks[source].shape
            if shape is not None and shape.action_class != "observe":
                return Unmet("blocked", f"{param} comes from {value['from']}, which sees nothing: name a reading goal")
        return None


def _missing_or_unknown(rule: Rule, shape: Shape, params: Mapping[str, Any]) -> Unmet | None:
    for param in shape.required_params:
        if params.get(param) is None:
            return Unmet("validation_failed", f"{rule.name} needs the parameter {param}")
    for param in params:
        if param not in shape.params:
            known = ", ".join(shape.params) or "none"
            return Unmet("validation_failed", f"{rule.name} has no parameter {param!r}: it takes {known}")
    return None


def _plain_writes(family: str, register: str, value: Value, *, lose: bool) -> tuple[Write, ...]:
    path = register.partition(":")[2]
    if family in ("tree", "entry") and value == ABSENT:
        gone = Write(CLEAR, f"dir:{path}", ABSENT)
        return (gone,) if family == "tree" else (Write(SET, f"file:{path}", ABSENT), gone)
    if family in ("file", "dir") and value:
        return (Write(MAKE, register, value, folders_above(path)),)
    if lose:
        return (Write(LOSE, register, value),)
    return (Write(SET, register, value, (family,) if family in ("page", "app") else ()),)


def _named(item: str, task: Task) -> Any:
    """A value's part: a parameter's own value, or the word itself; app names do not differ by case."""
    if not item.startswith("{"):
        return item
    param = item.strip("{}")
    value = task.values[param]
    declared = task.shape.params.get(param) if task.shape is not None else None
    return value.casefold() if declared is not None and declared.type == "app" else value


def _reaches(task: Task, source: int, tasks: Sequence[Task]) -> bool:
    seen: set[int] = set()
    waiting = list(task.before)
    while waiting:
        index = waiting.pop()
        if index == source:
            return True
        if index not in seen and index > source:
            seen.add(index)
            waiting.extend(tasks[index].before)
    return False
