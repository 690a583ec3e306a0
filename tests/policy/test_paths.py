"""The paths of a plan are judged before anything runs, by what its tools call paths."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Plan, PlannedAction, ToolCapability, ToolEntry
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.policy.path_policy import path_refusals
from policy.hostile_paths import HARMLESS, HOSTILE, HarmlessPath, HostilePath, Tree, grow_tree


def entry(name: str, **args: str) -> ToolEntry:
    return ToolEntry(name=name, capability=ToolCapability(name=name, can_achieve=frozenset({"x"})), args=args)


ENTRIES = {
    tool.name: tool
    for tool in (
        entry("copy", path="path", to="path"),
        entry("list", path="path?"),
        entry("write", path="path", content="content"),
        entry("echo_tool", text="text"),
        entry("start", path="program"),
    )
}


def action(action_id: str, tool: str | None, **args: Any) -> PlannedAction:
    return PlannedAction(action_id=action_id, intent="file_operation", description="do it", tool=tool, args=args)


def plan(*actions: PlannedAction) -> Plan:
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


@pytest.fixture
def tree(tmp_path: Path) -> Tree:
    return grow_tree(tmp_path)


@pytest.mark.parametrize("row", HOSTILE, ids=lambda row: row.name)
def test_hostile_paths_are_found_in_plans(row: HostilePath, tree: Tree) -> None:
    row.trap(tree)
    steps = plan(action("one", "copy", path=f"{tree.root}/a", to=tree.spelled(row.path)))
    ((action_id, problem),) = path_refusals(steps, ENTRIES, AllowedRoots([tree.root]))
    assert action_id == "one"
    assert problem.startswith("to: ")
    assert row.says in problem


@pytest.mark.parametrize("row", HARMLESS, ids=lambda row: row.name)
def test_harmless_paths_are_left_alone(row: HarmlessPath, tree: Tree) -> None:
    row.trap(tree)
    steps = plan(action("one", "list", path=tree.spelled(row.path)))
    assert path_refusals(steps, ENTRIES, AllowedRoots([tree.root])) == ()


def test_every_refusal_is_listed_with_its_action_and_argument(tree: Tree) -> None:
    steps = plan(
        action("one", "copy", path="/etc/passwd", to="/etc/shadow"),
        action("two", "list"),
        action("three", "write", path="/etc/passwd", content="/etc/passwd"),
        action("four", "echo_tool", text="/etc/passwd"),
    )
    found = path_refusals(steps, ENTRIES, AllowedRoots([tree.root]))
    assert [(name, problem.partition(":")[0]) for name, problem in found] == [
        ("one", "path"),
        ("one", "to"),
        ("three", "path"),
    ]


@pytest.mark.parametrize("value", [None, 7, True, ["/etc"], {"from": "g0", "field": "text"}], ids=repr)
def test_a_path_that_is_no_text_is_refused(value: object, tree: Tree) -> None:
    found = path_refusals(plan(action("one", "list", path=value)), ENTRIES, AllowedRoots([tree.root]))
    assert [name for name, _ in found] == ["one"]
    assert "write it as text" in found[0][1]


@pytest.mark.parametrize("tool", ["no.such.tool", "Copy", None])
def test_an_action_without_a_known_tool_is_refused(tool: str | None, tree: Tree) -> None:
    ((name, problem),) = path_refusals(plan(action("one", tool, x="y")), ENTRIES, AllowedRoots([tree.root]))
    assert name == "one"
    assert "cannot be judged" in problem


OWN_CASES = [
    ("write", "path", "state", True),
    ("write", "path", "state/journal.db", True),
    ("write", "path", "link/journal.db", True),
    ("move", "path", ".", True),
    ("move", "to", "state", True),
    ("copy", "to", "state/x", True),
    ("copy", "path", "state", False),
    ("copy", "path", ".", False),
    ("look", "path", "state/journal.db", False),
    ("files.create_folder", "path", ".", False),
    ("files.create_folder", "path", "state/x", True),
]
OWN_ENTRIES = {
    **ENTRIES,
    "move": entry("move", path="path", to="path"),
    "copy": entry("copy", path="source", to="path"),
    "look": replace(entry("look", path="source"), risk="none"),
    "files.create_folder": entry("files.create_folder", path="path"),
}


@pytest.mark.parametrize("action_class", ["actuate", "observe"])
@pytest.mark.parametrize(("tool", "argument", "path", "is_refused"), OWN_CASES)
def test_what_goalwright_keeps_for_itself_may_be_looked_at_but_not_changed(
    tmp_path: Path, action_class: Any, tool: str, argument: str, path: str, is_refused: bool
) -> None:
    home = tmp_path / "home"
    (home / "state").mkdir(parents=True)
    (home / "link").symlink_to(home / "state")
    step = replace(action("a1", tool, **{argument: str(home / path)}), action_class=action_class)
    found = path_refusals(plan(step), OWN_ENTRIES, AllowedRoots([tmp_path]), [str(home / "state")])
    assert bool(found) == is_refused


def test_programs_are_started_from_the_roots_and_from_where_programs_lie_and_from_nowhere_else(tree: Tree) -> None:
    paths = (f"{tree.root}/tool", "/usr/bin/xclock", "/usr/bin/deeper/tool", "/usr/bin/../sbin/tool", "/tmp/tool")
    steps = plan(*(action(path, "start", path=path) for path in paths))
    found = path_refusals(steps, ENTRIES, AllowedRoots([tree.root]), programs=["/usr/bin/"])
    assert [action_id for action_id, _ in found] == list(paths[2:])


def test_where_programs_lie_is_no_place_to_write(tree: Tree) -> None:
    steps = plan(action("one", "write", path="/usr/bin/xclock", content="x"))
    assert path_refusals(steps, ENTRIES, AllowedRoots([tree.root]), programs=["/usr/bin"])
