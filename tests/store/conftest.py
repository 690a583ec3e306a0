"""A journal that is closed in the end."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.store.journal_store import SqliteJournal


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A state folder that is not there yet, and not easy to write down."""
    return tmp_path / "state of ünïcode %41 #?"


@pytest.fixture
def journal(home: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(home)
    yield journal
    journal.close_now()
