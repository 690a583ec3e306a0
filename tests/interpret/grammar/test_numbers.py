"""Numbers in digits and words, against a speller that knows nothing of the reader."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.interpret.grammar.numbers import number_at
from goalwright.rules.language import load_language
from interpret.sentences import goals, goals_or_none

ordinal = load_language().numerals.ordinal
SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(number: int, *, joined: str = " ", linked: bool = True) -> str:
    """A number in English words; `joined` stands in twenty-one, `linked` says "and" after hundreds."""
    if number < 20:
        return SMALL[number]
    if number < 100:
        ones = f"{joined}{SMALL[number % 10]}" if number % 10 else ""
        return TENS[number // 10] + ones
    for size, name in ((1_000_000, "million"), (1_000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = number % size
            head = f"{spelled(number // size, joined=joined, linked=linked)} {name}"
            if not rest:
                return head
            link = " and " if linked and (name == "hundred" or rest < 100) else " "
            return head + link + spelled(rest, joined=joined, linked=linked)
    raise AssertionError


def whole(text: str) -> int | float | None:
    """The number that all the words of a text make."""
    words = text.split()
    found = [value for end, value in number_at(words, 0) if end == len(words)]
    return found[0] if found else None


@given(st.integers(0, 1_000_000), st.sampled_from([" ", "-"]), st.booleans())
def test_every_number_up_to_a_million_is_read_in_words(number: int, joined: str, linked: bool) -> None:
    assert whole(spelled(number, joined=joined, linked=linked)) == number


@pytest.mark.parametrize("number", [*range(131), 199, 200, 999, 1000, 1001, 1100, 9999, 10000, 99_999, 100_000, 10**6])
def test_landmarks_are_read_in_words_and_digits(number: int) -> None:
    assert whole(spelled(number)) == number
    assert whole(str(number)) == number


@given(st.integers(0, 999_999))
def test_no_number_is_read_in_two_ways(number: int) -> None:
    ends = [end for end, _ in number_at(spelled(number).split(), 0)]
    assert ends == sorted(set(ends))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("a hundred", 100),
        ("a hundred and five", 105),
        ("a thousand", 1000),
        ("2.5", 2.5),
        ("2,5", 2.5),
        ("-5", -5),
        ("007", 7),
        ("twenty-one", 21),
    ],
)
def test_other_ways_to_say_a_number(text: str, number: float) -> None:
    assert whole(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "an",
        "and",
        "and five",
        "hundred",
        "thousand",
        "five and",
        "one hundred and",
        "one two",
        "twenty thirty",
        "twenty eleven",
        "five twenty",
        "one and five",
        "twenty and one",
        "hundred hundred",
        "thousand thousand",
        "zero five",
        "a five",
        "ten five",
        "fiveish",
        "won",
        "to",
        "for",
        "tweny",
        "1e5",
        "0x10",
        "1_000",
        "٣",
        "½",
        "²",
        "1.2.3",
        "--5",
        "-",
        "5-",
        "twenty-",
        "-one",
        "",
        "1" * 17,
    ],
)
def test_near_misses_are_no_numbers(text: str) -> None:
    assert whole(text) is None if text else number_at([""], 0) == []


@given(st.text(max_size=20))
def test_any_word_gives_a_number_or_nothing(word: str) -> None:
    assert all(end == 1 and isinstance(value, int | float) for end, value in number_at([word], 0))
    assert ordinal(word) is None or isinstance(ordinal(word), int)


@pytest.mark.parametrize(
    ("word", "number"),
    [
        *((word, place) for place, word in enumerate("first second third fourth fifth sixth seventh".split(), 1)),
        ("eighth", 8),
        ("ninth", 9),
        ("tenth", 10),
        ("eleventh", 11),
        ("twelfth", 12),
        ("1st", 1),
        ("2nd", 2),
        ("3rd", 3),
        ("4th", 4),
        ("11th", 11),
        ("21st", 21),
        ("100th", 100),
        ("one", None),
        ("1", None),
        ("st", None),
        ("th", None),
        ("1sts", None),
        ("xth", None),
        ("²nd", None),
        ("٣rd", None),
        ("", None),
    ],
)
def test_ordinals(word: str, number: int | None) -> None:
    assert ordinal(word) == number


@given(st.integers(0, 100))
def test_a_level_is_the_same_in_words_and_digits(level: int) -> None:
    wanted = [("audio.set_volume", {"level": level})]
    assert goals(f"set the volume to {level} percent") == wanted
    assert goals(f"set the volume to {spelled(level)} percent") == wanted


@pytest.mark.parametrize("level", ["101", "a thousand", "-1", "thirty forty", "one two", "tweny"])
def test_what_is_no_level_is_refused(level: str) -> None:
    assert goals_or_none(f"set the volume to {level} percent") is None
