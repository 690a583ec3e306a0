"""A judge of plans that shares no code with the planner: it replays them and says what is wrong."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from goalwright.contracts import Goal, MetaGoal, Plan, PlannedAction, PlanResult, ToolCapability, WorldState
from plan_oracles.meanings import (
    PAGE_EVENTS,
    PAGE_MAKERS,
    Act,
    Meaning,
    State,
    above,
    apply,
    holds,
    meaning,
    meaning_of,
    refusal,
    servers,
    share_register,
    start,
    tool_changes,
    tool_needs,
    verb_of,
)

ALL_ORDERS_UP_TO = 40
SAMPLED_ORDERS = 6


@dataclass(frozen=True)
class Problem:
    """What a planner is given. `capabilities` None leaves tools unbound.

    `hopeless` maps a goal's index to the reason why nothing but its own words rules it out.
    """

    meta: MetaGoal
    world: WorldState
    capabilities: tuple[ToolCapability, ...] | None = None
    hopeless: Mapping[int, str] = field(default_factory=dict)

    def before(self, index: int) -> tuple[int, ...]:
        return tuple(self.meta.dependencies.get(index, ()))

    def goal_id(self, index: int) -> str:
        return self.meta.goals[index].goal_id or f"g{index}"


def judge(problem: Problem, result: PlanResult) -> list[str]:
    """Everything that is wrong with a result; nothing, if it is right."""
    found = _status_objections(problem, result)
    if result.plan is None or found:
        return found
    found += _shape_objections(problem, result.plan)
    unmet = {each.goal_id for each in result.unmet}
    served = {goal_id for action in result.plan.actions for goal_id in action.goals} | set(result.plan.satisfied)
    found += [f"{goal_id} is unmet, yet listed as met" for goal_id in sorted(unmet & served)]
    if found:
        return found
    run = _Run(problem, result)
    found += run.tab_objections()
    found += run.order_objections()
    if not found:
        found += run.spare_objections()
    return found


def goal_tabs(problem: Problem, result: PlanResult) -> dict[int, int]:
    """The tab each goal works in, as the plan has it; goals that are not in the plan get a plausible one."""
    served = {}
    for action in result.plan.actions if result.plan else ():
        tab = action_tab(action)
        if tab is not None:
            served.update(dict.fromkeys(action.goals, tab))
    tabs: dict[int, int] = {}
    latest = 0
    ancestors = closure(problem.before, len(problem.meta.goals))
    for index, goal in enumerate(problem.meta.goals):
        if f"{goal.domain}.{goal.verb}" not in PAGE_EVENTS | PAGE_MAKERS:
            continue
        near = [tabs[other] for other in sorted(ancestors[index]) if other in tabs]
        tabs[index] = served.get(problem.goal_id(index), 0 if _is_satisfied(problem, result, index) else -1)
        if tabs[index] < 0:
            tabs[index] = near[-1] if near else latest
        latest = tabs[index]
    return tabs


def action_tab(action: PlannedAction) -> int | None:
    """The tab an action works in, if it works in one."""
    pages = [name for name in action.touches if re.fullmatch(r"page:\d+", name)]
    return int(pages[0].partition(":")[2]) if pages else None


def closure(before: Any, count: int) -> list[set[int]]:
    """For each index, everything that comes before it."""
    found: list[set[int]] = []
    for index in range(count):
        found.append(set().union(*({other} | found[other] for other in before(index))))
    return found


def ordering(problem: Problem, meanings: Mapping[int, Meaning]) -> dict[int, set[int]]:
    """Everything before each goal: the DAG, and goal order where an event shares a register.

    Goals that are put in line because they share a register depend on each other like any others.
    """
    said = closure(problem.before, len(problem.meta.goals))

    def before(index: int) -> set[int]:
        if index not in meanings:
            return set()
        return {
            other
            for other in meanings
            if other in said[index] or (other < index and _must_queue(meanings[other], meanings[index]))
        }

    found = closure(before, len(problem.meta.goals))
    return {index: found[index] for index in meanings}


def _must_queue(first: Meaning, second: Meaning) -> bool:
    return (first.is_event or second.is_event) and share_register(first, second)


def problem_paths(meanings: Sequence[Meaning], world: WorldState) -> set[str]:
    """Every path that goals and facts mention, and the folders above them."""
    named = {
        register.partition(":")[2]
        for register in [name for each in meanings for name in each.touches] + [fact.key for fact in world.recent_facts]
        if register.partition(":")[0] in ("file", "dir", "entry", "tree")
    }
    return named | {folder for path in named for folder in above(path)}


def _is_satisfied(problem: Problem, result: PlanResult, index: int) -> bool:
    return result.plan is not None and problem.goal_id(index) in result.plan.satisfied


def _status_objections(problem: Problem, result: PlanResult) -> list[str]:
    unmet = {each.goal_id: each.reason for each in result.unmet}
    ids = [problem.goal_id(index) for index in range(len(problem.meta.goals))]
    found = []
    if len(unmet) != len(result.unmet) or not set(unmet) <= set(ids):
        found.append(f"unmet lists {[each.goal_id for each in result.unmet]}")
    if [each.goal_id for each in result.unmet] != [goal_id for goal_id in ids if goal_id in unmet]:
        found.append("unmet goals are out of order")
    if result.status == "success" and unmet:
        found.append("a success has unmet goals")
    if result.status not in ("success", "partial") and result.status != next(iter(unmet.values()), None):
        found.append(f"status {result.status} is not the first unmet goal's")
    if result.status != "success" and not result.reason:
        found.append("no reason is given")
    if len(ids) == 1 and result.status == "partial":
        found.append("a single goal is partial")
    found += [f"{each.goal_id} is unmet without a detail" for each in result.unmet if not each.detail]
    return found + _reason_objections(problem, ids, unmet)


def _reason_objections(problem: Problem, ids: Sequence[str], unmet: Mapping[str, str]) -> list[str]:
    found = []
    for index, goal_id in enumerate(ids):
        has_unmet_before = any(ids[other] in unmet for other in problem.before(index))
        if (unmet.get(goal_id) == "dependency_unmet") != has_unmet_before:
            found.append(f"{goal_id} is {unmet.get(goal_id)}, its predecessors unmet: {has_unmet_before}")
        if not has_unmet_before and index in problem.hopeless and unmet.get(goal_id) != problem.hopeless[index]:
            found.append(f"{goal_id} is {unmet.get(goal_id)}, not {problem.hopeless[index]}")
        if unmet.get(goal_id) in ("rule_not_found", "validation_failed") and index not in problem.hopeless:
            found.append(f"{goal_id} is {unmet[goal_id]}, yet nothing is wrong with its words")
    return found


def _shape_objections(problem: Problem, plan: Plan) -> list[str]:
    found = []
    ids = [problem.goal_id(index) for index in range(len(problem.meta.goals))]
    verbs = dict(zip(ids, (goal.verb for goal in problem.meta.goals), strict=True))
    if plan.total_actions != len(plan.actions) or not plan.actions:
        found.append("the number of actions is wrong")
    if plan.goal_achieved_by != plan.actions[-1].action_id:
        found.append("goal_achieved_by is not the last action")
    counted: dict[str, int] = {}
    seen: set[str] = set()
    for action in plan.actions:
        if not action.goals or not set(action.goals) <= set(ids):
            found.append(f"{action.action_id} serves {action.goals}")
            continue
        last = max(action.goals, key=ids.index)
        counted[last] = counted.get(last, 0) + 1
        if action.action_id != f"{last}_{verbs[last]}_{counted[last]}":
            found.append(f"{action.action_id} should be {last}_{verbs[last]}_{counted[last]}")
        if not set(action.depends_on) <= seen:
            found.append(f"{action.action_id} is listed before something it depends on")
        seen.add(action.action_id)
        found += _tool_objections(problem, action)
    return found


def _tool_objections(problem: Problem, action: PlannedAction) -> list[str]:
    if problem.capabilities is None:
        return [f"{action.action_id} is bound to {action.tool}"] if action.tool is not None else []
    tool = next((tool for tool in problem.capabilities if tool.name == action.tool), None)
    if tool is None:
        return [f"{action.action_id} uses {action.tool}, which nobody gave"]
    if not action.rule:
        return [] if tool.effects else [f"{action.action_id} uses {action.tool} for nothing"]
    verb = verb_of(action.rule, action.args)
    serving = servers(verb, problem.capabilities)
    if verb == "system.launch":
        serving += servers("system.focus", problem.capabilities)
    return [] if tool in serving else [f"{action.action_id} uses {action.tool}, which does not serve {verb}"]


class _Run:
    """One plan, ready to be replayed in any order its dependencies allow."""

    def __init__(self, problem: Problem, result: PlanResult) -> None:
        assert result.plan is not None
        self.problem, self.plan = problem, result.plan
        unmet = {each.goal_id for each in result.unmet}
        self.tabs = goal_tabs(problem, result)
        self.meanings = {
            index: meaning_of(goal, self.tabs.get(index, 0))
            for index, goal in enumerate(problem.meta.goals)
            if problem.goal_id(index) not in unmet
        }
        self.indices = {problem.goal_id(index): index for index in self.meanings}
        self.before = ordering(problem, self.meanings)
        self.paths = problem_paths(list(self.meanings.values()), problem.world)
        self.initial = start(problem.world, self.paths)
        self.tools = {tool.name: tool for tool in problem.capabilities or ()}
        self.acts = {action.action_id: self._act(action) for action in self.plan.actions}

    def _act(self, action: PlannedAction) -> Act:
        tool = self.tools.get(action.tool or "")
        act = Act()
        if action.rule:
            args = dict(action.args)
            found = meaning(verb_of(action.rule, args), args, action_tab(action) or 0)
            act = found.act
            if found.verb == "system.launch" and tool and "system_launch" not in tool.can_achieve:
                app = found.args["app_name"]
                act = replace(act, holds=((f"app:{app}", ("running",)),))
        return replace(act, holds=act.holds + tool_needs(tool), changes=act.changes + tool_changes(tool))

    def order_objections(self) -> list[str]:
        """Objections to the goals' bookkeeping and to each order in which the plan might run."""
        found = self._partition_objections()
        for order in orders(self.plan.actions):
            wrong = self.replay_objections(order)
            if wrong:
                names = " ".join(action.action_id for action in order)
                return found + [f"in the order {names}: {each}" for each in wrong]
        return found

    def spare_objections(self) -> list[str]:
        """Actions the plan could do without."""
        found: list[str] = []
        if self.plan.reasserted:
            return found
        for spare in self.plan.actions:
            rest = [action for action in self.plan.actions if action is not spare]
            if not self.replay_objections(rest):
                found.append(f"{spare.action_id} could be left out")
        return found

    def tab_objections(self) -> list[str]:
        """Page goals must not get in each other's way, and events must look at the page they follow."""
        found = []
        on_page = [index for index, each in self.meanings.items() if each.is_on_page]
        said = closure(self.problem.before, len(self.problem.meta.goals))
        for index in on_page:
            mine, tab = self.meanings[index], self.tabs[index]
            near = {other for other in on_page if other in said[index]}
            near -= {far for other in near for far in said[other]}
            if mine.is_event and near and tab not in {self.tabs[other] for other in near}:
                found.append(f"{self.problem.goal_id(index)} is in tab {tab}, not where the goals before it are")
            for other in on_page:
                if other < index and self.tabs[other] == tab and self._clash(other, index):
                    found.append(f"goals {other} and {index} fight over tab {tab}")
        return found

    def _clash(self, one: int, other: int) -> bool:
        """Whether two goals want different pages of one tab, and nothing says which comes first."""
        if self.meanings[one].is_event or self.meanings[other].is_event or self._share_page(one, other):
            return False
        return other not in self._after(one) and one not in self._after(other)

    def _after(self, index: int) -> set[int]:
        """Goals in the same tab that come after a goal, or after one that the same page serves."""
        line = [other for other, tab in self.tabs.items() if tab == self.tabs[index] and other in self.meanings]
        waiting = [(index, False)]
        seen = set(waiting)
        while waiting:
            at, is_later = waiting.pop()
            steps = [(other, True) for other in line if at in self.before[other]]
            steps += [(other, is_later) for other in line if self._share_page(at, other)]
            new = set(steps) - seen
            seen |= new
            waiting += new
        return {other for other, is_later in seen if is_later}

    def _share_page(self, one: int, other: int) -> bool:
        first, second = self.meanings[one].condition, self.meanings[other].condition
        if first is None or second is None:
            return False
        short, long = sorted((first[1], second[1]), key=len)
        return long[: len(short)] == short

    def _partition_objections(self) -> list[str]:
        found = []
        plan, served = self.plan, {goal_id for action in self.plan.actions for goal_id in action.goals}
        for goal_id, index in self.indices.items():
            each = self.meanings[index]
            places = (goal_id in served) + (goal_id in plan.satisfied)
            if goal_id in plan.reasserted:
                places -= 1
            if places != 1:
                found.append(f"{goal_id} is in {places} of served and satisfied")
            if goal_id in plan.satisfied and not self._was_true(each):
                found.append(f"{goal_id} is called satisfied, but was not true")
            owners = [action for action in plan.actions if self._owns(action, goal_id, each)]
            if each.is_event and len(owners) != 1:
                found.append(f"{goal_id} has {len(owners)} actions of its own")
        if plan.reasserted and (set(plan.satisfied) != set(self.indices) or set(plan.reasserted) != served):
            found.append("something is done again although something else is to do")
        return found

    def _was_true(self, each: Meaning) -> bool:
        return each.condition is not None and holds(self.initial, *each.condition)

    def _owns(self, action: PlannedAction, goal_id: str, each: Meaning) -> bool:
        if goal_id not in action.goals or not action.rule:
            return False
        return verb_of(action.rule, action.args) == each.verb and _same_args(each.args, action.args)

    def replay_objections(self, order: Sequence[PlannedAction]) -> list[str]:
        """What goes wrong when the actions run one after the other in this order."""
        states: list[State] = [dict(self.initial)]
        for action in order:
            act = self.acts[action.action_id]
            problem = refusal(states[-1], act)
            if problem:
                return [f"{action.action_id} cannot run: {problem}"]
            state = dict(states[-1])
            apply(state, act.changes, self.paths)
            states.append(state)
        return self._moment_objections(order, states)

    def _moment_objections(self, order: Sequence[PlannedAction], states: Sequence[State]) -> list[str]:
        done = self._event_positions(order)
        moments: dict[int, int] = {}
        for index, each in self.meanings.items():
            earliest = max((moments[other] for other in self.before[index]), default=0)
            name = self.problem.goal_id(index)
            if each.condition is None:
                if index not in done:
                    return [f"{name} has no action of its own"]
                if done[index] <= earliest:
                    return [f"{name} happens at {done[index]}, but what it follows is met only at {earliest}"]
                moments[index] = done[index]
                continue
            found = next((at for at in range(earliest, len(states)) if holds(states[at], *each.condition)), None)
            if found is None:
                return [f"{name} does not hold at or after {earliest}"]
            moments[index] = found
        return self._licence_objections(order, done)

    def _event_positions(self, order: Sequence[PlannedAction]) -> dict[int, int]:
        done: dict[int, int] = {}
        for position, action in enumerate(order, start=1):
            for goal_id in action.goals:
                index = self.indices[goal_id]
                each = self.meanings[index]
                if each.is_event and self._owns(action, goal_id, each):
                    done[index] = position
        return done

    def _licence_objections(self, order: Sequence[PlannedAction], done: Mapping[int, int]) -> list[str]:
        """An action needs one goal that asks for it and whose events before it are all done.

        Goals that merely find their condition true because of it need no licence: nothing was done for them.
        """
        for position, action in enumerate(order, start=1):
            served = [self.indices[goal_id] for goal_id in action.goals]
            licensed = [
                index
                for index in served
                if all(done[other] < position for other in self.before[index] if other in done)
            ]
            if not any(self._asks_for(index, action) for index in licensed):
                return [f"{action.action_id} runs before events that {action.goals} wait for"]
        return []

    def _asks_for(self, index: int, action: PlannedAction) -> bool:
        """Whether the action is this goal's own, or one that supports it."""
        each = self.meanings[index]
        goal_id = self.problem.goal_id(index)
        if self._owns(action, goal_id, each):
            return True
        is_met_elsewhere = any(goal_id in other.goals for other in self.plan.actions if other is not action)
        return is_met_elsewhere or not self._is_own_of_another(action)

    def _is_own_of_another(self, action: PlannedAction) -> bool:
        return any(self._owns(action, goal_id, self.meanings[self.indices[goal_id]]) for goal_id in action.goals)


def _same_args(wanted: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    return all(given.get(name) == value for name, value in wanted.items())


def orders(actions: Sequence[PlannedAction]) -> Iterator[Sequence[PlannedAction]]:
    """Orders that the dependencies allow: all if they are few, else the listed one, the most contrary and some more."""
    found = list(_all_orders(actions, ALL_ORDERS_UP_TO + 1))
    yield actions
    if len(found) <= ALL_ORDERS_UP_TO:
        yield from found
        return
    yield _order(actions, lambda ready: ready[-1])
    chance = random.Random(len(actions))
    for _ in range(SAMPLED_ORDERS):
        yield _order(actions, chance.choice)


def _order(actions: Sequence[PlannedAction], choose: Any) -> list[PlannedAction]:
    placed: list[PlannedAction] = []
    waiting = list(actions)
    while waiting:
        names = {action.action_id for action in placed}
        chosen = choose([action for action in waiting if set(action.depends_on) <= names])
        placed.append(chosen)
        waiting.remove(chosen)
    return placed


def _all_orders(actions: Sequence[PlannedAction], limit: int) -> Iterator[list[PlannedAction]]:
    stack: list[list[PlannedAction]] = [[]]
    yielded = 0
    while stack and yielded < limit:
        placed = stack.pop()
        if len(placed) == len(actions):
            yielded += 1
            yield placed
            continue
        names = {action.action_id for action in placed}
        stack += [
            [*placed, action] for action in actions if action.action_id not in names and set(action.depends_on) <= names
        ]


def goals_of(*said: Goal | tuple[str, dict[str, Any]]) -> tuple[Goal, ...]:
    """Goals from pairs of verb and parameters."""
    made = []
    for each in said:
        if isinstance(each, Goal):
            made.append(each)
            continue
        domain, _, verb = each[0].partition(".")
        made.append(Goal(domain=domain, verb=verb, params=each[1]))
    return tuple(made)
