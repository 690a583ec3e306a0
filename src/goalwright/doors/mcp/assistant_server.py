"""The MCP server: the tools, resources and the prompt, each a thin layer over Assistant."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import wraps
from importlib.resources import files
from typing import TYPE_CHECKING, Annotated, Any

import anyio
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult, InputRequiredResult, TextContent, ToolAnnotations
from pydantic import Field

from goalwright import __version__
from goalwright.doors.mcp.assistant import Assistant, in_thread
from goalwright.doors.mcp.client_questions import NeedsInput
from goalwright.doors.mcp.told_actions import one_line
from goalwright.doors.mcp.tool_answers import (
    HistoryAnswer,
    PlanAnswer,
    RulesAnswer,
    RunAnswer,
    UndoAnswer,
    details_answer,
    past_run,
    plan_answer,
    report_answer,
    undo_answer,
)
from goalwright.doors.mcp.tool_inputs import GoalList, RunName, Sentence, asked_for
from goalwright.doors.mcp.verb_rows import examples_text, things_text, verb_rows
from goalwright.errors import GoalwrightError, NotUnderstood, RunNotFound

if TYPE_CHECKING:
    from starlette.routing import BaseRoute

NAME = "goalwright"
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
LONGEST_MESSAGE = 2_000
LONGEST_WAIT_S = 55.0
"""How long `status` may wait: clients give a call up after a minute."""
Ctx = Context[Any, Any]


def told(function: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """The tool with its failures as sentences: any other exception reaches clients without its text."""

    @wraps(function)
    async def safe(*given: Any, **named: Any) -> Any:
        try:
            return await function(*given, **named)
        except NeedsInput as asked:
            return asked.result
        except GoalwrightError as error:
            raise ToolError(one_line(_sentence(error), LONGEST_MESSAGE)) from None
        except (ToolError, MCPError):
            raise
        except Exception as error:
            raise ToolError(one_line(f"internal error: {type(error).__name__}: {error}", LONGEST_MESSAGE)) from error

    return safe


class AssistantTools:
    """The tools, each named after what it does."""

    def __init__(self, assistant: Assistant) -> None:
        self._assistant = assistant

    @told
    async def plan(
        self, context: Ctx, sentence: Sentence = None, goals: GoalList = None
    ) -> PlanAnswer | InputRequiredResult:
        """Show the shortest plan for a sentence or for goals, with what it puts at stake. Nothing is done."""
        gw = await self._assistant.application(self._assistant.questions(context))
        prepared = await in_thread(gw.prepare, await in_thread(asked_for, gw, sentence, goals))
        return plan_answer(prepared, self._assistant.keep(gw, prepared))

    @told
    async def run(
        self,
        context: Ctx,
        sentence: Sentence = None,
        goals: GoalList = None,
        plan_id: Annotated[str | None, Field(max_length=100, description="A plan that `plan` made.")] = None,
        run_id: Annotated[
            str, Field(max_length=100, description="A name of your own: the same call made again is done once.")
        ] = "",
        partial: Annotated[bool, Field(description="Run what can be planned even if some goals can't.")] = False,
    ) -> RunAnswer | InputRequiredResult:
        """Do what a sentence, goals or a plan say. What is of high risk waits until a person approves it."""
        questions = self._assistant.questions(context)
        gw = await self._assistant.application(questions)
        if plan_id is not None and (sentence is not None or goals is not None):
            raise NotUnderstood("give a plan_id, or a sentence, or goals, and not two of them")
        if plan_id is not None:
            source = self._assistant.kept(gw, plan_id)
        else:
            source = await in_thread(asked_for, gw, sentence, goals)
        report = await self._assistant.run(context, gw, questions, source, run_id=run_id, partial=partial)
        record = gw.show(report.run_id).record if report.run_id else None
        return report_answer(report, record, self._assistant.next_step(report))

    @told
    async def status(
        self,
        run_id: RunName,
        wait_s: Annotated[float, Field(ge=0, le=LONGEST_WAIT_S, description="Wait so long for its end.")] = 0,
    ) -> RunAnswer:
        """Say how a run stands: each action, what was seen, who asked and who approved."""
        gw = self._assistant.gw
        try:
            async with asyncio.timeout(wait_s):
                await gw.report(_required(run_id))
        except TimeoutError:
            pass
        details = await in_thread(gw.show, run_id)
        step = self._assistant.next_step(_Standing(details.record.run_id, details.status))
        return details_answer(details, step)

    @told
    async def stop(
        self,
        context: Ctx,
        run_id: RunName,
        now: Annotated[bool, Field(description="Give up what runs, too.")] = False,
    ) -> RunAnswer | InputRequiredResult:
        """End a run, wherever it runs: after the running actions, or now."""
        gw, questions = self._assistant.gw, self._assistant.questions(context)
        record = (await in_thread(gw.show, _required(run_id))).record
        await self._assistant.require_leave(questions, record, "stop")
        await gw.stop(record.run_id, now=now, by=questions.client_name)
        details = await in_thread(gw.show, record.run_id)
        return details_answer(details, self._assistant.next_step(_Standing(record.run_id, details.status)))

    @told
    async def resume(self, context: Ctx, run_id: RunName) -> RunAnswer | InputRequiredResult:
        """Go on with a run that failed, was stopped or was interrupted. What is done is not done again."""
        questions = self._assistant.questions(context)
        gw = await self._assistant.application(questions)
        record = (await in_thread(gw.show, _required(run_id))).record
        await self._assistant.require_leave(questions, record, "resume")
        report = await self._assistant.resume(context, gw, questions, record)
        return report_answer(report, gw.show(record.run_id).record, self._assistant.next_step(report))

    @told
    async def undo(
        self,
        context: Ctx,
        run_id: RunName,
        dry_run: Annotated[bool, Field(description="Say what would be undone, and do nothing.")] = False,
    ) -> UndoAnswer | InputRequiredResult:
        """Take a run back. Refused, and nothing touched, if anything has changed since."""
        questions = self._assistant.questions(context)
        gw = await self._assistant.application(questions)
        record = (await in_thread(gw.show, _required(run_id))).record
        if not dry_run:
            await self._assistant.require_leave(questions, record, "undo")
        taken_back = self._assistant.under_way.followed(
            context,
            record.plan,
            gw.stop_request(),
            lambda _heard, stop: gw.undo(record.run_id, by=questions.client_name, dry_run=dry_run, stop=stop),
        )
        return undo_answer(await taken_back)

    @told
    async def history(
        self, limit: Annotated[int, Field(ge=1, le=200, description="At most so many.")] = 20
    ) -> HistoryAnswer:
        """List the runs there were, the newest first, with who asked and who approved."""
        gw = self._assistant.gw
        rows = await in_thread(gw.history, limit)
        return HistoryAnswer(runs=[past_run(record, record.status or gw.show(record.run_id).status) for record in rows])

    @told
    async def rules(
        self,
        name: Annotated[str, Field(max_length=100, description="A domain, or domain.verb; left out, all.")] = "",
    ) -> RulesAnswer:
        """List what can be asked for: verbs, their parameters, and sentences for them."""
        return RulesAnswer(rules=await in_thread(verb_rows, self._assistant.gw, name))


class _KnownArguments:
    """Refuses a call with an argument that its tool does not have: left out silently, it would seem to count."""

    def __init__(self, server: MCPServer[Any]) -> None:
        self._server = server

    async def __call__(self, ctx: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
        params = ctx.params or {}
        given = params.get("arguments")
        if ctx.method == "tools/call" and isinstance(given, dict):
            for tool in await self._server.list_tools():
                extra = sorted(given.keys() - tool.input_schema["properties"].keys())
                if tool.name == params.get("name") and extra:
                    known = ", ".join(tool.input_schema["properties"])
                    problem = f"{tool.name} takes no argument {one_line(str(extra[0]), 60)!r}: it takes {known}"
                    return CallToolResult(content=[TextContent(type="text", text=problem)], is_error=True)
        return await call_next(ctx)


class _Standing:
    """A run's id and what it is now."""

    def __init__(self, run_id: str, status: str) -> None:
        self.run_id, self.status = run_id, status


# Tool -> only looks, may destroy, the same when repeated, reaches beyond this computer.
_HINTS = {
    "plan": (True, False, True, True),  # a model may be asked, if one is set
    "run": (False, True, False, True),
    "status": (True, False, True, False),
    "stop": (False, False, True, False),
    "resume": (False, True, False, True),
    "undo": (False, True, True, False),
    "history": (True, False, True, False),
    "rules": (True, False, True, False),
}


def assistant_server(assistant: Assistant) -> MCPServer[Any]:
    """The server for one assistant object. It can be served over any transport, by several at once."""
    text = files(__package__).joinpath("goal_writing.md").read_text("utf-8")
    server: MCPServer[Any] = MCPServer(
        NAME,
        title="Goalwright",
        instructions=text,
        version=__version__,
        log_level="WARNING",
        lifespan=lambda _server: _ended_with(assistant),
    )
    server.middleware.append(_KnownArguments(server))
    tools = AssistantTools(assistant)
    for name, (looks, destroys, repeats, reaches) in _HINTS.items():
        server.add_tool(
            getattr(tools, name),
            name=name,
            annotations=ToolAnnotations(
                read_only_hint=looks, destructive_hint=destroys, idempotent_hint=repeats, open_world_hint=reaches
            ),
        )
    _add_texts(server, assistant, text)
    return server


def http_parts(
    server: MCPServer[Any], path: str = "/mcp", hosts: Sequence[str] = ()
) -> tuple[list[BaseRoute], Callable[[], Running]]:
    """The routes that serve it over streamable HTTP, and what an application must be running in meanwhile.

    There is no check of who calls: the application that mounts it has one before it. Only requests to this computer by
    its own names, or by one of `hosts`, are answered, so that no other site can lead a browser here.
    """
    names = [*LOOPBACK, *hosts]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[form for name in names for form in (name, f"{name}:*")],
        allowed_origins=[
            f"{scheme}://{name}{port}" for scheme in ("http", "https") for name in names for port in ("", ":*")
        ],
    )
    app = server.streamable_http_app(streamable_http_path=path, transport_security=security)
    return list(app.routes), server.session_manager.run


Running = AbstractAsyncContextManager[None]


async def serve_stdio(assistant: Assistant) -> None:
    """Serve until standard input ends. Nothing but the protocol is written to standard output."""
    await assistant_server(assistant).run_stdio_async()


@asynccontextmanager
async def _ended_with(assistant: Assistant) -> AsyncIterator[None]:
    try:
        yield
    finally:
        with anyio.CancelScope(shield=True):
            await assistant.close()


def _add_texts(server: MCPServer[Any], assistant: Assistant, text: str) -> None:
    gw = assistant.gw

    @server.resource("goalwright://rules", name="rules", mime_type="application/json")
    async def rules() -> str:
        """Every verb with its parameters and sentences."""
        rows = await in_thread(verb_rows, gw, "")
        return json.dumps([row.model_dump() for row in rows], ensure_ascii=False)

    @server.resource("goalwright://things", name="things", mime_type="application/json")
    async def things() -> str:
        """The kinds of things that goals may select, and their attributes."""
        return str(await in_thread(things_text))

    @server.resource("goalwright://examples", name="examples", mime_type="application/json")
    async def examples() -> str:
        """A goal for every verb."""
        return str(await in_thread(examples_text, gw))

    @server.prompt(name="write_goals", title="Write goals for Goalwright")
    def write_goals(
        task: Annotated[str, Field(description="What the person wants done.")] = "",
    ) -> str:
        """How to ask Goalwright for something, as a sentence or as goals."""
        return f"{text}\nThe task: {task}" if task else text


def _required(run_id: str) -> str:
    if not run_id.strip():
        raise RunNotFound("which run: give its id, as `history` lists it")
    return run_id


def _sentence(error: GoalwrightError) -> str:
    readings = getattr(error, "readings", ())
    return f"{error}: it may mean {'; or '.join(readings)}" if readings else str(error)
