"""How far campaigns go: every run of the tests does a part of each, GOALWRIGHT_TEST_ROUNDS=2000 the whole of it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
IS_WHOLE = "GOALWRIGHT_TEST_ROUNDS" in os.environ


def rounds(everyday: int, whole: int | None = None) -> int:
    """How many rounds to go: `whole`, or as many as the environment says, in a campaign; else a few."""
    if not IS_WHOLE:
        return everyday
    return int(os.environ["GOALWRIGHT_TEST_ROUNDS"]) if whole is None else whole


def spread(places: Sequence[T], every: int) -> Sequence[T]:
    """All places in a campaign; else each so-manieth, the first among them."""
    return places if IS_WHOLE else places[::every]
