"""A short picture of any value, for the sentence that refuses it."""

from __future__ import annotations

import reprlib

_PRINTED_INTEGER = 10**30


class _Picture(reprlib.Repr):
    """reprlib bounds depth and length; it also has to survive integers that Python declines to print."""

    def repr_int(self, x: int, level: int) -> str:
        is_short = -_PRINTED_INTEGER < x < _PRINTED_INTEGER
        return super().repr_int(x, level) if is_short else f"<int of {x.bit_length()} bits>"


_picture = _Picture()
_picture.maxstring = _picture.maxother = 60
_picture.maxlevel = 2


def shown(value: object) -> str:
    """The value on one short line, however large, deep or hostile it is."""
    return " ".join(_picture.repr(value).split())
