"""Background: runs that go on while their caller does other things."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from goalwright.contracts import Listener, RunRecord, RunReport, RunStore
from goalwright.errors import GoalwrightError, NotPlannable

if TYPE_CHECKING:
    import asyncio

GLANCE_S = 0.02
LONGEST_GLANCE_S = 0.1


class Background:
    """The runs that one application has begun and not waited for."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[RunReport]] = set()

    async def begin(
        self,
        run_id: str,
        work: Callable[[Listener], Coroutine[Any, Any, RunReport]],
        store: RunStore,
        *,
        is_new: bool = False,
    ) -> None:
        """Begin the work, and return once the run is written down; NotPlannable if it cannot begin.

        `work` is given a listener for its events: the first one tells that there is a run. Only a run whose id is not
        `is_new` may be at work elsewhere, of which nothing is heard.
        """
        import asyncio

        heard: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def hear(_sign: object) -> None:
            if not heard.done():
                heard.set_result(None)

        task = asyncio.create_task(work(hear), name=run_id)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        task.add_done_callback(hear)
        await asyncio.sleep(0)  # a run of this id may be there, and be of another command: that is seen at once
        pause_s = GLANCE_S
        while not (heard.done() or (not is_new and _is_at_work(store.find(run_id)))):
            await asyncio.wait({heard}, timeout=None if is_new else pause_s)
            pause_s = min(LONGEST_GLANCE_S, pause_s * 1.5)  # many wait at once where many plans are made
        if task.done() and not (report := task.result()).run_id:
            raise NotPlannable(report.plan_status, report.reason)

    def _done(self, task: asyncio.Task[RunReport]) -> None:
        """What stood in the way of a run is told by its record; else asyncio would complain that it was not heard."""
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, GoalwrightError):
            task.get_loop().call_exception_handler({"message": f"run {task.get_name()} failed", "exception": error})

    @property
    def run_ids(self) -> tuple[str, ...]:
        """The runs that are not at their end yet."""
        return tuple(task.get_name() for task in self._tasks)

    async def ended(self, run_id: str) -> None:
        """What was begun here of this run has come to its end; at once if that is nothing."""
        import asyncio

        here = asyncio.get_running_loop()
        if ours := [task for task in self._tasks if task.get_name() == run_id and task.get_loop() is here]:
            await asyncio.wait(ours)

    async def wait(self) -> None:
        """All of them have come to their end, each in its own way."""
        import asyncio

        await asyncio.gather(*self._tasks, return_exceptions=True)


def _is_at_work(record: RunRecord | None) -> bool:
    """Whether a run has begun. One that waits for approval soon rests: until then it is held, and can't be approved."""
    return record is not None and record.status != "awaiting_approval"
