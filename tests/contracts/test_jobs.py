"""Jobs check themselves, and come back from JSON as they were."""

from __future__ import annotations

import json
from typing import Any

import pytest

from goalwright.contracts.job_json import job_from_json, job_to_json, order_from_json, trigger_from_json
from goalwright.contracts.jobs import (
    AppChange,
    FileArrival,
    Job,
    JobShape,
    Moment,
    Recurrence,
    Routine,
    ShapePart,
    Threshold,
    Trigger,
)
from goalwright.errors import ContractViolation

START = "2026-11-18T08:00:00"
ALL: tuple[Trigger, ...] = (
    Moment(at=START, zone="Europe/Berlin"),
    Moment(at="2026-10-25T02:30:00+01:00", zone="Europe/Berlin"),
    Recurrence(rule="FREQ=WEEKLY;BYDAY=MO,TU", start=START, zone="UTC", until="2027-01-01T00:00:00"),
    FileArrival(folder="/home/ada/Downloads", names=("*.pdf", "*.PS")),
    FileArrival(folder="/home/ada", file="invoice [1].pdf", event="changes", is_deep=True),
    Threshold(measure="battery", side="below", percent=20),
    AppChange(app="spotify", event="starts"),
    Routine(words=("good night", "night night")),
)


@pytest.mark.parametrize("trigger", ALL, ids=lambda trigger: type(trigger).__name__)
def test_a_job_comes_back_from_json_as_it_was(trigger: Trigger) -> None:
    shape = JobShape(parts=(ShapePart(verb="file.move", risk="high", most=0),), high_risk=("moves it",))
    job = Job(job_id="k3f9m", trigger=trigger, cwd="/home/ada", text="move it to documents", shape=shape, made_at=1.5)
    assert job_from_json(json.loads(json.dumps(job_to_json(job)))) == job


def test_goals_are_a_command_too() -> None:
    goals = [{"domain": "file", "verb": "create", "params": {"path": "a.txt"}}]
    order = order_from_json({"when": {"kind": "app", "app": "gimp", "event": "ends"}, "goals": goals})
    job = Job(job_id="a", cwd="/", **order)
    assert job.goals == tuple(goals)
    assert job.trigger == AppChange(app="gimp", event="ends")


@pytest.mark.parametrize(
    ("when", "problem"),
    [
        ({"kind": "sunrise"}, "when.kind: is 'sunrise': use one of"),
        ({"kind": ["moment"]}, "when.kind:"),
        ({"kind": "moment", "at": "tomorrow", "zone": "UTC"}, "when.at: is 'tomorrow': write a time such as"),
        ({"kind": "moment", "at": START}, "when.zone: is missing"),
        ({"kind": "moment", "at": START, "zone": "../../etc/passwd"}, "when.zone:"),
        ({"kind": "moment", "at": START, "zone": "Europe"}, "when.zone:"),
        ({"kind": "recurrence", "rule": "FREQ=DAILY;UNTIL=20270101", "start": START, "zone": "UTC"}, "start and until"),
        ({"kind": "recurrence", "rule": "FREQ=SECONDLY", "start": START, "zone": "UTC"}, "FREQ must be one of"),
        ({"kind": "recurrence", "rule": "daily", "start": START, "zone": "UTC"}, "write a rule such as"),
        ({"kind": "recurrence", "rule": "FREQ=DAILY", "start": START + "Z", "zone": "UTC"}, "without an offset"),
        ({"kind": "file", "folder": "Downloads"}, "use an absolute path"),
        ({"kind": "file", "folder": "/a", "names": ["../*.pdf"]}, "names without a folder"),
        ({"kind": "file", "folder": "/a", "file": "a", "names": ["b"]}, "must be left out where one file is named"),
        ({"kind": "threshold", "measure": "cpu", "side": "above", "percent": "90"}, "must be a number"),
        ({"kind": "threshold", "measure": "cpu", "side": "above", "percent": 101}, "from 0 to 100"),
        ({"kind": "threshold", "measure": "mood", "side": "above", "percent": 1}, "use one of battery"),
        ({"kind": "routine", "words": []}, "say what calls it"),
        ({"kind": "app", "app": "x", "event": "starts", "then": "y"}, "when.then: is not a known field"),
        ([], "when: must be an object"),
    ],
)
def test_what_is_no_trigger_is_refused_with_its_place(when: Any, problem: str) -> None:
    with pytest.raises(ContractViolation) as refused:
        trigger_from_json(when, "Job", "when")
    assert problem in str(refused.value)


@pytest.mark.parametrize(
    "order",
    [
        {"when": {"kind": "routine", "words": ["x"]}},
        {"when": {"kind": "routine", "words": ["x"]}, "text": "a", "goals": [{"domain": "a"}]},
        {"text": "mute"},
        {"when": {"kind": "routine", "words": ["x"]}, "text": "mute", "job_id": "mine"},
    ],
)
def test_an_order_says_when_and_one_command(order: Any) -> None:
    with pytest.raises(ContractViolation):
        order_from_json(order)
