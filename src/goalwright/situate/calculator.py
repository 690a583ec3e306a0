"""A calculator: numbers, + - * / ^, percentages, brackets, and a few functions, read by code of our own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal, DecimalException, localcontext

from goalwright.errors import NotPlannable

LONGEST = 500
DEEPEST = 50
_MOST_DIGITS = 60
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d_]*(?:\.\d+)?|\.\d+)|(?P<name>[a-z_]+)|(?P<mark>\*\*|[-+*/^%()\u00d7\u00f7\u00b7\u2212]))"
)
_SPELLED = {"**": "^", "\u00d7": "*", "\u00b7": "*", "\u00f7": "/", "\u2212": "-"}
_FUNCTIONS: Mapping[str, Callable[[Decimal], Decimal]] = {
    "sqrt": lambda number: number.sqrt(),
    "round": lambda number: number.to_integral_value(),
    "abs": abs,
}


def calculated(text: str, names: Mapping[str, Decimal]) -> str:
    """What a calculation comes to, written without an exponent and without zeros at its end."""
    if len(text) > LONGEST:
        raise NotPlannable("blocked", f"the calculation is {len(text)} characters long: at most {LONGEST} are accepted")
    with localcontext(prec=34) as context:
        context.Emax, context.Emin = 999, -999
        try:
            return written_number(_Calculation(_tokens(text), names, text).all())
        except (DecimalException, ArithmeticError):
            raise NotPlannable("blocked", f"{text} has no result: check the calculation") from None


def written_number(number: Decimal) -> str:
    rounded = number.normalize() if number == number.to_integral_value() else round(number, 10).normalize()
    written = f"{rounded:f}"
    if len(written) > _MOST_DIGITS:
        return f"{number:.6e}"
    return "0" if written in ("-0", "") else written


def _tokens(text: str) -> list[str]:
    tokens, at = [], 0
    while text[at:].strip():
        found = _TOKEN.match(text.lower(), at)
        if found is None:
            raise NotPlannable("blocked", f"{text[at:].strip()[:20]!r} is no part of a calculation")
        token = (found["number"] or "").replace("_", "") or found["name"] or found["mark"]
        tokens.append(_SPELLED.get(token, token))
        at = found.end()
    return tokens


class _Calculation:
    """Reads tokens from left to right; each method reads what binds tighter than the one above it."""

    def __init__(self, tokens: list[str], names: Mapping[str, Decimal], text: str) -> None:
        self._tokens, self._names, self._text, self._at, self._depth = tokens, names, text, 0, 0

    def all(self) -> Decimal:
        number = self._sum()
        if self._at < len(self._tokens):
            raise self._wrong()
        return number

    def _next(self) -> str:
        return self._tokens[self._at] if self._at < len(self._tokens) else ""

    def _takes(self, *tokens: str) -> str:
        token = self._next()
        if token not in tokens or not token:
            return ""
        self._at += 1
        return token

    def _sum(self) -> Decimal:
        number = self._product()
        while mark := self._takes("+", "-"):
            start = self._at
            other = self._product()
            if self._at == start + 2 and self._tokens[self._at - 1] == "%":
                other *= number  # 230 + 15%: fifteen percent of what stands before
            number = number + other if mark == "+" else number - other
        return number

    def _product(self) -> Decimal:
        number = self._signed()
        while mark := self._takes("*", "/", "mod"):
            other = self._signed()
            if mark == "*":
                number *= other
            else:
                number = number / other if mark == "/" else number % other
        return number

    def _signed(self) -> Decimal:
        if self._takes("-"):
            return -self._deeper(self._signed)
        return self._deeper(self._signed) if self._takes("+") else self._power()

    def _power(self) -> Decimal:
        number = self._percent()
        if not self._takes("^"):
            return number
        exponent = self._deeper(self._signed)
        if abs(exponent) > 1_000:
            raise ArithmeticError
        return number**exponent

    def _percent(self) -> Decimal:
        number = self._atom()
        while self._next() == "%":
            self._at += 1
            number /= 100
        return number

    def _atom(self) -> Decimal:
        token = self._next()
        self._at += 1
        if token == "(":
            number = self._deeper(self._sum)
            if not self._takes(")"):
                raise self._wrong()
            return number
        if token in _FUNCTIONS:
            if self._next() != "(":
                raise self._wrong()
            return _FUNCTIONS[token](self._atom())
        if token in self._names:
            return self._names[token]
        if not token or not (token[0].isdigit() or token[0] == "."):
            raise self._wrong()
        return Decimal(token)

    def _deeper(self, read: Callable[[], Decimal]) -> Decimal:
        self._depth += 1
        if self._depth > DEEPEST:
            raise NotPlannable("blocked", "the calculation has too many brackets: write it in parts")
        number = read()
        self._depth -= 1
        return number

    def _wrong(self) -> NotPlannable:
        return NotPlannable("blocked", f"{self._text!r} is no calculation: write it like 0.15 * 230")
