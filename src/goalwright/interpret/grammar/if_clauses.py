"""If-clauses: what a condition in a sentence becomes, and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from goalwright.interpret.grammar.spoken import Pronoun

Clause = list[Any]
_AS_PROGRAM = {"running": "app", "open": "target"}


class IfClause(NamedTuple):
    """Clauses that must all hold; one that is said behind its command `is_behind`."""

    clauses: tuple[Clause, ...]
    is_behind: bool

    @property
    def named(self) -> list[dict[str, Any]]:
        """What it speaks of, as the parameter it would be, so that "it" and "them" may mean it."""
        return [named for clause in self.clauses for named in _named_by(_parts(clause))]

    @property
    def points_back(self) -> bool:
        return any(isinstance(part, Pronoun) for clause in self.clauses for part in clause)

    def with_paths(self, find: Callable[[Pronoun], str]) -> IfClause:
        """The same with every word that points back replaced by what it means."""
        clauses = ([find(part) if isinstance(part, Pronoun) else part for part in clause] for clause in self.clauses)
        return self._replace(clauses=tuple(clauses))

    def negated(self) -> IfClause:
        """What holds otherwise."""
        if len(self.clauses) > 1:
            return self._replace(clauses=(["not", "all", list(self.clauses)],))
        clause = self.clauses[0]
        return self._replace(clauses=(clause[1:] if clause[0] == "not" else ["not", *clause],))


def condition_of(features: Mapping[str, Any], *, is_behind: bool) -> IfClause:
    said = IfClause(tuple(features["when"]), is_behind)
    return said.negated() if features.get("unless") else said


def _named_by(clause: Sequence[Any]) -> Iterator[dict[str, Any]]:
    kind, what, *_ = clause
    if kind == "count" and isinstance(what["select"], Mapping):
        chosen = what["select"]
        if isinstance(chosen.get("in"), str):
            yield {"path": chosen["in"], "object_type": "folder"}
    if isinstance(what, str | Mapping):
        yield {_AS_PROGRAM.get(kind, "path"): what}


def _parts(clause: Sequence[Any]) -> Sequence[Any]:
    return clause[1:] if clause[0] == "not" else clause
