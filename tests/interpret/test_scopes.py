"""Scopes become dependencies: the table of scopes, what is dropped, and what can never happen."""

import logging
import random
import time
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import Goal, MetaGoal
from goalwright.errors import ContractViolation
from goalwright.interpret import resolve_scopes

LOGGER = "goalwright.interpret.scopes"


def go(scope: str = "root", verb: str = "navigate", domain: str = "browser", goal_id: str | None = None) -> Goal:
    return Goal(domain=domain, verb=verb, params={"url": "example.com"}, scope=scope, goal_id=goal_id)


def folder(path: str, scope: str = "root") -> Goal:
    return Goal(domain="file", verb="create", params={"path": path, "object_type": "folder"}, scope=scope)


def file(path: str, scope: str = "root", verb: str = "create", **params: Any) -> Goal:
    return Goal(domain="file", verb=verb, params={"path": path, **params}, scope=scope)


def found(meta: MetaGoal) -> list[tuple[str, str, str]]:
    return [(each.severity, each.goal_id, each.scope) for each in meta.diagnostics]


SCOPES = [
    ("root is independent", [go(), go("root")], {}),
    ("after a verb", [go(), go("after:navigate", "wait")], {1: (0,)}),
    ("after an id", [go(), go("after:g0", "wait")], {1: (0,)}),
    ("after a domain and a verb", [go(), go("after:browser.navigate", "wait")], {1: (0,)}),
    (
        "the domain matters then",
        [go(domain="window", verb="close"), go(verb="close"), go("after:browser.close")],
        {2: (1,)},
    ),
    ("the first goal with the verb wins", [go(), go(), go("after:navigate", "wait")], {2: (0,)}),
    ("a second wait follows the first", [go(verb="wait"), go("after:wait", "wait")], {1: (0,)}),
    ("ids come before verbs", [go(), go(goal_id="navigate"), go("after:navigate", "wait")], {2: (1,)}),
    ("an id of one's own", [go(goal_id="start"), go("after:start")], {1: (0,)}),
    ("inside a folder made earlier", [folder("docs"), file("a.txt", "inside:docs")], {1: (0,)}),
    ("inside a folder nobody makes", [file("a.txt", "inside:docs")], {}),
    ("inside by whole path", [folder("a/docs"), file("a.txt", "inside:a/docs")], {1: (0,)}),
    ("inside by last name", [folder("a/docs"), file("a.txt", "inside:docs")], {1: (0,)}),
    ("another path of that name is another folder", [folder("a/docs"), file("a.txt", "inside:b/docs")], {}),
    ("whole path before name", [folder("a/docs"), folder("docs"), file("a.txt", "inside:docs")], {2: (1,)}),
    ("spelling does not matter", [folder("./a//docs/"), file("a.txt", "inside:a/docs/")], {1: (0,)}),
    ("case matters on POSIX", [folder("Docs"), file("a.txt", "inside:docs")], {}),
    ("case does not matter on Windows", [folder(r"C:\Docs"), file("a.txt", r"inside:c:/docs")], {1: (0,)}),
    ("nor in a name on Windows", [folder(r"C:\Docs"), file("a.txt", "inside:docs")], {1: (0,)}),
    ("the first of two folders", [folder("a/docs"), folder("b/docs"), file("x", "inside:docs")], {2: (0,)}),
    (
        "where the folder came to lie",
        [folder("a"), folder("b", "inside:a"), file("x", "inside:a/b")],
        {1: (0,), 2: (1,)},
    ),
    ("three levels", [folder("a"), folder("b", "inside:a"), folder("c", "inside:b")], {1: (0,), 2: (1,)}),
    ("a folder before a file of that name", [file("docs"), folder("x/docs"), file("y", "inside:docs")], {2: (1,)}),
    ("what was unpacked", [file("a.zip", verb="extract", to="out"), file("x", "inside:out", "read")], {1: (0,)}),
    ("what was renamed", [file("a/old", verb="rename", to="new"), file("x", "inside:a/new", "read")], {1: (0,)}),
    ("reading makes nothing", [file("docs", verb="read"), file("x", "inside:docs")], {}),
    (
        "an object stands in for the path",
        [Goal(domain="file", verb="create", object="docs"), file("x", "inside:docs")],
        {1: (0,)},
    ),
    (
        "only file goals make folders",
        [Goal(domain="web", verb="create", params={"path": "d"}), file("x", "inside:d")],
        {},
    ),
    ("unicode and spaces", [folder("mes données"), file("x", "inside: mes données ")], {1: (0,)}),
    ("a drive says where, not when", [file("x"), file("y", "drive:C")], {}),
    ("a drive with its colon", [file("x"), file("y", "drive:d:")], {}),
    ("parts joined", [folder("docs"), go(), file("x", "inside:docs;after:g1")], {2: (0, 1)}),
    ("white space around parts", [folder("docs"), go(), file("x", " inside: docs ; after: g1 ")], {2: (0, 1)}),
    ("the same goal twice", [go(), go("after:g0;after:navigate")], {1: (0,)}),
    ("root adds nothing", [go(), go("root;after:g0")], {1: (0,)}),
]


@pytest.mark.parametrize(("goals", "dependencies"), [case[1:] for case in SCOPES], ids=[case[0] for case in SCOPES])
def test_scope_gives_these_dependencies_and_no_diagnostic(
    goals: list[Goal], dependencies: dict[int, tuple[int, ...]], caplog: pytest.LogCaptureFixture
) -> None:
    meta = resolve_scopes(goals)
    assert meta.dependencies == dependencies
    assert not meta.diagnostics
    assert not caplog.records


DROPPED = [
    ("after itself by id", [go("after:g0")], "error", "after:g0", "earlier goal"),
    ("after itself by verb", [go("after:navigate")], "error", "after:navigate", "earlier goal"),
    ("after a later id", [go("after:g1"), go()], "error", "after:g1", "goals[1]"),
    ("after a later verb", [go("after:wait"), go(verb="wait")], "error", "after:wait", "goals[1]"),
    ("inside a folder made later", [file("x", "inside:docs"), folder("docs")], "error", "inside:docs", "goals[1]"),
    ("inside itself", [folder("docs", "inside:docs")], "error", "inside:docs", "itself"),
    ("unknown kind", [go("before:g0")], "warning", "before:g0", "after:<verb or id>"),
    ("no kind", [go("google")], "warning", "google", "after:<verb or id>"),
    ("kinds are lower case", [go("Root")], "warning", "Root", "write root"),
    ("root with more", [go("root:x")], "warning", "root:x", "root alone"),
    ("unknown verb", [go("after:dance")], "warning", "after:dance", "'dance'"),
    ("unknown id", [go("after:g7")], "warning", "after:g7", "such as after:g0"),
    ("after nothing", [go("after:")], "warning", "after:", "verb or the id"),
    ("after, bare", [go("after")], "warning", "after", "verb or the id"),
    ("inside nothing", [file("x", "inside: ")], "warning", "inside:", "folder's name"),
    ("no such drive", [file("x", "drive:CC")], "warning", "drive:CC", "one letter"),
    ("drive with a path", [file("x", r"drive:C:\docs")], "warning", r"drive:C:\docs", "one letter"),
    ("a drive is a Latin letter", [file("x", "drive:é")], "warning", "drive:é", "one letter"),
    ("blank", [go("  ")], "warning", "  ", "is empty"),
    ("empty part", [go(";root")], "warning", ";root", "is empty"),
]


@pytest.mark.parametrize(
    ("goals", "severity", "part", "said"), [case[1:] for case in DROPPED], ids=[case[0] for case in DROPPED]
)
def test_useless_part_is_dropped_logged_and_diagnosed(
    goals: list[Goal], severity: str, part: str, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG):
        meta = resolve_scopes(goals)
    assert not meta.dependencies
    assert found(meta) == [(severity, "g0", part)]
    assert said in meta.diagnostics[0].message
    assert [(record.name, record.levelname) for record in caplog.records] == [(LOGGER, severity.upper())]


def test_first_verb_is_not_passed_over_when_it_comes_too_late() -> None:
    meta = resolve_scopes([go("after:wait"), go(verb="wait"), go(verb="wait")])
    assert found(meta) == [("error", "g0", "after:wait")]


def test_good_parts_survive_bad_ones_beside_them() -> None:
    meta = resolve_scopes([go(), go("after:nobody;after:g0;after:g1", "wait")])
    assert meta.dependencies == {1: (0,)}
    assert found(meta) == [("warning", "g1", "after:nobody"), ("error", "g1", "after:g1")]


def test_ids_follow_positions_and_given_ids_stay() -> None:
    meta = resolve_scopes([go(), go(goal_id="mine"), go()], "three things")
    assert [goal.goal_id for goal in meta.goals] == ["g0", "mine", "g2"]
    assert meta.text == "three things"


@pytest.mark.parametrize(
    ("goals", "meta_type"),
    [([go()], "single"), ([go(), go()], "independent_multi"), ([go(), go("after:g0")], "dependent_multi")],
)
def test_meta_type_says_what_the_scopes_gave(goals: list[Goal], meta_type: str) -> None:
    assert resolve_scopes(goals).meta_type == meta_type


def test_numbered_goals_can_be_named_by_position() -> None:
    typed = Goal.typed(goal_type="browser_navigate", target="example.com")
    meta = resolve_scopes([typed, go("after:g0", "wait")])
    assert meta.dependencies == {1: (0,)}
    assert meta.goals[0].goal_id is None


@pytest.mark.parametrize(
    ("goals", "field"),
    [([go(goal_id="g1"), go()], "goals[1].goal_id"), ([], "goals"), (["navigate"], "goals[0]"), (7, "goals")],
)
def test_goals_that_are_no_goals_violate_the_contract(goals: Any, field: str) -> None:
    with pytest.raises(ContractViolation) as raised:
        resolve_scopes(goals)
    assert raised.value.field == field


def test_any_iterable_of_goals_will_do() -> None:
    assert resolve_scopes(goal for goal in (go(), go("after:g0"))).dependencies == {1: (0,)}


def test_log_lines_hold_no_control_characters(caplog: pytest.LogCaptureFixture) -> None:
    meta = resolve_scopes([go("after:\x1b[31m\nx\u2028\ud800" + "y" * 100_000, goal_id="a\nb")])
    assert all(record.getMessage().isprintable() for record in caplog.records)
    assert all(len(record.getMessage()) < 500 for record in caplog.records)
    assert all(each.message.isprintable() for each in meta.diagnostics)


NAMES = st.sampled_from(["navigate", "wait", "create", "g0", "g1", "g5", "docs", "a/docs", r"C:\docs", "x", "", "C"])
PARTS = st.builds(":".join, st.tuples(st.sampled_from(["after", "inside", "drive", "root", "zap"]), NAMES))
ANY_SCOPE = st.one_of(st.lists(PARTS, min_size=1, max_size=4).map(";".join), st.text(min_size=1), st.just("root"))
ANY_GOAL = st.builds(
    Goal,
    domain=st.sampled_from(["file", "browser"]),
    verb=st.sampled_from(["create", "copy", "rename", "list", "navigate", "wait"]),
    params=st.dictionaries(
        st.sampled_from(["path", "to", "object_type"]),
        st.one_of(st.text(), NAMES, st.just("folder"), st.integers(), st.none()),
    ),
    object=st.one_of(st.none(), st.text(min_size=1)),
    scope=ANY_SCOPE,
)


@given(st.lists(ANY_GOAL, min_size=1, max_size=12))
def test_any_goals_give_a_graph_of_earlier_goals_only(goals: list[Goal]) -> None:
    meta = resolve_scopes(goals)
    assert all(earlier < later for later, before in meta.dependencies.items() for earlier in before)
    assert [goal.scope for goal in meta.goals] == [goal.scope for goal in goals]
    assert resolve_scopes(goals) == meta


def seconds(goals: Iterable[Goal]) -> float:
    listed = tuple(goals)
    start = time.process_time()
    resolve_scopes(listed)
    return time.process_time() - start


@pytest.mark.thorough
@pytest.mark.slow
def test_time_grows_with_the_goals_and_not_with_their_square() -> None:
    chance = random.Random(7)
    goals = [
        folder(f"d{index}", f"inside:d{chance.randrange(index)};after:g{chance.randrange(index)}" if index else "root")
        for index in range(40_000)
    ]
    few = seconds(goals[:5_000])
    assert min(seconds(goals) for _ in range(2)) < 30 * few  # linear is 8 times, quadratic 64
