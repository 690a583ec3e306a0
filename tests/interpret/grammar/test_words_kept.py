"""No word is lost: each fills a parameter, stands in the template, joins clauses, or is reported as ignored."""

from __future__ import annotations

import re

from hypothesis import assume, given
from hypothesis import strategies as st

from goalwright.contracts.interpretation import Interpretation
from goalwright.interpret.grammar.template import literals
from goalwright.interpret.grammar.tokens import STOP, tokenise
from goalwright.rules.language import load_language
from interpret.sentences import COMMANDS, interpreter, read, said_in

NONSENSE = "zzgrblx"


def pieces(text: str) -> list[tuple[str, int, int]]:
    """Where the words of a sentence stand, with their marks."""
    found = tokenise(text, load_language().contractions)
    return list(dict.fromkeys((token.mark, token.start, token.end) for token in found))


def loses(text: str) -> bool:
    meaning = read(text)
    return meaning is not None and NONSENSE not in said_in(meaning)


@given(st.sampled_from(COMMANDS), st.integers(0, 30))
def test_an_unknown_word_put_in_anywhere_is_kept_or_refused(command: str, number: int) -> None:
    places = [start for _, start, _ in pieces(command)] + [len(command)]
    place = places[number % len(places)]
    assert not loses(f"{command[:place]} {NONSENSE} {command[place:]}")


@given(st.sampled_from(COMMANDS), st.integers(0, 30))
def test_an_unknown_word_in_place_of_another_is_kept_or_refused(command: str, number: int) -> None:
    words = [(start, end) for mark, start, end in pieces(command) if mark != STOP]
    start, end = words[number % len(words)]
    assert not loses(command[:start] + NONSENSE + command[end:])


def joining_words() -> frozenset[str]:
    return frozenset(word for row in load_language().connectors for word in re.findall(r"\w+", row.template))


def between_clauses(text: str, meaning: Interpretation) -> str:
    place, found = 0, []
    for clause in meaning.clauses:
        found.append(text[place : clause.span.start])
        place = clause.span.end
    return " ".join([*found, text[place:]])


@given(st.sampled_from(COMMANDS))
def test_between_clauses_there_are_only_joining_words(command: str) -> None:
    meaning = read(command)
    assume(meaning is not None and meaning.step_count is None)
    assert meaning is not None
    left = re.findall(r"\w+|&", between_clauses(command, meaning).casefold().replace("&", " and "))
    assert joining_words().issuperset(left)


@given(st.sampled_from(COMMANDS))
def test_what_is_ignored_is_framing(command: str) -> None:
    meaning = read(command)
    assume(meaning is not None)
    assert meaning is not None
    grammar = interpreter().grammar.grammar
    rows = (*grammar.language.leads, *grammar.language.trails)
    known = {word for row in rows for word in literals(row.template, grammar.language.phrases, {})}
    for clause in meaning.clauses:
        for span in clause.ignored:
            tokens = tokenise(span.text, grammar.language.contractions)
            assert known.issuperset(token.word for token in tokens if token.mark != STOP)
