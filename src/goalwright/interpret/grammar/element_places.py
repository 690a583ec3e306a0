"""Where a thing lies on a page: in a dialog or a row, or beside a text that tells it from others of its like."""

from __future__ import annotations

from collections.abc import Iterator

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.interpret.grammar.element_parts import (
    FIELDS,
    LISTS,
    TICKED,
    Sought,
    Thing,
    is_proper,
    selector_of,
    things,
    whose,
)
from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Listed, Spoken
from goalwright.interpret.grammar.text_kinds import name

_HOLDS_OTHERS = LISTS.union(
    "dialog form table row section navigation contentinfo banner complementary listitem".split()
)
# What something that is only counted is inside another: the second item of a list, the second column of a row.
_INSIDE = {"text": "listitem", "column": "cell"}
_MOST_COUNTED = 20


def within(spoken: Spoken, thing: Thing) -> Iterator[Sought]:
    """The thing inside a dialog or the like. A name behind both belongs to the thing, if that has none."""
    if spoken.word(thing.end) not in spoken.language.words["within"]:
        return
    place = thing.end + 1 + (spoken.word(thing.end + 1) in spoken.language.words["articles"])
    for outer in things(spoken, place):
        if outer.role not in _HOLDS_OTHERS:
            continue
        is_behind = outer.name is not None and spoken.word(place) in spoken.language.elements
        inner = thing._replace(role=_INSIDE.get(thing.role, thing.role)) if thing.place is not None else thing
        steps = holding(outer), inner.selector()
        if is_behind and thing.name is None:
            steps = outer._replace(name=None).selector(), thing._replace(name=outer.name).selector()
        if steps[0] and steps[1] and (both := selector_of(*steps[0].steps, *steps[1].steps)):
            yield outer.end, both, thing.cost + outer.cost


def holding(outer: Thing) -> Selector | None:
    """What holds others: a section is known by a text in it, however the page makes it."""
    is_known_by_text = outer.role == "section" and outer.name
    return (selector_of(SelectorStep("item", outer.name or "")) if is_known_by_text else None) or outer.selector()


def beside(spoken: Spoken, thing: Thing) -> Iterator[Sought]:
    """The thing that goes with a text: "the Edit button next to Bob", "the star icon in the row of Bob"."""
    selector = thing.selector()
    if selector is None or thing.role in FIELDS or thing.role in TICKED:
        return
    next_to = map(spoken.past_article, spoken.past(thing.end, spoken.language.sequences["next_to"]))
    for start in (*next_to, *_past_row(spoken, thing.end)):
        yield from _of_item(spoken, start, selector, thing.cost)
    for start in _past_loose(spoken, thing):
        yield from _of_part(spoken, start, thing, selector)


def beside_many(spoken: Spoken, thing: Thing) -> Iterator[End]:
    """The things that go with a text wherever it stands: "the Like button on all posts by Bob"."""
    selector = thing.selector()
    if selector is None or spoken.word(thing.end) not in spoken.language.words["within"]:
        return
    at = thing.end + 1
    if spoken.word(at) in spoken.language.words["all"]:
        for start in _past_row(spoken, at, ending="s"):
            for end, value, cost in _of_item(spoken, start, selector, thing.cost):
                yield end, str(value.then(SelectorStep("all"))), cost
        return
    for after, number in number_at(spoken.folded, at) if not spoken.is_end(at) else ():
        if number in range(1, _MOST_COUNTED + 1):
            for start in _past_row(spoken, after - 1, ending="s"):
                for end, value, cost in _of_item(spoken, start, selector, thing.cost):
                    yield end, counted(value, int(number)), cost


def counted(selector: Selector, number: int) -> Listed:
    """The first so many of what a selector means."""
    return Listed(tuple(str(selector.then(SelectorStep("nth", place=place))) for place in range(number)))


def _of_item(spoken: Spoken, start: int, selector: Selector, cost: int) -> Iterator[Sought]:
    if spoken.is_end(start):
        return
    for end, said, own in name(spoken, start, len(spoken.tokens)):
        if (both := selector_of(SelectorStep("item", said), *selector.steps)) and not spoken.is_refused(start - 1, end):
            yield end, both, cost + own


def _of_part(spoken: Spoken, start: int, thing: Thing, selector: Selector) -> Iterator[Sought]:
    """The thing in the part that a text is in, which may be called a row or a card behind it: "Bob's row"."""
    for end, said, own in name(spoken, start, len(spoken.tokens)):
        stop, place = (end + 1, whose(said)) if _is_part(spoken, end) else (end, said)
        both = selector_of(SelectorStep("item", place), *selector.steps)
        if both and not spoken.is_refused(thing.end, stop):
            yield stop, both, thing.cost + own


def _is_part(spoken: Spoken, place: int) -> bool:
    """Whether a word tells what sort of part was named, unless it is one that has a role of its own."""
    said, language = spoken.word(place), spoken.language
    is_row = said in language.rows and language.elements.get(said) not in _HOLDS_OTHERS
    return is_row or said in language.nouns["parts"]


def _past_loose(spoken: Spoken, thing: Thing) -> Iterator[int]:
    """Behind "on" or "under": where a text begins that is written as a name, or that a named thing stands below."""
    said, words = spoken.word(thing.end), spoken.language.words
    is_below = said in words["below"]
    if thing.role in _HOLDS_OTHERS or not (is_below or said in words["within"]):
        return
    place = spoken.past_article(thing.end + 1)
    is_counted = spoken.word(place) in spoken.language.rows and spoken.word(place + 1).isdecimal()
    is_told = thing.name is not None and (is_below or (thing.role != "text" and spoken.word(place - 1) == "the"))
    if not spoken.is_end(place) and (is_proper(spoken, place) or is_counted or is_told):
        yield place


def _past_row(spoken: Spoken, place: int, ending: str = "") -> Iterator[int]:
    """Behind "in the row of": where the text begins that tells which row."""
    if not ending and spoken.word(place) not in spoken.language.words["within"]:
        return
    noun = spoken.past_article(place + 1)
    if spoken.word(noun).removesuffix(ending) in spoken.language.rows:
        yield from map(spoken.past_article, spoken.past(noun + 1, spoken.language.sequences["of_row"]))
