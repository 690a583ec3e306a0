"""A world, the application at work in it, and a bell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from crash.world import World
from goalwright.app import Goalwright
from goalwright.store.journal_store import SqliteJournal
from runs.bell import Bell


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path).make()


@pytest.fixture
def gw(world: World) -> Iterator[Goalwright]:
    with world.opened() as gw:
        yield gw


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(tmp_path / "state")
    yield journal
    journal.close_now()


@pytest.fixture
def bell(gw: Goalwright) -> Bell:
    bell = Bell()
    bell.hang(gw)
    return bell
