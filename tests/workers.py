"""`--workers N`: tests are collected once, and N forked workers take the files of tests one after the other.

Workers that each collect for themselves, as pytest-xdist's do, spend half a minute of CPU on it, every one of them.
"""

from __future__ import annotations

import faulthandler
import os
import signal
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import pytest

MORE = "more"
"""What a worker says that wants another file; it says the number of a test that it has finished, and each report."""
GRACE_S = 20.0
"""How long a worker has to end what its tests have started."""
WHERE = "where"
"""The file in which a worker writes where it is, when it is asked."""
BOUND_S = 36_000.0 if "GOALWRIGHT_TEST_ROUNDS" in os.environ else 600.0  # as in campaigns.py


@dataclass(kw_only=True)
class Worker:
    """A forked process, as the one that forked it sees it."""

    number: int
    pid: int
    pipe: Connection
    tests: deque[int] = field(default_factory=deque)
    """What it was given and has not finished; the first is the one that it is at."""
    since: float = field(default_factory=time.monotonic)
    """When it last finished a test, or began with the first."""
    was_told: float = 0.0
    """When it was told to end, because its test took too long."""
    folder: str = ""
    """Where the last file that it was given lies."""


class Workers:
    """Gives out files of tests, those of a folder to the same worker, and tells what becomes of them."""

    def __init__(self, session: pytest.Session, count: int, bound_s: float) -> None:
        self._session = session
        self._bound_s = bound_s
        self._files = deque(files_of(session.items))
        self._count = min(count, len(self._files))
        self._workers: list[Worker] = []
        session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]  # pytest's own, as xdist uses it

    def run(self) -> None:
        try:
            for number in range(self._count):
                self._fork(number)
            while self._workers:
                told = wait([worker.pipe for worker in self._workers], timeout=1.0)
                for worker in [each for each in self._workers if each.pipe in told]:
                    self._listen(worker)
                for worker in self._workers:
                    self._hold_to_bound(worker)
        except KeyboardInterrupt:
            self._wait_for_ends(2.0)  # at a terminal the workers have heard it, too
            raise
        finally:
            for sent in (signal.SIGINT, signal.SIGKILL):
                for worker in self._workers:
                    os.kill(worker.pid, sent)
                self._wait_for_ends(GRACE_S)

    def _hold_to_bound(self, worker: Worker) -> None:
        """A test that takes too long fails: its worker is told to end, and killed if it does not."""
        now = time.monotonic()
        if worker.was_told:
            if now > worker.was_told + GRACE_S:
                os.kill(worker.pid, signal.SIGKILL)
        elif worker.tests and now > worker.since + self._bound_s:
            worker.was_told = now
            os.kill(worker.pid, signal.SIGUSR2)  # where it is, which it writes itself
            os.kill(worker.pid, signal.SIGINT)

    def _wait_for_ends(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while self._workers and time.monotonic() < until:
            told = wait([worker.pipe for worker in self._workers], timeout=0.2)
            for worker in [each for each in self._workers if each.pipe in told]:
                try:
                    worker.pipe.recv()
                except (EOFError, ConnectionResetError):
                    self._bury(worker)

    def _fork(self, number: int) -> None:
        ours, theirs = Pipe()
        pid = os.fork()
        if not pid:
            for other in [ours, *(worker.pipe for worker in self._workers)]:
                other.close()
            _work(self._session, theirs, number)
        theirs.close()
        self._workers.append(Worker(number=number, pid=pid, pipe=ours))

    def _listen(self, worker: Worker) -> None:
        hook = self._session.config.hook
        try:
            said = worker.pipe.recv()
        except (EOFError, ConnectionResetError):
            self._lose(worker)
            return
        if said == MORE:
            given = self._next_for(worker)
            worker.since = worker.since if worker.tests else time.monotonic()
            worker.tests.extend(given)
            with suppress(BrokenPipeError):
                worker.pipe.send(given)
        elif isinstance(said, int):
            worker.tests.remove(said)
            worker.since = time.monotonic()
            item = self._session.items[said]
            hook.pytest_runtest_logfinish(nodeid=item.nodeid, location=item.location)
        else:
            self._tell(hook.pytest_report_from_serializable(config=self._session.config, data=said))

    def _next_for(self, worker: Worker) -> list[int]:
        """The next file, of the folder that the worker is in or else of one that no other is in.

        What the tests of a folder share, such as a browser, is made by few workers then. The last files are kept for
        workers that have nothing to do.
        """
        if not self._files or (worker.tests and len(self._files) < self._count):
            return []
        folders = [self._folder_of(file) for file in self._files]
        taken = {each.folder for each in self._workers}
        at = next((at for at, folder in enumerate(folders) if folder == worker.folder), None)
        if at is None:
            at = next((at for at, folder in enumerate(folders) if folder not in taken), 0)
        file = self._files[at]
        del self._files[at]
        worker.folder = folders[at]
        return file

    def _folder_of(self, file: list[int]) -> str:
        return self._session.items[file[0]].nodeid.partition("::")[0].rpartition("/")[0]

    def _tell(self, report: pytest.TestReport) -> None:
        self._session.config.hook.pytest_runtest_logreport(report=report)
        if self._session.shouldfail:
            raise self._session.Failed(self._session.shouldfail)

    def _lose(self, worker: Worker) -> None:
        """A worker has ended. What it was at has failed, if it was at anything, and another goes on with the rest."""
        status = self._bury(worker)
        if not worker.tests:
            return
        item = self._session.items[worker.tests.popleft()]
        why = f"the worker that ran it ended: {os.waitstatus_to_exitcode(status)}"
        if worker.was_told:
            where = _folder(self._session.config, worker.number) / WHERE
            why = f"it took longer than {self._bound_s:g} s, and was at:\n{where.read_text()}"
        self._tell(
            pytest.TestReport(item.nodeid, item.location, dict.fromkeys(item.keywords, 1), "failed", why, "call")
        )
        if worker.tests:
            self._files.appendleft(list(worker.tests))
        if self._files:
            self._fork(worker.number)

    def _bury(self, worker: Worker) -> int:
        self._workers.remove(worker)
        worker.pipe.close()
        return os.waitpid(worker.pid, 0)[1]


def files_of(items: Iterable[pytest.Item]) -> list[list[int]]:
    """The numbers of tests, those of a file together."""
    numbered = groupby(enumerate(items), key=lambda at: at[1].nodeid.partition("::")[0])
    return [[number for number, _ in file] for _, file in numbered]


class _Reporter:
    """Tells the process that forked this one, and no terminal, what becomes of a test."""

    def __init__(self, config: pytest.Config, pipe: Connection) -> None:
        self._config = config
        self._pipe = pipe

    @pytest.hookimpl(trylast=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._pipe.send(self._config.hook.pytest_report_to_serializable(config=self._config, report=report))


def _work(session: pytest.Session, pipe: Connection, number: int) -> None:
    """Run the tests that are given out, until there are no more; never returns."""
    status = 1
    try:
        _settle_in(session.config, pipe, number)
        _run_given(session, pipe)
        status = 0
    except (EOFError, BrokenPipeError, KeyboardInterrupt):  # the process that forked this one has ended, or was told to
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        session._setupstate.teardown_exact(None)  # what tests have started ends with them
    finally:
        os._exit(status)


def _folder(config: Any, number: int) -> Path:
    """Where a worker puts temporary files."""
    folder: Path = config._tmp_path_factory.getbasetemp() / f"worker-{number}"
    return folder


def _settle_in(config: Any, pipe: Connection, number: int) -> None:
    """What processes must not share: temporary folders, the files that output is caught in, the terminal."""
    folder = _folder(config, number)
    folder.mkdir(mode=0o700, exist_ok=True)
    config._tmp_path_factory._basetemp = folder
    faulthandler.register(signal.SIGUSR2, file=(folder / WHERE).open("w"))
    catcher = config.pluginmanager.getplugin("capturemanager")
    catcher.stop_global_capturing()
    catcher.start_global_capturing()
    catcher.suspend_global_capture()
    config.pluginmanager.unregister(name="terminalreporter")
    config.pluginmanager.register(_Reporter(config, pipe))


def _run_given(session: pytest.Session, pipe: Connection) -> None:
    todo: deque[int] = deque()
    while True:
        # The next test is asked for before the last one at hand is run: fixtures that both need outlast it.
        while len(todo) < 2 and (given := _more(pipe)):
            todo.extend(given)
        if not todo:
            return
        at = todo.popleft()
        following = session.items[todo[0]] if todo else None
        session.config.hook.pytest_runtest_protocol(item=session.items[at], nextitem=following)
        pipe.send(at)


def _more(pipe: Connection) -> list[int]:
    pipe.send(MORE)
    given: list[int] = pipe.recv()
    return given


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--workers", type=int, default=0, help="run the files of tests in so many processes")
    parser.addoption("--bound", type=float, default=BOUND_S, help="how many seconds a test may take in a worker")


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool | None:
    """As pytest does it, but for who runs the tests."""
    options = session.config.option
    if not options.workers or options.collectonly:
        return None
    if session.testsfailed and not options.continue_on_collection_errors:
        return None
    Workers(session, options.workers, options.bound).run()
    return True
