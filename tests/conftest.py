"""Settings of every test: Hypothesis profiles, no silent skips in CI, and the desktop that tests may use."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from disks import use_memory

if TYPE_CHECKING:
    from desktop.desk import Desk

pytest_plugins = ["workers", "costs"]

IS_CI = os.environ.get("CI") == "true"
EXAMPLES = 100 if "GOALWRIGHT_TEST_ROUNDS" in os.environ else 30  # as in campaigns.py
LONG = {
    line.split()[-1]: at for at, line in enumerate(Path(__file__).with_name("long_files.txt").read_text().splitlines())
}
"""The files of tests that take longest, in the order in which they are begun; tests/costs.py writes the list."""

settings.register_profile("quick", max_examples=10, deadline=None, derandomize=True)
settings.register_profile("dev", max_examples=50, deadline=None)
settings.register_profile("ci", max_examples=EXAMPLES, deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IS_CI else "dev")
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as it is in the background of a shell: tests send Ctrl-C
    signal.signal(signal.SIGINT, signal.default_int_handler)
use_memory()


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What programs remember for later is not left with whoever runs the tests."""
    with pytest.MonkeyPatch.context() as patch:
        cache = tmp_path_factory.mktemp("cache")
        patch.setenv("XDG_CACHE_HOME", str(cache))
        patch.setenv("NODE_COMPILE_CACHE", str(cache / "node"))  # Playwright's driver, in the homes of all tests
        yield


@pytest.fixture(scope="session")
def desk_of_the_run() -> Iterator[Desk]:
    """The one desktop of this run of the tests, started by the first test that needs it."""
    from desktop.desk import running_desk

    with running_desk() as desk:
        yield desk


@pytest.fixture
def desk(desk_of_the_run: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    """The desktop, empty; the test's own environment is that of a program on it."""
    from desktop.desk import SESSION_VARIABLES

    for name, value in desk_of_the_run.environment.items():
        monkeypatch.setenv(name, value)
    for name in SESSION_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    yield desk_of_the_run
    desk_of_the_run.clear()


def pytest_itemcollected(item: pytest.Item) -> None:
    """What starts a desktop is slow, and needs Debian packages. Of rows that are sampled, the others are thorough."""
    sampled = item.get_closest_marker("sampled")
    if sampled is not None and sum(item.callspec.indices.values()) % sampled.args[0]:  # type: ignore[attr-defined]  # it has rows
        item.add_marker(pytest.mark.thorough)
    if "desk_of_the_run" in getattr(item, "fixturenames", ()):
        item.add_marker(pytest.mark.slow)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put files that take minutes first, so that no core is left alone with one of them in the end."""
    items.sort(key=lambda item: LONG.get(item.nodeid.partition("::")[0], len(LONG)))


def pytest_collection() -> None:
    """Tests by the thousand stay to the end: the collector need not walk over them again and again."""
    gc.disable()


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.enable()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    is_xfail = hasattr(report, "wasxfail")
    if IS_CI and report.skipped and not is_xfail and item.get_closest_marker("platform_specific") is None:
        fail_skipped(report)
    return report


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    report = yield
    if IS_CI and report.skipped:
        fail_skipped(report)
    return report


def fail_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Turn a skip into a failure: in CI everything that the tests need is there."""
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
    report.outcome = "failed"
    report.longrepr = (
        f"{reason}\nIn CI a skip is a failure. Install what is missing (tests/debian-packages.txt, `make lock`), "
        "or mark a test of another platform with @pytest.mark.platform_specific(reason)."
    )
