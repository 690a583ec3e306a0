"""Selector: how an element of a page is described, as text (`role=dialog >> text=OK`), steps and words."""

from __future__ import annotations

import re
from typing import Literal

from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation
from goalwright.language.numerals import numerals
from goalwright.named_tuple import NamedTuple

Way = Literal[
    "role",
    "label",
    "placeholder",
    "text",
    "field",
    "item",
    "value",
    "css",
    "nth",
    "word",
    "all",
    "pages",
    "others",
    "things",
    "where",
    "most",
    "least",
    "take",
    "menu",
    "login",
]

MAX_STEPS = 8
_JOINT = " >> "
# An unclosed quote is a character like any other: 5" screen.
_PIECE = r'(?s)\\.|"(?:[^"\\]|\\.)*"|(?P<joint>\s*>>\s*)'
_STEP = (
    r'(?s)role=(?P<role>[a-z]+)(?:\[name="(?P<name>(?:[^"\\]|\\.)*)"\])?'
    r"|(?P<counting>nth|word)=(?P<index>-?\d+)|(?P<all>all|pages|others)"
    r"|(?P<way>label|placeholder|text|field|item|value|css|things|where|most|least|take|menu|login)=(?P<value>.*)"
)
_ESCAPED = r"(?s)\\(.)"
_LEAD = {
    "field": "field ",
    "placeholder": "field ",
    "item": "the part with ",
    "value": "what stands by ",
    "menu": "the menu ",
    "login": "a log-in form with ",
}
# Steps that are one word: everything that was found; also on the pages behind this one; all but what was found.
_BARE = frozenset({"all", "pages", "others"})
# Steps that choose among things, as what is said behind these.
_CHOSEN_BY = {"where": "whose", "most": "with the most", "least": "with the least"}


class SelectorStep(NamedTuple):
    """One step of a selector, taken inside what the step before it found."""

    way: Way
    value: str = ""
    role: str = ""
    name: str | None = None
    place: int = 0
    is_bare: bool = False
    """Whether CSS is written as it is, without `css=` before it."""
    is_loose: bool = False
    """Whether what was said may also name a thing and the part of the page that it is in: Edit for Ann. Set where a
    page is searched, never written.
    """

    def __str__(self) -> str:
        if self.way == "role":
            name = "" if self.name is None else self.name.replace("\\", "\\\\").replace('"', '\\"')
            return f"role={self.role}" if self.name is None else f'role={self.role}[name="{name}"]'
        if self.way in _BARE:
            return self.way
        value = self.place if self.way in ("nth", "word") else self.value
        return self.value if self.is_bare else f"{self.way}={value}"

    def words(self) -> str:
        """The step as a person would say it; CSS stays as it is."""
        if self.way == "role":
            return f"{self.role} {self.name or ''}".strip()
        return _LEAD.get(self.way, "") + self.value if self.value else str(self)


@dataclass(frozen=True, slots=True)
class Selector:
    """The steps to an element. Parsing what it is written as gives it back; a ContractViolation where that fails."""

    steps: tuple[SelectorStep, ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.steps) <= MAX_STEPS:
            raise _violation(f"has {len(self.steps)} steps: write 1 to {MAX_STEPS}")
        if _read(str(self)) != self.steps:
            raise _violation("has a step that cannot be written: leave out >> and quotation marks without a partner")

    @classmethod
    def parse(cls, text: str) -> Selector:
        """The selector that a text writes; a step that is in no form of our own is taken for CSS."""
        return cls(_read(text))

    @property
    def last(self) -> SelectorStep:
        return self.steps[-1]

    def then(self, *steps: SelectorStep) -> Selector:
        """What further steps find inside this."""
        return Selector(self.steps + steps)

    def __str__(self) -> str:
        return _JOINT.join(map(str, self.steps))

    def words(self) -> str:
        """The element in a few words: `role=button[name="OK"]` is the button OK."""
        said: list[str] = []
        for step in self.steps[self.is_paged :]:
            if step.way == "nth" and said:
                said[-1] = f"{_ordinal(step.place)} {said[-1]}"
            elif step.way == "word" and said:
                said.append(f"{_ordinal(step.place)} word")
            elif step.way == "all" and said:
                said[-1] = f"every {said[-1]}"
            elif step.way == "others" and said:
                said[-1] = f"all but {said[-1].removeprefix('every ')}"
            elif step.way in _CHOSEN_BY and said:
                said[-1] = f"{said[-1]} {_CHOSEN_BY[step.way]} {_condition(step.value)}"
            else:
                said.append(step.words())
        return " in ".join(reversed(said)) + (" on any page" if self.is_paged else "")

    @property
    def is_paged(self) -> bool:
        """Whether what is meant may be on the pages behind this one, too."""
        return self.steps[0].way == "pages" and len(self.steps) > 1


def _read(text: str) -> tuple[SelectorStep, ...]:
    return tuple(map(_step, _parts(text)))


def _parts(text: str) -> list[str]:
    """The text cut at each `>>` that stands outside quotes."""
    parts, begin = [], 0
    for found in re.finditer(_PIECE, text):
        if found["joint"]:
            parts.append(text[begin : found.start()].strip())
            begin = found.end()
    return [*parts, text[begin:].strip()]


def _step(part: str) -> SelectorStep:
    found = re.fullmatch(_STEP, part)
    if not part:
        raise _violation('has a step that is empty: write it like role=dialog >> role=button[name="OK"]')
    if found is None:
        if part.startswith("role="):
            raise _violation('is not a role locator: write it like role=button[name="OK"]')
        return SelectorStep("css", part, is_bare=True)
    if found["role"]:
        name = found["name"]
        return SelectorStep("role", role=found["role"], name=None if name is None else re.sub(_ESCAPED, r"\1", name))
    if counting := found["counting"]:
        return SelectorStep("nth" if counting == "nth" else "word", place=int(found["index"]))
    if found["all"]:
        return SelectorStep(found["all"])  # type: ignore[arg-type]  # the pattern has no other words
    way, value = found["way"], found["value"].strip()
    if not value:
        raise _violation(f"names nothing after {way}=")
    return SelectorStep(way, value)  # type: ignore[arg-type]  # the pattern has no other ways


def _ordinal(index: int) -> str:
    if index < 0:
        return "last" if index == -1 else f"{-index}th last"
    return numerals().ordinal_word(index + 1)


def _condition(value: str) -> str:
    """A condition as it is said: `[status] is failed` is status is failed."""
    attribute, _, rest = value.removeprefix("[").partition("] ")
    return f"{attribute} {rest}".strip() if value.startswith("[") else value


def _violation(problem: str) -> ContractViolation:
    return ContractViolation("Selector", "text", problem)
