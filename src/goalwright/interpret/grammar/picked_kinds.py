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
    for end, pick in (*_all(spoken, start), *_counted(spoken, place), *_one(spoken, place), *_some(spoken, place)):
        is_folders = spoken.word(end - 1) in spoken.language.nouns["folders"]
        yield end, Pronoun("folders" if is_folders else "found", pick), _PICKED


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
    if word in words["these"] and spoken.word(start + 1) not in words["both"]:
        yield start + 1 + (spoken.word(start + 1) in words["ones"]), Pick()
        for end, count in number_at(spoken.folded, start + 1) if not spoken.is_end(start + 1) else ():
            if isinstance(count, int) and count > 1:
                yield end + (spoken.word(end) in words["ones"]), Pick(1, count, exactly=True)
    elif word in words["them"] and spoken.word(start + 1) in words["both"]:  # them both
        yield start + 2, Pick(1, 2, exactly=True)
    elif word in words["them"] and spoken.word(start + 1) in words["all"]:  # them all
        yield start + 2, Pick()
    elif word in words["both"]:
        place = start + 1 + (spoken.word(start + 1) in words["these"])
        place += spoken.word(place) in words["ones"]
        yield _past_of_them(spoken, place), Pick(1, 2, exactly=True)
    elif word in words["all"]:
        place = start + 1 + (spoken.word(start + 1) == words["one"][0])
        if (end := _past_of_them(spoken, place)) > place:
            yield end, Pick(each=word in spoken.language.words["singling"])


def _counted(spoken: Spoken, place: int) -> Iterator[tuple[int, Pick]]:
    """All of them by their number: the three of them, all three."""
    is_all = spoken.word(place) in follow_up_words()["all"]
    for end, count in number_at(spoken.folded, place + is_all) if not spoken.is_end(place + is_all) else ():
        stop = _past_of_them(spoken, end)
        stop += stop == end and spoken.word(end) in follow_up_words()["ones"]
        if isinstance(count, int) and count > 1 and (is_all or stop > end or is_alone(spoken, end)):
            yield stop, Pick(1, count, exactly=True)


def is_alone(spoken: Spoken, place: int) -> bool:
    """Whether a number says all by itself how many of those before are meant: "merge the two into c.txt"."""
    is_the = spoken.word(place - 2) in follow_up_words()["determiners"]
    return is_the and (
        spoken.is_end(place)
        or spoken.in_gap[place]
        or spoken.word(place) in spoken.language.words["resuming"] | spoken.language.words["particles"]
    )


def _past_of_them(spoken: Spoken, place: int) -> int:
    words = follow_up_words()
    is_said = spoken.word(place) in words["of"] and spoken.word(place + 1) in words["them"]
    return place + 2 + (spoken.word(place + 2) in words["ones"]) if is_said else place
