"""The time and the date, here and elsewhere, in words."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.state.clock import date_told, time_told, zone_of

NOON = datetime(2026, 11, 16, 12, 0, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Tokyo", "Asia/Tokyo"),
        ("new york", "America/New_York"),
        ("  New   York ", "America/New_York"),
        ("the netherlands", "Europe/Amsterdam"),
        ("são paulo", "America/Sao_Paulo"),
        ("Zürich", "Europe/Zurich"),
        ("pacific", "America/Los_Angeles"),
        ("eastern standard", "America/New_York"),
        ("Pacific time", "America/Los_Angeles"),
        ("gmt", "UTC"),
        ("texas", "America/Chicago"),
        ("Europe/Paris", "Europe/Paris"),
        ("ho chi minh", "Asia/Ho_Chi_Minh"),
        ("washington, dc", "America/New_York"),
    ],
)
def test_places_have_their_time_zones(place: str, zone: str) -> None:
    assert zone_of(place).key == zone


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("san fransisco", "the time zone of san fransisco is unknown: did you mean San Francisco"),
        ("qqqqqq", "the time zone of qqqqqq is unknown: name a large city nearby"),
        ("../../etc/passwd", "is unknown"),
    ],
)
def test_an_unknown_place_is_a_failure_that_says_what_would_do(place: str, told: str) -> None:
    with pytest.raises(ToolFailure, match=told):
        zone_of(place)


def test_the_time_elsewhere_is_told_with_its_zone() -> None:
    assert time_told(NOON, "tokyo") == {
        "text": "It is 21:00, tokyo time (Asia/Tokyo).",
        "time": "2026-11-16T21:00:00+09:00",
        "zone": "Asia/Tokyo",
    }


def test_the_time_here_needs_no_place() -> None:
    here = datetime.fromtimestamp(NOON).astimezone()
    assert time_told(NOON)["text"] == f"It is {here:%H:%M}."


def test_the_date_may_differ_elsewhere() -> None:
    late = datetime(2026, 11, 16, 23, 0, tzinfo=UTC).timestamp()
    assert date_told(late, place="tokyo")["text"] == "It is Tuesday, 17 November 2026, tokyo time (Asia/Tokyo)."
    assert date_told(late, place="utc")["date"] == "2026-11-16"


@pytest.mark.parametrize(
    ("when", "told"),
    [
        ("the 22nd of may", "The 22nd of may: Saturday, 22 May 2027, in 187 days."),
        ("tomorrow", "Tomorrow: Tuesday, 17 November 2026."),
        ("2 weeks ago", "2 weeks ago: Monday, 2 November 2026, 14 days ago."),
        ("november 16", "November 16: Monday, 16 November 2026, today."),
    ],
)
def test_a_day_is_told_with_how_far_off_it_is(when: str, told: str) -> None:
    assert date_told(NOON, when, "utc")["text"] == told


def test_a_day_is_told_to_programs_too() -> None:
    told = date_told(NOON, "christmas", "utc")
    assert {name: told[name] for name in ("date", "weekday", "days_away")} == {
        "date": "2026-12-25",
        "weekday": "Friday",
        "days_away": 39,
    }
