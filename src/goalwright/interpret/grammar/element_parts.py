"""Things on a page as people name them: their kind, their name, and their place among their like."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ContractViolation
from goalwright.interpret.grammar.spoken import End, Spoken
from goalwright.interpret.grammar.text_kinds import name
from goalwright.interpret.grammar.tokens import NUMBER, QUOTE, WORD
from goalwright.named_tuple import NamedTuple

SET = frozenset({"spinbutton", "slider", "date", "time", "color"})
LISTS = frozenset({"combobox", "listbox"})
ENTRIES = frozenset({"textbox", "textarea", "searchbox", "editor"})
FIELDS = SET | LISTS | ENTRIES
# Fields that are found by their name alone; what is called a text area is one.
_BY_NAME = FIELDS - {"textarea"} | {"text"}
TICKED = frozenset({"checkbox", "radio"})
_NUMBERED = frozenset({"row", "paragraph", "listitem"})
_OWNED = frozenset({"row", "cell", "listitem", "section"})
_OWNING = ("'s", "\u2019s")
_LONGEST_KIND = 3
SPLIT_COST = 2
_NEVER_ALONE = frozenset({"text", "column"})

Sought: TypeAlias = tuple[int, Selector, int]
"""Where the words for something end, what finds it, and what it costs to understand them so."""


class Thing(NamedTuple):
    """Something on a page: where the words for it end, its role, its place among its like, its name if it has one."""

    end: int
    role: str
    place: int | None
    name: str | None
    cost: int

    def selector(self) -> Selector | None:
        """What finds it; None if it cannot be looked for, or no step can be written for its name."""
        is_key = self.role == "tab" and self.place is None  # "press tab"
        if self.name is None and (self.role in _NEVER_ALONE or is_key):
            return None
        if self.name is None and self.role == "searchbox":
            step = SelectorStep("field", "search")
        elif self.name is None or self.role not in _BY_NAME:
            step = SelectorStep("role", role=self.role, name=self.name)
        else:
            step = SelectorStep("text" if self.role == "text" else "field", self.name)
        return selector_of(step) if self.place is None else selector_of(step, SelectorStep("nth", place=self.place))


def things(spoken: Spoken, start: int, ending: str = "") -> Iterator[Thing]:
    """The things that the words from a place on may name; `ending` is what a word for several of them ends in."""
    first, place = position(spoken, start)
    preceding = spoken.word(start - 1) if start > 0 else ""
    if place is None and preceding in spoken.language.words["any"]:
        place = 0
    may_be_title = preceding in spoken.language.words["articles"]
    for end, role in kinds_at(spoken, first, ending=ending, may_be_title=may_be_title):
        thing = Thing(end, role, place, None, 0)
        if role not in spoken.language.counted:
            yield thing
            yield from _numbered_or_named(spoken, first, thing)
        elif first > start:
            yield thing
    for before, said, cost in name(spoken, first, len(spoken.tokens)) if not spoken.is_end(first) else ():
        for end, role in kinds_at(spoken, before, ending=ending, may_be_title=may_be_title):
            is_app = role == "editor" and spoken.words.app(" ".join(spoken.folded[first:end])) is not None
            if role not in spoken.language.counted and not is_app and (role != "text" or is_proper(spoken, first)):
                called = whose(said) if role in _OWNED else said
                yield Thing(end, role, place, called, cost + _split_cost(spoken, first, before, end))
    yield from _counted(spoken, start, first, place)


def _counted(spoken: Spoken, start: int, first: int, place: int | None) -> Iterator[Thing]:
    """What is known by its name and its place among all that are called so: "the second Save"."""
    is_counted = first > start and spoken.tokens[start].value.islower() and spoken.word(start - 1) == "the"
    if is_counted and not spoken.is_end(first) and is_proper(spoken, first):
        for end, said, cost in name(spoken, first, len(spoken.tokens)):
            yield Thing(end, "text", place, said, cost)


def _numbered_or_named(spoken: Spoken, first: int, thing: Thing) -> Iterator[Thing]:
    """The thing with what follows its kind: "row 3", "the button labelled OK"."""
    said = spoken.word(thing.end)
    if thing.role in _NUMBERED and thing.place is None and said.isdecimal() and said != "0":
        yield thing._replace(end=thing.end + 1, place=int(said) - 1)
        return
    for stop, called, cost in _behind(spoken, first, thing.end, thing.role):
        yield thing._replace(end=stop, name=called, cost=cost)


def _split_cost(spoken: Spoken, first: int, before: int, end: int) -> int:
    """What it costs to end a name before a kind, where another cut between the two is likelier."""
    if " ".join(spoken.folded[before:end]) in spoken.language.split_kinds:
        return SPLIT_COST
    longer = any(stop == end for stop, _ in kinds_at(spoken, before - 1)) if before - 1 > first else False
    is_split = longer and " ".join(spoken.folded[before - 1 : end]) not in spoken.language.split_kinds
    return SPLIT_COST if is_split else 0


def whose(said: str) -> str:
    """The name in what is said of an owner: "Bob's"."""
    return said[: -len("'s")] if said.endswith(_OWNING) and len(said) > len("'s") else said


def position(spoken: Spoken, start: int) -> tuple[int, int | None]:
    """Where a thing begins behind "third" or "last", and which of its like that makes it, counted from 0."""
    word, language = spoken.word(start), spoken.language
    if spoken.word(start + 1) in language.nouns["not_counted"]:
        return start, None
    number = 0 if word in language.words["last"] else language.numerals.ordinal(word)
    return (start, None) if number is None else (start + 1, number - 1)


def kinds_at(spoken: Spoken, start: int, *, ending: str = "", may_be_title: bool = False) -> Iterator[tuple[int, str]]:
    """The words for a kind of thing from a place on, as where they end and the role.

    With a capital they belong to a name ("click Delete List"), unless an article goes before it.
    """
    if spoken.is_end(start):
        return
    if spoken.tokens[start].mark == QUOTE and spoken.word(start + 1) in spoken.language.nouns["widgets"]:
        quoted = spoken.tokens[start].value.casefold()
        role = "textbox" if quoted == "text" else spoken.language.elements.get(quoted)
        if role:
            yield start + 2, role
    if spoken.tokens[start].mark != WORD:
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
    if spoken.tokens[end].mark == QUOTE or (is_plain and is_proper(spoken, end)):
        yield from name(spoken, end, len(spoken.tokens))


def _name_starts(spoken: Spoken, end: int, role: str) -> Iterator[int]:
    """Where a name may begin behind words that announce one."""
    is_field = role in FIELDS or role in TICKED
    links = (("to",),) if role == "link" else ()
    known = spoken.language.sequences
    for place in spoken.past(end, (*known["says_name"], *links, *(known["stands_by"] if is_field else ()))):
        if not spoken.is_end(place):
            yield spoken.past_article(place)


def is_proper(spoken: Spoken, place: int) -> bool:
    """Whether a word is written as a name: with a capital, a figure or in quotes."""
    if spoken.is_end(place) or spoken.in_gap[place]:
        return False
    token = spoken.tokens[place]
    if token.mark == QUOTE:
        return True
    first = token.value[:1]
    return token.mark in (WORD, NUMBER) and first.isalnum() and not first.islower()


def selector_of(*steps: SelectorStep) -> Selector | None:
    """The selector of some steps; None if a name in them cannot be written."""
    try:
        return Selector(steps)
    except ContractViolation:
        return None
