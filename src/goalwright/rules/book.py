"""RuleBook: all rows by (domain, verb), with the words they use; read-only."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from goalwright.contracts import Goal, ToolCapability
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.locations import PathUse
from goalwright.rules.rule import PATH_FAMILIES, Ref, Rule, Shape
from goalwright.rules.vocabulary import Vocabulary

_NO_PATHS = PathUse()
_MADE = frozenset({"value", "like"})


class RuleBook(Mapping[tuple[str, str], Rule]):
    """The rule table. `words` are the sites, platforms, folders and keys that parameters may name.

    `providers` maps a register family to the row that makes such a register true with nothing asked
    of the user: how a missing folder is made, or a browser started.
    """

    def __init__(self, rules: Iterable[Rule], words: Vocabulary) -> None:
        self._rules: FrozenDict[tuple[str, str], Rule] = FrozenDict({(rule.domain, rule.verb): rule for rule in rules})
        self._path_uses: dict[int, PathUse] = {}
        self.words = words
        self.providers: FrozenDict[str, tuple[Rule, Shape]] = FrozenDict(
            {
                shape.register.family: (rule, shape)
                for rule in self._rules.values()
                for shape in rule.shapes
                if shape.provides and shape.register is not None
            }
        )

    def __getitem__(self, key: tuple[str, str]) -> Rule:
        return self._rules[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._rules)

    def __len__(self) -> int:
        return len(self._rules)

    @cached_property
    def inheriting(self) -> FrozenDict[tuple[str, str], frozenset[str]]:
        """The rows that take parameters over from the goals they depend on, with those parameters."""
        taken = {key: frozenset(p for shape in rule.shapes for p in shape.inherit) for key, rule in self._rules.items()}
        return FrozenDict({key: params for key, params in taken.items() if params})

    @cached_property
    def version(self) -> str:
        """Changes whenever any row or word does: for caches of what was made with them."""
        import hashlib  # slow to load, and only a model's answers are kept by version

        rows = sorted((rule.name, repr(rule)) for rule in self._rules.values())
        return hashlib.sha256(repr((rows, self.words)).encode(errors="backslashreplace")).hexdigest()[:16]

    def path_use(self, goal: Goal) -> PathUse:
        """What a goal's verb does with its paths."""
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is None:
            return _NO_PATHS
        shape = rule.shape_for(goal.params)
        found = self._path_uses.get(id(shape))
        if found is None:
            found = self._path_uses[id(shape)] = _path_use(rule, shape)
        return found

    def own_capabilities(self) -> tuple[ToolCapability, ...]:
        """A capability for every tool that the rows name, serving exactly the rows that name it."""
        serves: dict[str, set[str]] = {}
        for rule in self._rules.values():
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
        makes_folder=made is not None and made.family == "dir",
    )


def _made(shape: Shape) -> list[Ref]:
    """The registers of paths that a row brings about."""
    own = [shape.register] if shape.register is not None and shape.kind == "achieve" else []
    written = [ref for ref in shape.writes if ref.change in _MADE]
    return [ref for ref in (*own, *written) if ref.family in PATH_FAMILIES and not ref.parent]
