"""`goalwright serve`, which dies at one of the boundaries of a firing: before or after something is written.

Started by `test_firing_kills.py` with a folder and the number of the boundary; 0 is none. It ends when every job was
done once.
"""

from __future__ import annotations

import os
import signal
import sqlite3
import sys
import threading
import time
from pathlib import Path
from typing import Any

from goalwright.app import Goalwright
from goalwright.contracts.jobs import FileArrival, Moment
from goalwright.dataclass import replace
from goalwright.doors.cli import entry

_CHANGES = ("INSERT", "UPDATE", "DELETE")


class Fuse:
    """Burns down by one at each step; the process dies when it is burnt down. One of length 0 never is."""

    def __init__(self, length: int) -> None:
        self.length, self.steps = length, 0

    def step(self) -> None:
        self.steps += 1
        if self.steps == self.length:
            os.kill(os.getpid(), signal.SIGKILL)
            time.sleep(60)


def step_at_commits(fuse: Fuse) -> None:
    """Step before and after everything that is written to a file of the store."""

    class Connection(sqlite3.Connection):
        def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:
            is_commit = sql == "COMMIT" or (sql.startswith(_CHANGES) and not self.in_transaction)
            if is_commit:
                fuse.step()
            found = super().execute(sql, parameters)
            if is_commit:
                fuse.step()
            return found

        def __exit__(self, *error: Any) -> Any:
            fuse.step()
            found = super().__exit__(*error)
            fuse.step()
            return found

    plain = sqlite3.connect
    sqlite3.connect = lambda *given, **named: plain(*given, **{**named, "factory": Connection})


def end_when_done(folder: Path) -> None:
    """Send the service the signal that ends it when each job was done once; it looks as another process would."""
    store = begun(folder).parts.job_store
    jobs = store.jobs()
    end = time.monotonic() + 200
    while time.monotonic() < end and any(
        (last := store.last_firing(job.job_id)) is None or last.state != "done" for job in jobs
    ):
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGTERM)


def begun(folder: Path) -> Goalwright:
    return Goalwright(home=folder / "state", cwd=folder, config=folder / "config")


def world(folder: Path) -> None:
    """A time that has just come, and a file that has just arrived."""
    for name in ("in", "out"):
        (folder / name).mkdir(parents=True)
    gw = begun(folder)
    draft = gw.jobs.draft(Moment(at="2200-01-01T00:00:00", zone="UTC"), text="append hello to log.txt")
    soon = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 2))
    gw.jobs.add(replace(draft, job=replace(draft.job, trigger=Moment(at=soon, zone="UTC"))))
    gw.jobs.add(gw.jobs.draft(FileArrival(folder=str(folder / "in")), text="move it to out"))
    (folder / "in" / "came.txt").write_text("x")
    gw.close()


def told(folder: Path) -> dict[str, Any]:
    gw = begun(folder)
    firings = [view.firings for view in gw.jobs.listed()]
    found = {
        "log": (folder / "log.txt").read_text(),
        "in": os.listdir(folder / "in"),  # noqa: PTH208  # names are all that is told
        "out": os.listdir(folder / "out"),  # noqa: PTH208
        "runs": sorted((run.asked_by[:4], run.status) for run in gw.history(100)),
        "firings": [[(firing.state, firing.outcome) for firing in each] for each in firings],
    }
    gw.close()
    return found


def main() -> None:
    folder = Path(sys.argv[1])
    step_at_commits(Fuse(int(sys.argv[2])))
    threading.Thread(target=end_when_done, args=(folder,), daemon=True).start()
    sys.exit(entry.run(["serve", "--port", "0"]))


if __name__ == "__main__":
    main()
