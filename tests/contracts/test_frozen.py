"""Contract values cannot be changed, neither through themselves nor through what they were made from."""

import copy
import dataclasses
import json
import pickle
import sys
from collections import OrderedDict, UserDict
from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import (
    NEVER,
    ActionOutcome,
    Before,
    Check,
    Clause,
    CleanReport,
    Diagnostic,
    Extraction,
    Extractor,
    Fact,
    FrozenDict,
    Goal,
    Interpretation,
    Journal,
    JournalEntry,
    Listener,
    MetaGoal,
    Plan,
    PlanGraph,
    PlannedAction,
    PlanPayload,
    PlanResult,
    PlanStep,
    Prepared,
    RunDetails,
    RunEvent,
    RunRecord,
    RunReport,
    RunStore,
    Span,
    StopSignal,
    Tool,
    ToolCall,
    ToolCapability,
    ToolEntry,
    ToolResult,
    UndoReport,
    UnmetGoal,
    Verdict,
    WorldState,
)
from goalwright.contracts.frozen import MAX_DEPTH, freeze
from goalwright.errors import ContractViolation

MUTE = Span(text="mute", start=0, end=4)
# The fields of one value of every contract, all of them as plain lists, sets and dicts.
ACTION = {"action_id": "a1", "intent": "x", "description": "y", "tool": "t", "args": {"a": [1, {"b": {2}}]}}
STEP = {"step_id": "step_1", "tool": "t", "description": "d", "args": {"a": [[]]}, "depends_on": [], "deliverable": "x"}
DONE = ActionOutcome(action_id="a1", state="done")
UNMET = UnmetGoal(goal_id="g0", reason="blocked")
PLAN = Plan(
    actions=(PlannedAction(action_id="a1", intent="x", description="y"),), goal_achieved_by="a1", total_actions=1
)
RECORD = RunRecord(run_id="r", plan=PLAN, plan_hash="h")
# What is no value: ports, and the call of a tool, which carries the signal to stop it.
NO_VALUES = {Before, Extractor, FrozenDict, Journal, Listener, NEVER, RunStore, StopSignal, Tool, ToolCall, Verdict}
MADE: dict[type, Callable[[], dict[str, Any]]] = {
    Goal: lambda: {"domain": "a", "verb": "b", "params": {"x": [1, {"y": {1, 2}}], "z": {"k": []}}},
    Diagnostic: lambda: {"severity": "error", "goal_id": "g0", "scope": "s", "message": "m"},
    MetaGoal: lambda: {
        "goals": [Goal(domain="a", verb="b"), Goal(domain="a", verb="c")],
        "dependencies": {1: [0]},
        "diagnostics": [Diagnostic(severity="error", goal_id="g0", scope="s", message="m")],
    },
    PlannedAction: lambda: copy.deepcopy({**ACTION, "depends_on": ["a0"], "goals": {"g0"}, "touches": ["p"]}),
    Plan: lambda: {
        "actions": [PlannedAction(**copy.deepcopy(ACTION))],  # type: ignore[arg-type]  # a table of fields
        "goal_achieved_by": "a1",
        "total_actions": 1,
        "satisfied": ["g1"],
        "reasserted": ["g1"],
    },
    UnmetGoal: lambda: {"goal_id": "g0", "reason": "blocked", "detail": "d"},
    PlanResult: lambda: {
        "status": "blocked",
        "reason": "r",
        "unmet": [UnmetGoal(goal_id="g0", reason="blocked")],
    },
    PlanGraph: lambda: {
        "nodes": {
            "a0": PlannedAction(action_id="a0", intent="x", description="y"),
            "a1": PlannedAction(action_id="a1", intent="x", description="y", depends_on=("a0",)),
        },
        "adjacency": {"a0": {"a1"}},
        "results": {"a0": ToolResult(ok=True)},
    },
    Fact: lambda: {"key": "k", "value": {"a": [1, {2}]}, "at": 1.5},
    WorldState: lambda: {"running_apps": {"chrome"}, "recent_facts": [Fact(key="k", value=[1])]},
    ToolCapability: lambda: {"name": "t", "can_achieve": {"a"}, "requires": ["b"], "effects": {"c"}},
    ToolResult: lambda: {"ok": True, "output": {"a": [{"b": []}]}},
    Span: lambda: {"text": "mute", "start": 0, "end": 4},
    Clause: lambda: {"span": MUTE, "goal_ids": ["g0"], "ignored": [MUTE]},
    Extraction: lambda: {
        "goals": [Goal(domain="audio", verb="mute")],
        "clauses": [Clause(span=MUTE, goal_ids=("g0",))],
    },
    Interpretation: lambda: {
        "meta_goal": MetaGoal(goals=(Goal(domain="audio", verb="mute"),)),
        "clauses": [Clause(span=MUTE, goal_ids=("g0",))],
        "extractor": "grammar",
    },
    ActionOutcome: lambda: {"action_id": "a1", "state": "done", "output": {"a": [{"b": []}]}},
    RunEvent: lambda: {"kind": "action_ended", "run_id": "r", "outcome": DONE},
    RunReport: lambda: {"run_id": "r", "status": "failed", "outcomes": {"a1": DONE}, "unmet": [UNMET]},
    JournalEntry: lambda: {"run_id": "r", "kind": "started", "data": {"before": {"a": [{"b": []}]}}},
    RunRecord: lambda: {"run_id": "r", "plan": PLAN, "plan_hash": "h", "details": {"unmet": [{"a": []}]}},
    RunDetails: lambda: {"record": RECORD, "status": "running", "outcomes": {"a1": DONE}, "files": ["a"]},
    Prepared: lambda: {
        "text": "x",
        "meta": None,
        "world": WorldState(),
        "result": PlanResult(status="success", plan=PLAN),
        "needs_approval": [PLAN.actions[0]],
        "refusals": [["a1", "no"]],
        "unavailable": [["t", "gone"]],
        "patterns": {"*": ["a"]},
    },
    UndoReport: lambda: {"run_id": "r", "undone": ["a1"], "not_undone": [["a2", "why"]]},
    CleanReport: lambda: {"runs_removed": 1},
    Check: lambda: {"name": "c", "ok": True},
    ToolEntry: lambda: {
        "name": "t",
        "capability": ToolCapability(name="t"),
        "args": {"path": "path"},
        "intents": ["x"],
        "pools": {"p"},
    },
    PlanStep: lambda: copy.deepcopy(STEP),
    PlanPayload: lambda: {"goal": "g", "steps": [PlanStep(**copy.deepcopy(STEP))]},  # type: ignore[arg-type]  # likewise
}
CONTRACTS = list(MADE)
every_contract = pytest.mark.parametrize("contract", CONTRACTS, ids=[contract.__name__ for contract in CONTRACTS])


def change(value: Any) -> None:
    """Spoil every list, set and dict that can be reached."""
    if isinstance(value, dict):
        for item in list(value.values()):
            change(item)
        value.clear()
        value["spoilt"] = True
    elif isinstance(value, list):
        for item in value:
            change(item)
        value[:] = ["spoilt"]
    elif isinstance(value, set):
        value.clear()
        value.add("spoilt")


def parts(value: Any) -> Iterator[Any]:
    """The value and everything in it."""
    yield value
    if dataclasses.is_dataclass(value):
        inside: Any = [getattr(value, field.name) for field in dataclasses.fields(value)]
    elif isinstance(value, Mapping):
        inside = [*value, *value.values()]
    else:
        inside = value if isinstance(value, tuple | frozenset | list | set) else ()
    for part in inside:
        yield from parts(part)


@every_contract
class TestEveryContract:
    def test_it_is_a_frozen_dataclass_with_slots(self, contract: type) -> None:
        value = contract(**MADE[contract]())
        assert not hasattr(value, "__dict__")
        for field in dataclasses.fields(contract):
            with pytest.raises(dataclasses.FrozenInstanceError):
                setattr(value, field.name, getattr(value, field.name))
            with pytest.raises(dataclasses.FrozenInstanceError):
                delattr(value, field.name)
        # What is raised for a name that is no field differs between versions of Python.
        with pytest.raises((AttributeError, TypeError)):
            value.another = 1

    def test_changing_what_it_was_made_from_does_not_change_it(self, contract: type) -> None:
        fields = MADE[contract]()
        value = contract(**fields)
        before = repr(value)
        change(fields)
        assert value == contract(**MADE[contract]())
        assert repr(value) == before

    def test_nothing_in_it_can_be_changed(self, contract: type) -> None:
        kinds = {type(part) for part in parts(contract(**MADE[contract]()))}
        assert kinds <= {*CONTRACTS, str, int, float, bool, type(None), tuple, frozenset, FrozenDict}

    def test_it_is_a_value(self, contract: type) -> None:
        value, same = contract(**MADE[contract]()), contract(**MADE[contract]())
        assert value == same
        assert hash(value) == hash(same)
        assert len({value, same}) == 1

    def test_it_survives_pickling_and_copying(self, contract: type) -> None:
        value = contract(**MADE[contract]())
        for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
            assert pickle.loads(pickle.dumps(value, protocol)) == value
        assert copy.copy(value) == copy.deepcopy(value) == dataclasses.replace(value) == value
        kinds = {type(part) for part in parts(pickle.loads(pickle.dumps(value)))}
        assert not kinds & {list, dict, set}


def test_every_contract_of_the_room_is_among_them() -> None:
    room = sys.modules["goalwright.contracts"]
    assert {getattr(room, name) for name in room.__all__} == {*CONTRACTS, *NO_VALUES}


class TestFrozenDict:
    frozen: FrozenDict[str, Any] = FrozenDict({"a": 1})

    @pytest.mark.parametrize(
        "attempt",
        [
            lambda mapping: mapping.__setitem__("a", 2),
            lambda mapping: mapping.__delitem__("a"),
            lambda mapping: mapping.clear(),
            lambda mapping: mapping.pop("a"),
            lambda mapping: mapping.pop("b", None),
            lambda mapping: mapping.popitem(),
            lambda mapping: mapping.setdefault("b", 1),
            lambda mapping: mapping.update({"b": 1}),
            lambda mapping: mapping.update(b=1),
            lambda mapping: mapping.__ior__({"b": 1}),
            lambda mapping: setattr(mapping, "b", 1),
        ],
    )
    def test_it_refuses_every_change(self, attempt: Callable[[Any], None]) -> None:
        with pytest.raises((TypeError, AttributeError)):
            attempt(self.frozen)
        assert self.frozen == {"a": 1}

    def test_it_is_a_dict_to_json_and_everyone_else(self) -> None:
        assert json.dumps(self.frozen) == '{"a": 1}'
        assert dict(**self.frozen) == {"a": 1} == self.frozen
        assert self.frozen | {"b": 2} == {"a": 1, "b": 2}

    def test_its_hash_does_not_depend_on_order(self) -> None:
        assert hash(FrozenDict({"a": 1, "b": 2})) == hash(FrozenDict({"b": 2, "a": 1}))

    def test_copies_are_the_thing_itself(self) -> None:
        assert copy.copy(self.frozen) is copy.deepcopy(self.frozen) is self.frozen
        assert type(pickle.loads(pickle.dumps(self.frozen))) is FrozenDict

    def test_one_that_holds_a_list_is_frozen_again(self) -> None:
        inner: list[Any] = [1]
        for params in (FrozenDict({"a": inner}), FrozenDict({"a": FrozenDict({"b": inner})}), {"a": (inner,)}):
            goal = Goal(domain="a", verb="b", params=params)
            before = repr(goal)
            inner.append(2)
            assert repr(goal) == before
            hash(goal)

    def test_one_that_holds_no_data_is_refused(self) -> None:
        hidden: list[Any] = [FrozenDict({1: 2}), FrozenDict({"a": object()}), {"a": FrozenDict({None: 1})}]
        for params in hidden:
            with pytest.raises(ContractViolation):
                Goal(domain="a", verb="b", params=params)


def deep(levels: int, wrap: Callable[[Any], Any]) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = wrap(value)
    return value


WRAPS = [lambda value: [value], lambda value: (value,), lambda value: {"a": value}, lambda value: FrozenDict(a=value)]


class TestFreeze:
    def frozen(self, value: Any) -> Any:
        return freeze(value, contract="Test", field="value")

    @pytest.mark.parametrize("wrap", WRAPS)
    def test_depth_is_limited_without_recursion_errors(self, wrap: Callable[[Any], Any]) -> None:
        hash(self.frozen(deep(MAX_DEPTH, wrap)))
        for levels in (MAX_DEPTH + 2, sys.getrecursionlimit() * 3):
            with pytest.raises(ContractViolation, match="nested deeper"):
                self.frozen(deep(levels, wrap))

    def test_circles_are_refused(self) -> None:
        loop: list[Any] = []
        loop += [loop, loop]
        ring: dict[str, Any] = {}
        ring["a"] = {"b": [ring]}
        for value in (loop, ring):
            with pytest.raises(ContractViolation, match="nested deeper"):
                self.frozen(value)
            for make in (
                lambda value=value: Goal(domain="a", verb="b", params={"x": value}),
                lambda value=value: Goal(domain=value, verb="b"),
                lambda value=value: Fact(key="k", value=value),
                lambda value=value: PlanGraph(nodes=value, adjacency=value),
                lambda value=value: MetaGoal(goals=value),
                lambda value=value: ToolResult(ok=value),
            ):
                with pytest.raises(ContractViolation) as raised:
                    make()
                assert len(str(raised.value)) < 500

    @pytest.mark.parametrize("value", [object(), b"x", 1j, deep, int, range(2), iter(()), memoryview(b"")])
    def test_what_is_no_data_is_refused(self, value: Any) -> None:
        with pytest.raises(ContractViolation, match=r"^Test\.value: holds a "):
            self.frozen([value])

    def test_sets_of_lists_and_other_mappings_freeze_like_what_they_extend(self) -> None:
        assert self.frozen(OrderedDict(a=[1])) == self.frozen(UserDict(a=[1])) == {"a": (1,)}
        assert self.frozen(MappingProxyType({"a": {1}})) == {"a": frozenset({1})}

        class Word(StrEnum):
            A = "a"

        assert self.frozen([Word.A]) == ("a",)

    @pytest.mark.parametrize("text", ["x" * 1_000_000, "\x00\x1b[2J\r\n\x9b\u2028", "\ud800", "", "é😀"])
    def test_any_text_is_data(self, text: str) -> None:
        goal = Goal(domain="a", verb="b", params={"content": text, text: 1})
        assert goal.params["content"] == text
        assert pickle.loads(pickle.dumps(goal)) == goal

    def test_long_and_unprintable_names_are_fine_too(self) -> None:
        name = "\x00\n" * 500_000
        goal = Goal(domain=name, verb=name, goal_id=name, object=name, scope=name)
        with pytest.raises(ContractViolation) as raised:
            MetaGoal(goals=(goal, goal))
        assert str(raised.value).isprintable()
        assert len(str(raised.value)) < 300

    @pytest.mark.slow
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner),
            max_leaves=15,
        )
    )
    def test_what_is_frozen_stays_as_it_is(self, value: Any) -> None:
        once = self.frozen(value)
        assert not {type(part) for part in parts(once)} & {list, dict, set}
        hash(once)
        before = repr(once)
        assert repr(self.frozen(once)) == before
        change(value)
        assert repr(once) == before
