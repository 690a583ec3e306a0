"""Days, times and spans in values: `today`, `in 3 weeks`, a month before now, last week."""

from __future__ import annotations

import calendar
import re
from datetime import date, datetime, time, timedelta

from goalwright.contracts.expressions import TimeSpan
from goalwright.errors import NotPlannable, ToolFailure
from goalwright.language.clock_times import read_clock
from goalwright.language.days import read_date
from goalwright.language.tables import table
from goalwright.rules.things import thing_table

_YEAR = re.compile(r"\d{4}")


def day_of(words: str, now: datetime) -> date:
    """The day that words mean; words that mean none are NotPlannable."""
    if words.strip().casefold() == table("moments")["now"]:
        return now.date()
    try:
        return read_date(words, now.date())
    except ToolFailure as failure:
        raise NotPlannable("blocked", failure.problem) from None


def clock_of(words: str, now: datetime) -> datetime:
    """The time of today that words mean."""
    said = words.strip().casefold()
    if said == table("moments")["now"]:
        return now
    found = read_clock(words)
    if found is None or found.is_bare:  # a number alone may as well count something
        raise NotPlannable("blocked", f"{words!r} is not a time: write it like 14:30")
    return now.replace(hour=found.hour, minute=found.minute, second=found.second, microsecond=0)


def moved(moment: datetime, span: TimeSpan, sign: int = 1) -> datetime:
    """A moment, a span later or earlier; a month that is too short gives its last day."""
    try:
        months = moment.year * 12 + moment.month - 1 + sign * span.months
        year, month = divmod(months, 12)
        last = calendar.monthrange(year, month + 1)[1]
        shifted = moment.replace(year=year, month=month + 1, day=min(moment.day, last))
        return shifted + timedelta(seconds=sign * span.seconds)
    except (ValueError, OverflowError, calendar.IllegalMonthError):
        raise NotPlannable("blocked", "that day is beyond the calendar: name one nearer") from None


def period(words: str, now: datetime) -> tuple[datetime, datetime]:
    """Where the day, week, month or year that words mean begins, and where it has ended."""
    said = " ".join(words.casefold().split()).removeprefix(table("moments")["article"])
    which, _, unit = said.rpartition(" ")
    known, periods = table("dates"), table("moments")["periods"]
    if unit in periods and which in known["which"]:
        return _nth(now, periods[unit], known["which"][which])
    if _YEAR.fullmatch(said):
        return _days(date(int(said), 1, 1), date(int(said) + 1, 1, 1))
    if (month := _month(said, now)) is not None:
        return month
    day = day_of(words, now)
    return _days(day, day + timedelta(days=1))


def between(first: date, last: date, unit: str) -> int:
    """How many whole days, weeks, months or years there are from one day to another."""
    days = (last - first).days
    if unit in ("days", "weeks"):
        return days if unit == "days" else int(days / 7)
    sign = 1 if days >= 0 else -1
    early, late = (first, last) if sign > 0 else (last, first)
    months = (late.year - early.year) * 12 + late.month - early.month - (late.day < early.day)
    return sign * (months if unit == "months" else months // 12)


def written(moment: datetime, form: str, wanted: str) -> str:
    """A day, a time or a moment in one of the formats of its form."""
    pattern = thing_table("formats")[form][wanted].replace("{day}", str(moment.day))
    return moment.strftime(pattern)


def _nth(now: datetime, unit: str, offset: int) -> tuple[datetime, datetime]:
    today = now.date()
    if unit == "week":
        monday = today - timedelta(days=today.weekday() - 7 * offset)
        return _days(monday, monday + timedelta(days=7))
    months = (offset, 1) if unit == "month" else (12 * offset, 12)
    first = today.replace(day=1) if unit == "month" else today.replace(month=1, day=1)
    start = moved(datetime.combine(first, time()), TimeSpan(months[0], 0))
    return _days(start.date(), moved(start, TimeSpan(months[1], 0)).date())


def _month(said: str, now: datetime) -> tuple[datetime, datetime] | None:
    """`may`, `may 2025`, `last may`: without a year, the last one that has begun."""
    words = said.replace(table("moments")["of"], " ").split()
    known = table("dates")
    number = {**{name: at for at, name in enumerate(known["months"], 1)}, **known["short_months"]}
    if not words or words[0] not in number or len(words) > 2 or (len(words) == 2 and not _YEAR.fullmatch(words[1])):
        return None
    month = number[words[0]]
    year = int(words[1]) if len(words) == 2 else now.year - (month > now.month)
    first = datetime(year, month, 1)
    return _days(first.date(), moved(first, TimeSpan(1, 0)).date())


def _days(first: date, after: date) -> tuple[datetime, datetime]:
    return datetime.combine(first, time()), datetime.combine(after, time())
