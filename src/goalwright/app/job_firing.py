"""Firing a job: an ordinary run, asked for by the job, under the approval that was given when it was made."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goalwright.app.job_command import job_goals
from goalwright.app.preparing import digest, prepared, with_circumstances
from goalwright.errors import JobRefused
from goalwright.jobs.shapes import doubt
from goalwright.runs.wish import Wish

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring
    from goalwright.contracts import Plan, Prepared, RunReport
    from goalwright.contracts.job_ports import Firing
    from goalwright.contracts.jobs import Job


async def fired(parts: Wiring, job: Job, firing: Firing, *, by: str) -> RunReport:
    """Bring the firing's run to rest, in the job's own folder; one that was begun before is taken up.

    A plan that is not of the approved shape waits for approval, and so does high risk where the job says so.
    """

    async def prepare() -> Prepared:
        import asyncio

        return await asyncio.get_running_loop().run_in_executor(parts.preparers, _prepared, parts, job, firing)

    def is_approved(plan: Plan) -> bool:
        return not doubt(job, plan)

    wish = Wish(
        run_id=firing.run_id,
        request=digest(["firing", firing.run_id]),
        cwd=job.cwd,
        by=by,
        approve=is_approved,
        doubts=lambda plan: doubt(job, plan),
        is_held=True,
    )
    return await parts.runs.run(wish, prepare)


def _prepared(parts: Wiring, job: Job, firing: Firing) -> Prepared:
    meta = job_goals(parts, job, firing.subject)
    made = prepared(parts, meta, text=job.said or job.text)
    if firing.subject and firing.subject in made.patterns:
        raise JobRefused(f"{firing.subject} is gone, and its name would stand for other files")
    is_doubted = made.plan is not None and bool(doubt(job, made.plan))
    return with_circumstances(parts, made, is_doubted=is_doubted)
