"""When jobs are due: clocks that are set, leap days, the ends of months."""

from __future__ import annotations

from datetime import datetime
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest

from goalwright.contracts.jobs import Moment, Recurrence
from goalwright.errors import ContractViolation
from goalwright.jobs.due_times import instant, latest_time, require_rule, times_after

BERLIN = "Europe/Berlin"


def due(rule: str, start: str, after: str, count: int, *, zone: str = BERLIN, until: str = "") -> list[str]:
    trigger = Recurrence(rule=rule, start=start, zone=zone, until=until)
    found = islice(times_after(trigger, instant(after, zone)), count)
    return [datetime.fromtimestamp(at, ZoneInfo(zone)).isoformat()[5:16] for at in found]


@pytest.mark.parametrize(
    ("rule", "start", "after", "expected"),
    [
        # The clock of Berlin skips from 02:00 to 03:00 on 29 March 2026, and shows 02:00 to 03:00 twice on 25 October.
        ("FREQ=DAILY", "2026-01-01T02:30:00", "2026-03-27T12:00:00", "03-28T02:30 03-29T03:30 03-30T02:30"),
        ("FREQ=DAILY", "2026-01-01T02:30:00", "2026-10-23T12:00:00", "10-24T02:30 10-25T02:30 10-26T02:30"),
        ("FREQ=DAILY;BYHOUR=2,3;BYMINUTE=30", "2026-01-01T00:00:00", "2026-03-28T12:00:00", "03-29T03:30 03-30T02:30"),
        ("FREQ=DAILY;BYHOUR=3;BYMINUTE=15", "2026-01-01T00:00:00", "2026-03-28T12:00:00", "03-29T03:15 03-30T03:15"),
        (
            "FREQ=MINUTELY;INTERVAL=20",
            "2020-01-01T00:10:00",
            "2026-03-29T01:20:00",
            "03-29T01:30 03-29T01:50 03-29T03:10 03-29T03:30",
        ),
        (
            "FREQ=MINUTELY;INTERVAL=30",
            "2020-01-01T00:10:00",
            "2026-10-25T01:20:00",
            "10-25T01:40 10-25T02:10 10-25T02:40 10-25T02:10 10-25T02:40 10-25T03:10",
        ),
        ("FREQ=HOURLY;INTERVAL=6", "2026-03-28T12:00:00", "2026-03-28T13:00:00", "03-28T18:00 03-29T00:00 03-29T07:00"),
        (
            "FREQ=HOURLY;INTERVAL=2;BYHOUR=8,10,12",
            "2026-01-01T08:00:00",
            "2026-03-28T11:00:00",
            "03-28T12:00 03-29T08:00 03-29T10:00 03-29T12:00",
        ),
        ("FREQ=MONTHLY;BYMONTHDAY=31", "2026-01-01T08:00:00", "2026-02-01T00:00:00", "03-31T08:00 05-31T08:00"),
        ("FREQ=MONTHLY;BYMONTHDAY=-1", "2026-01-01T08:00:00", "2028-02-01T00:00:00", "02-29T08:00 03-31T08:00"),
        ("FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2026-01-01T08:00:00", "2096-03-01T00:00:00", "02-29T08:00"),
        ("FREQ=MONTHLY;BYDAY=1MO", "2026-01-01T08:00:00", "2026-11-03T00:00:00", "12-07T08:00 01-04T08:00"),
        ("FREQ=WEEKLY;INTERVAL=2;BYDAY=TU", "2020-01-07T09:00:00", "2026-11-17T10:00:00", "12-01T09:00 12-15T09:00"),
        ("FREQ=DAILY;COUNT=3", "2026-11-17T09:00:00", "2026-11-18T09:00:00", "11-19T09:00"),
        ("FREQ=DAILY", "2026-11-17T09:00:00", "2026-01-01T00:00:00", "11-17T09:00 11-18T09:00"),
    ],
)
def test_recurrences_come_when_the_clock_says_so(rule: str, start: str, after: str, expected: str) -> None:
    wanted = expected.split()
    limit = len(wanted) + ("COUNT" in rule)
    assert due(rule, start, after, limit) == wanted


def test_the_last_time_is_the_one_that_until_names() -> None:
    start = "2026-11-17T17:00:00"
    found = due("FREQ=MINUTELY;INTERVAL=5", start, "2026-11-17T17:51:00", 9, until="2026-11-17T18:00:00")
    assert found == ["11-17T17:55", "11-17T18:00"]


@pytest.mark.parametrize(
    "zone", ["Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu", "UTC", "Africa/Casablanca"]
)
def test_counted_minutes_are_those_that_pass_in_every_zone(zone: str) -> None:
    trigger = Recurrence(rule="FREQ=MINUTELY;INTERVAL=90", start="2026-01-01T00:00:00", zone=zone)
    found = list(islice(times_after(trigger, instant("2026-01-01T00:00:00", zone)), 16 * 366))
    steps = {later - earlier for earlier, later in pairwise(found)}
    assert steps == {90 * 60.0}


def test_a_moment_may_be_an_instant_that_the_clock_shows_twice() -> None:
    first = Moment(at="2026-10-25T02:30:00+02:00", zone=BERLIN)
    second = Moment(at="2026-10-25T02:30:00+01:00", zone=BERLIN)
    (one,), (two,) = times_after(first, 0), times_after(second, 0)
    assert two - one == 3_600
    assert list(times_after(Moment(at="2026-10-25T02:30:00", zone=BERLIN), 0)) == [one]
    assert list(times_after(first, one)) == []


def test_the_latest_time_is_found_however_long_ago_it_was() -> None:
    yearly = Recurrence(rule="FREQ=YEARLY", start="2020-05-05T05:05:00", zone=BERLIN)
    now = instant("2026-11-17T00:00:00", BERLIN)
    assert latest_time(yearly, 0.0, now) == instant("2026-05-05T05:05:00", BERLIN)
    assert latest_time(yearly, instant("2026-06-01T00:00:00", BERLIN), now) is None
    often = Recurrence(rule="FREQ=MINUTELY", start="2020-01-01T00:00:00", zone=BERLIN)
    assert latest_time(often, 0.0, now + 59) == now


@pytest.mark.parametrize(
    ("rule", "problem"),
    [
        ("FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "never comes true"),
        ("FREQ=DAILY;BYHOUR=99", "cannot be followed"),
        ("FREQ=HOURLY;INTERVAL=24;BYHOUR=5", "cannot be followed"),
        ("FREQ=DAILY;BYEASTER=1", "use FREQ, INTERVAL"),
        ("FREQ=DAILY;INTERVAL=0", "counts too far"),
        ("FREQ=MINUTELY;INTERVAL=99999", "counts too far"),
    ],
)
def test_a_rule_that_cannot_be_followed_is_refused(rule: str, problem: str) -> None:
    with pytest.raises(ContractViolation, match=problem):
        require_rule(Recurrence(rule=rule, start="2026-11-17T17:00:00", zone=BERLIN))
