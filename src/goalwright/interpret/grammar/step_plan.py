"""Step plans: "a 3-step plan to …" asks for a structured plan of so many steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.matcher import Slots, Words, matches, prefixes
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.tokens import Token

LONGEST_AFTER = 8


class StepPlan(NamedTuple):
    """How many steps were asked for, the words that say what for, and whether they stand before the number."""

    steps: int
    tokens: tuple[Token, ...]
    is_behind: bool


def step_plan(tokens: Sequence[Token], grammar: Grammar, kinds: Kinds, budget: int) -> StepPlan | None:
    """The step plan that a sentence asks for, or None if it asks for none."""
    words = Words([token.word for token in tokens], kinds, budget)
    for matcher in grammar.plan_before:
        for end, slots in prefixes(matcher, words, 0):
            if end < len(tokens) and (count := _count(slots)) is not None:
                return StepPlan(count, tuple(tokens[end:]), is_behind=False)
    for matcher in grammar.plan_after:
        for place in range(max(1, len(tokens) - LONGEST_AFTER), len(tokens)):
            for slots in matches(matcher, words, place):
                if (count := _count(slots)) is not None:
                    return StepPlan(count, tuple(tokens[:place]), is_behind=True)
    return None


def _count(slots: Slots) -> int | None:
    value = slots[0].value
    return value if isinstance(value, int) and value > 0 else None
