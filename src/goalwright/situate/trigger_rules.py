"""Triggers that come again: what a sentence says of how often, as a rule of RFC 5545 with its first time."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from goalwright.contracts.jobs import Moment, Recurrence
from goalwright.language.tables import table
from goalwright.situate.trigger_times import SaidTime, clock_of, refuse

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_FREQUENCIES = {
    "minute": "MINUTELY",
    "hour": "HOURLY",
    "day": "DAILY",
    "week": "WEEKLY",
    "month": "MONTHLY",
    "year": "YEARLY",
}
_UNIT_S = {"second": 1, "minute": 60, "hour": 3600}
_LAST, _SHORTEST, _MOST_DAYS = -1, 28, 366 * 9
_A_MONTH, _A_YEAR, _ALIKE = timedelta(days=30), timedelta(days=365), 12
Fits = Callable[[date], bool]


def timed_trigger(said: Mapping[str, Any], now: datetime, zone: str) -> Moment | Recurrence:
    """What a sentence says of time as a trigger; `now` has an offset. NotUnderstood says what does not fit together."""
    if not said.get("repeats"):
        return SaidTime(said, now, zone).moment()
    repeated = _Repeated(said, now, zone)
    return repeated.within_days() if repeated.unit in _UNIT_S else repeated.on_days()


class _Repeated(SaidTime):
    """Something that is done again and again."""

    def __init__(self, said: Mapping[str, Any], now: datetime, zone: str) -> None:
        if "without" in said:
            days = said.get("weekdays", range(7))
            said = {**said, "weekdays": tuple(day for day in days if day not in said["without"])}
            if not said["weekdays"]:
                refuse("several_days")
        unit = said.get("unit") or "week"
        if unit not in _UNIT_S and {"until_day", "until_clock"} <= said.keys() and not {"clocks", "part"} & said.keys():
            # "every monday until the end of may at 8" says at which time it is done.
            said = {**said, "clocks": (said["until_clock"],)}
            said.pop("until_clock")
        super().__init__(said, now, zone)
        if "span" in said:
            refuse("several_times")
        self.unit: str = unit
        self.every: float = said.get("n", 1)
        if self.every <= 0:
            refuse("too_often")

    # Several times a day.

    def within_days(self) -> Recurrence:
        """Every so many minutes or hours."""
        seconds = self.every * _UNIT_S[self.unit]
        if seconds % 60:
            refuse("too_often")
        if {"month_days", "nth", "times"} & self.said.keys() or len(self.clocks) > 1 or self.part:
            refuse("several_times")
        if "day" in self.said:
            refuse("several_days")
        minutes = int(seconds // 60)
        if "from" in self.said:
            return self._between(minutes)
        is_hours = self.unit == "hour" and minutes % 60 == 0
        rule = ["FREQ=HOURLY" if is_hours else "FREQ=MINUTELY", *_interval(minutes // 60 if is_hours else minutes)]
        return self._recurrence([*rule, *self._byday()], self._first_of(minutes))

    def _first_of(self, minutes: int) -> datetime:
        now = self.now.replace(second=0)
        if self.clocks and "start" not in self.said:
            return self.at_clock()
        if "start" in self.said:
            day = self.day(self.said["start"])
            at = datetime.combine(day, self.settled(self.clocks[0])) if self.clocks else datetime.combine(day, time())
            while at <= self.now:
                at += timedelta(minutes=minutes)
            return at
        if self.said.get("on_hour"):
            return now.replace(minute=0) + timedelta(hours=1)
        return now + timedelta(minutes=minutes)

    def _between(self, minutes: int) -> Recurrence:
        """Every so many minutes or hours of a part of the day: the hours of whole ones are listed."""
        first, last = self.settled(self.said["from"]), self.settled(self.said["to"])
        if last <= first and self.said["to"].endswith("?"):
            last = clock_of(self.said["to"]).replace(hour=(clock_of(self.said["to"]).hour + 12) % 24)
        if last == first:
            refuse("no_clock")
        past_midnight = 24 * (last < first)
        if past_midnight and "weekdays" in self.said:
            refuse("two_jobs")  # which of its two days a night belongs to is not said
        if minutes % 60 == 0:
            end = last.hour + past_midnight + (last.minute >= first.minute)
            hours = [hour % 24 for hour in range(first.hour, end, minutes // 60)]
            rule = ["FREQ=DAILY", *self._byday(), f"BYHOUR={_joined(hours)}", f"BYMINUTE={first.minute}"]
        else:
            if first.minute or last.minute:
                refuse("two_jobs")
            hours = [hour % 24 for hour in range(first.hour, last.hour + past_midnight)]
            rule = ["FREQ=MINUTELY", *_interval(minutes), *self._byday(), f"BYHOUR={_joined(hours)}"]
        step = minutes if minutes % 60 == 0 else min(minutes, 60)
        return self._recurrence(rule, self._first_between(first, hours, step))

    def _first_between(self, first: time, hours: Sequence[int], step: int) -> datetime:
        start = self._start_day()
        for ahead in range(-1, 8):  # what began yesterday may go on past midnight
            day = start + timedelta(days=ahead)
            if "weekdays" in self.said and day.weekday() not in self.said["weekdays"]:
                continue
            at = datetime.combine(day, first)
            while at.hour in hours and at < datetime.combine(day, first) + timedelta(days=1):
                if at > self.now and at.date() >= start:
                    return at
                at += timedelta(minutes=step)
        raise AssertionError("a week has every weekday")

    # On days.

    def on_days(self) -> Recurrence:
        """Every so many days, weeks, months or years, at some time of the day."""
        if "from" in self.said or self.said.get("on_hour"):
            refuse("several_times")
        if self.every != int(self.every):
            refuse("two_jobs")
        times = self.times_of_day()
        if self.said.get("times", 1) != 1 and self.said["times"] != len(times) * self._days_said():
            refuse("times")
        if len({(each.minute, each.second) for each in times}) > 1:
            refuse("two_jobs")
        rule, fits = self._days()
        first = min((at for at in self._firsts(fits, times) if at > self.now), default=None)
        if first is None:
            refuse("passed")
        listed = [f"BYHOUR={_joined(each.hour for each in times)}", f"BYMINUTE={times[0].minute}"]
        return self._recurrence([*rule, *(listed if len(times) > 1 else ())], first)

    def _days_said(self) -> int:
        """How many days of its unit are named: two in "twice a week on monday and friday"."""
        named = {"week": "weekdays", "month": "month_days"}.get(self.unit, "")
        return len(self.said.get(named, ())) or 1

    def _firsts(self, fits: Fits, times: Sequence[time]) -> list[datetime]:
        """The times of the first days that fit, two of them: the first may have passed."""
        found: list[datetime] = []
        start = self._start_day()
        for ahead in range(_MOST_DAYS):
            day = start + timedelta(days=ahead)
            if fits(day):
                found += [datetime.combine(day, each) for each in times]
                if found[-1] > self.now:
                    break
        return found

    def _start_day(self) -> date:
        today = self.now.date()
        return max(today, self.day(self.said["start"])) if "start" in self.said else today

    def _days(self) -> tuple[list[str], Fits]:
        """The rule's days, and whether a day is one of them."""
        rule = [f"FREQ={_FREQUENCIES[self.unit]}", *_interval(int(self.every))]
        if self.unit == "day" and "weekdays" in self.said and self.every == 1:
            rule = ["FREQ=WEEKLY"]
        elif self.unit == "day":
            if "day" in self.said or {"month_days", "nth", "weekdays"} & self.said.keys():
                refuse("several_days")
            return rule, lambda _day: True
        if self.unit in ("week", "day"):
            return self._week_days(rule)
        return self._month_days(rule) if self.unit == "month" else self._year_day(rule)

    def _week_days(self, rule: list[str]) -> tuple[list[str], Fits]:
        days: Sequence[int] = self.said.get("weekdays", ())
        if "day" in self.said:
            if days or self.said["day"].casefold().split()[-1] not in table("dates")["weekdays"]:
                refuse("several_days")
            days = (self.day(self.said["day"]).weekday(),)
        if not days:
            start, step = self._start_day(), 7 * int(self.every)
            return rule, lambda day: (day - start).days % step == 0
        return [*rule, f"BYDAY={_joined(_DAYS[day] for day in days)}"], lambda day: day.weekday() in days

    def _month_days(self, rule: list[str]) -> tuple[list[str], Fits]:
        if "nth" in self.said:
            nth = _LAST if self.said["nth"] == "last" else int(self.said["nth"])
            if "among" in self.said:
                return self._nth_among(rule, nth, self.said["among"])
            days = self.said["weekdays"]
            named = _joined(f"{nth}{_DAYS[day]}" for day in days)
            return [*rule, f"BYDAY={named}"], lambda day: day.weekday() in days and _is_nth(day, nth)
        if "weekdays" in self.said:
            refuse("several_days")
        numbers = tuple(self.said.get("month_days", ()))
        if "day" in self.said:
            if numbers:
                refuse("several_days")
            numbers = tuple({day.day for day in self._named(_A_MONTH)})
            if len(numbers) > 1:  # "every month on friday" says no day of the month
                refuse("several_days")
        if not numbers:
            return self._months_from_today(rule)
        return [*rule, f"BYMONTHDAY={_joined(numbers)}"], lambda day: any(_is_day(day, number) for number in numbers)

    def _months_from_today(self, rule: list[str]) -> tuple[list[str], Fits]:
        """Every so many months, counted from today; a month that is too short has its last day instead."""
        start = self._start_day()
        own = [f"BYMONTHDAY={_joined(range(_SHORTEST, start.day + 1))}", "BYSETPOS=-1"] if start.day > _SHORTEST else []

        def is_it(day: date) -> bool:
            months = 12 * (day.year - start.year) + day.month - start.month
            return months % int(self.every) == 0 and day.day == min(start.day, len(_month_of(day)))

        return [*rule, *own], is_it

    def _nth_among(self, rule: list[str], nth: int, days: Sequence[int]) -> tuple[list[str], Fits]:
        """One day of a month, counted among those of some weekdays: the last working day."""

        def is_it(day: date) -> bool:
            of_month = [each for each in _month_of(day) if each.weekday() in days]
            return len(of_month) >= abs(nth) and of_month[nth - (nth > 0)] == day

        return [*rule, f"BYDAY={_joined(_DAYS[day] for day in days)}", f"BYSETPOS={nth}"], is_it

    def _year_day(self, rule: list[str]) -> tuple[list[str], Fits]:
        if {"weekdays", "month_days", "nth"} & self.said.keys():
            refuse("several_days")
        if "day" not in self.said:
            today, step = self._start_day(), int(self.every)
            same = (today.month, today.day)
            return rule, lambda day: (day.month, day.day) == same and (day.year - today.year) % step == 0
        named = self._named(_A_YEAR)
        month, number = named[0].month, named[0].day
        if all((day.month, day.day) == (month, number) for day in named):
            parts = [f"BYMONTH={month}", f"BYMONTHDAY={number}"]
            return [*rule, *parts], lambda day: (day.month, day.day) == (month, number)
        weekday = named[0].weekday()  # "the first monday of september" is another date each year
        nth = next((nth for nth in (1, 2, 3, 4, 5, _LAST) if all(_is_nth(day, nth) for day in named)), 0)
        if not nth or any((day.month, day.weekday()) != (month, weekday) for day in named):
            refuse("several_days")
        parts = [f"BYMONTH={month}", f"BYDAY={nth}{_DAYS[weekday]}"]
        return [*rule, *parts], lambda day: (day.month, day.weekday()) == (month, weekday) and _is_nth(day, nth)

    def _named(self, step: timedelta) -> list[date]:
        """The day that was named, and what the same words name later on, often enough to tell its kind."""
        return [self.day(self.said["day"], self.now.date() + step * number) for number in range(_ALIKE)]

    def _byday(self) -> list[str]:
        return [f"BYDAY={_joined(_DAYS[day] for day in self.said['weekdays'])}"] if "weekdays" in self.said else []

    # Both.

    def _recurrence(self, rule: Sequence[str], first: datetime) -> Recurrence:
        count = [f"COUNT={int(self.said['many'])}"] if self.said.get("many", 0) >= 1 else []
        until = self._until(first)
        if until is not None and until < first:
            refuse("passed")
        return Recurrence(
            rule=";".join([*rule, *count]),
            start=first.isoformat(),
            zone=self.zone,
            until=until.isoformat() if until is not None else "",
        )

    def _until(self, first: datetime) -> datetime | None:
        """The last moment at which it may be done."""
        if "lasting" in self.said:
            return self.later(self.said["lasting"])
        if "until_day" in self.said:
            day = self.day(self.said["until_day"])
            clock = self.said.get("until_clock")
            return datetime.combine(day, self.settled(clock) if clock else time(23, 59, 59))
        if "until_clock" not in self.said:
            return None
        said = self.said["until_clock"]
        choices = [clock_of(said)]
        if said.endswith("?"):
            choices.append(choices[0].replace(hour=(choices[0].hour + 12) % 24))
        days = (first.date() + timedelta(days=ahead) for ahead in range(2))
        return min(at for day in days for each in choices if (at := datetime.combine(day, each)) >= first)


def _interval(number: int) -> list[str]:
    return [f"INTERVAL={number}"] if number != 1 else []


def _joined(values: Any) -> str:
    return ",".join(map(str, values))


def _is_nth(day: date, nth: int) -> bool:
    """Whether a day is the nth of its weekday in its month."""
    if nth == _LAST:
        return (day + timedelta(days=7)).month != day.month
    return (day.day - 1) // 7 + 1 == nth


def _month_of(day: date) -> list[date]:
    first = day.replace(day=1)
    days = (first + timedelta(days=ahead) for ahead in range(31))
    return [each for each in days if each.month == day.month]


def _is_day(day: date, number: int) -> bool:
    return (day + timedelta(days=1)).month != day.month if number == _LAST else day.day == number
