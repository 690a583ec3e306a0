"""Selectors: their text, their steps, and what a person reads where a plan has one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts.selector import MAX_STEPS, Selector, SelectorStep, Way
from goalwright.errors import ContractViolation

CASES = Path(__file__).parents[1] / "interpret" / "cases"
TEXTS = st.text(max_size=12)
# What can stand outside quotes; a name can be anything.
PLAIN = st.text(st.characters(exclude_characters='"\\>'), max_size=12).map(str.strip).filter(bool)
COUNTED = ("nth", "word")
BARE: tuple[Way, ...] = ("all", "pages", "others")
WORDED = tuple(way for way in get_args(Way) if way not in ("role", *BARE, *COUNTED))
STEPS = st.one_of(
    st.builds(
        lambda role, name: SelectorStep("role", role=role, name=name),
        st.text("abcxyz", min_size=1, max_size=8),
        st.none() | TEXTS,
    ),
    st.builds(lambda way, place: SelectorStep(way, place=place), st.sampled_from(COUNTED), st.integers(-99, 99)),
    st.tuples(st.sampled_from(WORDED), PLAIN).map(lambda said: SelectorStep(*said)),
    st.builds(lambda css: SelectorStep("css", f"#{css}", is_bare=True), PLAIN),
    st.sampled_from(BARE).map(SelectorStep),
)


@given(st.lists(STEPS, min_size=1, max_size=MAX_STEPS).map(tuple))
def test_a_selector_is_read_back_as_it_was_written(steps: tuple[SelectorStep, ...]) -> None:
    selector = Selector(steps)
    assert Selector.parse(str(selector)) == selector
    assert selector.steps == steps


@given(st.text('ab "\\>=[]nth\n', max_size=24) | st.text(max_size=24))
def test_what_parses_keeps_its_meaning_however_it_is_spelled(text: str) -> None:
    try:
        selector = Selector.parse(text)
    except ContractViolation:
        return
    assert Selector.parse(str(selector)) == selector
    assert selector.words()


def selectors_in(value: Any) -> Iterator[str]:
    """Every selector in a table of cases: what a parameter of that name holds."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "selector" and isinstance(inner, str) else selectors_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from selectors_in(inner)


def test_every_selector_of_the_case_tables_keeps_its_text() -> None:
    texts = {text for file in CASES.glob("*.json") for text in selectors_in(json.loads(file.read_text("utf-8")))}
    assert len(texts) > 300
    assert [text for text in sorted(texts) if str(Selector.parse(text)) != text] == []


@pytest.mark.parametrize(
    ("selector", "words"),
    [
        ("text=Contact", "Contact"),
        ("field=user name", "field user name"),
        ("placeholder=Search", "field Search"),
        ("label=Wrap as a gift", "Wrap as a gift"),
        ('role=button[name="OK"]', "button OK"),
        (r'role=button[name="say \"hi\" >> now"]', 'button say "hi" >> now'),
        ("role=heading", "heading"),
        ("role=link >> nth=0", "first link"),
        ("text=Contact >> nth=-1", "last Contact"),
        ("role=row >> nth=11", "12th row"),
        ('role=dialog >> role=button[name="OK"]', "button OK in dialog"),
        ("role=dialog >> role=link >> nth=1", "second link in dialog"),
        ("#main > a", "#main > a"),
        ("css=.menu", ".menu"),
        ("nth=2", "nth=2"),
        ('text=5" screen', '5" screen'),
        ('text=5" screen >> nth=1', 'second 5" screen'),
    ],
)
def test_a_selector_is_said_in_words(selector: str, words: str) -> None:
    assert Selector.parse(selector).words() == words
    assert str(Selector.parse(selector)) == selector


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "a step that is empty"),
        (" >> ".join(["text=a"] * (MAX_STEPS + 1)), "has 9 steps: write 1 to 8"),
        ("role=button[name=OK]", "is not a role locator"),
        ("text= ", "names nothing after text="),
    ],
)
def test_what_describes_no_element_is_refused(text: str, problem: str) -> None:
    with pytest.raises(ContractViolation, match=problem):
        Selector.parse(text)


@pytest.mark.parametrize(
    "steps",
    [
        (SelectorStep("text", "a >> b"),),
        (SelectorStep("text", '5" screen'), SelectorStep("text", '6" screen')),
        (SelectorStep("text", " padded"),),
        (SelectorStep("css", "all", is_bare=True),),
        (),
    ],
)
def test_steps_that_would_be_read_as_others_make_no_selector(steps: tuple[SelectorStep, ...]) -> None:
    with pytest.raises(ContractViolation):
        Selector(steps)
