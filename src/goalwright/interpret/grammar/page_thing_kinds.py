"""Kinds of slots for things on a page by what is said of them: "every unread message", "the cheapest book"."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from goalwright.contracts.selector import SelectorStep
from goalwright.interpret.grammar.element_parts import selector_of
from goalwright.interpret.grammar.spoken import End, Spoken, by_name
from goalwright.interpret.grammar.tokens import QUOTE, STOP, WORD
from goalwright.named_tuple import NamedTuple
from goalwright.rules.page_thing_words import page_thing_words

_MOST_ADJECTIVES = 2
_LONGEST_VALUE = 5
_LONGEST_ATTRIBUTE = 3
_LONGEST_PLACE = 6
_ADJECTIVE, _VALUE_WORD, _PLAIN = 1, 1, 1


class _Said(NamedTuple):
    """What was said of things up to a place: the steps that choose them, and what it costs to understand it so."""

    end: int
    steps: tuple[SelectorStep, ...]
    cost: int
    is_many: bool
    is_paged: bool = False


def page_things(spoken: Spoken, start: int) -> Iterator[End]:
    """Things on a page that something more than their noun is said of."""
    for said in _things(spoken, start):
        if len(said.steps) > 1:
            yield from _ending(said)


def page_extreme(spoken: Spoken, start: int) -> Iterator[End]:
    """The one thing on a page that has the most or the least of something."""
    for said in _things(spoken, start):
        if any(step.way in ("most", "least") for step in said.steps) and not said.is_many:
            yield from _ending(said)


def page_kind(spoken: Spoken, start: int) -> Iterator[End]:
    """Things on a page, with or without what is said of them, all of them meant."""
    for said in _things(spoken, start, is_counted=True):
        yield from _ending(said._replace(is_many=True))


def page_one(spoken: Spoken, start: int) -> Iterator[End]:
    """Things on a page that are asked for by their noun, with what makes one of them stand out behind it."""
    for end, noun in _nouns(spoken, start):
        for stop, way, attribute in (*_outstanding(spoken, end), *_extremes(spoken, end), *_done_most(spoken, end)):
            yield from _ending(_Said(stop, (SelectorStep("things", noun), SelectorStep(way, attribute)), 0, False))


def page_which(spoken: Spoken, start: int) -> Iterator[End]:
    """Things on a page that are asked for by their noun, with what they must be behind it: part costs 12."""
    for end, noun in _nouns(spoken, start):
        for stop, condition, cost in (*_condition(spoken, end), *_loose_condition(spoken, end)):
            if condition.partition("]")[0] != "[" or stop > end + 1:
                steps = (SelectorStep("things", noun), SelectorStep("where", condition))
                yield from _ending(_Said(stop, steps, cost, True))


def page_attribute(spoken: Spoken, start: int) -> Iterator[End]:
    """A word for an attribute of things, in the plural: the names, the amounts."""
    for end, noun in _nouns(spoken, start):
        if noun.endswith("s"):
            yield end, noun, _PLAIN


def page_noun(spoken: Spoken, start: int) -> Iterator[End]:
    """The word for what a page is about: edit the ticket."""
    for end, noun in _nouns(spoken, start):
        yield end, noun, _PLAIN


def page_deed(spoken: Spoken, start: int) -> Iterator[End]:
    """What is done to a thing by pressing what is called so in it."""
    for end in spoken.past(start, page_thing_words().deeds):
        yield end, spoken.said(start, end).removesuffix(" to"), 0


def finishing_deed(spoken: Spoken, start: int) -> Iterator[End]:
    """What is done to what a page is about, and to no file: book it."""
    for end in spoken.past(start, page_thing_words().finishing_deeds):
        yield end, spoken.said(start, end), 0


def named_deed(spoken: Spoken, start: int) -> Iterator[End]:
    """What is done to a thing of a name by pressing what is called so beside it."""
    for end in spoken.past(start, page_thing_words().named_deeds):
        yield end, spoken.said(start, end), 0


def _attribute_kind(name: str, doc: str) -> Callable[[Spoken, int], Iterator[End]]:
    """A slot for one word that is said for an attribute, by a table of the language's."""

    def kind(spoken: Spoken, start: int) -> Iterator[End]:
        attribute = getattr(page_thing_words(), name).get(spoken.word(start))
        if attribute is not None and not spoken.in_gap[start]:
            yield start + 1, attribute, 0

    kind.__doc__ = doc
    return kind


_SAID_FOR = {
    "asked_deed": _attribute_kind("asked", "What someone is asked to have done: how many bills did Ann pay."),
    "doer": _attribute_kind("done_by", "What is done by someone, as the attribute that names them: directed by."),
    "measured_by": _attribute_kind("measured_by", "What is asked of a thing with how: how heavy is Rex."),
    "happened": _attribute_kind("happened", "What happened to a thing, where one asks when."),
}


def sort_of(spoken: Spoken, start: int) -> Iterator[End]:
    """Of what sort the things are that are looked for, up to the end of their noun: action movies."""
    for end, _, sort in _called(spoken, start):
        if sort:
            yield end, " ".join(sort), _PLAIN


def outstanding(spoken: Spoken, start: int) -> Iterator[End]:
    """A superlative, as the step that chooses by it: cheapest."""
    for end, way, attribute in _outstanding(spoken, start):
        yield end, f"{way}={attribute}", 0


def place_name(spoken: Spoken, start: int) -> Iterator[End]:
    """Where a way begins or ends, up to the next small word; a comma may stand in it: Paris, Texas."""
    for end in range(start + 1, min(len(spoken.tokens), start + _LONGEST_PLACE) + 1):
        token = spoken.tokens[end - 1]
        if token.mark == STOP and token.value != ",":
            return
        if token.mark == WORD and token.word in page_thing_words().joints:
            return
        if token.mark != STOP:
            yield end, spoken.said(start, end), _PLAIN * (end - start)


PAGE_THING_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = (
    by_name(
        *(page_things, page_extreme, page_kind, page_one, page_which, page_attribute, page_noun),
        *(page_deed, finishing_deed, named_deed, outstanding, place_name, sort_of),
    )
    | _SAID_FOR
)


def _ending(said: _Said) -> Iterator[End]:
    steps = (*said.steps, *((SelectorStep("all"),) if said.is_many else ()))
    steps = (SelectorStep("pages"), *steps) if said.is_paged else steps
    selector = selector_of(*steps)
    if selector is not None:
        yield said.end, str(selector), said.cost


def _things(spoken: Spoken, start: int, *, is_counted: bool = False) -> Iterator[_Said]:
    """What words from a place on say of things: how many, which, their noun and their conditions.

    An adjective, or a few words behind "of", may as well be part of a name: they only count where several are meant.
    """
    word = spoken.word(start)
    is_all = word in spoken.language.words["all"]
    first = spoken.past_of_the(start + 1) if is_all else start + (word == "the")
    for place, steps in ((first, ()), *_superlatives(spoken, first)):
        for end, noun, adjectives in _called(spoken, place):
            marks = tuple(SelectorStep("where", f"[] is {adjective}") for adjective in adjectives)
            thing = (SelectorStep("things", noun), *marks)
            is_many = is_all or (_is_plural(noun) and not steps)
            may_be_loose = is_all or (word == "the" and is_many) or is_counted
            if marks and not (may_be_loose or steps):
                continue
            for onward in () if steps else spoken.past(end, page_thing_words().over_pages):
                for stop, conditions, cost in _conditions(spoken, onward, may_be_loose=may_be_loose):
                    if conditions and conditions[0].way == "where":
                        yield _Said(stop, (*thing, *conditions), cost + len(marks), is_many, is_paged=True)
            for stop, conditions, cost in _conditions(spoken, end, may_be_loose=may_be_loose or bool(steps)):
                said = _Said(_past_here(spoken, stop), (*thing, *conditions, *steps), cost + len(marks), is_many)
                yield said
                # The most of something on all pages is known only once all were seen: no click can wait for that.
                onwards = (
                    () if any(step.way in ("most", "least") for step in said.steps) else page_thing_words().over_pages
                )
                for onward in spoken.past(stop, onwards):
                    yield said._replace(end=onward, is_paged=True)


def _called(spoken: Spoken, place: int) -> Iterator[tuple[int, str, tuple[str, ...]]]:
    """Where a noun ends, the noun, and the adjectives before it."""
    elsewhere = page_thing_words().elsewhere
    for many in range(_MOST_ADJECTIVES + 1):
        at = place + many
        # "The file secrets" is no secret that says file.
        if not all(_is_bare(spoken, before) and spoken.word(before) not in elsewhere for before in range(place, at)):
            return
        for end, noun in _nouns(spoken, at):
            yield end, noun, tuple(spoken.folded[place:at])


def _nouns(spoken: Spoken, place: int) -> Iterator[tuple[int, str]]:
    word = spoken.word(place)
    if _is_bare(spoken, place) and word not in page_thing_words().elsewhere and word not in spoken.language.type_nouns:
        yield place + 1, word
        # What is said of no thing by itself is one where a word before tells of what sort: the wiki pages.
        if spoken.word(place + 1) in page_thing_words().kinds_of and _is_bare(spoken, place + 1):
            yield place + 2, f"{word} {spoken.word(place + 1)}"


def _is_bare(spoken: Spoken, place: int) -> bool:
    """Whether a plain word in small letters stands at a place that may be a noun or an adjective."""
    if spoken.is_end(place) or spoken.in_gap[place] or spoken.tokens[place].mark != WORD:
        return False
    word = spoken.tokens[place].value
    return word.isalpha() and word.islower() and word not in page_thing_words().joints


def _is_plural(noun: str) -> bool:
    return noun.endswith("s") and not noun.endswith(("ss", "us"))


def _superlatives(spoken: Spoken, place: int) -> Iterator[tuple[int, tuple[SelectorStep, ...]]]:
    for end, way, attribute in _outstanding(spoken, place):
        yield end, (SelectorStep(way, attribute),)


def _outstanding(spoken: Spoken, place: int) -> Iterator[tuple[int, Any, str]]:
    """A superlative at a place, maybe behind "is the", as the way to choose by it and its attribute."""
    at = place
    while spoken.word(at) in page_thing_words().leading:
        at += 1
    for words, way, attribute in page_thing_words().superlatives:
        if tuple(spoken.folded[at : at + len(words)]) == words:
            yield at + len(words), way, attribute


def _extremes(spoken: Spoken, place: int) -> Iterator[tuple[int, Any, str]]:
    """ "with the highest price" at a place."""
    said = [(at, way) for way, each in page_thing_words().extremes.items() for at in spoken.past(place, each)]
    for at, way in [max(said)] if said else ():  # "with the most expensive" says more than "with the most"
        for end, attribute in _attributes(spoken, at):
            yield end, way, attribute


def _done_most(spoken: Spoken, place: int) -> Iterator[tuple[int, Any, str]]:
    """ "weighs the most", "needs the most water" or "begins last" at a place."""
    words, verb = page_thing_words(), spoken.word(place)
    if not _is_bare(spoken, place):
        return
    for way, phrases in words.amounts.items():
        for at in spoken.past(place + 1, phrases):
            if verb in words.verbs:
                yield at, way, words.verbs[verb]
            yield from ((end, way, attribute) for end, attribute in _attributes(spoken, at))
    for way, phrases in words.ranked.items():
        for at in spoken.past(place + 1, phrases):
            yield at, way, words.verbs.get(verb, verb)


def _conditions(
    spoken: Spoken, place: int, *, may_be_loose: bool
) -> Iterator[tuple[int, tuple[SelectorStep, ...], int]]:
    """What may follow a noun: conditions, one behind the other, none at all included."""
    yield place, (), 0
    place = _past_here(spoken, place)
    for end, way, attribute in _extremes(spoken, place):
        yield end, (SelectorStep(way, attribute),), 0
    loose = _loose_condition(spoken, place) if may_be_loose else ()
    for end, condition, cost in (*_condition(spoken, place), *loose):
        yield end, (SelectorStep("where", condition),), cost


def _condition(spoken: Spoken, place: int) -> Iterator[tuple[int, str, int]]:
    words = page_thing_words()
    for at in spoken.past(place, words.whose):
        for end, attribute in _attributes(spoken, at):
            yield from _compared(spoken, end, attribute)
    for at in spoken.past(place, words.doing):
        verb = spoken.word(at)
        if _is_bare(spoken, at) and (verb in words.verbs or verb.endswith("ed")):
            for how, value_at in _comparisons(spoken, at + 1):
                if how not in ("is", "not", "contains"):
                    yield from _valued(spoken, value_at, words.verbs.get(verb, verb), how, 0)
            if verb in words.verbs and not any(_comparisons(spoken, at + 1)):
                yield from _valued(spoken, at + 1, words.verbs[verb], "is", _PLAIN)
    for at in spoken.past(place, (*words.doing, *((each,) for each in words.being))):
        if spoken.word(at) in words.done_by and spoken.word(at + 1) in ("by", "to"):
            yield from _valued(spoken, at + 2, words.done_by[spoken.word(at)], "is", 0)


def _loose_condition(spoken: Spoken, place: int) -> Iterator[tuple[int, str, int]]:
    """What is said of several things with a few words: of Ann, with status failed, that are done."""
    words = page_thing_words()
    for at in spoken.past(place, words.whose):
        for end, attribute in _attributes(spoken, at):
            if end == at + 1:
                yield from _valued(spoken, end, attribute, "is", _PLAIN)
    for at in spoken.past(place, words.has):
        yield from _valued(spoken, at, "", "is", _PLAIN)
    if spoken.word(place) in words.being:
        yield from _valued(spoken, place + 1, "", "is", _PLAIN)


def _attributes(spoken: Spoken, place: int) -> Iterator[tuple[int, str]]:
    for end in range(place + 1, place + 1 + _LONGEST_ATTRIBUTE):
        if not all(_is_attribute(spoken, at) for at in range(place, end)):
            return
        yield end, spoken.said(place, end)


def _is_attribute(spoken: Spoken, place: int) -> bool:
    if spoken.is_end(place) or spoken.in_gap[place] or spoken.tokens[place].mark not in (WORD, QUOTE):
        return False
    return spoken.word(place) not in page_thing_words().joints


def _compared(spoken: Spoken, place: int, attribute: str) -> Iterator[tuple[int, str, int]]:
    for how, at in _comparisons(spoken, place):
        yield from _valued(spoken, at, attribute, how, 0)


def _comparisons(spoken: Spoken, place: int) -> Iterator[tuple[str, int]]:
    """The comparison at a place, the longest that is said there."""
    found = [
        (at, how) for how, sequences in page_thing_words().comparisons.items() for at in spoken.past(place, sequences)
    ]
    if found:
        at, how = max(found)
        yield how, at


def _valued(spoken: Spoken, place: int, attribute: str, how: str, cost: int) -> Iterator[tuple[int, str, int]]:
    """A condition with each value that may stand at a place."""
    for end in range(place + 1, place + 1 + _LONGEST_VALUE):
        if end > len(spoken.tokens) or spoken.in_gap[end - 1] or spoken.tokens[end - 1].mark == STOP:
            return
        if spoken.word(place) in page_thing_words().joints and spoken.tokens[place].mark == WORD:
            return
        value = spoken.said(place, end)
        if "]" not in value:
            yield end, f"[{attribute}] {how} {value}", cost + _VALUE_WORD * (end - place)
        if spoken.tokens[end - 1].mark == QUOTE:
            return


def _past_here(spoken: Spoken, place: int) -> int:
    return max(spoken.past(place, page_thing_words().here), default=place)
