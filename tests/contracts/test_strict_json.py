"""Strict JSON: plain data comes out, or every fault with its place."""

import json
import time
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import frozen
from goalwright.contracts.strict_json import (
    MAX_DEPTH,
    MAX_INTEGER,
    REFUSED,
    ROOT,
    Faults,
    JsonLimits,
    place_text,
    read_json,
)

LIMITS = JsonLimits(max_bytes=1_000_000, max_values=1_000)


def test_documents_are_as_deep_as_contract_values_can_hold() -> None:
    assert MAX_DEPTH == frozen.MAX_DEPTH


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def read(document: object, max_bytes: int = 1_000_000, max_values: int = 1_000) -> tuple[Any, list[tuple[str, str]]]:
    faults = Faults()
    value = read_json(document, JsonLimits(max_bytes, max_values), faults)
    return value, [(place_text(place), problem) for place, problem in faults.listed]


def test_every_fault_is_listed_with_its_place() -> None:
    _, faults = read(r'{"a": NaN, "b": {"c": 1, "c": 2}, "d": [1e999, "\ud800"]}')
    assert [place for place, _ in faults] == ["a", "b.c", "d[0]", "d[1]"]


def test_a_part_that_is_refused_stands_out_in_the_tree() -> None:
    assert read("[1, NaN]")[0] == [1, REFUSED]
    assert read("[1, NaN")[0] is REFUSED


def test_depth_is_limited_at_a_fixed_level() -> None:
    assert read(nested(MAX_DEPTH))[1] == []
    ((place, problem),) = read("\n" + nested(MAX_DEPTH + 1))[1]
    assert place == "$"
    assert f"is nested deeper than {MAX_DEPTH} levels: flatten it" in problem
    assert problem.endswith(f"line 2 column {MAX_DEPTH + 1}")


@pytest.mark.parametrize(
    ("text", "limit", "reads"),
    [("[1]", 3, True), ("[1]", 2, False), (b"[1]", 2, False), ('["é"]', 6, True), ('["é"]', 5, False)],
)
def test_size_is_limited_in_bytes(text: str | bytes, limit: int, reads: bool) -> None:
    assert (read(text, max_bytes=limit)[1] == []) == reads


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1", 1),
        ("[]", 1),
        ("[ \n]", 1),
        ("{ }", 1),
        ("[1]", 2),
        ("[[]]", 2),
        ("[[], {}]", 3),
        ('["a,b", "[{,", "\\",,"]', 4),
        ('{"a": 1, "b": [2, 3]}', 5),
        ('{"a": {"b": {"c": null}}}', 4),
        ('{"a,": 1}', 2),
    ],
)
def test_every_value_counts_once_in_text_and_mappings_alike(text: str, values: int) -> None:
    inside = f'{{"top": {text}}}'
    for document in (inside, inside.encode(), json.loads(inside)):
        assert read(document, max_values=values + 1)[1] == []
        value, ((place, problem),) = read(document, max_values=values)
        assert (value, place) == (REFUSED, "$")
        assert f"more than {values} values" in problem


def test_the_first_value_too_many_is_pointed_at() -> None:
    assert read('[1,\n2, "x,y"]', max_values=3)[1][0][1].endswith("is at line 2 column 3")


@pytest.mark.slow
@pytest.mark.parametrize(
    "unit", ["[],", "{},", "1,", '"",', '"\\"",', "[", "]", "[]", "{", '"', "\\", '{"":', ",", " ", "\x00", "9"]
)
def test_text_of_one_thing_without_end_is_answered_in_no_time(unit: str) -> None:
    text = unit * (2**22 // len(unit))
    start = time.process_time()
    for document in (text, f"[{text}", f'["{text}'):
        read(document, max_bytes=2**23, max_values=100_000)
    assert time.process_time() - start < 10  # about 1 on an idle core


@pytest.mark.parametrize("form", [dict, MappingProxyType, json.dumps, lambda value: json.dumps(value).encode()])
def test_every_form_gives_the_same_plain_tree(form: Any) -> None:
    value = {"a": [1, 2.5, "é😀", None, True, {"b": {}}], "": -MAX_INTEGER - 1}
    found, faults = read(form(value))
    assert (found, faults) == (value, [])
    assert type(found) is dict


@pytest.mark.parametrize("half", [r"\ud800", r"\uDC00", r"\udBFFx", r"\ude00\ud83d", "\ud800"])
@pytest.mark.parametrize("shape", ['["%s"]', '{"a": [0, "x%s"]}', '{"%s": 1}'])
def test_half_characters_are_found_however_they_are_written(half: str, shape: str) -> None:
    faults = read(shape % half)[1]
    assert len(faults) == 1
    assert "whole character" in faults[0][1]
    assert f"{faults}".isprintable()


def test_past_the_number_to_be_listed_faults_are_counted() -> None:
    faults = Faults(most=2)
    read_json("[NaN, NaN, NaN, NaN]", LIMITS, faults)
    assert [place for place, _ in faults.listed] == [(ROOT, 0), (ROOT, 1)]
    with pytest.raises(ExceptionGroup) as raised:
        faults.raise_as(lambda found: ExceptionGroup("faults", [ValueError(*fault) for fault in found]))
    assert raised.value.exceptions[-1].args == ("$", "has 2 more violations: correct the listed ones first")


def test_without_faults_nothing_is_raised() -> None:
    Faults().raise_as(ValueError)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (ROOT, "$"),
        ((ROOT, "goals"), "goals"),
        ((((ROOT, "goals"), 3), "url"), "goals[3].url"),
        ((ROOT, 0), "$[0]"),
        (((ROOT, "a"), "b c"), 'a["b c"]'),
        (((ROOT, "a"), "\n"), r'a["\n"]'),
        (((ROOT, "a"), ""), 'a[""]'),
        ((ROOT, "é"), '$["é"]'),
        ((ROOT, "k" * 100), f'$["{"k" * 60}…"]'),
    ],
)
def test_places_are_put_as_people_write_them(place: Any, text: str) -> None:
    assert place_text(place) == text


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-(2**63), max_value=2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
)
PLAIN = st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)), max_leaves=20)


@given(PLAIN, st.booleans())
def test_plain_data_comes_out_as_it_went_in(value: Any, ascii_only: bool) -> None:
    assert read(json.dumps(value, ensure_ascii=ascii_only).encode()) == (value, [])
    assert read({"x": value}) == ({"x": value}, [])


@given(st.one_of(st.text(), st.binary(), st.text(alphabet='[]{}":,\\ud8a0 ')))
def test_any_text_gives_a_value_or_faults(text: str | bytes) -> None:
    value, faults = read(text)
    assert faults or value is not REFUSED
    assert all(f"{place} {problem}".isprintable() for place, problem in faults)
