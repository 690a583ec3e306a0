"""The catalogue: every tool takes what plans give it, and serves nothing outside its own domain."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.contracts import Goal, WorldState
from goalwright.plan.planner import GoalPlanner
from goalwright.rules import Rule, builtin_rules
from goalwright.rules.rule import Shape, Way
from goalwright.runs.resolver import argument_problem
from goalwright.tools import ToolEntry, ToolRegistry
from goalwright.tools.catalogue import catalogue

ENTRIES = {entry.name: entry for entry in catalogue()}
TYPES = {"path": "path", "paths": "paths", "content": "content", "number": "number"}

# What a tool's name begins with -> the intents that its tools may serve, and no others.
DOMAINS = {
    "browsers.navigate": {"browser_control", "system_control"},
    "browsers": {"browser_control"},
    "files": {"file_operation"},
    "system.apps.launch.shell": {"application_launch", "browser_control", "system_control"},
    "system.apps": {"application_launch", "application_control"},
    "system.window": {"window_management"},
    "system.audio": {"system_control"},
    "system.display.set_brightness": {"system_control"},
    "system.display": {"screen_capture"},
    "system.clipboard": {"clipboard_operation"},
    "system.input.keyboard.press": {"input_control", "clipboard_operation"},
    "system.input": {"input_control"},
    "system.state": {"system_query"},
    "system.power": {"system_control"},
    "system.notify": {"system_control"},
    "memory": {"memory_recall"},
    "echo_tool": {"information_query"},
    "answer_tool": {"information_query"},
    "look_tool": {"information_query"},
    "get_time": {"information_query"},
}

SHAPES = [
    pytest.param(shape, way, id=f"{rule.name}-{way.tool}-{number}")
    for rule in builtin_rules().values()
    for number, shape in enumerate(rule.shapes)
    for way in shape.ways
]
EXAMPLES = [
    pytest.param(rule, example, id=f"{rule.name}-{number}")
    for rule in builtin_rules().values()
    for number, example in enumerate(rule.examples)
]
# Needs an app that runs, and stands on a page that is there.
WORLD = WorldState(browser_running=True, running_apps=frozenset({"spotify", "chrome", "notepad", "terminal"}))


def domain(name: str) -> set[str]:
    parts = name.split(".")
    beginnings = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    found = next((beginning for beginning in beginnings if beginning in DOMAINS), None)
    assert found is not None, f"{name} is of no domain in DOMAINS"
    return DOMAINS[found]


def planned_args(shape: Shape, way: Way) -> list[tuple[str, dict[str, str | None]]]:
    """Each tool that a way may use, with the arguments that plans give it and the types of those known to have one."""
    own: dict[str, str | None] = {name: TYPES.get(param.type, "text") for name, param in shape.params.items()}
    templates = {way.tool: way.args, **way.args_for}
    return [
        (tool, own if template is None else {name: own.get(value.strip("{}")) for name, value in template.items()})
        for tool, template in templates.items()
    ]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_every_example_of_a_row_gives_its_tools_what_they_take(rule: Rule, example: dict[str, Any]) -> None:
    goal = Goal(domain=rule.domain, verb=rule.verb, params=example["params"])
    running = {*WORLD.running_apps, str(example["params"].get("app", "spotify"))}
    world = WorldState(browser_running=True, running_apps=frozenset(running))
    result = GoalPlanner().plan(goal, world, ToolRegistry.default().capabilities())
    assert result.plan is not None, result.reason
    for action in result.plan.actions:
        assert action.tool is not None
        entry = ENTRIES[action.tool]
        assert argument_problem(entry, action.args) == ""
        assert action.intent in entry.intents


@pytest.mark.parametrize(("shape", "way"), SHAPES)
def test_whatever_a_row_can_give_a_tool_it_takes(shape: Shape, way: Way) -> None:
    for tool, given in planned_args(shape, way):
        takes = ENTRIES[tool].args
        assert given.keys() <= takes.keys()
        for name, kind in given.items():
            taken = takes[name].rstrip("?").replace("source", "path").replace("program", "path")
            assert kind is None or taken == kind, name
        always = {*shape.required_params, *shape.default_params, *shape.derive}
        needed = {name for name, kind in takes.items() if not kind.endswith("?")}
        assert needed <= (always if given.keys() == shape.params.keys() else given.keys())
        assert shape.intent in ENTRIES[tool].intents


@pytest.mark.parametrize("entry", ENTRIES.values(), ids=lambda entry: entry.name)
def test_no_tool_serves_an_intent_outside_its_domain(entry: ToolEntry) -> None:
    assert entry.intents
    assert set(entry.intents) <= domain(entry.name)


def test_file_operations_are_for_file_tools_alone() -> None:
    serving = {name for name, entry in ENTRIES.items() if "file_operation" in entry.intents}
    assert serving == {name for name in ENTRIES if name.startswith("files.")}


def test_hands_on_the_machine_are_pools() -> None:
    pools = {name: entry.pools for name, entry in ENTRIES.items() if entry.pools}
    hands = {
        "input": "keyboard.type keyboard.press mouse.click mouse.move",
        "clipboard": "read write",
        "sound": "set_volume change_volume mute unmute",
    }
    families = {"input": "input", "clipboard": "clipboard", "sound": "audio"}
    assert pools.pop("files.create_folder") == ("folders",)
    assert pools == {
        f"system.{families[pool]}.{name}": (pool,) for pool, names in hands.items() for name in names.split()
    }


def test_what_others_wrote_is_not_trusted() -> None:
    untrusted = {name for name, entry in ENTRIES.items() if not entry.is_trusted}
    assert untrusted >= {"browsers.read", "browsers.find", "files.read_file", "system.clipboard.read"}
    assert "memory.store_fact" not in untrusted


def test_what_cannot_be_repeated_is_never_tried_again() -> None:
    once = """browsers.click browsers.type browsers.press files.append_file files.copy files.move files.rename
        files.delete_file files.delete_folder system.audio.change_volume system.input.keyboard.type
        system.input.keyboard.press system.input.mouse.click system.power.shutdown system.notify""".split()
    assert not [name for name in once if ENTRIES[name].is_idempotent]


def test_work_on_large_files_may_take_its_time() -> None:
    for name in ("files.copy", "files.move", "files.compress", "files.extract", "files.find"):
        assert ENTRIES[name].timeout_s == 3600
    assert ENTRIES["files.create_file"].timeout_s == 60
