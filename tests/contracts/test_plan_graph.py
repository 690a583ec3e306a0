"""PlanGraph: a plan's actions by id, their children, and the results of a run."""

import dataclasses
from typing import Any

import pytest

from goalwright.contracts import Plan, PlanGraph, PlannedAction, ToolResult
from goalwright.errors import ContractViolation


def action(name: str, *depends_on: str) -> PlannedAction:
    return PlannedAction(action_id=name, intent="x", description="y", depends_on=depends_on)


NODES = {"a": action("a"), "b": action("b", "a"), "c": action("c", "a", "b")}
CHILDREN = {"a": ["b", "c"], "b": ["c"]}
OK = ToolResult(ok=True)


def violation(**fields: Any) -> ContractViolation:
    with pytest.raises(ContractViolation) as raised:
        PlanGraph(**{"nodes": NODES, "adjacency": CHILDREN, **fields})
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300
    return raised.value


def test_a_plan_becomes_a_graph_without_results() -> None:
    plan = Plan(actions=tuple(NODES.values()), goal_achieved_by="c", total_actions=3)
    graph = PlanGraph.of(plan)
    assert graph == PlanGraph(nodes=NODES, adjacency=CHILDREN)  # type: ignore[arg-type]  # lists are frozen
    assert graph.adjacency == {"a": {"b", "c"}, "b": {"c"}}
    assert list(graph.nodes) == ["a", "b", "c"]
    assert graph.results == {}


def test_a_run_returns_a_copy_with_results() -> None:
    graph = PlanGraph(nodes=NODES, adjacency=CHILDREN)  # type: ignore[arg-type]  # lists are frozen
    done = dataclasses.replace(graph, results={"a": OK})
    assert (graph.results, done.results) == ({}, {"a": OK})


def test_actions_without_children_may_be_mentioned() -> None:
    graph = PlanGraph(nodes=NODES, adjacency={**CHILDREN, "c": []})  # type: ignore[dict-item]  # lists are frozen
    assert list(graph.adjacency) == ["a", "b"]


@pytest.mark.parametrize("field", ["nodes", "adjacency", "results"])
@pytest.mark.parametrize("value", [None, [], (), "a", 1])
def test_every_field_is_a_mapping(field: str, value: Any) -> None:
    assert violation(**{field: value}).field == field


@pytest.mark.parametrize(
    ("nodes", "field"),
    [
        ({"b": NODES["a"]}, "nodes['b']"),
        ({"a": None}, "nodes['a']"),
        ({1: NODES["a"]}, "nodes[1]"),
        ({"x" * 1_000_000: NODES["a"]}, None),
        ({"b": NODES["b"]}, "actions[0].depends_on"),
        ({"a": action("a", "b"), "b": action("b", "a")}, "actions"),
    ],
)
def test_nodes_are_a_plans_actions_under_their_own_ids(nodes: Any, field: str | None) -> None:
    assert field in (None, violation(nodes=nodes).field)


@pytest.mark.parametrize(
    "adjacency",
    [
        {},
        {"a": ["b", "c"]},
        {"a": ["b"], "b": ["c"]},
        {**CHILDREN, "c": ["a"]},
        {**CHILDREN, "d": ["a"]},
        {"a": ["b", "c", "d"], "b": ["c"]},
        {"a": "bc", "b": "c"},
        {"a": 5},
        {"a": None},
        {"a": 0},
        {"a": [["b"]]},
        {"a": [1]},
        {1: ["a"]},
    ],
)
def test_adjacency_says_what_the_actions_say(adjacency: Any) -> None:
    assert violation(adjacency=adjacency).field.startswith("adjacency")


@pytest.mark.parametrize("results", [{"d": OK}, {"a": None}, {"a": True}, {"a": {"ok": True}}, {1: OK}, {None: OK}])
def test_results_are_those_of_nodes(results: Any) -> None:
    assert violation(results=results).field.startswith("results")
