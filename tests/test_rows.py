"""A table in one test hides no row that is wrong."""

import pytest

from rows import require_all


def require_small(number: int) -> None:
    assert number < 3
    with pytest.raises(ZeroDivisionError):
        1 / number  # only the error matters


def test_all_that_is_wrong_is_told_by_name() -> None:
    with pytest.raises(pytest.fail.Exception) as told:
        require_all([0, 1, 5, 0], require_small, named=lambda number: f"row {number}")
    assert str(told.value).startswith("2 of 4 rows are wrong\n\nrow 1\nFailed: DID NOT RAISE")
    assert "row 5\nAssertionError: assert 5 < 3" in str(told.value)


def test_a_table_without_rows_is_wrong() -> None:
    require_all([0, 0], require_small)
    with pytest.raises(AssertionError, match="no rows"):
        require_all([], require_small)
