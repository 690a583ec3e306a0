"""The moments at which a job is due, whatever the clocks of its zone do meanwhile.

A time of day is what the clock of the zone shows. One that the clock skips, as clocks are set forward, is moved by as
much as they are (02:30 becomes 03:30); one that it shows twice is due the first time. Hours and minutes that are
counted ("every 5 minutes") are those that pass: no such moment is skipped or doubled.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from itertools import islice, takewhile
from zoneinfo import ZoneInfo

from goalwright.contracts.jobs import Moment, Recurrence
from goalwright.errors import ContractViolation, SettingsError

_COUNTED = {"MINUTELY": "BYHOUR|BYMINUTE", "HOURLY": "BYHOUR"}
"""What is counted in time that passes, unless the rule has one of these."""
_STEPS = {
    "MINUTELY": timedelta(minutes=1),
    "HOURLY": timedelta(hours=1),
    "DAILY": timedelta(days=1),
    "WEEKLY": timedelta(weeks=1),
}
_PARTS = ("FREQ", "INTERVAL", "COUNT", "WKST", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYHOUR", "BYMINUTE", "BYSETPOS")
_MOST = 10_000
_MONTH_DAYS = dict(enumerate((31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31), 1))
_DAY = timedelta(days=1)
_WINDOWS = tuple(timedelta(days=days) for days in (1, 60, 15_000))
"""How far is looked at once, each time nothing was found: the last is longer than any leap day takes to come again."""
_LAST_YEAR = 9_990
_CALENDAR_YEARS = 400
"""After so many years, every day is the same day of the week again."""
_GLANCE = timedelta(hours=6)
_SECOND = timedelta(seconds=1)


def times_after(trigger: Moment | Recurrence, after: float) -> Iterator[float]:
    """The moments after that one, in order. A rule that never comes true has none."""
    if isinstance(trigger, Moment):
        at = instant(trigger.at, trigger.zone)
        return iter((at,) if at > after else ())
    start, end = _limits(trigger)
    if end is not None and after >= end:
        return iter(())
    count = re.search(r"(?:^|;)COUNT=(\d+)", trigger.rule)
    begin = after if count is None else start - 1
    found: Iterator[float] = _found(_Rule(trigger), max(begin, start - 1))
    if count is not None:
        found = (at for at in islice(found, int(count.group(1))) if at > after)
    return found if end is None else takewhile(lambda at: at <= end, found)


def latest_time(trigger: Moment | Recurrence, after: float, now: float) -> float | None:
    """The last of the moments after the one and not after the other; None if there is none."""
    for window in (3_600.0, 86_400.0, 7 * 86_400.0, 62 * 86_400.0):
        begin = now - window
        if begin <= after:
            break
        found = _last(trigger, begin, now)
        if found is not None:
            return found
    return _last(trigger, after, now)


def instant(wall: str, zone: str, *, is_last: bool = False) -> float:
    """The moment at which a zone's clock shows this; of two, the first, unless the last is asked for."""
    read = datetime.fromisoformat(wall)
    if read.tzinfo is None:
        read = read.replace(tzinfo=ZoneInfo(zone), fold=int(is_last))
    return read.timestamp()


def require_rule(trigger: Recurrence) -> None:
    """The rule can be followed, and comes true; ContractViolation says what is wrong with it."""
    parts = dict(part.split("=") for part in trigger.rule.split(";"))
    unknown = [name for name in parts if name not in _PARTS]
    if unknown:
        raise ContractViolation("Recurrence", "rule", f"has {unknown[0]}: use {', '.join(_PARTS)} only")
    if not 1 <= int(parts.get("INTERVAL", "1")) <= _MOST or int(parts.get("COUNT", "1")) > _MOST:
        raise ContractViolation("Recurrence", "rule", f"counts too far: use INTERVAL and COUNT from 1 to {_MOST}")
    try:
        is_ever = (
            _has_day(parts) and next(times_after(trigger, instant(trigger.start, trigger.zone) - 1), None) is not None
        )
    except ValueError as error:
        raise ContractViolation("Recurrence", "rule", f"cannot be followed ({error})") from None
    if not is_ever:
        raise ContractViolation("Recurrence", "rule", "never comes true: there is no such time")


def _has_day(parts: Mapping[str, str]) -> bool:
    """Whether any of the months that are named has any of the days: looking for one would take long."""
    months = [int(month) for month in parts["BYMONTH"].split(",")] if "BYMONTH" in parts else list(_MONTH_DAYS)
    days = [abs(int(day)) for day in parts["BYMONTHDAY"].split(",")] if "BYMONTHDAY" in parts else [1]
    return any(day <= _MONTH_DAYS.get(month, 31) for month in months for day in days)


def _last(trigger: Moment | Recurrence, after: float, now: float) -> float | None:
    found = None
    for at in takewhile(lambda at: at <= now, times_after(trigger, after)):
        found = at
    return found


def _limits(trigger: Recurrence) -> tuple[float, float | None]:
    end = instant(trigger.until, trigger.zone, is_last=True) if trigger.until else None
    return instant(trigger.start, trigger.zone), end


def _found(rule: _Rule, after: float) -> Iterator[float]:
    """All moments after that one: looked for in windows, wider ones while there are none."""
    begin, size = datetime.fromtimestamp(after, UTC), 0
    while begin.year < _LAST_YEAR - 100 and size < len(_WINDOWS):
        end = begin + _WINDOWS[size]
        moments = rule.counted(begin, end) if rule.is_counted else rule.shown(begin, end)
        yield from moments
        size = 0 if moments else size + 1
        begin = end


class _Rule:
    """A rule of RFC 5545 in a zone."""

    def __init__(self, trigger: Recurrence) -> None:
        self._zone = ZoneInfo(trigger.zone)
        self._start = datetime.fromisoformat(trigger.start)
        self._start_utc = datetime.fromtimestamp(instant(trigger.start, trigger.zone), UTC)
        self._frequency = trigger.frequency
        self._rule = re.sub(r"(^|;)COUNT=\d+", "", trigger.rule).lstrip(";")
        interval = re.search(r"(?:^|;)INTERVAL=(\d+)", trigger.rule)
        self._interval = max(1, int(interval.group(1))) if interval else 1
        # "Every 2 hours from 8 to 18" names hours that the clock shows.
        self.is_counted = self._frequency in _COUNTED and not re.search(_COUNTED[self._frequency], trigger.rule)

    def shown(self, after: datetime, until: datetime) -> list[float]:
        """The moments at which the clock shows a time of the rule, after the one and until the other."""
        walls = self.between(self._wall(after - _DAY), self._wall(until + _DAY), timedelta())
        moments = {wall.replace(tzinfo=self._zone).timestamp() for wall in walls}
        return sorted(at for at in moments if after.timestamp() < at <= until.timestamp())

    def counted(self, after: datetime, until: datetime) -> list[float]:
        """The moments that are so many minutes or hours apart, looked at in stretches in which no clock is set."""
        found = []
        for begin, end in self._stretches(after, until):
            offset = self._offset(begin)
            first, last = ((at + offset).replace(tzinfo=None) for at in (begin, end))
            shift = offset - self._offset(self._start_utc)
            walls = self.between(first, last, shift)
            moments = [(wall - offset).replace(tzinfo=UTC) for wall in walls]
            found += [at.timestamp() for at in moments if begin < at <= end]
        return found

    def between(self, first: datetime, last: datetime, shift: timedelta) -> list[datetime]:
        """The times that the rule gives from the one to the other, if it began so much later."""
        try:
            from dateutil.rrule import rrulestr
        except ImportError:
            problem = "jobs that repeat need python-dateutil: install it with `pip install 'goalwright[serve]'`"
            raise SettingsError("jobs", "", problem) from None
        begin = self._start + shift
        if begin > last:
            return []
        # A rule that never comes true is followed to the end of the calendar: so it is asked about its last years.
        later = (_LAST_YEAR - last.year) // _CALENDAR_YEARS * _CALENDAR_YEARS
        start, first, last = (_in_years(wall, later) for wall in (self._near(begin, first), first, last))
        walls = rrulestr(f"RRULE:{self._rule}", dtstart=start).between(first - _SECOND, last + _SECOND)
        return [wall for wall in (_in_years(wall, -later) for wall in walls) if wall >= begin]

    def _near(self, begin: datetime, wanted: datetime) -> datetime:
        """The rule's beginning, moved on by whole steps: it would count from there."""
        step = _STEPS.get(self._frequency, timedelta()) * self._interval
        if not step or wanted - begin < 3 * step:
            return begin
        return begin + ((wanted - begin) // step - 2) * step

    def _stretches(self, after: datetime, until: datetime) -> Iterator[tuple[datetime, datetime]]:
        begin = after
        while begin < until:
            end = min(begin + _GLANCE, until)
            while end < until and self._offset(end) == self._offset(begin + _SECOND):
                end = min(end + _GLANCE, until)
            if self._offset(end) != self._offset(begin + _SECOND):
                end = self._setting(begin + _SECOND, end)
            yield begin, end
            begin = end

    def _setting(self, before: datetime, behind: datetime) -> datetime:
        """The last second before the clock is set, between two moments that it shows differently."""
        while behind - before > _SECOND:
            middle = before + timedelta(seconds=(behind - before) // _SECOND // 2)
            before, behind = (middle, behind) if self._offset(middle) == self._offset(before) else (before, middle)
        return before

    def _offset(self, at: datetime) -> timedelta:
        return at.astimezone(self._zone).utcoffset() or timedelta()

    def _wall(self, at: datetime) -> datetime:
        return at.astimezone(self._zone).replace(tzinfo=None)


def _in_years(wall: datetime, years: int) -> datetime:
    return wall.replace(year=wall.year + years)
