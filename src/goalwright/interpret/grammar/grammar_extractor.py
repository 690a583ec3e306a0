"""GrammarExtractor: sentences understood by the rule rows' own templates, offline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress

from goalwright.contracts.goal import Goal
from goalwright.contracts.interpretation import Clause, Extraction, Span
from goalwright.contracts.references import IsThere, Recall
from goalwright.dataclass import replace
from goalwright.errors import NotUnderstood, UnparsedClause
from goalwright.interpret.grammar.anaphora import drafted
from goalwright.interpret.grammar.clause_readings import Reader
from goalwright.interpret.grammar.draft import Draft, PointsNowhere
from goalwright.interpret.grammar.gaps import Gap, find_gaps
from goalwright.interpret.grammar.goal_order import goals_of, ordered
from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.matcher import Slots, TooComplex, Words, matches, prefixes
from goalwright.interpret.grammar.numbers import joins_number
from goalwright.interpret.grammar.recalled import Recalled
from goalwright.interpret.grammar.segments import MAX_CLAUSES, Parse, Piece, Segmenter
from goalwright.interpret.grammar.sharing import Sharing
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.spoken import TEMPLATE_MARKS, Hit
from goalwright.interpret.grammar.template_entries import params_of
from goalwright.interpret.grammar.tokens import QUOTE, STOP, Token, tokenise, unclosed_quote
from goalwright.interpret.grammar.value_phrases import ValuePhrases
from goalwright.named_tuple import NamedTuple
from goalwright.rules.language import load_values

MAX_TOKENS = 1_500
LONGEST_SHOWN = 80
BUDGET = 25_000
OPEN_TEXT = "{text:"
LONGEST_AFTER = 8
_FREE = ("line", "text", "content")
"""Types of parameters that take any words, but not those of another command."""


def _nothing_there(_name: str) -> bool:
    return False


class GrammarExtractor:
    """Finds goals in a sentence with the templates of a grammar. `apps` are further programs by name."""

    name = "grammar"

    def __init__(self, grammar: Grammar, apps: Iterable[str] = ()) -> None:
        self.grammar = grammar
        self.apps: Mapping[str, str] = {app.casefold(): app for app in apps}

    def extract(
        self,
        text: str,
        *,
        on_page: bool = False,
        page: str = "",
        recall: Recall | None = None,
        is_there: IsThere = _nothing_there,
        found_out: FoundOut | None = None,
    ) -> Extraction:
        """The goals of a sentence, or NotUnderstood with the parts that are not understood.

        Where it points at an earlier command, `recall` tells what that left behind; a word that `is_there` as a name
        may mean that. `page` is the address that is open. `found_out` keeps what was found out about the sentence, for
        one that is read both on a page and without.
        """
        tokens = tokenise(text, self.grammar.language.contractions)
        if len(tokens) == 1 and tokens[0].mark == QUOTE and " " in tokens[0].value.strip():
            text = f" {text.strip()[1:-1]} "  # all of it in quotes is no text, but the sentence itself
            tokens = tokenise(text, self.grammar.language.contractions)
        _refuse_unfit(text, tokens)
        try:
            found = self._step_plan(text, tokens, on_page, is_there)
            recalled = Recalled(recall) if recall is not None else None
            return found or self._extraction(text, tokens, on_page, is_there, recalled, page, found_out)
        except TooComplex:
            raise NotUnderstood("the sentence is too complex: use shorter sentences and quote literal text") from None

    def clauses(self, text: str, *, on_page: bool = False, is_there: IsThere = _nothing_there) -> tuple[Piece, ...]:
        """The clauses of a sentence that was understood before, as it was cut into them; none if it is not."""
        tokens = tokenise(text, self.grammar.language.contractions)
        try:
            sentence = _Sentence(self.grammar, text, tokens, self.apps, is_there)
            parses = Segmenter(sentence.reader, sentence.gaps, on_page=on_page).parses()
        except (NotUnderstood, TooComplex):
            return ()
        return next((parse.pieces for parse in parses if parse.is_understood), ())

    def _extraction(
        self,
        text: str,
        tokens: Sequence[Token],
        on_page: bool,
        is_there: IsThere,
        recalled: Recalled | None = None,
        page: str = "",
        found_out: FoundOut | None = None,
    ) -> Extraction:
        known = found_out.get(text) if found_out is not None else None
        sentence = known.again() if known is not None else _Sentence(self.grammar, text, tokens, self.apps, is_there)
        if found_out is not None:
            found_out[text] = sentence
        parses = Segmenter(sentence.reader, sentence.gaps, on_page=on_page).parses()
        return sentence.extraction(parses, recalled, page)

    def _step_plan(self, text: str, tokens: tuple[Token, ...], on_page: bool, is_there: IsThere) -> Extraction | None:
        """The goals of a plan in steps. "In 5 steps" at the end may as well belong to a text, which goes first then."""
        if not self.grammar.may_count_steps({token.word for token in tokens}):
            return None
        kinds = kinds_of(self.grammar, text, tokens, (), self.apps, is_there)
        plan = step_plan(tokens, self.grammar, kinds, BUDGET)
        if plan is None:
            return None
        if plan.is_behind:
            with suppress(NotUnderstood):
                return self._extraction(text, tokens, on_page, is_there)
        return replace(self._extraction(text, plan.tokens, on_page, is_there), step_count=plan.steps)


class _Sentence:
    """One sentence with everything that was found out about it."""

    def __init__(
        self,
        grammar: Grammar,
        text: str,
        tokens: Sequence[Token],
        apps: Mapping[str, str],
        is_there: IsThere,
    ) -> None:
        self.grammar, self.text, self.tokens = grammar, text, tokens
        folded = [token.word for token in tokens]
        bare = Words(folded, _no_spans, BUDGET)
        self.gaps = find_gaps(tokens, bare, grammar.connectors)
        self._refuse_loose_ends()
        if len(self.gaps) > MAX_CLAUSES:
            raise NotUnderstood(f"the sentence has more than {MAX_CLAUSES} parts: split it into several")
        self.kinds = kinds_of(grammar, text, tokens, self.gaps, apps, is_there)
        self.words = Words(folded, self.kinds, BUDGET)
        self._find_refusals()
        self.reader = Reader(grammar, self.words, self.kinds)
        self.values = ValuePhrases(grammar, self.kinds)

    def again(self) -> _Sentence:
        """The same to be read again, with as much work allowed for as at first."""
        self.words.budget = BUDGET
        self.kinds.allow(BUDGET)
        self.values = ValuePhrases(self.grammar, self.kinds)
        return self

    def _refuse_loose_ends(self) -> None:
        """A sentence that is all joining words, or ends in one, is only part of a sentence."""
        last = self.gaps[-1]
        joining = [place for place in range(last.start, last.end) if self.tokens[place].mark != STOP]
        if last.start == 0 or joining:
            start = joining[0] if joining else 0
            raise _declined([self._clause(start, len(self.tokens), "the sentence breaks off here")])

    def _find_refusals(self) -> None:
        hits = []
        for place in range(len(self.tokens)):
            lacks = self.words.from_place(place).isdisjoint
            for matcher, row in self.grammar.refusals.at(self.words.words[place]):
                if any(map(lacks, self.grammar.needs_of(row.template))):
                    continue
                for end, _ in prefixes(matcher, self.words, place):
                    if not self._is_name(place, end, row.kind):
                        hits.append(Hit(place, end, row.where, row.kind, OPEN_TEXT in row.template))
        self.kinds.hits = [*hits, *self._numbers_across_gaps()]

    def _is_name(self, place: int, end: int, kind: str) -> bool:
        """Whether such words are written as a name: "the Monthly button", "click Not now"."""
        first = self.tokens[place].value[:1]
        if place > 0 and end == place + 1 and self.tokens[place - 1].word in self.grammar.language.words["calling"]:
            return True
        if place == 0 or not first.isalpha() or first.islower():
            return False
        takes_a_name = self.grammar.language.verbs["naming"]
        return (kind == "repeat" and end == place + 1) or self.tokens[place - 1].word in takes_a_name

    def _numbers_across_gaps(self) -> Iterator[Hit]:
        """ "One hundred and five" is one number, which no clause may end in the middle of."""
        for gap in self.gaps:
            is_and = gap.end == gap.start + 1 and self.tokens[gap.start].word == "and"
            if is_and and gap.start > 0 and joins_number(*self.words.words[gap.start - 1 : gap.end + 1 : 2]):
                yield Hit(gap.start - 1, gap.end + 1, "number", "number")

    def extraction(self, parses: Sequence[Parse], recalled: Recalled | None, page: str = "") -> Extraction:
        # A way that leaves a part out but is cheaper shows that the others only hide that part in some text.
        is_likely = bool(parses) and parses[0].is_understood
        understood = [parse for parse in parses if is_likely and parse.is_understood and not parse.breaks_off]
        if not understood:
            raise self._not_understood(parses[0] if parses else None)
        self._refuse_values(understood[0])
        nowhere: list[PointsNowhere] = []
        found: list[tuple[int, Extraction]] = []
        for parse in understood:
            if nowhere and self._hides(parse, understood[0], nowhere[0]):
                continue
            try:
                drafts = drafted(parse.pieces, self.tokens, recalled, self.kinds.is_there)
                drafts = ordered(drafts, Sharing(self.kinds.words, page))
                found.append((parse.cost, self._built(parse, drafts)))
            except PointsNowhere as error:
                nowhere.append(error)
        if not found:
            lost = nowhere[0]
            raise _declined([self._clause(lost.piece.start, lost.piece.end, lost.problem)])
        return self._only_one(found)

    def _hides(self, parse: Parse, first: Parse, lost: PointsNowhere) -> bool:
        """Whether a sentence is cut otherwise only to hide what points nowhere: "search for tea and open it"."""
        if len(parse.pieces) > len(first.pieces):
            return True
        values = (
            [slot.start for slot in lost.piece.reading.filled if isinstance(slot.value, Mapping)]
            if lost.piece.reading
            else []
        )
        return any(
            (slot.start < lost.piece.start < slot.end or slot.start in values) and known[slot.name].type in _FREE
            for piece in parse.pieces
            if piece.reading is not None
            for known in (params_of(piece.reading.rule),)
            for slot in piece.reading.filled
            if slot.name in known and isinstance(slot.value, str)
        )

    def _refuse_values(self, parse: Parse) -> None:
        """Words for a value are no text; a costlier way to read them would only hide that."""
        for piece in parse.pieces:
            is_value = piece.reading is not None and self.values.fill_a_text(piece.reading, piece.start)
            if is_value and not self._points_back(piece):
                raise _declined([self._clause(piece.start, piece.end, load_values().message)])

    def _points_back(self, piece: Piece) -> bool:
        """Whether a text is what was seen before: count the lines and write the number to n.txt."""
        said = piece.reading.params.values() if piece.reading is not None and piece.start else ()
        return any(
            isinstance(value, str) and value.casefold() in self.grammar.language.words["contents"] for value in said
        )

    def _built(self, parse: Parse, drafts: Sequence[Draft]) -> Extraction:
        clauses = []
        for piece in parse.pieces:
            ids = tuple(f"g{index}" for index, draft in enumerate(drafts) if draft.piece is piece)
            spans = piece.reading.ignored if piece.reading is not None else ()
            ignored = tuple(self.span(start, end) for start, end in spans)
            clauses.append(Clause(span=self.span(piece.start, piece.end), goal_ids=ids, ignored=ignored))
        taken = dict.fromkeys(reference for draft in drafts for reference in draft.taken)
        return Extraction(goals=tuple(goals_of(drafts)), clauses=tuple(clauses), references=tuple(taken))

    def _only_one(self, found: Sequence[tuple[int, Extraction]]) -> Extraction:
        best = min(cost for cost, _ in found)
        choices: list[Extraction] = []
        for cost, extraction in found:
            if cost == best and all(extraction.goals != other.goals for other in choices):
                choices.append(extraction)
        if len(choices) == 1:
            return choices[0]
        readings = [", then ".join(_described(goal) for goal in choice.goals) for choice in choices]
        raise NotUnderstood("the sentence can be understood in several ways", readings=readings, choices=choices)

    def span(self, start: int, end: int) -> Span:
        first, last = self.tokens[start].start, self.tokens[end - 1].end
        return Span(text=self.text[first:last], start=first, end=last)

    def _not_understood(self, parse: Parse | None) -> NotUnderstood:
        pieces = [piece for piece in parse.pieces if piece.reading is None and not piece.is_elided] if parse else []
        if parse is not None and not pieces:
            pieces = [parse.pieces[-1]]
        if not pieces:
            return NotUnderstood("there is nothing in the sentence to do")
        return _declined([self._clause(piece.start, piece.end, self._problem(piece)) for piece in pieces])

    def _problem(self, piece: Piece) -> str:
        """Why a clause was not understood, if its words say so."""
        if self.values.follow_the_verb(piece.start, piece.end):
            return load_values().message
        inside = [hit for hit in self.kinds.hits if piece.start <= hit.start < piece.end and not self._is_known(hit)]
        found = {hit.kind for hit in inside if _explains(hit, piece.start)}
        said = next((row.message for _, row, _ in self.grammar.refusals.rows if row.kind in found), "")
        has_marks = not TEMPLATE_MARKS.isdisjoint(self.span(piece.start, piece.end).text)
        return said or ("quote a text that has any of { } < > [ ] |" if has_marks else "")

    def _is_known(self, hit: Hit) -> bool:
        """Whether words that may be the matter belong to a phrase that is understood: everything except the pdfs."""
        kind = next((row.known_as for _, row, _ in self.grammar.refusals.rows if row.kind == hit.kind), "")
        return bool(kind) and bool(self.kinds(kind, hit.start, len(self.tokens)))

    def _clause(self, start: int, end: int, problem: str) -> UnparsedClause:
        span = self.span(start, end)
        return UnparsedClause(span.text, span.start, span.end, problem)


FoundOut = dict[str, _Sentence]
"""Sentences by their text; all are read where the same names are there."""


def kinds_of(
    grammar: Grammar,
    text: str,
    tokens: Sequence[Token],
    gaps: Sequence[Gap],
    apps: Mapping[str, str],
    is_there: IsThere,
) -> Kinds:
    """What each kind of slot finds in a sentence."""
    sentence = text, tokens, gaps, grammar.rules.words, grammar.language, apps, is_there
    return Kinds(*sentence, phrases=grammar.noun_phrases, budget=BUDGET)


def _no_spans(kind: str, start: int, end: int) -> list[tuple[int, object, int]]:  # noqa: ARG001  # the port's names
    return []


def _declined(clauses: Sequence[UnparsedClause]) -> NotUnderstood:
    first = clauses[0]
    return NotUnderstood(": ".join(filter(None, ("not understood", _shown(first.text), first.problem))), clauses)


def _described(goal: Goal) -> str:
    params = " ".join(f"{name}={value!r}" for name, value in goal.params.items())
    return f"{goal.domain}.{goal.verb} {params}".rstrip()


def _explains(hit: Hit, start: int) -> bool:
    """Whether a hit says why a clause was not understood."""
    return hit.where != "number" and (hit.where != "opening" or hit.start == start)


def _shown(text: str) -> str:
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…")


def _refuse_unfit(text: str, tokens: tuple[Token, ...]) -> None:
    if not tokens:
        raise NotUnderstood('there is nothing to do: say it in words, such as "open youtube"')
    opened = unclosed_quote(tokens)
    if opened is not None:
        problem = "this quote is never closed: close it or remove it"
        rest = text[opened.start :]
        raise NotUnderstood(f"{problem}: {rest[:40]!r}", [UnparsedClause(rest, opened.start, len(text), problem)])
    if len(tokens) > MAX_TOKENS:
        raise NotUnderstood(f"the sentence has {len(tokens)} words: use at most {MAX_TOKENS}, and quote long texts")


class StepPlan(NamedTuple):
    """How many steps were asked for, the words that say what for, and whether they stand before the number."""

    steps: int
    tokens: tuple[Token, ...]
    is_behind: bool


def step_plan(tokens: Sequence[Token], grammar: Grammar, kinds: Kinds, budget: int) -> StepPlan | None:
    """The step plan that a sentence asks for, or None if it asks for none."""
    words = Words([token.word for token in tokens], kinds, budget)
    for matcher in grammar.plan_before:
        for end, slots in prefixes(matcher, words, 0):
            if end < len(tokens) and (count := _count(slots)) is not None:
                return StepPlan(count, tuple(tokens[end:]), is_behind=False)
    for matcher in grammar.plan_after:
        for place in range(max(1, len(tokens) - LONGEST_AFTER), len(tokens)):
            for slots in matches(matcher, words, place):
                if (count := _count(slots)) is not None:
                    return StepPlan(count, tuple(tokens[:place]), is_behind=True)
    return None


def _count(slots: Slots) -> int | None:
    value = slots[0].value
    return value if isinstance(value, int) and value > 0 else None
