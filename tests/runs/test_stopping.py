"""Asked to stop, a run begins nothing new, gives up what waits for others, and knows what is in doubt."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from goalwright.contracts import PlannedAction, RunEvent, ToolCall
from goalwright.runs.executor import PlanExecutor
from goalwright.runs.resolver import ToolResolver
from goalwright.runs.stop import StopRequest
from runs.graphs import INTENT, Notebook, Recorder, entry, execute, graph, graph_of, states


def test_asked_to_stop_it_finishes_what_runs_and_starts_nothing() -> None:
    stop = StopRequest()

    def behave(name: str) -> None:
        if name == "b":
            stop.request()

    tool = Recorder(behave=behave)
    found = states(execute(graph({"a": [], "b": ["a"], "c": ["b"], "d": ["c"]}), tool, run={"stop": stop}))
    assert found == {"a": "done", "b": "done", "c": "cancelled", "d": "cancelled"}


def test_asked_to_stop_now_it_abandons_what_runs_which_is_then_in_doubt() -> None:
    stop = StopRequest()

    async def behave(name: str) -> None:
        if name == "b":
            asyncio.get_running_loop().call_soon(stop.now)
            await asyncio.sleep(3600)

    notebook = Notebook()
    tool = Recorder(behave=behave)
    found = states(execute(graph({"a": [], "b": ["a"], "c": ["b"]}), tool, journal=notebook, run={"stop": stop}))
    assert found == {"a": "done", "b": "in_doubt", "c": "cancelled"}
    assert notebook.said() == [("started", "a"), ("finished", "a"), ("started", "b")]


@pytest.mark.parametrize(
    ("action_class", "state", "said"),
    [("actuate", "in_doubt", [("started", "b")]), ("observe", "cancelled", [("started", "b")])],
)
def test_asked_to_stop_it_gives_up_what_waits_for_others_and_finishes_the_rest(
    monkeypatch: pytest.MonkeyPatch, action_class: Any, state: str, said: Any
) -> None:
    monkeypatch.setattr("goalwright.runs.graph_walk.PATIENCE_S", 0.05)
    stop, notebook = StopRequest(), Notebook()

    async def behave(name: str) -> None:
        if name == "b":
            asyncio.get_running_loop().call_soon(stop.request)
            await asyncio.sleep(3600)
        elif name == "c":
            await asyncio.sleep(0.3)

    tool = Recorder(behave=behave)
    rows: list[tuple[str, str, Any, dict[str, Any]]] = [
        ("b", "wait", action_class, {}),
        ("c", "work", "actuate", {}),
        ("d", "work", "actuate", {"depends_on": ("b",)}),
    ]
    actions = [
        PlannedAction(action_id=name, intent=INTENT, description=name, tool=tool_name, action_class=kind, **fields)
        for name, tool_name, kind, fields in rows
    ]
    entries = [entry(tool), entry(tool, name="wait", waits=True)]
    executor = PlanExecutor(ToolResolver(entries), journal=notebook)
    found = asyncio.run(executor.run(graph_of(actions), stop=stop)).outcomes
    assert {name: outcome.state for name, outcome in found.items()} == {"b": state, "c": "done", "d": "cancelled"}
    assert found["b"].seconds > 0
    assert [entry for entry in notebook.said() if entry[1] == "b"] == said


def test_what_is_given_up_before_it_was_announced_is_not_in_doubt() -> None:
    stop, notebook = StopRequest(), Notebook()

    class SlowToLook(Recorder):
        async def look(self, call: ToolCall) -> dict[str, Any]:
            stop.now()
            await asyncio.sleep(3600)
            return await super().look(call)

    found = states(execute(graph({"a": [], "b": ["a"]}), SlowToLook(), journal=notebook, run={"stop": stop}))
    assert found == {"a": "cancelled", "b": "cancelled"}
    assert notebook.said() == []


def test_asked_to_stop_what_waits_for_its_turn_is_never_begun() -> None:
    stop = StopRequest()

    async def behave(_name: str) -> None:
        stop.request()
        await asyncio.sleep(0.01)

    tool = Recorder(behave=behave)
    found = states(execute(graph({"a": [], "b": []}), entry(tool, pools=("sound",)), run={"stop": stop}))
    assert sorted(found.values()) == ["cancelled", "done"]
    assert len(tool.ran()) == 1


def test_asked_to_stop_now_before_an_action_has_taken_its_first_step_the_run_ends() -> None:
    stop = StopRequest()

    def hear(event: RunEvent) -> None:
        if event.kind == "run_started":
            asyncio.get_running_loop().call_soon(stop.now)

    tool = Recorder()
    found = states(execute(graph({"a": [], "b": ["a"]}), tool, run={"stop": stop, "on_event": hear}))
    assert found == {"a": "cancelled", "b": "cancelled"}
    assert not tool.ran()


def test_a_run_whose_task_is_cancelled_leaves_no_task_behind() -> None:
    async def scenario() -> None:
        tool = Recorder(behave=lambda _name: asyncio.sleep(3600))
        running = asyncio.create_task(PlanExecutor(ToolResolver([entry(tool)])).run(graph({"a": [], "b": []})))
        while len(tool.ran()) < 2:
            await asyncio.sleep(0.001)
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
        assert len(asyncio.all_tasks()) == 1

    asyncio.run(scenario())
