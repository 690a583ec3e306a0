"""What the user said: finds a model's words in the sentence, and refuses those that are not there."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import cached_property

from goalwright.interpret.grammar.grammar import grammar_of
from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.slot_kinds import Kinds
from goalwright.interpret.grammar.stems import plain_verb
from goalwright.interpret.grammar.tokens import DOTTED, GLOB, MAIL, PATH, QUOTE, SELECTOR, STOP, URL, WORD, tokenise
from goalwright.interpret.grammar.value_phrases import BUDGET, ValuePhrases
from goalwright.rules.language import load_language
from goalwright.rules.vocabulary import Vocabulary, fold

_DATA = frozenset({QUOTE, URL, SELECTOR, PATH, GLOB, DOTTED, MAIL})


class SaidText:
    """A sentence as evidence. Paths, addresses and quoted texts count whole or not at all."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tokenise(text, {})
        self._insides = {(token.start + 1, token.end - 1) for token in self.tokens if token.mark == QUOTE}
        self._quotes = {(token.start, token.end) for token in self.tokens if token.mark == QUOTE}
        self._starts = {token.start for token in self.tokens if token.mark != STOP}
        self._ends = {token.end for token in self.tokens if token.mark != STOP}
        self._stops = {token.end for token in self.tokens if token.mark == STOP}

    def span(self, value: str, *, may_end_in_stop: bool = False) -> str | None:
        """The user's own words that are `value` but for white space, cut between words; None if there are none.

        A quoted text comes without its marks.
        """
        ends = self._ends | self._stops if may_end_in_stop else self._ends
        for start, end in self._occurrences(value):
            if (start, end) in self._quotes:
                return self.text[start + 1 : end - 1]
            is_cut_right = self._is_edge(start, self._starts) and self._is_edge(end, ends)
            if (start, end) in self._insides or is_cut_right:
                return self.text[start:end]
        return None

    def is_quoted(self, value: str) -> bool:
        return any(token.mark == QUOTE and token.value == value for token in self.tokens)

    def names_value(self, value: str, words: Vocabulary) -> bool:
        """Whether words are, or belong to, a phrase for something that would have to be worked out: "the time"."""
        starts = {token.start: place for place, token in enumerate(self.tokens)}
        ends = {token.end: place + 1 for place, token in enumerate(self.tokens)}
        grammar = grammar_of(None)
        sentence = self.text, self.tokens, (), words, grammar.language
        phrases = ValuePhrases(grammar, Kinds(*sentence, {}, phrases=grammar.noun_phrases, budget=BUDGET))
        return any(
            phrases.hold(starts[start], ends[end])
            for start, end in self._occurrences(value)
            if start in starts and end in ends
        )

    def mentions(self, names: Iterable[str]) -> bool:
        """Whether one of the names is there as whole words, in any case."""
        return any(_as_words(name).search(self._folded) for name in names if name.strip())

    def speaks_of(self, verbs: Iterable[str]) -> bool:
        """Whether one of the verbs is among the sentence's words, in any of its forms; quoted words do not count."""
        known = frozenset(verbs)
        words = [token.word for token in self.tokens if token.mark == WORD]
        if any(word in known or plain_verb(word, known) for word in words):
            return True
        spoken = " ".join(words)
        return any(_as_words(verb).search(spoken) for verb in known if " " in verb)

    @cached_property
    def numbers(self) -> frozenset[float]:
        """Every number in the sentence, in digits or in words."""
        words = [token.word for token in self.tokens]
        return frozenset(value for start in range(len(words)) for _, value in number_at(words, start))

    @cached_property
    def seconds(self) -> frozenset[float]:
        """The numbers, and what they come to if minutes, hours or other spans are spoken of."""
        units = load_language().durations.items()
        scales = {scale for unit, scale in units if self.mentions((unit, f"{unit}s"))}
        return self.numbers | {number * scale for number in self.numbers for scale in scales}

    def unused(self, used: Iterable[str]) -> list[str]:
        """The paths, addresses, selectors and quoted texts of the sentence that none of the used values holds."""
        held = "\n".join(" ".join(value.split()) for value in used).casefold()
        data = (token.value for token in self.tokens if token.mark in _DATA)
        return [value for value in data if " ".join(value.split()).casefold() not in held]

    @cached_property
    def _folded(self) -> str:
        return fold(self.text)

    def _occurrences(self, value: str) -> Iterator[tuple[int, int]]:
        pattern = r"\s+".join(map(re.escape, value.split()))
        if pattern:
            yield from (found.span(1) for found in re.finditer(f"(?=({pattern}))", self.text))

    def _is_edge(self, position: int, edges: set[int]) -> bool:
        """Whether a word may be cut here; scripts that write without spaces may be cut anywhere."""
        if position in edges:
            return True
        around = self.text[max(position - 1, 0) : position + 1]
        is_in_word = any(token.mark == WORD and token.start < position < token.end for token in self.tokens)
        return is_in_word and any(unicodedata.east_asian_width(char) == "W" for char in around)


def _as_words(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w){re.escape(fold(name))}(?!\w)")
