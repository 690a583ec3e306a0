"""Small graphs and tools for the executor's tests: real tools behind the port, with nothing to look at but a list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from goalwright.contracts import (
    Fact,
    JournalEntry,
    Plan,
    PlanGraph,
    PlannedAction,
    ToolCall,
    ToolCapability,
    ToolEntry,
    ToolResult,
    Verdict,
)
from goalwright.runs.executor import Execution, PlanExecutor
from goalwright.runs.resolver import ToolResolver

INTENT = "test"


def graph(edges: Mapping[str, Iterable[str]], tool: str = "work", **fields: Any) -> PlanGraph:
    """A graph whose actions all use one tool; `fields` go into every action."""
    actions = [
        PlannedAction(action_id=name, intent=INTENT, description=name, tool=tool, depends_on=tuple(before), **fields)
        for name, before in edges.items()
    ]
    return graph_of(actions)


def graph_of(actions: list[PlannedAction]) -> PlanGraph:
    return PlanGraph.of(
        Plan(actions=tuple(actions), goal_achieved_by=actions[-1].action_id, total_actions=len(actions))
    )


def entry(tool: Any, name: str = "work", **fields: Any) -> ToolEntry:
    fields = {"intents": (INTENT,), **fields}
    return ToolEntry(name=name, capability=ToolCapability(name=name), tool=tool, **fields)


@dataclass
class Recorder:
    """A tool that writes down what it is asked, and does what it is told to for each action."""

    behave: Callable[[str], Any] = lambda _name: None
    verdict: Callable[[str], Verdict] = lambda _name: "yes"
    log: list[tuple[str, str]] = field(default_factory=list)
    running: int = 0
    most_running: int = 0
    calls: dict[str, ToolCall] = field(default_factory=dict)

    def resources(self, call: ToolCall) -> tuple[str, ...]:
        return (f"thing:{call.action_id}",)

    async def fingerprint(self, resource: str, apart: Container[str] = ()) -> str:
        return f"print of {resource}"

    async def look(self, call: ToolCall) -> dict[str, Any]:
        self.log.append(("look", call.action_id))
        return {"seen": call.action_id}

    async def run(self, call: ToolCall, before: Mapping[str, Any]) -> ToolResult:
        self.log.append(("run", call.action_id))
        self.calls[call.action_id] = call
        assert before == {"seen": call.action_id}
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        try:
            made = self.behave(call.action_id)
            made = await made if asyncio.iscoroutine(made) else made
        finally:
            self.running -= 1
        return made if isinstance(made, ToolResult) else ToolResult(ok=True, output={"text": call.action_id})

    async def verify(self, call: ToolCall, before: Mapping[str, Any]) -> Verdict:
        self.log.append(("verify", call.action_id))
        return self.verdict(call.action_id)

    def facts(self, call: ToolCall) -> tuple[Fact, ...]:
        return (Fact(key=f"did:{call.action_id}", value=True),)

    async def inverse(self, call: ToolCall, before: Mapping[str, Any]) -> dict[str, Any]:
        return {"undo": call.action_id}

    async def undo(self, call: ToolCall, before: Mapping[str, Any], inverse: Mapping[str, Any]) -> None:
        self.log.append(("undo", call.action_id))

    def ran(self) -> list[str]:
        return [name for what, name in self.log if what == "run"]


@dataclass
class Notebook:
    """A journal in memory. `fails_at` is the entry that cannot be written."""

    entries: list[JournalEntry] = field(default_factory=list)
    fails_at: int = -1
    fault: Exception | None = None

    def record(self, entry: JournalEntry) -> asyncio.Future[None]:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        if self.fails_at == len(self.entries) and self.fault is not None:
            done.set_exception(self.fault)
            done.exception()
        else:
            self.entries.append(entry)
            done.set_result(None)
        return done

    async def flush(self, run_id: str = "") -> None:
        await asyncio.sleep(0)

    def said(self) -> list[tuple[str, str]]:
        return [(entry.kind, entry.action_id) for entry in self.entries]


def execute(work: PlanGraph, tool: Any, *, run: dict[str, Any] | None = None, **fields: Any) -> Execution:
    """What becomes of a graph that is run with one tool."""
    entries = [tool if hasattr(tool, "capability") else entry(tool)]
    return asyncio.run(PlanExecutor(ToolResolver(entries), **fields).run(work, run_id="r", **(run or {})))


def states(execution: Execution) -> dict[str, str]:
    return {name: outcome.state for name, outcome in execution.outcomes.items()}
