"""Language: the words that belong to no verb: shared phrases, framing, order words and what is never followed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.dataclass import dataclass
from goalwright.language.numerals import Numerals, numerals
from goalwright.language.tables import table, table_digest
from goalwright.named_tuple import NamedTuple


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """Words around a command that add nothing to it, except perhaps an `order`."""

    template: str
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Something that no free text may swallow. `where` is the part of a free text in which it counts;
    what stands `in_clause`, or opens it, only says why a clause was not understood. It is understood as a phrase of
    the kind `known_as`, where it begins one."""

    kind: str
    template: str
    where: str
    message: str
    known_as: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The tables of `language/en` that sentences are read by, each in the order of its file."""

    phrases: Mapping[str, str]
    contractions: Mapping[str, tuple[str, ...]]
    leads: tuple[Framing, ...]
    openings: tuple[Framing, ...]
    trails: tuple[Framing, ...]
    connectors: tuple[Framing, ...]
    asides: tuple[Framing, ...]
    plan_before: tuple[str, ...]
    plan_after: tuple[str, ...]
    refusals: tuple[Refusal, ...]
    near_misses: tuple[str, ...]
    no_misses: tuple[str, ...]
    file_types: Mapping[str, str]
    elements: Mapping[str, str]
    counted: frozenset[str]
    split_kinds: frozenset[str]
    kind_ends: frozenset[str]
    rows: frozenset[str]
    endings: Mapping[str, frozenset[str]]
    verbs: Mapping[str, frozenset[str]]
    nouns: Mapping[str, frozenset[str]]
    words: Mapping[str, frozenset[str]]
    sequences: Mapping[str, tuple[tuple[str, ...], ...]]
    dates: Mapping[str, frozenset[str]]
    durations: Mapping[str, int]
    day_openings: frozenset[str]
    day_words: frozenset[str]
    type_nouns: Mapping[str, str]
    type_adjectives: Mapping[str, str]
    sizes: Mapping[str, str]
    units: Mapping[str, tuple[str, float]]
    most: Mapping[str, str]
    heads: Mapping[str, list[dict[str, Any]]]
    frames: Mapping[str, Mapping[str, str]]
    noun_phrases: Mapping[str, list[Any]]
    shapes: Mapping[str, frozenset[str]]
    drops: Mapping[str, Mapping[str, str]]
    numerals: Numerals


@cache
def load_language() -> Language:
    """The tables that come with Goalwright, loaded once."""
    phrases, framing, order, elements = table("phrases"), table("framing"), table("order"), table("elements")
    dates, shapes, words = table("dates"), table("shapes"), dict(table("words"))
    sequences = words.pop("sequences")
    kinds = {**elements["kinds"], **elements["counted"]}
    return Language(
        phrases=FrozenDict(phrases),
        contractions=FrozenDict({short: tuple(full.split()) for short, full in table("contractions").items()}),
        leads=(*_framings(framing["lead"]), *_framings(order["lead"])),
        openings=_framings(framing["opening"]),
        trails=(*_framings(framing["trail"]), *_framings(order["trail"])),
        connectors=_framings(order["between"]),
        asides=_framings(framing["aside"]),
        plan_before=tuple(framing["plan_before"]),
        plan_after=tuple(framing["plan_after"]),
        refusals=tuple(_refusals(table("refusals"))),
        near_misses=tuple(table("near_misses")["clauses"]),
        no_misses=tuple(table("near_misses")["meant"]),
        file_types=_by_word(table("file_types")),
        elements=_by_word(kinds),
        counted=frozenset(elements["counted"]),
        split_kinds=frozenset(elements["split"]),
        kind_ends=frozenset(word.rpartition(" ")[2] for words in kinds.values() for word in words),
        rows=frozenset(phrases["row_noun"].strip("()").split("|")),
        endings=_sets(table("endings")),
        verbs=_sets(table("verbs")),
        nouns=_sets(table("nouns")),
        words=_sets(words),
        sequences=FrozenDict({use: tuple(tuple(each.split()) for each in said) for use, said in sequences.items()}),
        dates=_sets(dates | {"months": [*dates["months"], *dates["short_months"]]}),
        durations=FrozenDict(dates["seconds"]),
        day_openings=_day_openings(table("dates"), table("holidays")),
        day_words=_day_words(table("dates"), table("holidays")),
        type_nouns=_by_word(table("types")["nouns"]),
        type_adjectives=_by_word(table("types")["adjectives"]),
        sizes=_by_word(table("measures")["sizes"]),
        units=_units(table("units")),
        most=_by_word(table("measures")["most"]),
        heads=table("heads"),
        frames=table("frames"),
        noun_phrases=table("noun_phrases"),
        shapes=_sets(shapes | {group: chain(*shapes[group].values()) for group in ("forms", "things")}),
        drops=FrozenDict({group: FrozenDict(shapes[group]) for group in ("rows", "columns", "ways")}),
        numerals=numerals(),
    )


class Samples(NamedTuple):
    """What stands in a slot of each kind where a sentence is shown, what in one of any other, and sentences by verb."""

    kinds: Mapping[str, str]
    plain_word: str
    verbs: Mapping[str, Sequence[str]]


@cache
def load_samples() -> Samples:
    """The table that examples are made with, loaded once."""
    return Samples(**table("samples"))


class ValueWording(NamedTuple):
    """How values are named that would have to be worked out: the kind of each template, and why they are refused.

    `openings` are those that begin such a name and leave open how it goes on, `telling` what may stand anywhere in one.
    """

    kinds: tuple[tuple[str, str], ...]
    openings: tuple[str, ...]
    telling: tuple[str, ...]
    verbs: frozenset[str]
    joined: frozenset[str]
    message: str


@cache
def load_values() -> ValueWording:
    """The table of values, loaded once, when a text is first looked at for them."""
    rows = table("values")
    kinds = tuple((template, kind) for kind, row in rows["kinds"].items() for template in _value_templates(row))
    begun = tuple(rows["openings"]), tuple(rows["telling"])
    return ValueWording(kinds, *begun, frozenset(rows["verbs"]), frozenset(rows["joined"]), rows["message"])


def _value_templates(row: Mapping[str, Any]) -> list[str]:
    """The templates of one kind of value: determiners by heads by complements, and those of another form."""
    if not row.get("heads"):
        return list(row["said"])
    complements = _one_of(f"<{name}>" for name in row.get("complements", ()))
    behind = "" if not row.get("complements") else complements if row.get("needs") else f"[{complements}]"
    composed = f"{_one_of(f'<{name}>' for name in row['determiners'])} {_one_of(row['heads'])} {behind}"
    return [composed.rstrip(), *row.get("said", ())]


def _one_of(choices: Iterable[str]) -> str:
    return f"({'|'.join(choices)})"


def model_wording() -> tuple[Mapping[str, Any], str]:
    """The table that a language model is told with, and a version that changes whenever its file does."""
    return table("instructions"), table_digest("instructions")


def _sets(groups: Mapping[str, Iterable[str]]) -> Mapping[str, frozenset[str]]:
    return FrozenDict({name: frozenset(words) for name, words in groups.items()})


def _by_word(meanings: Mapping[str, Iterable[str]]) -> Mapping[str, str]:
    return FrozenDict({word: meaning for meaning, words in meanings.items() for word in words})


def names_a_day(words: str, *, surely: bool) -> bool:
    """Whether words have the form of a day; `surely` not one that may as well count other things."""
    from goalwright.language.days import is_day  # few sentences speak of days

    return is_day(words, surely=surely)


_DAY_GROUPS = ("openings", "units", "weekdays", "months", "short_months", "named", "which")


def _day_openings(dates: Mapping[str, Any], holidays: Mapping[str, Any]) -> frozenset[str]:
    """The words that the name of a day may begin with, besides numbers."""
    return frozenset(
        chain(*(dates[group] for group in _DAY_GROUPS), (name.partition(" ")[0] for name in _holiday_names(holidays)))
    )


def _day_words(dates: Mapping[str, Any], holidays: Mapping[str, Any]) -> frozenset[str]:
    """The words of which every name of a day has one, unless it has a number."""
    groups = (dates[group] for group in _DAY_GROUPS if group not in ("openings", "which"))
    units = (f"{unit}s" for unit in dates["units"])
    return frozenset(chain(*groups, units, (name.partition(" ")[0] for name in _holiday_names(holidays))))


def _holiday_names(holidays: Mapping[str, Any]) -> Iterable[str]:
    return chain(*([name, *row.get("also", ()), *row.get("short", ())] for name, row in holidays.items()))


def _units(rows: Mapping[str, Mapping[str, Any]]) -> Mapping[str, tuple[str, float]]:
    """What people call units: what each measures, and how many of the first one it is."""
    named = ((measure, name, row) for measure, units in rows.items() for name, row in units.items())
    return FrozenDict({word: (measure, row[0]) for measure, name, row in named for word in (name, *row[1:])})


def _framings(rows: list[Any]) -> tuple[Framing, ...]:
    return tuple(Framing(template=row) if isinstance(row, str) else Framing(**row) for row in rows)


def _refusals(table: Mapping[str, Any]) -> list[Refusal]:
    return [
        Refusal(kind=kind, template=template, where=where, message=row["message"], known_as=row.get("known_as", ""))
        for kind, row in table.items()
        for where in ("anywhere", "at_start", "at_end", "in_clause", "opening")
        for template in row.get(where, ())
    ]
