"""Reading values and conditions, which hold each other: `{"value": …}` and `when` as typed values, strictly."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from goalwright.contracts.expressions import VALUE, Claim, Scalar, Things, ValueForm, WhenClause
from goalwright.contracts.frozen import FrozenDict
from goalwright.contracts.shown import shown
from goalwright.rules.expression_parts import (
    MOST_PARTS,
    known_fields,
    listed,
    negated,
    one_of,
    only,
    read_number,
    read_span_operand,
    read_text,
    require_shallow,
    wrong,
)
from goalwright.rules.thing_reading import read_clause, read_things
from goalwright.rules.things import CONTENTS_ATTRIBUTES, CONTENTS_KINDS, thing_table

_EXAMPLE = '[["exists", "notes.txt"]]'
_TEXT_TESTS = ("is", "contains", "starts", "ends")
Reader = Callable[[object, str, int], Any]


def read_value(data: object, place: str, depth: int = 0) -> ValueForm:
    """The value of `{"value": …}`."""
    form = only(data, VALUE, place, 'write {"value": {"date": "today"}}')
    return _form(form, f"{place}.{VALUE}", depth)


def read_scalar(data: object, place: str, depth: int = 0) -> Scalar:
    """A plain text or number, or a form; `{"value": form}` is as good as the form itself."""
    if isinstance(data, Mapping):
        return read_value(data, place, depth) if set(data) == {VALUE} else _form(data, place, depth)
    if isinstance(data, str):
        return data
    return read_number(data, place)


def read_conditions(data: object, place: str, depth: int = 0) -> tuple[WhenClause, ...]:
    """The clauses of a `when`, all of which must hold."""
    require_shallow(depth, place)
    rows = listed(data, place, f"must be a list of conditions, such as {_EXAMPLE}")
    return tuple(_condition(row, f"{place}[{number}]", depth) for number, row in enumerate(rows))


def _form(row: object, place: str, depth: int) -> ValueForm:
    require_shallow(depth, place)
    if not isinstance(row, Mapping):
        wrong(place, f'must be a form such as {{"date": "today"}}, not {shown(row)}')
    form = next((name for name in _FORMS if name in row), None)
    if form is None:
        wrong(place, f"is no form of a value: use one of {', '.join(_FORMS)}")
    readers = _FORMS[form]
    known_fields(row, tuple(name.rstrip("?") for name in readers), place)
    given = {}
    for name, reader in readers.items():
        field = name.rstrip("?")
        if field in row:
            given[field] = reader(row[field], f"{place}.{field}", depth + 1)
        elif not name.endswith("?"):
            wrong(f"{place}.{field}", "is missing")
    if form == "its":
        _require_attribute(given, f"{place}.its")
    if form in thing_table("formats") and "format" in given:
        one_of(given["format"], thing_table("formats")[form], f"{place}.format")
    return ValueForm(form=form, given=FrozenDict(given))


def _require_attribute(given: Mapping[str, Any], place: str) -> None:
    for kind in given["of"].kinds if "of" in given else ():
        one_of(given["its"], thing_table("kinds")[kind], place)


def _inner_things(data: object, place: str, depth: int) -> Things:
    return read_things(data, place, depth)


def _attribute(data: object, place: str, _depth: int) -> str:
    return one_of(data, thing_table("attributes"), place)


def _plain_text(data: object, place: str, _depth: int) -> str:
    if not isinstance(data, str):
        wrong(place, f"must be text, not {shown(data)}")
    return data


def _some_text(data: object, place: str, depth: int) -> str:
    """A text of any characters, blanks among them, but not none at all."""
    return _plain_text(data, place, depth) or wrong(place, "must not be empty")


def _full_text(data: object, place: str, _depth: int) -> str:
    return read_text(data, place)


def _span_text(data: object, place: str, _depth: int) -> Any:
    return read_span_operand(data, place)


def _parts(data: object, place: str, depth: int) -> tuple[Scalar, ...]:
    rows = listed(data, place, "must be a list of values")
    return tuple(read_scalar(row, f"{place}[{number}]", depth) for number, row in enumerate(rows))


def _two_days(data: object, place: str, _depth: int) -> tuple[str, ...]:
    rows = listed(data, place, "must be a list of two days")
    if len(rows) != 2:
        wrong(place, f"has {len(rows)} parts: write two days")
    return tuple(read_text(row, f"{place}[{number}]") for number, row in enumerate(rows))


def _named_values(data: object, place: str, depth: int) -> Mapping[str, Scalar]:
    if not isinstance(data, Mapping) or len(data) > MOST_PARTS:
        wrong(place, "must be an object of names and values")
    return FrozenDict({name: read_scalar(value, f"{place}.{name}", depth) for name, value in data.items()})


def _choice(*names: str) -> Callable[[object, str, int], str]:
    return lambda data, place, _depth: one_of(data, names, place)


_NUMBERS = frozenset({"count", "total", "between", "calc"})
_MOVED: Mapping[str, Callable[..., Any]] = {"plus?": _span_text, "minus?": _span_text, "format?": _full_text}
_FORMS: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "count": {"count": _inner_things},
    "total": {"total": _inner_things, "of": _choice("size", "lines", "words", "items", "length")},
    "its": {"its": _attribute, "of?": _inner_things},
    "list": {"list": _inner_things, "of?": _attribute, "with?": _plain_text},
    "date": {"date": _full_text, **_MOVED},
    "time": {"time": _full_text, **_MOVED},
    "moment": {"moment": _choice("now"), **_MOVED},
    "between": {"between": _two_days, "unit?": _choice("days", "weeks", "months", "years")},
    "calc": {"calc": _full_text, "with?": _named_values},
    "join": {"join": _parts, "with?": _plain_text},
    "case": {"case": _choice("lower", "upper", "title", "sentence"), "of": read_scalar},
    "replace": {"replace": _some_text, "by": _plain_text, "of": read_scalar},
    "text": {"text": _full_text, "lines?": _full_text},
    "whether": {"whether": read_conditions},
}


def _condition(row: object, place: str, depth: int) -> WhenClause:
    parts, is_negated = negated(row, place, _EXAMPLE[1:-1])
    test = one_of(parts[0] if parts else None, _TESTS, f"{place}[{int(is_negated)}]")
    readers = _TESTS[test]
    if len(parts) != len(readers) + 1:
        wrong(place, f"has {len(parts) - 1} operands: {test} takes {len(readers)}")
    operands = [
        reader(part, f"{place}[{number}]", depth + 1)
        for number, (reader, part) in enumerate(zip(readers, parts[1:], strict=True), 1 + is_negated)
    ]
    return WhenClause(test=test, operands=tuple(operands), is_negated=is_negated)


def _path_or_things(data: object, place: str, depth: int) -> str | Things:
    return read_things(data, place, depth) if isinstance(data, Mapping) else read_text(data, place)


def _comparison(data: object, place: str, _depth: int) -> str:
    return one_of(data, thing_table("comparisons")["number"], place)


def _any_comparison(data: object, place: str, _depth: int) -> str:
    return one_of(data, (*thing_table("comparisons")["number"], *_TEXT_TESTS[1:]), place)


def _claim(data: object, place: str, _depth: int) -> Claim:
    return read_clause(data, "entry" if _is_of_entries(data) else "file", place)


def _is_of_entries(data: object) -> bool:
    return isinstance(data, Sequence) and bool(data) and data[0] in thing_table("kinds")["entry"]


def _figure(data: object, place: str, _depth: int) -> float:
    return read_number(data, place)


_TESTS: Mapping[str, tuple[Reader, ...]] = {
    "exists": (_path_or_things,),
    "empty": (_full_text,),
    "file": (_full_text,),
    "folder": (_full_text,),
    "count": (read_things, _comparison, _figure),
    "contains": (_full_text, _full_text),
    "mentions": (_full_text, _full_text),
    "compare": (read_scalar, _any_comparison, read_scalar),
    "same": (_full_text, _full_text),
    "newer": (_full_text, _full_text),
    "is": (_full_text, _claim),
    "running": (_full_text,),
    "open": (_full_text,),
    "shows": (_full_text,),
    "all": (read_conditions,),
    "any": (read_conditions,),
}


def has_contents(value: object) -> bool:
    """Whether what a file says has a part in a value: such a value is never a path, an address or a selector."""
    if isinstance(value, Things):
        return bool(value.kinds & CONTENTS_KINDS)
    if isinstance(value, tuple):
        return any(map(has_contents, value))
    if isinstance(value, Mapping):
        return any(map(has_contents, value.values()))
    if not isinstance(value, ValueForm):
        return False
    if value.form == "count":
        return False  # how many there are is a number
    named = {value.given.get("its"), value.given.get("of") if value.form == "list" else None}
    is_read = value.form in ("text", "whether")
    return is_read or bool(named & CONTENTS_ATTRIBUTES) or any(map(has_contents, value.given.values()))


def is_number(value: object) -> bool:
    """Whether a value is a number, whatever it comes to."""
    if isinstance(value, ValueForm):
        return value.form in _NUMBERS
    return isinstance(value, int | float)
