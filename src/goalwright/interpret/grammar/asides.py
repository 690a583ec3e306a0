"""What clauses tell that ask for nothing of their own: things that are taken up or kept, or more of the goal before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from goalwright.interpret.grammar.clause_readings import Reading
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.left_things import SLASHES, is_file_name, is_single, last_part
from goalwright.interpret.grammar.narrowed_sets import REST, SAME, SEVERAL, THEM
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.interpret.grammar.tokens import DOTTED, PATH, Token
from goalwright.rules.language import load_language

_TAKEN_FOR_NOTHING = "it takes something up, but nothing is done with it: leave it out"
_KEPT = 'it may be among what is dealt with before: say "except" and its name there'


class Asides:
    """What was told since the last command: "take a.txt and b.txt", "of the pdfs in bills"."""

    def __init__(self) -> None:
        self._told: list[dict[str, Any]] = []
        self._is_taken_up = False

    def add(self, piece: Piece, said: Sequence[Token], earlier: Sequence[Draft]) -> None:
        """Note what words speak of that ask for nothing; PointsNowhere where they contradict an earlier goal."""
        _refuse_contradiction(piece, said, earlier)
        self._told += _told_of(said)
        self._is_taken_up = bool(self._told) and said[0].word in load_language().words["taking_up"]

    def before(self, piece: Piece, reading: Reading) -> list[dict[str, Any]]:
        """What a command may point at that was only told; what is taken up must be worked with."""
        if self._is_taken_up and not any(map(_points, (*reading.params.values(), reading.inside))):
            raise PointsNowhere(piece, _TAKEN_FOR_NOTHING)
        told, self._told, self._is_taken_up = self._told, [], False
        return [*told, {SEVERAL: reading.among}] if reading.among is not None else told


def _told_of(said: Sequence[Token]) -> list[dict[str, Any]]:
    """What words that ask for nothing speak of: one file is "it", several are "them"."""
    names = [token.value for token in said if token.mark in (DOTTED, PATH)]
    return [{"path": names[0]} if len(names) == 1 else {SEVERAL: names}] if names else []


def _refuse_contradiction(piece: Piece, said: Sequence[Token], earlier: Sequence[Draft]) -> None:
    """Raises PointsNowhere where words say that a thing is kept that an earlier goal may well be about."""
    kept = [token.value for token in said if token.mark in (DOTTED, PATH)]
    if not kept or load_language().words["keeping"].isdisjoint(token.word for token in said):
        return
    for before in earlier:
        path = before.text("path")
        is_other = path is not None and is_file_name(path) and all(last_part(path) != last_part(name) for name in kept)
        if before.shape.writes and not is_other:
            raise PointsNowhere(piece, _KEPT)


def _points(value: Any) -> bool:
    """Whether a value points at something that was named before."""
    if isinstance(value, Mapping):
        return any(map(_points, value.values())) or value.get("kind") in (SAME, THEM, REST)
    return isinstance(value, Pronoun) or (isinstance(value, list) and any(map(_points, value)))


def is_fused(reading: Reading, drafts: Sequence[Draft]) -> bool:
    """Whether a goal only says more of the one before: "move the newest pdf to docs and rename it" is one move.

    Which thing was chosen is not to be looked at again once it is gone from where it was.
    """
    before, path, to = (drafts[-1] if drafts else None), reading.params.get("path"), reading.params.get("to")
    if (
        before is None
        or not isinstance(path, Pronoun)
        or path.points_at not in ("thing", "file")
        or reading.inside
        or reading.when
    ):
        return False
    verbs = {before.rule.verb, reading.rule.verb}
    said = before.text("to")
    if (
        verbs != {"move", "rename"}
        or not is_single(before.params.get("path"))
        or said is None
        or not isinstance(to, str)
    ):
        return False
    folder, name = (said, to) if before.rule.verb == "move" else (to, said)
    if (is_file_name(folder) and folder not in (".", "..")) or SLASHES[0] in name:
        return False
    before.rule = before.rule if before.rule.verb == "move" else reading.rule
    before.params["to"] = f"{folder.rstrip('/')}/{name}"
    return True


def told_of_one(value: Any, chosen: Mapping[str, Any]) -> Any:
    """A value in which what is told of the thing at hand is told of the one that was chosen."""
    if isinstance(value, list):
        return [told_of_one(part, chosen) for part in value]
    if not isinstance(value, Mapping):
        return value
    found = {name: told_of_one(part, chosen) for name, part in value.items()}
    return {**found, "of": chosen} if "its" in found and "of" not in found else found
