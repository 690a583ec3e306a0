"""Kinds of slots for things on a page: "the second text field", "the button labelled OK in the dialog"."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.interpret.grammar.element_parts import (
    ENTRIES,
    LISTS,
    SET,
    TICKED,
    Sought,
    is_proper,
    kinds_at,
    position,
    things,
)
from goalwright.interpret.grammar.element_places import beside, beside_many, counted, within
from goalwright.interpret.grammar.spoken import End, Listed, Spoken, by_name
from goalwright.interpret.grammar.text_kinds import MAX_NAME
from goalwright.interpret.grammar.tokens import NUMBER, QUOTE, WORD

_PICKED = frozenset(
    "article row column columnheader button link tab option menuitem img heading section text listitem".split()
)
_GROUPS = frozenset({"navigation", "contentinfo", "banner", "complementary", "row", "cell", "listitem"})
_READ = ENTRIES.union(
    _GROUPS, "column article heading table section listbox dialog paragraph alert option form title".split()
)
_SHOWN = frozenset({"paragraph", "heading", "cell", "row", "section", "listitem", "alert", "table"})
_ARROWS = frozenset({">", "\u203a", "\u2192"})
_LONGEST_CASE = 4


def element(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[End]:
    """A thing on a page by its kind, its name, its place among its like, and what it lies in; as a selector."""
    return ((end, str(selector), cost) for end, selector, cost in _sought(spoken, start, roles))


def _sought(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[Sought]:
    for thing in things(spoken, start):
        if roles is not None and thing.role not in roles:
            continue
        selector = thing.selector()
        if selector is not None:
            yield thing.end, selector, thing.cost
        yield from within(spoken, thing)
        yield from beside(spoken, thing)


def named_element(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[End]:
    """A thing on a page that has a name or a place among its like."""
    for end, selector, cost in _sought(spoken, start, roles):
        if any(step.way != "role" or step.name is not None for step in selector.steps):
            yield end, str(selector), cost


def choice_element(spoken: Spoken, start: int) -> Iterator[End]:
    """What holds values to choose from, but no list that is only called one: which list is meant, the value tells."""
    yield from element(spoken, start, SET)
    yield from named_element(spoken, start, LISTS)


def row_element(spoken: Spoken, start: int) -> Iterator[End]:
    """A row or the like that is known by itself, not by what stands in it."""
    for end, selector, cost in _sought(spoken, start, _GROUPS):
        if selector.steps[0].way != "item":
            yield end, str(selector), cost


def both_elements(spoken: Spoken, start: int) -> Iterator[End]:
    """Both of two things of a kind."""
    if spoken.word(start) != "both":
        return
    for end, role in kinds_at(spoken, spoken.past_of_the(start + 1), ending="s"):
        yield end, counted(Selector((SelectorStep("role", role=role),)), 2), 0


def many_elements(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[End]:
    """Everything of a kind: "all checkboxes", "every Like button", "the Like button on all posts by Bob"."""
    if spoken.word(start) not in spoken.language.words["all"]:
        for thing in things(spoken, start):
            if roles is None or thing.role in roles:
                yield from beside_many(spoken, thing)
        return
    place = spoken.past_of_the(start + 1)
    if spoken.word(place) == "other":
        return
    if roles is not None and spoken.word(place) in spoken.language.nouns["boxes"]:
        yield place + 1, "role=checkbox >> all", 0
    for thing in things(spoken, place, ending="s") if not spoken.is_end(place) else ():
        selector = thing.selector() if thing.place is None else None
        if selector is not None and (roles is None or thing.role in roles):
            yield thing.end, str(selector.then(SelectorStep("all"))), thing.cost


def all_elements(spoken: Spoken, start: int) -> Iterator[End]:
    """Everything of a kind, by its plural alone: headings, links."""
    for end, role in kinds_at(spoken, start, ending="s") if not spoken.is_end(start) else ():
        if (
            spoken.word(end - 1).endswith("s")
            and role not in spoken.language.counted
            and role not in ("text", "row", "tab")
        ):
            yield end, f"role={role} >> all", 0


def copied_element(spoken: Spoken, start: int) -> Iterator[End]:
    """What is read to be kept as a text; a table is rather kept as one, where the file is for that."""
    for end, selector, cost in _sought(spoken, start, _READ):
        is_for_table = any(token.value.casefold().endswith(".csv") for token in spoken.tokens[end:])
        yield end, str(selector), cost + (is_for_table and any(step.role == "table" for step in selector.steps))


def word_in(spoken: Spoken, start: int) -> Iterator[End]:
    """A word of a text on the page: "the second word in the paragraph"."""
    first, place = position(spoken, start)
    if place is None or spoken.word(first) != "word" or spoken.word(first + 1) not in spoken.language.words["within"]:
        return
    at = first + 2 + (spoken.word(first + 2) == "the")
    if spoken.is_end(at):
        return
    for end, selector, cost in _sought(spoken, at, _READ):
        yield end, str(selector.then(SelectorStep("word", place=place))), cost


def menus(spoken: Spoken, start: int) -> Iterator[End]:
    """The way to an entry of a menu, up to it: the names in "File > Export > " before one that is written as a name."""
    names: list[str] = []
    place = first = start
    while place < len(spoken.tokens) and place - first <= MAX_NAME:
        if spoken.tokens[place].value in _ARROWS and place > first and is_proper(spoken, first):
            names.append(spoken.said(first, place))
            first = place + 1
            if is_proper(spoken, first):
                yield first, Listed(tuple(names)) if len(names) > 1 else names[0], 1
        elif spoken.in_gap[place] or spoken.tokens[place].mark not in (WORD, NUMBER, QUOTE):
            break
        place += 1


def menu(spoken: Spoken, start: int) -> Iterator[End]:
    """The menus that an entry is in, as steps of a selector: the names in "File > New > " before that of the entry."""
    for end, name, _ in menus(spoken, start):
        yield end, name if isinstance(name, str) else " >> menu=".join(name.values), 0


def cased(spoken: Spoken, start: int) -> Iterator[End]:
    """A quoted text that is to be written in capitals, or in small letters."""
    token = spoken.tokens[start]
    if token.mark != QUOTE or spoken.word(start + 1) not in ("in", "as", "with") or spoken.is_end(start + 2):
        return
    for end, phrase in spoken.phrases(start + 2, _LONGEST_CASE, across_gaps=False):
        said = phrase.removeprefix("all ").removesuffix(" letters").removesuffix(" characters")
        if said in spoken.language.nouns["capitals"]:
            yield end, token.value.upper(), 0
        elif said in spoken.language.nouns["small_letters"]:
            yield end, token.value.lower(), 0


ELEMENT_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    **by_name(
        element,
        named_element,
        choice_element,
        row_element,
        both_elements,
        many_elements,
        all_elements,
        copied_element,
        word_in,
        menus,
        menu,
        cased,
    ),
    "article": partial(element, roles={"article"}),
    "entry_element": partial(element, roles=SET | ENTRIES | {"cell"}),
    "group_element": partial(element, roles=_GROUPS | {"dialog", "form", "table", "section", "textbox"}),
    "link_element": partial(element, roles={"link"}),
    "many_sections": partial(many_elements, roles={"section"}),
    "many_ticks": partial(many_elements, roles=TICKED),
    "pick_element": partial(named_element, roles=_PICKED),
    "read_element": partial(element, roles=_READ),
    "seen_element": partial(element, roles=_READ | _PICKED | TICKED | LISTS | (SET - {"spinbutton"})),
    "section_element": partial(element, roles={"section"}),
    "text_element": partial(element, roles=_SHOWN),
    "table_element": partial(element, roles={"table"}),
    "tick_element": partial(element, roles=TICKED),
}
