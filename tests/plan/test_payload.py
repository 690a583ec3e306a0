"""validate_plan_payload: what it lets through, what it refuses, and that every refusal names its place."""

from __future__ import annotations

import copy
import dataclasses
import json
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum, StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goalwright.contracts import PlanPayload, PlanStep
from goalwright.contracts.strict_json import MAX_DEPTH, MAX_INTEGER, MAX_LISTED
from goalwright.errors import ContractViolation, PlanPayloadError, StepCountError
from goalwright.plan.payload import LIMITS, MAX_STEPS, validate_plan_payload

PAGE = Path(__file__).parents[2] / "docs" / "architecture" / "planner-contract.md"
ABSENT = object()
MAX_BYTES = LIMITS.max_bytes
MAX_VALUES = LIMITS.max_values


def step(number: int = 1, **changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "step_id": f"step_{number}",
        "tool": "echo_tool",
        "description": f"Say {number}",
        "args": {"text": "hello"},
        "depends_on": [f"step_{number - 1}"] if number > 1 else [],
        "deliverable": "A line of text",
    }
    return {name: value for name, value in {**fields, **changes}.items() if value is not ABSENT}


def plan(*steps: Any, **changes: Any) -> dict[str, Any]:
    fields: dict[str, Any] = {"goal": "Say hello", "steps": list(steps) or [step(1), step(2), step(3)], **changes}
    return {name: value for name, value in fields.items() if value is not ABSENT}


def violations(payload: object, **options: Any) -> list[tuple[str, str]]:
    with pytest.raises(PlanPayloadError) as caught:
        validate_plan_payload(payload, **options)
    assert "\n" not in str(caught.value)
    for _, problem in caught.value.violations:
        assert ": " in problem, "what is wrong, a colon, what to write instead"
    return list(caught.value.violations)


def places(payload: object, **options: Any) -> list[str]:
    return [place for place, _ in violations(payload, **options)]


class TestAccepted:
    @pytest.mark.parametrize("form", [dict, json.dumps, lambda p: json.dumps(p).encode(), MappingProxyType])
    def test_every_form_gives_the_same_frozen_value(self, form: Callable[[Any], Any]) -> None:
        payload = validate_plan_payload(form(plan()))
        assert payload.goal == "Say hello"
        assert [one.step_id for one in payload.steps] == ["step_1", "step_2", "step_3"]
        assert payload.steps[1].depends_on == ("step_1",)
        with pytest.raises(TypeError):
            payload.steps[0].args["text"] = "other"  # type: ignore[index]  # read-only is the point

    def test_bytearray_is_read_like_bytes(self) -> None:
        assert validate_plan_payload(bytearray(json.dumps(plan()).encode())) == validate_plan_payload(plan())

    def test_the_value_can_be_validated_again(self) -> None:
        payload = validate_plan_payload(plan())
        assert validate_plan_payload(dataclasses.asdict(payload)) == payload

    def test_the_payload_given_is_left_as_it_was(self) -> None:
        given_payload = plan()
        before = copy.deepcopy(given_payload)
        validate_plan_payload(given_payload)
        assert given_payload == before

    def test_dependencies_may_skip_steps_and_come_in_any_order(self) -> None:
        payload = validate_plan_payload(plan(step(1), step(2), step(3, depends_on=["step_2", "step_1"])))
        assert payload.steps[2].depends_on == ("step_2", "step_1")

    def test_tabs_and_line_feeds_may_stand_in_texts(self) -> None:
        assert validate_plan_payload(plan(step(description="a\tb\nc"))).steps[0].description == "a\tb\nc"

    def test_args_may_hold_anything_json_can(self) -> None:
        args = {"": None, "a": [1, -1.5, True, {"b": "\r\x00é😀"}], "n": MAX_INTEGER, "m": -MAX_INTEGER - 1}
        validated = validate_plan_payload(json.dumps(plan(step(args=args)))).steps[0].args
        assert validated == {**args, "a": (1, -1.5, True, {"b": "\r\x00é😀"})}

    def test_named_whitelist_replaces_the_default(self) -> None:
        payload = plan(step(tool="files.read_file"))
        assert validate_plan_payload(payload, tools=["files.read_file"]).steps[0].tool == "files.read_file"
        assert places(plan(step()), tools=iter(["files.read_file"])) == ["steps[0].tool"]

    @pytest.mark.slow
    def test_exact_step_count_and_largest_plan(self) -> None:
        assert len(validate_plan_payload(plan(), step_count=3).steps) == 3
        largest = plan(*(step(number) for number in range(1, MAX_STEPS + 1)))
        assert len(validate_plan_payload(largest, step_count=MAX_STEPS).steps) == MAX_STEPS

    def test_subclasses_count_as_what_they_extend(self) -> None:
        class Word(StrEnum):
            GOAL = "Say hello"

        class Number(IntEnum):
            ONE = 1

        payload = validate_plan_payload(plan(step(args={"n": Number.ONE}), goal=Word.GOAL))
        assert type(payload.goal) is str
        assert type(payload.steps[0].args["n"]) is int


# What is wrong, and the places reported for it, in order.
STRUCTURE: list[tuple[str, object, list[str]]] = [
    ("no fields", {}, ["goal", "steps"]),
    ("goal missing", plan(goal=ABSENT), ["goal"]),
    ("steps missing", plan(steps=ABSENT), ["steps"]),
    ("extra field", plan(note="x"), ["note"]),
    ("extra field with an odd name", plan(**{"my note": "x"}), ['$["my note"]']),
    ("goal empty", plan(goal=""), ["goal"]),
    ("goal blank", plan(goal=" \n\t"), ["goal"]),
    ("goal a number", plan(goal=1), ["goal"]),
    ("goal a flag", plan(goal=True), ["goal"]),
    ("goal null", plan(goal=None), ["goal"]),
    ("goal an array", plan(goal=["x"]), ["goal"]),
    ("goal with escape character", plan(goal="a\x1b[31m"), ["goal"]),
    ("goal with C1 control", plan(goal="a\x9b31m"), ["goal"]),
    ("steps empty", plan(steps=[]), ["steps"]),
    ("steps an object", plan(steps={}), ["steps"]),
    ("steps a string", plan(steps="step_1"), ["steps"]),
    ("step a string", plan(step(), "step_2"), ["steps[1]"]),
    ("step null", plan(None), ["steps[0]"]),
    ("step an array", plan([]), ["steps[0]"]),
    ("step without fields", plan({}), [f"steps[0].{field.name}" for field in dataclasses.fields(PlanStep)]),
    *(
        (f"{field.name} missing", plan(step(), step(2, **{field.name: ABSENT})), [f"steps[1].{field.name}"])
        for field in dataclasses.fields(PlanStep)
    ),
    ("extra step field", plan(step(), step(2, note="x")), ["steps[1].note"]),
    ("first id is step_0", plan(step(0, depends_on=[])), ["steps[0].step_id"]),
    ("first id is step_2", plan(step(2, depends_on=[]), step(3)), ["steps[0].step_id", "steps[1].step_id"]),
    ("gap", plan(step(1), step(3, depends_on=[])), ["steps[1].step_id"]),
    ("descending", plan(step(2, depends_on=[]), step(1)), ["steps[0].step_id", "steps[1].step_id"]),
    ("id twice", plan(step(1), step(1)), ["steps[1].step_id"]),
    ("id with leading zero", plan(step(step_id="step_01")), ["steps[0].step_id"]),
    ("id in capitals", plan(step(step_id="STEP_1")), ["steps[0].step_id"]),
    ("id with other digits", plan(step(step_id="step_１")), ["steps[0].step_id"]),
    ("id with a space", plan(step(step_id="step_1 ")), ["steps[0].step_id"]),
    ("id a number", plan(step(step_id=1)), ["steps[0].step_id"]),
    ("unknown tool", plan(step(tool="browsers.navigate")), ["steps[0].tool"]),
    ("tool in capitals", plan(step(tool="ECHO_TOOL")), ["steps[0].tool"]),
    ("tool empty", plan(step(tool="")), ["steps[0].tool"]),
    ("tool null", plan(step(tool=None)), ["steps[0].tool"]),
    ("description empty", plan(step(description="")), ["steps[0].description"]),
    ("description a number", plan(step(description=3)), ["steps[0].description"]),
    ("description with carriage return", plan(step(description="a\rb")), ["steps[0].description"]),
    ("deliverable blank", plan(step(deliverable="  ")), ["steps[0].deliverable"]),
    ("deliverable an object", plan(step(deliverable={})), ["steps[0].deliverable"]),
    ("deliverable with a null character", plan(step(deliverable="\x00")), ["steps[0].deliverable"]),
    ("deliverable with delete", plan(step(deliverable="a\x7f")), ["steps[0].deliverable"]),
    ("args null", plan(step(args=None)), ["steps[0].args"]),
    ("args an array", plan(step(args=[])), ["steps[0].args"]),
    ("depends_on a string", plan(step(), step(2, depends_on="step_1")), ["steps[1].depends_on"]),
    ("depends_on null", plan(step(depends_on=None)), ["steps[0].depends_on"]),
    ("depends_on an object", plan(step(depends_on={})), ["steps[0].depends_on"]),
    ("dependency a number", plan(step(), step(2, depends_on=[1])), ["steps[1].depends_on[0]"]),
    ("dependency an array", plan(step(), step(2, depends_on=[["step_1"]])), ["steps[1].depends_on[0]"]),
    ("dependency forward", plan(step(depends_on=["step_2"]), step(2)), ["steps[0].depends_on[0]"]),
    ("dependency on itself", plan(step(), step(2, depends_on=["step_2"])), ["steps[1].depends_on[0]"]),
    ("dependency missing", plan(step(), step(2, depends_on=["step_1", "step_9"])), ["steps[1].depends_on[1]"]),
    ("dependency twice", plan(step(), step(2, depends_on=["step_1", "step_1"])), ["steps[1].depends_on[1]"]),
    (
        "everything at once",
        plan(step(step_id="x", tool="rm"), 7, step(3, depends_on=["step_9"]), goal="", note=1),
        ["goal", "steps[0].step_id", "steps[0].tool", "steps[1]", "steps[2].depends_on[0]", "note"],
    ),
]


@pytest.mark.parametrize(("payload", "expected"), [case[1:] for case in STRUCTURE], ids=[case[0] for case in STRUCTURE])
def test_each_violation_is_reported_at_its_place(payload: Any, expected: list[str]) -> None:
    assert places(payload) == expected
    assert places(json.dumps(payload)) == expected
    assert places(json.dumps(payload, ensure_ascii=False).encode()) == expected


ONE_STEP = json.dumps(step())
# What is wrong, the text, the place, and a part of the sentence.
TEXTS: list[tuple[str, str | bytes, str, str]] = [
    ("nothing", "", "$", "line 1 column 1"),
    ("white space", " \n ", "$", "line 2 column 2"),
    ("a word", "step_1, step_2", "$", "line 1 column 1"),
    ("unclosed", '{"goal": "x",\n "steps": [', "$", "line 2 column 12"),
    ("unclosed string", '{"goal": "x', "$", "close it with a double quote"),
    ("single quotes", "{'goal': 'x'}", "$", "in double quotes"),
    ("comma after the last field", '{"goal": "x",}', "$", "line 1 column"),
    ("missing comma", '{"goal": "x" "steps": []}', "$", "line 1 column 14: a comma is missing"),
    ("missing colon", '{"goal" "x"}', "$", "no colon"),
    ("bad escape", '{"goal": "\\q"}', "$", "unknown escape"),
    ("raw line feed in a string", '{"goal": "a\nb"}', "$", "line 1 column 12"),
    ("a comment", "{} // done", "$", "line 1 column 4: text follows"),
    ("two objects", "{}{}", "$", "line 1 column 3: text follows"),
    ("prose around it", 'Here is the plan: {"goal": "x"}', "$", "line 1 column 1"),
    ("a code fence", "```json\n{}\n```", "$", "line 1 column 1"),
    ("byte order mark", b"\xef\xbb\xbf{", "$", "byte order mark"),
    ("byte order mark in text", "\ufeff{", "$", "byte order mark"),
    ("not UTF-8", b'{"goal":\n "\xff"}', "$", "line 2 column 3"),
    ("Latin-1", '{"goal": "é"}'.encode("latin-1"), "$", "save it as UTF-8"),
    ("UTF-16", '{"goal": "x"}'.encode("utf-16"), "$", "save it as UTF-8"),
    ("UTF-16 without mark", '{"goal": "x"}'.encode("utf-16-le"), "$", "line 1 column 2"),
    ("an array", "[]", "$", "is an array: write an object"),
    ("a string", '"x"', "$", 'is "x": write an object'),
    ("a number", "1", "$", "is 1: write an object"),
    ("null", "null", "$", "is null: write an object"),
    ("true", "true", "$", "is true: write an object"),
    ("NaN", "NaN", "$", "finite"),
    ("a lone surrogate", '"\\ud800"', "$", "surrogate"),
    ("deep arrays", "[" * 100_000, "$", f"line 1 column {MAX_DEPTH + 1}"),
    ("deep closed arrays", "[" * 500 + "]" * 500, "$", "nested deeper"),
    ("deep objects", '{"a":' * 100_000, "$", "nested deeper"),
    ("too large", " " * (MAX_BYTES + 1), "$", f"larger than {MAX_BYTES} bytes"),
    ("too large once encoded", '"' + "é" * (MAX_BYTES // 2) + '"', "$", "larger than"),
    ("unclosed string full of quotes", '"' + '\\"' * 1_000_000, "$", "close it"),
]


@pytest.mark.parametrize(("payload", "place", "words"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS])
def test_text_that_is_not_one_json_object_is_refused(payload: str | bytes, place: str, words: str) -> None:
    first = violations(payload)[0]
    assert first[0] == place
    assert words in first[1]


# What stands in step_1's args, written as JSON, and where the violation is.
ARGS: list[tuple[str, str, list[str]]] = [
    ("duplicate key", '{"x": 1, "x": 1}', ["steps[0].args.x"]),
    ("duplicate key spelled with an escape", '{"x": 1, "\\u0078": 2}', ["steps[0].args.x"]),
    ("duplicate key in an array", '{"a": [0, {"x": 1, "x": 2}]}', ["steps[0].args.a[1].x"]),
    ("three of a key", '{"x": 1, "x": 2, "x": 3}', ["steps[0].args.x"]),
    ("duplicate empty key", '{"": 1, "": 2}', ['steps[0].args[""]']),
    ("duplicate key with a space", '{"a b": 1, "a b": 2}', ['steps[0].args["a b"]']),
    ("duplicate key with a line feed", '{"a\\nb": 1, "a\\nb": 2}', ['steps[0].args["a\\nb"]']),
    ("fault inside the value that is repeated", '{"x": NaN, "x": 2}', ["steps[0].args.x", "steps[0].args.x"]),
    ("NaN", '{"x": NaN}', ["steps[0].args.x"]),
    ("Infinity", '{"x": [Infinity]}', ["steps[0].args.x[0]"]),
    ("-Infinity", '{"x": -Infinity}', ["steps[0].args.x"]),
    ("1e999", '{"x": 1e999}', ["steps[0].args.x"]),
    ("2^63", f'{{"x": {2**63}}}', ["steps[0].args.x"]),
    ("-2^63-1", f'{{"x": {-(2**63) - 1}}}', ["steps[0].args.x"]),
    ("100,000 digits", f'{{"x": {"9" * 100_000}}}', ["steps[0].args.x"]),
    ("lone high surrogate", '{"x": "\\ud83d"}', ["steps[0].args.x"]),
    ("lone low surrogate", '{"x": "a\\ude00"}', ["steps[0].args.x"]),
    ("lone surrogate in a key", '{"\\ud800": 1}', ['steps[0].args["\\ud800"]']),
    ("all of them", '{"a": NaN, "b": "\\ud800", "c": 1e999, "b": 1}', [f"steps[0].args.{key}" for key in "babc"]),
]


@pytest.mark.parametrize(("args", "expected"), [case[1:] for case in ARGS], ids=[case[0] for case in ARGS])
def test_values_json_should_not_hold_are_refused_at_their_place(args: str, expected: list[str]) -> None:
    payload = json.dumps(plan(step(args="HERE"))).replace('"HERE"', args)
    assert places(payload) == expected
    assert places(payload.encode()) == expected


def test_duplicate_fields_of_the_contract_itself_are_refused() -> None:
    assert places(f'{{"goal": "a", "goal": "b", "steps": [{ONE_STEP}]}}') == ["goal"]
    repeated = ONE_STEP.replace('"tool"', '"tool": "rm", "tool"')
    assert places(f'{{"goal": "a", "steps": [{repeated}]}}') == ["steps[0].tool"]


def nested(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


def test_depth_limit_is_exact() -> None:
    around_args = 4  # the document, steps, the step, args
    fits = plan(step(args={"x": nested(MAX_DEPTH - around_args)}))
    assert validate_plan_payload(fits) == validate_plan_payload(json.dumps(fits))
    too_deep = plan(step(args={"x": nested(MAX_DEPTH - around_args + 1)}))
    assert places(json.dumps(too_deep)) == ["$"]
    assert places(too_deep) == ["steps[0].args.x" + "[0]" * (MAX_DEPTH - around_args)]


def test_brackets_inside_strings_do_not_nest() -> None:
    args = {"text": "[" * 1000 + '\\"{' * 1000}
    assert validate_plan_payload(json.dumps(plan(step(args=args)))).steps[0].args == args


def test_text_just_within_the_limit_is_read() -> None:
    text = json.dumps(plan())
    assert validate_plan_payload(text + " " * (MAX_BYTES - len(text))) == validate_plan_payload(text)


# What a payload is full of; each would take seconds, or minutes, if every one of them were looked at.
FULL_OF = [
    "[]",
    "{}",
    "1",
    "1.5",
    '""',
    '"\\ud83d\\ude00"',
    "NaN",
    '{"":1,"":1}',
    "[" * 59 + "]" * 59,
    '{"k":' * 59 + "1" + "}" * 59,
]


@pytest.mark.slow
@pytest.mark.parametrize("unit", FULL_OF)
@pytest.mark.parametrize("size", [MAX_BYTES, MAX_VALUES])
def test_a_payload_full_of_tiny_values_is_answered_quickly(unit: str, size: int) -> None:
    text = json.dumps(plan(step(args={"x": ["HERE"]}))).replace(
        '"HERE"', ",".join([unit] * ((size - 500) // (len(unit) + 1)))
    )
    start = time.process_time()
    accepted(text)
    assert time.process_time() - start < 8  # at most about 1 on an idle core


@pytest.mark.slow
def test_more_values_than_the_limit_are_refused_in_every_form() -> None:
    around = 10  # the document, its fields and array, the step and its fields, but for x itself
    fits = plan(step(args={"x": [0] * (MAX_VALUES - around - 1)}))
    assert accepted(fits) == accepted(json.dumps(fits)) is not None
    fits["steps"][0]["args"]["x"].append(0)
    for payload in (fits, json.dumps(fits)):
        assert places(payload) == ["$"]


class Unreadable(Mapping[str, Any]):
    """A mapping whose every answer is an error."""

    def __getitem__(self, key: str) -> Any:
        raise KeyError(key)

    def __iter__(self) -> Iterator[str]:
        raise RuntimeError("no\nkeys")

    def __len__(self) -> int:
        raise MemoryError


class Endless(Mapping[str, Any]):
    """A mapping that never runs out of keys."""

    def __getitem__(self, key: str) -> Any:
        return 1

    def __iter__(self) -> Iterator[str]:
        while True:
            yield "k"

    def __len__(self) -> int:
        return 1


class LyingText(str):
    """A string that claims to be whatever it is compared with."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash("echo_tool")

    def __str__(self) -> str:
        return "echo_tool"


class LyingClass:
    """An object that fails when asked what it is."""

    @property  # type: ignore[misc]  # lying is the point
    def __class__(self) -> Any:
        raise RuntimeError


def circle() -> dict[str, Any]:
    looped: dict[str, Any] = plan()
    looped["steps"][0]["args"]["again"] = looped
    return looped


def bomb() -> dict[str, Any]:
    value: Any = "x" * 1000
    for _ in range(40):
        value = [value, value]
    return plan(step(args={"x": value}))


def deep_mapping() -> dict[str, Any]:
    value: Any = {}
    for _ in range(sys.getrecursionlimit() * 3):
        value = {"a": value}
    return {"goal": value}


@pytest.mark.parametrize("payload", [None, 1, 1.5, True, [], [plan()], (), set(), object(), dict, memoryview(b"{}")])
def test_payloads_of_other_types_are_refused(payload: object) -> None:
    assert places(payload) == ["$"]


# Made in the test itself: the test runner asks its parameters questions that these do not answer.
HOSTILE: list[tuple[Callable[[], object], str]] = [
    (Unreadable, "$"),
    (Endless, "$"),
    (LyingClass, "$"),
    (bomb, "$"),
    (lambda: plan(step(args=Unreadable())), "steps[0].args"),
    (lambda: plan(step(args={"x": LyingClass()})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": float("nan")})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": float("-inf")})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": 10**10_000})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": "\ud800"})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": {1, 2}})), "steps[0].args.x"),
    (lambda: plan(step(args={"x": b"bytes"})), "steps[0].args.x"),
    (lambda: plan(step(args={1: "x"})), "steps[0].args"),
    (lambda: plan(step(args={None: "x"})), "steps[0].args"),
    (lambda: plan(step(tool=LyingText("rm"))), "steps[0].tool"),
    (lambda: plan(step(step_id=LyingText("rm"))), "steps[0].step_id"),
]


@pytest.mark.parametrize(("make", "place"), HOSTILE)
def test_hostile_python_values_are_refused_at_their_place(make: Callable[[], object], place: str) -> None:
    assert places(make())[0] == place


def test_circles_and_deep_mappings_end_in_a_refusal() -> None:
    assert places(circle())[0].startswith("steps[0].args.again.steps[0].args.again")
    assert places(deep_mapping())[0] == "goal" + ".a" * (MAX_DEPTH - 1)


@pytest.mark.slow
def test_more_steps_than_the_limit_are_refused() -> None:
    found = violations(plan(*(step(number) for number in range(1, MAX_STEPS + 2))))
    assert [place for place, _ in found] == ["steps"]
    assert str(MAX_STEPS) in found[0][1]


def test_the_list_of_violations_is_bounded_and_says_so() -> None:
    found = violations(plan(*([1] * MAX_STEPS), goal=1, note=1))
    assert len(found) == MAX_LISTED + 1
    assert found[-1] == ("$", "has 2 more violations: correct the listed ones first")


def test_long_and_unprintable_words_are_shown_short_and_harmless() -> None:
    found = violations(plan(step(tool="\x1b[31m" + "x" * 100_000), **{"k" * 100_000: 1}))
    assert all(len(place) + len(problem) < 400 for place, problem in found)
    assert all((place + problem).isprintable() for place, problem in found)


def test_wrong_step_count_names_both_numbers() -> None:
    (found,) = violations(plan(), step_count=2)
    assert found[0] == "steps"
    assert "3 steps" in found[1]
    assert "2 were asked for" in found[1]


@pytest.mark.parametrize("count", [0, -1, True, False, "3", 2.0, float("nan"), MAX_STEPS + 1, 2**4000, [], object()])
def test_a_step_count_that_is_none_is_refused(count: Any) -> None:
    with pytest.raises(StepCountError, match=r"^step_count: .* ask for 1 to 10000$"):
        validate_plan_payload(plan(), step_count=count)


@pytest.mark.parametrize("tools", ["echo_tool", b"echo_tool", 5, [1], [""], [None], [[]]])
def test_a_whitelist_that_is_no_list_of_names_is_the_callers_mistake(tools: Any) -> None:
    with pytest.raises(ContractViolation):
        validate_plan_payload(plan(), tools=tools)


def test_an_empty_whitelist_allows_nothing_and_a_long_one_is_shown_in_part() -> None:
    assert "no tool is allowed" in violations(plan(step()), tools=[])[0][1]
    assert "(or 20 others)" in violations(plan(step()), tools={f"tool_{n}" for n in range(30)})[0][1]


def test_contract_values_refuse_what_the_validator_refuses() -> None:
    fields = step(1)
    with pytest.raises(ContractViolation, match="twice"):
        PlanStep(**{**fields, "depends_on": ["step_1", "step_1"]})
    for broken in ([], [PlanStep(**step(2))], [PlanStep(**step(1, depends_on=["step_1"]))]):
        with pytest.raises(ContractViolation):
            PlanPayload(goal="x", steps=broken)  # type: ignore[arg-type]  # lists are frozen on the way in


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
nearly_steps = st.fixed_dictionaries(
    {},
    optional={
        "step_id": st.sampled_from(["step_1", "step_2", "step_3"]) | json_values,
        "tool": st.sampled_from(["echo_tool", "get_time", "rm"]) | json_values,
        "description": st.text() | json_values,
        "args": json_values,
        "depends_on": st.lists(st.sampled_from(["step_1", "step_2", "step_9"]), max_size=3) | json_values,
        "deliverable": st.text() | json_values,
        "more": json_values,
    },
)
nearly_plans = st.fixed_dictionaries({"goal": st.text(), "steps": st.lists(nearly_steps | json_values, max_size=4)})


def accepted(payload: object) -> PlanPayload | None:
    try:
        return validate_plan_payload(payload)
    except PlanPayloadError:
        return None


@given(json_values | nearly_plans)
def test_any_json_value_is_accepted_or_refused_and_nothing_else(value: Any) -> None:
    text = json.dumps(value)
    from_text = accepted(text)
    assert accepted(text.encode()) == from_text
    if isinstance(value, dict):
        assert accepted(value) == from_text


@given(
    st.text(alphabet='{}[]",:\\u0123abgoalsteps \n-.eE+truefalsn\ufeffé\ud800', max_size=80) | st.binary(max_size=80)
)
def test_any_text_or_bytes_are_accepted_or_refused_and_nothing_else(payload: str | bytes) -> None:
    accepted(payload)


@given(st.data())
@settings(max_examples=60)
def test_one_edit_of_a_valid_text_never_escapes_the_contract(data: st.DataObject) -> None:
    text = json.dumps(plan(step(1), step(2)))
    at = data.draw(st.integers(0, len(text) - 1))
    edited = text[:at] + data.draw(st.sampled_from(["", "{", "]", '"', "0", "\\", "\x00", text])) + text[at + 1 :]
    payload = accepted(edited)
    if payload is not None:
        assert [one.step_id for one in payload.steps] == ["step_1", "step_2"]


words = st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=1).filter(str.strip)
plain_args = st.dictionaries(
    words,
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers(-(2**63), MAX_INTEGER)
        | st.floats(allow_nan=False, allow_infinity=False)
        | words,
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(words, inner, max_size=3),
        max_leaves=8,
    ),
    max_size=3,
)


@st.composite
def valid_plans(draw: st.DrawFn) -> dict[str, Any]:
    count = draw(st.integers(1, 6))
    steps = []
    for number in range(1, count + 1):
        earlier = [f"step_{before}" for before in range(1, number)]
        depends_on = draw(st.lists(st.sampled_from(earlier), unique=True)) if earlier else []
        fields = {"tool": draw(st.sampled_from(["echo_tool", "get_time"])), "args": draw(plain_args)}
        steps.append(step(number, depends_on=depends_on, description=draw(words), deliverable=draw(words), **fields))
    return plan(*steps, goal=draw(words))


@given(valid_plans())
def test_every_valid_plan_is_accepted_in_every_form_and_again(payload: dict[str, Any]) -> None:
    value = validate_plan_payload(payload, step_count=len(payload["steps"]))
    assert validate_plan_payload(json.dumps(payload)) == value
    assert validate_plan_payload(json.dumps(payload, ensure_ascii=False, indent=1).encode()) == value
    assert validate_plan_payload(dataclasses.asdict(value)) == value


class TestPublicPage:
    text = PAGE.read_text(encoding="utf-8")

    def test_its_first_example_is_valid(self) -> None:
        example = re.search(r"^```json\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        assert example is not None
        assert len(validate_plan_payload(example[1]).steps) == 2

    def test_its_invalid_examples_give_the_reports_shown(self) -> None:
        pairs = re.findall(r"^```json\n([^`]*)^```\n\n```text\n(.*?)^```$", self.text, re.DOTALL | re.MULTILINE)
        assert len(pairs) == 4
        for payload, report in pairs:
            assert [f"{place}: {problem}" for place, problem in violations(payload)] == report.splitlines()

    def test_its_limits_are_the_ones_in_force(self) -> None:
        for limit in (MAX_STEPS, MAX_BYTES, MAX_VALUES, MAX_DEPTH, MAX_LISTED):
            assert f"{limit:,}" in self.text
