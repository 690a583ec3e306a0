"""MetaGoal: goals in order, dependencies on earlier ones only."""

from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import Diagnostic, Goal, MetaGoal
from goalwright.errors import ContractViolation

A, B, C = (Goal(domain="test", verb=verb) for verb in ("first", "second", "third"))
# An integer that Python declines to print.
HUGE = pytest.param(10**5_000, id="huge")


def violation(**fields: Any) -> ContractViolation:
    with pytest.raises(ContractViolation) as raised:
        MetaGoal(**{"goals": (A, B, C), **fields})
    assert raised.value.contract == "MetaGoal"
    assert str(raised.value).isprintable()
    assert len(str(raised.value)) < 300
    return raised.value


class TestGoals:
    def test_goals_without_an_id_are_called_after_their_index(self) -> None:
        meta = MetaGoal(goals=[A, Goal(domain="test", verb="x", goal_id="mine"), C])  # type: ignore[arg-type]  # lists are frozen
        assert [goal.goal_id for goal in meta.goals] == ["g0", "mine", "g2"]
        assert A.goal_id is None

    def test_numbered_goals_stay_without_an_id(self) -> None:
        search = Goal.typed(goal_type="browser_search", query="x")
        assert [goal.goal_id for goal in MetaGoal(goals=(search, search, A)).goals] == [None, None, "g2"]

    def test_there_is_at_least_one(self) -> None:
        assert violation(goals=()).field == "goals"

    @pytest.mark.parametrize("goals", [None, A, "goals", {0: A}, {A}, frozenset({A, B}), 3])
    def test_they_are_a_list(self, goals: Any) -> None:
        assert violation(goals=goals).field == "goals"

    @pytest.mark.parametrize("stranger", [None, "a", {"domain": "a", "verb": "b"}, Goal])
    def test_each_is_a_goal(self, stranger: Any) -> None:
        assert violation(goals=[A, stranger]).field == "goals[1]"

    def test_ids_are_unique(self) -> None:
        same = Goal(domain="test", verb="x", goal_id="mine")
        error = violation(goals=(same, A, same))
        assert error.field == "goals[2].goal_id"
        assert "'mine' is taken by goals[0]" in error.problem

    def test_an_id_may_not_be_one_that_another_goal_gets(self) -> None:
        assert violation(goals=(Goal(domain="test", verb="x", goal_id="g1"), A)).field == "goals[1].goal_id"


BAD_DEPENDENCIES: list[tuple[str, Any, str]] = [
    ("no mapping", [(1, 0)], "dependencies"),
    ("text", "1: 0", "dependencies"),
    ("none", None, "dependencies"),
    ("itself", {1: [1]}, "dependencies[1]"),
    ("later", {0: [1]}, "dependencies[0]"),
    ("cyclic", {0: [1], 1: [0]}, "dependencies[0]"),
    ("long circle", {1: [0], 2: [1], 0: [2]}, "dependencies[0]"),
    ("dangling", {1: [3]}, "dependencies[1]"),
    ("negative", {1: [-1]}, "dependencies[1]"),
    ("a flag", {1: [False]}, "dependencies[1]"),
    ("a float", {1: [0.0]}, "dependencies[1]"),
    ("an id", {1: ["g0"]}, "dependencies[1]"),
    ("null", {1: [None]}, "dependencies[1]"),
    ("a list", {1: [[0]]}, "dependencies[1]"),
    ("huge", {1: [10**5_000]}, "dependencies[1]"),
    ("good and bad", {1: [0], 2: [0, 1, 2]}, "dependencies[2]"),
    ("parents a number", {1: 0}, "dependencies[1]"),
    ("parents a text", {1: "0"}, "dependencies[1]"),
    ("parents bytes", {1: b"\x00"}, "dependencies[1]"),
    ("parents a mapping", {1: {0: 0}}, "dependencies[1]"),
    ("parents null", {1: None}, "dependencies[1]"),
    ("child dangling", {3: [0]}, "dependencies"),
    ("child negative", {-1: [0]}, "dependencies"),
    ("child a flag", {True: [0]}, "dependencies"),
    ("child a float", {1.0: [0]}, "dependencies"),
    ("child an id", {"g1": [0]}, "dependencies"),
    ("child null", {None: [0]}, "dependencies"),
    ("child huge", {10**5_000: [0]}, "dependencies"),
    ("child huge and negative", {-(10**5_000): [0]}, "dependencies"),
    ("children of all kinds", {"g1": [0], 1: [0], None: [0], 2.5: [0]}, "dependencies"),
    ("dangling without parents", {7: []}, "dependencies"),
]


class TestDependencies:
    @pytest.mark.parametrize(
        ("dependencies", "field"), [case[1:] for case in BAD_DEPENDENCIES], ids=[case[0] for case in BAD_DEPENDENCIES]
    )
    def test_bad_ones_are_refused(self, dependencies: Any, field: str) -> None:
        assert violation(dependencies=dependencies).field == field

    @pytest.mark.parametrize("parents", [[1, 0, 1], (1, 0), {0, 1}, frozenset({1, 0}), range(2), iter([1, 0])])
    def test_parents_are_sorted_and_named_once(self, parents: Any) -> None:
        assert MetaGoal(goals=(A, B, C), dependencies={2: parents}).dependencies == {2: (0, 1)}

    def test_children_are_sorted_and_those_without_parents_left_out(self) -> None:
        meta = MetaGoal(goals=(A, B, C), dependencies=MappingProxyType({2: (0,), 0: (), 1: (0,)}))
        assert list(meta.dependencies.items()) == [(1, (0,)), (2, (0,))]

    def test_equal_ones_are_equal_however_they_were_written(self) -> None:
        first = MetaGoal(goals=(A, B, C), dependencies={1: (0,), 2: (0, 1)})
        second = MetaGoal(goals=(A, B, C), dependencies={2: (1, 0, 0), 1: (0,), 0: ()})
        assert first == second
        assert hash(first) == hash(second)
        assert repr(first) == repr(second)

    @given(st.dictionaries(st.integers(-2, 5), st.lists(st.integers(-2, 5) | st.booleans())))
    def test_any_others_are_accepted_or_refused(self, dependencies: Any) -> None:
        is_good = all(
            0 <= child < 4 and all(type(parent) is int and 0 <= parent < child for parent in parents)
            for child, parents in dependencies.items()
        )
        if is_good:
            MetaGoal(goals=(A, B, C, A), dependencies=dependencies)
        else:
            violation(goals=(A, B, C, A), dependencies=dependencies)


TYPES = [
    ((A,), {}, "single"),
    ((A, B), {}, "independent_multi"),
    ((A, B), {1: []}, "independent_multi"),
    ((A, B), {1: [0]}, "dependent_multi"),
]


class TestMetaType:
    @pytest.mark.parametrize(("goals", "dependencies", "expected"), TYPES)
    def test_it_is_worked_out_when_left_out(self, goals: Any, dependencies: Any, expected: Any) -> None:
        assert MetaGoal(goals=goals, dependencies=dependencies).meta_type == expected
        assert MetaGoal(goals=goals, dependencies=dependencies, meta_type=expected).meta_type == expected

    @pytest.mark.parametrize(("goals", "dependencies", "expected"), TYPES)
    @pytest.mark.parametrize("meta_type", ["single", "independent_multi", "dependent_multi", "", "multi", 1, [], HUGE])
    def test_any_other_is_refused(self, goals: Any, dependencies: Any, expected: str, meta_type: Any) -> None:
        if meta_type != expected:
            error = violation(goals=goals, dependencies=dependencies, meta_type=meta_type)
            assert error.field == "meta_type"
            assert expected in error.problem


class TestTextAndDiagnostics:
    def test_they_are_optional(self) -> None:
        meta = MetaGoal(goals=(A,))
        assert (meta.text, meta.diagnostics) == ("", ())

    @pytest.mark.parametrize("text", [None, 1, b"x"])
    def test_text_is_text(self, text: Any) -> None:
        assert violation(text=text).field == "text"

    @pytest.mark.parametrize("diagnostics", ["x", ["x"], [None], None, 3])
    def test_diagnostics_are_diagnostics(self, diagnostics: Any) -> None:
        assert violation(diagnostics=diagnostics).field.startswith("diagnostics")

    @pytest.mark.parametrize(
        ("field", "value"),
        [("severity", "fatal"), ("severity", None), ("severity", []), ("goal_id", ""), ("scope", 1), ("message", "")],
    )
    def test_a_diagnostic_says_what_and_why(self, field: str, value: Any) -> None:
        fields = {"severity": "warning", "goal_id": "g0", "scope": "after:x", "message": "dropped"}
        assert Diagnostic(**fields).severity == "warning"  # type: ignore[arg-type]  # a table's values are texts
        with pytest.raises(ContractViolation) as raised:
            Diagnostic(**{**fields, field: value})
        assert (raised.value.contract, raised.value.field) == ("Diagnostic", field)
