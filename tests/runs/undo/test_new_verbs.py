"""Undo of the verbs for texts and sets, and of goals about sets: byte for byte, over random trees."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import event, given, settings
from hypothesis import strategies as st

from campaigns import rounds
from crash.world import differences
from goalwright.errors import GoalwrightError
from runs.undo.random_runs import planted, story
from runs.undo.trees import Entry, exact_picture, trees

ROUNDS = rounds(25)
Goals = list[dict[str, Any]]

words = st.sampled_from(["a", "same", "x", "alpha", "\n", "ä"])
parts = st.sampled_from(["1", "first 2", "last 1", "1-3", "2"])
texts = Entry("docs/t.txt", "file", "b\na\nb\n\u00e4 same\nx\n".encode(), 0o604)
FILES = {"select": {"kind": "file", "in": ".", "deep": True}}
HERE = {"select": {"kind": "entry", "in": "docs"}}


def goal(verb: str, **params: Any) -> dict[str, Any]:
    return {"domain": "file", "verb": verb, "params": params}


def line_goals(path: str) -> st.SearchStrategy[dict[str, Any]]:
    """Every verb that changes the lines of a file."""
    return st.one_of(
        st.builds(
            lambda order, by: goal("sort_lines", path=path, order=order, by=by),
            st.sampled_from(["ascending", "descending"]),
            st.sampled_from(["text", "number", "length"]),
        ),
        st.just(goal("unique_lines", path=path)),
        st.builds(lambda text, by: goal("replace", path=path, text=text, by=by), words, words),
        st.builds(lambda text, part: goal("replace", path=path, text=text, by="", lines=part), words, parts),
        st.builds(
            lambda text, line: goal("insert", path=path, content=text, line=line),
            words,
            st.sampled_from([1, 2, -1, -2]),
        ),
        st.builds(lambda text, part: goal("replace", path=path, by=text, lines=part), words, parts),
        st.builds(lambda part: goal("keep_lines", path=path, lines=part), parts),
        st.builds(lambda text: goal("keep_lines", path=path, text=text), words),
        st.builds(
            lambda style, part: goal("restyle_lines", path=path, style=style, lines=part),
            st.sampled_from(["upper", "lower", "capitalized", "trimmed", "indented", "numbered"]),
            parts,
        ),
        st.builds(lambda part: goal("delete_lines", path=path, lines=part), parts),
        st.builds(lambda text: goal("delete_lines", path=path, text=text), words),
    )


def set_goals() -> st.SearchStrategy[dict[str, Any]]:
    """Verbs that take sets, and goals that are done for each thing of one."""
    numbered = {"value": {"join": ["n ", {"its": "number"}, {"its": "ending"}]}}
    sorted_to = {"value": {"join": ["sorted/", {"its": "year"}, "/"]}}
    return st.sampled_from(
        [
            goal("combine", things=FILES, to="all.txt"),
            goal("combine", things=HERE, to="docs/t.txt"),
            goal("compress", things=HERE, to="docs.zip"),
            goal("compress", things=FILES, to="new/all.zip"),
            goal("back_up", path="docs"),
            goal("back_up", path="docs/a.txt"),
            goal("back_up", path="docs/t.txt", to="kept"),
            goal("rename", path={"select": {"kind": "file", "in": "docs"}}, to=numbered),
            goal("move", path={"select": {"kind": "file", "in": "docs"}}, to=sorted_to),
            goal("copy", path=HERE, to="copies"),
            goal("delete", path=HERE),
            goal("extract", path="ready.zip", to="docs"),
        ]
    )


@st.composite
def commands(draw: st.DrawFn) -> Goals:
    """A few goals, each after the one before: many of them have to look in between."""
    path = draw(st.sampled_from(["docs/t.txt", "docs/t.txt", "docs/a.txt"]))
    goals = draw(st.lists(line_goals(path) | set_goals(), min_size=2, max_size=4))
    return [{**each, "scope": f"after:g{at - 1}" if at else "root"} for at, each in enumerate(goals)]


@settings(max_examples=ROUNDS)
@given(trees(), commands())
def test_texts_and_sets_come_back_byte_for_byte(entries: tuple[Entry, ...], goals: Goals) -> None:
    entries = (*(entry for entry in entries if entry.path != texts.path), texts)
    with planted(entries) as world, world.opened() as gw:
        before = exact_picture(world.tree)
        try:
            prepared = gw.prepare(gw.goals_from(json.dumps({"goals": goals}), "goals"))
        except GoalwrightError:
            event("not planned")
            assert not differences(exact_picture(world.tree), before)
            return
        report = asyncio.run(gw.run(prepared, approve=True))
        event(f"{report.status}, {sum(name.endswith('_look_1') for name in report.outcomes)} looks")
        if any(outcome.is_done for name, outcome in report.outcomes.items() if "_look_" not in name):
            undone = asyncio.run(gw.undo(report.run_id))
            assert not undone.not_undone, (undone, story(report))
        assert not differences(exact_picture(world.tree), before), story(report)
