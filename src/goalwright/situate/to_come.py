"""What is to come: how the goals that were settled so far will have changed the files when a later one is looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from goalwright.contracts.goal import Goal
from goalwright.contracts.path_spelling import ancestors, join, name, normal, parent
from goalwright.errors import NotYetSeen
from goalwright.rules import Rule, RuleBook
from goalwright.rules.rule import PATH_FAMILIES, Ref
from goalwright.rules.things import thing_table
from goalwright.situate.anchoring import Surroundings, path_params, said_path
from goalwright.situate.seen_things import SeenEntry, entries_of
from goalwright.situate.snapshot import kind_of


class ToCome:
    """Paths that will be gone, things that will be there, and files whose text is not known yet."""

    def __init__(self, rules: RuleBook, here: Surroundings) -> None:
        self._rules, self._here = rules, here
        self.gone: set[str] = set()
        self.made: dict[str, SeenEntry] = {}
        self.unknown: set[str] = set()
        self._folders: set[str] = set()
        self._stirred: set[str] = set()
        self._doers: dict[str, set[int]] = {}

    def __bool__(self) -> bool:
        return bool(self.gone or self.made or self.unknown)

    def require_calm(self, what: str) -> None:
        """Refuse to look at files, apps or the page if an earlier goal may change them in ways that no row tells."""
        if self._stirred and not self._stirred.isdisjoint(thing_table("later")[what]):
            raise NotYetSeen("blocked", f"earlier goals of this command may change the {what}: make it two commands")

    def add(self, goal: Goal, index: int) -> None:
        """Take in what a goal without expressions does, as its row says; `index` is its place among all goals."""
        rule = self._rules.get((goal.domain, goal.verb))
        if rule is None:
            return
        shape = rule.shape_for(goal.params)
        if shape.action_class == "actuate":
            self._stirred |= {rule.name, *(ref.family for ref in (shape.register, *shape.writes) if ref is not None)}
        refs = [ref for ref in shape.writes if ref.family in PATH_FAMILIES]
        if shape.kind == "achieve" and shape.register is not None and shape.register.family in PATH_FAMILIES:
            refs = [shape.register, *refs]
        paths = self._paths(goal, rule) if refs else {}
        for ref in sorted(refs, key=lambda ref: ref.change == "absent"):
            if ref.param in paths and not ref.parent:
                self._doers.setdefault(paths[ref.param], set()).add(index)
                self._note(ref, paths, goal.verb)

    def doers(self, looked_at: Collection[str]) -> set[int]:
        """The places of the goals that have a part in what is at these paths, or in them, when they are looked at."""
        if not looked_at or not self._doers:
            return set()
        above = {folder for path in looked_at for folder in (path, *ancestors(path))}
        parts = (
            places
            for path, places in self._doers.items()
            if path in above or any(folder in looked_at for folder in ancestors(path))
        )
        return {place for places in parts for place in places}

    def is_gone(self, path: str) -> bool:
        return path in self.gone or any(folder in self.gone for folder in ancestors(path))

    def kind_at(self, path: str) -> str:
        """What there will be: `file`, `folder` or `missing`; `unknown` where it cannot be looked at."""
        if (made := self.made.get(path)) is not None:
            return "folder" if made.is_folder else "file"
        if self.gone and self.is_gone(path):
            return "missing"
        if path in self._folders:
            return "folder"
        return kind_of(path)

    def within(self, folder: str, *, is_deep: bool) -> Iterator[SeenEntry]:
        """The things that will have come into a folder, with the folders that are made for them on the way."""
        own = (
            SeenEntry(path, name(path), is_folder=True, real="") for path in sorted(self._folders - self.made.keys())
        )
        for thing in (*self.made.values(), *own):
            path = thing.path
            is_within = parent(path) == folder or (is_deep and folder in ancestors(path))
            if is_within and (path in self.made or kind_of(path) == "missing"):
                yield thing

    def will_be_empty(self, folder: SeenEntry) -> bool:
        """Whether nothing will lie in a folder."""
        there = (join(folder.path, name(each.path)) for each in entries_of(folder.real))
        return all(map(self.is_gone, there)) and not any(self.within(folder.path, is_deep=False))

    def require_known(self, path: str) -> None:
        """Refuse to look at what an earlier goal is to change in ways that only the run will show."""
        about = next((other for other in self.unknown if other == path or other in ancestors(path)), None)
        about = about or next((other for other in self.unknown if path in ancestors(other)), None)
        if about is not None:
            problem = f"{name(about)} is changed earlier in this command, so it cannot be looked at yet"
            raise NotYetSeen("blocked", f"{problem}: make it two commands")

    def require_known_kind(self, path: str) -> None:
        """Refuse to say whether something is there that lies in what an earlier goal is to unpack or copy."""
        if path not in self.made and any(folder in self.unknown for folder in ancestors(path)):
            self.require_known(path)

    def _paths(self, goal: Goal, rule: Rule) -> dict[str, str]:
        said = {param: said_path(goal, rule, param) for param, _ in path_params(rule)}
        known = {param: path for param, path in said.items() if path is not None}
        full = {param: normal(self._here.absolute(path)) for param, path in known.items()}
        for param, declared in path_params(rule):
            if param not in full:
                continue
            if declared.beside in full and "/" not in known[param]:
                full[param] = join(parent(full[declared.beside]), known[param])
            elif declared.into in full and (known[param].endswith("/") or self.kind_at(full[param]) == "folder"):
                full[param] = join(full[param], name(full[declared.into]))
        return full

    def _note(self, ref: Ref, paths: dict[str, str], verb: str) -> None:
        path = paths[ref.param or ""]
        if ref.change == "absent":
            self.made.pop(path, None)
            self.gone.add(path)
        elif ref.family == "tree" or ref.change == "unknown":
            self.unknown.add(path)
        elif ref.change == "like":
            self._copied(path, paths[ref.value[0].strip("{}")])
        elif ref.family == "dir" or self.kind_at(path) == "missing":
            is_blank = verb == "create" or ref.family == "dir"
            self.gone.discard(path)
            self._make(SeenEntry(path, name(path), is_folder=ref.family == "dir", real=""))
            self.unknown |= set() if is_blank else {path}
        elif verb != "create":
            self.unknown.add(path)

    def _copied(self, path: str, source: str) -> None:
        known = self.made.get(source)
        real = known.real if known is not None else source
        is_folder = known.is_folder if known is not None else kind_of(source) == "folder"
        if is_folder:
            self.unknown.add(path)
        self.gone.discard(path)
        self._make(SeenEntry(path, name(path), is_folder=is_folder, real=real))

    def _make(self, thing: SeenEntry) -> None:
        self.made[thing.path] = thing
        self._folders.update(ancestors(thing.path))
