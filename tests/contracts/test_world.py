"""WorldState, Fact, ToolCapability and ToolResult: snapshots and what tools say of themselves."""

from typing import Any

import pytest

from goalwright.contracts import Fact, ToolCapability, ToolResult, WorldState
from goalwright.errors import ContractViolation

HUGE = pytest.param(10**5_000, id="huge")


def refused(make: Any, contract: str, field: str) -> str:
    with pytest.raises(ContractViolation) as raised:
        make()
    assert (raised.value.contract, raised.value.field) == (contract, field)
    assert str(raised.value).isprintable()
    return raised.value.problem


class TestFact:
    @pytest.mark.parametrize("value", ["exists", 30, 0.5, None, True, ["a", {"b": {"c"}}]])
    def test_its_value_is_any_data(self, value: Any) -> None:
        assert Fact(key="x", value=value).source == "observed"

    @pytest.mark.parametrize("value", [object(), b"x", {1: 2}, [object()]])
    def test_its_value_is_only_data(self, value: Any) -> None:
        refused(lambda: Fact(key="x", value=value), "Fact", "value")

    @pytest.mark.parametrize("at", [0, 1_700_000_000, 12.5, -1, HUGE])
    def test_its_moment_is_a_number(self, at: Any) -> None:
        assert Fact(key="x", value=1, at=at).at == at

    @pytest.mark.parametrize("at", [True, "now", float("nan"), float("inf"), [], 1j])
    def test_its_moment_can_be_compared(self, at: Any) -> None:
        refused(lambda: Fact(key="x", value=1, at=at), "Fact", "at")

    @pytest.mark.parametrize("field", ["key", "source"])
    @pytest.mark.parametrize("value", ["", None, 1, HUGE])
    def test_its_names_are_texts_and_not_empty(self, field: str, value: Any) -> None:
        refused(lambda: Fact(**{"key": "x", "value": 1, field: value}), "Fact", field)


class TestWorldState:
    def test_every_field_has_an_empty_default(self) -> None:
        world = WorldState()
        assert (world.browser_running, world.browser_last_url, world.active_window) == (False, None, None)
        assert (world.running_apps, world.recent_facts) == (frozenset(), ())

    @pytest.mark.parametrize(
        ("field", "value"),
        [
            ("browser_running", 1),
            ("browser_running", None),
            ("browser_last_url", ""),
            ("browser_last_url", 1),
            ("active_window", b"x"),
            ("running_apps", "chrome"),
            ("running_apps", {"chrome": True}),
            ("running_apps", [1]),
            ("running_apps", [""]),
            ("running_apps", None),
            ("recent_facts", None),
            ("recent_facts", {"dir:docs": "exists"}),
            ("recent_facts", {Fact(key="a", value=1)}),
        ],
    )
    def test_wrong_types_are_refused(self, field: str, value: Any) -> None:
        refused(lambda: WorldState(**{field: value}), "WorldState", field)

    def test_facts_are_facts(self) -> None:
        made: Any = [Fact(key="a", value=1), ("b", 2)]
        refused(lambda: WorldState(recent_facts=made), "WorldState", "recent_facts[1]")


class TestToolCapability:
    def test_its_sets_are_optional(self) -> None:
        tool = ToolCapability(name="x")
        assert tool.can_achieve == tool.requires == tool.effects == frozenset()

    @pytest.mark.parametrize("field", ["can_achieve", "requires", "effects"])
    def test_its_sets_are_sets_of_names(self, field: str) -> None:
        for good in (["a", "b", "a"], {"a", "b"}, ("b", "a"), iter("ab")):
            given: Any = {"name": "x", field: good}
            assert getattr(ToolCapability(**given), field) == {"a", "b"}
        for bad in ("ab", None, 1, {"a": 1}, [1], [""], [["a"]]):
            made: Any = {"name": "x", field: bad}
            refused(lambda made=made: ToolCapability(**made), "ToolCapability", field)

    @pytest.mark.parametrize("name", ["", None, 1])
    def test_its_name_is_a_text(self, name: Any) -> None:
        refused(lambda: ToolCapability(name=name), "ToolCapability", "name")


class TestToolResult:
    def test_a_good_result_has_output_and_a_bad_one_an_error(self) -> None:
        assert ToolResult(ok=True, output={"a": [1]}).output == {"a": (1,)}
        assert ToolResult(ok=False, error="no such file").error == "no such file"

    def test_good_and_bad_exclude_each_other(self) -> None:
        refused(lambda: ToolResult(ok=True, error="x"), "ToolResult", "error")
        refused(lambda: ToolResult(ok=False), "ToolResult", "error")
        refused(lambda: ToolResult(ok=False, error=""), "ToolResult", "error")

    @pytest.mark.parametrize(("field", "value"), [("ok", 1), ("ok", None), ("output", []), ("output", None)])
    def test_wrong_types_are_refused(self, field: str, value: Any) -> None:
        refused(lambda: ToolResult(**{"ok": True, field: value}), "ToolResult", field)
