"""A process that has loaded everything, and runs, resumes and undoes in children that are killed on the way.

Each line of its input is a job. A child dies before or after the commit, record or call of the system that the job
counts off, or is killed by its parent a moment later. Started by `crashes.py`.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import json
import os
import select
import signal
import sqlite3
import sys
import threading
import time
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from crash import workload
from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import JournalEntry, RunReport
from goalwright.contracts.plan_json import plan_from_json
from goalwright.disk import renames
from goalwright.errors import GoalwrightError
from goalwright.store.journal_store import SqliteJournal

CALLS = "write fsync rename replace link symlink unlink rmdir mkdir ftruncate utime fchmod fchown chmod".split()
_CHANGES = ("INSERT", "UPDATE", "DELETE")


class Fuse:
    """Burns down by one at each step; the process dies when it is burnt down. One of length 0 never is."""

    def __init__(self, length: int) -> None:
        self.steps = 0
        self._length = length
        self._guard = threading.Lock()

    def step(self) -> None:
        with self._guard:
            self.steps += 1
            if self.steps == self._length:
                os.kill(os.getpid(), signal.SIGKILL)
                time.sleep(60)

    def around(self, function: Callable[..., Any], *arguments: Any) -> Any:
        self.step()
        result = function(*arguments)
        self.step()
        return result


def kill_at_boundaries(gw: Goalwright, fuse: Fuse) -> None:
    """Step before each record, and before and after each commit of the journal and of the facts.

    After a record nothing is on the disk that was not there before it: that comes with the commit.
    """

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            is_commit = sql == "COMMIT" or (sql.startswith(_CHANGES) and not self.in_transaction)
            plain = super().execute
            return fuse.around(plain, sql, parameters) if is_commit else plain(sql, parameters)

        def __exit__(self, *error: Any) -> Any:
            return fuse.around(super().__exit__, *error)

    class Journal(SqliteJournal):
        def record(self, entry: JournalEntry) -> Awaitable[None]:
            fuse.step()
            return super().record(entry)

    plain_connect = sqlite3.connect
    setattr(sqlite3, "connect", partial(plain_connect, factory=Connection))  # noqa: B010  # its type is an overload
    gw.parts.__dict__["journal"] = Journal(gw.home)


def kill_at_calls(fuse: Fuse) -> None:
    """Step before each call that changes a disk, and in the middle of each write."""

    def stepping(function: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*args: Any, **more: Any) -> Any:
            fuse.step()
            return function(*args, **more)

        return stepped

    def writing(file: int, piece: Any) -> int:
        fuse.step()
        half = len(piece) // 2
        written = int(plain_write(file, piece[:half])) if half else 0
        fuse.step()
        return written + int(plain_write(file, piece[written:]))

    def opening(path: Any, flags: int, *args: Any, **more: Any) -> int:
        if flags & os.O_CREAT:
            fuse.step()
        return int(plain_open(path, flags, *args, **more))

    plain_open, plain_write = os.open, os.write
    for name in CALLS:
        setattr(os, name, stepping(getattr(os, name)))
    os.open, os.write = opening, writing
    system_call = renames._system_call()
    if system_call is not None:
        stepped_call = stepping(system_call)
        renames._system_call = lambda: stepped_call  # type: ignore[assignment]  # cached in the original


async def run(gw: Goalwright, actions: str) -> str:
    """Run the actions of that name in `workload`, or those of a plan in a file."""
    if actions.endswith(".json"):
        chosen = plan_from_json(json.loads(Path(actions).read_text())).actions
    else:
        chosen = getattr(workload, actions)(gw.cwd)
    return told_by(await gw.run(workload.prepared(gw, chosen), approve=True))


async def resume(gw: Goalwright, _actions: str) -> str:
    return told_by(await gw.resume())


def told_by(report: RunReport) -> str:
    return f"{report.status}: {report.reason}" if report.reason else report.status


async def undo(gw: Goalwright, _actions: str) -> str:
    report = await gw.undo()
    return "undone" if not report.not_undone else f"not undone: {report.not_undone}"


WORK = {"run": run, "resume": resume, "undo": undo}


def work(job: dict[str, Any], fuse: Fuse) -> str:
    """How the job ended, if it was not killed before."""
    world = World(Path(job["top"]))
    os.environ.update(world.environment())
    gw = Goalwright(home=world.state, cwd=world.tree)
    if job["how"] == "boundary":
        kill_at_boundaries(gw, fuse)
    elif job["how"] == "call":
        kill_at_calls(fuse)
    try:
        return asyncio.run(WORK[job["do"]](gw, job["actions"]))
    except GoalwrightError as error:
        return f"{type(error).__name__}: {error}"
    finally:
        gw.close()


def child(job: dict[str, Any], outlet: int) -> None:
    plain_write = os.write
    fuse = Fuse(job["at"])
    loaded = set(sys.modules)
    try:
        told = work(job, fuse)
    except BaseException as error:  # noqa: BLE001  # whatever it is, it must be told: this process has no other voice
        told = f"{type(error).__name__}: {error}"
    late = [name for name in sys.modules if name not in loaded]
    plain_write(outlet, json.dumps({"told": told, "steps": fuse.steps, "late": late}).encode())


def answer(job: dict[str, Any]) -> dict[str, Any]:
    inlet, outlet = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            child(job, outlet)
        finally:
            os._exit(0)
    os.close(outlet)
    if job["seconds"] is not None:
        select.select([inlet], [], [], job["seconds"])
        os.kill(pid, signal.SIGKILL)
    told = b""
    while piece := os.read(inlet, 65_536):
        told += piece
    os.close(inlet)
    os.waitpid(pid, 0)
    return dict(json.loads(told)) if told else {"told": "killed", "steps": job["at"], "late": []}


def warm() -> None:
    """Load what every child needs, without starting a thread: children are forked from here."""
    gw = Goalwright(home="/nonexistent/state", cwd="/")
    assert gw.parts.runs is not None
    workload.prepared(gw, workload.thirty_actions(gw.cwd))
    gc.collect()
    gc.freeze()


def load(late: list[str]) -> None:
    """What one child had to load, the next ones have from the start."""
    for name in late:
        importlib.import_module(name)
    if late:
        gc.collect()
        gc.freeze()


def serve() -> None:
    warm()
    for line in sys.stdin:
        told = answer(json.loads(line))
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()
        load(told["late"])


if __name__ == "__main__":
    serve()
