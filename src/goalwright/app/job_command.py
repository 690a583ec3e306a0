"""The command of a job as goals, with "it" bound to the file that one of its firings is about."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.contracts.jobs import LONGEST_NAME
from goalwright.contracts.references import LastCommand, LeftThing
from goalwright.errors import ContractViolation, JobRefused
from goalwright.jobs.arrivals import is_awaited

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring
    from goalwright.contracts import MetaGoal
    from goalwright.contracts.jobs import FileArrival, Job

ARRIVED = "arrived"
"""In goals as data, {"arrived": "path"} stands for the file; so do its `name` and `folder`."""
_STAND_IN = "arrived"
_STAND_IN_FOLDER = "goalwright-stand-in-"


def job_goals(parts: Wiring, job: Job, subject: str) -> MetaGoal:
    """The goals of the job's command, as it is understood now. `subject` is the file that it is about, if any.

    Its name is data: nothing in it is read as words of the command.
    """
    if job.goals:
        goals = [_bound(goal, subject) for goal in job.goals]
        from goalwright.interpret.goals_file import read_goals
        from goalwright.situate.anchoring import anchor_paths

        text = json.dumps({"goals": goals, "text": job.said})
        return anchor_paths(read_goals(text, f"job {job.job_id}", parts.rules), parts.rules)
    last: LastCommand | None = None  # without a file, "it" stands for nothing, not even for what another command left
    if subject:
        thing = LeftThing(path=subject, state="" if os.path.lexists(subject) else "gone")
        last = LastCommand(text=job.said or job.text, cwd=job.cwd, things=(thing,), folder=str(Path(subject).parent))
    if parts.interpreter.model is not None:  # which takes its time
        return parts.read(job.text, recall=lambda: last).meta_goal
    with parts.guard:
        return parts.read(job.text, recall=lambda: last).meta_goal


@contextmanager
def stand_in(trigger: FileArrival) -> Iterator[str]:
    """A file of the sort that is waited for, to plan with: one that is there, or an empty one that is made for it."""
    there = next((path for path in _fitting(trigger)), None)
    if there is not None:
        yield there
        return
    with tempfile.TemporaryDirectory(prefix=_STAND_IN_FOLDER) as folder:
        path = Path(folder).resolve() / (trigger.file or _fitting_name(next(iter(trigger.names), "*")))
        path.touch()
        yield str(path)


def _fitting_name(pattern: str) -> str:
    """A name that a pattern fits, and that a file can have."""
    filled = pattern.replace("?", "x").replace("*", _STAND_IN)
    return (
        filled if len(os.fsencode(filled)) <= LONGEST_NAME else pattern.replace("?", "x").replace("*", "") or _STAND_IN
    )


def is_about_stand_in(problem: str) -> bool:
    """Whether a refusal is one of the folder that a stand-in lies in, which no firing has to do with."""
    return f"/{_STAND_IN_FOLDER}" in problem


def _fitting(trigger: FileArrival) -> Iterator[str]:
    try:
        with os.scandir(trigger.folder) as entries:
            for entry in entries:
                if entry.is_file(follow_symlinks=False) and is_awaited(trigger, entry.name):
                    yield entry.path
    except OSError as error:
        remedy = "make it, or name another"
        raise JobRefused(f"{trigger.folder} cannot be watched ({error.strerror}): {remedy}") from None


def _bound(value: Any, subject: str) -> Any:
    """A value with the file in the place of what stands for it."""
    if isinstance(value, Mapping):
        if set(value) == {ARRIVED}:
            return _part_of(value[ARRIVED], subject)
        return {key: _bound(item, subject) for key, item in value.items()}
    return [_bound(item, subject) for item in value] if isinstance(value, tuple | list) else value


def _part_of(part: Any, subject: str) -> str:
    path = Path(subject)
    parts = {"path": subject, "name": path.name, "folder": str(path.parent)}
    if not subject or part not in parts:
        problem = "only jobs about files have one" if not subject else f"use one of {', '.join(parts)}"
        raise ContractViolation("Job", "goals", f'has {{"{ARRIVED}": …}}: {problem}')
    return parts[part]
