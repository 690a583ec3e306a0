"""Scopes go into paths: where each path starts, by whose rules, and what is left alone."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.contracts import Goal, MetaGoal
from goalwright.errors import ContractViolation
from goalwright.interpret import resolve_scopes
from goalwright.situate.anchoring import anchor_paths
from runs.goals import goal


def folder(path: str, scope: str = "root") -> Goal:
    return Goal(domain="file", verb="create", params={"path": path, "object_type": "folder"}, scope=scope)


def last(*goals: Goal) -> Goal:
    return anchor_paths(resolve_scopes(goals)).goals[-1]


RESOLVED: list[tuple[str, list[Goal], str | None]] = [
    ("no scope", [goal("file.read", path="notes.txt")], None),
    ("no scope, another spelling", [goal("file.read", path="./docs//notes.txt")], "docs/notes.txt"),
    ("after only", [folder("docs"), goal("file.read", "after:g0", path="notes.txt")], None),
    ("inside a made folder", [folder("docs"), goal("file.create", "inside:docs", path="notes.txt")], "docs/notes.txt"),
    ("inside a folder that is there", [goal("file.create", "inside:docs", path="notes.txt")], "docs/notes.txt"),
    ("inside a path", [goal("file.create", "inside:~/job/docs/", path="notes.txt")], "~/job/docs/notes.txt"),
    ("inside by name", [folder("~/job/docs"), goal("file.create", "inside:docs", path="n.txt")], "~/job/docs/n.txt"),
    ("inside one level", [folder("a"), folder("b", "inside:a")], "a/b"),
    ("inside two levels", [folder("a"), folder("b", "inside:a"), folder("c", "inside:b")], "a/b/c"),
    (
        "inside three levels",
        [folder("a"), folder("b", "inside:a"), folder("c", "inside:b"), goal("file.write", "inside:c", path="n.txt")],
        "a/b/c/n.txt",
    ),
    ("the folder's place, not its words", [folder("a"), folder("b", "inside:a"), folder("c", "inside:a/b")], "a/b/c"),
    ("a folder inside one of its name", [folder("docs", "inside:docs")], "docs/docs"),
    ("absolute wins", [folder("docs"), goal("file.read", "inside:docs", path="/etc/hosts")], "/etc/hosts"),
    ("home wins", [folder("docs"), goal("file.read", "inside:docs", path="~/n.txt")], "~/n.txt"),
    ("a Windows path wins", [folder("docs"), goal("file.read", "inside:docs", path=r"c:\n.txt")], r"C:\n.txt"),
    ("upwards is kept", [folder("docs"), goal("file.read", "inside:docs", path="../n.txt")], "docs/../n.txt"),
    ("a tilde for a name", [folder("docs"), goal("file.read", "inside:docs", path="./~")], "docs/~"),
    ("unicode and spaces", [folder("mes données"), folder("日本 語", "inside:mes données")], "mes données/日本 語"),
    ("drive", [goal("file.create", "drive:D", path="notes.txt")], r"D:\notes.txt"),
    ("drive, small and with colon", [goal("file.create", "drive:d:", path="a/b.txt")], r"D:\a\b.txt"),
    ("drive and a rooted path", [goal("file.create", "drive:D", path=r"\a\b.txt")], r"D:\a\b.txt"),
    ("drive and a slash", [goal("file.create", "drive:D", path="/a/b.txt")], r"D:\a\b.txt"),
    ("drive and another drive's path", [goal("file.create", "drive:D", path=r"C:\b.txt")], r"C:\b.txt"),
    ("drive and home", [goal("file.create", "drive:D", path="~/b.txt")], "~/b.txt"),
    ("drive and folder", [goal("file.create", "drive:D;inside:docs", path="b.txt")], r"D:\docs\b.txt"),
    (
        "folder on a drive",
        [folder("Docs", "drive:D"), goal("file.read", "inside:docs", path="b.txt")],
        r"D:\Docs\b.txt",
    ),
    ("inside a Windows folder", [folder(r"C:\a b"), goal("file.read", r"inside:c:\A B", path="x/y")], r"C:\a b\x\y"),
    ("inside a share", [goal("file.read", r"inside:\\host\share", path="x.txt")], r"\\host\share\x.txt"),
    ("rooted inside a Windows folder", [goal("file.read", r"inside:C:\docs", path=r"\x.txt")], r"C:\x.txt"),
    ("bad drive", [goal("file.read", "drive:DD", path="x.txt")], None),
    ("first inside counts", [goal("file.read", "inside:a;inside:b", path="x.txt")], "a/x.txt"),
    ("object for path", [folder("docs"), goal("file.read", "inside:docs", object="n.txt")], "docs/n.txt"),
    ("object as it is", [goal("file.read", object="n.txt")], None),
    (
        "folder made by object",
        [goal("file.create", object="docs"), goal("file.read", "inside:docs", path="x")],
        "docs/x",
    ),
    ("upload", [goal("browser.upload", "inside:docs", path="cv.pdf", selector="#f")], "docs/cv.pdf"),
    ("page screenshot", [goal("browser.screenshot", "inside:shots", object="a.png")], "shots/a.png"),
    ("screenshot", [folder("shots"), goal("system.screenshot", "inside:shots", path="a.png")], "shots/a.png"),
    ("screenshot without a path", [goal("system.screenshot", "inside:shots")], None),
    ("another domain's path", [goal("web.fetch", path="/api//x/")], None),
    ("list a folder", [folder("docs"), goal("file.list", "inside:docs")], "docs"),
    ("list a drive", [goal("file.list", "drive:C")], "C:\\"),
    ("find in a folder", [folder("docs"), goal("file.find", "inside:docs", object="*.txt")], "docs"),
    ("create needs a path of its own", [goal("file.create", "inside:docs", object_type="folder")], None),
    ("no text", [goal("file.read", "inside:docs", path=7)], None),
    ("null", [goal("file.list", "inside:docs", path=None)], None),
    ("empty", [goal("file.read", "inside:docs", path="")], None),
    ("a reference", [goal("file.read", "inside:docs", path={"from": "g0", "field": "text"})], None),
    (
        "renamed folder",
        [goal("file.rename", path="a/old", to="new"), goal("file.read", "inside:new", path="x")],
        "a/new/x",
    ),
    ("moved folder", [goal("file.move", path="old", to="b/new"), goal("file.read", "inside:new", path="x")], "b/new/x"),
]


@pytest.mark.parametrize(("goals", "resolved"), [case[1:] for case in RESOLVED], ids=[case[0] for case in RESOLVED])
def test_path_of_the_last_goal_is_resolved(goals: list[Goal], resolved: str | None) -> None:
    anchored = last(*goals)
    assert anchored.resolved_path == resolved
    assert anchored.params == goals[-1].params
    assert anchored.object == goals[-1].object


TO = [
    ("copy", goal("file.copy", "inside:docs", path="a.txt", to="b.txt"), "docs/b.txt"),
    ("copy elsewhere", goal("file.copy", "inside:docs", path="a.txt", to="/tmp/b.txt"), "/tmp/b.txt"),
    ("move on a drive", goal("file.move", "drive:D", path="a.txt", to="sub/b.txt"), r"D:\sub\b.txt"),
    ("extract", goal("file.extract", "inside:docs", path="a.zip", to="out"), "docs/out"),
    ("rename to a bare name", goal("file.rename", "inside:docs", path="a.txt", to="b.txt"), "b.txt"),
    ("rename to a path", goal("file.rename", "inside:docs", path="a.txt", to="sub/b.txt"), "docs/sub/b.txt"),
    ("spelling", goal("file.copy", path="a.txt", to="./x//b.txt"), "x/b.txt"),
    ("as it is", goal("file.copy", path="a.txt", to="b.txt"), "b.txt"),
    ("no text", goal("file.copy", "inside:docs", path="a.txt", to=3), 3),
    ("no path to go by", goal("file.copy", "inside:docs", to="b.txt"), "b.txt"),
]


@pytest.mark.parametrize(("given_goal", "to"), [case[1:] for case in TO], ids=[case[0] for case in TO])
def test_to_follows_the_path(given_goal: Goal, to: Any) -> None:
    assert last(given_goal).params["to"] == to


def test_resolved_paths_stay_and_others_lie_inside_them() -> None:
    made = Goal(domain="file", verb="create", params={"path": "docs"}, scope="inside:x", resolved_path="/srv/docs")
    meta = anchor_paths(resolve_scopes([made, goal("file.read", "inside:docs", path="n.txt")]))
    assert [each.resolved_path for each in meta.goals] == ["/srv/docs", "/srv/docs/n.txt"]


def test_nothing_to_do_returns_the_same_object() -> None:
    meta = resolve_scopes([folder("docs"), goal("browser.navigate", url="example.com")])
    assert anchor_paths(meta) is meta


def test_unchanged_goals_are_passed_on_as_they_are() -> None:
    meta = resolve_scopes([folder("docs"), goal("file.create", "inside:docs", path="a"), goal("text.time")], "hello")
    anchored = anchor_paths(meta)
    assert anchored.goals[0] is meta.goals[0]
    assert anchored.goals[2] is meta.goals[2]
    assert (anchored.dependencies, anchored.text, anchored.meta_type) == ({1: (0,)}, "hello", "dependent_multi")


def test_typed_goals_stay_numbered() -> None:
    typed = Goal.typed(goal_type="file_operation", action="mkdir", target="a//b")
    anchored = anchor_paths(MetaGoal(goals=(typed,))).goals[0]
    assert (anchored.resolved_path, anchored.numbered, anchored.goal_id) == ("a/b", True, None)


@pytest.mark.slow
def test_folders_nested_without_end_are_refused_by_place() -> None:
    goals = [folder(f"d{index}", f"inside:d{index - 1}" if index else "root") for index in range(5_000)]
    with pytest.raises(ContractViolation, match=r"goals\[\d+\]\.scope: .* nest fewer folders"):
        anchor_paths(resolve_scopes(goals))


def test_a_path_too_long_to_begin_with_is_left_to_the_planner() -> None:
    assert last(goal("file.read", "inside:docs", path="x" * 1_000_000)).resolved_path == "x" * 1_000_000


PATHS = st.one_of(st.text(), st.sampled_from(["a", "a/b", "./~", "~", "C:", r"C:\a", r"\\h\s", r"\a", "/", ".."]))
SCOPES = st.one_of(
    st.just("root"), PATHS.map("inside:".__add__), st.just("drive:C"), PATHS.map("drive:D;inside:".__add__)
)
GOALS = st.builds(
    Goal,
    domain=st.sampled_from(["file", "system"]),
    verb=st.sampled_from(["create", "copy", "rename", "list", "find", "screenshot"]),
    params=st.dictionaries(st.sampled_from(["path", "to"]), st.one_of(PATHS, st.integers())),
    scope=SCOPES,
)


@given(st.lists(GOALS, min_size=1, max_size=8))
def test_anchoring_once_is_enough(goals: list[Goal]) -> None:
    anchored = anchor_paths(resolve_scopes(goals))
    assert anchor_paths(anchored) == anchored
