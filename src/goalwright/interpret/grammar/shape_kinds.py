"""Kinds of slots for what is drawn on a page and where it is dragged: "the large red circle", "up by one"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.interpret.grammar.numbers import number_at
from goalwright.interpret.grammar.spoken import End, Spoken
from goalwright.interpret.grammar.tokens import NUMBER, QUOTE, WORD

_LOOKS = ("small", "large", "colors")
_NOUNS = ("forms", "things")
_MOST_STEPS = 50


def shape(spoken: Spoken, start: int, bare: tuple[str, ...] = ("forms",)) -> Iterator[End]:
    """Something drawn, by its size, place and colour and by its form; `bare` are the nouns that need none of those."""
    at, said = _told(spoken, start, (*_LOOKS, "sides"))
    is_any = start > 0 and spoken.word(start - 1) in spoken.language.words["any"]
    noun = _noun(spoken, at, _nouns(spoken, _NOUNS if said else bare), is_any=is_any or bool(said))
    if noun and not spoken.is_end(at):
        yield at + 1, _selector([*said, noun], SelectorStep("nth") if is_any else None), 0


def _noun(spoken: Spoken, at: int, nouns: Collection[str], *, is_any: bool) -> str:
    token = None if spoken.is_end(at) else spoken.tokens[at]
    if token is None or token.mark == QUOTE:
        return ""
    if spoken.word(at) in nouns:
        return spoken.word(at)
    is_sign = is_any and len(token.value) == 1 and token.value.isalnum() and token.mark in (WORD, NUMBER)
    return token.value if is_sign else ""


def many_shapes(spoken: Spoken, start: int) -> Iterator[End]:
    """Everything drawn of a sort: "all red circles"."""
    if spoken.word(start) not in spoken.language.words["all"]:
        return
    at, said = _told(spoken, spoken.past_of_the(start + 1), _LOOKS)
    noun, nouns = spoken.word(at), _nouns(spoken, _NOUNS if said else ("forms",))
    for form in (noun.removesuffix("s"), noun.removesuffix("es")):
        if form in nouns:
            yield at + 1, _selector([*said, form], SelectorStep("all")), 0
            return


def _told(spoken: Spoken, start: int, groups: tuple[str, ...]) -> tuple[int, list[str]]:
    """Where words of some groups end, and those of them that tell something; the last word of all is a noun."""
    at, looks, painted = start, _nouns(spoken, groups), spoken.language.shapes["painted"]
    while spoken.word(at) in looks | painted and not spoken.is_end(at + 1):
        at += 1
    return at, [word for word in spoken.folded[start:at] if word not in painted]


def _nouns(spoken: Spoken, groups: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(spoken.language.shapes[group] for group in groups))


def _selector(words: list[str], rest: SelectorStep | None) -> str:
    shape = SelectorStep("role", role="shape", name=" ".join(words))
    return str(Selector((shape,) if rest is None else (shape, rest)))


def drop_place(spoken: Spoken, start: int) -> Iterator[End]:
    """Where something is dragged among its like, or from where it is: "to the third position", "up by one", "left"."""
    at = start
    is_to = spoken.word(at) == "to"
    at += is_to
    at += is_to and spoken.word(at) in spoken.language.words["articles"]
    at += is_to and spoken.word(at) == "very"
    word, shapes, ways = spoken.word(at), spoken.language.shapes, spoken.language.drops["ways"]
    number = spoken.language.numerals.ordinal(word) if is_to else None
    if number is not None and spoken.word(at + 1) in shapes["slots"]:
        yield at + 2, f"position {number}", 0
    elif is_to and word in shapes["numbered"] and spoken.word(at + 1).isdecimal():
        yield at + 2, f"position {spoken.word(at + 1)}", 0
    if is_to:
        yield from _corner(spoken, at)
    if word in ways and (not is_to or word in spoken.language.drops["columns"]):
        yield at + 1, ways[word], 0
        yield from _counted(spoken, at + 1, ways[word])


def _corner(spoken: Spoken, at: int) -> Iterator[End]:
    drops = spoken.language.drops
    row, column = drops["rows"].get(spoken.word(at)), drops["columns"].get(spoken.word(at + 1))
    if row and column:
        yield at + 2 + (spoken.word(at + 2) == "corner"), f"{row} {column}", 0
    elif row:
        yield at + 1, row, 0


def _counted(spoken: Spoken, at: int, way: str) -> Iterator[End]:
    first = at + (spoken.word(at) == "by")
    for end, number in number_at(spoken.folded, first) if not spoken.is_end(first) else ():
        if number in range(1, _MOST_STEPS + 1):
            is_slot = spoken.word(end).removesuffix("s") in spoken.language.shapes["slots"]
            yield end + is_slot, f"{way} {int(number)}", 0


SHAPE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    "drop_place": drop_place,
    "many_shapes": many_shapes,
    "shape": shape,
    "any_shape": partial(shape, bare=_NOUNS),
}
