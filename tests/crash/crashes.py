"""Killing runs at every moment, taking them up again, and seeing that nobody could tell."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from typing import Any, NamedTuple, TypeVar

from crash.world import World

TESTS = Path(__file__).parents[1]
SERVER = Path(__file__).with_name("crash_server.py")
KILLED = "killed"

Case = TypeVar("Case")
Result = TypeVar("Result")


class Told(NamedTuple):
    """How a job ended: `killed`, or what it said; and how many steps of its fuse had burnt by then."""

    said: str
    steps: int

    @property
    def is_killed(self) -> bool:
        return self.said == KILLED


class Kill(NamedTuple):
    """When a job is to be killed: at which boundary or call, or after how many seconds; never if it has neither."""

    how: str = ""
    at: int = 0
    seconds: float | None = None


class CrashServer:
    """Runs, resumes and undoes in children of a process that has loaded everything already."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": f"{TESTS.parent / 'src'}:{TESTS}"}
        self._process = subprocess.Popen(
            [sys.executable, str(SERVER)], env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def close(self) -> None:
        self._process.communicate(timeout=30)

    def do(self, what: str, world: World, kill: Kill = Kill(), actions: str = "thirty_actions") -> Told:  # noqa: B008
        """Run the actions of that name in `workload`, resume the last run, or undo it."""
        job = {"do": what, "top": str(world.top), "actions": actions, **kill._asdict()}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer: dict[str, Any] = json.loads(self._process.stdout.readline())
        return Told(answer["told"], answer["steps"])


class CrashServers:
    """Several servers side by side."""

    def __init__(self, count: int) -> None:
        self._all = [CrashServer() for _ in range(count)]
        self._free: SimpleQueue[CrashServer] = SimpleQueue()
        for server in self._all:
            self._free.put(server)

    def each(self, cases: Iterable[Case], check: Callable[[CrashServer, Case], Result]) -> list[Result]:
        """What `check` gives for each case; the first that raises ends it."""

        def checked(case: Case) -> Result:
            server = self._free.get()
            try:
                return check(server, case)
            finally:
                self._free.put(server)

        with ThreadPoolExecutor(len(self._all)) as threads:
            pending = [threads.submit(checked, case) for case in cases]
            try:
                return [future.result() for future in pending]
            finally:
                for future in pending:
                    future.cancel()

    def close(self) -> None:
        for server in self._all:
            server.close()


def brought_to_end(server: CrashServer, world: World, kills: Iterable[Kill] = (), actions: str = "") -> int:
    """Take a run up again until it is done, killed in each further life as `kills` say; how often that happened."""
    count = 0
    for kill in (*kills, Kill()):
        told = server.do("resume", world, kill)
        count += told.is_killed
        if told.said.startswith("RunNotFound: there is nothing to resume") and not _has_run(world):
            told = server.do("run", world, kill, actions or "thirty_actions")
            count += told.is_killed
    assert told.said == "success" or told.said.startswith("RunNotFound: there is nothing to resume"), told.said
    return count


def _has_run(world: World) -> bool:
    with world.records() as gw:
        return bool(gw.history())
