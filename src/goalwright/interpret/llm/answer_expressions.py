"""Expressions in a model's answer: which things, which value and under which conditions, each word of them said."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.errors import ContractViolation
from goalwright.interpret.llm.answer_values import Unsaid, said_path
from goalwright.interpret.llm.said import SaidText
from goalwright.rules.language import load_language
from goalwright.rules.thing_reading import read_things
from goalwright.rules.value_reading import read_conditions, read_value
from goalwright.rules.vocabulary import Vocabulary

_COPY = "copy the user's own words exactly, or leave it out"
_PATH_TESTS = frozenset({"exists", "empty", "file", "folder", "contains", "mentions", "same", "newer", "is"})
_TWO_PATHS = frozenset({"same", "newer"})
_OF_TABLES = frozenset({"its", "of", "unit", "format", "case"})
_NARROWING = frozenset({"in", "where", "limit", "exactly"})


class SaidExpressions:
    """The expressions of one answer against one sentence: names of tables pass, everything else must be said."""

    def __init__(self, said: SaidText, words: Vocabulary) -> None:
        self._said, self._words = said, words

    def param(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        """A selection or a value as goals have it; Unsaid if it is written wrongly or says more than the sentence."""
        try:
            if "select" in value:
                read_things(value, "it")
                self._things(value)
            else:
                read_value(value, "it")
                self._form(value["value"])
        except ContractViolation as wrong:
            raise Unsaid(f"is no expression: {wrong}") from None
        return FrozenDict(value)

    def conditions(self, clauses: Sequence[Any]) -> tuple[Any, ...]:
        """The clauses of a `when`."""
        try:
            read_conditions(clauses, "when")
        except ContractViolation as wrong:
            raise Unsaid(f"is no condition: {wrong}") from None
        for clause in clauses:
            self._condition(clause)
        return tuple(clauses)

    def _things(self, value: Any) -> None:
        for chosen in value["select"] if isinstance(value["select"], list) else [value["select"]]:
            if _NARROWING.isdisjoint(chosen):
                raise Unsaid("says neither where nor which: leave it out")
            for place in _listed(chosen.get("in", ())):
                self._path(place)
            for name in ("limit", "exactly"):
                if chosen.get(name, 1) != 1:
                    self._number(chosen[name])
            for clause in chosen.get("where", ()):
                self._clause(clause)
            for left_out in chosen.get("except", ()):
                self._left_out(left_out)

    def _left_out(self, left_out: Any) -> None:
        if isinstance(left_out, str):
            self._path(left_out)
        elif isinstance(left_out, Mapping):
            self._things(left_out)
        else:
            for clause in left_out:
                self._clause(clause)

    def _clause(self, clause: Sequence[Any]) -> None:
        attribute, _, operand = clause[1:] if clause[0] == "not" else clause
        for each in _listed(operand):
            if attribute == "type":
                self._type(str(each))
            elif not isinstance(each, bool):
                self._leaf(each)

    def _type(self, name: str) -> None:
        nouns = [noun for noun, meant in load_language().type_nouns.items() if meant == name]
        if not self._said.mentions((name, f"{name}s", f".{name}", *nouns)):
            raise Unsaid(f"has {name}, a type that the sentence does not name: {_COPY}")

    def _leaf(self, value: Any) -> None:
        """A text that was said, or an amount whose number was: 2 MB, 30 days."""
        if isinstance(value, int | float):
            self._number(value)
        elif figures := re.findall(r"\d+(?:\.\d+)?", value):
            for figure in figures if self._said.span(value) is None else ():
                self._number(float(figure))
        elif self._said.span(value) is None and not self._said.mentions((value,)):
            raise Unsaid(f"has {value!r}, which is not in the sentence: {_COPY}")

    def _number(self, value: float) -> None:
        if value != 1 and float(value) not in self._said.numbers:  # "a month" is one
            raise Unsaid(f"has {value}, a number that the sentence does not have: {_COPY}")

    def _path(self, path: Any) -> None:
        if str(path) not in (".", "./"):
            said_path(str(path), self._said, self._words)

    def _form(self, form: Any) -> None:
        """A form of a value: the texts and numbers in it, at any depth."""
        if not isinstance(form, Mapping):
            self._leaf(form)
            return
        for name, part in form.items():
            if isinstance(part, Mapping):
                self._things(part) if "select" in part else self._form(part)
            elif name == "text":
                self._path(part)
            elif name == "whether":
                self.conditions(part)
            elif name not in _OF_TABLES:
                for each in _listed(part):
                    self._part(each)

    def _part(self, part: Any) -> None:
        """One of several values, a day among them; what only parts them says nothing."""
        if isinstance(part, Mapping):
            self._form(part)
        elif part not in ("today", "now") and str(part).strip():
            self._leaf(part)

    def _condition(self, clause: Sequence[Any]) -> None:
        test, *operands = clause[1:] if clause[0] == "not" else clause
        if test in ("all", "any"):
            self.conditions(operands[0])
            return
        for place, operand in enumerate(operands):
            if isinstance(operand, Mapping):
                self._things(operand) if "select" in operand else self._form(operand)
            elif test == "is" and place == 1:
                self._clause(operand)
            elif test in _PATH_TESTS and (place == 0 or test in _TWO_PATHS):
                self._path(operand)
            elif operand != 0 and (test not in ("count", "compare") or isinstance(operand, int | float)):
                self._leaf(operand)  # none need not be said: "any" is more than that


def _listed(value: Any) -> Sequence[Any]:
    return value if isinstance(value, list | tuple) else (value,)
