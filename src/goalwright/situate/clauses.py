"""Clauses: what must be so of a thing, as functions that tell."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime
from fnmatch import translate
from operator import eq, ge, gt, le, lt
from typing import Any

from goalwright.contracts.expressions import Claim, TimeSpan
from goalwright.contracts.path_spelling import extension
from goalwright.rules.things import thing_table
from goalwright.situate.day_values import moved, period
from goalwright.situate.file_texts import contains
from goalwright.situate.seen_things import SeenEntry, Thing, attribute_of

Tells = Callable[[Thing], bool]
_FIGURES: Mapping[str, Callable[[Any, Any], bool]] = {"is": eq, "over": gt, "under": lt, "least": ge, "most": le}
COSTS = {"contents": 2, "duplicate": 3, "copies": 3}
"""How dear an attribute is to look at: what is cheap is asked first, and of fewer things then the rest."""
_STATED = frozenset({"size", "age", "modified", "created", "lines", "words", "items", "empty", "year", "month", "day"})


def cost_of(clause: Claim) -> int:
    return COSTS.get(clause.attribute, 1 if clause.attribute in _STATED else 0)


def teller(clause: Claim, now: datetime) -> Tells:
    """A function that says whether the clause holds of a thing."""
    tells = _MAKERS[thing_table("attributes")[clause.attribute]](clause, now)
    return (lambda thing: not tells(thing)) if clause.is_negated else tells


def plain(text: str) -> str:
    """One spelling for texts that look the same: accents composed, capitals made small."""
    return text if text.isascii() and text.islower() else unicodedata.normalize("NFC", text).casefold()


def text_test(comparison: str, wanted: str) -> Callable[[str], bool]:
    """A function that compares a text, whose spelling is plain already, with one."""
    wanted = plain(wanted)
    if comparison == "matches":
        fits = re.compile(translate(wanted)).match
        return lambda text: fits(text) is not None
    return {
        "is": lambda text: text == wanted,
        "contains": lambda text: wanted in text,
        "starts": lambda text: text.startswith(wanted),
        "ends": lambda text: text.endswith(wanted),
    }[comparison]


def figure_test(comparison: str, value: float, other: float) -> bool:
    return _FIGURES[comparison](value, other)


def _of_text(clause: Claim, now: datetime) -> Tells:
    at, attribute = now.timestamp(), clause.attribute
    if attribute == "path" and clause.comparison == "is":  # which names one thing, capitals and all
        paths = frozenset(clause.operands)
        return lambda thing: thing.path in paths
    wanted = [item.removeprefix(".") if attribute == "extension" else item for item in clause.operands]
    tests = [text_test(clause.comparison, item) for item in wanted]

    def tells(thing: Thing) -> bool:
        text = plain(attribute_of(thing, attribute, at))
        return any(test(text) for test in tests)

    return tells


def _of_contents(clause: Claim, _now: datetime) -> Tells:
    whole = clause.comparison == "mentions"

    def tells(thing: Thing) -> bool:
        if not isinstance(thing, SeenEntry) or thing.is_folder:
            return False
        try:
            return any(contains(thing.real, text, whole_words=whole) for text in clause.operands)
        except OSError:
            return False

    return tells


def _of_type(clause: Claim, _now: datetime) -> Tells:
    types = thing_table("types")
    extensions = {ending for name in clause.operands for ending in types.get(name, (name,))}
    endings = {f".{ending}" for ending in extensions}

    def tells(thing: Thing) -> bool:
        if not isinstance(thing, SeenEntry) or thing.is_folder:
            return False
        return extension(thing.name).casefold() in endings

    return tells


def _of_figure(clause: Claim, now: datetime) -> Tells:
    at, compare = now.timestamp(), _FIGURES[clause.comparison]
    return lambda thing: any(compare(attribute_of(thing, clause.attribute, at), item) for item in clause.operands)


def _of_span(clause: Claim, now: datetime) -> Tells:
    """Older than a month: changed before this day of the last month."""
    span: TimeSpan = clause.operands[0]
    limit, compare = moved(now, span, -1).timestamp(), _FIGURES[clause.comparison]
    return lambda thing: compare(limit, attribute_of(thing, "modified", now.timestamp()))


def _of_time(clause: Claim, now: datetime) -> Tells:
    start, end = period(clause.operands[0], now)
    first, last, at = start.timestamp(), end.timestamp(), now.timestamp()
    tests: Mapping[str, Callable[[float], bool]] = {
        "on": lambda moment: first <= moment < last,
        "before": lambda moment: moment < first,
        "after": lambda moment: moment >= last,
        "since": lambda moment: moment >= first,
    }
    test = tests[clause.comparison]
    return lambda thing: test(attribute_of(thing, clause.attribute, at))


def _of_flag(clause: Claim, now: datetime) -> Tells:
    wanted, at = clause.operands[0], now.timestamp()
    return lambda thing: bool(attribute_of(thing, clause.attribute, at)) == wanted


_MAKERS: Mapping[str, Callable[[Claim, datetime], Tells]] = {
    "text": _of_text,
    "contents": _of_contents,
    "type": _of_type,
    "size": _of_figure,
    "number": _of_figure,
    "span": _of_span,
    "time": _of_time,
    "flag": _of_flag,
}
