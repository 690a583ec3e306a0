"""Triggers of time: what a sentence says of when and how often, as a moment or a rule, seen from now."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any, NoReturn

from goalwright.contracts.expressions import TimeSpan
from goalwright.contracts.jobs import Moment
from goalwright.errors import NotPlannable, NotUnderstood, ToolFailure
from goalwright.language.days import read_date
from goalwright.language.tables import table
from goalwright.rules.trigger_words import job_told
from goalwright.situate.day_values import moved

_UNSURE = "?"
_HALF_DAY_H = 12
_OF_A_MOMENT = frozenset({"day", "clocks", "part", "span"})


class SaidTime:
    """What a sentence says of time, seen from a moment in a zone."""

    def __init__(self, said: Mapping[str, Any], now: datetime, zone: str) -> None:
        self.said, self.zone = said, zone
        self.instant, self.now = now, now.replace(tzinfo=None, microsecond=0)

    def moment(self) -> Moment:
        """The one point in time that is meant; NotUnderstood where there is none, or it has passed."""
        if self.said.keys() - _OF_A_MOMENT:
            refuse("no_repeat")
        if len(self.clocks) > 1:
            refuse("several_times")
        if "span" in self.said:
            return self._after_span()
        at = self.at_clock() if "day" not in self.said else self._on_day()
        if at <= self.now:
            refuse("passed")
        return Moment(at=at.isoformat(), zone=self.zone)

    @property
    def clocks(self) -> Sequence[str]:
        return tuple(self.said.get("clocks", ()))

    @property
    def part(self) -> Mapping[str, Any] | None:
        """The part of the day that is named."""
        found: Mapping[str, Any] | None = table("moments")["day_parts"].get(self.said.get("part"))
        return found

    def times_of_day(self) -> list[time]:
        """The times of day of something that is done on days: those said, else that of the part of the day."""
        if not self.clocks:
            return [time.fromisoformat(self.part["at"] if self.part else table("moments")["usual"]["at"])]
        on_24 = any(not clock.endswith(_UNSURE) and clock[:2] > str(_HALF_DAY_H) for clock in self.clocks)
        found = [clock_of(clock) if on_24 else self.settled(clock) for clock in self.clocks]
        return sorted(set(found))

    def settled(self, clock: str) -> time:
        """A time of day whose half is decided: by the part of the day that is named, else by what is usual."""
        at = clock_of(clock)
        if not clock.endswith(_UNSURE):
            return at
        if self.part:
            return _in_part(at, self.part)
        usual = table("moments")["usual"]
        return next(each for each in halves(at) if usual["from"] <= each.hour < usual["to"])

    def day(self, words: str, today: date | None = None) -> date:
        """The day that words name; NotUnderstood if there is no such day."""
        try:
            return read_date(words, today or self.now.date())
        except ToolFailure as failure:
            raise NotUnderstood(f"not understood: {words!r}: {failure.problem}") from None

    def later(self, span: Sequence[int], start: datetime | None = None) -> datetime:
        """So much later, as clock and calendar count it."""
        months, days, seconds = span
        try:
            shifted = moved(start or self.now, TimeSpan(months, 0))
            return shifted + timedelta(days=days, seconds=seconds)
        except (NotPlannable, OverflowError):
            raise NotUnderstood("not understood: that day is beyond the calendar: name one nearer") from None

    def _after_span(self) -> Moment:
        months, days, seconds = self.said["span"]
        if self.clocks or self.part:
            if seconds or "day" in self.said:
                refuse("several_times")
            at = datetime.combine(self.later(self.said["span"]), self.times_of_day()[0])
            return Moment(at=at.isoformat(), zone=self.zone)
        if "day" in self.said:
            refuse("several_times")
        if months or days:
            return Moment(at=self.later(self.said["span"]).isoformat(), zone=self.zone)
        try:
            at = self.instant.replace(microsecond=0) + timedelta(seconds=seconds)
        except OverflowError:
            raise NotUnderstood("not understood: that day is beyond the calendar: name one nearer") from None
        return Moment(at=at.isoformat(), zone=self.zone)

    def at_clock(self) -> datetime:
        """The next time that a clock shows it."""
        if self.clocks and self.clocks[0].endswith(_UNSURE) and not self.part:
            choices = halves(clock_of(self.clocks[0]))
        else:
            choices = self.times_of_day()
        days = (self.now.date() + timedelta(days=ahead) for ahead in range(2))
        return min(at for day in days for each in choices if (at := datetime.combine(day, each)) > self.now)

    def _on_day(self) -> datetime:
        words = self.said["day"]
        named = table("dates")["named"]
        day = self.day(words)
        is_today = day == self.now.date()
        if is_today and words.casefold() in named:
            return self._today()
        at = self._at(day)
        if at <= self.now and not named.keys() & set(words.casefold().split()):
            at = self._at(self.day(words, self.now.date() + timedelta(days=1)))
        return at

    def _today(self) -> datetime:
        """Later today; an hour that may be in either half of the day is in the one to come."""
        today = self.now.date()
        if not self.clocks and not self.part:
            refuse("no_today")
        if self.clocks and self.clocks[0].endswith(_UNSURE) and not self.part:
            times = [datetime.combine(today, each) for each in halves(clock_of(self.clocks[0]))]
            return next((at for at in sorted(times) if at > self.now), times[0])
        at = self._at(today)
        return at + timedelta(days=1) if at.time() == time() else at  # midnight is the end of today

    def _at(self, day: date) -> datetime:
        at = self.times_of_day()[0]
        until = self.part.get("until", 0) if self.part else 0
        is_behind_midnight = bool(self.clocks) and at.hour < until
        return datetime.combine(day, at) + timedelta(days=is_behind_midnight)


def refuse(why: str) -> NoReturn:
    """Refuse a time for a reason that the table tells."""
    raise NotUnderstood(f"not understood: {job_told(why)}")


def clock_of(clock: str) -> time:
    return time.fromisoformat(clock.removesuffix(_UNSURE))


def halves(at: time) -> list[time]:
    """A time in both halves of the day."""
    hour = at.hour % _HALF_DAY_H
    return [at.replace(hour=hour), at.replace(hour=hour + _HALF_DAY_H)]


def _in_part(at: time, part: Mapping[str, Any]) -> time:
    early, late = halves(at)
    if part["half"] == table("moments")["halves"][0]:
        return early if at.hour != _HALF_DAY_H else late
    return early if early.hour < part.get("until", 0) else late
