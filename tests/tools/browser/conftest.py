"""Web sites and browsers for the tests of pages; one browser serves all tests that leave it as it is."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.tools.browser import browser_line
from tools.browser.light_browser import light_browser
from tools.browser.page_desk import PageDesk, one_empty_tab
from tools.browser.sites import Site, serving


@pytest.fixture
def site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture
def other_site() -> Iterator[Site]:
    with serving() as served:
        yield served


@pytest.fixture(scope="session")
def shared_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageDesk]:
    desk = PageDesk(tmp_path_factory.mktemp("desk"), path=light_browser(), keeps_pictures=False)
    yield desk
    desk.close()


@pytest.fixture
def pictures(shared_desk: PageDesk) -> Iterator[Path]:
    """The folder in which pictures are kept of pages on which something fails, which most tests do without."""
    shared_desk.keeps_pictures = True
    yield shared_desk.pictures
    shared_desk.keeps_pictures = False


@pytest.fixture
def desk(shared_desk: PageDesk) -> PageDesk:
    """A browser with one empty tab."""
    shared_desk.do("launch")
    shared_desk.run(one_empty_tab(shared_desk))
    return shared_desk


@pytest.fixture
def hasty_desk(desk: PageDesk, monkeypatch: pytest.MonkeyPatch) -> PageDesk:
    """A browser with one empty tab, where what is not there is waited for a second only."""
    for module in ("locating", "filling"):
        monkeypatch.setattr(f"goalwright.tools.browser.{module}.PATIENCE_S", 1.0)
    return desk


@pytest.fixture(scope="module")
def same_tab(shared_desk: PageDesk) -> PageDesk:
    """A browser with a tab that the tests of a module show their pages in, one after the other."""
    shared_desk.do("launch")
    shared_desk.run(one_empty_tab(shared_desk))
    return shared_desk


@pytest.fixture
def ported_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PageDesk]:
    """A browser with a port, as it is started where there is no keeper, and as a person may start one."""
    monkeypatch.setattr(browser_line, "IS_PRIVATE", False)
    desk = PageDesk(tmp_path, path=light_browser())
    yield desk
    desk.close()


@pytest.fixture
def whole_ported_desk(ported_desk: PageDesk) -> PageDesk:
    """The browser that users have, with a port."""
    ported_desk.path = ""
    ported_desk.command()
    return ported_desk


@pytest.fixture(scope="session")
def _whole_desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageDesk]:
    desk = PageDesk(tmp_path_factory.mktemp("whole"))
    yield desk
    desk.close()


@pytest.fixture
def whole_desk(_whole_desk: PageDesk) -> PageDesk:
    """The browser that users have, with one empty tab."""
    _whole_desk.do("launch")
    _whole_desk.run(one_empty_tab(_whole_desk))
    return _whole_desk


@pytest.fixture
def own_desk(tmp_path: Path) -> Iterator[PageDesk]:
    """A browser that the test may kill."""
    desk = PageDesk(tmp_path, path=light_browser())
    yield desk
    desk.close()


@pytest.fixture
def own_whole_desk(tmp_path: Path) -> Iterator[PageDesk]:
    """The browser that users have, which the test may kill."""
    desk = PageDesk(tmp_path)
    yield desk
    desk.close()
