"""Triggers and times as a person reads them: every weekday at 09:00, tomorrow at 08:00, when spotify starts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from goalwright.contracts.jobs import AppChange, FileArrival, Moment, Recurrence, Routine, Threshold, Trigger
from goalwright.language.tables import table

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_WORKDAYS, _WEEKEND = ",".join(_DAYS[:5]), ",".join(_DAYS[5:])
_COUNTED = ("MINUTELY", "HOURLY")


def told_trigger(trigger: Trigger, shown: Callable[[str], str] = str) -> str:
    """What starts a job, in words; paths as they are `shown`."""
    return _file(trigger, shown) if isinstance(trigger, FileArrival) else _TOLD[type(trigger)](trigger)


def told_time(at: float, zone: str, now: float) -> str:
    """A moment as the clock of a zone shows it: tomorrow, Wednesday 18 November 2026 at 09:00."""
    there, here = (datetime.fromtimestamp(moment, ZoneInfo(zone)) for moment in (at, now))
    days = (there.date() - here.date()).days
    near = table("told_jobs")["days"].get(str(days))
    named = _day(there)
    return _said("at", day=f"{near}, {named}" if near else named, clock=_clock(there))


def _moment(trigger: Moment) -> str:
    at = datetime.fromisoformat(trigger.at)
    if at.tzinfo is not None:
        at = at.astimezone(ZoneInfo(trigger.zone))
    return _said("once", when=_said("at", day=_day(at), clock=_clock(at)))


def _recurrence(trigger: Recurrence) -> str:
    parts = dict(part.split("=", 1) for part in trigger.rule.split(";"))
    start = datetime.fromisoformat(trigger.start)
    what = _days(parts, start)
    hours = parts.get("BYHOUR", "").split(",") if "BYHOUR" in parts else []
    if parts["FREQ"] in _COUNTED:
        if hours:
            what = _said("between", what=what, hours=", ".join(hours))
        if "BYDAY" in parts:
            what = _said("only_on", what=what, days=_weekdays(parts["BYDAY"]))
    else:
        minute = int(parts.get("BYMINUTE", start.minute))
        times = [f"{int(hour):02}:{minute:02}" for hour in hours] or [_clock(start)]
        what = _said("at_times", what=what, times=_listed(times))
    if trigger.until:
        end = datetime.fromisoformat(trigger.until)
        what = _said("until", what=what, until=_said("at", day=_day(end), clock=_clock(end)))
    return _said("counted", what=what, count=parts["COUNT"]) if "COUNT" in parts else what


def _days(parts: Mapping[str, str], start: datetime) -> str:
    """The days of a rule, or what it counts."""
    count, frequency = int(parts.get("INTERVAL", "1")), parts["FREQ"]
    if frequency in ("WEEKLY", "DAILY") and "BYDAY" in parts:
        days = _weekdays(parts["BYDAY"])
        return _said("on_weekdays", days=days) if count == 1 else _said("on_some_weekdays", count=count, days=days)
    if frequency == "WEEKLY":
        days = _weekdays(_DAYS[start.weekday()])
        return _said("on_weekdays", days=days) if count == 1 else _said("on_some_weekdays", count=count, days=days)
    if frequency == "MONTHLY":
        days = _month_days(parts, start)
        return _said("of_month", days=days) if count == 1 else _said("of_some_months", count=count, days=days)
    if frequency == "YEARLY":
        day, month = parts.get("BYMONTHDAY", start.day), _month(int(parts.get("BYMONTH", start.month)))
        if "BYDAY" in parts:
            day = _said("of_its_month", day=_month_days(parts, start))
        use = "of_year" if count == 1 else "of_some_years"
        return _said(use, day=day, month=month, count=count)
    unit = table("told_jobs")["units"][frequency]
    return _said("every_one", unit=unit) if count == 1 else _said("every_some", count=count, unit=unit)


def _month_days(parts: Mapping[str, str], start: datetime) -> str:
    if "BYSETPOS" in parts and "BYDAY" not in parts:
        return _said("day_or_last", number=_nth(parts["BYMONTHDAY"].rpartition(",")[2]))
    if "BYSETPOS" in parts:
        among = _weekdays(parts["BYDAY"], "or")
        return _said("month_day", number=f"{_nth(parts['BYSETPOS'])} {among}")
    if "BYDAY" in parts:
        return _listed(
            [_said("month_day", number=f"{_nth(day[:-2])} {_weekday(day[-2:])}") for day in parts["BYDAY"].split(",")]
        )
    numbers = parts.get("BYMONTHDAY", str(start.day)).split(",")
    return _listed(
        [_said("last_day") if number == "-1" else _said("month_day", number=_nth(number)) for number in numbers]
    )


def _nth(number: str) -> str:
    if number == "-1":
        return _said("last")
    known: Mapping[str, str] = table("told_jobs")["ordinals"]
    return known.get(number, f"{number}th")


def _weekdays(listed: str, joint: str = "and") -> str:
    if listed == _WORKDAYS:
        return _said("workdays")
    return _said("weekend") if listed == _WEEKEND else _listed([_weekday(day) for day in listed.split(",")], joint)


def _weekday(day: str) -> str:
    name: str = table("dates")["weekdays"][_DAYS.index(day)]
    return name.title()


def _month(number: int) -> str:
    name: str = table("dates")["months"][number - 1]
    return name.title()


def _day(at: datetime) -> str:
    return f"{_weekday(_DAYS[at.weekday()])} {at.day} {_month(at.month)} {at.year}"


def _clock(at: datetime) -> str:
    return f"{at:%H:%M:%S}" if at.second and at.second != 59 else f"{at:%H:%M}"


def _file(trigger: FileArrival, shown: Callable[[str], str]) -> str:
    what = trigger.file or _said("any_file")
    if trigger.names:
        what = _said("named", names=_listed(trigger.names, "or"))
    return _said(f"file_{trigger.event}", what=what, folder=shown(trigger.folder))


def _threshold(trigger: Threshold) -> str:
    return _said(trigger.side, measure=table("told_jobs")["measures"][trigger.measure], percent=trigger.percent)


def _app(trigger: AppChange) -> str:
    return _said(trigger.event, app=trigger.app)


def _routine(trigger: Routine) -> str:
    return _said("routine", words=_listed([_said("quoted", word=word) for word in trigger.words], "or"))


def _listed(names: Any, joint: str = "and") -> str:
    *first, last = names
    return f"{', '.join(first)}{_said(joint)}{last}" if first else str(last)


def _said(use: str, **parts: Any) -> str:
    sentence: str = table("told_jobs")[use]
    return sentence.format(**parts)


_TOLD: Mapping[type, Callable[[Any], str]] = {
    Moment: _moment,
    Recurrence: _recurrence,
    Threshold: _threshold,
    AppChange: _app,
    Routine: _routine,
}
