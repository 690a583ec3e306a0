"""Days as people name them, seen from Monday, 16 November 2026."""

from __future__ import annotations

from datetime import date

import pytest

from goalwright.errors import ToolFailure
from goalwright.language.days import read_date

TODAY = date(2026, 11, 16)

DAYS = {
    "today": "2026-11-16",
    "Tomorrow": "2026-11-17",
    "yesterday": "2026-11-15",
    "the day after tomorrow": "2026-11-18",
    "the day before yesterday": "2026-11-14",
    "in 3 days": "2026-11-19",
    "in a week": "2026-11-23",
    "in two months": "2027-01-16",
    "in one hundred and five days": "2027-03-01",
    "two weeks ago": "2026-11-02",
    "a year ago": "2025-11-16",
    "a week from friday": "2026-11-27",
    "3 days before tomorrow": "2026-11-14",
    "2 weeks from now": "2026-11-30",
    "the 22nd of may": "2027-05-22",
    "22 may": "2027-05-22",
    "may the twenty-second": "2027-05-22",
    "the twenty second of may": "2027-05-22",
    "may 22": "2027-05-22",
    "dec 1st": "2026-12-01",
    "november 16": "2026-11-16",
    "the 22nd of may 2025": "2025-05-22",
    "may 22, 2025": "2025-05-22",
    "may fifth two thousand and twenty eight": "2028-05-05",
    "may fifth twenty twenty eight": "2028-05-05",
    "the 4th of july next year": "2027-07-04",
    "the 4th of july last year": "2025-07-04",
    "the 29th of february": "2028-02-29",
    "the 22nd": "2026-11-22",
    "the 3rd": "2026-12-03",
    "the thirty-first": "2026-12-31",
    "the 22nd of this month": "2026-11-22",
    "the first of next month": "2026-12-01",
    "the last monday of the month": "2026-11-30",
    "the second monday of may": "2027-05-10",
    "the first friday of next month": "2026-12-04",
    "monday": "2026-11-16",
    "friday": "2026-11-20",
    "this friday": "2026-11-20",
    "next friday": "2026-11-27",
    "last friday": "2026-11-13",
    "last monday": "2026-11-09",
    "this coming monday": "2026-11-23",
    "monday of next week": "2026-11-23",
    "sunday of last week": "2026-11-15",
    "christmas": "2026-12-25",
    "Christmas Eve": "2026-12-24",
    "christmas day 2030": "2030-12-25",
    "new year's eve": "2026-12-31",
    "new year": "2027-01-01",
    "valentine’s day": "2027-02-14",
    "halloween": "2027-10-31",
    "thanksgiving": "2026-11-26",
    "thanksgiving next year": "2027-11-25",
    "labor day": "2027-09-06",
    "memorial day": "2027-05-31",
    "mother's day 2027": "2027-05-09",
    "st patrick's day": "2027-03-17",
    "2027-01-05": "2027-01-05",
    "22/5/2027": "2027-05-22",
    "5/22/27": "2027-05-22",
    "3.4.2027": "2027-04-03",
    "4/4/2027": "2027-04-04",
}


@pytest.mark.parametrize(("words", "day"), DAYS.items())
def test_words_for_a_day_mean_that_day(words: str, day: str) -> None:
    assert read_date(words, TODAY).isoformat() == day


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("pizza", "'pizza' is not a day"),
        ("", "is not a day"),
        ("the 30th of february", "no such day"),
        ("the 29th of february 2027", "no such day"),
        ("2027-13-01", "no such day"),
        ("the 0th of may", "no such day"),
        ("the sixth monday of may", "no such day"),
        ("in 99999999 years", "no such day"),
        ("in 99999999999999999999 days", "no such day"),
        ("5/6/2027", "may be 5 June and 6 May: write it like 2027-06-05"),
        ("tomorrow 2027", "is not a day"),
    ],
)
def test_what_means_no_day_or_two_is_a_failure(words: str, told: str) -> None:
    with pytest.raises(ToolFailure, match=told):
        read_date(words, TODAY)


def test_a_short_month_gives_its_last_day() -> None:
    assert read_date("in a month", date(2027, 1, 31)) == date(2027, 2, 28)


def test_the_31st_skips_months_that_have_none() -> None:
    assert read_date("the 31st", date(2026, 4, 30)) == date(2026, 5, 31)
