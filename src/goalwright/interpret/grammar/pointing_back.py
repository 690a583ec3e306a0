"""Pointing back: what the words of one clause stand for, among what was named before or is recalled."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.dataclass import replace
from goalwright.interpret.grammar.asides import told_of_one
from goalwright.interpret.grammar.clause_readings import Reading
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import goes_into, is_single, set_in
from goalwright.interpret.grammar.narrowed_sets import REST, SAME, SEVERAL, THEM, narrowed, picking, rest_of
from goalwright.interpret.grammar.pointed_at import RESOLVE, folder_before, refuse_either
from goalwright.interpret.grammar.recalled import Recalled, may_recall
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.interpret.grammar.tokens import Token
from goalwright.named_tuple import NamedTuple
from goalwright.rules.language import load_language

_LEAVING_LINES = frozenset({"keep_lines", "unique_lines", "delete_lines"})
"""Verbs that leave some lines of a file."""
_COUNTED = {"line": "lines", "word": "words"}
"""The attributes of a file that say how many of such pieces it has."""


def _without(value: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {other: part for other, part in value.items() if other != name}


def _set_looked_at(draft: Draft) -> Mapping[str, Any] | None:
    """The set that a goal is about, or all that it listed."""
    chosen = set_in(draft)
    if chosen is None and draft.rule.name == "file.list" and isinstance(folder := draft.params.get("path"), str):
        return {"kind": "file", "in": folder}
    if draft.rule.verb in _LEAVING_LINES and isinstance(file := draft.params.get("path"), str):
        return {"kind": "line", "in": f"{draft.inside.rstrip('/')}/{file}" if draft.inside else file}
    return chosen["select"] if chosen is not None and isinstance(chosen["select"], Mapping) else None


class Pointing(NamedTuple):
    """A clause whose words may point back: at what was named earlier in its sentence, or at what is recalled."""

    reading: Reading
    tokens: Sequence[Token]
    earlier: Sequence[Draft]
    recalled: Recalled | None

    def fill(self, draft: Draft, name: str, pronoun: Pronoun) -> None:
        """Give a parameter what its pronoun stands for."""
        points_at = pronoun.points_at if name != "to" else "folder_path"
        if name == "to" and (pronoun.pick.many is not None or pronoun.points_at == "folders"):
            raise PointsNowhere(draft.piece)
        if points_at == "thing" and self._is_folder_filled(draft):
            points_at, pronoun = "folder", Pronoun("folder")
        elif points_at == "thing" and self._is_each_before:
            points_at, pronoun = "found", Pronoun("found")
        if points_at not in RESOLVE:  # what only a condition's own command could tell
            raise PointsNowhere(draft.piece)
        try:
            RESOLVE[points_at](draft, name, pronoun, self.earlier)
        except PointsNowhere:
            if self.recalled is None or not may_recall(pronoun, self.earlier) or draft.inside is not None:
                raise
            self.recalled.fill(draft, name, pronoun._replace(points_at=points_at), self._said(name))

    def _is_folder_filled(self, draft: Draft) -> bool:
        """Whether several things were put into a folder, which is then packed or listed: "move them to old, zip it"."""
        before = self.earlier[-1] if self.earlier else None
        chosen = set_in(before) if before is not None else None
        goal = goes_into(before) if before is not None else None
        same = [each for each in self.earlier[-2:-1] if before is not None and each.piece is before.piece]
        are_several = bool(same and goes_into(same[0]) == goal) or (chosen is not None and not is_single(chosen))
        return goal is not None and are_several and draft.rule.name in ("file.compress", "file.list")

    @property
    def _is_each_before(self) -> bool:
        """Whether the goal before is about a set that was said in the singular: "find every pdf and copy it".

        Where things are only looked for, an article says so, too: "is there a pdf in bills? if yes, move it".
        """
        if not self.earlier or set_in(self.earlier[-1]) is None or is_single(set_in(self.earlier[-1])):
            return False
        piece = self.earlier[-1].piece
        said = {token.word for token in self.tokens[piece.start : piece.end]}
        words = load_language().words
        article = words["one"] if self.earlier[-1].rule.name == "file.find" else frozenset[str]()
        return not said.isdisjoint(words["singling"] | article)

    def within(self, draft: Draft, value: Any) -> Any:
        """A value in which every pronoun is the path it stands for: how many lines it has."""
        if isinstance(value, Pronoun):
            if value.points_at == "found":
                return self._of_earlier(draft, {"kind": THEM, **picking(value.pick)})
            inner = Draft(draft.rule, {"path": value}, draft.piece)
            self.fill(inner, "path", value)
            draft.taken += [replace(taken, said=self._pointing_word) for taken in inner.taken]
            if not isinstance(inner.params.get("path"), str) or inner.inside is not None:
                raise PointsNowhere(draft.piece)
            return inner.params["path"]
        if isinstance(value, Mapping):
            chosen = value.get("select")
            if isinstance(chosen, Mapping) and chosen.get("kind") in (SAME, THEM, REST):
                return self._of_earlier(draft, chosen)
            if (told_of := self._one_told_of(draft, chosen)) is not None:
                return told_of
            pieces = chosen if isinstance(chosen := value.get("count"), Mapping) else {}
            if _COUNTED.get((counted := pieces.get("select") or {}).get("kind", "")) and "where" not in counted:
                return self._counted_in(draft, value, counted)
            return {name: self.within(draft, part) for name, part in value.items()}
        return [self.within(draft, part) for part in value] if isinstance(value, list) else value

    def _one_told_of(self, draft: Draft, chosen: Any) -> Mapping[str, Any] | None:
        """The one thing that was chosen before, where a path points at it: how old it is."""
        where = chosen.get("where") if isinstance(chosen, Mapping) else None
        path = where[0][-1] if isinstance(where, list) and len(where) == 1 and where[0][:1] == ["path"] else None
        if not isinstance(path, Pronoun):
            return None
        inner = Draft(draft.rule, {"path": path}, draft.piece)
        self.fill(inner, "path", path)
        return inner.params["path"] if is_single(inner.params.get("path")) else None

    def _counted_in(self, draft: Draft, value: Mapping[str, Any], counted: Mapping[str, Any]) -> dict[str, Any]:
        """How many lines or words a file has: an attribute of one that was chosen, and not named."""
        if isinstance(counted["in"], Pronoun):
            inner = Draft(draft.rule, {"path": counted["in"]}, draft.piece)
            self.fill(inner, "path", counted["in"])
            if is_single(inner.params.get("path")):
                return {"its": _COUNTED[counted["kind"]], "of": inner.params["path"]}
        return {"count": {"select": {**counted, "in": self.within(draft, counted["in"])}}, **_without(value, "count")}

    def of_the_thing(self, draft: Draft) -> dict[str, Any]:
        """The parameters of a goal that tells of "its name", where that is the name of what was named before."""
        inner = Draft(draft.rule, {"path": Pronoun("thing")}, draft.piece)
        self.fill(inner, "path", Pronoun("thing"))
        draft.taken += [replace(taken, said=self._pointing_word) for taken in inner.taken]
        chosen = inner.params.get("path", inner.params.get(SEVERAL))
        if isinstance(chosen, str):
            path = f"{inner.inside.rstrip('/')}/{chosen}" if inner.inside is not None else chosen
            chosen = {"select": {"kind": "entry", "where": [["path", "is", path]], "one": True}}
        if not isinstance(chosen, Mapping) or not is_single(chosen):
            raise PointsNowhere(draft.piece)
        draft.about = chosen
        return {name: told_of_one(value, chosen) for name, value in draft.params.items()}

    def _of_earlier(self, draft: Draft, own: Mapping[str, Any]) -> dict[str, Any]:
        """Those of an earlier set of which something more is said, or others of its kind."""
        own = {name: self.within(draft, part) for name, part in own.items()}
        known = [(before, chosen) for before in self.earlier if (chosen := _set_looked_at(before)) is not None]
        if self._is_again:  # "count them again" means those that were counted
            known = [each for each in known if each[0].rule is draft.rule] or known
        if known:
            draft.search = known[-1][0]
            if own["kind"] == THEM or (own["kind"] == SAME and "in" not in own):
                refuse_either(draft, draft.search)
            is_rest = own["kind"] == REST and own.get("in") in (None, known[-1][1].get("in"))
            if own["kind"] == SAME and draft.search.is_spoken_of:  # of these, the oldest
                own = {**own, "kind": THEM}
            return {"select": rest_of(draft, known, own) if is_rest else narrowed(known[-1][1], own)}
        if self.recalled is None or self.earlier or own["kind"] == SAME:
            raise PointsNowhere(draft.piece)
        return {"select": narrowed(self.recalled.selected(draft, self._pointing_word)["select"], own)}

    @property
    def _is_again(self) -> bool:
        said = {token.word for token in self.tokens[self.reading.start : self.reading.end]}
        return not said.isdisjoint(load_language().words["again"])

    @property
    def _pointing_word(self) -> str:
        words = load_language().words
        said = [token.value for token in self.tokens[self.reading.start : self.reading.end]]
        return next((word for word in said if word.casefold() in words["pointing_it"] | words["pointing_them"]), "it")

    def folder(self, draft: Draft) -> Any:
        try:
            return folder_before(self.earlier, draft)
        except PointsNowhere:
            if self.recalled is None or self.earlier:
                raise
            return self.recalled.folder(draft, self._said("inside"))

    def _said(self, name: str) -> str:
        """The words of a parameter, or of all parameters where it has none of its own."""
        slots = [slot for slot in self.reading.filled if slot.start >= 0]
        own = [slot for slot in slots if slot.name == name] or slots
        words = [token.value for slot in own[:1] for token in self.tokens[slot.start : slot.end]]
        return " ".join(words) or name
