"""Orders, layers and circles of plain graphs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import ContractViolation
from goalwright.graph import find_cycle, layers, topological_order

DIAMOND = {"a": (), "b": ("a",), "c": ("a",), "d": ("b", "c")}


@st.composite
def acyclic_graphs(draw: st.DrawFn) -> dict[int, list[int]]:
    """Graphs without a circle whose nodes are listed in any order."""
    size = draw(st.integers(0, 12))
    edges = {node: draw(st.lists(st.integers(0, node - 1), max_size=4)) if node else [] for node in range(size)}
    return {node: edges[node] for node in draw(st.permutations(range(size)))}


@given(acyclic_graphs())
def test_every_node_comes_after_those_before_it(before: dict[int, list[int]]) -> None:
    order = topological_order(before)
    assert sorted(order) == sorted(before)
    place = {node: index for index, node in enumerate(order)}
    assert all(place[earlier] < place[node] for node, earliers in before.items() for earlier in earliers)
    assert find_cycle(before) is None


@given(acyclic_graphs())
def test_a_node_is_in_the_first_layer_it_can_be_in(before: dict[int, list[int]]) -> None:
    found = layers(before)
    depth = {node: number for number, layer in enumerate(found) for node in layer}
    assert depth.keys() == before.keys()
    assert all(depth[node] == max((depth[e] + 1 for e in earliers), default=0) for node, earliers in before.items())


def test_nodes_keep_the_order_they_are_listed_in_where_nothing_else_is_said() -> None:
    assert topological_order(DIAMOND) == ["a", "b", "c", "d"]
    assert topological_order({"d": ("b", "c"), "c": ("a",), "b": ("a",), "a": ()}) == ["a", "c", "b", "d"]
    assert layers(DIAMOND) == [["a"], ["b", "c"], ["d"]]
    assert topological_order({}) == []
    assert layers({}) == []


def test_a_dependency_listed_twice_counts_once() -> None:
    assert topological_order({"b": ["a", "a"], "a": []}) == ["a", "b"]


@pytest.mark.parametrize(
    ("before", "cycle"),
    [
        ({"a": ("a",)}, ["a"]),
        ({"a": ("b",), "b": ("a",)}, ["a", "b"]),
        ({"z": (), "a": ("c", "z"), "b": ("a",), "c": ("b",)}, ["a", "b", "c"]),
    ],
)
def test_a_circle_is_found_and_named(before: dict[str, tuple[str, ...]], cycle: list[str]) -> None:
    assert find_cycle(before) == cycle
    assert all(earlier in before[node] for earlier, node in zip(cycle, [*cycle[1:], cycle[0]], strict=True))
    for function in (topological_order, layers):
        with pytest.raises(ContractViolation, match="circle"):
            function(before)


def test_an_edge_to_no_node_is_a_violation() -> None:
    with pytest.raises(ContractViolation, match="'x', which is not a node"):
        topological_order({"a": ("x",)})


@pytest.mark.slow
@pytest.mark.slow
def test_long_chains_need_no_deep_stack() -> None:
    chain = {node: (node - 1,) if node else () for node in range(50_000)}
    assert topological_order(chain) == list(chain)
    assert len(layers(chain)) == 50_000
    assert find_cycle({**chain, 0: (49_999,)}) is not None
