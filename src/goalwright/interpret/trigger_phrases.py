"""TriggerPhrases: where a sentence says when its command is to be done, and what it says of that."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from goalwright.interpret.grammar.framing import FramingTrimmer
from goalwright.interpret.grammar.gaps import find_gaps
from goalwright.interpret.grammar.grammar_extractor import BUDGET, GrammarExtractor
from goalwright.interpret.grammar.matcher import Matcher, Words, prefixes
from goalwright.interpret.grammar.noun_phrases import Features
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.spoken import End
from goalwright.interpret.grammar.time_kinds import TIME_KINDS
from goalwright.interpret.grammar.tokens import tokenise
from goalwright.named_tuple import NamedTuple

MOST_PIECES = 6
WORK = 8 * BUDGET
"""Times are looked for at more places than anything else is."""
TIME, EVENT = "time", "event"
_COMMA = ","


class Trigger(NamedTuple):
    """Words `start` to `end` that say when: what they say, and whether it is a time or something that happens."""

    start: int
    end: int
    features: Features
    kind: str
    cost: int = 0


class _TimedKinds(Kinds):
    """What each kind of slot finds in one sentence, those of triggers included."""

    def _found(self, kind: str, start: int) -> Iterator[End]:
        timed = TIME_KINDS.get(kind)
        return timed(self, start) if timed is not None else super()._found(kind, start)


class TriggerPhrases:
    """The triggers of one sentence."""

    def __init__(self, extractor: GrammarExtractor, text: str) -> None:
        self.grammar, self.text = extractor.grammar, text
        self.tokens = tokenise(text, self.grammar.language.contractions)
        folded = [token.word for token in self.tokens]
        self.gaps = find_gaps(self.tokens, Words(folded, lambda *_: [], WORK), self.grammar.connectors)
        sentence = text, self.tokens, self.gaps, self.grammar.rules.words, self.grammar.language, extractor.apps
        self.kinds = _TimedKinds(*sentence, phrases=self.grammar.trigger_phrases, budget=WORK)
        self.words = Words(folded, self.kinds, WORK)
        self.framing = FramingTrimmer(self.grammar, self.words, self.kinds)

    def at(self, start: int, end: int) -> list[Trigger]:
        """The triggers that begin at a word, the longest first, of these the likeliest."""
        found = [*self._times(start, end), *self._events(start, end)]
        return sorted(found, key=lambda trigger: (-trigger.end, trigger.cost))

    def behind(self, start: int, end: int) -> list[Trigger]:
        """The triggers that end at a word, the longest first."""
        places = (trigger for place in range(start + 1, end) for trigger in self.at(place, end))
        return [trigger for trigger in places if trigger.end == end]

    def ends(self, use: str, start: int, end: int) -> list[int]:
        """Where each of the words around jobs that stand at a place ends."""
        return self.reached(self.grammar.around_jobs[use], start, end)

    def reached(self, matchers: Sequence[Matcher], start: int, end: int) -> list[int]:
        """Where templates that stand at a place end, the longest first."""
        self.words.end, self.words.verb_at = end, -1
        found = {stop for matcher in matchers for stop, _ in prefixes(matcher, self.words, start)}
        return sorted(found, reverse=True)

    def said(self, start: int, end: int) -> str:
        """The user's own text of some words; quotes are left as they are."""
        return self.text[self.tokens[start].start : self.tokens[end - 1].end] if start < end else ""

    def _events(self, start: int, end: int) -> Iterator[Trigger]:
        for stop, features, cost in self.kinds("event", start, end):
            yield Trigger(start, stop, features, EVENT, cost)

    def _times(self, start: int, end: int) -> list[Trigger]:
        """Times that are said in one piece or several, each of which adds what it says."""
        best: dict[tuple[int, str], Trigger] = {}
        waiting = [Trigger(start, start, Features(), TIME)]
        for pieces in range(MOST_PIECES):
            longer = [more for trigger in waiting for more in self._longer(trigger, end, is_first=not pieces)]
            waiting = []
            for trigger in longer:
                key = (trigger.end, repr(sorted(trigger.features.items())))
                if key not in best or trigger.cost < best[key].cost:
                    best[key] = trigger
                    waiting.append(trigger)
        return list(best.values())

    def _longer(self, trigger: Trigger, end: int, *, is_first: bool) -> Iterator[Trigger]:
        place = trigger.end + (not is_first and self.kinds.word(trigger.end) == _COMMA)
        if place >= end:
            return
        pieces = self.kinds("time_piece", place, end)
        later = [] if is_first else self.kinds("later_piece", place, end)
        for stop, features, cost in (*pieces, *later):
            both = trigger.features.merged(features)
            if both is not None and (is_first or both != trigger.features):
                yield trigger._replace(end=stop, features=both, cost=trigger.cost + cost)


def merged(first: Trigger, second: Trigger) -> Features | None:
    """What two triggers of one command say together; None if they contradict each other."""
    if TIME not in (first.kind, second.kind) or first.kind != second.kind:
        return None
    return first.features.merged(second.features)
