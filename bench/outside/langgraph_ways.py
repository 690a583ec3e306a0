"""LangGraph with its SQLite saver: a node for each action, and one node in a loop, which is its quickest form.

The saver sets WAL and leaves SQLite's synchronous at FULL. `sync` has each step on the disk before the next begins;
`async`, the default, writes while the next runs. Compiling a graph and making the tables is not timed.
"""

from __future__ import annotations

import operator
from functools import partial
from pathlib import Path
from typing import Annotated, TypedDict

from answering import Stopwatch, answer
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph


class Count(TypedDict):
    """How many actions were done; nothing else is in the state."""

    done: Annotated[int, operator.add]


def nodes(size: int, width: int, file: Path, watch: Stopwatch, *, durability: str) -> None:
    """A graph with a node for each action."""
    graph = StateGraph(Count)
    before: list[str] = []
    for start in range(0, size, width):
        layer = [f"a{number}" for number in range(start, min(size, start + width))]
        for name in layer:
            graph.add_node(name, _act)
            graph.add_edge((before if width > 1 else before[0]) if before else START, name)
        before = layer
    for name in before:
        graph.add_edge(name, END)
    _invoke(graph, size, file, watch, durability)


def loop(size: int, _width: int, file: Path, watch: Stopwatch, *, durability: str) -> None:
    """One node that is its own successor until the count is reached: only a chain can be written so."""
    graph = StateGraph(Count)
    graph.add_node("act", _act)
    graph.add_edge(START, "act")
    graph.add_conditional_edges("act", lambda state: "act" if state["done"] < size else END)
    _invoke(graph, size, file, watch, durability)


def _act(_state: Count) -> Count:
    return {"done": 1}


def _invoke(graph: StateGraph, size: int, file: Path, watch: Stopwatch, durability: str) -> None:
    with SqliteSaver.from_conn_string(str(file)) as saver:
        saver.setup()
        compiled = graph.compile(checkpointer=saver)
        with watch.running():
            state = compiled.invoke({"done": 0}, _config(size), durability=durability)
    _require(state["done"], size)


def _config(size: int) -> dict[str, object]:
    return {"configurable": {"thread_id": "bench"}, "recursion_limit": size + 10}


def _require(done: int, size: int) -> None:
    if done != size:
        raise RuntimeError(f"did {done} of {size}")


if __name__ == "__main__":
    answer(
        {
            f"{form.__name__}, {durability}": partial(form, durability=durability)
            for form in (nodes, loop)
            for durability in ("sync", "async")
        }
    )
