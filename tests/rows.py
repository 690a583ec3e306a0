"""Tables in one test, where a test for each row would cost more than the row: all rows that are wrong are told."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

import pytest

Row = TypeVar("Row")


def require_all(rows: Iterable[Row], check: Callable[[Row], None], named: Callable[[Row], str] = str) -> None:
    """Check every row; fails with the name and the complaint of each that is wrong, and if there is no row."""
    listed, wrong = list(rows), []
    for row in listed:
        try:
            check(row)
        except (Exception, pytest.fail.Exception) as error:  # noqa: BLE001  # whatever it is, the other rows are checked too
            wrong.append(f"{named(row)}\n{type(error).__name__}: {error}")
    assert listed, "there are no rows"
    if wrong:
        pytest.fail(f"{len(wrong)} of {len(listed)} rows are wrong\n\n" + "\n\n".join(wrong), pytrace=False)
