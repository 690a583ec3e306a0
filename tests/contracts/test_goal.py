"""Goal: open domain and verb, read-only parameters; Goal.typed: the closed set of typed goals."""

from typing import Any

import pytest

from goalwright.contracts import Goal
from goalwright.errors import ContractViolation

# An integer that Python declines to print.
HUGE = pytest.param(10**5_000, id="huge")
LONG = pytest.param("x" * 1_000_000, id="long")


def violation(**fields: Any) -> ContractViolation:
    with pytest.raises(ContractViolation) as raised:
        Goal(**{"domain": "file", "verb": "create", **fields})
    assert raised.value.contract == "Goal"
    assert str(raised.value).isprintable()
    return raised.value


def typed_violation(**fields: Any) -> ContractViolation:
    with pytest.raises(ContractViolation) as raised:
        Goal.typed(**fields)
    assert raised.value.contract == "Goal"
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300
    return raised.value


class TestParametric:
    def test_everything_but_domain_and_verb_has_a_default(self) -> None:
        goal = Goal(domain="text", verb="time")
        assert (goal.params, goal.object, goal.scope) == ({}, None, "root")
        assert (goal.goal_id, goal.resolved_path, goal.numbered) == (None, None, False)

    def test_any_domain_and_verb_are_allowed(self) -> None:
        goal = Goal(domain="kitchen", verb="bake", params={"what": "bread"})
        assert (goal.domain, goal.verb) == ("kitchen", "bake")

    def test_fields_are_named(self) -> None:
        with pytest.raises(TypeError):
            Goal("file", "create")  # type: ignore[call-arg]  # refusing is the point

    def test_goals_with_the_same_content_are_equal(self) -> None:
        first = Goal(domain="a", verb="b", params={"x": [1, {"y": {2, 3}}]})
        second = Goal(domain="a", verb="b", params={"x": (1, {"y": frozenset({3, 2})})})
        assert first == second
        assert hash(first) == hash(second)
        assert first != Goal(domain="a", verb="b", params={"x": (1, {"y": 2})})

    @pytest.mark.parametrize("field", ["domain", "verb", "scope", "object", "goal_id", "resolved_path"])
    @pytest.mark.parametrize("value", ["", 1, True, b"x", ["x"], {}, HUGE, object()])
    def test_names_are_texts_and_not_empty(self, field: str, value: Any) -> None:
        assert violation(**{field: value}).field == field

    @pytest.mark.parametrize("field", ["domain", "verb", "scope", "params", "numbered"])
    def test_only_what_is_optional_may_be_none(self, field: str) -> None:
        assert violation(**{field: None}).field == field

    @pytest.mark.parametrize("params", [[], [("a", 1)], "a=1", 3, True, {"a"}])
    def test_params_are_a_mapping(self, params: Any) -> None:
        assert violation(params=params).field == "params"

    @pytest.mark.parametrize("key", [1, None, True, b"a", ("a",), HUGE])
    def test_parameter_names_are_texts(self, key: Any) -> None:
        assert "keys must be strings" in violation(params={"deep": {key: 1}}).problem

    @pytest.mark.parametrize("value", [b"x", object(), bytearray(), 1j, print, range(3), iter([])])
    def test_parameters_hold_data_only(self, value: Any) -> None:
        assert violation(params={"a": [value]}).field == "params"

    def test_numbered_is_a_flag(self) -> None:
        assert violation(numbered=1).field == "numbered"

    def test_a_goal_takes_an_id_only_if_it_has_none(self) -> None:
        goal = Goal(domain="a", verb="b", params={"x": 1}, object="o", scope="after:g0", resolved_path="/p")
        named = goal.named("g7")
        assert (goal.goal_id, named.goal_id) == (None, "g7")
        assert named == Goal(
            domain="a", verb="b", params={"x": 1}, object="o", scope="after:g0", resolved_path="/p", goal_id="g7"
        )
        assert named.named("g8") is named


# What the typed contract's fields become.
TYPED: list[tuple[dict[str, Any], tuple[str, str, dict[str, Any]]]] = [
    (
        {"goal_type": "browser_search", "platform": "youtube", "query": "nvidia"},
        ("browser", "search", {"platform": "youtube", "query": "nvidia"}),
    ),
    ({"goal_type": "browser_search", "query": "nvidia"}, ("browser", "search", {"query": "nvidia"})),
    ({"goal_type": "browser_search"}, ("browser", "search", {})),
    ({"goal_type": "browser_navigate", "target": "example.com"}, ("browser", "navigate", {"url": "example.com"})),
    ({"goal_type": "browser_navigate", "platform": "youtube"}, ("browser", "navigate", {})),
    ({"goal_type": "app_launch", "target": "notepad"}, ("system", "launch", {"app": "notepad"})),
    ({"goal_type": "app_launch", "platform": "notepad"}, ("system", "launch", {"app": "notepad"})),
    ({"goal_type": "app_launch", "target": "vim", "platform": "notepad"}, ("system", "launch", {"app": "vim"})),
    (
        {"goal_type": "file_operation", "action": "create", "target": "docs", "object_type": "folder"},
        ("file", "create", {"path": "docs", "object_type": "folder"}),
    ),
    (
        {"goal_type": "file_operation", "action": "make", "target": "a.txt", "object_type": "file"},
        ("file", "create", {"path": "a.txt", "object_type": "file"}),
    ),
    (
        {"goal_type": "file_operation", "action": "mkdir", "target": "docs"},
        ("file", "create", {"path": "docs", "object_type": "folder"}),
    ),
    (
        {"goal_type": "file_operation", "action": "mkdir", "target": "docs", "object_type": "file"},
        ("file", "create", {"path": "docs", "object_type": "file"}),
    ),
    ({"goal_type": "file_operation", "action": "rm", "target": "a.txt"}, ("file", "delete", {"path": "a.txt"})),
    ({"goal_type": "file_operation", "action": "delete", "target": "a.txt"}, ("file", "delete", {"path": "a.txt"})),
    ({"goal_type": "file_operation", "action": "list", "target": "docs"}, ("file", "list", {"path": "docs"})),
    ({"goal_type": "file_operation", "action": "fold", "target": "a"}, ("file", "fold", {"path": "a"})),
    ({"goal_type": "system_query", "query": "battery"}, ("system", "query", {"what": "battery"})),
    ({"goal_type": "system_query", "target": "battery"}, ("system", "query", {"what": "battery"})),
    ({"goal_type": "system_query", "query": "cpu", "target": "battery"}, ("system", "query", {"what": "cpu"})),
]


class TestTyped:
    @pytest.mark.parametrize(("fields", "expected"), TYPED)
    def test_it_becomes_a_parametric_goal(self, fields: dict[str, Any], expected: tuple[str, str, Any]) -> None:
        goal = Goal.typed(**fields)
        assert (goal.domain, goal.verb, goal.params) == expected
        assert (goal.object, goal.scope, goal.resolved_path) == (None, "root", None)

    def test_without_an_id_its_actions_are_numbered(self) -> None:
        goal = Goal.typed(goal_type="browser_search", query="x")
        assert (goal.goal_id, goal.numbered) == (None, True)
        assert goal.named("g0") is goal

    def test_with_an_id_they_are_called_after_it(self) -> None:
        goal = Goal.typed(goal_type="browser_search", query="x", goal_id="mine")
        assert (goal.goal_id, goal.numbered) == ("mine", False)

    @pytest.mark.parametrize(
        "goal_type",
        ["", "browser", "BROWSER_SEARCH", "browser_search ", "a\nb\x1b", None, 1, ["browser_search"], HUGE, LONG],
    )
    def test_any_other_type_is_refused_with_the_known_ones(self, goal_type: Any) -> None:
        error = typed_violation(goal_type=goal_type)
        assert error.field == "goal_type"
        for known in ("browser_search", "browser_navigate", "app_launch", "file_operation", "system_query"):
            assert known in error.problem

    @pytest.mark.parametrize("action", [None, "", 3, ["create"]])
    def test_a_file_operation_needs_an_action(self, action: Any) -> None:
        assert typed_violation(goal_type="file_operation", target="a", action=action).field == "action"

    @pytest.mark.parametrize("field", ["platform", "query", "target", "object_type"])
    @pytest.mark.parametrize("value", [1, True, ["x"], b"x", {}])
    def test_its_fields_are_texts(self, field: str, value: Any) -> None:
        assert typed_violation(goal_type="app_launch", **{field: value}).field == field

    @pytest.mark.parametrize("goal_id", ["", 1, []])
    def test_its_id_is_a_text_and_not_empty(self, goal_id: Any) -> None:
        assert typed_violation(goal_type="app_launch", goal_id=goal_id).field == "goal_id"

    def test_fields_of_no_typed_goal_are_refused(self) -> None:
        with pytest.raises(TypeError):
            Goal.typed(goal_type="app_launch", sub_goals=())  # type: ignore[call-arg]  # refusing is the point


def test_a_goal_with_other_parameters_is_checked_like_a_new_one() -> None:
    goal = Goal(domain="file", verb="move", params={"path": "a"}, goal_id="g3")
    moved = goal.with_params({"path": "b", "to": ["c"]}, "/x/b")
    assert moved == Goal(
        domain="file", verb="move", params={"path": "b", "to": ("c",)}, goal_id="g3", resolved_path="/x/b"
    )
    assert goal.params == {"path": "a"}
    assert goal.renamed("g4").goal_id == "g4"
    with pytest.raises(ContractViolation):
        goal.with_params({"path": object()})
    with pytest.raises(ContractViolation):
        goal.with_params({}, "")
