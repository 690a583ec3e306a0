"""What jobs see of the real machine: programs that start and end, and a battery behind its port."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from goalwright.app.machine_senses import MachineSenses
from goalwright.contracts.jobs import AppChange, Job, Threshold, Trigger
from goalwright.jobs.crossings import Crossings
from goalwright.store.jobs_store import SqliteJobs
from goalwright.tools.battery import Charge


class SetBattery:
    def __init__(self, percent: float | None) -> None:
        self.percent = percent

    def charge(self) -> Charge | None:
        return None if self.percent is None else Charge(percent=self.percent)


def looks_of(folder: Path, trigger: Trigger, senses: MachineSenses) -> Callable[[], int]:
    """What looks at the machine for one job, and says how often that has happened since the last look."""
    store = SqliteJobs(folder / "jobs.db")
    store.add(Job(job_id="j", trigger=trigger, cwd="/", text="mute"))
    crossings = Crossings(store, senses, lambda _job: False)
    return lambda: len(crossings.claimed(store.jobs(), time.time()))


@pytest.mark.parametrize(("event", "expected"), [("starts", [0, 1, 0, 0]), ("ends", [0, 0, 0, 1])])
def test_a_real_program_that_starts_and_ends(tmp_path: Path, event: str, expected: list[int]) -> None:
    program = shutil.copy(shutil.which("sleep") or "sleep", tmp_path / "frob-player")
    trigger = AppChange(app="frob player", event=event)  # type: ignore[arg-type]  # one of the two
    look = looks_of(tmp_path, trigger, MachineSenses())
    told = [look()]
    started = subprocess.Popen([program, "600"])
    try:
        told += [look(), look()]
    finally:
        started.kill()
        started.wait()
    assert [*told, look()] == expected


def test_a_battery_that_runs_down(tmp_path: Path) -> None:
    battery = SetBattery(21)
    look = looks_of(tmp_path, Threshold(measure="battery", side="below", percent=20), MachineSenses(battery))
    told = []
    for percent in (21, 19, 18, None, 17, 60, 12):
        battery.percent = percent
        told.append(look())
    assert told == [0, 1, 0, 0, 0, 0, 1]


def test_every_measure_of_this_machine_is_a_share_or_unknown() -> None:
    senses = MachineSenses(SetBattery(None))
    assert senses.percent("battery") is None
    for measure in ("disk", "cpu", "memory"):
        found = senses.percent(measure)
        assert found is not None
        assert 0 <= found <= 100
