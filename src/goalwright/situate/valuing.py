"""Valuing: what a value comes to now, as text or a number, and how it is told to a person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from goalwright.contracts.expressions import Scalar, TimeSpan, ValueForm, WhenClause
from goalwright.contracts.human_sizes import size_text
from goalwright.errors import NotPlannable
from goalwright.language.tables import table
from goalwright.situate.calculator import calculated
from goalwright.situate.day_values import between, clock_of, day_of, moved, written
from goalwright.situate.file_texts import LONGEST_TEXT, part_of_text
from goalwright.situate.looking import Looker
from goalwright.situate.seen_things import Thing, attribute_of
from goalwright.situate.told_things import counted_things, told_things, with_unit

Plain = str | int | float
Given = Mapping[str, Any]
Judge = Callable[[Sequence[WhenClause]], tuple[bool, str]]
"""Tells whether conditions hold, and what is so."""


class Valuer:
    """Works values out; `thing` is the one at hand, where a goal is done for each of several."""

    def __init__(self, looker: Looker) -> None:
        self._looker, self._now = looker, looker.now
        self.judge: Judge | None = None

    def value(self, value: Scalar, thing: Thing | None = None) -> Plain:
        if not isinstance(value, ValueForm):
            return value
        return _FORMS[value.form](self, value.given, thing)

    def text(self, value: Scalar, thing: Thing | None = None) -> str:
        return number_text(self.value(value, thing))

    def told(self, value: Scalar, thing: Thing | None = None) -> tuple[Plain, str]:
        """What a value comes to, and the same as a person would be told."""
        plain = self.value(value, thing)
        if not isinstance(value, ValueForm):
            return plain, number_text(plain)
        given = value.given
        if value.form == "whether":
            return plain, str(table("answers")["whether"][plain]).format(why=self._judged(given)[1])
        if value.form == "count":
            return plain, _counted(counted_things(given["count"], int(plain)), int(plain))
        attribute = str(given.get("of" if value.form == "total" else "its"))
        if attribute in _TOLD and value.form in ("total", "its"):
            return plain, _TOLD[attribute](float(plain))
        if value.form == "between":
            return plain, with_unit(int(plain), given.get("unit", "days"))
        if value.form == "date" and "format" not in given:
            day = self._day(given)
            return plain, f"{written(day, 'date', 'weekday')}, {written(day, 'date', 'long')}"
        return plain, number_text(plain)

    def _whether(self, given: Given, _thing: Thing | None) -> Plain:
        return "yes" if self._judged(given)[0] else "no"

    def _judged(self, given: Given) -> tuple[bool, str]:
        if self.judge is None:
            raise NotPlannable("blocked", "whether something is so cannot be told here")
        return self.judge(given["whether"])

    def _count(self, given: Given, _thing: Thing | None) -> Plain:
        return len(self._looker.find(given["count"]))

    def _total(self, given: Given, _thing: Thing | None) -> Plain:
        at = self._now.timestamp()
        try:
            return sum(int(attribute_of(thing, given["of"], at)) for thing in self._looker.find(given["total"]))
        except OSError as error:
            raise NotPlannable("blocked", f"{error.filename} cannot be read: {error.strerror}") from None

    def _its(self, given: Given, thing: Thing | None) -> Plain:
        if "of" in given:
            found = self._looker.find(given["of"])
            if len(found) != 1:
                problem = f"{len(found):,} are meant by {told_things(given['of'])}, not one"
                raise NotPlannable("blocked", f"{problem}: say which")
            thing = found[0]
        if thing is None:
            raise NotPlannable("blocked", f"whose {given['its']} is meant was not said: select a thing")
        return self._attribute(thing, given["its"])

    def _list(self, given: Given, _thing: Thing | None) -> Plain:
        attribute = given.get("of") or ("text" if given["list"].kinds <= {"line", "word"} else "name")
        found = [number_text(self._attribute(thing, attribute)) for thing in self._looker.find(given["list"])]
        text = str(given.get("with", "\n")).join(found)
        if len(text) > LONGEST_TEXT:
            raise NotPlannable("blocked", f"the list of {len(found):,} is too long: select fewer")
        return text

    def _attribute(self, thing: Thing, attribute: str) -> Plain:
        try:
            found = attribute_of(thing, attribute, self._now.timestamp())
        except KeyError:
            raise NotPlannable("blocked", f"there is no {attribute} of that kind of thing") from None
        if attribute in ("modified", "created"):
            return written(datetime.fromtimestamp(found), "moment", "iso")
        if attribute == "age":
            return int(found)
        plain: Plain = str(found).lower() if isinstance(found, bool) else found
        return plain

    def _date(self, given: Given, _thing: Thing | None) -> Plain:
        return written(self._day(given), "date", given.get("format", "iso"))

    def _day(self, given: Given) -> datetime:
        day = day_of(given["date"], self._now)
        return _shifted(datetime(day.year, day.month, day.day), given)

    def _time(self, given: Given, _thing: Thing | None) -> Plain:
        moment = _shifted(clock_of(given["time"], self._now), given)
        return written(moment, "time", given.get("format", "minutes"))

    def _moment(self, given: Given, _thing: Thing | None) -> Plain:
        return written(_shifted(self._now, given), "moment", given.get("format", "iso"))

    def _between(self, given: Given, _thing: Thing | None) -> Plain:
        first, last = (day_of(words, self._now) for words in given["between"])
        return between(first, last, given.get("unit", "days"))

    def _calc(self, given: Given, thing: Thing | None) -> Plain:
        names = {}
        for name, value in given.get("with", {}).items():
            try:
                names[name] = Decimal(self.text(value, thing).strip())
            except InvalidOperation:
                raise NotPlannable("blocked", f"{name} is not a number") from None
        return calculated(given["calc"], names)

    def _join(self, given: Given, thing: Thing | None) -> Plain:
        return str(given.get("with", "")).join(self.text(part, thing) for part in given["join"])

    def _case(self, given: Given, thing: Thing | None) -> Plain:
        text = self.text(given["of"], thing)
        return _CASES[given["case"]](text)

    def _replace(self, given: Given, thing: Thing | None) -> Plain:
        return self.text(given["of"], thing).replace(given["replace"], given["by"])

    def _text(self, given: Given, _thing: Thing | None) -> Plain:
        path = self._looker.file(given["text"])
        try:
            found = part_of_text(path, given.get("lines", ""))
        except OSError as error:
            raise NotPlannable("blocked", f"{path} cannot be read: {error.strerror or error}") from None
        self._looker.note(f"the text of {given['text']}", f"{len(found):,} characters")
        return found


def number_text(value: Plain) -> str:
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _shifted(moment: datetime, given: Given) -> datetime:
    still = TimeSpan(0, 0)
    return moved(moved(moment, given.get("plus", still)), given.get("minus", still), -1)


def _counted(what: str, count: int) -> str:
    """A count as a sentence."""
    sentence: str = table("answers")["count"]["one" if count == 1 else "more"]
    return sentence.replace("{what}", what)


_CASES: Mapping[str, Callable[[str], str]] = {
    "lower": str.lower,
    "upper": str.upper,
    "title": str.title,
    "sentence": str.capitalize,
}
_TOLD: Mapping[str, Callable[[float], str]] = {
    "size": lambda size: size_text(int(size)),
    "lines": lambda count: with_unit(int(count), "lines"),
    "words": lambda count: with_unit(int(count), "words"),
    "items": lambda count: with_unit(int(count), "items"),
    "age": lambda seconds: with_unit(int(seconds // 86_400), "age"),
}
_FORMS: Mapping[str, Callable[[Valuer, Given, Thing | None], Plain]] = {
    "count": Valuer._count,
    "total": Valuer._total,
    "its": Valuer._its,
    "list": Valuer._list,
    "date": Valuer._date,
    "time": Valuer._time,
    "moment": Valuer._moment,
    "between": Valuer._between,
    "calc": Valuer._calc,
    "join": Valuer._join,
    "case": Valuer._case,
    "replace": Valuer._replace,
    "text": Valuer._text,
    "whether": Valuer._whether,
}
