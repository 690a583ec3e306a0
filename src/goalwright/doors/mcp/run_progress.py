"""A run in the middle of a call: its progress is told, and when the call is cancelled the run is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

from mcp.server.mcpserver import Context

from goalwright.doors.mcp.told_actions import action_line

if TYPE_CHECKING:
    from goalwright.contracts import Plan, RunEvent

GLANCE_S = 0.1
"""How often progress is told at most: a run may have thousands of actions."""
PATIENCE_S = 1.0
"""How long what runs may take to finish when the server ends, before it is given up."""

Result = TypeVar("Result")
Work = Callable[[Any, Any], Coroutine[Any, Any, Result]]
"""What is given the run's listener and the request to stop it."""


class RunProgress:
    """What has happened in one run since progress was last told."""

    def __init__(self, plan: Plan | None) -> None:
        actions = plan.actions if plan is not None else ()
        self._words = {action.action_id: action_line(action) for action in actions}
        self._ended = 0
        self._message = ""
        self._is_news = False

    def heard(self, event: RunEvent) -> None:
        """The run's listener."""
        words = self._words.get(event.action_id, event.action_id)
        if event.kind == "action_started":
            self._message = words
        elif event.kind == "action_ended":
            self._ended += 1
            self._message = f"{words}: {event.outcome.state if event.outcome is not None else 'ended'}"
        else:
            return
        self._is_news = True

    async def tell(self, context: Context[Any, Any]) -> None:
        """Tell the client, if it wants to know and there is something to tell."""
        if self._is_news:
            self._is_news = False
            await context.report_progress(self._ended, len(self._words) or None, self._message)


class RunsUnderWay:
    """The runs of all calls; none is ever left to itself."""

    def __init__(self) -> None:
        self._runs: dict[asyncio.Task[Any], Any] = {}

    async def followed(self, context: Context[Any, Any], plan: Plan | None, stop: Any, work: Work[Result]) -> Result:
        """What the work comes to. If the call is cancelled, the run stops after the running actions."""
        progress = RunProgress(plan)
        task = asyncio.create_task(work(progress.heard, stop))
        self._runs[task] = stop
        task.add_done_callback(self._forget)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=GLANCE_S)
                await progress.tell(context)
            return task.result()
        except asyncio.CancelledError:
            stop.request()
            raise

    async def end(self) -> None:
        """All of them have ended: each is asked to stop, and given up if it takes long."""
        for give_up in (False, True):
            for stop in self._runs.values():
                (stop.now if give_up else stop.request)()
            if self._runs:
                await asyncio.wait(self._runs.keys(), timeout=PATIENCE_S)

    def _forget(self, task: asyncio.Task[Any]) -> None:
        self._runs.pop(task, None)
        if not task.cancelled():
            task.exception()  # the one who waits for it has it; without one, it is in the record
