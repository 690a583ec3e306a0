"""Looking: the things that a selection finds now, and what was looked at on the way."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import Any

from goalwright.contracts.expressions import Claim, Selection, Things
from goalwright.contracts.path_spelling import ancestors, name, normal, parent
from goalwright.dataclass import replace
from goalwright.errors import NotPlannable, PolicyRefusal
from goalwright.rules.things import PIECES, thing_table
from goalwright.situate.anchoring import Surroundings
from goalwright.situate.clauses import Tells, cost_of, plain, teller
from goalwright.situate.file_texts import digest, lines_of
from goalwright.situate.seen_things import SeenEntry, SeenItem, SeenPiece, Thing, attribute_of, entries_of
from goalwright.situate.settled import Looked
from goalwright.situate.to_come import ToCome
from goalwright.situate.told_things import counted_things, told_things

Sights = Callable[[str], Sequence[Mapping[str, Any]]]
"""What there is of a kind that other programs show, each by its attributes; NotPlannable if that can't be seen."""
MOST_SEEN = 2_000_000
_LISTED = 10
_AMONG_THEMSELVES = frozenset({"duplicate", "copies"})


class Looker:
    """Finds things, within the allowed folders only. `now` is the same moment for all of one command."""

    def __init__(
        self, here: Surroundings, allowed: Callable[[str], str], to_come: ToCome, now: datetime, sights: Sights
    ) -> None:
        self.here, self.to_come, self.now, self._sights = here, to_come, now, sights
        self.looked: list[Looked] = []
        self.seen: dict[str, None] = {}
        self.looked_at: set[str] = set()
        self._allowed = allowed

    def absolute(self, path: str) -> str:
        """A path as this machine has it, if it may be looked at."""
        full = normal(self.here.absolute(path))
        self.to_come.require_calm("files")
        try:
            self._allowed(full)
        except PolicyRefusal as refusal:
            raise NotPlannable("blocked", str(refusal)) from None
        self.looked_at.add(full)
        return full

    def note(self, what: str, found: str) -> None:
        self.looked.append(Looked(what, f"{self.now:%H:%M:%S}", found))

    def find(self, things: Things) -> tuple[Thing, ...]:
        """The things, numbered from 1; where exactly one is meant and there are more, NotPlannable lists them."""
        found: dict[Any, Thing] = {}
        for selection in things.selections:
            chosen = self._chosen(selection)
            if selection.is_one and len(chosen) > 1:
                raise NotPlannable("blocked", _which(selection, chosen))
            if selection.exactly is not None and len(chosen) != selection.exactly:
                problem = f"there are {len(chosen):,} of {told_things(things)}, not {selection.exactly:,}: say which"
                raise NotPlannable("blocked", problem)
            for thing in chosen:
                found.setdefault(thing.path if isinstance(thing, SeenEntry) else (thing.path, thing.number), thing)
        listed = tuple(found.values())
        for number, thing in enumerate(listed, 1):
            if isinstance(thing, SeenEntry):
                thing.number = number
            self.seen[thing.path] = None
        self.note(told_things(things), counted_things(things, len(listed)))
        return listed

    def _chosen(self, selection: Selection) -> list[Thing]:
        found = self._fitting(selection)
        at = self.now.timestamp()
        if selection.kind not in PIECES:
            found.sort(key=lambda thing: thing.path)
        for attribute, is_descending in reversed(selection.order):
            found.sort(key=partial(_sort_key, attribute, at), reverse=is_descending)
        return found[: selection.limit]

    def _fitting(self, selection: Selection) -> list[Thing]:
        clauses = sorted(selection.where, key=cost_of)
        found: list[Thing] = list(self._all(selection))
        for clause in clauses:
            if clause.attribute in _AMONG_THEMSELVES:
                _compare_all([thing for thing in found if isinstance(thing, SeenEntry)])
                _compare_pieces([thing for thing in found if isinstance(thing, SeenPiece)])
            tells = teller(self._anchored(clause), self.now)
            found = [thing for thing in found if tells(thing)]
        left_out = self._left_out(selection)
        return [thing for thing in found if not any(tells(thing) for tells in left_out)]

    def _anchored(self, clause: Claim) -> Claim:
        """A clause about paths with all of them absolute, as those of the things are."""
        if (clause.attribute, clause.comparison) != ("path", "is"):
            return clause
        return replace(clause, operands=tuple(normal(self.here.absolute(str(path))) for path in clause.operands))

    def _all(self, selection: Selection) -> Iterable[Thing]:
        if selection.kind in PIECES:
            return self._pieces(selection)
        return self.shown(selection.kind) if selection.kind in thing_table("shown") else self._entries(selection)

    def shown(self, kind: str) -> list[SeenItem]:
        """The windows, apps, processes or tabs that there are now."""
        called, later = thing_table("shown")[kind]
        self.to_come.require_calm(later)
        return [SeenItem(row[called], row, number) for number, row in enumerate(self._sights(kind), 1)]

    def _entries(self, selection: Selection) -> Iterator[SeenEntry]:
        wanted = {"file": (False,), "folder": (True,), "entry": (False, True)}[selection.kind]
        shows_hidden = any(map(_speaks_of_hidden, selection.where))
        seen = 0
        for folder in self._folders(selection):
            for entry in self._below(folder, is_deep=selection.is_deep, shows_hidden=shows_hidden):
                seen += 1
                if seen > MOST_SEEN:
                    problem = f"there are more than {MOST_SEEN:,} things in {folder}"
                    raise NotPlannable("blocked", f"{problem}: name a folder further down")
                if entry.is_folder in wanted:
                    yield entry

    def _folders(self, selection: Selection) -> list[str]:
        folders = [self.absolute(folder) for folder in selection.within or _places(selection) or (".",)]
        for folder in folders:
            self.to_come.require_known(folder)
            kind = self.to_come.kind_at(folder)
            if kind != "folder":
                raise NotPlannable(
                    "blocked", f"there is no folder {folder}" if kind == "missing" else f"{folder} is no folder"
                )
        return folders

    def _below(self, folder: str, *, is_deep: bool, shows_hidden: bool) -> Iterator[SeenEntry]:
        waiting = [folder]
        while waiting:
            for entry in entries_of(waiting.pop()):
                if (entry.name.startswith(".") and not shows_hidden) or (
                    self.to_come.gone and self.to_come.is_gone(entry.path)
                ):
                    continue
                if entry.path not in self.to_come.made:
                    yield entry
                if is_deep and entry.is_folder and not entry.is_link:
                    waiting.append(entry.path)
        yield from self.to_come.within(folder, is_deep=is_deep)

    def _pieces(self, selection: Selection) -> Iterator[SeenPiece]:
        if not selection.within:
            raise NotPlannable("blocked", f"which file's {selection.kind}s are meant was not said")
        for path in selection.within:
            full = self.file(path)
            try:
                lines = lines_of(full)
                texts = lines if selection.kind == "line" else (word for line in lines for word in line.split())
                yield from (SeenPiece(full, text, number) for number, text in enumerate(texts, 1))
            except OSError as error:
                raise NotPlannable("blocked", f"{full} cannot be read: {error.strerror or error}") from None

    def file(self, path: str) -> str:
        """The absolute path of a file whose text may be looked at now."""
        full = self.absolute(path)
        self.to_come.require_known(full)
        kind = self.to_come.kind_at(full)
        if kind != "file":
            raise NotPlannable("blocked", f"there is no file {full}")
        made = self.to_come.made.get(full)
        return made.real if made is not None else full

    def _left_out(self, selection: Selection) -> list[Tells]:
        tellers: list[Tells] = []
        for item in selection.but:
            if isinstance(item, str):
                tellers.append(self._named(item, selection))
            elif isinstance(item, Things):
                paths = {thing.path for thing in self.find(item)}
                tellers.append(partial(_is_among, paths))
            else:
                tells = [teller(clause, self.now) for clause in item]
                tellers.append(partial(_fits_all, tells))
        return tellers

    def _named(self, said: str, selection: Selection) -> Tells:
        """Leave out a thing by its name or path; one that is not there would leave out nothing, so it is refused."""
        wanted = plain(said.rstrip("/"))
        if selection.kind in thing_table("shown"):
            return lambda thing: any(wanted in plain(text) for text in _texts_of(thing))
        full = normal(self.here.absolute(said))
        is_there = any(
            plain(entry.name) == wanted or entry.path == full for entry in self._entries(_all_there(selection))
        )
        if not is_there:
            raise NotPlannable("blocked", f"there is no {said} to leave out: check its name")
        return lambda thing: thing.path == full or plain(name(thing.path)) == wanted


def _places(selection: Selection) -> list[str]:
    """The folders of things that were told by their paths alone."""
    told = [clause for clause in selection.where if (clause.attribute, clause.comparison) == ("path", "is")]
    return list(dict.fromkeys(parent(str(path)) or "." for clause in told[:1] for path in clause.operands))


def _texts_of(thing: Thing) -> list[str]:
    return [text for text in thing.said.values() if isinstance(text, str)] if isinstance(thing, SeenItem) else []


def _all_there(selection: Selection) -> Selection:
    """All that lies where a selection looks."""
    return replace(selection, kind="entry", where=())


def outermost(found: Sequence[Thing]) -> list[Thing]:
    """The things that lie in none of the others: what is done to a folder is done to all in it."""
    folders = {thing.path for thing in found if isinstance(thing, SeenEntry) and thing.is_folder}
    return [thing for thing in found if not folders or not any(above in folders for above in ancestors(thing.path))]


def _compare_pieces(pieces: Iterable[SeenPiece]) -> None:
    """Mark lines that stand in their file more than once: the first is the original, the others are duplicates."""
    first: dict[tuple[str, str], SeenPiece] = {}
    for piece in pieces:
        original = first.setdefault((piece.path, piece.text), piece)
        if original is not piece:
            original.is_copied = piece.is_copied = piece.is_duplicate = True


def _compare_all(entries: Iterable[SeenEntry]) -> None:
    """Mark files that have the same bytes as others: the oldest is the original, the others are duplicates."""
    by_size: dict[int, list[SeenEntry]] = {}
    for entry in entries:
        if not entry.is_folder and not entry.is_link:
            by_size.setdefault(entry.seen.st_size, []).append(entry)
    for same_size in by_size.values():
        by_bytes: dict[bytes, list[SeenEntry]] = {}
        for entry in same_size if len(same_size) > 1 else ():
            try:
                by_bytes.setdefault(digest(entry.real), []).append(entry)
            except OSError:
                continue
        for same in by_bytes.values():
            same.sort(key=lambda entry: (entry.seen.st_mtime, entry.path))
            for place, entry in enumerate(same):
                entry.is_copied, entry.is_duplicate = len(same) > 1, place > 0


def _speaks_of_hidden(clause: Claim) -> bool:
    return clause.attribute == "hidden" or (
        clause.attribute in ("name", "path") and any(name(str(item)).startswith(".") for item in clause.operands)
    )


def _sort_key(attribute: str, at: float, thing: Thing) -> Any:
    value = attribute_of(thing, attribute, at)
    return plain(value) if isinstance(value, str) else value


def _is_among(paths: Collection[str], thing: Thing) -> bool:
    return thing.path in paths


def _fits_all(tells: Sequence[Tells], thing: Thing) -> bool:
    return all(one(thing) for one in tells)


def _which(selection: Selection, chosen: Sequence[Thing]) -> str:
    names = [thing.text if isinstance(thing, SeenPiece) else thing.name for thing in chosen]
    more = f" and {len(names) - _LISTED:,} more" if len(names) > _LISTED else ""
    what = told_things(Things(selections=(selection,)))
    return f"{len(names):,} are meant by {what}: {', '.join(names[:_LISTED])}{more}; say which"
