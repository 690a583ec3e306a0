"""Recurrences without a day are counted from today, and told as they are."""

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from goalwright.app.told_triggers import told_trigger
from goalwright.contracts.jobs import Recurrence
from goalwright.jobs.due_times import times_after
from goalwright.situate.trigger_rules import timed_trigger

ZONE = "Europe/Berlin"


def first_days(said: dict[str, object], now: datetime, many: int) -> list[str]:
    trigger = timed_trigger({"repeats": True, **said}, now, ZONE)
    moments = times_after(trigger, now.timestamp())
    return [f"{datetime.fromtimestamp(next(moments), ZoneInfo(ZONE)):%Y-%m-%d %H:%M}" for _ in range(many)]


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ({"n": 6, "unit": "month"}, ["2027-02-28 09:00", "2027-08-31 09:00", "2028-02-29 09:00"]),
        ({"unit": "month"}, ["2026-09-30 09:00", "2026-10-31 09:00", "2026-11-30 09:00"]),
        ({"n": 2, "unit": "week"}, ["2026-09-14 09:00", "2026-09-28 09:00", "2026-10-12 09:00"]),
        ({"n": 2, "unit": "year"}, ["2028-08-31 09:00", "2030-08-31 09:00", "2032-08-31 09:00"]),
        ({"n": 6, "unit": "month", "month_days": (31,)}, ["2026-08-31 11:00", "2027-08-31 11:00"]),
    ],
)
def test_the_first_time_is_a_whole_step_after_today(said: dict[str, object], days: list[str]) -> None:
    clock = {"clocks": ("11:00",)} if "month_days" in said else {}
    now = datetime(2026, 8, 31, 10, tzinfo=ZoneInfo(ZONE))
    assert first_days({**said, **clock}, now, len(days)) == days


def test_today_counts_while_its_time_is_still_to_come() -> None:
    now = datetime(2026, 8, 31, 8, tzinfo=ZoneInfo(ZONE))
    assert first_days({"n": 6, "unit": "month"}, now, 2) == ["2026-08-31 09:00", "2027-02-28 09:00"]


@pytest.mark.parametrize(
    ("rule", "told"),
    [
        ("FREQ=YEARLY", "on 31 August of every year at 09:00"),
        ("FREQ=YEARLY;INTERVAL=2", "on 31 August of every 2 years at 09:00"),
        ("FREQ=YEARLY;BYMONTH=9;BYDAY=1MO", "on the 1st Monday of September of every year at 09:00"),
        (
            "FREQ=MONTHLY;INTERVAL=6;BYMONTHDAY=28,29,30,31;BYSETPOS=-1",
            "on the 31st, or the last day before it, of every 6 months at 09:00",
        ),
    ],
)
def test_what_a_recurrence_is_told_as(rule: str, told: str) -> None:
    assert told_trigger(Recurrence(rule=rule, start="2026-08-31T09:00:00", zone=ZONE, until="")) == told
