"""Segmentation: where one clause ends and the next begins, chosen for the least total cost."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from goalwright.dataclass import replace
from goalwright.interpret.grammar.clause_readings import ASIDE_COST, Reader, Reading
from goalwright.interpret.grammar.element_parts import is_proper
from goalwright.interpret.grammar.elided_readings import (
    elision_cost,
    in_the_same_place,
    is_page,
    is_sure,
    leaves_out,
    may_be_elided,
    moved,
    resumed,
    the_same,
    written_too,
)
from goalwright.interpret.grammar.gaps import OTHERWISE, WITH, Gap
from goalwright.interpret.grammar.spoken import SWALLOWED_COMMAND, Pick, Pronoun
from goalwright.interpret.grammar.text_kinds import FREE_KINDS
from goalwright.interpret.grammar.tokens import Token
from goalwright.interpret.grammar.wishes import wished_orders
from goalwright.named_tuple import NamedTuple

FRAMING_COST, UNKNOWN_COST = 3, 100
BEAM = 6
MAX_SWALLOWED, MAX_CUTS, MAX_CLAUSES = 14, 6, 60

_NEW_NAMES = frozenset({"word", "title", "whereto", "new_path", "new_folder", "folder"})
_AS_THEY_STAND = frozenset({"content", "typed", "alone"})
_KEEPING = frozenset({"copy", "compress", "combine"})
_TAKING = frozenset({"move", "rename", "delete"})
"""Verbs that leave what something is made of, and that do not."""
_MAKING = frozenset({"file.create", "file.write"})
_BETWEEN = frozenset({WITH, "before", "after"})
"""Orders of joints that may as well stand in one clause: "four" after the last line."""
_LEADS_ON = frozenset({"then_next", "before_next"})


class Piece(NamedTuple):
    """A clause: words `start` to `end`, its reading, and how it follows the one before.

    Without a reading it is not understood, unless it is only framing, which is marked like an elided clause.
    """

    start: int
    end: int
    reading: Reading | None
    order: str
    is_elided: bool


class Parse(NamedTuple):
    """One way to cut a sentence into clauses."""

    cost: int
    pieces: tuple[Piece, ...]
    on_page: bool

    @property
    def is_understood(self) -> bool:
        """Whether nothing is left that is neither read nor framing, and something is read."""
        return all(piece.reading is not None or piece.is_elided for piece in self.pieces) and any(
            piece.reading is not None for piece in self.pieces
        )

    @property
    def breaks_off(self) -> bool:
        """Whether the last clause only says what comes before or after something that is not said."""
        last = self.pieces[-1].reading
        return last is not None and not _LEADS_ON.isdisjoint(last.orders)

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(
            (piece.start, piece.end)
            if piece.reading is None
            else (*piece.reading.key, piece.order, piece.reading.orders)
            for piece in self.pieces
        )


class Segmenter:
    """Cuts one sentence into clauses."""

    def __init__(self, reader: Reader, gaps: Sequence[Gap], *, on_page: bool) -> None:
        self.reader, self.gaps, self.on_page = reader, gaps, on_page
        self._elisions: dict[tuple[object, ...], list[Reading]] = {}
        self._again: dict[tuple[tuple[Token, ...], int, int, bool], list[Reading]] = {}

    def parses(self) -> list[Parse]:
        """The cheapest ways, best first. Parts that are not understood are pieces without a reading."""
        starts = self._starts()
        best: dict[int, list[Parse]] = {starts[0]: [Parse(0, (), self.on_page)]}
        for number, start in enumerate(starts[:-1]):
            for parse in self._kept(best.get(start, [])):
                for last in range(number, min(len(starts) - 1, number + MAX_SWALLOWED)):
                    self._extend(best, parse, number, last, starts)
        return self._kept(best.get(starts[-1], []))

    def _starts(self) -> list[int]:
        """Where clauses may start: at the first word, and after every gap. The last one is the sentence's end."""
        first = self.gaps[0].end if self.gaps[0].start == 0 else 0
        return [first, *(gap.end for gap in self.gaps if gap.start > first or gap.end > first)]

    def _kept(self, parses: list[Parse]) -> list[Parse]:
        found: dict[tuple[object, ...], Parse] = {}
        for parse in sorted(parses, key=lambda parse: parse.cost):
            found.setdefault(parse.key, parse)
            if len(found) == BEAM:
                break
        return list(found.values())

    def _extend(self, best: dict[int, list[Parse]], parse: Parse, first: int, last: int, starts: Sequence[int]) -> None:
        start, after = starts[first], starts[last + 1]
        end = next(gap.start for gap in self.gaps if gap.end == after)
        order = next((gap.order for gap in self.gaps if gap.end == start and parse.pieces), "")
        if end <= start:  # between two joints, ", otherwise", there is nothing to read
            best.setdefault(after, []).append(parse._replace(cost=parse.cost + 1))
            return
        inner = [gap for gap in self.gaps if start < gap.start < end]
        may_elide = last == first or order == WITH or all(gap.order in _BETWEEN for gap in inner)
        for reading, cost, is_elided in self._options(
            parse, start, end, order, is_one=last == first, may_elide=may_elide
        ):
            piece = Piece(start, end, reading, order, is_elided)
            on_page = parse.on_page or (reading is not None and is_page(reading))
            best.setdefault(after, []).append(Parse(parse.cost + cost, (*parse.pieces, piece), on_page))

    def _options(
        self, parse: Parse, start: int, end: int, order: str, *, is_one: bool, may_elide: bool
    ) -> list[tuple[Reading | None, int, bool]]:
        """The ways to take some words as one clause; words between two gaps can at least be not understood."""
        found: list[tuple[Reading | None, int, bool]] = []
        if not self._cuts_a_hit(start, end):
            readings = self.reader.readings(start, end, on_page=parse.on_page) if order != WITH else []
            if any(reading.ignored for reading in readings) and self._goes_on_in_list(parse, start):
                readings = [reading for reading in readings if not self._drops_a_text(reading, start)]
            found = [(reading, reading.cost + self._swallowed(reading, end), False) for reading in readings]
            is_further = bool(parse.pieces) and (self._is_parallel(parse, start) or self._is_value(parse, start))
            may_elide = may_elide and bool(parse.pieces) and (not found or is_further)
            may_elide = may_elide and not self.reader.framing.is_announced(start)
            if may_elide and not self.reader.framing.is_framing(start, end):
                elided = self._elided(parse, start, end, order)
                if order == WITH or (not order and _goes_on_with(parse.pieces)):
                    made = (_in_new_folder(each, is_each=self._is_for_each(parse, start)) for each in elided)
                    elided = [each for each in made if isinstance(each.inside, Pronoun)]
                kept = elided
                found = [(reading, reading.cost + elision_cost(reading), True) for reading in kept] or found
        is_framing = not found and is_one and order != WITH and self.reader.framing.is_framing(start, end)
        if is_framing and not self._goes_on_in_list(parse, start):
            found = [(None, FRAMING_COST, True)]
        if not found and order != WITH and self._is_aside(parse, start, end, order):
            found = [(None, ASIDE_COST, True)]
        if not found and is_one:
            found = [(None, UNKNOWN_COST, False)]
        return found

    def _goes_on_in_list(self, parse: Parse, start: int) -> bool:
        """Whether words behind "and" are rather one more of several texts: "with the lines hello, hi and hey"."""
        previous, kinds = parse.pieces[-1].reading if parse.pieces else None, self.reader.kinds
        is_joined = start > 0 and kinds.folded[start - 1] in kinds.language.words["key_joints"]
        free = previous.filled if previous is not None and is_joined else ()
        return any(slot.kind in FREE_KINDS and slot.end == parse.pieces[-1].end for slot in free)

    def _drops_a_text(self, reading: Reading, start: int) -> bool:
        """Whether words before a comma that a command would begin with are rather a text: "…, hi and hey, then …"."""
        in_gap = self.reader.kinds.in_gap
        return any(first == start and any(in_gap[first:last]) for first, last in reading.ignored)

    def _is_for_each(self, parse: Parse, start: int) -> bool:
        """Whether every folder before gets what is told: "folders a and b, each with a readme.txt"."""
        began = next((piece.start for piece in reversed(parse.pieces) if piece.order == WITH), start)
        gap = next(gap for gap in self.gaps if gap.end == (began if parse.pieces[-1].is_elided else start))
        kinds = self.reader.kinds
        return not kinds.language.words["each"].isdisjoint(kinds.folded[gap.start : gap.end])

    def _is_aside(self, parse: Parse, start: int, end: int, order: str) -> bool:
        """Whether words ask for nothing; that something is kept must not contradict what is done with it."""
        before = [piece.reading.rule.verb for piece in parse.pieces if piece.reading is not None]
        fits = {
            OTHERWISE: order == OTHERWISE,
            "else": bool(before),
            "rest": bool(before),
            "taken": order in ("", "then"),
            "kept": bool(before),
            "original": not _KEEPING.isdisjoint(before) and _TAKING.isdisjoint(before),
        }
        said = set(self.reader.framing.asides(start, end))
        said = said & {"original"} or said  # which is not just any thing that is kept
        return any(fits.get(says, not order) for says in said)

    def _is_parallel(self, parse: Parse, start: int) -> bool:
        """Whether words begin like a value of the clause before, and so are another: "Volume 44 and Volume 45"."""
        previous, words = parse.pieces[-1].reading, self.reader.kinds.folded
        return previous is not None and any(
            words[slot.start] == words[start] and slot.end - slot.start > 1 for slot in previous.filled
        )

    def _swallowed(self, reading: Reading, end: int) -> int:
        """What it costs that a text runs on over a joint behind which a command stands that is understood by itself."""
        kinds = self.reader.kinds
        free = [slot for slot in reading.filled if slot.kind in FREE_KINDS]
        if any(slot.name == "by" and self._says_again(slot.start, slot.end) for slot in free):
            return SWALLOWED_COMMAND
        inner = [gap for gap in self.gaps if any(slot.start < gap.start and gap.end < slot.end for slot in free)]
        for gap in inner:
            if kinds.tokens[gap.end].value in kinds.language.verbs["leading"]:
                after = next((later.start for later in self.gaps if later.start > gap.end), end)
                if kinds.goes_on(gap.start) and min(after, end) == gap.end + 1:
                    continue
                if any(map(is_sure, self.reader.readings(gap.end, min(after, end), on_page=True))):
                    return SWALLOWED_COMMAND
        return 0

    def _says_again(self, start: int, end: int) -> bool:
        """Whether what announces a text stands again in it behind a joint: "line 1 with a and line 2 with b"."""
        kinds, marker = self.reader.kinds, self.reader.kinds.word(start - 1)
        gaps = [gap for gap in self.gaps if start < gap.start and gap.end < end]
        return any(marker in kinds.folded[gap.end : end] for gap in gaps) and marker in kinds.language.words["resuming"]

    def _cuts_a_hit(self, start: int, end: int) -> bool:
        """Whether words that belong together, such as "over and over", would lie partly in a clause."""
        hits = [hit for hit in self.reader.kinds.hits if not hit.is_open]
        cut = [hit for hit in hits if hit.start < end < hit.end or hit.start < start < hit.end]
        # Words that are as much without the rest, such as the first name of a list, are not cut.
        return any(
            not any(each[::2] == hit[::2] and each.end <= end and each.kind == hit.kind for each in hits) for hit in cut
        )

    def _elided(self, parse: Parse, start: int, end: int, order: str) -> list[Reading]:
        """The clause with the verb of the one before it; a free text only counts where the words say "then"."""
        previous = parse.pieces[-1].reading
        if previous is None or order in ("before", "after") or (not order and leaves_out(previous)):
            return []
        whole = next(
            (piece.reading for piece in reversed(parse.pieces) if not piece.is_elided and piece.reading), previous
        )
        prefix = tuple(token.word for token in previous.prefix)
        key = (previous.rule.name, prefix, whole.start, start, end, order, parse.on_page)
        if key not in self._elisions:
            self._elisions[key] = self._find_elided(previous, whole, start, end, order, on_page=parse.on_page)
        return self._elisions[key]

    def _find_elided(
        self, previous: Reading, whole: Reading, start: int, end: int, order: str, *, on_page: bool
    ) -> list[Reading]:
        best = (
            self._wished_too(whole, start, end, on_page=on_page)
            or the_same(self.reader, previous, start, end, on_page=on_page)
            or self._made_in_it(previous, start, end, on_page=on_page)
            or written_too(self.reader, previous, start, end, on_page=on_page)
        )
        articles, kinds = self.reader.kinds.language.words["articles"], self.reader.kinds
        for length in range(len(previous.prefix), max(0, len(previous.prefix) - MAX_CUTS), -1) if not best else ():
            if kinds.folded[start] in articles and previous.prefix[length - 1].word in articles:
                continue  # no noun has two: "create a" does not go on with "a folder b"
            if [token.word for token in previous.prefix[:length][-2:]] == list(kinds.folded[start : start + 2]):
                continue  # what is said again is not said twice: "create a folder", and "a folder b"
            found = self._prefixed(previous.prefix[:length], start, end, on_page=on_page)
            best += [
                replace(reading, prefix=previous.prefix, params=in_the_same_place(kinds, reading, previous))
                for reading in found
                if (may_be_elided(reading, previous, order) or self._answers_another(reading, previous, start, end))
                and not self._begins_command(reading, start, end, order)
            ]
        best = best or resumed(self.reader, whole, start, end, on_page=on_page)
        least = min((reading.cost for reading in best), default=0)
        return [reading for reading in best if reading.cost == least][:1]

    def _made_in_it(self, previous: Reading, start: int, end: int, *, on_page: bool) -> list[Reading]:
        """What is made in the folder before, which is said first: "a folder a and in it a file b.txt saying hello"."""
        place = max((stop for stop, _, _ in self.reader.kinds("first_in_it", start, end)), default=end)
        if place >= end or previous.rule.name != "file.create":
            return []
        found = self._prefixed(previous.prefix[:1], place, end, on_page=on_page)
        made = [each for each in found if each.rule.name in _MAKING and each.inside is None]
        is_that = not self.reader.kinds.language.words["pointing_last"].isdisjoint(
            self.reader.kinds.folded[start:place]
        )
        inside = Pronoun("folder", Pick(-1, 1)) if is_that else Pronoun("folder")
        return [replace(each, inside=inside, start=start, prefix=previous.prefix) for each in made]

    def _is_value(self, parse: Parse, start: int) -> bool:
        """Whether words begin like a value, behind another that is written: "add the size to a.txt, then the date"."""
        previous, kinds = parse.pieces[-1].reading, self.reader.kinds
        is_told = previous is not None and isinstance(previous.params.get("content"), Mapping)
        return is_told and kinds.folded[start] in kinds.language.words["articles"]

    def _wished_too(self, previous: Reading, start: int, end: int, *, on_page: bool) -> list[Reading]:
        """What else a wish is for: "i want a.txt moved to docs and docs zipped"."""
        kinds = self.reader.kinds
        if kinds.word(previous.start) not in kinds.language.words["wishing"]:
            return []
        orders = wished_orders(kinds, self.reader.grammar.vocabulary, start, end, is_further=True)
        return [reading for order in orders for reading in self.reader.reordered(order, start, end, on_page=on_page)]

    def _answers_another(self, reading: Reading, previous: Reading, start: int, end: int) -> bool:
        """Whether one thing was chosen, and others are for something: "Good, Yes for food and No for the car"."""
        kinds = self.reader.kinds
        is_choice = (previous.rule.name, reading.rule.name) == ("browser.click", "browser.select")
        if not is_choice or len(reading.filled) < 2 or not is_proper(kinds, start):
            return False
        joining = kinds.language.words["answers_for"]
        return not joining.isdisjoint(kinds.folded[start:end]) and not joining.isdisjoint(kinds.folded[end:])

    def _begins_command(self, reading: Reading, start: int, end: int, order: str) -> bool:
        """Whether words that would be a further name are rather a command of their own that is not understood."""
        kinds, filled = self.reader.kinds, {slot.kind for slot in reading.filled}
        is_named = "selector" in reading.params and not filled.isdisjoint(FREE_KINDS)
        is_called = is_named or not filled.isdisjoint(_AS_THEY_STAND)
        if order == "then" and is_called and not is_proper(kinds, start):
            return True
        is_free = is_called or not filled.isdisjoint(FREE_KINDS)
        is_headed = end > start + 1 and is_free and kinds.tokens[start].value in self.reader.grammar.heads
        return is_headed or ((is_called or not filled.isdisjoint(_NEW_NAMES)) and kinds.begins_command(start, end))

    def _prefixed(self, prefix: tuple[Token, ...], start: int, end: int, *, on_page: bool) -> list[Reading]:
        """The readings of some words behind those of a clause before; different clauses ask for the same ones."""
        key = (prefix, start, end, on_page)
        found = self._again.get(key)
        if found is None:
            found = self._again[key] = self._read_behind(prefix, start, end, on_page=on_page)
        return found

    def _read_behind(self, prefix: tuple[Token, ...], start: int, end: int, *, on_page: bool) -> list[Reading]:
        kinds = self.reader.kinds
        start = self._past_one_more(prefix, start, end)
        tokens = (*prefix, *kinds.tokens[start:end])
        found = self.reader.reread(tokens, kinds.hits_between(start, end, len(prefix)), on_page=on_page)
        return [moved(reading, start - len(prefix)) for reading in found]

    def _past_one_more(self, prefix: Sequence[Token], start: int, end: int) -> int:
        """Where the name begins behind words for one more, whose noun was said before: "another one called b"."""
        kinds, place = self.reader.kinds, start
        verbs = kinds.language.verbs
        while kinds.word(place) in verbs["one_more"]:
            place += 1
        if place == start or kinds.word(place) not in verbs["naming_it"] or place + 1 >= end:
            return start
        return place + (prefix[-1].word == kinds.word(place))


def _goes_on_with(pieces: Sequence[Piece]) -> bool:
    """Whether the clauses before tell what is made together with a folder: "a folder docs with a.txt and b.txt"."""
    for piece in reversed(pieces):
        if not piece.is_elided or piece.order not in ("", WITH):
            return False
        if piece.order == WITH:
            return True
    return False


def _in_new_folder(reading: Reading, *, is_each: bool) -> Reading:
    """What is made together with a folder lies in it: "a folder docs with subfolders a and b"."""
    is_made = reading.rule.name == "file.create" and (reading.inside is None or is_each)
    return replace(reading, inside=Pronoun("folders" if is_each else "folder")) if is_made else reading
