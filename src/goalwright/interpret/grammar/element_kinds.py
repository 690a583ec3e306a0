"""Kinds of slots for things on a page: "the second text field", "the button labelled OK in the dialog"."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from goalwright.interpret.grammar.numbers import ordinal
from goalwright.interpret.grammar.spoken import End, Listed, Spoken
from goalwright.interpret.grammar.text_kinds import MAX_NAME, name
from goalwright.interpret.grammar.tokens import NUMBER, QUOTE, WORD

Kind = Callable[[Spoken, int], Iterator[End]]

_ARTICLES = frozenset("the a an this that its".split())
_SAYS_NAME = (
    *(("called",), ("named",), ("titled",), ("labelled",), ("labeled",), ("marked",), ("saying",), ("reading",)),
    *(("that", "says"), ("which", "says"), ("that", "reads"), ("with",), ("with", "the", "name")),
    *(("with", "the", "name", "of"), ("with", "the", "text"), ("with", "the", "label"), ("with", "the", "caption")),
    *(("with", "the", "words"), ("with", "the", "title"), ("with", "the", "placeholder")),
)
_STANDS_BY = (
    *(("for",), ("next", "to"), ("beside",), ("by",), ("near",), ("under",), ("underneath",), ("below",), ("above",)),
    *(("close", "to"), ("beneath",), ("under", "the", "text")),
)
_SET = frozenset({"spinbutton", "slider", "date", "color"})
_LISTS = frozenset({"combobox", "listbox"})
_FIELDS = _SET | _LISTS | {"textbox", "searchbox"}
_TICKED = frozenset({"checkbox", "radio"})
_PICKED = frozenset({"button", "link", "tab", "option", "menuitem", "img", "heading", "section", "text"})
_READ = frozenset({"heading", "table", "section", "textbox", "listbox", "dialog", "paragraph"})
_HOLDS_OTHERS = frozenset({"dialog", "form", "table"})
_WITHIN = frozenset({"in", "inside", "on", "of", "within"})
_LAST = frozenset({"last", "final"})
_NOT_COUNTED = frozenset({"name", "page"})
_CAPITALS = frozenset({"upper case", "uppercase", "upper-case", "capital", "capitals", "caps"})
_SMALL = frozenset({"lower case", "lowercase", "lower-case", "small"})
_ARROWS = frozenset({">", "\u203a", "\u2192"})
_BARE = re.compile(r"role=[a-z]+(?: >> role=[a-z]+)?")
_LONGEST_KIND, _LONGEST_CASE = 3, 4


class _Thing(NamedTuple):
    """Something on a page: where the words for it end, its role, its place among its like, its name if it has one."""

    end: int
    role: str
    place: int | None
    name: str | None
    cost: int

    def selector(self) -> str | None:
        """The steps that find it; None if no step can be written for its name."""
        place = "" if self.place is None else f" >> nth={self.place}"
        if self.name is None:
            is_key = self.role == "tab" and not place  # "press tab"
            bare = "field=search" if self.role == "searchbox" else f"role={self.role}"
            return None if self.role == "text" or is_key else f"{bare}{place}"
        if self.role not in _FIELDS and self.role != "text":
            return f'role={self.role}[name="{_escaped(self.name)}"]{place}'
        way = "text" if self.role == "text" else "field"
        return None if ">>" in self.name else f"{way}={self.name}{place}"


def element(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[End]:
    """A thing on a page by its kind, its name, its place among its like, and what it lies in; as a selector."""
    for thing in _things(spoken, start):
        if roles is not None and thing.role not in roles:
            continue
        selector = thing.selector()
        if selector is not None:
            yield thing.end, selector, thing.cost
        yield from _within(spoken, thing)


def named_element(spoken: Spoken, start: int, roles: Container[str] | None = None) -> Iterator[End]:
    """A thing on a page that has a name or a place among its like."""
    return (ending for ending in element(spoken, start, roles) if not _BARE.fullmatch(ending[1]))


def choice_element(spoken: Spoken, start: int) -> Iterator[End]:
    """What holds values to choose from, but no list that is only called one: which list is meant, the value tells."""
    yield from element(spoken, start, _SET)
    yield from named_element(spoken, start, _LISTS)


def both_elements(spoken: Spoken, start: int) -> Iterator[End]:
    """Both of two things of a kind."""
    if spoken.word(start) != "both":
        return
    place = start + 1
    while spoken.word(place) in ("of", "the"):
        place += 1
    for end, role in _kinds(spoken, place, ending="s"):
        yield end, Listed((f"role={role} >> nth=0", f"role={role} >> nth=1")), 0


def menus(spoken: Spoken, start: int) -> Iterator[End]:
    """The way to an entry of a menu, up to it: the names in "File > Export > " before one that is written as a name."""
    names: list[str] = []
    place = first = start
    while place < len(spoken.tokens) and place - first <= MAX_NAME:
        if spoken.tokens[place].value in _ARROWS and place > first and _is_proper(spoken, first):
            names.append(spoken.said(first, place))
            first = place + 1
            if _is_proper(spoken, first):
                yield first, Listed(tuple(names)) if len(names) > 1 else names[0], 0
        elif spoken.in_gap[place] or spoken.tokens[place].mark not in (WORD, NUMBER, QUOTE):
            break
        place += 1


def cased(spoken: Spoken, start: int) -> Iterator[End]:
    """A quoted text that is to be written in capitals, or in small letters."""
    token = spoken.tokens[start]
    if token.mark != QUOTE or spoken.word(start + 1) not in ("in", "as", "with") or spoken.is_end(start + 2):
        return
    for end, phrase in spoken.phrases(start + 2, _LONGEST_CASE, across_gaps=False):
        said = phrase.removeprefix("all ").removesuffix(" letters").removesuffix(" characters")
        if said in _CAPITALS:
            yield end, token.value.upper(), 0
        elif said in _SMALL:
            yield end, token.value.lower(), 0


def _things(spoken: Spoken, start: int) -> Iterator[_Thing]:
    first, place = _position(spoken, start)
    may_be_title = start > 0 and spoken.word(start - 1) in _ARTICLES
    for end, role in _kinds(spoken, first, may_be_title=may_be_title):
        yield _Thing(end, role, place, None, 0)
        for stop, said, cost in _behind(spoken, first, end, role):
            yield _Thing(stop, role, place, said, cost)
    if spoken.is_end(first):
        return
    for before, said, cost in name(spoken, first, len(spoken.tokens)):
        for end, role in _kinds(spoken, before, may_be_title=may_be_title):
            if role != "text" or _is_proper(spoken, first):
                yield _Thing(end, role, place, said, cost)


def _position(spoken: Spoken, start: int) -> tuple[int, int | None]:
    """Where a thing begins behind "third" or "last", and which of its like that makes it, counted from 0."""
    word = spoken.word(start)
    if spoken.word(start + 1) in _NOT_COUNTED:
        return start, None
    number = 0 if word in _LAST else ordinal(word)
    return (start, None) if number is None else (start + 1, number - 1)


def _kinds(spoken: Spoken, start: int, *, ending: str = "", may_be_title: bool = False) -> Iterator[tuple[int, str]]:
    """The words for a kind of thing from a place on, as where they end and the role.

    With a capital they belong to a name ("click Delete List"), unless an article goes before it.
    """
    if spoken.is_end(start) or spoken.tokens[start].mark != WORD:
        return
    if not may_be_title and not spoken.tokens[start].value[:1].islower():
        return
    for end, phrase in spoken.phrases(start, _LONGEST_KIND, across_gaps=False):
        said = phrase.removesuffix(ending)
        role = spoken.language.elements.get(said) or (ending and spoken.language.elements.get(said.removesuffix("e")))
        if role:
            yield end, role


def _behind(spoken: Spoken, start: int, end: int, role: str) -> Iterator[End]:
    """A name that follows the kind: in quotes, behind a word such as "labelled", or written as a name."""
    for place in _name_starts(spoken, end, role):
        for ending in name(spoken, place, len(spoken.tokens)):
            if not spoken.is_refused(end, ending[0]):
                yield ending
    if spoken.is_end(end) or spoken.in_gap[end]:
        return
    is_plain = all(token.value[:1].islower() for token in spoken.tokens[start:end])
    if spoken.tokens[end].mark == QUOTE or (is_plain and _is_proper(spoken, end)):
        yield from name(spoken, end, len(spoken.tokens))


def _name_starts(spoken: Spoken, end: int, role: str) -> Iterator[int]:
    """Where a name may begin behind words that announce one."""
    is_field = role in _FIELDS or role in _TICKED
    links = (("to",),) if role == "link" else ()
    for words in (*_SAYS_NAME, *links, *(_STANDS_BY if is_field else ())):
        place = end + len(words)
        if tuple(spoken.folded[end:place]) == words and not spoken.is_end(place):
            has_article = spoken.word(place) in _ARTICLES and not spoken.is_end(place + 1)
            yield place + 1 if has_article else place


def _within(spoken: Spoken, thing: _Thing) -> Iterator[End]:
    """The thing inside a dialog or the like. A name behind both belongs to the thing, if that has none."""
    if spoken.word(thing.end) not in _WITHIN:
        return
    place = thing.end + 1
    if spoken.word(place) in _ARTICLES:
        place += 1
    for outer in _things(spoken, place):
        if outer.role not in _HOLDS_OTHERS:
            continue
        is_behind = outer.name is not None and spoken.word(place) in spoken.language.elements
        steps = outer.selector(), thing.selector()
        if is_behind and thing.name is None:
            steps = outer._replace(name=None).selector(), thing._replace(name=outer.name).selector()
        if None not in steps:
            yield outer.end, f"{steps[0]} >> {steps[1]}", thing.cost + outer.cost


def _is_proper(spoken: Spoken, place: int) -> bool:
    """Whether a word is written as a name: with a capital, a figure or in quotes."""
    if spoken.is_end(place) or spoken.in_gap[place]:
        return False
    token = spoken.tokens[place]
    if token.mark == QUOTE:
        return True
    first = token.value[:1]
    return token.mark in (WORD, NUMBER) and first.isalnum() and not first.islower()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


ELEMENT_KINDS: Mapping[str, Kind] = {
    "both_elements": both_elements,
    "cased": cased,
    "choice_element": choice_element,
    "element": element,
    "entry_element": partial(element, roles=_SET | {"textbox", "searchbox"}),
    "group_element": partial(element, roles=_HOLDS_OTHERS | {"section", "textbox"}),
    "link_element": partial(element, roles={"link"}),
    "menus": menus,
    "named_element": named_element,
    "pick_element": partial(named_element, roles=_PICKED),
    "read_element": partial(element, roles=_READ),
    "section_element": partial(element, roles={"section"}),
    "tick_element": partial(element, roles=_TICKED),
}
