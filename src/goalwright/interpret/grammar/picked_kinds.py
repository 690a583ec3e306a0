"""Words for one or some of the things that were found or listed before: the second one, the last two, both of them."""

from __future__ import annotations

from collections.abc import Iterator

from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Pick, Pronoun, Spoken
from goalwright.rules.follow_up_words import follow_up_words

_PICKED = 1


def picked(spoken: Spoken, start: int) -> Iterator[End]:
    """The ways to point at some of the things before, from a word on."""
    place = start + (spoken.word(start) in follow_up_words()["determiners"])
    for end, pick in (*_all(spoken, start), *_one(spoken, place), *_some(spoken, place)):
        yield end, Pronoun("found", pick), _PICKED


def _one(spoken: Spoken, place: int) -> Iterator[tuple[int, Pick]]:
    words, word = follow_up_words(), spoken.word(place)
    if spoken.word(place + 1) not in words["one"]:
        return
    number = -1 if word in words["last"] else spoken.language.numerals.ordinal(word)
    if number is not None:
        yield _past_of_them(spoken, place + 2), Pick(number, 1)
    elif word in spoken.language.most and spoken.word(place + 1) == words["one"][0]:
        yield _past_of_them(spoken, place + 2), Pick(1, 1, spoken.language.most[word])


def _some(spoken: Spoken, place: int) -> Iterator[tuple[int, Pick]]:
    words, word = follow_up_words(), spoken.word(place)
    is_last = word in words["last"]
    is_some = is_last or word in words["first"] or word in spoken.language.most
    for end, count in number_at(spoken.folded, place + 1) if is_some and not spoken.is_end(place + 1) else ():
        stop = end + (spoken.word(end) in words["ones"])
        if isinstance(count, int) and count > 0:
            order = spoken.language.most.get(word, "")
            yield _past_of_them(spoken, stop), Pick(-count if is_last else 1, count, order)


def _all(spoken: Spoken, start: int) -> Iterator[tuple[int, Pick]]:
    words, word = follow_up_words(), spoken.word(start)
    if word in words["these"]:
        yield start + 1 + (spoken.word(start + 1) in words["ones"]), Pick()
    elif word in words["both"]:
        place = start + 1 + (spoken.word(start + 1) in words["ones"])
        yield _past_of_them(spoken, place), Pick(1, 2, exactly=True)
    elif word in words["all"]:
        place = start + 1 + (spoken.word(start + 1) == words["one"][0])
        if (end := _past_of_them(spoken, place)) > place:
            yield end, Pick()


def _past_of_them(spoken: Spoken, place: int) -> int:
    words = follow_up_words()
    is_said = spoken.word(place) in words["of"] and spoken.word(place + 1) in words["them"]
    return place + 2 if is_said else place
