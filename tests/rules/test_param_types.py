"""Parameter types: what each takes and refuses, hostile values among them."""

from __future__ import annotations

import math
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright import Goal, GoalPlanner, WorldState
from goalwright.contracts.frozen import FrozenDict
from goalwright.rules.addresses import Address
from goalwright.rules.param_types import (
    MAX_CONTENT,
    MAX_LINE,
    MAX_NUMBER,
    MAX_PATH,
    MAX_URL,
    TYPES,
    check_param,
    is_reference,
)
from goalwright.rules.rule import Param
from goalwright.rules.schema import ParamForm
from goalwright.rules.words_loader import load_vocabulary

WORDS = load_vocabulary()
MEGABYTE = "x" * 1_000_000
CONTROLS = ["\x00", "\x07", "\x1b[31m", "\x7f", "\x85", "\u2028", "\u202e", "\u2066"]
SURROGATES = ["\ud800", "a\udfffb"]
NOT_TEXT: list[Any] = [None, True, False, 0, 1.5, b"text", ["a"], ("a",), {"a": "b"}, {"a"}, Ellipsis]
REFERENCE = FrozenDict({"from": "g0", "field": "text"})


def problem(kind: str, value: Any, **bounds: Any) -> str | None:
    answer = check_param(value, Param(name="x", type=kind, **bounds), WORDS)
    return None if isinstance(answer, Address) else answer


GOOD: dict[str, list[Any]] = {
    "any": ["", "a\nb", 5, -1.5, True, None, [1, "a"], {"a": [1, {"b": None}]}, {"a", 1}, REFERENCE, 10**15],
    "app": ["notepad", "Visual Studio Code", "微信", "a-b.exe"],
    "choice": ["left", "right"],
    "content": ["", " ", "a\nb\tc\r\n", "naïve 🎉", "x" * MAX_CONTENT, "مرحبا \u202eabc\u202c", REFERENCE],
    "key": ["enter", "Enter", "Ctrl+Shift+T", "a", "+", "ctrl++", "f5", "ß"],
    "line": ["nvidia", " c++ & you ", "🎉", "x" * MAX_LINE, "zero\u200bwidth"],
    "number": [0, 100, 50.5, -0.0, 1e-300],
    "path": ["notes.txt", "~/a b", "C:\\x", "../up", "-rf", "x" * MAX_PATH, "a:b?*", "日本"],
    "paths": [[], ["a.txt"], ("a.txt", "~/b c")],
    "platform": ["youtube", "YouTube", "google maps", "yt"],
    "selector": [
        'role=button[name="OK"]',
        "role=link",
        "#search",
        ".a > b",
        "text=Sign in",
        "field=search",
        "css=p",
        *('role=dialog >> role=button[name="OK"]', "role=textbox >> nth=1", 'role=link[name="a >> \\"b\\""]', "text=>"),
    ],
    "target": ["3", "notes - editor"],
    "url": ["google.com", "youtube", "http://localhost:8000/x?y#z", "https://[::1]/"],
}

BAD: list[tuple[str, Any, str]] = [
    ("any", 10**16, "must be at most"),
    ("any", -(10**5_000), "must be"),
    ("any", [math.nan], "must be a number"),
    ("any", {"a": ["\x00"]}, "control character U+0000"),
    ("any", {"\ud800": 1}, "half a character"),
    ("any", Ellipsis, "must be text"),
    ("any", b"x", "must be text"),
    ("any", MEGABYTE, "is 1000000 characters long"),
    ("choice", "up", "must be one of left, right"),
    ("choice", "LEFT", "must be one of left, right"),
    ("choice", "", "must be one of left, right"),
    ("choice", None, "must be one of left, right"),
    ("choice", ["left"], "must be one of left, right"),
    ("choice", {"left": 1}, "must be one of left, right"),
    ("choice", True, "must be one of left, right"),
    ("choice", MEGABYTE, "must be one of left, right"),
    ("content", "x" * (MAX_CONTENT + 1), "at most 262144 are accepted"),
    ("content", "a\x00b", "control character U+0000"),
    ("content", "a\x1b[2J", "control character U+001B"),
    ("content", {"from": "g0"}, "must be text, or"),
    ("content", {"from": "g0", "field": ""}, "must be text, or"),
    ("content", {"from": "g0", "field": 5}, "must be text, or"),
    ("content", {"from": "g0", "field": "x", "more": "y"}, "must be text, or"),
    ("content", 5, "must be text, not a number"),
    ("content", None, "must be text, not nothing"),
    ("key", "", "is not a key"),
    ("key", "ctrl+", "is not a key"),
    ("key", "a+b", "is not a key"),
    ("key", "ctrl+ctrl", "is not a key"),
    ("key", "hello there", "is not a key"),
    ("line", "", "is empty"),
    ("line", " \u3000 ", "is empty"),
    ("line", "a\nb", "control character U+000A"),
    ("line", "x" * (MAX_LINE + 1), "at most 2000 are accepted"),
    ("app", "\t", "control character U+0009"),
    ("app", "", "is empty"),
    ("target", "", "is empty"),
    ("number", "5", "must be a number, not text"),
    ("number", True, "must be a number, not true or false"),
    ("number", None, "must be a number, not nothing"),
    ("number", math.nan, "must be a number"),
    ("number", math.inf, "must be from 0 to 100"),
    ("number", -math.inf, "must be from 0 to 100"),
    ("number", -1, "must be from 0 to 100"),
    ("number", 100.0001, "must be from 0 to 100"),
    ("number", 10**5_000, "must be from 0 to 100"),
    ("number", 1j, "must be a number, not a complex"),
    ("number", [5], "must be a number, not a list"),
    ("number", {}, "must be a number, not a mapping"),
    ("paths", "a.txt", "must be a list of paths, not text"),
    ("paths", ["a.txt", ""], "is empty: name a file or folder"),
    ("paths", ["a"] * 10_002, "has 10,002 paths: at most 10,001"),
    ("path", "", "is empty: name a file or folder"),
    ("path", "   ", "is empty: name a file or folder"),
    ("path", "a\x00.txt", "control character U+0000"),
    ("path", "invoice\u202efdp.exe", "control character U+202E"),
    ("path", "x" * (MAX_PATH + 1), "at most 4096 are accepted"),
    ("path", "a/" * 129 + "x", "is more than 128 folders deep"),
    ("platform", "", "is not a search platform"),
    ("platform", "nowhere", "`goalwright rules --platforms` lists them"),
    ("selector", "", "is empty"),
    ("selector", "role=button[name=OK]", "is not a role locator"),
    ("selector", 'role=button[name="OK"', "is not a role locator"),
    ("selector", 'role=button[name="a"][name="b"]', "is not a role locator"),
    ("selector", "role=", "is not a role locator"),
    ("selector", "role=dialog >> role=button[name=OK]", "is not a role locator"),
    ("selector", "role=dialog >> label=", "names nothing after label="),
    ("selector", "role=dialog >>", "has a step that is empty"),
    ("selector", ">> nth=1", "has a step that is empty"),
    ("selector", "label= ", "names nothing after label="),
    ("selector", "css=", "names nothing after css="),
    ("url", "", "is neither a site"),
    ("url", "javascript:alert(1)", "uses the scheme javascript"),
    ("url", "x" * (MAX_URL + 1), "at most 8192 are accepted"),
]


def bounds_of(kind: str) -> dict[str, Any]:
    needed: dict[str, dict[str, Any]] = {"choice": {"allowed": ("left", "right")}, "number": {"min": 0, "max": 100}}
    return needed.get(kind, {})


def test_every_type_has_its_cases_and_its_place_in_the_schema() -> None:
    assert GOOD.keys() == TYPES.keys()
    assert {kind for kind, *_ in BAD} == TYPES.keys()
    assert set(get_args(ParamForm.model_fields["type"].annotation)) == TYPES.keys()


@pytest.mark.parametrize("kind", TYPES)
def test_good_values_are_taken(kind: str) -> None:
    assert [value for value in GOOD[kind] if problem(kind, value, **bounds_of(kind)) is not None] == []


@pytest.mark.parametrize("case", range(len(BAD)), ids=[f"{kind}-{said[:20]}" for kind, _, said in BAD])
def test_bad_values_are_refused_with_a_reason(case: int) -> None:
    kind, value, said = BAD[case]  # some of these are too large to be shown as a test's own parameters
    assert said in str(problem(kind, value, **bounds_of(kind)))


TEXTS = sorted(TYPES.keys() - {"any", "choice", "number", "paths"})


@pytest.mark.parametrize("kind", TEXTS)
@pytest.mark.parametrize("value", NOT_TEXT, ids=repr)
def test_what_is_no_text_is_refused_by_all_text_types(kind: str, value: Any) -> None:
    assert str(problem(kind, value)).startswith("must be text")


@pytest.mark.parametrize("kind", TEXTS)
def test_no_text_type_takes_hostile_text(kind: str) -> None:
    allowed = {"content": {"\x85", "\u2028", "\u202e", "\u2066"}}.get(kind, set())
    for hostile in [*CONTROLS, *SURROGATES, MEGABYTE]:
        refused = problem(kind, f"google.com/{hostile}" if kind == "url" else hostile)
        assert (refused is None) == (hostile in allowed), repr(hostile[:10])


def test_half_a_range_is_a_range() -> None:
    assert problem("number", -1, min=0) == "must be at least 0"
    assert problem("number", 3, max=2.5) == "must be at most 2.5"
    assert problem("number", MAX_NUMBER, min=0) is None
    assert problem("number", MAX_NUMBER + 1) == "must be at most 1000000000000000"
    assert problem("number", 10**5_000, min=0) == "must be at most 1000000000000000"


def test_a_subclass_of_text_is_not_text() -> None:
    class Sly(str):
        """Could answer anything when it is asked."""

        __slots__ = ()

    assert problem("line", Sly("x")) == "must be text, not a Sly"


@pytest.mark.parametrize(
    ("value", "answer"),
    [
        ({"from": "g0", "field": "text"}, True),
        ({"from": "g0", "field": "text", "more": 1}, False),
        ({"from": "", "field": "text"}, False),
        ({"from": 0, "field": "text"}, False),
        ("g0", False),
        (None, False),
    ],
)
def test_a_reference_has_a_goal_and_a_field_and_nothing_else(value: Any, answer: bool) -> None:
    assert is_reference(value) is answer


def _nested(leaves: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    def more(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
        return st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)

    return st.recursive(leaves, more, max_leaves=6)


_PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(codec=None))
_WANTED = {
    "browser.navigate": "url",
    "browser.search": "query",
    "clipboard.write": "text",
    "input.press": "key",
    "audio.set_volume": "level",
    "file.read": "path",
    "browser.click": "selector",
    "browser.scroll": "direction",
    "system.launch": "app",
}


@given(st.sampled_from(sorted(TYPES)), _nested(_PLAIN | st.binary(max_size=3)))
def test_any_value_gets_an_answer_on_one_line(kind: str, value: Any) -> None:
    answer = problem(kind, value, **bounds_of(kind))
    assert answer is None or (len(answer.splitlines()) == 1 and answer.isprintable())


@given(st.sampled_from(sorted(_WANTED)), _nested(_PLAIN))
def test_any_value_plans_or_is_refused(verb: str, value: Any) -> None:
    domain, _, name = verb.partition(".")
    goal = Goal(domain=domain, verb=name, params={_WANTED[verb]: value})
    result = GoalPlanner().plan(goal, WorldState(browser_running=True))
    assert result.status in ("success", "blocked", "validation_failed")
