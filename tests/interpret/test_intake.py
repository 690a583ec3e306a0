"""What is not a sentence is turned away, and told what is wrong with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import NotUnderstood
from goalwright.interpret.interpreter import MAX_CHARACTERS, checked_text

UNFIT = [
    "\x00",
    "\x01",
    "\x07",
    "\x08",
    "\x0b",
    "\x0c",
    "\x1b",
    "\x1f",
    "\x7f",
    "\x80",
    "\x9f",
    "\xad",
    "\u061c",
    "\u180e",
    "\u200b",
    "\u200e",
    "\u200f",
    "\u2028",
    "\u2029",
    "\u202a",
    "\u202d",
    "\u202e",
    "\u2060",
    "\u2066",
    "\u2067",
    "\u2069",
    "\ufeff",
    "\ufff9",
    "\uffff",
    "\ud800",
    "\udfff",
    "\U000e0001",
    "\U000e0041",
]


@pytest.mark.parametrize("mark", UNFIT, ids=[f"U+{ord(mark):04X}" for mark in UNFIT])
@pytest.mark.parametrize("sentence", ["{}open youtube", "open{} youtube", 'write "a{}b" to a.txt', "open youtube{}"])
def test_unfit_characters_are_named_with_their_place(mark: str, sentence: str) -> None:
    text = sentence.format(mark)
    with pytest.raises(NotUnderstood) as raised:
        checked_text(text)
    place = text.index(mark)
    assert f"U+{ord(mark):04X}" in str(raised.value)
    assert f"character {place + 1}" in str(raised.value)
    assert str(raised.value).isprintable()
    [clause] = raised.value.clauses
    assert (clause.start, clause.end, clause.text) == (place, place + 1, mark)


@pytest.mark.parametrize(
    "text",
    [
        "open youtube",
        "a\tb",
        "a\nb",
        "a\r\nb",
        "日本語",
        "naïve",
        "👩‍💻 family",
        "שלום",
        "می‌خواهم",
        "e\u0301",
        "x" * MAX_CHARACTERS,
    ],
)
def test_sentences_of_any_language_are_let_through(text: str) -> None:
    assert checked_text(text) is text


@pytest.mark.parametrize("text", ["", " ", "\n\t ", "\u00a0\u3000"])
def test_nothing_at_all_is_told(text: str) -> None:
    with pytest.raises(NotUnderstood, match="nothing to do"):
        checked_text(text)


@pytest.mark.parametrize("count", [MAX_CHARACTERS + 1, 1_000_000])
def test_what_is_too_long_is_told_without_being_repeated(count: int) -> None:
    with pytest.raises(NotUnderstood, match="20,000") as raised:
        checked_text("x" * count)
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("value", [None, 7, b"open youtube", ["open"]])
def test_what_is_no_text_is_told(value: object) -> None:
    with pytest.raises(NotUnderstood, match=type(value).__name__):
        checked_text(value)  # type: ignore[arg-type]  # what a caller without types may pass


@given(st.text(st.characters(categories=("Cc", "Cs", "Zl", "Zp")), min_size=1, max_size=3))
def test_no_control_character_gets_through_but_white_space(marks: str) -> None:
    if marks.strip("\t\n\r"):
        with pytest.raises(NotUnderstood):
            checked_text(f"open {marks} youtube")
