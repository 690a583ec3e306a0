"""A year of jobs with a clock that jumps: clocks that are set, leap days, ends of months, a service that was off."""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from goalwright.contracts.jobs import Job, Missed, Moment, Recurrence, Trigger
from goalwright.jobs.due_times import instant
from goalwright.jobs.scheduler import JobScheduler
from goalwright.store.jobs_store import SqliteJobs
from jobs.fake_world import JumpingClock, NoFolders, NotingFirer, SetSenses

YEAR_START, YEAR_END = "2028-01-01T00:00:00", "2029-01-01T00:00:00"
ROUNDS = os.environ.get("GOALWRIGHT_TEST_ROUNDS")
ZONES = ("Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu") if ROUNDS else ("Europe/Berlin",)


class Years:
    """A store of jobs, and services that run over it by a clock that jumps."""

    def __init__(self, folder: Path) -> None:
        self.store = SqliteJobs(folder / "jobs.db", lambda: 0.0)
        self.fired: list[tuple[str, float, float]] = []
        self.outcome = "success"

    def add(self, name: str, trigger: Trigger, made_at: float, missed: Missed = "once") -> None:
        self.store.add(Job(job_id=name, trigger=trigger, cwd="/", text="mute", made_at=made_at, missed=missed))

    def serve(self, start: float, end: float, at: Callable[[JumpingClock, NotingFirer], None] | None = None) -> None:
        """A service from the one time to the other; `at` plans what happens on the way."""

        async def served() -> None:
            clock = JumpingClock(start, end, lambda: not self.store.open_firings())
            firer = NotingFirer(clock)
            firer.outcome = self.outcome
            if at is not None:
                at(clock, firer)
            work = asyncio.create_task(JobScheduler(self.store, firer, clock, NoFolders(), SetSenses()).run())
            over = asyncio.create_task(clock.over.wait())
            await asyncio.wait({work, over}, return_when=asyncio.FIRST_COMPLETED)
            assert not work.done(), work.exception()
            work.cancel()
            await asyncio.wait({work})
            self.fired += firer.fired

        asyncio.run(served())

    def days(self, name: str, zone: str) -> list[str]:
        return [
            datetime.fromtimestamp(now, ZoneInfo(zone)).strftime("%m-%d %H:%M")
            for job, _, now in self.fired
            if job == name
        ]


@pytest.fixture
def years(tmp_path: Path) -> Years:
    return Years(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("zone", ZONES)
def test_a_leap_year_is_fired_as_documented(years: Years, zone: str) -> None:
    start, end = instant(YEAR_START, zone), instant(YEAR_END, zone)
    rules = {
        "sundays": "FREQ=WEEKLY;BYDAY=SU;BYHOUR=2;BYMINUTE=30",
        "first": "FREQ=MONTHLY;BYMONTHDAY=1;BYHOUR=8;BYMINUTE=0",
        "last": "FREQ=MONTHLY;BYMONTHDAY=-1;BYHOUR=8;BYMINUTE=0",
        "thirty-first": "FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=8;BYMINUTE=0",
        "leap-day": "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;BYHOUR=8;BYMINUTE=0",
    }
    often = {
        "daily": ("FREQ=DAILY;BYHOUR=2;BYMINUTE=30", 366),
        "weekdays": ("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYHOUR=9;BYMINUTE=0", 260),
    }
    chosen = often if ROUNDS else {}
    for name, rule in {**rules, **{name: rule for name, (rule, _) in chosen.items()}}.items():
        years.add(name, Recurrence(rule=rule, start=YEAR_START, zone=zone), start)
    years.add("once", Moment(at="2028-07-01T12:00:00", zone=zone), start)
    years.serve(start, end)
    counts = Counter(job for job, _, _ in years.fired)
    assert counts == {
        "sundays": 53,
        "first": 12,
        "last": 12,
        "thirty-first": 7,
        "leap-day": 1,
        "once": 1,
        **{name: count for name, (_, count) in chosen.items()},
    }
    assert all(due == now for _, due, now in years.fired)
    assert len({(job, due) for job, due, _ in years.fired}) == len(years.fired)
    assert years.days("leap-day", zone) == ["02-29 08:00"]
    assert [day[:5] for day in years.days("last", zone)][1:4] == ["02-29", "03-31", "04-30"]
    odd = {"Europe/Berlin": ["03-26 03:30"], "America/New_York": ["03-12 03:30"]}
    assert [day for day in years.days("sundays", zone) if not day.endswith("02:30")] == odd.get(zone, [])


def test_a_clock_set_back_an_hour_fires_nothing_twice(years: Years) -> None:
    start = instant("2026-11-17T00:00:00", "UTC")
    years.add("often", Recurrence(rule="FREQ=MINUTELY;INTERVAL=30", start="2026-11-17T00:00:00", zone="UTC"), start)
    years.add("daily", Recurrence(rule="FREQ=DAILY;BYHOUR=10", start="2026-11-17T00:00:00", zone="UTC"), start)

    def set_back(clock: JumpingClock, _firer: NotingFirer) -> None:
        clock.at.append((start + 10.5 * 3_600, lambda: setattr(clock, "time", clock.time - 3_600)))

    years.serve(start, start + 14 * 3_600, set_back)
    dues = [(job, due) for job, due, _ in years.fired]
    assert len(set(dues)) == len(dues)
    assert Counter(job for job, _ in dues) == {"often": 27, "daily": 1}


def test_a_clock_that_was_years_ahead_does_not_silence_a_job(years: Years) -> None:
    start, ahead = instant("2026-11-17T00:00:00", "UTC"), instant("2030-01-01T00:00:00", "UTC")
    years.add("daily", Recurrence(rule="FREQ=DAILY;BYHOUR=10", start="2026-11-17T00:00:00", zone="UTC"), start)
    years.serve(ahead, ahead + 3_600)
    assert len(years.fired) == 1  # the times that seemed to be missed, once
    years.serve(start, start + 3 * 86_400)
    assert [due for _, due, _ in years.fired[1:]] == [start + (10 + 24 * day) * 3_600 for day in range(3)]


def test_a_service_that_was_off_makes_up_once_or_not_at_all(years: Years) -> None:
    start = instant("2026-11-17T00:00:00", "UTC")
    hourly = Recurrence(rule="FREQ=HOURLY", start="2026-11-17T00:00:00", zone="UTC")
    years.add("made-up", hourly, start)
    years.add("skipped", hourly, start, missed="skip")
    years.add("gone-by", Moment(at="2026-11-17T12:00:00", zone="UTC"), start)
    years.add("passed", Moment(at="2026-11-17T12:00:00", zone="UTC"), start, missed="skip")
    years.serve(start, start + 3_600)
    years.fired.clear()
    back = start + 25.5 * 3_600
    years.serve(back, back + 3_600)
    assert sorted((job, due - start, now - back) for job, due, now in years.fired) == [
        ("gone-by", 12 * 3_600, 0),
        ("made-up", 25 * 3_600, 0),
        ("made-up", 26 * 3_600, 1_800),
        ("skipped", 26 * 3_600, 1_800),
    ]


def test_a_second_late_is_not_missed(years: Years) -> None:
    start = instant("2026-11-17T00:00:00", "UTC")
    years.add("now", Moment(at="2026-11-17T12:00:00", zone="UTC"), start, missed="skip")
    years.serve(start + 12 * 3_600 + 5, start + 13 * 3_600)
    assert len(years.fired) == 1


def test_nothing_is_asked_twice_while_it_waits_for_approval(years: Years) -> None:
    start = instant("2026-11-17T00:00:00", "UTC")
    years.add("asks", Recurrence(rule="FREQ=HOURLY", start="2026-11-17T00:00:00", zone="UTC"), start)
    years.outcome = "awaiting_approval"

    def approve(clock: JumpingClock, firer: NotingFirer) -> None:
        clock.at.append((start + 5.5 * 3_600, firer.waiting.clear))

    years.serve(start, start + 7.2 * 3_600, approve)
    assert [(due - start) / 3_600 for _, due, _ in years.fired] == [1, 6]


def test_what_was_due_while_all_was_stopped_or_paused(years: Years) -> None:
    start = instant("2026-11-17T00:00:00", "UTC")
    hourly = Recurrence(rule="FREQ=HOURLY", start="2026-11-17T00:00:00", zone="UTC")
    years.add("hourly", hourly, start)

    def halt(clock: JumpingClock, firer: NotingFirer) -> None:
        clock.at.append((start + 1.5 * 3_600, lambda: setattr(firer, "halted", True)))
        clock.at.append((start + 4.5 * 3_600, lambda: setattr(firer, "halted", False)))

    years.serve(start, start + 5.2 * 3_600, halt)
    assert [(due - start) / 3_600 for _, due, _ in years.fired] == [1, 4, 5]
