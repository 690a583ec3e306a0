"""A bus without a notification daemon, and one with a daemon that remembers what it gets."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tools.desktop.bus_program import BusProgram
from tools.desktop.private_bus import private_bus


@pytest.fixture(scope="module")
def empty_bus() -> Iterator[str]:
    with private_bus() as address:
        yield address


@pytest.fixture(scope="module")
def bus() -> Iterator[tuple[str, BusProgram]]:
    daemon = BusProgram(answers={"Notify": lambda *_: ("u", (1,))})
    with (
        private_bus() as address,
        daemon.serving(address, "org.freedesktop.Notifications"),
    ):
        yield address, daemon
