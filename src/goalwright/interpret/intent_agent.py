"""IntentAgent: what a clause that was not understood is probably about, and sentences that would be understood."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any

from goalwright.dataclass import dataclass
from goalwright.errors import NotUnderstood
from goalwright.interpret.grammar.grammar import Grammar, grammar_of
from goalwright.interpret.grammar.grammar_extractor import GrammarExtractor
from goalwright.interpret.grammar.heads import Head
from goalwright.interpret.grammar.samples import sample, samples, told_samples
from goalwright.interpret.grammar.template import literals
from goalwright.interpret.grammar.template_entries import Entry

_PLAIN = r"[\w.'-]+"
_PLAIN_CLAUSE = r"[\w.'-]+(?: [\w.'-]+)*"
_WORD = r"[^\W\d_]+(?:'[^\W\d_]+)?"
# Phrases that may follow anything that is clicked: their words tell nothing about a row.
_TELLS_NOTHING = "<after>"
MAX_WORDS, MAX_CORRECTED, LONGEST_CLICKED, LONGEST_CORRECTED = 40, 4, 4, 300
CLOSE_ENOUGH, LEAST_SCORE, STARTS_LIKE = 0.7, 0.8, 0.4
MOST_KNOWN = 1_000
"""How many words that are not known are remembered, each with those that it may be a slip for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IntentGuess:
    """A row that a clause may be about: its name and intent, how sure that is (0 to 1), and a sentence for it."""

    verb: str
    intent: str
    score: float
    example: str


class IntentAgent:
    """Names the likely intent of a clause. It only ever suggests: nothing is done on its word."""

    def __init__(self, rules: Mapping[tuple[str, str], Any] | None = None, *, grammar: Grammar | None = None) -> None:
        self.grammar = grammar or grammar_of(rules)
        self._reader = GrammarExtractor(self.grammar)
        self._weights: dict[str, float] = {}
        self._near = lru_cache(MOST_KNOWN)(self._near_words)
        self._understood: dict[tuple[str, bool], bool] = {}

    def classify(self, text: str) -> IntentGuess | None:
        """The likeliest row, or None if the words say nothing about any."""
        return next(iter(self.guesses(text, limit=1)), None)

    def guesses(self, text: str, limit: int = 3) -> tuple[IntentGuess, ...]:
        """The likeliest rows, best first, by how much of their own words a clause has."""
        return tuple(
            IntentGuess(
                verb=name,
                intent=entry.rule.shape.intent,
                score=round(min(score, 1.0), 3),
                example=sample(entry, self.grammar),
            )
            for name, (score, entry) in self._ranked(text, limit)
        )

    def _ranked(self, text: str, limit: int) -> list[tuple[str, tuple[float, Entry | Head]]]:
        """The names of the likeliest rows, each with its score and the wording that has it."""
        spoken = re.findall(_WORD, text.casefold())[:MAX_WORDS]
        said = {*spoken, *(near for word in spoken[:MAX_CORRECTED] for near in self._near(word))}
        first = self._first(spoken)
        scores: dict[Entry | Head, float] = {}
        for word in sorted(said):
            heard, weight = self._rows_with.get(word, ()), self._weight(word)
            for entry in heard:
                scores[entry] = scores.get(entry, 0.0) + weight
        like_first = {*self._rows_with.get(first, ())} if first in said else set()
        best: dict[tuple[str, str], tuple[float, Entry | Head]] = {}
        for entry, score in scores.items():
            full = min(1.0, score) + (STARTS_LIKE if entry in like_first else 0)
            known = best.get(entry.key)
            if known is None or full > known[0]:
                best[entry.key] = (full, entry)
        named = ((".".join(key), found) for key, found in best.items())
        return sorted(named, key=lambda item: (-item[1][0], item[0]))[:limit]

    def _weight(self, word: str) -> float:
        """What a word adds to the score of each row that has it: the less, the more of them there are."""
        if word not in self._weights:
            heard = self._rows_with.get(word, ())
            self._weights[word] = 1 / math.sqrt(len({entry.key for entry in heard}) or 1) / 2
        return self._weights[word]

    def suggestions(self, clause: str, limit: int = 3, *, on_page: bool = False) -> tuple[str, ...]:
        """Sentences that would be understood: the clause with a word corrected, else examples of likely rows.

        On a page, a few words may be the name of something to click.
        """
        found = self._corrected(clause, on_page=on_page) or (self._clicks(clause) if on_page else ())
        if found:
            return found[:limit]
        said = re.findall(_WORD, clause.casefold())
        first, words = self._first(said), {*said} - self.grammar.language.words["common"]
        if first not in self._words_of_examples:
            return ()
        likely = [verb for verb, (score, _) in self._ranked(clause, 2 * limit) if round(score, 3) >= LEAST_SCORE]
        examples = [example for verb in likely for example in self._examples.get(verb, ()) if first in example.split()]
        nearest = sorted(examples, key=lambda example: -len(words.intersection(example.split())))[:limit]
        return tuple(example for example in nearest if self._is_example(example, on_page=on_page))

    @cached_property
    def _examples(self) -> Mapping[str, Sequence[str]]:
        """Sentences by verb: those that were written down for it, else those of its rows."""
        return {**samples(self.grammar), **told_samples(self.grammar)}

    @cached_property
    def _words_of_examples(self) -> frozenset[str]:
        listed = (example for examples in self._examples.values() for example in examples)
        return frozenset(word for example in listed for word in example.split())

    def _first(self, words: Iterable[str]) -> str:
        """The first word that is not a courtesy."""
        return next((word for word in words if word not in self.grammar.language.words["courteous"]), "")

    def _corrected(self, clause: str, *, on_page: bool) -> tuple[str, ...]:
        """The clause with one word corrected, or else with every word that is not known."""
        words = list(re.finditer(_WORD, clause[:LONGEST_CORRECTED]))[:MAX_CORRECTED]
        nears = [(word, near) for word in words if (near := self._near(word.group().casefold()))]
        ones = (_replaced(clause, {word: near}) for word, listed in nears for near in listed)
        found = [said for said in dict.fromkeys(ones) if self._is_understood(said, on_page=on_page)]
        if not found and len(nears) > 1:
            all_of_them = _replaced(clause, {word: listed[0] for word, listed in nears})
            found = [all_of_them] if self._is_understood(all_of_them, on_page=on_page) else []
        return tuple(found)

    def _clicks(self, clause: str) -> tuple[str, ...]:
        """What could be clicked by these words: a button for a deed, what is to be opened, or a name of one or two."""
        first, *rest = re.findall(_PLAIN, clause) if re.fullmatch(_PLAIN_CLAUSE, clause) else [""]
        words = self.grammar.language.words
        rest = rest[:-1] if rest and rest[-1] in words["contents"] else rest
        if not first or len(rest) >= LONGEST_CLICKED or not words["several"].isdisjoint(rest):
            return ()
        verbs, what = self.grammar.language.verbs, " ".join(rest)
        if first in verbs["deeds"]:
            said = f"click {first} for {what}" if rest else f"click {first}"
        elif first in verbs["opening"] and rest:
            said = f"click {what}"
        else:
            is_name = len(rest) < 2 and first.casefold() not in self.grammar.vocabulary
            said = f"click {clause}" if is_name else ""
        return (said,) if said and self._is_understood(said) else ()

    def _is_understood(self, clause: str, *, on_page: bool = True) -> bool:
        try:
            self._reader.extract(clause, on_page=on_page)
        except NotUnderstood:
            return False
        return True

    def _is_example(self, example: str, *, on_page: bool) -> bool:
        """Whether an example is understood, which is found out once: there are few of them."""
        key = example, on_page
        if key not in self._understood:
            self._understood[key] = self._is_understood(example, on_page=on_page)
        return self._understood[key]

    def _near_words(self, word: str) -> list[str]:
        language = self.grammar.language
        is_known = (
            word in self.grammar.vocabulary or word in language.most or language.numerals.ordinal(word) is not None
        )
        if len(word) < 4 or is_known:
            return []
        from goalwright.interpret.close_words import close_words  # most sentences are understood

        return close_words(word, self._by_first.get(word[:1], ()), most=4, least=CLOSE_ENOUGH)

    @cached_property
    def _by_first(self) -> dict[str, list[str]]:
        """Known words by their first letter: people rarely get that one wrong."""
        words = sorted(word for word in self.grammar.vocabulary if len(word) > 2)
        return {first: list(same) for first, same in groupby(words, key=itemgetter(0))}

    @cached_property
    def _rows_with(self) -> dict[str, list[Entry | Head]]:
        """The rows that need no page by the words that are in them."""
        known: dict[str, frozenset[str]] = {_TELLS_NOTHING: frozenset()}
        found: dict[str, list[Entry | Head]] = {}
        rows: list[Entry | Head] = [*self.grammar.head_rows, *self.grammar.entries]
        for entry in rows:
            for word in literals(entry.text, self.grammar.language.phrases, known) if not entry.on_page else ():
                found.setdefault(word, []).append(entry)
        return found


def _replaced(clause: str, words: Mapping[re.Match[str], str]) -> str:
    """The clause with other words in the places of some."""
    for word, other in reversed(list(words.items())):
        clause = clause[: word.start()] + other + clause[word.end() :]
    return clause
