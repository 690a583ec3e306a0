"""If-clauses: what a condition in a sentence becomes, and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.noun_phrases import spread
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.named_tuple import NamedTuple

Clause = list[Any]
_AS_PROGRAM = {"running": "app", "open": "target"}


class IfClause(NamedTuple):
    """Clauses that must all hold; one that is said behind its command `is_behind`; `about` is what it begins with."""

    clauses: tuple[Clause, ...]
    is_behind: bool
    about: Any = None

    @property
    def named(self) -> list[dict[str, Any]]:
        """What it speaks of, as the parameter it would be, so that "it" and "them" may mean it."""
        if self.about is not None:
            return [{"path": self.about}]
        return [named for clause in self.clauses for named in _named_by(_parts(clause))]

    @property
    def points_back(self) -> bool:
        return _points_back(self.clauses)

    def with_paths(self, find: Callable[[Pronoun], Any]) -> IfClause:
        """The same with every word that points back replaced by what it means."""
        return self._replace(clauses=tuple(_with_paths(clause, find) for clause in self.clauses))

    def negated(self) -> IfClause:
        """What holds otherwise."""
        if len(self.clauses) > 1:
            return self._replace(clauses=(["not", "all", list(self.clauses)],))
        clause = self.clauses[0]
        return self._replace(clauses=(clause[1:] if clause[0] == "not" else ["not", *clause],))


def condition_of(features: Mapping[str, Any], *, is_behind: bool) -> IfClause | None:
    """The condition that features make; None if they say more than it can hold."""
    clauses = spread(features["when"])
    if clauses is None:
        return None
    if isinstance(inside := features.get("inside"), str) and all(isinstance(clause[-1], str) for clause in clauses):
        clauses = [placed_clause(clause, inside) for clause in clauses]
    elif features.keys() - {"when", "unless", "object_type", "about"}:
        return None
    about = features.get("about")
    said = IfClause(tuple(clauses), is_behind, about if isinstance(about, str) else None)
    return said.negated() if features.get("unless") else said


def placed_clause(clause: Sequence[Any], inside: str) -> Clause:
    """A clause whose path lies in a folder that was said with it: if there is no a.txt in docs."""
    at = 2 if clause[0] == "not" else 1
    return [*clause[:at], f"{inside.rstrip('/')}/{clause[at]}", *clause[at + 1 :]]


def _with_paths(part: Any, find: Callable[[Pronoun], Any]) -> Any:
    if isinstance(part, Pronoun):
        return find(part)
    if isinstance(part, Mapping):
        return {name: _with_paths(value, find) for name, value in part.items()}
    return [_with_paths(each, find) for each in part] if isinstance(part, list) else part


def _points_back(part: Any) -> bool:
    parts = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
    return isinstance(part, Pronoun) or any(map(_points_back, parts))


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
