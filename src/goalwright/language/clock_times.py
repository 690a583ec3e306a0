"""Times of day as people say them: `8`, `9:30 pm`, `half past seven`, `noon`, `eight thirty`, `0800`."""

from __future__ import annotations

import re
from functools import cache

from goalwright.language.number_words import with_digits
from goalwright.language.tables import table
from goalwright.named_tuple import NamedTuple

_HALF_DAY, _DAY = 12, 24


class ClockTime(NamedTuple):
    """What a clock shows. One that is not `is_sure` may as well be twelve hours later: 8, half past seven."""

    hour: int
    minute: int = 0
    second: int = 0
    is_sure: bool = True
    is_bare: bool = False

    @property
    def text(self) -> str:
        return f"{self.hour:02}:{self.minute:02}" + (f":{self.second:02}" if self.second else "")


def read_clock(words: str) -> ClockTime | None:
    """The time that words mean; None if they mean none. One that `is_bare` is a number alone, which may count too."""
    said = " ".join(words.casefold().replace("\u2019", "'").split())
    if said in table("dates")["clock"]:
        hour, minute = map(int, table("dates")["clock"][said].split(":"))
        return ClockTime(hour, minute)
    text = with_digits(said)
    if not any(map(str.isdecimal, text)) and table("moments")["parts_of_hour"].keys().isdisjoint(text.split()):
        return None  # as most words do, and before anything is compiled for them
    found = _figures().fullmatch(text)
    if found is not None:
        return _checked(found["hour"], found["minute"], found["second"], found["half"])
    if (told := _around_the_hour().fullmatch(text)) is not None:
        return _around(told)
    run = (_written_run() if text == said else _spoken_run()).fullmatch(text)
    return _checked(run["hour"], run["minute"], None, run["half"]) if run is not None else None


def _checked(hour: str, minute: str | None, second: str | None, half: str | None) -> ClockTime | None:
    number = int(hour)
    shown = "".join(filter(str.isalpha, half or ""))
    is_half = shown in table("moments")["halves"]
    if is_half:
        if not 1 <= number <= _HALF_DAY:
            return None
        number = number % _HALF_DAY + _HALF_DAY * table("moments")["halves"].index(shown)
    is_sure = is_half or number > _HALF_DAY or number == 0 or hour.startswith("0")
    if number >= _DAY or int(minute or 0) > 59 or int(second or 0) > 59:
        return None
    is_bare = not minute and not half
    return ClockTime(number, int(minute or 0), int(second or 0), is_sure, is_bare)


def _around(told: re.Match[str]) -> ClockTime | None:
    """Half past seven, a quarter to eight, ten past nine."""
    part = table("moments")["parts_of_hour"].get(told["part"], told["part"])
    base = read_clock(told["rest"])
    if base is None or base.minute or int(part) > 59:
        return None
    total = base.hour * 60 + (int(part) if told["side"] in table("moments")["past"] else -int(part))
    hour, minute = divmod(total % (_DAY * 60), 60)
    if not base.is_sure and hour == 0:
        hour = _HALF_DAY  # a quarter to one
    return ClockTime(hour, minute, is_sure=base.is_sure)


def _half_days() -> str:
    words = sorted(table("dates")["half_days"], key=len, reverse=True)
    return "|".join(rf"{re.escape(word)}\.?" for word in words)


@cache
def _figures() -> re.Pattern[str]:
    minutes = r"[:. ](?P<minute>\d\d)(?::(?P<second>\d\d))?"
    return re.compile(rf"(?P<hour>\d{{1,2}})(?:{minutes})?(?:\s*(?P<half>{_half_days()}))?")


@cache
def _written_run() -> re.Pattern[str]:
    """0830, 18h, 18h30."""
    return re.compile(r"(?P<hour>\d{2}(?=\d)|\d{1,2}(?=h))h?(?P<minute>(?<=h)|\d\d)(?P<half>)")


@cache
def _spoken_run() -> re.Pattern[str]:
    """Eight thirty, six fifteen pm: what is left of them once they are figures."""
    return re.compile(rf"(?P<hour>\d{{1,2}})(?P<minute>\d\d)(?:\s*(?P<half>{_half_days()}))?")


@cache
def _around_the_hour() -> re.Pattern[str]:
    moments = table("moments")
    parts = "|".join(moments["parts_of_hour"])
    sides = "|".join((*moments["past"], *moments["before"]))
    return re.compile(rf"(?:a )?(?P<part>{parts}|\d{{1,2}})(?: minutes?)? (?P<side>{sides}) (?P<rest>.+)")
