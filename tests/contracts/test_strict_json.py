"""Strict JSON: plain data comes out, or every flaw with its place."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts.strict_json import MAX_DEPTH, Flaw, place_text, read_json

LIMIT = 1_000_000


def nested(levels: int) -> str:
    return "[" * levels + "]" * levels


def test_every_flaw_is_listed_with_its_place() -> None:
    value, flaws = read_json(r'{"a": NaN, "b": {"c": 1, "c": 2}, "d": [1e999, "\ud800"]}', LIMIT)
    assert value is None
    assert [flaw.place for flaw in flaws] == ["a", "b.c", "d[0]", "d[1]"]


def test_depth_is_limited_at_a_fixed_level() -> None:
    assert read_json(nested(MAX_DEPTH), LIMIT)[1] == ()
    assert read_json(nested(MAX_DEPTH + 1), LIMIT)[1] == (
        Flaw("[0]" * MAX_DEPTH, f"is nested deeper than {MAX_DEPTH} levels: flatten it"),
    )


@pytest.mark.parametrize(("text", "limit", "reads"), [("[1]", 3, True), ("[1]", 2, False), (b"[1]", 2, False)])
def test_size_is_limited(text: str | bytes, limit: int, reads: bool) -> None:
    value, flaws = read_json(text, limit)
    assert (value == [1], flaws == ()) == (reads, reads)


@pytest.mark.parametrize(
    ("trail", "text"),
    [
        (None, ""),
        ((None, "goals"), "goals"),
        ((((None, "goals"), 3), "url"), "goals[3].url"),
        ((None, 0), "[0]"),
        (((None, "a"), "b c"), "a['b c']"),
        (((None, "a"), "\n"), r"a['\n']"),
        (((None, "a"), ""), "a['']"),
    ],
)
def test_places_are_put_as_people_write_them(trail: Any, text: str) -> None:
    assert place_text(trail) == text


LEAVES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-(2**63) + 1, max_value=2**63 - 1),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(),
)
PLAIN = st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)), max_leaves=20)


@given(PLAIN, st.booleans())
def test_plain_data_comes_out_as_it_went_in(value: Any, ascii_only: bool) -> None:
    assert read_json(json.dumps(value, ensure_ascii=ascii_only).encode(), LIMIT) == (value, ())


@given(st.one_of(st.text(), st.binary(), st.text(alphabet='[]{}":,\\ud8a0 ')))
def test_any_text_gives_a_value_or_flaws(text: str | bytes) -> None:
    value, flaws = read_json(text, LIMIT)
    assert value is None or not flaws
    assert all(f"{flaw.place} {flaw.problem}".isprintable() for flaw in flaws)
