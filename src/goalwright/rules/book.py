"""RuleBook: all rows by (domain, verb), with the words they use; read-only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from goalwright.contracts.digests import sha256
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.goal import Goal
from goalwright.contracts.locations import PathUse
from goalwright.contracts.tool_entry import ToolCapability
from goalwright.rules.parse import parse_rule
from goalwright.rules.rule import PATH_FAMILIES, Ref, Rule, Shape
from goalwright.rules.vocabulary import Vocabulary

_NO_PATHS = PathUse()
_MADE = frozenset({"value", "like"})


class LateRow:
    """A row as its table has it, read when it is first asked for: a sentence is about few of them."""

    def __init__(self, domain: str, verb: str, row: Mapping[str, Any]) -> None:
        self.domain, self.verb, self._row = domain, verb, row

    @cached_property
    def rule(self) -> Rule:
        return parse_rule(self.domain, self.verb, self._row, file=f"{self.domain}.toml")

    def has(self, field: str) -> bool:
        return field in self._row or any(field in variant for variant in self._row.get("variants", ()))

    @cached_property
    def said(self) -> list[tuple[str, bool | None]]:
        says = self._row.get("say", ())
        return [(say, None) if isinstance(say, str) else (say["say"], say.get("on_page")) for say in says]


class RuleBook(Mapping[tuple[str, str], Rule]):
    """The rule table. `words` are the sites, platforms, folders and keys that parameters may name.

    `providers` maps a register family to the row that makes such a register true with nothing asked
    of the user: how a missing folder is made, or a browser started. `templates` are those of the user's rows that were
    read and checked before, as they are kept.
    """

    def __init__(
        self, rows: Iterable[Rule | LateRow], words: Vocabulary, templates: Mapping[str, str] | None = None
    ) -> None:
        self._rows = {(row.domain, row.verb): row for row in rows}
        self.templates = templates or {}
        self._path_uses: dict[int, PathUse] = {}
        self.words = words

    def __getitem__(self, key: tuple[str, str]) -> Rule:
        row = self._rows[key]
        return row.rule if isinstance(row, LateRow) else row

    def get(self, key: tuple[str, str], default: Any = None) -> Any:
        """The row, or the default; quicker than what mappings have, and asked for each goal many times."""
        row = self._rows.get(key)
        if row is None:
            return default
        return row.rule if type(row) is LateRow else row

    def __contains__(self, key: object) -> bool:
        return key in self._rows  # what a mapping does by itself would read the row

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def is_shipped(self, key: tuple[str, str]) -> bool:
        """Whether the row came with Goalwright as it is."""
        return isinstance(self._rows[key], LateRow)

    def own(self) -> list[Rule]:
        """The rows that did not come with Goalwright."""
        return [row for row in self._rows.values() if isinstance(row, Rule)]

    def said(self, key: tuple[str, str]) -> list[tuple[str, bool | None]]:
        """The templates of a row, each with what it says of pages."""
        row = self._rows[key]
        return row.said if isinstance(row, LateRow) else [(say.template, say.on_page) for say in row.say]

    def _with(self, field: str) -> Iterator[Rule]:
        """The rows that may have something in a field; the others need not be read."""
        return (self[key] for key, row in self._rows.items() if not isinstance(row, LateRow) or row.has(field))

    @cached_property
    def providers(self) -> FrozenDict[str, tuple[Rule, Shape]]:
        return FrozenDict(
            {
                shape.register.family: (rule, shape)
                for rule in self._with("provides")
                for shape in rule.shapes
                if shape.provides and shape.register is not None
            }
        )

    @cached_property
    def inheriting(self) -> FrozenDict[tuple[str, str], frozenset[str]]:
        """The rows that take parameters over from the goals they depend on, with those parameters."""
        taken = {
            (rule.domain, rule.verb): frozenset(param for shape in rule.shapes for param in shape.inherit)
            for rule in self._with("inherit")
        }
        return FrozenDict({key: params for key, params in taken.items() if params})

    @cached_property
    def version(self) -> str:
        """Changes whenever any row or word does: for caches of what was made with them."""
        rows = sorted((rule.name, repr(rule)) for rule in self.values())
        return sha256(repr((rows, self.words)).encode(errors="backslashreplace")).hexdigest()[:16]

    def path_use(self, goal: Goal) -> PathUse:
        """What a goal's verb does with its paths."""
        rule = self.get((goal.domain, goal.verb))
        if rule is None:
            return _NO_PATHS
        shape = rule.shape_for(goal.params)
        found = self._path_uses.get(id(shape))
        if found is None:
            found = self._path_uses[id(shape)] = _path_use(rule, shape)
        return found

    def named_capabilities(self) -> tuple[ToolCapability, ...]:
        """A capability for every tool that the rows name, serving exactly the rows that name it."""
        return _capabilities(self.values())

    def own_capabilities(self) -> tuple[ToolCapability, ...]:
        """The same of the user's rows alone: the tools of the others are in the catalogue."""
        return _capabilities(self.own())


def _capabilities(rules: Iterable[Rule]) -> tuple[ToolCapability, ...]:
    serves: dict[str, set[str]] = {}
    for rule in rules:
        for shape in rule.shapes:
            for way in shape.ways:
                serves.setdefault(way.tool, set()).add(way.achieved_by[0])
    return tuple(ToolCapability(name=tool, can_achieve=frozenset(keys)) for tool, keys in serves.items())


def _path_use(rule: Rule, shape: Shape) -> PathUse:
    """What comes of the paths of a goal that one of a row's shapes is meant for."""
    params = {**rule.shape.params, **shape.params}
    paths = {name: param for name, param in params.items() if param.type == "path"}
    made = next((ref for ref in _made(shape) if ref.param in paths), None)
    return PathUse(
        takes_path="path" in paths,
        takes_to="to" in paths,
        by_object=rule.shape.main == "path",
        may_lack_path="path" in paths and shape.default_params.get("path") == ".",
        is_beside="to" in paths and paths["to"].beside is not None,
        makes=made.param or "" if made is not None else "",
        makes_folder=made is not None and made.family in ("dir", "tree"),
    )


def _made(shape: Shape) -> list[Ref]:
    """The registers of paths that a row brings about."""
    own = [shape.register] if shape.register is not None and shape.kind == "achieve" else []
    written = [ref for ref in shape.writes if ref.change in _MADE]
    return [ref for ref in (*own, *written) if ref.family in PATH_FAMILIES and not ref.parent]
