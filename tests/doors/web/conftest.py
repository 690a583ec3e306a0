"""What the tests of the service share: one service a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from doors.web.caller import Asker, Served, serving


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as found:
        yield found


@pytest.fixture(scope="module")
def program(served: Served) -> Asker:
    return served.program


@pytest.fixture(scope="module")
def page(served: Served) -> Asker:
    return served.page()
