"""Holidays by the names people use, on the days that the United States keep them."""

from __future__ import annotations

from collections.abc import Mapping

# Name -> month and day.
FIXED: Mapping[str, tuple[int, int]] = {
    "new year": (1, 1),
    "groundhog day": (2, 2),
    "valentine's day": (2, 14),
    "st patrick's day": (3, 17),
    "earth day": (4, 22),
    "may day": (5, 1),
    "independence day": (7, 4),
    "halloween": (10, 31),
    "veterans day": (11, 11),
    "christmas": (12, 25),
    "boxing day": (12, 26),
}

# Name -> month, weekday (Monday is 0), and the how-manieth of the month (-1 is the last).
FLOATING: Mapping[str, tuple[int, int, int]] = {
    "presidents day": (2, 0, 3),
    "mother's day": (5, 6, 2),
    "memorial day": (5, 0, -1),
    "father's day": (6, 6, 3),
    "labor day": (9, 0, 1),
    "columbus day": (10, 0, 2),
    "thanksgiving": (11, 3, 4),
}

_OTHER_WORDS: Mapping[str, str] = {
    "xmas": "christmas",
    "new year's": "new year",
    "new years": "new year",
    "valentine": "valentine's day",
    "valentines": "valentine's day",
    "valentine's": "valentine's day",
    "mothers": "mother's day",
    "mother's": "mother's day",
    "fathers": "father's day",
    "father's": "father's day",
    "labour": "labor day",
    "saint patrick's": "st patrick's day",
    "st patrick's": "st patrick's day",
    "presidents": "presidents day",
    "presidents'": "presidents day",
    "veterans'": "veterans day",
}

HOLIDAY_WORDS: Mapping[str, str] = {name: name for name in (*FIXED, *FLOATING)} | dict(_OTHER_WORDS)
