"""A part of the commands that are run for real and judged by what they leave behind; `bench/asked.py` runs them all."""

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

TABLES = sorted((Path(__file__).parents[2] / "bench" / "asks").glob("*.txt"))
EVERY = 1 if os.environ.get("GOALWRIGHT_TEST_ROUNDS") else 80
"""One in so many is run; all of them where more rounds are asked for."""

Bench = Callable[..., ModuleType]


@pytest.mark.thorough
@pytest.mark.slow
def test_nothing_else_is_done_than_was_asked_for(bench: Bench) -> None:
    asked = bench("asked")
    asks = [ask for file in TABLES for ask in asked.asks_of(file)]
    verdicts = {ask.said: asked.judged(ask) for ask in asks[::EVERY]}
    assert len(asks) > 400
    assert not [(said, why) for said, (verdict, why) in verdicts.items() if verdict == "wrong"]
    assert sum(verdict == "right" for verdict, _ in verdicts.values()) > 0.85 * len(verdicts)


@pytest.mark.slow
@pytest.mark.thorough
def test_what_can_not_be_meant_changes_nothing(bench: Bench) -> None:
    asked = bench("asked")
    asks = [ask for file in TABLES for ask in asked.asks_of(file) if ask.outcomes == (("refuse",),)]
    assert {asked.judged(ask)[0] for ask in asks[::5]} == {"right"}
