"""Every action runs once its own predecessors are done, and what goes wrong stays with its descendants."""

import asyncio
import threading
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import PlannedAction, RunEvent, ToolResult
from goalwright.errors import JournalError, ToolFailure
from goalwright.runs.executor import PlanExecutor
from goalwright.runs.recovery import Earlier
from goalwright.runs.resolver import ToolResolver
from goalwright.tools.function_tool import FunctionTool
from runs.graphs import Notebook, Recorder, entry, execute, graph, graph_of, states

DIAMOND = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"]}


def test_actions_run_after_those_they_depend_on() -> None:
    tool = Recorder()
    execution = execute(graph(DIAMOND), tool)
    assert tool.ran() == ["a", "b", "c", "d"]
    assert set(states(execution).values()) == {"done"}
    assert execution.graph.results["d"] == ToolResult(ok=True, output={"text": "d"})


def test_an_action_does_not_wait_for_others_than_its_own_predecessors() -> None:
    """Layers are a view: `late` belongs to the second layer, and runs while `slow` of the first still does."""

    async def scenario() -> list[str]:
        gate = asyncio.Event()

        def behave(name: str) -> Any:
            if name == "late":
                gate.set()
            return gate.wait() if name == "slow" else None

        tool = Recorder(behave=lambda name: _result(behave(name)))
        await PlanExecutor(ToolResolver([entry(tool)])).run(graph({"slow": [], "quick": [], "late": ["quick"]}))
        return tool.ran()

    assert asyncio.run(asyncio.wait_for(scenario(), 20)) == ["slow", "quick", "late"]


async def _result(waiting: Any) -> None:
    if waiting is not None:
        await waiting


@given(st.data())
def test_in_any_graph_everything_runs_once_and_in_order(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    edges = {f"n{i}": [f"n{j}" for j in range(i) if data.draw(st.booleans())] for i in range(count)}
    tool = Recorder(behave=lambda _name: asyncio.sleep(0))
    execution = execute(graph(edges), tool, max_parallel=data.draw(st.integers(1, 4)))
    ran = tool.ran()
    assert sorted(ran) == sorted(edges)
    assert all(ran.index(before) < ran.index(name) for name, wanted in edges.items() for before in wanted)
    assert set(states(execution).values()) == {"done"}


@given(st.data())
def test_a_failure_stops_its_descendants_and_nobody_else(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    edges = {f"n{i}": [f"n{j}" for j in range(i) if data.draw(st.booleans())] for i in range(count)}
    broken = set(data.draw(st.lists(st.sampled_from(sorted(edges)), unique=True)))

    def behave(name: str) -> None:
        if name in broken:
            raise ToolFailure(f"{name} is broken")

    found = states(execute(graph(edges), Recorder(behave=behave)))
    stuck: set[str] = set()
    for name, before in edges.items():
        hindered = any(parent in broken | stuck for parent in before)
        stuck |= {name} if hindered else set()
        assert found[name] == ("skipped" if hindered else "failed" if name in broken else "done")


def test_independent_actions_run_side_by_side_up_to_the_bound() -> None:
    tool = Recorder(behave=lambda _name: asyncio.sleep(0.01))
    execute(graph({f"n{i}": [] for i in range(20)}), tool, max_parallel=7)
    assert tool.most_running == 7


def test_blocking_functions_run_side_by_side() -> None:
    everybody = threading.Barrier(20, timeout=30)

    def act(_call: object, _before: object) -> dict[str, Any]:
        everybody.wait()
        return {}

    found = states(execute(graph({f"n{i}": [] for i in range(20)}), FunctionTool(act=act)))
    assert set(found.values()) == {"done"}


def test_what_two_actions_both_change_only_one_of_them_changes_at_a_time() -> None:
    tool = Recorder(behave=lambda _name: asyncio.sleep(0.001))
    execute(graph({f"n{i}": [] for i in range(6)}, touches=("volume", "active")), tool)
    assert tool.most_running == 1


def test_actions_that_only_look_at_a_file_share_it_but_a_page_belongs_to_one() -> None:
    looking = Recorder(behave=lambda _name: asyncio.sleep(0.001))
    execute(graph({"a": [], "b": []}, touches=("file:/x",), action_class="observe"), looking)
    assert looking.most_running == 2
    reading = Recorder(behave=lambda _name: asyncio.sleep(0.001))
    execute(graph({"a": [], "b": []}, touches=("page:0",), action_class="observe"), reading)
    assert reading.most_running == 1


def test_a_tool_that_breaks_is_a_failed_action_and_no_broken_run() -> None:
    def behave(_name: str) -> None:
        raise ZeroDivisionError("oops")

    outcome = execute(graph({"a": []}), Recorder(behave=behave)).outcomes["a"]
    assert (outcome.state, outcome.error) == ("failed", "work broke: ZeroDivisionError: oops")


def test_an_effect_that_cannot_be_seen_afterwards_is_a_failure() -> None:
    outcome = execute(graph({"a": []}), Recorder(verdict=lambda _name: "no")).outcomes["a"]
    assert (outcome.state, outcome.verified) == ("failed", "no")


def test_an_effect_that_nobody_can_see_is_taken_as_done() -> None:
    outcome = execute(graph({"a": []}), Recorder(verdict=lambda _name: "unobservable")).outcomes["a"]
    assert (outcome.state, outcome.verified) == ("done", "unobservable")


class Moods:
    """A tool that fails a few times before it works."""

    def __init__(self, failures: int, *, is_transient: bool = True) -> None:
        self.left = failures
        self.is_transient = is_transient

    def __call__(self, _name: str) -> None:
        if self.left:
            self.left -= 1
            raise ToolFailure("busy", is_transient=self.is_transient)


@pytest.mark.parametrize(
    ("failures", "transient", "idempotent", "state", "attempts"),
    [
        (1, True, True, "done", 2),
        (2, True, True, "done", 3),
        (3, True, True, "failed", 3),
        (1, True, False, "failed", 1),
        (1, False, True, "failed", 1),
    ],
)
def test_only_what_may_be_repeated_is_tried_again(
    failures: int, transient: bool, idempotent: bool, state: str, attempts: int
) -> None:
    tool = Recorder(behave=Moods(failures, is_transient=transient))
    events: list[RunEvent] = []
    outcome = execute(
        graph({"a": []}), entry(tool, is_idempotent=idempotent), run={"on_event": events.append}
    ).outcomes["a"]
    assert (outcome.state, outcome.attempts) == (state, attempts)
    assert [event.kind for event in events].count("action_retried") == attempts - 1


@pytest.mark.parametrize(("verdict", "state"), [("yes", "done"), ("no", "failed"), ("unobservable", "in_doubt")])
def test_an_action_that_takes_too_long_is_judged_by_what_can_be_seen(verdict: Any, state: str) -> None:
    tool = Recorder(verdict=lambda name: verdict if name == "a" else "yes")

    async def until_told(name: str) -> None:
        while not tool.calls[name].stop.is_set():
            await asyncio.sleep(0.001)
        raise ToolFailure("stopped")

    work = graph({"a": [], "b": ["a"], "c": []})
    tool.behave = lambda name: until_told(name) if name == "a" else None
    found = states(execute(work, entry(tool, timeout_s=0.02)))
    assert found == {"a": state, "b": "done" if state == "done" else "skipped", "c": "done"}


def test_a_tool_that_does_not_listen_is_abandoned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalwright.runs.attempt.GRACE_S", 0.01)
    tool = Recorder(behave=lambda _name: asyncio.sleep(3600), verdict=lambda _name: "no")
    outcome = execute(graph({"a": []}), entry(tool, timeout_s=0.01)).outcomes["a"]
    assert (outcome.state, outcome.error) == ("failed", "work took longer than 0.01 s")


def test_every_effect_is_announced_before_and_reported_after() -> None:
    notebook = Notebook()

    def behave(name: str) -> None:
        assert ("started", name) in notebook.said()
        assert ("finished", name) not in notebook.said()

    execution = execute(graph(DIAMOND), Recorder(behave=behave), journal=notebook)
    assert set(states(execution).values()) == {"done"}
    said = notebook.said()
    for name, before in DIAMOND.items():
        assert said.index(("started", name)) < said.index(("finished", name))
        assert all(said.index(("finished", parent)) < said.index(("started", name)) for parent in before)
    finished = next(entry for entry in notebook.entries if entry.kind == "finished" and entry.action_id == "d")
    assert finished.data["inverse"] == {"undo": "d"}
    assert finished.data["outcome"]["state"] == "done"
    assert execution.prints == {f"thing:{name}": f"print of thing:{name}" for name in DIAMOND}


@pytest.mark.parametrize("fails_at", [0, 1, 2])
def test_without_a_journal_that_can_be_written_nothing_goes_on(fails_at: int) -> None:
    fault = JournalError("journal.db", "the disk is full")
    notebook = Notebook(fails_at=fails_at, fault=fault)
    tool = Recorder()
    chain = graph({f"n{i}": [f"n{i - 1}"] if i else [] for i in range(5)})
    with pytest.raises(JournalError, match="the disk is full"):
        execute(chain, tool, journal=notebook)
    assert len(tool.ran()) == (fails_at + 1) // 2


def test_what_an_earlier_life_has_done_is_not_done_again_and_what_it_began_is_looked_at() -> None:
    done = execute(graph({"a": []}), Recorder()).outcomes["a"]
    earlier = {
        "a": Earlier(outcome=done, before={"seen": "a"}),
        "b": Earlier(before={"seen": "b"}),
        "c": Earlier(before={"seen": "c"}),
    }
    tool = Recorder(verdict=lambda name: "no" if name == "c" and "c" not in tool.ran() else "yes")
    chain = graph({"a": [], "b": ["a"], "c": ["b"], "d": ["c"]})
    assert set(states(execute(chain, tool, run={"earlier": earlier})).values()) == {"done"}
    assert tool.ran() == ["c", "d"]
    assert ("look", "c") not in tool.log, "what was before is what it was before the first attempt"


def test_what_nobody_can_see_is_never_redone_by_itself() -> None:
    tool = Recorder(verdict=lambda _name: "unobservable")
    earlier = {"a": Earlier(before={"seen": "a"})}
    execution = execute(graph({"a": [], "b": ["a"], "c": []}), tool, run={"earlier": earlier})
    assert states(execution) == {"a": "in_doubt", "b": "skipped", "c": "done"}
    assert "--redo or --skip" in execution.outcomes["a"].error


@pytest.mark.parametrize(("verdict", "ran"), [("yes", []), ("no", ["a"]), ("unobservable", ["a"])])
def test_what_a_person_wants_redone_is_redone_unless_it_can_be_seen_to_be_done(verdict: Any, ran: list[str]) -> None:
    tool = Recorder(verdict=lambda name: verdict if not tool.ran() else "yes")
    earlier = {"a": Earlier(before={"seen": "a"}, is_redone=True)}
    assert states(execute(graph({"a": []}), tool, run={"earlier": earlier})) == {"a": "done"}
    assert tool.ran() == ran


def test_what_only_looks_is_looked_at_again() -> None:
    tool = Recorder(verdict=lambda _name: "unobservable")
    looking = graph({"a": []}, action_class="observe")
    assert states(execute(looking, tool, run={"earlier": {"a": Earlier(before={"seen": "a"})}})) == {"a": "done"}


class Facts:
    def __init__(self) -> None:
        self.kept: list[tuple[str, str, str]] = []

    def record(self, facts: Any, *, tool: str, run_id: str, action_id: str) -> None:
        self.kept += [(fact.key, tool, action_id) for fact in facts]


def test_facts_come_from_effects_that_were_seen_and_never_from_untrusted_tools() -> None:
    facts = Facts()
    tool = Recorder(verdict=lambda name: "no" if name == "b" else "yes")
    execute(graph({"a": [], "b": []}), tool, facts=facts)
    execute(graph({"c": []}), entry(Recorder(), is_trusted=False), facts=facts)
    assert facts.kept == [("did:a", "work", "a")]


READ = PlannedAction(
    action_id="g0_read_1", intent="test", description="r", tool="work", action_class="observe", goals=("g0",)
)


def copy_of(field: str) -> PlannedAction:
    return PlannedAction(
        action_id="g1_write_1",
        intent="test",
        description="w",
        tool="put",
        args={"content": {"from": "g0", "field": field}},
        depends_on=("g0_read_1",),
        goals=("g1",),
    )


def test_what_an_action_saw_flows_into_content_and_nowhere_else() -> None:
    put = Recorder()
    entries = [entry(Recorder()), entry(put, "put", args={"content": "content"})]
    executor = PlanExecutor(ToolResolver(entries))
    asyncio.run(executor.run(graph_of([READ, copy_of("text")])))
    assert put.calls["g1_write_1"].args == {"content": "g0_read_1"}
    outcomes = asyncio.run(executor.run(graph_of([READ, copy_of("title")]))).outcomes
    assert outcomes["g1_write_1"].error == "g0 gave no title to use here: see what it says above"
    strict = PlanExecutor(ToolResolver([entries[0], entry(put, "put", args={"content": "text"})]))
    outcomes = asyncio.run(strict.run(graph_of([READ, copy_of("text")]))).outcomes
    assert outcomes["g1_write_1"].state == "failed"


def test_nothing_is_made_of_a_text_that_was_cut_off() -> None:
    put = Recorder()
    long = Recorder(behave=lambda _name: ToolResult(ok=True, output={"text": "the beg", "truncated": True}))
    entries = [entry(long), entry(put, "put", args={"content": "content"})]
    outcomes = asyncio.run(PlanExecutor(ToolResolver(entries)).run(graph_of([READ, copy_of("text")]))).outcomes
    assert "more text than can be used" in outcomes["g1_write_1"].error
    assert not put.ran()


def test_what_was_read_is_never_remembered_as_a_fact() -> None:
    remember = Recorder()
    entries = [entry(Recorder()), entry(remember, "put", args={"content": "content"}, intents=("memory_recall",))]
    noting = replace(copy_of("text"), intent="memory_recall")
    outcomes = asyncio.run(PlanExecutor(ToolResolver(entries)).run(graph_of([READ, noting]))).outcomes
    assert outcomes["g1_write_1"].state == "failed"
    assert not remember.ran()


def test_events_tell_the_whole_story_in_order() -> None:
    events: list[RunEvent] = []
    execute(graph({"a": [], "b": ["a"]}), Recorder(), run={"on_event": events.append})
    assert [(event.kind, event.action_id) for event in events] == [
        ("run_started", ""),
        ("action_started", "a"),
        ("action_ended", "a"),
        ("action_started", "b"),
        ("action_ended", "b"),
        ("run_ended", ""),
    ]


def test_an_output_that_cannot_be_written_down_is_a_failed_action() -> None:
    tool = Recorder(behave=lambda _name: ToolResult(ok=True, output={"bad": float("nan")}))
    outcome = execute(graph({"a": []}), tool, journal=Notebook()).outcomes["a"]
    assert outcome.state == "failed"
