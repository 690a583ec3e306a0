"""Language: the words that belong to no verb: shared phrases, framing, order words and what is never followed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.dataclass import dataclass
from goalwright.rules.compiled import built_in_table


@dataclass(frozen=True, slots=True, kw_only=True)
class Framing:
    """Words around a command that add nothing to it, except perhaps an `order`."""

    template: str
    order: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Something no command may carry along unnoticed. `where` is the part of a free text in which it counts;
    what stands `in_clause`, or opens it, only says why a clause was not understood."""

    kind: str
    template: str
    where: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """The tables of `rules/language`, each in the order of its file."""

    phrases: Mapping[str, str]
    contractions: Mapping[str, tuple[str, ...]]
    leads: tuple[Framing, ...]
    trails: tuple[Framing, ...]
    connectors: tuple[Framing, ...]
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


@cache
def load_language() -> Language:
    """The tables that come with Goalwright, loaded once."""
    phrases, framing, order, elements = _table("phrases"), _table("framing"), _table("order"), _table("elements")
    kinds = {**elements["kinds"], **elements["counted"]}
    return Language(
        phrases=FrozenDict(phrases),
        contractions=FrozenDict({short: tuple(full.split()) for short, full in _table("contractions").items()}),
        leads=(*_framings(framing["lead"]), *_framings(order["lead"])),
        trails=(*_framings(framing["trail"]), *_framings(order["trail"])),
        connectors=_framings(order["between"]),
        plan_before=tuple(framing["plan_before"]),
        plan_after=tuple(framing["plan_after"]),
        refusals=tuple(_refusals(_table("refusals"))),
        near_misses=tuple(_table("near_misses")["clauses"]),
        no_misses=tuple(_table("near_misses")["meant"]),
        file_types=FrozenDict(
            {word: pattern for pattern, words in _table("file_types").items() for word in words},
        ),
        elements=FrozenDict({word: role for role, words in kinds.items() for word in words}),
        counted=frozenset(elements["counted"]),
        split_kinds=frozenset(elements["split"]),
        kind_ends=frozenset(word.rpartition(" ")[2] for words in kinds.values() for word in words),
        rows=frozenset(phrases["row_noun"].strip("()").split("|")),
        endings=FrozenDict({of: frozenset(endings) for of, endings in _table("endings").items()}),
        verbs=FrozenDict({use: frozenset(verbs) for use, verbs in _table("verbs").items()}),
    )


def _framings(rows: list[Any]) -> tuple[Framing, ...]:
    return tuple(Framing(template=row) if isinstance(row, str) else Framing(**row) for row in rows)


def _refusals(table: Mapping[str, Any]) -> list[Refusal]:
    return [
        Refusal(kind=kind, template=template, where=where, message=row["message"])
        for kind, row in table.items()
        for where in ("anywhere", "at_start", "at_end", "in_clause", "opening")
        for template in row.get(where, ())
    ]


def _table(name: str) -> dict[str, Any]:
    table: dict[str, Any] = built_in_table("language", name)
    return table
