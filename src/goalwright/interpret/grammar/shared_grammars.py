"""Grammars that are made once and shared."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.interpret.grammar.grammar import Grammar
from goalwright.rules import as_rule_book, builtin_rules
from goalwright.rules.collecting import paused_collecting


def grammar_of(rules: Mapping[tuple[str, str], Any] | None) -> Grammar:
    """The grammar of a rule book, by default that of the built-in rows, which is made once."""
    return _builtin_grammar() if rules is None or rules is builtin_rules() else Grammar(as_rule_book(rules))


@cache
def _builtin_grammar() -> Grammar:
    with paused_collecting():
        return Grammar(builtin_rules())
