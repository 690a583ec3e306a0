"""A Postgres for all tests of the fleet, and a fleet for each that asks for one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet.site import Postgres, Site, running_postgres


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    with running_postgres() as server:
        yield server


@pytest.fixture
def site(postgres: Postgres, tmp_path: Path) -> Iterator[Site]:
    made = Site(postgres, tmp_path)
    yield made
    made.close()


@pytest.fixture(scope="module")
def standing(postgres: Postgres, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A fleet of two web hosts and a database host that stands for all tests of a module."""
    made = Site(postgres, tmp_path_factory.mktemp("fleet"))
    for name, tag in (("db1", "db"), ("web1", "web"), ("web2", "web")):
        made.worker(name, tag)
    yield made
    made.close()
