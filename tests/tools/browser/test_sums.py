"""Sums and equations as pages write them."""

from __future__ import annotations

import pytest

from goalwright.errors import ToolFailure
from goalwright.tools.browser.sums import worked_out


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("3 x 4 =", "12"),
        ("7 - 9 = ", "-2"),
        ("12 \N{DIVISION SIGN} 5 = ?", "2.4"),
        ("(2 + 3) * 4", "20"),
        ("1,200 + 34", "1234"),
        ("x + 5 = 12", "7"),
        ("9 - x = 80", "-71"),
        ("2x + 3 = 11", "4"),
        ("3 + ? = 10", "7"),
        ("10 = y + 4", "6"),
    ],
)
def test_what_a_sum_comes_to(asked: str, answer: str) -> None:
    assert worked_out(asked) == answer


@pytest.mark.parametrize("asked", ["x + y = 3", "x = x", "1 / 0 =", "x * x = 4", "hello", "", "2 +", "(1 + 2"])
def test_what_has_no_one_answer_is_refused(asked: str) -> None:
    with pytest.raises(ToolFailure, match="no sum with one answer"):
        worked_out(asked)
