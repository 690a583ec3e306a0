"""Derivations: values that follow from others, and nothing where they cannot."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright import PLANNER_RULES
from goalwright.rules.derive import DERIVATIONS, SIGNATURES
from goalwright.rules.param_types import TYPES, check_param
from goalwright.rules.rule import Param
from goalwright.rules.words_loader import load_vocabulary

WORDS = load_vocabulary()
KINDS = {"docs": "folder", "v1.2": "folder", "LICENSE": "file"}
MODIFIER = "meta" if sys.platform == "darwin" else "ctrl"


def derive(name: str, values: Mapping[str, Any]) -> Any:
    return DERIVATIONS[name](values, WORDS, KINDS.get)


@pytest.mark.parametrize(
    ("name", "values", "derived"),
    [
        ("search_url", {"platform": "youtube", "query": "a b"}, "https://youtube.com/results?search_query=a%20b"),
        ("search_url", {"platform": "YT", "query": "&?#/"}, "https://youtube.com/results?search_query=%26%3F%23%2F"),
        ("search_url", {"platform": "google", "query": "ä"}, "https://google.com/search?q=%C3%A4"),
        ("search_url", {"platform": "nowhere", "query": "a"}, None),
        ("search_url", {"platform": "youtube"}, None),
        ("search_url", {"query": "a"}, None),
        ("search_url", {"platform": 5, "query": "a"}, None),
        ("search_url", {"platform": "youtube", "query": {"from": "g0", "field": "text"}}, None),
        ("negative_amount", {"amount": 10}, -10),
        ("negative_amount", {"amount": 2.5}, -2.5),
        ("negative_amount", {"amount": 0}, 0),
        ("negative_amount", {"amount": "10"}, None),
        ("negative_amount", {}, None),
        ("copy_shortcut", {}, f"{MODIFIER}+c"),
        ("paste_shortcut", {"key": "ignored"}, f"{MODIFIER}+v"),
        ("archive_name", {"path": "docs"}, "docs.zip"),
        ("archive_name", {"path": "docs/"}, "docs.zip"),
        ("archive_name", {"path": "a/b.txt"}, "a/b.txt.zip"),
        ("archive_name", {"path": "C:/x/"}, "C:\\x.zip"),
        ("archive_name", {"path": 5}, None),
        ("archive_name", {}, None),
        ("archive_folder", {"path": "docs.zip"}, "docs"),
        ("archive_folder", {"path": "a/docs.tar.gz"}, "a/docs"),
        ("archive_folder", {"path": "docs"}, "docs_extracted"),
        ("archive_folder", {"path": ".zip"}, ".zip_extracted"),
        ("archive_folder", {"path": None}, None),
        ("object_kind", {"path": "a.txt"}, "file"),
        ("object_kind", {"path": "docs"}, "folder"),
        ("object_kind", {"path": "v1.2"}, "folder"),
        ("object_kind", {"path": "LICENSE"}, "file"),
        ("object_kind", {"path": "unheard_of"}, None),
        ("object_kind", {"path": ".hidden"}, None),
        ("object_kind", {"path": ["a.txt"]}, None),
        ("object_kind", {}, None),
    ],
)
def test_a_value_follows_from_others_or_is_none(name: str, values: dict[str, Any], derived: Any) -> None:
    assert derive(name, values) == derived


def test_every_derivation_says_what_it_needs_and_gives() -> None:
    assert SIGNATURES.keys() == DERIVATIONS.keys()
    for signature in SIGNATURES.values():
        assert {signature.gives, *signature.needs.values()} <= TYPES.keys()


def test_every_derivation_is_used_and_every_one_used_exists() -> None:
    used = {name for rule in PLANNER_RULES.values() for shape in rule.shapes for name in shape.derive.values()}
    assert used == DERIVATIONS.keys()


_GOOD: Mapping[str, st.SearchStrategy[Any]] = {
    "path": st.text(min_size=1).filter(lambda path: isinstance(path, str) and bool(path.strip())),
    "line": st.text(min_size=1),
    "platform": st.sampled_from(sorted(WORDS.platforms)),
    "number": st.integers(-(10**9), 10**9) | st.floats(-1e9, 1e9),
}


@pytest.mark.parametrize("name", [name for name, signature in SIGNATURES.items() if signature.is_certain])
@given(data=st.data())
def test_a_certain_derivation_always_gives_its_type(name: str, data: st.DataObject) -> None:
    signature = SIGNATURES[name]
    values = {param: data.draw(_GOOD[kind]) for param, kind in signature.needs.items()}
    derived = derive(name, values)
    assert derived is not None
    if signature.gives != "path":  # a path of control characters stays one; it was refused before
        answer = check_param(derived, Param(name="x", type=signature.gives), WORDS)
        assert not isinstance(answer, str)


_NAMES = st.sampled_from(["path", "query", "platform", "amount"])
_ANYTHING = st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers(), max_size=2)


@pytest.mark.parametrize("name", DERIVATIONS)
@given(
    values=st.dictionaries(
        st.sampled_from(["path", "query", "platform", "amount"]), _ANYTHING | st.just({"from": "g0"})
    )
)
def test_no_value_makes_a_derivation_fail(name: str, values: dict[str, Any]) -> None:
    derive(name, values)
