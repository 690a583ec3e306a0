"""What people write for dates, times and numbers becomes what HTML's inputs take."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.input_values import EXAMPLES, input_value

READ = [
    ("date", "2026-03-05", "2026-03-05"),
    ("date", "03/05/2026", "2026-03-05"),
    ("date", "3.5.26", "2026-03-05"),
    ("date", "25/12/2026", "2026-12-25"),
    ("date", "2026/3/5", "2026-03-05"),
    ("date", "March 5, 2026", "2026-03-05"),
    ("date", "5th of March 2026", "2026-03-05"),
    ("date", "Thu, 5 Mar 2026", "2026-03-05"),
    ("time", "14:30", "14:30"),
    ("time", "9:05", "09:05"),
    ("time", "2:30 PM", "14:30"),
    ("time", "2 p.m.", "14:00"),
    ("time", "12 am", "00:00"),
    ("time", "12:15 pm", "12:15"),
    ("time", "14:30:20", "14:30:20"),
    ("time", "noon", "12:00"),
    ("datetime-local", "2026-03-05T14:30", "2026-03-05T14:30"),
    ("datetime-local", "2026-03-05 14:30", "2026-03-05T14:30"),
    ("datetime-local", "March 5, 2026 at 2 pm", "2026-03-05T14:00"),
    ("datetime-local", "3/5/2026, 2:30 pm", "2026-03-05T14:30"),
    ("month", "2026-03", "2026-03"),
    ("month", "March 2026", "2026-03"),
    ("month", "3/2026", "2026-03"),
    ("week", "2026-W10", "2026-W10"),
    ("week", "week 7 of 2026", "2026-W07"),
    ("number", "12", "12"),
    ("number", "-1,250.5", "-1250.5"),
    ("range", "40%", "40"),
    ("text", " as it is ", " as it is "),
]
UNREADABLE = [
    ("date", "soon"),
    ("date", "2026-02-30"),
    ("date", "5 March"),
    ("date", "12"),
    ("date", "some day"),
    ("date", "next friday of May"),
    ("time", "25:00"),
    ("time", "13 pm"),
    ("time", "9"),
    ("datetime-local", "2026-03-05"),
    ("month", "13/2026"),
    ("week", "week 60 of 2026"),
    ("number", "many"),
    ("number", "12 and 13"),
    ("range", ""),
]


@pytest.mark.parametrize(("text", "days"), [("tomorrow", 1), ("today", 0), ("in 3 days", 3), ("Yesterday", -1)])
def test_a_day_is_counted_from_today(text: str, days: int) -> None:
    before = datetime.now().astimezone().date()
    read = {input_value("date", text), input_value("datetime-local", f"{text} at 2:30 pm")[:10]}
    possible = {(day + timedelta(days=days)).isoformat() for day in (before, datetime.now().astimezone().date())}
    assert read <= possible


def test_a_weekday_is_the_next_there_will_be() -> None:
    day = date.fromisoformat(input_value("date", "friday"))
    assert (day.weekday(), (day - datetime.now().astimezone().date()).days in range(8)) == (4, True)


@pytest.mark.parametrize(("kind", "text", "value"), READ)
def test_a_value_is_read_as_people_write_it(kind: str, text: str, value: str) -> None:
    assert input_value(kind, text) == value


def test_dates_in_numbers_are_read_in_the_order_of_the_pages_language() -> None:
    assert input_value("date", "03/05/2026", ("day", "month", "year")) == "2026-05-03"


@pytest.mark.parametrize(("kind", "text"), UNREADABLE)
def test_what_is_no_value_is_told_with_how_to_write_one(kind: str, text: str) -> None:
    with pytest.raises(ToolFailure, match=rf"is not a .*: write it like {EXAMPLES[kind]}"):
        input_value(kind, text)
