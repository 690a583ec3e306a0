"""GoalInterpreter: a sentence in, a MetaGoal out, or NotUnderstood."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from goalwright.contracts.interpretation import Extraction, Extractor, Interpretation
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.interpret.grammar.extractor import GrammarExtractor
from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.intake import checked_text
from goalwright.interpret.scopes import resolve_scopes
from goalwright.rules import as_rule_book, builtin_rules


class GoalInterpreter:
    """Understands sentences with the rule rows' templates; what they decline goes to `model`, if there is one."""

    def __init__(
        self,
        rules: Mapping[tuple[str, str], Any] | None = None,
        *,
        model: Extractor | None = None,
        apps: Iterable[str] = (),
        grammar: Grammar | None = None,
    ) -> None:
        self.grammar = GrammarExtractor(grammar or _grammar_of(rules), apps)
        self.model = model

    def interpret(self, text: str) -> MetaGoal:
        """The goals of a sentence with their dependencies; raises NotUnderstood rather than guess."""
        return self.read(text).meta_goal

    def read(self, text: str, *, on_page: bool = False) -> Interpretation:
        """The goals of a sentence and how it was understood."""
        checked_text(text)
        extraction = self.grammar.extract(text, on_page=on_page)
        return interpretation(text, extraction, self.grammar.name)


def interpretation(text: str, extraction: Extraction, extractor: str) -> Interpretation:
    """What an extractor found, with scopes resolved: the one way from goals to dependencies."""
    return Interpretation(
        meta_goal=resolve_scopes(extraction.goals, text),
        clauses=extraction.clauses,
        extractor=extractor,
        step_count=extraction.step_count,
    )


def _grammar_of(rules: Mapping[tuple[str, str], Any] | None) -> Grammar:
    return _builtin_grammar() if rules is None or rules is builtin_rules() else Grammar(as_rule_book(rules))


@cache
def _builtin_grammar() -> Grammar:
    return Grammar(builtin_rules())
