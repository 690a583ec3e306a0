"""Homes with a browser, and web sites for it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from browser_runs.room import OpenApp, Room, close_browser, make_home
from tools.browser.light_browser import light_browser
from tools.browser.sites import Site, serving


@pytest.fixture(scope="session")
def shared_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = make_home(tmp_path_factory.mktemp("room"))
    yield folder
    close_browser(folder)


@pytest.fixture
def room(shared_home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Room:
    """A home whose browser serves all tests that leave it as it is."""
    return Room(folder=shared_home, patch=monkeypatch, streams=capsys, browser=light_browser())


@pytest.fixture
def own_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Iterator[Room]:
    """A home whose browser the test may kill."""
    yield Room(folder=make_home(tmp_path), patch=monkeypatch, streams=capsys)
    close_browser(tmp_path)


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenApp]:
    app = OpenApp(make_home(tmp_path_factory.mktemp("app")))
    yield app
    app.close()


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture
def other_site() -> Iterator[Site]:
    with serving() as served:
        yield served
