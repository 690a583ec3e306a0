"""Working out a sum or an equation with one unknown, as pages and lessons write them: 3 * 4 =, 7 + x = 12."""

from __future__ import annotations

import re
from fractions import Fraction

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple

_TOKEN = re.compile(r"\s*(?:(?P<number>\d+(?:\.\d+)?)|(?P<sign>[-+*/()])|(?P<unknown>[a-zA-Z?_□]+))\s*")
_SIGNS = str.maketrans(
    {"\u2212": "-", "\u2013": "-", "\u00d7": "*", "\u00b7": "*", "\u2715": "*", "\u00f7": "/", ":": "/", ",": ""}
)
_TIMES = re.compile(r"(?<=\d)\s*[xX]\s*(?=\d)")
_DIGITS = 6


class _Line(NamedTuple):
    """A value that may depend on the unknown: so many of it, and a number."""

    slope: Fraction
    rest: Fraction


def worked_out(text: str) -> str:
    """The value of a sum, or that of the one unknown in an equation; ToolFailure if there is none."""
    left, _, right = _TIMES.sub("*", text.translate(_SIGNS)).partition("=")
    first = _Side(left, text)
    if not first.names and not re.search(r"\d", right):
        return _written(first.value().rest)
    second = _Side(right, text)
    if len(first.names | second.names) != 1:
        raise _unsolvable(text)
    one, other = first.value(), second.value()
    if one.slope == other.slope:
        raise _unsolvable(text)
    return _written((other.rest - one.rest) / (one.slope - other.slope))


class _Side:
    """One side of an equation, read from left to right."""

    def __init__(self, side: str, whole: str) -> None:
        self._whole, self._at, self._tokens = whole, 0, list[re.Match[str]]()
        at = 0
        while at < len(side.rstrip()):
            found = _TOKEN.match(side, at)
            if found is None:
                raise _unsolvable(whole)
            self._tokens.append(found)
            at = found.end()
        self.names = {token["unknown"] for token in self._tokens if token["unknown"]}

    def value(self) -> _Line:
        line = self._sum()
        if self._at < len(self._tokens):
            raise _unsolvable(self._whole)
        return line

    def _sign(self, *signs: str) -> str:
        """The next sign if it is one of these, which is passed; else nothing."""
        sign = self._tokens[self._at]["sign"] if self._at < len(self._tokens) else None
        self._at += sign in signs
        return sign if sign in signs and sign is not None else ""

    def _sum(self) -> _Line:
        line = self._product()
        while sign := self._sign("+", "-"):
            other, way = self._product(), 1 if sign == "+" else -1
            line = _Line(line.slope + way * other.slope, line.rest + way * other.rest)
        return line

    def _product(self) -> _Line:
        line = self._part()
        while sign := self._sign("*", "/"):
            other = self._part()
            if (sign == "/" and (other.slope or not other.rest)) or (line.slope and other.slope):
                raise _unsolvable(self._whole)
            if sign == "/":
                line = _Line(line.slope / other.rest, line.rest / other.rest)
            else:
                line = _Line(line.slope * other.rest + other.slope * line.rest, line.rest * other.rest)
        return line

    def _part(self) -> _Line:
        if self._sign("-"):
            line = self._part()
            return _Line(-line.slope, -line.rest)
        if self._sign("("):
            line = self._sum()
            if not self._sign(")"):
                raise _unsolvable(self._whole)
            return line
        if self._at == len(self._tokens) or self._tokens[self._at]["sign"]:
            raise _unsolvable(self._whole)
        token = self._tokens[self._at]
        self._at += 1
        if token["unknown"]:
            return _Line(Fraction(1), Fraction(0))
        line = _Line(Fraction(0), Fraction(token["number"]))
        if self._at < len(self._tokens) and self._tokens[self._at]["unknown"]:  # 2x
            self._at += 1
            return _Line(line.rest, Fraction(0))
        return line


def _written(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else f"{float(value):.{_DIGITS}f}".rstrip("0").rstrip(".")


def _unsolvable(text: str) -> ToolFailure:
    return ToolFailure(f"{text[:60]!r} is no sum with one answer: work it out yourself")
