"""Servers that kill, and worlds to do it in."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from crash.crashes import CrashServers
from crash.workload import lay_out
from crash.world import World
from disks import MEMORY

SERVERS = 3


@pytest.fixture(scope="session")
def servers() -> Iterator[CrashServers]:
    servers = CrashServers(SERVERS)
    yield servers
    servers.close()


@pytest.fixture
def fresh() -> Iterator[Callable[[], World]]:
    """Makes a world at each call; in memory where there is such a disk: what a kill leaves is the same everywhere."""
    numbers = count()
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as folder:
        yield lambda: lay_out(World(Path(folder, str(next(numbers)))).make())


@pytest.fixture
def fresh_on_disk() -> Iterator[Callable[[], World]]:
    """Makes a world at each call, where writing lastingly takes its time."""
    numbers = count()
    with tempfile.TemporaryDirectory() as folder:
        yield lambda: lay_out(World(Path(folder, str(next(numbers)))).make())
