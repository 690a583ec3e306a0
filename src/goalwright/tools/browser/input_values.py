"""What people write for dates, times and numbers, in the form that HTML's inputs take."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import cache

from goalwright.errors import ToolFailure
from goalwright.language.days import read_date
from goalwright.language.tables import table

# Gives the order in which the language of a page writes the parts of a date.
DATE_ORDER = """() => new Intl.DateTimeFormat(navigator.language).formatToParts(new Date())
    .map((part) => part.type).filter((type) => ['year', 'month', 'day'].includes(type))"""
EXAMPLES: Mapping[str, str] = {
    "date": "2026-03-05",
    "time": "14:30",
    "datetime-local": "2026-03-05 14:30",
    "month": "2026-03",
    "week": "2026-W10",
    "number": "12.5",
    "range": "12.5",
}
VALUED = frozenset({*EXAMPLES, "color"})
"""The types of inputs that take text in one form only."""
_NUMBERS = re.compile(r"\d+")
_TIME = re.compile(
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>\d\d)(?::(?P<second>\d\d))?)?\s*(?:(?P<half>[ap])\.?\s?m\.?)?", re.IGNORECASE
)
_TIME_LAST = re.compile(
    r"(?:\bat\b|T|,|\s)\s*(\d{1,2}(?::\d\d(?::\d\d)?|\s*[ap]\.?m\.?)[\s\d:apm.]*|noon|midnight)$", re.I
)
_WEEK = re.compile(r"(?P<year>\d{4})\D{0,3}?w?(?P<week>\d{1,2})|(?:week\s*)?(?P<first>\d{1,2})\D+(?P<last>\d{4})", re.I)
_NUMBER = re.compile(r"[$€£]?\s*(-?(?:\d{1,3}(?:[, ]\d{3})+|\d+)?(?:\.\d+)?)\s*%?")


def input_value(kind: str, text: str, order: Sequence[str] = ("month", "day", "year")) -> str:
    """A text as an input of that type takes it; `order` is how the page's language writes dates in numbers."""
    read = _READERS.get(kind)
    if read is None:
        return text
    value = read(text.strip(), order)
    if value is None:
        raise ToolFailure(f"{text!r} is not a {_CALLED.get(kind, kind)}: write it like {EXAMPLES[kind]}")
    return value


def date_of(text: str, order: Sequence[str] = ("month", "day", "year")) -> date | None:
    """The date that a text means; None if it does not mean one."""
    value = _date(text.strip(), order)
    return None if value is None else date.fromisoformat(value)


def _date(text: str, order: Sequence[str]) -> str | None:
    numbers = [int(number) for number in _NUMBERS.findall(text)]
    if named := _month_name().search(text):
        if len(numbers) != len(order) - 1:
            return None
        first_is_year = len(_NUMBERS.findall(text)[0]) > len("31")
        year, day = numbers if first_is_year else reversed(numbers)
        return _day(year, _month_number(named[1]), day)
    if len(numbers) != len(order):
        return None
    if len(_NUMBERS.findall(text)[0]) > len("31"):
        return _day(*numbers)
    part = dict(zip(order, numbers, strict=True))
    # 25/12 is Christmas in any language.
    return _day(part["year"], part["month"], part["day"]) or _day(part["year"], part["day"], part["month"])


def _any_day(text: str, order: Sequence[str]) -> str | None:
    """A date that is written out, or a day as people name it on this day: tomorrow, next friday."""
    written = _date(text, order)
    if written is not None or _month_name().search(text) or not _from_today().search(text):
        return written
    with suppress(ToolFailure):
        return read_date(text, datetime.now().astimezone().date()).isoformat()
    return None


def _day(year: int, month: int, day: int) -> str | None:
    try:
        return date(year + 2000 if year < 100 else year, month, day).isoformat()
    except ValueError:
        return None


def _month_number(name: str) -> int:
    months = enumerate(table("dates")["months"], 1)
    return next(place for place, full in months if full.startswith(name.lower()))


@cache
def _month_name() -> re.Pattern[str]:
    return re.compile(rf"\b({'|'.join(name[:3] for name in table('dates')['months'])})[a-z]*\b\.?", re.IGNORECASE)


@cache
def _from_today() -> re.Pattern[str]:
    """What makes a day one that is counted from today: tomorrow, friday, 2 weeks."""
    known = table("dates")
    said = "|".join([*known["named"], *known["weekdays"], *(f"{unit}s?" for unit in known["units"])])
    return re.compile(rf"\b({said})\b", re.IGNORECASE)


def _time(text: str, _order: Sequence[str]) -> str | None:
    found = _TIME.fullmatch(table("dates")["clock"].get(text.lower(), text))
    if found is None or not (found["minute"] or found["half"]):
        return None
    hour, half = int(found["hour"]), found["half"]
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half in "pP" else 0)
    minute, second = int(found["minute"] or 0), found["second"]
    if hour > 23 or minute > 59 or int(second or 0) > 59:  # what a clock shows
        return None
    return f"{hour:02}:{minute:02}" + (f":{second}" if second else "")


def _moment(text: str, order: Sequence[str]) -> str | None:
    last = _TIME_LAST.search(text)
    if last is None:
        return None
    day, time = _any_day(text[: last.start()], order), _time(last[1].strip(), order)
    return f"{day}T{time}" if day and time else None


def _month(text: str, _order: Sequence[str]) -> str | None:
    numbers = _NUMBERS.findall(text)
    if named := _month_name().search(text):
        numbers.append(str(_month_number(named[1])))
    if len(numbers) != len(("year", "month")):
        return None
    year, month = sorted(numbers, key=len, reverse=True)
    return f"{year:0>4}-{int(month):02}" if 1 <= int(month) <= 12 and len(year) == len("2026") else None


def _week(text: str, _order: Sequence[str]) -> str | None:
    found = _WEEK.search(text)
    if found is None:
        return None
    year, week = found["year"] or found["last"], int(found["week"] or found["first"])
    return f"{year}-W{week:02}" if 1 <= week <= 53 else None


def _number(text: str, _order: Sequence[str]) -> str | None:
    found = _NUMBER.fullmatch(text)
    return re.sub("[, ]", "", found[1]) or None if found else None


_READERS: Mapping[str, Callable[[str, Sequence[str]], str | None]] = {
    "date": _any_day,
    "time": _time,
    "datetime-local": _moment,
    "month": _month,
    "week": _week,
    "number": _number,
    "range": _number,
}
_CALLED = {"datetime-local": "date with a time", "range": "number"}
