"""The plan's arguments reach the tool whatever a resolver proposes, and no intent reaches another domain's tool."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import PlannedAction, ToolCapability, ToolEntry
from goalwright.errors import ResolutionRefused
from goalwright.runs.resolver import ToolResolver
from goalwright.tools import ToolRegistry
from goalwright.tools.function_tool import FunctionTool

NOTHING = FunctionTool(act=lambda _call, _before: {}, blocking=False)


def entry(name: str, intent: str, args: Mapping[str, str], achieves: str = "", missing: str = "") -> ToolEntry:
    capability = ToolCapability(name=name, can_achieve=frozenset({achieves} if achieves else ()))
    return ToolEntry(name=name, capability=capability, intents=(intent,), args=args, tool=NOTHING, missing=missing)


CLICK = entry("browsers.click", "browser_control", {"selector": "text"}, "browser_click")
WAIT = entry("browsers.wait", "browser_control", {"selector": "text", "state": "text"}, "browser_wait")
GO = entry("browsers.navigate", "browser_control", {"url": "text"}, "browser_navigate")
WRITE = entry("files.write_file", "file_operation", {"path": "path", "content": "content"}, "file_write")
TYPE = entry("system.input.keyboard.type", "input_control", {"text": "text"}, "file_write")
ENTRIES = (TYPE, CLICK, WAIT, GO, WRITE)


def action(tool: ToolEntry | None, args: Mapping[str, Any], **fields: Any) -> PlannedAction:
    fields = {"intent": tool.intents[0] if tool else "file_operation", **fields}
    return PlannedAction(action_id="a1", description="d", tool=tool.name if tool else None, args=args, **fields)


@pytest.mark.parametrize(
    ("tool", "args", "wrong"),
    [
        (CLICK, {"selector": "#search"}, {"selector": ".#search"}),
        (WAIT, {"selector": "#go", "state": "visible"}, {"state": "hidden"}),
        (WAIT, {"selector": "#go", "state": "visible"}, {"selector": ".go", "state": "attached"}),
        (GO, {"url": "https://example.com"}, {"url": "https://example.org"}),
        (WRITE, {"path": "/home/me/a.txt", "content": "x"}, {"path": "/etc/passwd"}),
        (WRITE, {"path": "C:\\docs\\a.txt", "content": "x"}, {"path": "C:/docs/a.txt", "content": "y"}),
    ],
)
def test_whatever_a_resolver_proposes_the_plan_overrides(
    tool: ToolEntry, args: dict[str, Any], wrong: dict[str, Any]
) -> None:
    resolver = ToolResolver(ENTRIES, propose=lambda _action, _entry: wrong)
    assert resolver.resolve(action(tool, args)).args == args


@pytest.mark.parametrize("extra", ["force", "selector ", "Selector", "path", "", "timeout"])
def test_a_parameter_that_the_plan_does_not_have_is_refused(extra: str) -> None:
    resolver = ToolResolver(ENTRIES, propose=lambda _action, _entry: {"selector": "#a", extra: "x"})
    with pytest.raises(ResolutionRefused, match="the plan has no such argument"):
        resolver.resolve(action(CLICK, {"selector": "#a"}))


@given(st.dictionaries(st.sampled_from(["path", "content"]), st.text()))
def test_no_proposal_changes_an_argument(proposal: dict[str, str]) -> None:
    args = {"path": "/home/me/a.txt", "content": "hello"}
    resolver = ToolResolver(ENTRIES, propose=lambda _action, _entry: proposal)
    assert resolver.resolve(action(WRITE, args)).args == args


def test_an_argument_the_tool_does_not_take_is_refused_even_if_the_plan_has_it() -> None:
    with pytest.raises(ResolutionRefused, match="takes no argument 'mode'"):
        ToolResolver(ENTRIES).resolve(action(WRITE, {"path": "/a", "content": "x", "mode": "w"}))


@pytest.mark.parametrize(
    "args",
    [
        {"path": "/a"},
        {"path": 3, "content": "x"},
        {"path": "", "content": "x"},
        {"path": "/a\0b", "content": "x"},
        {"path": ["/a"], "content": "x"},
        {"path": {"from": "g0", "field": "text"}, "content": "x"},
        {"path": "/a", "content": None},
    ],
)
def test_arguments_of_the_wrong_kind_are_refused(args: dict[str, Any]) -> None:
    with pytest.raises(ResolutionRefused):
        ToolResolver(ENTRIES).resolve(action(WRITE, args))


def test_content_may_come_from_an_earlier_goal() -> None:
    reference = {"from": "g0", "field": "text"}
    assert (
        ToolResolver(ENTRIES).resolve(action(WRITE, {"path": "/a", "content": reference})).args["content"] == reference
    )


def test_an_unbound_action_gets_the_first_tool_of_its_domain_that_serves_it() -> None:
    unbound = action(None, {"path": "/a", "content": "x"}, rule="file.write")
    assert ToolResolver(ENTRIES).resolve(unbound).entry is WRITE


def test_a_file_operation_never_resolves_to_the_keyboard() -> None:
    unbound = action(None, {"text": "x"}, rule="file.write")
    with pytest.raises(ResolutionRefused, match="no tool for file_operation"):
        ToolResolver([TYPE]).resolve(unbound)
    with pytest.raises(ResolutionRefused, match="may not do a file_operation"):
        ToolResolver(ENTRIES).resolve(action(TYPE, {"text": "x"}, intent="file_operation"))


def test_in_the_whole_catalogue_no_tool_of_another_domain_may_do_a_file_operation() -> None:
    serving = [entry.name for entry in ToolRegistry.default() if "file_operation" in entry.intents]
    assert serving
    assert all(name.startswith("files.") for name in serving)


def test_a_bound_tool_is_never_replaced() -> None:
    gone = entry("files.old", "file_operation", {"path": "path", "content": "content"}, "file_write", missing="no disk")
    with pytest.raises(ResolutionRefused, match="no disk"):
        ToolResolver([gone, WRITE]).resolve(action(gone, {"path": "/a", "content": "x"}))
    with pytest.raises(ResolutionRefused, match="there is no tool"):
        ToolResolver([WRITE]).resolve(action(gone, {"path": "/a", "content": "x"}))


def test_an_unbound_action_prefers_a_tool_that_is_here() -> None:
    gone = entry("files.old", "file_operation", {"path": "path", "content": "content"}, "file_write", missing="no disk")
    unbound = action(None, {"path": "/a", "content": "x"}, rule="file.write")
    assert ToolResolver([gone, WRITE]).resolve(unbound).entry is WRITE
