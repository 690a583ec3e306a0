"""From a model's answer to goals: nothing passes that the sentence or the tables do not support."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.goal import DRIVE, INSIDE, Goal, ScopePart, scope_parts
from goalwright.contracts.interpretation import Clause, Extraction, Span
from goalwright.contracts.shown import shown
from goalwright.interpret.llm.answer import Answer, AnsweredGoal
from goalwright.interpret.llm.answer_expressions import SaidExpressions
from goalwright.interpret.llm.answer_values import Unsaid, said_path, said_value
from goalwright.interpret.llm.instructions import wording
from goalwright.interpret.llm.said import SaidText
from goalwright.rules import Rule, RuleBook
from goalwright.rules.language import load_language
from goalwright.rules.param_types import check_param
from goalwright.rules.rule import Shape

_SHOWN = 5
_PATH_MARKS = frozenset("./\\~*")


class Unsupported(Exception):
    """An answer that the sentence does not support; its text names every violation, one on a line."""


def read_answer(answer: Answer, text: str, rules: RuleBook) -> Extraction:
    """The goals of an answer in the user's own words, or Unsupported."""
    reading = _Reading(SaidText(text), rules)
    goals = tuple(reading.goal(f"g{index}", goal) for index, goal in enumerate(answer.goals))
    reading.require_all_used(goals)
    if reading.problems:
        raise Unsupported("\n".join(reading.problems[:_SHOWN]))
    whole = Clause(span=Span(text=text, start=0, end=len(text)), goal_ids=tuple(f"g{n}" for n in range(len(goals))))
    return Extraction(goals=goals, clauses=(whole,))


class _Reading:
    """One answer against one sentence; gathers what is wrong with it."""

    def __init__(self, said: SaidText, rules: RuleBook) -> None:
        self.said, self.rules = said, rules
        self.expressions = SaidExpressions(said, rules.words)
        self.problems: list[str] = []

    def goal(self, goal_id: str, answered: AnsweredGoal) -> Goal:
        domain, _, verb = answered.verb.partition(".")
        rule = self.rules[domain, verb]
        given: dict[str, Any] = {}
        for param in answered.params:
            if param.name in given:
                self.refuse(goal_id, f"has {param.name} twice")
            given[param.name] = param.value
        self.require_spoken(goal_id, rule, given)
        self.require_a_path(goal_id, rule, given)
        params = self.params(goal_id, rule, given)
        when = self.when(goal_id, answered)
        scope = self.scope(goal_id, answered)
        return Goal(domain=domain, verb=verb, params=params, scope=scope, goal_id=goal_id, when=when)

    def when(self, goal_id: str, answered: AnsweredGoal) -> tuple[Any, ...]:
        try:
            return self.expressions.conditions(answered.when)
        except Unsaid as problem:
            self.refuse(goal_id, f"when {problem}")
            return ()

    def params(self, goal_id: str, rule: Rule, given: Mapping[str, Any]) -> dict[str, Any]:
        shape = rule.shape_for(given)
        params: dict[str, Any] = {}
        for name, value in given.items():
            if name not in shape.params:
                known = ", ".join(shape.params) or "none at all"
                self.refuse(goal_id, f"has {name}, which is not a param of {rule.name}: it has {known}")
                continue
            try:
                params[name] = self.value(name, value, shape)
            except Unsaid as problem:
                if _is_default(value, shape.default_params.get(name)):
                    continue
                self.refuse(goal_id, f"{name} {shown(value)} {problem}")
        for name in shape.required_params:
            if name not in given and name not in shape.derive and name not in shape.inherit:
                self.refuse(goal_id, f"lacks {name}, which {rule.name} needs")
        return params

    def value(self, name: str, value: Any, shape: Shape) -> Any:
        param = shape.params[name]
        if isinstance(value, Mapping):
            return self.expressions.param(value)
        read = said_value(value, param, self.said, self.rules.words)
        problem = check_param(read, param, self.rules.words)
        if isinstance(problem, str):
            raise Unsaid(problem)
        return read

    def scope(self, goal_id: str, answered: AnsweredGoal) -> str:
        """The scope with its folders and drives in the user's words; the resolver judges which goals it waits for."""
        parts = []
        for part in scope_parts(answered.scope):
            try:
                parts.append(self.scope_part(part))
            except Unsaid as problem:
                self.refuse(goal_id, f"scope {shown(part.text)} {problem}")
        return ";".join(parts) or "root"

    def scope_part(self, part: ScopePart) -> str:
        if part.kind == INSIDE:
            return f"{INSIDE}:{said_path(part.target, self.said, self.rules.words)}"
        letter = part.target.rstrip(":")
        called = [name for noun in load_language().nouns["drives"] for name in (f"{noun} {letter}", f"{letter} {noun}")]
        if part.kind == DRIVE and not self.said.mentions((*called, f"{letter}:")):
            raise Unsaid("is a drive that the sentence does not name: leave it out")
        return part.text

    def require_spoken(self, goal_id: str, rule: Rule, given: Mapping[str, Any]) -> None:
        """A verb that can do harm is never guessed: the sentence has to have a word for it."""
        words = wording().spoken.get(rule.name)
        if words is None and rule.shape_for(given).risk == "high":
            words = (rule.verb.replace("_", " "),)
        if words is not None and not self.said.speaks_of(words):
            self.refuse(goal_id, f"is {rule.name}, for which the sentence has no word")

    def require_a_path(self, goal_id: str, rule: Rule, given: Mapping[str, Any]) -> None:
        """Nor is what it does harm to: any word may be a file's name, but only some are said to be."""
        if rule.domain != "file" or not any(shape.risk in ("medium", "high") for shape in rule.shapes):
            return
        path = given.get("path")
        if isinstance(path, Mapping):
            return  # which must say where or which, in the user's words
        looks_like_one = isinstance(path, str) and not _PATH_MARKS.isdisjoint(path)
        nouns = load_language().nouns
        called = {word for group in ("file", "files", "folder", "folders") for word in nouns[group]}
        if not looks_like_one and not self.said.mentions(called) and not self.said.is_quoted(str(path)):
            self.refuse(goal_id, f"has path {shown(path)}, which the sentence does not call a file or folder")

    def require_all_used(self, goals: tuple[Goal, ...]) -> None:
        """Never half a sentence: its paths, addresses and quoted texts all have their place in some goal."""
        used = [str(value) for goal in goals for value in (*goal.params.values(), goal.scope, goal.when)]
        unused = self.said.unused(used) if goals else ()
        self.problems += [f"no goal has {shown(value)}, which the sentence names" for value in unused]

    def refuse(self, goal_id: str, problem: str) -> None:
        self.problems.append(f"{goal_id} {problem}")


def _is_default(value: object, default: object) -> bool:
    """Whether a model only wrote down what holds anyway."""
    return default is not None and str(value) == str(default)
