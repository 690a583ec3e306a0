"""Days that are counted from another agree with those of dateutil."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from dateutil.relativedelta import relativedelta

from goalwright.language.days import read_date

STARTS = [date(2023, 1, 31) + timedelta(days=37 * number) for number in range(60)]


def test_days_that_are_counted_agree() -> None:
    for start in STARTS:
        for count in (1, 2, 11, 13, 25):
            for unit in ("days", "weeks", "months", "years"):
                told: dict[str, Any] = {unit: count}
                span = relativedelta(**told)
                assert read_date(f"in {count} {unit}", start) == start + span
                assert read_date(f"{count} {unit} ago", start) == start - span


def test_the_edges_of_months_and_years_agree() -> None:
    for start in STARTS:
        assert read_date("the end of the month", start) == start + relativedelta(day=31)
        assert read_date("the last day of next month", start) == start + relativedelta(months=1, day=31)
        assert read_date("the start of next year", start) == start + relativedelta(years=1, month=1, day=1)
        assert read_date("the end of last year", start) == start + relativedelta(years=-1, month=12, day=31)


def test_working_days_leave_out_weekends() -> None:
    friday = date(2026, 5, 22)
    assert read_date("3 business days from now", friday) == date(2026, 5, 27)
    assert read_date("in 1 working day", friday) == date(2026, 5, 25)
    assert read_date("5 business days ago", friday) == date(2026, 5, 15)
