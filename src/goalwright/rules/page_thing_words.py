"""The words with which things on a page are named by what is said of them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple


class PageThingWords(NamedTuple):
    """The language's table of things on pages, its phrases in words."""

    elsewhere: frozenset[str]
    kinds_of: frozenset[str]
    joints: frozenset[str]
    leading: frozenset[str]
    being: frozenset[str]
    deeds: tuple[tuple[str, ...], ...]
    named_deeds: tuple[tuple[str, ...], ...]
    finishing_deeds: tuple[tuple[str, ...], ...]
    adding_to: frozenset[str]
    here: tuple[tuple[str, ...], ...]
    over_pages: tuple[tuple[str, ...], ...]
    has: tuple[tuple[str, ...], ...]
    whose: tuple[tuple[str, ...], ...]
    doing: tuple[tuple[str, ...], ...]
    verbs: Mapping[str, str]
    done_by: Mapping[str, str]
    asked: Mapping[str, str]
    measured_by: Mapping[str, str]
    happened: Mapping[str, str]
    comparisons: Mapping[str, tuple[tuple[str, ...], ...]]
    superlatives: tuple[tuple[tuple[str, ...], str, str], ...]
    extremes: Mapping[str, tuple[tuple[str, ...], ...]]
    ranked: Mapping[str, tuple[tuple[str, ...], ...]]
    amounts: Mapping[str, tuple[tuple[str, ...], ...]]


@cache
def page_thing_words() -> PageThingWords:
    """The table, loaded once."""
    rows = table("page_things")
    superlatives = tuple(
        (tuple(said.split()), *key.split("_")) for key, each in rows["superlatives"].items() for said in each
    )
    return PageThingWords(
        elsewhere=frozenset(rows["elsewhere"]),
        kinds_of=frozenset(rows["kinds_of"]),
        joints=frozenset(rows["joints"]),
        leading=frozenset(rows["leading"]),
        being=frozenset(rows["being"]),
        deeds=_split(rows["deeds"]),
        named_deeds=_split(rows["named_deeds"]),
        finishing_deeds=_split(rows["finishing_deeds"]),
        adding_to=frozenset(rows["adding_to"]),
        here=_split(rows["here"]),
        over_pages=_split(rows["over_pages"]),
        has=_split(rows["has"]),
        whose=_split(rows["whose"]),
        doing=_split(rows["doing"]),
        verbs=rows["verbs"],
        done_by=rows["done_by"],
        asked=rows["asked"],
        measured_by=rows["measured_by"],
        happened=rows["happened"],
        comparisons={how: _split(each) for how, each in rows["comparisons"].items()},
        superlatives=superlatives,
        extremes={way: _split(each) for way, each in rows["extremes"].items()},
        ranked={way: _split(each) for way, each in rows["ranked"].items()},
        amounts={way: _split(each) for way, each in rows["amounts"].items()},
    )


def _split(phrases: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(each.split()) for each in phrases)
