"""The registry, and a catalogue that serves every row of the rule table."""

from __future__ import annotations

from typing import Any

import pytest

from goalwright.contracts import Goal, MetaGoal, ToolCapability, WorldState
from goalwright.errors import ContractViolation
from goalwright.plan.planner import GoalPlanner
from goalwright.rules import Rule, builtin_rules
from goalwright.tools import ToolEntry, ToolRegistry

NAMES = {
    "browsers": """launch navigate add click type press select check uncheck hover drag scroll zoom wait read find
        screenshot search back forward reload new_tab close_tab switch_tab download upload bookmark close""",
    "files": """create_file create_folder read_file write_file append_file copy move rename delete_file delete_folder
        list_directory get_info find open compress extract compress_all combine sort_lines unique_lines replace_text
        insert_line delete_lines keep_lines restyle_lines search compare list_things empty_trash""",
    "system.apps": "launch.shell launch.path focus request_close",
    "system.window": "minimize maximize restore minimize_all snap_left snap_right switch close",
    "system.audio": """get_volume set_volume change_volume mute unmute media_play media_pause media_stop media_next
        media_previous""",
    "system.display": "take_screenshot set_brightness find_text",
    "system.clipboard": "read write",
    "system.input": "keyboard.type keyboard.press mouse.click mouse.move",
    "system.state": """get_time get_date get_battery get_disk_usage get_memory_usage get_cpu_usage get_network_status
        get_active_window get_processes""",
    "system.power": "lock sleep shutdown restart",
    "memory": "get_recent_facts store_fact",
}
CATALOGUE = {f"{group}.{name}" for group, names in NAMES.items() for name in names.split()}
CATALOGUE |= {"system.notify", "echo_tool", "answer_tool", "look_tool", "get_time"}

WAYS = [
    pytest.param(way.tool, way.achieved_by[0], id=f"{rule.name}-{way.tool}")
    for rule in builtin_rules().values()
    for shape in rule.shapes
    for way in shape.ways
]
RISKS = ("none", "low", "medium", "high")


def entry(name: str, *can_achieve: str) -> ToolEntry:
    return ToolEntry(name=name, capability=ToolCapability(name=name, can_achieve=frozenset(can_achieve)))


def test_catalogue_holds_every_tool_and_no_other() -> None:
    registry = ToolRegistry.default(probe=False)
    assert set(registry.names()) == CATALOGUE
    assert len(registry) == len(registry.names()) == len(CATALOGUE)
    assert [capability.name for capability in registry.capabilities()] == registry.names()
    assert [tool.name for tool in registry] == registry.names()


@pytest.mark.parametrize(("tool", "key"), WAYS)
def test_every_way_of_a_row_has_its_tool_in_the_catalogue(tool: str, key: str) -> None:
    assert key in ToolRegistry.default()[tool].capability.can_achieve


@pytest.mark.parametrize("rule", builtin_rules().values(), ids=lambda rule: rule.name)
def test_a_tool_puts_no_less_at_stake_than_its_rows(rule: Rule) -> None:
    registry = ToolRegistry.default()
    for shape in rule.shapes:
        highest = max(shape.risk, *(each.risk for each in shape.risk_if), "none", key=RISKS.index)
        for way in shape.ways:
            assert RISKS.index(registry[way.tool].risk) >= RISKS.index(highest)


def test_every_example_of_a_row_is_planned_with_the_tool_of_its_row() -> None:
    capabilities = ToolRegistry.default().capabilities()
    planner = GoalPlanner()
    world = WorldState(browser_running=True)
    for rule in builtin_rules().values():
        for example in rule.examples:
            goal = Goal(domain=rule.domain, verb=rule.verb, params=example["params"])
            result = planner.plan(goal, world, capabilities)
            if result.status == "blocked" and rule.verb in ("focus", "close"):
                continue  # the app is not known to run
            assert result.status == "success", (rule.name, result.reason)
            assert result.plan is not None
            assert result.plan.actions[-1].tool in {way.tool for shape in rule.shapes for way in shape.ways}


def test_a_page_goal_is_planned_with_navigate_although_launch_opens_browsers_too() -> None:
    goal = Goal(domain="browser", verb="navigate", params={"url": "youtube"})
    result = GoalPlanner().plan(goal, WorldState(), ToolRegistry.default().capabilities())
    assert result.plan is not None
    assert [action.tool for action in result.plan.actions] == ["browsers.navigate"]


def test_a_page_event_without_a_browser_is_blocked_rather_than_given_an_empty_one() -> None:
    goal = Goal(domain="browser", verb="click", params={"selector": "#ok"})
    assert GoalPlanner().plan(goal, WorldState(), ToolRegistry.default().capabilities()).status == "blocked"


def test_pages_in_tabs_of_their_own_do_not_wait_for_each_other() -> None:
    goals = [Goal(domain="browser", verb="navigate", params={"url": url}) for url in ("github.com", "youtube.com")]
    result = GoalPlanner().plan(MetaGoal(goals=tuple(goals)), WorldState(), ToolRegistry.default().capabilities())
    assert result.plan is not None
    assert [action.depends_on for action in result.plan.actions] == [(), ()]


def test_default_registries_are_separate() -> None:
    one, other = ToolRegistry.default(), ToolRegistry.default()
    one.register(entry("extra"))
    assert "extra" in one
    assert "extra" not in other


def test_a_name_can_be_registered_once() -> None:
    registry = ToolRegistry([entry("one")])
    with pytest.raises(ContractViolation, match="'one' is registered already"):
        registry.register(entry("one"))


def test_unknown_names_are_key_errors_or_none() -> None:
    with pytest.raises(KeyError):
        ToolRegistry()["nothing"]
    assert ToolRegistry().entry("nothing") is None


def test_nothing_of_an_unprobed_catalogue_is_available() -> None:
    assert ToolRegistry.default().available() == []
    assert not any(tool.is_available or tool.missing for tool in ToolRegistry.default())


def test_only_registered_tools_can_be_trusted() -> None:
    registry = ToolRegistry.default()
    assert registry.is_trusted("files.create_file")
    assert not registry.is_trusted("files.read_file")
    assert not registry.is_trusted("files.create_file ")
    assert not registry.is_trusted("made.up")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": ""}, "name"),
        ({"risk": "mortal"}, "risk"),
        ({"reversible": "yes"}, "reversible"),
        ({"platforms": "linux"}, "platforms"),
        ({"capability": ToolCapability(name="other")}, "capability"),
        ({"capability": None}, "capability"),
    ],
)
def test_wrong_entries_are_violations(change: dict[str, Any], field: str) -> None:
    good: dict[str, Any] = {"name": "one", "capability": ToolCapability(name="one")}
    with pytest.raises(ContractViolation) as caught:
        ToolEntry(**{**good, **change})
    assert caught.value.field == field


def test_serving_widens_tools_of_the_same_name_only() -> None:
    registry = ToolRegistry([entry("one", "a"), entry("two", "b")], problems=["a plug-in is broken"])
    more = [
        ToolCapability(name="two", can_achieve=frozenset({"c"})),
        ToolCapability(name="three", can_achieve=frozenset({"d"})),
    ]
    wider = registry.serving(more)
    assert [sorted(tool.capability.can_achieve) for tool in wider] == [["a"], ["b", "c"]]
    assert registry["two"].capability.can_achieve == {"b"}
    assert wider.problems == ("a plug-in is broken",)


def test_the_built_in_rows_ask_nothing_that_the_catalogue_does_not_say() -> None:
    registry = ToolRegistry.default()
    assert registry.serving(builtin_rules().named_capabilities()).capabilities() == registry.capabilities()
