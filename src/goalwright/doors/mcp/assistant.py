"""Assistant: what a client may have done, and what only its person may allow."""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from mcp.server.mcpserver import Context

from goalwright.app.narrowing import within
from goalwright.app.places import user_name
from goalwright.contracts.run_ids import new_run_id, require_run_id
from goalwright.doors.mcp.client_questions import ClientQuestions
from goalwright.doors.mcp.run_progress import RunsUnderWay
from goalwright.doors.mcp.told_actions import one_line, stake_lines
from goalwright.errors import ApprovalRefused, RunNotFound

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import MetaGoal, Plan, Prepared, RunRecord, RunReport

ANSWER_WAIT_S = 300.0
MOST_PLANS = 100
MOST_NARROWED = 16
WAITING = "awaiting_approval"


class Assistant:
    """The application as clients may use it. The approval of a plan never comes from what a tool was told."""

    def __init__(
        self, gw: Goalwright, *, answer_wait_s: float = ANSWER_WAIT_S, asks_person: bool = True, page: str = ""
    ) -> None:
        self.gw = gw
        self._answer_wait_s = answer_wait_s
        self._asks_person = asks_person
        self._page = page
        self._plans: OrderedDict[str, tuple[Prepared, tuple[str, ...] | None]] = OrderedDict()
        self._narrowed: OrderedDict[tuple[str, ...], Goalwright] = OrderedDict()
        self.under_way = RunsUnderWay()

    async def close(self) -> None:
        """End what runs. The application itself is its owner's."""
        await self.under_way.end()
        for gw in self._narrowed.values():
            await gw.release()
            gw.close()
        self._narrowed.clear()

    def questions(self, context: Context[Any, Any]) -> ClientQuestions:
        return ClientQuestions(context, self._answer_wait_s, asks_person=self._asks_person)

    async def application(self, questions: ClientQuestions) -> Goalwright:
        """The application, kept to the folders that the client works in, if it names any."""
        folders = _folders(await questions.folders())
        if folders is None:
            return self.gw
        if folders not in self._narrowed:
            self._narrowed[folders] = within(self.gw, folders)
            if len(self._narrowed) > MOST_NARROWED:
                self._narrowed.popitem(last=False)
        self._narrowed.move_to_end(folders)
        return self._narrowed[folders]

    def keep(self, gw: Goalwright, prepared: Prepared) -> str:
        """A name under which a plan can be run exactly as it is. It is no approval."""
        plan_id = secrets.token_urlsafe(12)
        self._plans[plan_id] = prepared, self._folders_of(gw)
        if len(self._plans) > MOST_PLANS:
            self._plans.popitem(last=False)
        return plan_id

    def kept(self, gw: Goalwright, plan_id: str) -> Prepared:
        prepared, folders = self._plans.get(plan_id, (None, None))
        # A plan that was made for other folders was not judged by these.
        if prepared is None or folders != self._folders_of(gw):
            raise RunNotFound(f"there is no plan {one_line(plan_id, 40)!r} here any more: make it again with `plan`")
        return prepared

    async def run(
        self,
        context: Context[Any, Any],
        gw: Goalwright,
        questions: ClientQuestions,
        source: str | MetaGoal | Prepared,
        *,
        run_id: str,
        partial: bool,
    ) -> RunReport:
        """Do what was asked for. What needs approval waits for it, here or elsewhere."""
        waiting = questions.remembered.get("run")
        if waiting is not None:
            report = await gw.report(waiting)
        else:
            name = require_run_id(run_id) if run_id else new_run_id()
            plan = None if isinstance(source, str) else getattr(source, "plan", None)
            stop = gw.stop_request()
            report = await self.under_way.followed(
                context,
                plan,
                stop,
                lambda heard, stop: gw.run(
                    source, hold=True, partial=partial, run_id=name, by=_asker(questions), on_event=heard, stop=stop
                ),
            )
        return await self._approved(context, gw, questions, report)

    async def resume(
        self, context: Context[Any, Any], gw: Goalwright, questions: ClientQuestions, record: RunRecord
    ) -> RunReport:
        """Go on with a run."""
        waiting = questions.remembered.get("run")
        if waiting is not None:
            report = await gw.report(waiting)
        else:
            report = await self.under_way.followed(
                context,
                record.plan,
                gw.stop_request(),
                lambda heard, stop: gw.resume(record.run_id, by=_asker(questions), on_event=heard, stop=stop),
            )
        return await self._approved(context, gw, questions, report)

    async def require_leave(self, questions: ClientQuestions, record: RunRecord, deed: str) -> None:
        """A client may do as it likes with its own runs; for those of others its person is asked."""
        if record.asked_by == _asker(questions):
            return
        told = one_line(record.text) or f"{record.plan.total_actions} actions"
        question = (
            f"{questions.client_name} wants to {deed} a run that it did not start:\n"
            f"- run {record.run_id}, asked for by {one_line(record.asked_by)}: {told}"
        )
        if await questions.answer_to(f"{deed} {record.run_id}", question) is not True:
            remedy = f"a person can, with `goalwright {deed} {record.run_id}`"
            raise ApprovalRefused(f"run {record.run_id} was not started by {questions.client_name}: {remedy}")

    def next_step(self, report: Any) -> str:
        """What can be done about a run, for the client to pass on."""
        run_id = report.run_id
        if report.status == WAITING:
            where = f", or at {self._page}" if self._page else ""
            return f"A person approves it with `goalwright approve {run_id}` in a terminal{where}. You can't."
        if not run_id:
            return ""
        if report.status in ("failed", "cancelled", "interrupted"):
            return f"`resume` goes on with {run_id}; `undo` takes back what was done."
        return f"`undo` with {run_id} takes it back, as far as that is possible."

    async def _approved(
        self, context: Context[Any, Any], gw: Goalwright, questions: ClientQuestions, report: RunReport
    ) -> RunReport:
        """The report once nothing waits any more, or nothing more is said about what waits."""
        while report.status == WAITING and report.plan is not None:
            questions.remembered["run"] = report.run_id
            question = _question(questions.client_name, report.plan)
            # The key names the plan: a yes to one is none to another.
            answer = await questions.answer_to(f"approve {report.run_id} {report.plan_hash}", question)
            if answer is None:
                return report
            if not answer:
                gw.decline(report.run_id, by=_approver(questions))
                return await gw.report(report.run_id)
            approve = _approving(gw, report, _approver(questions))
            report = await self.under_way.followed(context, report.plan, gw.stop_request(), approve)
        return report

    def _folders_of(self, gw: Goalwright) -> tuple[str, ...] | None:
        return next((folders for folders, narrow in self._narrowed.items() if narrow is gw), None)


def _approving(gw: Goalwright, report: RunReport, by: str) -> Callable[..., Any]:
    def approve(heard: Any, stop: Any) -> Any:
        return gw.approve(report.run_id, report.plan_hash, by=by, on_event=heard, stop=stop)

    return approve


def _question(client: str, plan: Plan) -> str:
    return "\n".join([f"{client} asks Goalwright to do this on your computer:", *stake_lines(plan.actions)])


def _asker(questions: ClientQuestions) -> str:
    return f"{questions.client_name} (MCP)"


def _approver(questions: ClientQuestions) -> str:
    return f"{user_name()}, asked by {questions.client_name}"


def _folders(addresses: Sequence[str] | None) -> tuple[str, ...] | None:
    """The folders of file addresses; what is no folder of this machine leads nowhere, and allows nothing."""
    if addresses is None:
        return None
    parts = [urlsplit(address) for address in addresses]
    return tuple(unquote(part.path) for part in parts if part.scheme == "file" and part.netloc in ("", "localhost"))


async def in_thread(work: Callable[..., Any], *given: Any) -> Any:
    """What blocking work comes to; other calls are answered meanwhile."""
    found: Awaitable[Any] = asyncio.to_thread(work, *given)
    return await found
