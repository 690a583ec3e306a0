"""Goals files: what is read, and for every mistake its place and its remedy on one line."""

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import GoalsFileError
from goalwright.interpret.goals_file import LIMITS, MAX_GOALS, read_goals

GOAL = {"domain": "browser", "verb": "navigate", "params": {"url": "example.com"}}


def document(*goals: Any, **more: Any) -> str:
    return json.dumps({"goals": goals, **more})


def goal(**changes: Any) -> dict[str, Any]:
    return {**GOAL, **changes}


def written(params: str) -> str:
    return f'{{"goals": [{{"domain": "a", "verb": "b", "params": {params}}}]}}'


def nested(levels: int) -> str:
    return f'{{"x": {"[" * levels}{"]" * levels}}}'


def refusal(text: str | bytes) -> GoalsFileError:
    with pytest.raises(GoalsFileError) as raised:
        read_goals(text, "goals.json")
    return raised.value


def test_goals_are_read_with_their_scopes() -> None:
    meta = read_goals(
        document(GOAL, {"domain": "browser", "verb": "wait", "scope": "after:navigate", "object": "title"}, text="go"),
        "goals.json",
    )
    assert [(each.goal_id, each.domain, each.verb) for each in meta.goals] == [
        ("g0", "browser", "navigate"),
        ("g1", "browser", "wait"),
    ]
    assert meta.goals[0].params == {"url": "example.com"}
    assert (meta.goals[1].params, meta.goals[1].object) == ({}, "title")
    assert (meta.dependencies, meta.meta_type, meta.text) == ({1: (0,)}, "dependent_multi", "go")


def test_bytes_read_as_text_does() -> None:
    text = document(goal(params={"url": "exämple.com", "deep": [{"a": [1, 2.5, True, None]}]}, goal_id="start"))
    assert read_goals(text.encode(), "x") == read_goals(text, "x") == read_goals(text.encode() + b"\r\n", "x")


def test_bad_scopes_are_diagnostics_not_refusals() -> None:
    assert [each.scope for each in read_goals(document(goal(scope="after:nobody")), "x").diagnostics] == [
        "after:nobody"
    ]


@pytest.mark.parametrize("text", ["a\nb", "\x00", "\x1b[31m", "a\u2028b"])
def test_control_characters_in_params_are_the_planners_to_judge(text: str) -> None:
    assert read_goals(document(goal(params={"content": text})), "x").goals[0].params["content"] == text


NO_GOALS = [
    ("nothing", "", "", "line 1 column 1: a value is missing"),
    ("blank", " \n ", "", "line 2 column 2: a value is missing"),
    ("not JSON", "goals", "", "line 1 column 1: a value is missing"),
    ("unclosed", '{"goals": [', "", "line 1 column 12: a value is missing"),
    ("unclosed string", '{"goals', "", "line 1 column 2: a string has no end"),
    ("no colon", '{"goals" []}', "", "line 1 column 10: a field has no colon"),
    ("no comma", '{"goals": [1 2]}', "", "line 1 column 14: a comma is missing"),
    ("single quotes", "{'goals': []}", "", "line 1 column 2: a field name"),
    ("raw control character", '{"a": "\n"}', "", "line 1 column 8: a string holds a raw control character"),
    ("bad escape", r'{"a": "\x"}', "", "line 1 column 8: a string holds an unknown escape"),
    ("trailing text", document(GOAL) + "\nx", "", "line 2 column 1: text follows"),
    ("two documents", document(GOAL) * 2, "", "remove that text"),
    ("byte order mark", "\ufeff" + document(GOAL), "", "UTF-8 without one"),
    ("byte order mark in bytes", b"\xef\xbb\xbf" + document(GOAL).encode(), "", "byte order mark"),
    ("UTF-16", document(GOAL).encode("utf-16"), "", "line 1 column 1: save it as UTF-8"),
    ("bad UTF-8", b'{"a": "\xff"}', "", "line 1 column 8: save it as UTF-8"),
    ("surrogate in UTF-8", b'{"a": "\xed\xa0\x80"}', "", "line 1 column 8: save it as UTF-8"),
    ("too large", b" " * (LIMITS.max_bytes + 1), "", "bytes: split it"),
    ("too much", b"[%s]" % (b"1," * LIMITS.max_values), "", "values: split it"),
    ("too deep", written(nested(61)), "", "the first level too many is at line 1 column 117"),
    ("far too deep", written(nested(300)), "", "the first level too many is at line 1 column 117"),
    ("deeper than the parser", "[" * 100_000, "", "flatten it"),
    ("a list", "[]", "", "must be an object such as"),
    ("a number", "3", "", "not a number"),
    ("null", "null", "", "not null"),
    ("a string", '"goals"', "", "not a string"),
    ("no goals", "{}", "goals", "is missing: write"),
    ("goals null", '{"goals": null}', "goals", "must be a list"),
    ("goals an object", '{"goals": {}}', "goals", "must be a list, not an object"),
    ("no goal", '{"goals": []}', "goals", "at least one"),
    ("too many", '{"goals": [%s1]}' % ("1," * MAX_GOALS), "goals", "split it"),
    ("another field", document(GOAL, version=1), "version", "use goals, text only"),
    ("an odd field", document(GOAL, **{"a b\n": 1}), r'$["a b\n"]', "use goals, text only"),
    ("text no text", document(GOAL, text=["x"]), "text", "must be a string, not a list"),
    ("goals twice", '{"goals": [], "goals": []}', "goals", "keep one"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("text", "place", "said"), [case[1:] for case in NO_GOALS], ids=[case[0] for case in NO_GOALS])
def test_document_is_refused_with_place_and_remedy(text: str | bytes, place: str, said: str) -> None:
    error = refusal(text)
    assert place in error.place if place else not error.place
    assert said in error.problem
    assert str(error).startswith("goals.json: ")
    assert str(error).isprintable()


BAD_GOALS = [
    ("no object", 3, "", "must be an object"),
    ("a list", [], "", "not a list"),
    ("unknown field", goal(verbs="x"), ".verbs", "use domain, verb, params, object, scope, goal_id, each, when only"),
    ("resolved_path is not for files", goal(resolved_path="x"), ".resolved_path", "use domain"),
    ("numbered neither", goal(numbered=True), ".numbered", "use domain"),
    ("an odd field", goal(**{"sc ope": "x"}), '["sc ope"]', "use domain"),
    ("no domain", {"verb": "x"}, ".domain", "is missing: write"),
    ("no verb", {"domain": "x"}, ".verb", "is missing: write"),
    ("domain no text", goal(domain=1), ".domain", "must be a string, not a number"),
    ("verb no text", goal(verb=["x"]), ".verb", "must be a string, not a list"),
    ("object no text", goal(object=True), ".object", "not true or false"),
    ("scope null", goal(scope=None), ".scope", "not null: write"),
    ("id no text", goal(goal_id=1.5), ".goal_id", "leave it out"),
    ("empty domain", goal(domain=""), ".domain", "is empty: write"),
    ("blank verb", goal(verb="  "), ".verb", "is empty: write"),
    ("empty object", goal(object=""), ".object", "is empty: write"),
    ("empty scope", goal(scope=""), ".scope", "is empty: write"),
    ("empty id", goal(goal_id=""), ".goal_id", "is empty: write"),
    ("control in domain", goal(domain="a\x00b"), ".domain", r"'\x00': remove"),
    ("control in verb", goal(verb="a\nb"), ".verb", r"'\n'"),
    ("control in scope", goal(scope="after:\x1b[0m"), ".scope", r"'\x1b'"),
    ("control in id", goal(goal_id="a\x7f"), ".goal_id", r"'\x7f'"),
    ("control in object", goal(object="a\x85"), ".object", r"'\x85'"),
    ("line separator", goal(object="a\u2028"), ".object", r"'\u2028'"),
    ("params a list", goal(params=[]), ".params", "must be an object, not a list"),
    ("params null", goal(params=None), ".params", "must be an object, not null"),
    ("params text", goal(params="url"), ".params", "must be an object, not a string"),
    ("id taken", goal(goal_id="g0"), ".goal_id", "give each goal its own id"),
    ("half a character", goal(verb="\ud800"), ".verb", "whole character"),
]


@pytest.mark.parametrize(
    ("row", "place", "said"), [case[1:] for case in BAD_GOALS], ids=[case[0] for case in BAD_GOALS]
)
def test_goal_is_refused_with_place_and_remedy(row: Any, place: str, said: str) -> None:
    error = refusal(document(GOAL, row))
    assert error.place == f"goals[1]{place}"
    assert said in error.problem
    assert str(error).isprintable()


BAD_PARAMS = [
    ("NaN", '{"x": NaN}', ".x", "finite"),
    ("infinity", '{"x": [1, -Infinity]}', ".x[1]", "finite"),
    ("huge float", '{"x": 1e999}', ".x", "finite"),
    ("huge integer", '{"x": 9223372036854775808}', ".x", "write it as a string"),
    ("endless integer", '{"x": %s}' % ("9" * 10_000), ".x", "write it as a string"),
    ("key twice", '{"url": "a", "url": "b"}', ".url", "keep one"),
    ("key twice below", '{"a": [{"b": 1, "b": 1}]}', ".a[0].b", "keep one"),
    ("odd key twice", '{"a b": 1, "a b": 2}', '["a b"]', "keep one"),
    ("half a character", r'{"x": "\ud800"}', ".x", "whole character"),
    ("half a character in a key", r'{"\udc00": 1}', r'["\udc00"]', "whole character"),
]


@pytest.mark.parametrize(
    ("params", "place", "said"), [case[1:] for case in BAD_PARAMS], ids=[case[0] for case in BAD_PARAMS]
)
def test_params_are_refused_with_place_and_remedy(params: str, place: str, said: str) -> None:
    error = refusal(written(params))
    assert error.place == f"goals[0].params{place}"
    assert said in error.problem
    assert str(error).isprintable()


@pytest.mark.parametrize(
    "params", ['{"x": 9223372036854775807}', '{"x": -9223372036854775808}', nested(60), r'{"x": "\ud83d\ude00"}']
)
def test_params_at_the_limits_are_read(params: str) -> None:
    assert read_goals(written(params), "x").goals[0].params.keys() == {"x"}


def said_of(text: str | bytes) -> str:
    try:
        read_goals(text, "goals.json")
    except GoalsFileError as error:
        return str(error)
    return ""


def is_one_short_line(said: str) -> bool:
    return said.isprintable() and len(said) < 2_000


@given(st.one_of(st.binary(), st.text(), st.text(alphabet='{}[]":,goalsdmin \\ud8')))
def test_any_text_is_read_or_refused(text: str | bytes) -> None:
    assert is_one_short_line(said_of(text))


LEAVES = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text())
JSON = st.recursive(LEAVES, lambda inner: st.one_of(st.lists(inner), st.dictionaries(st.text(), inner)), max_leaves=8)
FIELDS = st.sampled_from(["domain", "verb", "params", "object", "scope", "goal_id", "other"])
TEXTS = st.sampled_from(["file", "create", "after:g0", "inside:x", "g0", "\n"])
ROWS = st.one_of(JSON, st.dictionaries(FIELDS, st.one_of(TEXTS, JSON)))


@pytest.mark.slow
@given(st.one_of(JSON, st.fixed_dictionaries({"goals": st.lists(ROWS)}, optional={"text": st.text()})))
def test_any_json_is_read_or_refused(value: Any) -> None:
    assert is_one_short_line(said_of(json.dumps(value)))


@given(
    st.dictionaries(st.text(), st.one_of(st.text(), st.booleans(), st.floats(allow_nan=False, allow_infinity=False)))
)
def test_params_arrive_as_they_were_written(params: dict[str, Any]) -> None:
    assert read_goals(document(goal(params=params)), "x").goals[0].params == params


@pytest.mark.slow
def test_forty_thousand_goals_are_read_quickly() -> None:
    text = document(*(goal(scope=f"after:g{index}", verb=f"v{index}") for index in range(-1, 39_999)))
    start = time.process_time()
    meta = read_goals(text, "x")
    assert time.process_time() - start < 4  # about 0.8 on an idle core
    assert len(meta.dependencies) == 39_999
