"""If-clauses: what a condition in a sentence becomes, and how far it reaches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.noun_phrases import THEM, spread
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.named_tuple import NamedTuple

Clause = list[Any]
SUBJECT = "subject"
"""What a word points at that is not said: what the condition before it is about."""
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
    features = dict(features)
    is_either, is_neither = features.pop("either", False), features.pop("neither", False)
    clauses = spread(_with_subject(features["when"]))
    if is_neither and clauses is not None:
        clauses = [clause[1:] if clause[0] == "not" else ["not", *clause] for clause in clauses]
    if clauses is None or any(map(_counts_in_a_file, clauses)) or (len(features["when"]) > 1 and "inside" in features):
        return None  # which of several conditions the place is for is not known
    if isinstance(inside := features.get("inside"), str) and all(isinstance(clause[-1], str) for clause in clauses):
        clauses = [placed_clause(clause, inside) for clause in clauses]
    elif features.keys() - {"when", "unless", "object_type", "about"}:
        return None
    if is_either:
        clauses = [["any", clauses]]
    about = features.get("about")
    said = IfClause(tuple(map(_in_one_place, clauses)), is_behind, about if isinstance(about, str) else None)
    return said.negated() if features.get("unless") else said


def _with_subject(clauses: Sequence[Clause]) -> list[Clause]:
    """Clauses in which what the first is about is what those are about that do not say: docs exists and is empty."""
    first = clauses[0][2 if clauses[0][0] == "not" else 1]
    subject = first["select"].get("in") if isinstance(first, Mapping) and "select" in first else first

    def meant(pronoun: Pronoun) -> Any:
        return subject if pronoun.points_at == SUBJECT else pronoun

    return [_with_paths(clause, meant, keeps_them=True) for clause in clauses]


def _counts_in_a_file(clause: Clause) -> bool:
    """Whether things would be counted in what is named like a file, and so is no folder."""
    chosen = clause[1].get("select", {}) if clause[0] == "count" and isinstance(clause[1], Mapping) else {}
    place = chosen.get("in") if isinstance(chosen, Mapping) and chosen.get("kind") == "entry" else None
    return isinstance(place, str) and "." in place.rpartition("/")[2].strip(".")


def _in_one_place(clause: Clause) -> Clause:
    """A comparison of two counts of which only the second says where: more jpgs than pngs in photos."""
    sides = [side.get("value", {}).get("count") for side in clause[1::2] if isinstance(side, Mapping)]
    if clause[0] != "compare" or len(sides) < 2 or None in sides:
        return clause
    counts = [side["select"] for side in sides]
    return [clause[0], {"value": {"count": {"select": {**_place(counts[1]), **counts[0]}}}}, *clause[2:]]


def _place(chosen: Mapping[str, Any]) -> dict[str, Any]:
    return {name: chosen[name] for name in ("in", "deep") if name in chosen}


def placed_clause(clause: Sequence[Any], inside: str) -> Clause:
    """A clause whose path lies in a folder that was said with it: if there is no a.txt in docs."""
    at = 2 if clause[0] == "not" else 1
    return [*clause[:at], f"{inside.rstrip('/')}/{clause[at]}", *clause[at + 1 :]]


def question_of(params: Mapping[str, Any]) -> IfClause | None:
    """What a goal asks that has only yes and no for an answer, or how many of which there are."""
    value, things = params.get("value"), params.get("things")
    form = value.get("value") if isinstance(value, Mapping) else None
    if isinstance(form, Mapping) and "whether" in form:
        return IfClause(tuple(form["whether"]), is_behind=False)
    if "path" in params and "other" in params:
        return IfClause((["same", params["path"], params["other"]],), is_behind=False)
    if isinstance(things, list) and len(things) == 1 and isinstance(params.get("text"), str):
        return IfClause((["contains", things[0], params["text"]],), is_behind=False)
    if isinstance(things, Mapping) and "select" in things:
        return IfClause((["count", things, "over", 0],), is_behind=False)
    return None


def told_of_each(said: IfClause) -> list[Clause] | None:
    """What a condition says of the thing at hand, as clauses of a set: "for each pdf, if it is empty, …"."""
    found: list[Clause] = []
    for clause in said.clauses:
        kind, what, *rest = _parts(clause)
        told = {"is": rest[:1], "empty": [["empty", "is", True]]}.get(kind) or [["contents", kind, *rest]]
        if not isinstance(what, Pronoun) or kind not in ("is", "empty", "contains", "mentions"):
            return None
        found.append(["not", *told[0]] if clause[0] == "not" else told[0])
    return found


def _with_paths(part: Any, find: Callable[[Pronoun], Any], *, keeps_them: bool = False) -> Any:
    if isinstance(part, Pronoun):
        return find(part)
    if _is_of_them(part):
        return part if keeps_them else find(Pronoun("those"))
    if isinstance(part, Mapping):
        return {name: _with_paths(value, find, keeps_them=keeps_them) for name, value in part.items()}
    return [_with_paths(each, find, keeps_them=keeps_them) for each in part] if isinstance(part, list) else part


def _points_back(part: Any) -> bool:
    parts = part.values() if isinstance(part, Mapping) else part if isinstance(part, list | tuple) else ()
    return isinstance(part, Pronoun) or _is_of_them(part) or any(map(_points_back, parts))


def _is_of_them(part: Any) -> bool:
    """Whether a part is the set that was spoken of before, of which nothing more is said: if there are fewer than 5."""
    return isinstance(part, Mapping) and isinstance(part.get("select"), Mapping) and part["select"].get("kind") == THEM


def _named_by(clause: Sequence[Any]) -> Iterator[dict[str, Any]]:
    kind, what, *rest = clause
    if kind == "count" and isinstance(what["select"], Mapping):
        chosen = what["select"]
        if isinstance(chosen.get("in"), str):
            yield {"path": chosen["in"], "object_type": "folder"}
    if kind == "compare":
        yield from ({"path": path} for path in _compared(what) if isinstance(path, str))
    elif isinstance(what, str | Mapping):
        yield {_AS_PROGRAM.get(kind, "path"): what}
    if kind in ("same", "newer"):
        yield from ({"path": other} for other in rest if isinstance(other, str))


def _compared(value: Mapping[str, Any]) -> Iterator[Any]:
    """The file whose size, or whose lines, are compared with those of another."""
    measured, counted = (value.get(name, {}).get("select", {}) for name in ("of", "count"))
    yield from (clause[2] for clause in measured.get("where", ()) if clause[:2] == ["path", "is"])
    yield counted.get("in")


def _parts(clause: Sequence[Any]) -> Sequence[Any]:
    return clause[1:] if clause[0] == "not" else clause
