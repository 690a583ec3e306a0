"""Where a thing lies on a page: in a dialog or a row, or beside a text that tells it from others of its like."""

from __future__ import annotations

from collections.abc import Iterator

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.interpret.grammar.element_parts import (
    ARTICLES,
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

_HOLDS_OTHERS = LISTS | {
    *("dialog", "form", "table", "row", "section", "navigation", "contentinfo", "banner", "complementary", "listitem"),
}
# What something that is only counted is inside another: the second item of a list, the second column of a row.
_INSIDE = {"text": "listitem", "column": "cell"}
_WITHIN = frozenset({"in", "inside", "on", "of", "within", "from"})
_NEXT_TO = (
    *(("next", "to"), ("beside",), ("near",), ("for",), ("opposite",), ("alongside",), ("close", "to")),
    *(("on", "the", "same", "row", "as"), ("on", "the", "same", "line", "as"), ("in", "the", "same", "row", "as")),
)
_UNDER = frozenset({"under", "underneath", "below", "beneath"})
_PARTS = frozenset({"box", "part", "block", "group", "plan"})
_OF = frozenset("of for with by from called named titled labelled labeled containing about".split())
_SAYS = frozenset({("that", "says"), ("which", "says"), ("that", "has"), ("that", "contains")})
_MOST_COUNTED = 20


def within(spoken: Spoken, thing: Thing) -> Iterator[Sought]:
    """The thing inside a dialog or the like. A name behind both belongs to the thing, if that has none."""
    if spoken.word(thing.end) not in _WITHIN:
        return
    place = thing.end + 1
    if spoken.word(place) in ARTICLES:
        place += 1
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
    for start in (*_past_next_to(spoken, thing.end), *_past_row(spoken, thing.end)):
        yield from _of_item(spoken, start, selector, thing.cost)
    for start in _past_loose(spoken, thing):
        yield from _of_part(spoken, start, thing, selector)


def beside_many(spoken: Spoken, thing: Thing) -> Iterator[End]:
    """The things that go with a text wherever it stands: "the Like button on all posts by Bob"."""
    selector = thing.selector()
    if selector is None or spoken.word(thing.end) not in _WITHIN:
        return
    at = thing.end + 1
    if spoken.word(at) in ("all", "every", "each"):
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
    said = spoken.word(place)
    return said in _PARTS or (said in spoken.language.rows and spoken.language.elements.get(said) not in _HOLDS_OTHERS)


def _past_loose(spoken: Spoken, thing: Thing) -> Iterator[int]:
    """Behind "on" or "under": where a text begins that is written as a name, or that a named thing stands below."""
    said = spoken.word(thing.end)
    if thing.role in _HOLDS_OTHERS or (said not in _UNDER and said not in _WITHIN):
        return
    place = _past_article(spoken, thing.end + 1)
    is_counted = spoken.word(place) in spoken.language.rows and spoken.word(place + 1).isdecimal()
    is_told = thing.name is not None and (said in _UNDER or (thing.role != "text" and spoken.word(place - 1) == "the"))
    if not spoken.is_end(place) and (is_proper(spoken, place) or is_counted or is_told):
        yield place


def _past_next_to(spoken: Spoken, place: int) -> Iterator[int]:
    for words in _NEXT_TO:
        if tuple(spoken.folded[place : place + len(words)]) == words:
            yield _past_article(spoken, place + len(words))


def _past_row(spoken: Spoken, place: int, ending: str = "") -> Iterator[int]:
    """Behind "in the row of": where the text begins that tells which row."""
    if not ending and spoken.word(place) not in _WITHIN:
        return
    noun = _past_article(spoken, place + 1)
    if spoken.word(noun).removesuffix(ending) not in spoken.language.rows:
        return
    after = noun + 1
    if spoken.word(after) in _OF:
        yield _past_article(spoken, after + 1)
    elif tuple(spoken.folded[after : after + 2]) in _SAYS:
        yield _past_article(spoken, after + 2)


def _past_article(spoken: Spoken, place: int) -> int:
    return place + 1 if spoken.word(place) in ARTICLES and not spoken.is_end(place + 1) else place
