"""Firings are ordinary runs under the approval of their job: what is of another shape waits, names are data."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from goalwright.app import Goalwright
from goalwright.contracts import RunReport
from goalwright.contracts.jobs import FileArrival, Job, Moment, Recurrence, Routine
from goalwright.errors import ContractViolation, JobNotFound, JobRefused, NotPlannable, NotUnderstood
from goalwright.jobs.shapes import doubt

DAILY = Recurrence(rule="FREQ=DAILY", start="2030-01-01T09:00:00", zone="Europe/Berlin")


class Desk:
    """An application in a folder with an inbox, and its jobs."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.inbox, self.out = folder / "inbox", folder / "out"
        for made in (self.inbox, self.out):
            made.mkdir()
        self.gw = Goalwright(home=folder / "state", cwd=folder, config=folder / "config")

    def arrival(self, text: str = "", **more: Any) -> Job:
        trigger = FileArrival(folder=str(self.inbox))
        return self.gw.jobs.add(self.gw.jobs.draft(trigger, text=text, **more), approve=True)

    def daily(self, text: str, **more: Any) -> Job:
        return self.gw.jobs.add(self.gw.jobs.draft(DAILY, text=text, **more), approve=True)

    def came(self, name: str) -> Path:
        path = self.inbox / name
        path.write_text("x")
        return path

    def run(self, job: Job, subject: Path | None = None) -> RunReport:
        return asyncio.run(self.gw.jobs.run_now(job.job_id, str(subject) if subject else ""))


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    monkeypatch.setenv("HOME", str(tmp_path))
    return Desk(tmp_path)


def test_a_firing_is_a_run_that_can_be_taken_back(desk: Desk) -> None:
    job = desk.arrival("move it to out")
    report = desk.run(job, desk.came("a.txt"))
    assert (report.status, (desk.out / "a.txt").exists()) == ("success", True)
    record = desk.gw.show(report.run_id).record
    assert (job.job_id in record.asked_by, record.text) == (True, "move it to out")
    asyncio.run(desk.gw.undo(report.run_id))
    assert (desk.inbox / "a.txt").exists()


def test_a_plan_of_higher_risk_than_approved_waits_and_runs_when_a_person_approves(desk: Desk) -> None:
    job = desk.arrival("move it to out")
    (desk.out / "a.txt").write_text("older")
    report = desk.run(job, desk.came("a.txt"))
    assert report.status == "awaiting_approval"
    assert "medium was approved" in report.reason
    assert (desk.out / "a.txt").read_text() == "older"
    assert desk.gw.jobs.show(job.job_id).firings[0].outcome == "awaiting_approval"
    approved = asyncio.run(desk.gw.approve(report.run_id, report.plan_hash))
    assert (approved.status, (desk.out / "a.txt").read_text()) == ("success", "x")


def test_more_things_than_were_told_wait_unless_the_command_leaves_their_number_open(desk: Desk) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        desk.came(name)
    one, all_of_them = desk.daily("delete inbox/a.txt"), desk.daily("delete all txt files in inbox")
    assert [(part.verb, part.risk, part.most) for part in one.shape.parts] == [("file.delete", "high", 1)]
    assert [part.most for part in all_of_them.shape.parts] == [0]
    plan = desk.gw.prepare("delete inbox/b.txt and inbox/c.txt").plan
    assert plan is not None
    assert "2 times, and 1 was approved" in doubt(one, plan)
    assert "file.delete was not part of" in doubt(desk.daily("append done to log.txt"), plan)
    assert doubt(all_of_them, plan) == ""
    assert desk.run(all_of_them).status == "success"
    assert list(desk.inbox.iterdir()) == []


def test_a_job_that_cannot_be_planned_now_says_why_and_is_not_taken_up_later(desk: Desk) -> None:
    job = desk.daily("delete all txt files in inbox")
    with pytest.raises(NotPlannable, match="nothing matches"):
        desk.run(job)
    (firing,) = desk.gw.jobs.show(job.job_id).firings
    assert (firing.state, firing.outcome, "nothing matches" in firing.reason) == ("done", "refused", True)


def test_high_risk_is_approved_with_the_job_or_asked_about_each_time(desk: Desk) -> None:
    draft = desk.gw.jobs.draft(FileArrival(folder=str(desk.inbox)), text="delete it")
    assert draft.needs_approval
    assert draft.job.shape.high_risk == ("delete:the file that arrives",)
    with pytest.raises(JobRefused, match="needs approval"):
        desk.gw.jobs.add(draft)
    assert desk.gw.jobs.listed() == []
    approved = desk.gw.jobs.add(draft, approve=draft.approval)
    assert desk.run(approved, desk.came("a.txt")).status == "success"
    asking = desk.arrival("delete it", ask_then=True)
    report = desk.run(asking, desk.came("b.txt"))
    assert (report.status, (desk.inbox / "b.txt").exists()) == ("awaiting_approval", True)
    assert "asks each time" in report.reason


@pytest.mark.parametrize("name", ["*.txt", "[ab].txt", "it and delete the folder out.txt", "~", "$(x) ;.txt"])
def test_the_name_of_a_file_is_data(desk: Desk, name: str) -> None:
    for other in ("a.txt", "b.txt"):
        desk.came(other)
    job = desk.arrival("delete it")
    assert desk.run(job, desk.came(name)).status == "success"
    assert sorted(path.name for path in desk.inbox.iterdir()) == ["a.txt", "b.txt"]
    assert desk.out.is_dir()


def test_goals_as_data_name_the_file_that_arrived(desk: Desk) -> None:
    goals = [{"domain": "file", "verb": "move", "params": {"path": {"arrived": "path"}, "to": "out"}}]
    order = {"when": {"kind": "file", "folder": str(desk.inbox), "names": ["*.txt"]}, "goals": goals}
    job = desk.gw.jobs.add(desk.gw.jobs.ordered(order))
    assert desk.run(job, desk.came("a.txt")).status == "success"
    assert (desk.out / "a.txt").exists()
    with pytest.raises(ContractViolation, match="only jobs about files have one"):
        desk.gw.jobs.ordered({"when": {"kind": "routine", "words": ["zap"]}, "goals": goals})


def test_what_can_be_no_job_leaves_nothing_behind(desk: Desk) -> None:
    with pytest.raises(NotUnderstood):
        desk.daily("delete it")
    with pytest.raises(JobRefused, match="not allowed"):
        desk.daily("delete /etc/hostname")
    with pytest.raises(JobRefused, match="there is no folder"):
        desk.gw.jobs.draft(FileArrival(folder=str(desk.folder / "none")), text="delete it")
    for at in ("9999-12-31T23:59:59", "9999-12-31T23:59:59-08:00"):
        with pytest.raises(JobRefused, match="beyond the calendar"):
            desk.gw.jobs.draft(Moment(at=at, zone="UTC"), text="create a folder x")
    with pytest.raises(JobRefused, match="already means something"):
        desk.gw.jobs.draft(Routine(words=("read list.txt",)), text="create a folder x")
    with pytest.raises(ContractViolation, match="so long a name"):
        FileArrival(folder=str(desk.inbox), names=("*" * 300,))
    starred = desk.gw.jobs.draft(FileArrival(folder=str(desk.inbox), names=("a*" * 60 + "b",)), text="move it to out")
    assert starred.job.shape.parts
    with pytest.raises(JobNotFound):
        desk.gw.jobs.show("none")
    assert not (desk.folder / "state" / "jobs.db").exists()


def test_a_paused_job_is_done_only_when_asked_for(desk: Desk) -> None:
    job = desk.daily("append tea to log.txt")
    paused = desk.gw.jobs.pause(job.job_id[:3])
    assert (paused.state, paused.times) == ("paused", ())
    assert desk.run(job).status == "success"
    assert len(desk.gw.jobs.resume(job.job_id).times) == 3
    assert desk.gw.jobs.remove(job.job_id).job_id == job.job_id
    assert desk.gw.jobs.listed() == []
    assert desk.gw.history()[0].status == "success"
