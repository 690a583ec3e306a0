"""Measures and programs: each passing of a threshold, each start and end, once."""

from __future__ import annotations

from pathlib import Path

import pytest

from goalwright.contracts.jobs import AppChange, Job, Missed, Threshold, Trigger
from goalwright.jobs.crossings import Crossings
from goalwright.store.jobs_store import SqliteJobs
from jobs.fake_world import SetSenses


class Watched:
    """One job over a machine that is as it is set to be."""

    def __init__(self, folder: Path, trigger: Trigger, missed: Missed = "once") -> None:
        self.store = SqliteJobs(folder / "jobs.db")
        self.store.add(Job(job_id="j", trigger=trigger, cwd="/", text="mute", missed=missed))
        self.senses = SetSenses()
        self.time = 0.0
        self.begin()

    def begin(self) -> None:
        """Another service begins to look."""
        self.crossings = Crossings(self.store, self.senses, lambda _job: False)

    def look(self) -> int:
        self.time += 2.0
        return len(self.crossings.claimed(self.store.jobs(), self.time))

    def looks(self, *percents: float | None) -> list[int]:
        found = []
        for percent in percents:
            self.senses.percents = dict.fromkeys(("battery", "disk", "cpu", "memory"), percent)
            found.append(self.look())
        return found


def test_a_battery_falls_below_once_however_it_flickers(tmp_path: Path) -> None:
    watched = Watched(tmp_path, Threshold(measure="battery", side="below", percent=20))
    assert watched.looks(50, 21, 20, 19, 20, 19, 20.5, 19, 22, 18) == [0, 0, 0, 1, 0, 0, 0, 0, 0, 0]
    assert watched.looks(23, 19, None, 19, 60, 10) == [0, 1, 0, 0, 0, 1]


def test_what_is_so_already_has_not_come_about(tmp_path: Path) -> None:
    watched = Watched(tmp_path, Threshold(measure="disk", side="above", percent=90))
    assert watched.looks(95, 96, 85, 91) == [0, 0, 0, 1]


def test_a_processor_counts_when_it_is_busy_for_a_while(tmp_path: Path) -> None:
    watched = Watched(tmp_path, Threshold(measure="cpu", side="above", percent=80))
    assert watched.looks(10, 10, 10, 99, 10, 99, 99, 99, 99) == [0, 0, 0, 0, 0, 0, 0, 1, 0]


@pytest.mark.parametrize(("missed", "expected"), [("once", 1), ("skip", 0)])
def test_what_was_passed_while_no_service_ran(tmp_path: Path, missed: Missed, expected: int) -> None:
    watched = Watched(tmp_path, Threshold(measure="memory", side="above", percent=50), missed)
    watched.looks(10)
    watched.begin()
    assert watched.looks(70, 70) == [expected, 0]


def test_an_app_starts_and_ends(tmp_path: Path) -> None:
    starts = Watched(tmp_path / "a", AppChange(app="spotify", event="starts"))
    ends = Watched(tmp_path / "b", AppChange(app="spotify", event="ends"))
    told = []
    for is_running in (False, False, True, True, False, True):
        for watched in (starts, ends):
            watched.senses.apps = {"spotify"} if is_running else set()
        told.append((starts.look(), ends.look()))
    assert told == [(0, 0), (0, 0), (1, 0), (0, 0), (0, 1), (1, 0)]
