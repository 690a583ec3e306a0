"""Jobs that can't be read or written for a while: nothing is begun, that is told, and it goes on by itself."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from goalwright.contracts.job_ports import Fired, Firing
from goalwright.contracts.jobs import Job, Recurrence
from goalwright.doors.web.job_firer import JobFirer
from goalwright.errors import JournalError
from goalwright.jobs.due_times import instant
from goalwright.jobs.scheduler import JobScheduler
from goalwright.store.jobs_store import SqliteJobs
from jobs.fake_world import JumpingClock, NoFolders, NotingFirer, SetSenses

if TYPE_CHECKING:
    from goalwright.doors.web.service import Service

START = instant("2026-11-17T00:00:00", "UTC")
HOURLY = Recurrence(rule="FREQ=HOURLY", start="2026-11-17T00:00:00", zone="UTC")


class FullDisk(SqliteJobs):
    """A store whose disk is full when this is done for the first times."""

    def __init__(self, file: Path, failing: str, times: int) -> None:
        super().__init__(file, lambda: 0.0)
        self.left = Counter({failing: times})

    def jobs(self) -> list[Job]:
        self.fail("jobs")
        return super().jobs()

    def claim(
        self,
        firing: Firing,
        *,
        handled: float | None = None,
        seen: Mapping[str, str] | None = None,
        is_asked: bool = False,
    ) -> bool:
        self.fail("claim")
        return super().claim(firing, handled=handled, seen=seen, is_asked=is_asked)

    def finish(self, firing: Firing, outcome: str, reason: str = "") -> None:
        self.fail("finish")
        super().finish(firing, outcome, reason)

    def fail(self, what: str) -> None:
        if self.left[what]:
            self.left[what] -= 1
            raise JournalError(str(self.file), "the disk is full")


@pytest.mark.parametrize("failing", ["jobs", "claim", "finish"])
def test_what_can_not_be_written_is_told_and_done_when_it_can(tmp_path: Path, failing: str) -> None:
    store = FullDisk(tmp_path / "jobs.db", failing, 3)
    store.add(Job(job_id="j", trigger=HOURLY, cwd="/", text="mute", made_at=START))

    async def served() -> NotingFirer:
        clock = JumpingClock(START, START + 2.5 * 3_600, lambda: not store.open_firings() or is_in_trouble())
        firer = NotingFirer(clock)

        def is_in_trouble() -> bool:
            return bool(firer.troubles and firer.troubles[-1])

        work = asyncio.create_task(JobScheduler(store, firer, clock, NoFolders(), SetSenses()).run())
        await clock.over.wait()
        assert not work.done(), work.exception()
        work.cancel()
        await asyncio.wait({work})
        return firer

    firer = asyncio.run(served())
    # What could not be written down as done is taken up under the same id, where it is done already.
    assert sorted({(due - START) / 3_600 for _, due, _ in firer.fired}) == [1, 2]
    assert len(firer.fired) == (5 if failing == "finish" else 2)
    assert [firing.state for firing in store.firings("j")] == ["done", "done"]
    assert ["disk is full" in told for told in firer.troubles][:2] == [True, False]
    assert firer.troubles[-1] == ""


class StuckFirer(NotingFirer):
    """Runs can't be written down for the first times."""

    left = 3

    async def fire(self, job: Job, firing: Firing) -> Fired:
        if self.left:
            self.left -= 1
            raise JournalError("journal.db", "the disk is full")
        return await super().fire(job, firing)


def test_a_firing_whose_run_can_not_be_written_comes_again(tmp_path: Path) -> None:
    store = SqliteJobs(tmp_path / "jobs.db", lambda: 0.0)
    store.add(Job(job_id="j", trigger=HOURLY, cwd="/", text="mute", made_at=START))

    async def served() -> StuckFirer:
        clock = JumpingClock(START, START + 1.5 * 3_600, lambda: not store.open_firings() or is_in_trouble())
        firer = StuckFirer(clock)

        def is_in_trouble() -> bool:
            return bool(firer.troubles and firer.troubles[-1])

        work = asyncio.create_task(JobScheduler(store, firer, clock, NoFolders(), SetSenses()).run())
        await clock.over.wait()
        work.cancel()
        await asyncio.wait({work})
        return firer

    firer = asyncio.run(served())
    assert [(due - START) / 3_600 for _, due, _ in firer.fired] == [1]
    assert [firing.state for firing in store.firings("j")] == ["done"]
    assert "disk is full" in "".join(firer.troubles)
    assert firer.troubles[-1] == ""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full is needed")
def test_a_log_on_the_full_disk_does_not_end_the_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    service = SimpleNamespace(jobs_trouble="")
    with Path("/dev/full").open("w", buffering=1) as full:
        monkeypatch.setattr(sys, "stderr", full)
        JobFirer(cast("Service", service)).tell_trouble("the disk is full")
        monkeypatch.undo()
        with contextlib.suppress(OSError):
            full.close()
    assert service.jobs_trouble == "the disk is full"
