"""JobDesk: making, looking at, pausing, starting and removing jobs, for every door."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright.app.job_command import is_about_stand_in, job_goals, stand_in
from goalwright.app.job_shapes import shape_of
from goalwright.app.places import user_name
from goalwright.app.preparing import prepared as prepared_plan
from goalwright.app.routine_words import called_routine
from goalwright.contracts.job_views import JobDraft, JobView
from goalwright.contracts.jobs import FileArrival, Job, Missed, Moment, Recurrence, Routine, Trigger
from goalwright.contracts.path_spelling import normal
from goalwright.contracts.shown import shown
from goalwright.dataclass import replace
from goalwright.errors import GoalwrightError, JobRefused, NotPlannable, NotUnderstood
from goalwright.jobs.arrivals import awaited, is_awaited
from goalwright.jobs.crossings import STATE
from goalwright.jobs.due_times import require_rule, times_after

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring
    from goalwright.contracts import Plan, RunReport

SHOWN_TIMES = 3
LAST_TIME = 253_370_764_800.0
"""The beginning of the year 9999: what lies behind it may be in no year that can be written, in another time zone."""
SHOWN_FIRINGS = 20


class JobDesk:
    """The jobs of the user, seen from the folder that the application works in."""

    def __init__(self, parts: Wiring, elsewhere: Callable[[str], Wiring]) -> None:
        """`elsewhere` gives what works in another folder."""
        self._parts, self._elsewhere = parts, elsewhere
        self._store = parts.job_store

    def draft(
        self,
        trigger: Trigger,
        *,
        text: str = "",
        goals: Sequence[Mapping[str, Any]] = (),
        said: str = "",
        missed: Missed = "once",
        ask_then: bool = False,
        by: str = "",
    ) -> JobDraft:
        """A job with what it would do, to be looked at; nothing is kept. `said` is the whole sentence, if there is one.

        JobRefused says why there can be no such job, NotUnderstood that its command is not understood.
        """
        from goalwright.app.job_ids import approval_of, new_job_id

        now = time.time()
        job = Job(
            job_id=new_job_id(),
            trigger=trigger,
            cwd=str(self._parts.cwd),
            said=said,
            text=text,
            goals=tuple(goals),
            made_at=now,
            made_by=by or user_name(),
            ask_then=ask_then,
            missed=missed,
        )
        _require_possible(job, now)
        self._require_free(job)
        shaped, note = self._shaped(job)
        return JobDraft(job=shaped, times=_times(shaped, now), note=note, approval=approval_of(shaped))

    def said(self, text: str, *, ask_then: bool = False, by: str = "") -> JobDraft:
        """The draft of the job that a sentence asks for; NotUnderstood if it asks for none."""
        order = self._parts.job_reader.order(text)
        if order is None:
            raise NotUnderstood('this says neither when nor how often: say it first, as in "every day at 9 open gmail"')
        asks = ask_then or order.ask_then
        return self.draft(order.trigger, text=order.text, said=order.said, ask_then=asks, by=by)

    def ordered(self, document: object, *, by: str = "") -> JobDraft:
        """The draft of a job that a JSON document orders: {"when": …, "text" or "goals": …, "missed"?, "ask_then"?}."""
        from goalwright.contracts.job_json import order_from_json

        return self.draft(by=by, **order_from_json(document))

    def add(self, draft: JobDraft, *, approve: bool | str = False) -> Job:
        """Keep a job. High risk that is not asked about each time is approved here, by True or by the draft's own
        `approval`, or the job is not made."""
        if draft.needs_approval and approve is not True and approve != draft.approval:
            lines = "; ".join(draft.job.shape.high_risk)
            raise JobRefused(
                f"this job needs approval for its high risk ({lines}): approve it, or have it ask each time"
            )
        self._store.add(draft.job, seen=self._there_already(draft.job))
        return draft.job

    def listed(self) -> list[JobView]:
        """All jobs as they are now, oldest first."""
        now = time.time()
        return [self._view(job, now, 1) for job in self._store.jobs()]

    def show(self, name: str) -> JobView:
        """One job, by its id or the beginning of it, with its next three times and its last firings."""
        return self._view(self._store.find(name), time.time(), SHOWN_FIRINGS)

    def named(self, words: str) -> list[Job]:
        """The one job that words name: by its id, or by what was said to make it; without words, all of them."""
        jobs = self._store.jobs()
        if not words:
            return jobs
        wanted = set(words.casefold().split())
        found = [job for job in jobs if job.job_id == words] or [
            job for job in jobs if wanted <= set(f"{job.said} {job.text}".casefold().replace(",", " ").split())
        ]
        if not found:
            return [self._store.find(words)]
        if len(found) > 1:
            listed = ", ".join(job.job_id for job in found)
            raise JobRefused(f"{len(found)} jobs are about {words!r}: say which of {listed}")
        return found

    def pause(self, name: str) -> JobView:
        """Have a job rest until it is resumed; what comes meanwhile is passed over."""
        return self.show(self._store.set_paused(name, is_paused=True).job_id)

    def resume(self, name: str) -> JobView:
        """Have a paused job go on from now."""
        job = self._store.set_paused(name, is_paused=False)
        self._store.see(job.job_id, self._there_already(job), gone=(STATE,))
        return self.show(job.job_id)

    def remove(self, name: str) -> Job:
        """Forget a job; the runs that it began stay, with their undo."""
        return self._store.remove(name)

    async def run_now(self, name: str, subject: str = "", *, by: str = "") -> RunReport:
        """Do what a job does now, whatever it waits for. A job about files needs the file."""
        from goalwright.app.job_firing import fired
        from goalwright.app.job_ids import asked_firing

        job = self._store.find(name)
        path = normal(str(self._parts.cwd / subject)) if subject else ""
        if isinstance(job.trigger, FileArrival):
            _require_file(job.trigger, path)
        parts = self._parts if str(self._parts.cwd) == job.cwd else self._elsewhere(job.cwd)
        firing = asked_firing(job, path, time.time())
        self._store.claim(firing, is_asked=True)
        try:
            report = await fired(parts, job, firing, by=f"{by or user_name()}, job {job.job_id}")
        except GoalwrightError as error:  # no run has come of it, and none is to be taken up
            self._store.finish(firing, "refused", str(error))
            raise
        self._store.finish(firing, report.status, report.reason)
        return report

    def called(self, text: str) -> Job | None:
        """The routine that these words call, if they are nothing but that."""
        return called_routine(self._store.jobs(), text)

    def has_service(self) -> bool:
        """Whether a service is there to do jobs; routines need none."""
        from goalwright.app.service_folder import ServiceFolder

        return ServiceFolder(self._parts.home).is_held()

    def _require_free(self, job: Job) -> None:
        """Words that call a routine must not mean something already: the routine could never be called."""
        for words in job.trigger.words if isinstance(job.trigger, Routine) else ():
            with suppress(NotUnderstood), self._parts.guard:
                self._parts.interpreter.grammar.extract(words, **self._parts.said_here())
                raise JobRefused(f"{shown(words)} already means something: choose other words")

    def _shaped(self, job: Job) -> tuple[Job, str]:
        """The job with its shape, and why it can't be planned at this moment, if it can't."""
        if not isinstance(job.trigger, FileArrival):
            return self._planned(job, "")
        with stand_in(job.trigger) as path:
            return self._planned(job, path)

    def _planned(self, job: Job, subject: str) -> tuple[Job, str]:
        meta = job_goals(self._parts, job, subject)
        plan: Plan | None = None
        try:
            prepared = prepared_plan(self._parts, meta, text=job.said or job.text)
        except NotPlannable as error:
            note = error.reason
        else:
            plan, note = prepared.plan, prepared.result.reason or ""
            refusals = [problem for _, problem in prepared.refusals if not is_about_stand_in(problem)]
            if refusals:
                raise JobRefused(f"this job is not allowed: {refusals[0]}")
        shape = shape_of(meta, plan, self._parts.rules, job.text)
        lines = [line.replace(subject, "the file that arrives") if subject else line for line in shape.high_risk]
        return replace(job, shape=replace(shape, high_risk=tuple(lines))), note

    def _there_already(self, job: Job) -> dict[str, str]:
        """What a new job is not to act on: the files that are there when it is made."""
        if not isinstance(job.trigger, FileArrival):
            return {}
        from goalwright.app.watched_folders import WatchedFolders

        return awaited(job.trigger, WatchedFolders().listed(job.trigger.folder, is_deep=job.trigger.is_deep) or {})

    def _view(self, job: Job, now: float, firings: int) -> JobView:
        times = () if job.is_paused else _times(job, max(now, self._store.handled(job.job_id)))
        is_over = isinstance(job.trigger, Moment | Recurrence) and not times and not job.is_paused
        return JobView(
            job=job,
            state="paused" if job.is_paused else "ended" if is_over else "active",
            times=times,
            firings=tuple(self._store.firings(job.job_id, firings)),
        )


def _times(job: Job, after: float) -> tuple[float, ...]:
    if not isinstance(job.trigger, Moment | Recurrence):
        return ()
    return tuple(islice(times_after(job.trigger, after), SHOWN_TIMES))


def _require_possible(job: Job, now: float) -> None:
    trigger = job.trigger
    if isinstance(trigger, Recurrence):
        require_rule(trigger)
    if isinstance(trigger, Moment | Recurrence) and not _times(job, now):
        raise JobRefused("that time has passed: say one that is still to come")
    if any(at > LAST_TIME for at in _times(job, now)):
        raise JobRefused("that time is beyond the calendar: say one that is nearer")
    if isinstance(trigger, FileArrival) and not Path(trigger.folder).is_dir():
        raise JobRefused(f"there is no folder {trigger.folder}: make it first, or name another")


def _require_file(trigger: FileArrival, path: str) -> None:
    if not path:
        raise JobRefused("this job is about a file that arrives: say which file it is to be done with")
    if not Path(path).is_file():
        raise JobRefused(f"there is no file {path}: name one that is there")
    if not is_awaited(trigger, Path(path).name):
        raise JobRefused(f"{Path(path).name} is not what this job waits for: name another file")
