"""How far the conditions of a sentence reach, and what its commands are done for each of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts.path_spelling import parent
from goalwright.contracts.references import IsThere
from goalwright.interpret.grammar.clause_readings import FrontPlace, Reading
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.gaps import OTHERWISE
from goalwright.interpret.grammar.if_clauses import IfClause, question_of, told_of_each
from goalwright.interpret.grammar.left_things import goal_of, is_file_name, last_part
from goalwright.interpret.grammar.listed_params import speaks_of_the_same
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.spoken import Pronoun
from goalwright.interpret.grammar.tokens import STOP, Token
from goalwright.rules.follow_up_words import told
from goalwright.rules.language import load_language

SO, ALWAYS = "so", "always"
_FULL_STOPS = frozenset(".;!?")
_WITHOUT_IF = 'it says "otherwise", but no condition comes before it'
_WITHOUT_QUESTION = 'it says "if so", but no question comes before it'
_STILL_FOR = 'it is not clear whether the condition is for this too: say "and" if it is, or begin a new sentence'
_FOR_WHICH = 'it is not clear which parts the condition is for: say "if" first'


class Reach:
    """How far conditions reach: one before a command up to the end of its sentence, or to what is done otherwise."""

    def __init__(
        self, tokens: Sequence[Token], named: Callable[[Pronoun, Sequence[Draft], Piece], str], is_there: IsThere
    ) -> None:
        self._named, self._tokens, self._is_there = named, tokens, is_there
        self._stops = [place for place, token in enumerate(tokens) if token.mark == STOP and token.word in _FULL_STOPS]
        self._last = len(tokens) + 1
        self._holding: IfClause | None = None
        self._until = self._unclear_until = self._else_end = 0
        self._behind: tuple[IfClause, int, int] = (IfClause((), is_behind=True), 0, 0)
        self.each: Mapping[str, Any] | None = None
        self.front: FrontPlace | None = None
        self.since = 0
        self._alike: tuple[Reading | None, int] = (None, 0)
        self.undone = range(0)
        """The goals that are not done where this one is: those of the condition whose opposite holds."""

    @property
    def named(self) -> list[dict[str, Any]]:
        """What the condition that holds speaks of."""
        return self._holding.named if self._holding is not None else []

    def known(self, reading: Reading, drafts: Sequence[Draft], told: Sequence[Draft]) -> list[Draft]:
        """What a clause may point at: what its condition tells of, and the goals before it, or before one like it."""
        known = [*drafts[: self.since], *told, *drafts[self.since :]]
        last, since = self._alike
        is_alike = last is not None and speaks_of_the_same(last, reading)
        self._alike = reading, since if is_alike else len(drafts)
        return known[: len(known) - len(drafts) + since] if is_alike else known

    def condition(self, piece: Piece, reading: Reading, earlier: Sequence[Draft]) -> IfClause | None:
        """The condition of a clause, if it has one; raises PointsNowhere where it is not clear what one is for."""
        if ALWAYS in reading.orders:
            return None
        orders = {*reading.orders, piece.order}
        if OTHERWISE in orders:
            self._else_end = self._end(piece)
            self.undone = range(len(earlier) - 1 if self._follows_behind(piece, earlier) else self.since, len(earlier))
        elif piece.start < self._else_end and reading.when is None and self._stands_apart(piece, reading):
            raise PointsNowhere(piece, _STILL_FOR)
        return self._condition(piece, reading, earlier, orders)

    def _condition(self, piece: Piece, reading: Reading, earlier: Sequence[Draft], orders: set[str]) -> IfClause | None:
        if OTHERWISE in orders and self._follows_behind(piece, earlier):
            return self._otherwise(earlier)
        if piece.start < self._unclear_until:
            raise PointsNowhere(piece, _FOR_WHICH)
        if piece.start > self._until and OTHERWISE not in orders:
            self._holding = self.each = self.front = None
            self.undone = range(0)
        self.since = len(earlier) if reading.when is not None or reading.each is not None else self.since
        self.each = reading.each or self.each
        self.front = reading.front or self.front
        is_told = self._take_question(piece, reading, earlier)
        self._refuse_elsewhere(piece, reading, earlier)
        if reading.when is not None and self.each is not None and reading.when.points_back:
            self._narrow_each(piece, reading.when)
            return self._holding
        is_new = reading.when is not None or OTHERWISE in orders or is_told
        if self._holding is not None and not is_new and self._comes_later(piece):
            raise PointsNowhere(piece, _STILL_FOR)
        if OTHERWISE in orders:
            if self._holding is None or reading.when is not None:
                raise PointsNowhere(piece, _WITHOUT_IF)
            self._holding = self._holding.negated()
        elif reading.when is not None and reading.when.is_behind:
            return self._said_behind(piece, reading, reading.when, earlier)
        elif reading.when is not None:
            self._holding = self._looked_for(reading.when, earlier) or reading.when.with_paths(
                lambda pronoun: self._meant(pronoun, earlier, piece)
            )
        self._until = self._end(piece)
        return self._holding

    def leave(self, piece: Piece) -> None:
        """Note that nothing is done otherwise; whether that goes for what stands behind it too is not clear."""
        said = {token.word for token in self._tokens[max(0, piece.start - 1) : piece.start + 1]}
        if not said.isdisjoint(load_language().words["otherwise"]):
            self._unclear_until = self._end(piece)

    def _refuse_elsewhere(self, piece: Piece, reading: Reading, earlier: Sequence[Draft]) -> None:
        """Raises PointsNowhere for a name that nothing here bears, and that may lie beside what else was named."""
        when = reading.when or IfClause((), is_behind=True)
        params = [reading.params, *(before.params for before in earlier)]
        said = [value for each in params for value in each.values() if isinstance(value, str)]
        paths = [*said, *(str(named.get("path")) for named in when.named)]
        beside = [parent(path) for path in paths if "/" in path and is_file_name(path)]
        for clause in when.clauses if beside else ():
            kind, what = clause[clause[0] == "not" :][:2]
            is_bare = kind == "exists" and isinstance(what, str) and "/" not in what and is_file_name(what)
            if is_bare and not self._is_there(what) and what not in map(last_part, said):
                raise PointsNowhere(piece, told("several", f"{what} or {beside[-1]}/{what}"))

    def _said_behind(self, piece: Piece, reading: Reading, when: IfClause, earlier: Sequence[Draft]) -> IfClause:
        is_own = when.points_back or {"path": reading.params.get("path")} in when.named
        if (earlier and not is_own and self._until > piece.start) or self._holding is not None:
            raise PointsNowhere(piece, _FOR_WHICH)
        self._unclear_until = 0 if is_own else self._end(piece)
        self._behind = when, len(earlier), self._end(piece)
        return when

    def _narrow_each(self, piece: Piece, said: IfClause) -> None:
        """Take what is said of the thing at hand for a part of what says which things these are."""
        where, chosen = told_of_each(said), self.each["select"] if self.each is not None else {}
        if where is None or said.is_behind:
            raise PointsNowhere(piece, _FOR_WHICH)
        self.each = {"select": {**chosen, "where": [*chosen.get("where", ()), *where]}}
        self._until = self._end(piece)

    def _take_question(self, piece: Piece, reading: Reading, earlier: Sequence[Draft]) -> bool:
        """Take what the goal right before asks for a condition that holds, if a clause says "if so" or "if not"."""
        if not {OTHERWISE, SO} & {*reading.orders, piece.order} or self._holding is not None:
            return False
        asked = question_of(earlier[-1].params) if earlier else None
        if asked is not None:
            self._holding, self.undone = asked, range(0)  # what asks is done in any case
        elif SO in reading.orders:
            raise PointsNowhere(piece, _WITHOUT_QUESTION)
        return asked is not None

    def _looked_for(self, when: IfClause, earlier: Sequence[Draft]) -> IfClause | None:
        """Whether the text that the goal before looks for is there: "find hello in a.txt and, if it is there, …"."""
        if not earlier or earlier[-1].rule.verb != "search" or len(when.clauses) != 1:
            return None
        is_not, asked = when.clauses[0][0] == "not", question_of(earlier[-1].params)
        kind, what = when.clauses[0][is_not:][:2]
        if kind != "exists" or not isinstance(what, Pronoun) or asked is None:
            return None
        return asked.negated() if is_not else asked

    def _follows_behind(self, piece: Piece, earlier: Sequence[Draft]) -> bool:
        """Whether the clause before, and it alone, has its condition behind it: "delete it if it is empty, else …"."""
        _, count, end = self._behind
        is_next = piece.start <= end + len((";", OTHERWISE))
        return is_next and count == 0 and bool(earlier) and self._holding is None

    def _otherwise(self, earlier: Sequence[Draft]) -> IfClause:
        condition = self._behind[0]
        path = earlier[-1].places[0] if earlier[-1].places else earlier[-1].text("path")
        self._unclear_until, self._holding = 0, condition.with_paths(lambda _: str(path)).negated()
        self._until = self._behind[2]
        return self._holding

    def _meant(self, pronoun: Pronoun, earlier: Sequence[Draft], piece: Piece) -> str:
        """What a condition points at: what was named before it, or what its own command is about."""
        own = piece.reading.params.get("path") if piece.reading is not None else None
        if pronoun.points_at == "goal":
            goal = goal_of(Draft(piece.reading.rule, dict(piece.reading.params), piece)) if piece.reading else None
            if goal is None or (piece.reading is not None and piece.reading.inside is not None):
                raise PointsNowhere(piece)
            return goal
        if not earlier and isinstance(own, str) and piece.reading is not None and piece.reading.inside is None:
            return own
        return self._named(pronoun, earlier, piece)

    def _stands_apart(self, piece: Piece, reading: Reading) -> bool:
        """Whether a clause stands behind a comma, and points at nothing that was done before it."""
        joint = self._tokens[max(0, piece.start - 2) : piece.start]
        points = any(isinstance(value, Pronoun) for value in (*reading.params.values(), reading.inside))
        return any(token.mark == STOP for token in joint) and not points and not piece.is_elided

    def _comes_later(self, piece: Piece) -> bool:
        """Whether a clause stands behind a "then" that no "and" joins to the one before."""
        return piece.order == "then" and "and" not in [
            token.word for token in self._tokens[piece.start - 2 : piece.start]
        ]

    def _end(self, piece: Piece) -> int:
        """Where the sentence of a clause ends."""
        return next((stop for stop in self._stops if stop > piece.start), self._last)
