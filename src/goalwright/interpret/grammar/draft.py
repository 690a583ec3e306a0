"""Drafts: the goals of a sentence while it is worked out what they point at and in which order they run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from goalwright.contracts.references import Reference
from goalwright.dataclass import dataclass, field
from goalwright.interpret.grammar.segments import Piece
from goalwright.rules.rule import Rule, Shape


@dataclass(frozen=True, slots=True)
class ForeseenValue:
    """What another goal will see, in place of a text of one's own."""

    draft: Draft


@dataclass(slots=True)
class Draft:
    """A goal in the making. `after` are the places of earlier drafts; `is_folder` is None where that was not said.

    `places` are where its path and destination lie, `sources` where the things lie that it makes one of, `maker` is the
    goal that makes the folder it lies in, `search` the one that finds what it is about. `topic` is the folder that "it"
    was in its words, where that is not what the goal is about; `about` is the thing that it only tells of. One that
    `is_spoken_of` only is what a condition names. `taken` is what its words were taken for that point at an earlier
    command.
    """

    rule: Rule
    params: dict[str, Any]
    piece: Piece
    inside: str | None = None
    drive: str | None = None
    is_folder: bool | None = None
    after: set[int] = field(default_factory=set)
    places: list[str] = field(default_factory=list)
    sources: list[str] = field(default_factory=list)
    maker: int | None = None
    search: Draft | None = None
    when: tuple[Any, ...] = ()
    each: Mapping[str, Any] | None = None
    topic: str = ""
    about: Any = None
    is_spoken_of: bool = False
    taken: list[Reference] = field(default_factory=list)

    @property
    def shape(self) -> Shape:
        return self.rule.shape_for(self.params)

    def text(self, name: str) -> str | None:
        """A parameter, if it is there and text."""
        value = self.params.get(name)
        return value if isinstance(value, str) else None


class PointsNowhere(Exception):
    """The clause `piece` refers to something that is not there; `problem` says what is missing."""

    def __init__(self, piece: Piece, problem: str = "it refers to something that was not named before") -> None:
        super().__init__()
        self.piece, self.problem = piece, problem
