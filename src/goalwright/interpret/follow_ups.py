"""Follow-ups: a command that is all about the one before it, written out in full: again, the same with that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goalwright.contracts.path_spelling import name as last_part
from goalwright.contracts.references import IsThere, LastCommand, Recall, Reference
from goalwright.errors import NotUnderstood, UnparsedClause
from goalwright.interpret.grammar.framing import FramingTrimmer
from goalwright.interpret.grammar.grammar_extractor import BUDGET, GrammarExtractor, kinds_of
from goalwright.interpret.grammar.matcher import Filled, Words, covers, prefixes
from goalwright.interpret.grammar.noun_phrases import Features
from goalwright.interpret.grammar.picked_kinds import picked
from goalwright.interpret.grammar.segments import Piece
from goalwright.interpret.grammar.tokens import DOTTED, GLOB, PATH, QUOTE, Token, tokenise
from goalwright.named_tuple import NamedTuple
from goalwright.rules.follow_up_words import follow_up_words, told

_NAMES = frozenset({DOTTED, GLOB, PATH, QUOTE})
_DESTINATION = "to"


class FollowUp(NamedTuple):
    """What a command asks of the one before: `again`, `undo`, or the `same` or `also` with what its `rest` says."""

    use: str
    rest: str = ""


class WrittenOut(NamedTuple):
    """A follow-up as a whole sentence, and what it was taken for."""

    text: str
    reference: Reference


class FollowUps:
    """Reads commands that only make sense behind another."""

    def __init__(self, extractor: GrammarExtractor) -> None:
        self._extractor, self._grammar = extractor, extractor.grammar

    def points_back(self, text: str) -> bool:
        """Whether a text speaks of what was named before it, whatever else it says."""
        words = self._grammar.language.words
        pointing = {*words["pointing_it"], *words["pointing_there"], *follow_up_words()["pointing"]}
        tokens = tokenise(text, self._grammar.language.contractions)
        return any(token.word in pointing for token in tokens) or self.follow_up(text) is not None

    def follow_up(self, text: str) -> FollowUp | None:
        """What a text asks of the command before it, if it is nothing but that."""
        tokens = tokenise(text, self._grammar.language.contractions)
        kinds = kinds_of(self._grammar, text, tokens, (), self._extractor.apps, lambda _: False)
        words = Words(kinds.folded, kinds, BUDGET)
        trimmer = FramingTrimmer(self._grammar, words, kinds)
        ends = [end for end, _ in trimmer.trails(0, len(tokens))] if tokens else []
        for start, end in ((start, end) for start, _ in trimmer.leads(0, len(tokens)) for end in ends if start < end):
            words.end, words.verb_at = end, -1
            for use in ("again", "undo"):
                if any(covers(matcher, words, start) for matcher in self._grammar.follow_ups[use]):
                    return FollowUp(use)
            for stop in self._ends("same", words, start):
                if stop < end:
                    return FollowUp("same", _said(text, tokens[stop:end]))
        return self._further(text, tokens, words, min(ends, default=0))

    def _further(self, text: str, tokens: Sequence[Token], words: Words, end: int) -> FollowUp | None:
        """A further thing for the command before: `and b.txt`, `b.txt as well`; it must look like a name, or be said
        to be one more."""
        words.end = len(tokens)
        behind = next((at for at in range(1, len(tokens)) if len(tokens) in self._ends("also_behind", words, at)), end)
        start = max(self._ends("also_before", words, 0), default=0) if tokens else 0
        rest = tokens[start : min(end, behind)]
        is_more = behind < len(tokens) and behind <= end
        is_named = any(token.mark in _NAMES for token in rest)
        is_further = is_named or (rest and (self.is_pick(text, rest) or self._is_place(rest[0])))
        if not rest or not (is_more or (start and is_further)):
            return None
        is_command = rest[0].value in self._grammar.language.verbs["leading"] or rest[0].word in self._grammar.heads
        return None if is_command and not self._is_place(rest[0]) else FollowUp("also", _said(text, rest))

    def is_pick(self, text: str, tokens: Sequence[Token]) -> bool:
        """Whether words are one or some of the things that were shown before: the second one."""
        kinds = kinds_of(self._grammar, text, tokens, (), self._extractor.apps, lambda _: False)
        return any(end == len(tokens) for end, _, _ in picked(kinds, 0))

    def is_further_pick(self, text: str) -> bool:
        """Whether a text takes others of the things that were shown before, and says nothing else: and the last one."""
        asked = self.follow_up(text)
        rest = tokenise(asked.rest, self._grammar.language.contractions) if asked is not None else ()
        return asked is not None and asked.use == "also" and bool(rest) and self.is_pick(asked.rest, rest)

    def is_about_another(self, text: str, is_there: IsThere) -> bool:
        """Whether a text asks the same of something else that is here: what about songs."""
        begins = next((said for said in follow_up_words()["what_about"] if text.casefold().startswith(f"{said} ")), "")
        rest = text[len(begins) :].strip(" ?.!").split()
        return bool(begins and rest) and is_there(rest[-1])

    def swapped(self, text: str, last: LastCommand) -> str:
        """The command before with another superlative or number in the place of its own: and the smallest.

        Nothing if the text says anything else, or that command points back itself or has none of these or several.
        """
        asked = tokenise(text, self._grammar.language.contractions)
        words = Words([token.word for token in asked], lambda *_: (), BUDGET)
        start = max(self._ends("also_before", words, 0), default=0) if asked else 0
        rest = [token.word for token in asked[start:] if token.word not in self._grammar.language.words["determiners"]]
        if not start or not rest or rest[1:] not in ([], [follow_up_words()["one"][0]]) or self.points_back(last.text):
            return ""
        said = tokenise(last.text, self._grammar.language.contractions)
        alike = [token for token in said if self._ranks(token.word) and self._ranks(token.word) == self._ranks(rest[0])]
        if len(alike) != 1:
            return ""
        return f"{last.text[: alike[0].start]}{rest[0]}{last.text[alike[0].end :]}"

    def _ranks(self, word: str) -> str:
        """What a word ranks things by: how they compare, or their place."""
        language, known = self._grammar.language, follow_up_words()
        if word in language.most:
            return "most"
        is_place = word in known["first"] or word in known["last"] or language.numerals.ordinal(word) is not None
        return "place" if is_place else ""

    def _is_place(self, token: Token) -> bool:
        """Whether a word begins what says where something lies: and in songs."""
        return token.word in self._grammar.language.words["within"]

    def _ends(self, use: str, words: Words, start: int) -> Iterator[int]:
        for matcher in self._grammar.follow_ups[use]:
            yield from (stop for stop, _ in prefixes(matcher, words, start))

    def written_out(self, text: str, recall: Recall, is_there: IsThere, *, on_page: bool) -> WrittenOut | None:
        """The sentence that a follow-up stands for; None if the text is none, and NotUnderstood if it can't be."""
        asked, last = self.follow_up(text), recall()
        if asked is None:
            said = self._answered(text, last) if last is not None else ""
            said = said or (self.swapped(text, last) if last is not None and last.is_here else "")
            return _written(text, said, last) if last is not None else None
        if last is None or not last.text:
            if asked.use == "also":
                return None
            raise _refused(text, told("undoes" if asked.use == "undo" else "no_command"))
        if asked.use == "undo":
            raise _refused(text, told("undoes"))
        if not last.is_here:
            raise _refused(text, told("elsewhere"))
        if asked.use == "again":
            said = last.text
        else:
            said = self.swapped(text, last) or self._with(asked, last, text, is_there, on_page=on_page)
        return _written(text, said, last)

    def _answered(self, text: str, last: LastCommand) -> str:
        """A command about the answer before it, which is then asked for again: write it to n.txt."""
        is_about = last.verb == "text.answer" and last.is_here and not self.points_back(last.text)
        return f"{last.text.rstrip(' .?!')}, then {text}" if is_about and self.points_back(text) else ""

    def _with(self, asked: FollowUp, last: LastCommand, text: str, is_there: IsThere, *, on_page: bool) -> str:
        """The command before with another thing in the place of its own."""
        tokens = tokenise(last.text, self._grammar.language.contractions)
        clauses = self._extractor.clauses(last.text, on_page=on_page, is_there=is_there)
        pieces = [piece for piece in clauses if piece.reading is not None]
        if asked.use == "same" and len(pieces) > 1:
            raise _refused(text, told("more"))
        rest = tokenise(asked.rest, self._grammar.language.contractions)
        spot = self._place(pieces[-1], tokens, rest) if pieces else None
        spot = spot or (_spot(pieces[-1], tokens, rest) if pieces and not self._is_place(rest[0]) else None)
        if spot is not None and len(rest) > 1 and spot[0] and rest[0].word == tokens[spot[0] - 1].word:
            asked = asked._replace(rest=_said(asked.rest, rest[1:]))  # and of b.txt
        if spot is None:
            return ""
        if not any(map(self._is_place, rest)) and not any(token.mark in _NAMES for token in rest):
            place = next((place for place in range(*spot) if self._is_place(tokens[place])), spot[1])
            spot = spot[0], place  # those of another kind in the same place
        for slot in pieces[-1].reading.filled if pieces[-1].reading is not None else ():
            if slot.name == _DESTINATION and (lost := _overwritten(slot, tokens, last)):
                raise _refused(text, told("overwrites", lost))
        return _spliced(last.text, tokens, pieces[-1], spot, asked.rest)

    def _place(self, piece: Piece, tokens: Sequence[Token], rest: Sequence[Token]) -> tuple[int, int] | None:
        """The words that say where, if another place is said with the same word: in docs, and in songs."""
        slots = [slot for slot in piece.reading.filled if slot.start >= piece.start] if piece.reading else []
        places = [place for place in range(piece.start, piece.end) if tokens[place].word == rest[0].word]
        if not self._is_place(rest[0]) or len(places) != 1:
            return None
        end = next((slot.end for slot in slots if slot.start <= places[0] + 1 < slot.end), None)
        return (places[0], end) if end is not None else None


def _spot(piece: Piece, tokens: Sequence[Token], rest: Sequence[Token]) -> tuple[int, int] | None:
    """The words that another thing takes the place of: the first that are a name if it is one, else the first."""
    reading = piece.reading
    slots = [slot for slot in reading.filled if slot.start >= piece.start] if reading is not None else []
    is_name = any(token.mark in _NAMES for token in rest)
    alike = [slot for slot in slots if _has_names(tokens, slot.start, slot.end) == is_name]
    for slot in (alike or slots)[:1]:
        named = [place for place in range(slot.start, slot.end) if tokens[place].mark in _NAMES]
        is_part = is_name and len(named) == 1 and isinstance(slot.value, Features)
        return (named[0], named[0] + 1) if is_part else (slot.start, slot.end)
    return None


def _has_names(tokens: Sequence[Token], start: int, end: int) -> bool:
    return any(token.mark in _NAMES for token in tokens[start:end])


def _overwritten(slot: Filled, tokens: Sequence[Token], last: LastCommand) -> str:
    """The file that the command before made under the name that a slot gives it."""
    said = last_part(" ".join(token.value for token in tokens[slot.start : slot.end]))
    made = [thing.path for thing in (*last.things, *last.twins) if not thing.is_folder]
    return next((said for path in made if last_part(path) == said), "")


def _spliced(text: str, tokens: Sequence[Token], piece: Piece, spot: tuple[int, int], rest: str) -> str:
    first, last = spot
    behind = text[tokens[last - 1].end : tokens[piece.end - 1].end]
    if piece.is_elided and piece.reading is not None:
        before = " ".join(token.value for token in piece.reading.prefix) + " "
    else:
        before = text[tokens[piece.start].start : tokens[first].start]
    return f"{before}{rest}{behind}"


def _written(text: str, said: str, last: LastCommand) -> WrittenOut | None:
    return WrittenOut(said, Reference(said=text.strip(), meant=said, source=last.text)) if said else None


def _said(text: str, tokens: Sequence[Token]) -> str:
    return text[tokens[0].start : tokens[-1].end]


def _refused(text: str, problem: str) -> NotUnderstood:
    return NotUnderstood(f"not understood: {text.strip()!r}: {problem}", [UnparsedClause(text, 0, len(text), problem)])
