"""Days as people name them: `next monday`, `the 22nd of may`, `in 3 weeks`, `christmas eve`, `2026-05-22`."""

from __future__ import annotations

import calendar
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date, timedelta
from functools import cache

from goalwright.errors import ToolFailure
from goalwright.language.number_words import with_digits
from goalwright.language.numerals import numerals
from goalwright.language.tables import table

_LONGEST_MONTH = 31
_SATURDAY, _MOST_WORKING_DAYS = 5, 10_000
_YEARS_AHEAD = 9  # 29 February is never further off, not even around 2100
_MONTHS_AHEAD = 12 * _YEARS_AHEAD
# Of another year, month, number and weekday: only what names a day of the year is the same day seen from both.
_TWO_DAYS = (date(2026, 3, 10), date(2028, 8, 26))
Found = re.Match[str]
Reader = Callable[[Found, date, int | None], date | None]


def read_date(words: str, today: date) -> date:
    """The day that the words mean, seen from `today`; a day of the year without a year is the next there will be.

    Holidays are those of the United States. Words that mean no day, or two, are a ToolFailure.
    """
    try:
        for phrase, year in _readings(_simplified(words), today):
            for pattern, reader in _forms():
                found = pattern.fullmatch(phrase) if year is None or reader in _yearly() else None
                if found and (day := reader(found, today, year)) is not None:
                    return day
    except (ValueError, OverflowError):
        raise ToolFailure(f"there is no such day as {words.strip()}: check the date") from None
    raise ToolFailure(f"{words.strip()!r} is not a day: write it like 2026-05-22 or the 22nd of may")


def is_day(words: str, *, surely: bool) -> bool:
    """Whether words have the form of a day; `surely` not one that may as well count other things: "the second"."""
    text = _simplified(words)
    if text in _short_holidays():
        return False
    return any(
        (found := pattern.fullmatch(phrase)) is not None and _may_be_day(found, reader, surely=surely)
        for phrase, year in _readings(text, date.min)
        for pattern, reader in _forms()
        if year is None or reader in _yearly()
    )


def is_yearly(words: str) -> bool:
    """Whether words mean a day that each year has under the same number of the same month: december 24."""
    try:
        first, second = (read_date(words, today) for today in _TWO_DAYS)
    except ToolFailure:
        return False
    return first.year != second.year and first.replace(year=second.year) == second


def _may_be_day(found: Found, reader: Reader, *, surely: bool) -> bool:
    day = found.groupdict().get("day")
    if reader is _day_of_this_month and (surely or found.group()[len(day or "") :][:1] in ("", " ")):
        return False  # a bare number is none, but an ordinal is
    return not (surely and reader is _weekday_of_month) and int(day or 0) <= _LONGEST_MONTH


def _yearly() -> tuple[Reader, ...]:
    """What reads days that a year may stand behind; the others say which year themselves."""
    return (_day_of_month, _weekday_of_month, _month_edge, _holiday)


def _readings(text: str, today: date) -> list[tuple[str, int | None]]:
    """The text as it is, and with the year at its end taken off."""
    dated = _year().fullmatch(text)
    if not dated:
        return [(text, None)]
    year = int(dated["year"]) if dated["year"] else today.year + _offset(dated["which"])
    return [(text, None), (dated["rest"], year)]


def _simplified(words: str) -> str:
    """Small letters, digits for number words, no articles."""
    text = re.sub(r"(?<=[a-z])-(?=[a-z])", " ", words.casefold().replace("\u2019", "'").replace(",", " "))
    text = re.sub(r"\bthe\b", " ", text)
    return with_digits(" ".join(text.split()).strip(" ?!."))


def _named(found: Found, today: date, _year: int | None) -> date | None:
    return today + timedelta(days=table("dates")["named"][found["named"]] + _days_around(found))


def _days_around(found: Found) -> int:
    return {"day after ": 1, "day before ": -1}.get(found["around"] or "", 0)


def _counted(found: Found, today: date, _year: int | None) -> date | None:
    """in 3 days, 2 weeks ago, a week from monday."""
    parts = found.groupdict()
    start = today
    if parts.get("start") and parts["start"] not in ("now", "today"):
        start = today + timedelta(days=1) if parts["start"] == "tomorrow" else _upcoming(parts["start"], today)
    sign = -1 if parts.get("side") in ("before", "ago") else 1
    count = 1 if found["count"] in ("a", "an") else int(found["count"])
    if found["working"]:
        return _working_days(start, sign * count) if found["unit"] == "day" else None
    return _shifted(start, sign * count, found["unit"])


def _edge(found: Found, today: date, _year: int | None) -> date | None:
    """the end of next month, the first day of the year; a week ends on its Sunday."""
    which, unit = _offset(found["which"]), found["unit"]
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(days=7 * which)
    else:
        first = _shifted(today.replace(day=1, month=1 if unit == "year" else today.month), which, unit)
    return first if found["first"] else _shifted(first, 1, unit) - timedelta(days=1)


def _month_edge(found: Found, today: date, year: int | None) -> date | None:
    """the end of december, the first day of may."""
    month = _month_numbers()[found["month"]]
    return _next_of(
        today, year, lambda year: date(year, month, 1 if found["first"] else calendar.monthrange(year, month)[1])
    )


def _day_of_month(found: Found, today: date, year: int | None) -> date | None:
    """the 22nd of may, friday may 22."""
    month, day = _month_numbers()[found["month"]], int(found["day"])
    meant = _next_of(today, year, lambda year: date(year, month, day))
    weekday = found.groupdict().get("weekday")
    if weekday is not None and meant.weekday() != _weekday_number(weekday):
        names = (table("dates")[group] for group in ("weekdays", "months"))
        other, called = (each[number].title() for each, number in zip(names, (meant.weekday(), month - 1), strict=True))
        raise ToolFailure(f"{day} {called} {meant.year} is a {other}: check the date")
    return meant


def _weekday_the(found: Found, today: date, _year: int | None) -> date | None:
    """friday the 20th: the next one of this number that is such a weekday."""
    day, weekday = int(found["day"]), _weekday_number(found["weekday"])
    for months in range(_MONTHS_AHEAD):
        first = _shifted(today.replace(day=1), months, "month")
        if day <= calendar.monthrange(first.year, first.month)[1]:
            meant = first.replace(day=day)
            if meant >= today and meant.weekday() == weekday:
                return meant
    return None


def _day_of_this_month(found: Found, today: date, _year: int | None) -> date | None:
    """the 22nd, the 22nd of next month."""
    day, which = int(found["day"]), found.groupdict().get("which")
    if which is not None:
        first = _shifted(today.replace(day=1), _offset(which), "month")
        return first.replace(day=day)
    for months in range(13):
        first = _shifted(today.replace(day=1), months, "month")
        if day <= calendar.monthrange(first.year, first.month)[1] and first.replace(day=day) >= today:
            return first.replace(day=day)
    return None


def _weekday_of_month(found: Found, today: date, year: int | None) -> date | None:
    """the second monday of may, the last friday of the month."""
    weekday = _weekday_number(found["weekday"])
    nth = -1 if found["nth"] == "last" else int(found["nth"].rstrip("stndrh"))
    if found["month"]:
        month = _month_numbers()[found["month"]]
        return _next_of(today, year, lambda year: nth_weekday(year, month, weekday, nth))
    first = _shifted(today.replace(day=1), _offset(found["which"]), "month")
    return nth_weekday(first.year, first.month, weekday, nth) if year is None else None


def _weekday(found: Found, today: date, _year: int | None) -> date | None:
    """monday, next monday, monday of last week; weeks begin on Mondays."""
    which, name = found["which"], found["weekday"]
    week = found["week"] or (which if which == "next" else None)
    if week is not None:
        monday = today - timedelta(days=today.weekday())
        return monday + timedelta(days=7 * _offset(week) + _weekday_number(name))
    if which == "last":
        return _upcoming(name, today - timedelta(days=7))
    return _upcoming(name, today + timedelta(days=which in ("coming", "following")))


def _holiday(found: Found, today: date, year: int | None) -> date | None:
    name = holiday_names()[found["holiday"]]
    apart = timedelta(days=_days_around(found) - (1 if found["eve"] else 0))
    return _next_of(today, year, lambda year: holiday_in(name, year) + apart)


def _written(found: Found, _today: date, _year: int | None) -> date | None:
    return date(int(found["y"]), int(found["m"]), int(found["d"]))


def _written_short(found: Found, _today: date, _year: int | None) -> date | None:
    """22/5/2026, 5/22/2026; what could be either is not guessed, except that dots are written day first."""
    first, second, written = int(found["first"]), int(found["second"]), int(found["y"])
    written += 2000 if written < 100 else 0
    if found["mark"] == "." or first > 12 or first == second:
        return date(written, second, first)
    if second > 12:
        return date(written, first, second)
    months = [name.title() for name in table("dates")["months"]]
    either = f"{first} {months[second - 1]} and {second} {months[first - 1]}"
    raise ToolFailure(f"{found.group()} may be {either}: write it like {written}-{second:02}-{first:02}")


def _next_of(today: date, year: int | None, day_in: Callable[[int], date]) -> date:
    """The day in the year given, else the next one from today on that exists."""
    if year is not None:
        return day_in(year)
    for ahead in range(_YEARS_AHEAD):
        try:
            day = day_in(today.year + ahead)
        except ValueError:
            continue
        if day >= today:
            return day
    raise ValueError


def _upcoming(weekday: str, start: date) -> date:
    """The first such weekday from a day on."""
    return start + timedelta(days=(_weekday_number(weekday) - start.weekday()) % 7)


def _shifted(day: date, count: int, unit: str) -> date:
    """So many days, weeks, months or years later; a month that is too short gives its last day."""
    if unit in ("day", "week"):
        return day + timedelta(days=count * (7 if unit == "week" else 1))
    months = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
    year, month = divmod(months, 12)
    if not 1 <= year <= 9999:
        raise OverflowError
    return date(year, month + 1, min(day.day, calendar.monthrange(year, month + 1)[1]))


def _working_days(day: date, count: int) -> date:
    """So many days later that are neither Saturdays nor Sundays."""
    step = timedelta(days=1 if count > 0 else -1)
    if abs(count) > _MOST_WORKING_DAYS:
        raise OverflowError
    for _ in range(abs(count)):
        day += step
        while day.weekday() >= _SATURDAY:
            day += step
    return day


def _offset(which: str | None) -> int:
    """How many weeks, months or years away "next" is."""
    offset: int = table("dates")["which"][which] if which else 0
    return offset


def _weekday_number(name: str) -> int:
    return int(table("dates")["weekdays"].index(name))


@cache
def _month_numbers() -> Mapping[str, int]:
    known = table("dates")
    numbers = {name: number for number, name in enumerate(known["months"], 1)}
    return {**numbers, **known["short_months"]}


def _one_of(group: str, words: Iterable[str]) -> str:
    return rf"(?P<{group}>{'|'.join(sorted(words, key=len, reverse=True))})"


@cache
def _year() -> re.Pattern[str]:
    which = _one_of("which", table("dates")["which"])
    return re.compile(rf"(?P<rest>.+?) (?:(?:on|in|of) )?(?:(?P<year>\d{{4}})|{which} year)")


@cache
def _forms() -> tuple[tuple[re.Pattern[str], Reader], ...]:
    """The ways to name a day, each with what reads it."""
    known, endings = table("dates"), "|".join(numerals().ordinal_endings)
    weekday, month = _one_of("weekday", known["weekdays"]), _one_of("month", _month_numbers())
    day, nth = rf"(?P<day>\d{{1,2}})(?:{endings})?", rf"(?P<nth>last|\d(?:{endings}))"
    unit, working = _one_of("unit", known["units"]), "|".join(known["working"])
    count = rf"(?P<count>\d+|an?) (?P<working>(?:{working}) )?{unit}s?"
    first, last = ("|".join(known[edge]) for edge in ("first_part", "last_part"))
    which, week = _one_of("which", known["which"]), _one_of("week", known["which"])
    start = _one_of("start", [*known["starts"], *known["weekdays"]])
    around = "(?P<around>day (?:after|before) )?"
    forms: tuple[tuple[str, Reader], ...] = (
        (rf"{around}{_one_of('named', known['named'])}", _named),
        (rf"in {count}", _counted),
        (rf"{count} (?P<side>ago)", _counted),
        (rf"{count} (?P<side>from|after|before) {start}", _counted),
        (rf"(?:(?P<first>{first})|{last}) (?:of )?(?:{which} )?{unit}", _edge),
        (rf"(?:(?P<first>{first})|{last}) of {month}", _month_edge),
        (rf"(?:{weekday} )?{day} (?:day )?(?:of )?{month}", _day_of_month),
        (rf"(?:{weekday} )?{month} {day}", _day_of_month),
        (rf"{weekday} (?P<day>\d{{1,2}})(?:{endings})", _weekday_the),
        (day, _day_of_this_month),
        (rf"{day} (?:of |in )?(?:{which} )?month", _day_of_this_month),
        (rf"{nth} {weekday} (?:of|in) (?:{month}|(?:{which} )?month)", _weekday_of_month),
        (rf"(?:this )?(?:{which} )?{weekday}(?: of {week} week)?", _weekday),
        (rf"{around}{_one_of('holiday', holiday_names())}(?: day)?(?P<eve> eve)?", _holiday),
        (r"(?P<y>\d{4})-(?P<m>\d{1,2})-(?P<d>\d{1,2})", _written),
        (r"(?P<first>\d{1,2})(?P<mark>[/.])(?P<second>\d{1,2})[/.](?P<y>\d{4}|\d{2})", _written_short),
    )
    return tuple((re.compile(pattern), reader) for pattern, reader in forms)


@cache
def holiday_names() -> Mapping[str, str]:
    """What people call the holidays, each with the name that the table has it under."""
    rows = table("holidays").items()
    return {word: name for name, row in rows for word in (name, *row.get("also", ()), *row.get("short", ()))}


@cache
def _short_holidays() -> frozenset[str]:
    """Names that mean a holiday only with "day" behind them."""
    return frozenset(short for row in table("holidays").values() for short in row.get("short", ()))


def holiday_in(name: str, year: int) -> date:
    row = table("holidays")[name]
    if "easter" in row:
        return _easter(year) + timedelta(days=row["easter"])
    month, *rest = row["on"]
    return date(year, month, *rest) if len(rest) == 1 else nth_weekday(year, month, *rest)


def _easter(year: int) -> date:
    """Easter Sunday: the first one behind the full moon of spring, as the Gregorian church counts (Butcher's rule)."""
    century, golden = year // 100, year % 19
    epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
    shift = (32 + 2 * (century % 4) + 2 * (year % 100 // 4) - epact - year % 4) % 7
    months, days = divmod(epact + shift - 7 * ((golden + 11 * epact + 22 * shift) // 451) + 114, 31)
    return date(year, months, days + 1)


def nth_weekday(year: int, month: int, weekday: int, nth: int) -> date:
    """The nth such day of a month, or with -1 the last."""
    first, length = calendar.monthrange(year, month)
    days = range(1 + (weekday - first) % 7, length + 1, 7)
    if not (nth == -1 or 1 <= nth <= len(days)):
        raise ValueError
    return date(year, month, days[nth - 1 if nth > 0 else nth])
