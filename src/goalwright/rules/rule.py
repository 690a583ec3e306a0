"""Rule: one row of the table, with everything there is to know about one verb."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.plan import ActionClass, Risk
from goalwright.dataclass import dataclass, fields

Kind = Literal["achieve", "event"]
Change = Literal["value", "absent", "unknown", "not", "like"]

PATH_FAMILIES = frozenset({"file", "dir", "tree", "entry"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Param:
    """A parameter's type and bounds. `into` and `beside` relate one path to another: a destination that is a
    folder means into it, a bare new name means beside the old one. `tells` is the parameter that takes the same value
    in words for a person, `dated` the path that a missing one is called after, with the day in its name."""

    name: str
    type: str
    min: float | None = None
    max: float | None = None
    allowed: tuple[str, ...] = ()
    into: str | None = None
    beside: str | None = None
    tells: str | None = None
    dated: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ref:
    """A register and what is said of it: `dir:{path.parent} = exists`, `active = not {app}`, `page:* = unknown`.

    `family` is the register's name or, for the families with members, what stands before the colon.
    """

    family: str
    param: str | None = None
    parent: bool = False
    every: bool = False
    change: Change = "value"
    value: tuple[str, ...] = ("exists",)
    text: str = ""


HARMFUL = "harmful"
"""What chooses a variant by a selector, a key or a text that does something which cannot be taken back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RiskIf:
    """What is at stake instead, where this is known to be so just before the row is carried out."""

    when: Ref
    risk: Risk


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to carry a row out: what must be known first, which goals' names serve it, with which arguments."""

    needs: tuple[Ref, ...] = ()
    achieved_by: tuple[str, ...]
    tool: str
    args: Mapping[str, str] | None = None
    args_for: Mapping[str, Mapping[str, str]] = EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """A row as it stands for one set of parameters: the row itself, or one of its variants laid over it."""

    when: Mapping[str, str] = EMPTY
    intent: str
    action_class: ActionClass = "actuate"
    description_template: str
    main: str | None = None
    required_params: tuple[str, ...] = ()
    default_params: Mapping[str, Any] = EMPTY
    allowed_values: Mapping[str, tuple[str, ...]] = EMPTY
    params: Mapping[str, Param] = EMPTY
    inherit: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    derive: Mapping[str, str] = EMPTY
    kind: Kind
    register: Ref | None = None
    value: tuple[str, ...] = ()
    ensure: tuple[Ref, ...] = ()
    assume: tuple[Ref, ...] = ()
    writes: tuple[Ref, ...] = ()
    touches: tuple[Ref, ...] = ()
    provides: bool = False
    ways: tuple[Way, ...]
    expected_effect: str
    risk: Risk = "low"
    risk_if: tuple[RiskIf, ...] = ()

    def fits(self, params: Mapping[str, Any]) -> bool:
        """Whether the row's variant is the one meant by these parameters."""
        return all(
            name in params
            and (
                wanted == "given"
                or params[name] == wanted
                or (wanted == HARMFUL and self._is_harmful(name, params[name]))
            )
            for name, wanted in self.when.items()
        )

    def _is_harmful(self, name: str, value: Any) -> bool:
        return _HARM[self.params[name].type](value)


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """A goal that a sentence asks for before its own, one for each value of a list; `given` as in Say.

    `gives` is the parameter of the sentence's own goal that takes what the first one sees.
    """

    domain: str
    verb: str
    given: Mapping[str, Any] = EMPTY
    gives: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Say:
    """A sentence template; `given` are parameters it implies, as constants or patterns with the template's slots.

    `on_page` marks a wording that only means this verb once the sentence is about a page; False, while it is not.
    """

    template: str
    given: Mapping[str, Any] = EMPTY
    on_page: bool | None = None
    firsts: tuple[First, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Mapping[str, Any]):
    """A row: its plain shape, its variants, its sentences and examples. Reads like a mapping of the row's fields."""

    domain: str
    verb: str
    shape: Shape
    variants: tuple[Shape, ...] = ()
    say: tuple[Say, ...] = ()
    examples: tuple[FrozenDict[str, Any], ...] = ()
    file: str = ""

    @property
    def name(self) -> str:
        return f"{self.domain}.{self.verb}"

    @property
    def shapes(self) -> tuple[Shape, ...]:
        return (self.shape, *self.variants)

    def shape_for(self, params: Mapping[str, Any]) -> Shape:
        """The first variant that these parameters choose, else the plain row."""
        for variant in self.variants:
            if variant.fits(params):
                return variant
        return self.shape

    def __getitem__(self, key: str) -> Any:
        if key in _SHAPE_FIELDS:
            return getattr(self.shape, key)
        if key in _RULE_FIELDS:
            return getattr(self, key)
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        yield from _RULE_FIELDS
        yield from _SHAPE_FIELDS

    def __len__(self) -> int:
        return len(_RULE_FIELDS) + len(_SHAPE_FIELDS)

    def __hash__(self) -> int:
        return hash((self.domain, self.verb))


_SHAPE_FIELDS = tuple(field.name for field in fields(Shape) if field.name != "when")
_RULE_FIELDS = ("domain", "verb", "say", "examples")


def _harmful_selector(selector: Any) -> bool:
    from goalwright.contracts.harm import is_harmful  # only sentences about pages need it

    return is_harmful(str(selector))


def _harmful_key(key: Any) -> bool:
    from goalwright.contracts.harm import key_harm
    from goalwright.rules.words_loader import load_vocabulary

    return bool(key_harm((load_vocabulary().key(str(key)) or "").split("+")))


def _presses_enter(text: Any) -> bool:
    """Whether typing a text may end a line; what is read when the plan runs may have any number of them."""
    return not isinstance(text, str) or "\n" in text or "\r" in text


_HARM = {"selector": _harmful_selector, "key": _harmful_key, "content": _presses_enter}
HARMFUL_TYPES = frozenset(_HARM)
"""The types of parameters that can choose a variant by what they do."""
