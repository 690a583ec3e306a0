"""Kinds of slots for what is drawn on a page and where it is dragged: "the large red circle", "up by one"."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.interpret.grammar.element_parts import ARTICLES
from goalwright.interpret.grammar.numbers import number_at, ordinal
from goalwright.interpret.grammar.spoken import End, Spoken
from goalwright.interpret.grammar.tokens import NUMBER, QUOTE, WORD

_FORMS = frozenset("circle square rectangle triangle oval ellipse dot polygon shape figure digit letter".split())
_THINGS = frozenset("item box object thing".split())
_SIZES = frozenset("large larger largest big bigger biggest small smaller smallest tiny".split())
_SIDES = frozenset("left right leftmost rightmost top topmost upper bottom bottommost lower".split())
_COLORS = frozenset(
    "red green blue yellow orange purple pink black white grey gray brown cyan aqua magenta olive lime navy teal "
    "violet gold silver beige maroon turquoise indigo".split()
)
_PAINTED = frozenset({"colored", "coloured"})
_ANY = frozenset({"a", "an", "any"})
_ALL = frozenset({"all", "every", "each"})
_AXES = {
    **dict.fromkeys(("top", "upper"), "top"),
    **dict.fromkeys(("bottom", "lower"), "bottom"),
    **dict.fromkeys(("center", "centre", "middle"), "center"),
    **dict.fromkeys(("left", "right"), ""),
}
_WAYS = {"up": "up", "upwards": "up", "down": "down", "downwards": "down", "left": "left", "right": "right"}
_SLOTS = frozenset({"position", "place", "spot", "slot"})
_STEPS = _SLOTS | {f"{slot}s" for slot in _SLOTS}
_MOST_STEPS = 50


def shape(spoken: Spoken, start: int, bare: Collection[str] = _FORMS) -> Iterator[End]:
    """Something drawn, by its size, place and colour and by its form; `bare` are the nouns that need none of those."""
    at = start
    while spoken.word(at) in _SIZES | _SIDES | _COLORS | _PAINTED and not spoken.is_end(at + 1):
        at += 1
    said = [spoken.word(place) for place in range(start, at) if spoken.word(place) not in _PAINTED]
    is_any = start > 0 and spoken.word(start - 1) in _ANY
    noun = _noun(spoken, at, bare if not said else _FORMS | _THINGS, is_any=is_any or bool(said))
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
    if spoken.word(start) not in _ALL:
        return
    at = start + 1
    while spoken.word(at) in ("of", "the"):
        at += 1
    first = at
    while spoken.word(at) in _SIZES | _COLORS | _PAINTED:
        at += 1
    said = [spoken.word(place) for place in range(first, at) if spoken.word(place) not in _PAINTED]
    noun = spoken.word(at)
    for form in (noun.removesuffix("s"), noun.removesuffix("es")):
        if form in _FORMS | (_THINGS if said else frozenset()):
            yield at + 1, _selector([*said, form], SelectorStep("all")), 0
            return


def _selector(words: list[str], rest: SelectorStep | None) -> str:
    shape = SelectorStep("role", role="shape", name=" ".join(words))
    return str(Selector((shape,) if rest is None else (shape, rest)))


def drop_place(spoken: Spoken, start: int) -> Iterator[End]:
    """Where something is dragged among its like, or from where it is: "to the third position", "up by one", "left"."""
    at = start
    is_to = spoken.word(at) == "to"
    at += is_to
    at += is_to and spoken.word(at) in ARTICLES
    at += is_to and spoken.word(at) == "very"
    word = spoken.word(at)
    number = ordinal(word) if is_to else None
    if number is not None and spoken.word(at + 1) in _SLOTS:
        yield at + 2, f"position {number}", 0
    elif is_to and word in ("position", "number", "place") and spoken.word(at + 1).isdecimal():
        yield at + 2, f"position {spoken.word(at + 1)}", 0
    if is_to and word in _AXES:
        yield from _corner(spoken, at, word)
    if word in _WAYS and (not is_to or word in ("left", "right")):
        yield at + 1, _WAYS[word], 0
        yield from _counted(spoken, at + 1, _WAYS[word])


def _corner(spoken: Spoken, at: int, word: str) -> Iterator[End]:
    second = spoken.word(at + 1)
    if _AXES[word] and second in ("left", "right", "center", "centre", "middle"):
        side = _AXES[second] or second
        yield at + 2 + (spoken.word(at + 2) == "corner"), f"{_AXES[word]} {side}", 0
    elif _AXES[word]:
        yield at + 1, _AXES[word], 0


def _counted(spoken: Spoken, at: int, way: str) -> Iterator[End]:
    first = at + (spoken.word(at) == "by")
    for end, number in number_at(spoken.folded, first) if not spoken.is_end(first) else ():
        if number in range(1, _MOST_STEPS + 1):
            yield end + (spoken.word(end) in _STEPS), f"{way} {int(number)}", 0


SHAPE_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    "drop_place": drop_place,
    "many_shapes": many_shapes,
    "shape": shape,
    "any_shape": partial(shape, bare=_FORMS | _THINGS),
}
