"""Every path of every goal is made absolute for this machine, and plans stay as short as they were."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright import GoalPlanner, ToolRegistry, WorldState
from goalwright.contracts import Goal, MetaGoal, PlanResult
from goalwright.interpret import GoalInterpreter, resolve_scopes
from goalwright.rules import RuleBook, builtin_rules, load_rules
from goalwright.situate.anchoring import Surroundings, resolve_paths
from goalwright.situate.known_folders import folders_here, known_folders
from goalwright.situate.orchestrator import goal_paths
from goalwright.situate.snapshot import observe_paths
from runs.goals import goal

RULES = builtin_rules()
HERE: dict[str, Any] = {"cwd": "/home/me/work", "home": "/home/me"}


def around(rules: RuleBook = RULES, **here: Any) -> Surroundings:
    return Surroundings(words=rules.words, **{**HERE, **here})


def resolved(*goals: Goal, **here: Any) -> Goal:
    return resolve_paths(resolve_scopes(goals), RULES, around(**here)).goals[-1]


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("notes.txt", "/home/me/work/notes.txt"),
        ("./a//b/", "/home/me/work/a/b"),
        (".", "/home/me/work"),
        ("../x", "/home/me/work/../x"),
        ("a/../b", "/home/me/work/a/../b"),
        ("/etc//hosts", "/etc/hosts"),
        ("/a/../b", "/a/../b"),
        ("~", "/home/me"),
        ("~/x/y", "/home/me/x/y"),
        ("~/../x", "/home/me/../x"),
        ("~not-a-user/x", "/home/me/work/~not-a-user/x"),
        ("~root", "/home/me/work/~root"),
        ("~root/x", f"{Path('~root').expanduser()}/x"),
        ("./~", "/home/me/work/~"),
        ("desktop", "/home/me/Desktop"),
        ("Desktop/a.txt", "/home/me/Desktop/a.txt"),
        ("my documents/a.txt", "/home/me/Documents/a.txt"),
        ("downloads/*.pdf", "/home/me/Downloads/*.pdf"),
        ("home", "/home/me"),
        ("home/x", "/home/me/x"),
        ("desktop/~/x", "/home/me/Desktop/~/x"),
        ("./desktop", "/home/me/work/desktop"),
        ("a/desktop", "/home/me/work/a/desktop"),
        ("caf\u00e9 \u65e5\u672c", "/home/me/work/caf\u00e9 \u65e5\u672c"),
        ("a*b?[c]", "/home/me/work/a*b?[c]"),
        (r"\x", "/home/me/work/\\x"),
        (r"C:\a\b.txt", r"C:\a\b.txt"),
        (r"\\host\share\x", r"\\host\share\x"),
    ],
)
def test_a_path_becomes_what_this_machine_calls_it(said: str, expected: str) -> None:
    assert resolved(goal("file.read", path=said)).resolved_path == expected
    assert resolved(goal("file.read", object=said)).resolved_path == expected
    assert resolved(goal("file.copy", path="/x", to=said)).params["to"] in (expected, f"{expected}/")


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (r"C:\a\b.txt", "/mnt/c/a/b.txt"),
        ("c:/a/b.txt", "/mnt/c/a/b.txt"),
        (r"c:a", "/mnt/c/a"),
        ("C:\\", "/mnt/c"),
        (r"C:\..\..\etc\passwd", "/mnt/c/etc/passwd"),
        (r"C:\a\..\..\..\b", "/mnt/c/b"),
        (r"C:\a\.\b\..\c", "/mnt/c/a/c"),
        (r"D:\a", "/data/a"),
        (r"E:\a", r"E:\a"),
        (r"\\C\share\x", r"\\C\share\x"),
    ],
)
def test_a_drive_is_the_folder_that_stands_for_it(said: str, expected: str) -> None:
    drives = {"C": "/mnt/c", "d:": "/data"}
    assert resolved(goal("file.read", path=said), drives=drives).resolved_path == expected


def test_a_scope_on_a_drive_leads_to_its_folder() -> None:
    drives = {"D": "/data"}
    assert resolved(goal("file.create", "drive:D", path="a.txt"), drives=drives).resolved_path == "/data/a.txt"
    made = goal("file.create", "drive:D", path="docs", object_type="folder")
    inside = goal("file.create", "inside:docs", path="a.txt", object_type="file")
    assert resolved(made, inside, drives=drives).resolved_path == "/data/docs/a.txt"


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ("a/b.txt", r"C:\Users\me\work\a\b.txt"),
        ("~/x", r"C:\Users\me\x"),
        ("desktop/x", r"C:\Users\me\Desktop\x"),
        ("/x", r"C:\x"),
        (r"\x", r"C:\x"),
        (r"D:\x\..\y", r"D:\x\..\y"),
    ],
)
def test_on_windows_everything_follows_its_rules(said: str, expected: str) -> None:
    here = {"cwd": r"C:\Users\me\work", "home": r"C:\Users\me"}
    assert resolved(goal("file.read", path=said), **here).resolved_path == expected


def test_known_folders_may_lie_elsewhere() -> None:
    folders = {"desktop": "/home/me/Schreibtisch"}
    assert resolved(goal("file.read", path="my desktop/a"), folders=folders).resolved_path == "/home/me/Schreibtisch/a"
    assert resolved(goal("file.read", "inside:desktop", path="a"), folders=folders).resolved_path == (
        "/home/me/Schreibtisch/a"
    )
    assert resolved(goal("file.read", path="~/Desktop/a"), folders=folders).resolved_path == "/home/me/Desktop/a"


def test_defaults_are_paths_too() -> None:
    listed = resolved(goal("file.list"))
    assert listed.resolved_path == "/home/me/work"
    found = resolved(goal("file.find", pattern="*.pdf"))
    assert (found.resolved_path, found.params["pattern"]) == ("/home/me/work", "*.pdf")
    inside = resolved(goal("file.find", "inside:downloads", object="*.pdf"))
    assert inside.resolved_path == "/home/me/Downloads"
    for each in (listed, found, inside):
        plan = GoalPlanner().plan(each, WorldState()).plan
        assert plan is not None
        assert plan.actions[-1].args["path"] == each.resolved_path


def test_other_verbs_with_paths_are_resolved_and_those_without_are_not() -> None:
    upload = resolved(goal("browser.upload", path="cv.pdf", selector="#f"))
    assert upload.resolved_path == "/home/me/work/cv.pdf"
    assert resolved(goal("system.screenshot", object="a.png")).resolved_path == "/home/me/work/a.png"
    plain = MetaGoal(
        goals=(goal("browser.navigate", url="a/b"), goal("text.echo", text="~/x"), goal("web.get", path="x"))
    )
    assert resolve_paths(plain, RULES, around()) is plain


def test_a_new_name_stays_beside_the_old_one() -> None:
    assert resolved(goal("file.rename", path="docs/a.txt", to="b.txt")).params["to"] == "b.txt"
    assert resolved(goal("file.rename", path="docs/a.txt", to="desktop")).params["to"] == "desktop"
    assert resolved(goal("file.rename", path="docs/a.txt", to="docs/b.txt")).params["to"] == "/home/me/work/docs/b.txt"


def test_a_slash_at_the_end_still_says_folder() -> None:
    assert resolved(goal("file.copy", path="a.txt", to="backup/")).params["to"] == "/home/me/work/backup/"
    assert resolved(goal("file.copy", path="a.txt", to="/")).params["to"] == "/"


def test_references_ids_scopes_and_order_stay() -> None:
    reference = {"from": "g0", "field": "text"}
    meta = resolve_scopes(
        [goal("file.read", path="a.txt"), goal("file.write", "after:g0", path="b.txt", content=reference)], "hello"
    )
    new = resolve_paths(meta, RULES, around())
    assert (new.dependencies, new.text, new.meta_type) == (meta.dependencies, "hello", meta.meta_type)
    assert new.goals[1].params["content"] == reference
    assert (new.goals[1].scope, new.goals[1].goal_id) == ("after:g0", "g1")
    typed = Goal.typed(goal_type="file_operation", action="mkdir", target="docs")
    again = resolve_paths(MetaGoal(goals=(typed,)), RULES, around()).goals[0]
    assert (again.numbered, again.resolved_path) == (True, "/home/me/work/docs")


@pytest.mark.parametrize("bad", [5, "", " ", None, ["a"], {"from": "g0", "field": "path"}])
def test_what_is_no_path_is_left_to_the_planner(bad: Any) -> None:
    meta = MetaGoal(goals=(goal("file.read", path=bad),))
    assert resolve_paths(meta, RULES, around()) is meta


def test_rows_and_folders_of_the_user_count(tmp_path: Path) -> None:
    (tmp_path / "notes.toml").write_text(
        """
[jot]
intent = "file_operation"
description_template = "jot:{log}"
main = "log"
required_params = ["log"]
default_params = { draft = "projects/draft.txt" }
params.log = { type = "path" }
params.draft = { type = "path" }
kind = "event"
tool = "files.append_file"
expected_effect = "noted"
examples = [{ params = { log = "a" }, description = "jot:a" }]

[folders.projects]
path = "/srv/projects"
""",
        encoding="utf-8",
    )
    rules = load_rules(tmp_path)
    meta = MetaGoal(goals=(goal("notes.jot", object="~/log.txt"),))
    params = resolve_paths(meta, rules, around(rules)).goals[0].params
    assert params == {"log": "/home/me/log.txt", "draft": "/srv/projects/draft.txt"}


@given(
    st.lists(
        st.builds(
            lambda verb, path, to, scope: goal(verb, scope, path=path, **({"to": to} if verb == "file.copy" else {})),
            st.sampled_from(["file.read", "file.copy", "file.list", "file.create"]),
            st.text("ab/.~\\:*C", min_size=1, max_size=8),
            st.text("ab/.~\\:*C", min_size=1, max_size=8),
            st.sampled_from(["root", "inside:docs", "inside:desktop", "after:g0"]),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_resolving_twice_changes_nothing_more(goals: list[Goal]) -> None:
    drives = {"C": "/mnt/c"}
    once = resolve_paths(resolve_scopes(goals), RULES, around(drives=drives))
    assert resolve_paths(once, RULES, around(drives=drives)) == once
    for each in once.goals:
        assert (
            each.resolved_path is None or each.resolved_path.startswith(("/", "\\\\")) or each.resolved_path[1] == ":"
        )


USER_DIRS = r"""
# This file is written by xdg-user-dirs-update
XDG_DESKTOP_DIR="$HOME/Schreibtisch"
XDG_DOWNLOAD_DIR="/data/my downloads/"
XDG_MUSIC_DIR="$HOME/"
XDG_PICTURES_DIR="$HOME/A \"B\" \$C"
XDG_VIDEOS_DIR="relative"
XDG_DOCUMENTS_DIR=$HOME/unquoted
XDG_TEMPLATES_DIR="$HOME/Templates"
not a line
"""


def test_known_folders_are_read_from_the_desktops_own_list(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / ".config").mkdir(parents=True)
    (home / ".config" / "user-dirs.dirs").write_text(USER_DIRS, encoding="utf-8")
    assert known_folders({}, str(home), "linux") == {
        "desktop": f"{home}/Schreibtisch",
        "downloads": "/data/my downloads",
        "music": str(home),
        "pictures": f'{home}/A "B" $C',
    }
    other = tmp_path / "config"
    other.mkdir()
    (other / "user-dirs.dirs").write_text('XDG_DESKTOP_DIR="$HOME/D"\n', encoding="utf-8")
    assert known_folders({"XDG_CONFIG_HOME": str(other)}, str(home), "linux") == {"desktop": f"{home}/D"}
    assert known_folders({"XDG_CONFIG_HOME": "config"}, str(home), "linux")["desktop"] == f"{home}/Schreibtisch"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00", b'XDG_DESKTOP_DIR="$HOME', b"XDG" * 100_000])
def test_a_list_that_cannot_be_read_leaves_the_defaults(tmp_path: Path, content: bytes | None) -> None:
    file = tmp_path / ".config" / "user-dirs.dirs"
    file.parent.mkdir()
    file.mkdir() if content is None else file.write_bytes(content)
    assert known_folders({}, str(tmp_path), "linux") == {}


def test_a_folder_of_that_name_that_lies_here_goes_first(tmp_path: Path) -> None:
    for name in ("downloads", "home", "Music", "other"):
        (tmp_path / name).mkdir()
    (tmp_path / "pictures").touch()
    here = folders_here(str(tmp_path), builtin_rules().words.folders.values())
    assert here == {"downloads": f"{tmp_path}/downloads", "music": f"{tmp_path}/Music"}


def test_other_systems_have_their_own_defaults() -> None:
    assert known_folders({}, "/Users/me", "darwin") == {"videos": "/Users/me/Movies"}
    assert known_folders({}, r"C:\Users\me", "win32") == {}


def planned(sentence: str, cwd: Path) -> PlanResult:
    """What becomes of a sentence in a real folder, by looking at the paths that it is about."""
    meta = resolve_paths(GoalInterpreter().interpret(sentence), RULES, around(cwd=str(cwd), home=str(cwd / "home")))
    paths = [path for each in meta.goals for path in goal_paths(each, RULES)]
    tools = ToolRegistry.default(probe=False).capabilities()
    return GoalPlanner().plan(meta, WorldState(recent_facts=observe_paths(paths)), tools)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "create folder docs and put notes.txt in it saying hi",
            ["create_folder:docs low", "write:docs/notes.txt low"],
        ),
        ("create folder a and folder b inside it", ["create_folder:a/b low"]),
        ("create folder a and folder b inside it and folder c inside b", ["create_folder:a/b/c low"]),
        ("write hi to new/deep/x.txt", ["create_folder:new/deep low", "write:new/deep/x.txt low"]),
        ("write hi to full/x.txt", ["write:full/x.txt high"]),
        ("write hi to full/y.txt", ["write:full/y.txt low"]),
        ("create a file y.txt in full and write hi to full/y.txt", ["write:full/y.txt low"]),
        ("copy full/x.txt to store", ["copy:full/x.txt:store/x.txt high"]),
        ("copy a.txt to store", ["copy:a.txt:store/a.txt medium"]),
        (
            "rename the folder full to elsewhere and read elsewhere/x.txt",
            ["rename:full:elsewhere medium", "read:elsewhere/x.txt none"],
        ),
        ("zip full", ["compress:full high"]),
        ("rename a.txt to b.txt", ["rename:a.txt:b.txt high"]),
        (
            "create a file on the desktop called z.txt",
            ["create_folder:home/Desktop low", "create:home/Desktop/z.txt low"],
        ),
    ],
)
def test_plans_with_absolute_paths_merge_as_ever(tmp_path: Path, sentence: str, expected: list[str]) -> None:
    for name in ("full", "store"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "x.txt").write_text("x")
    for name in ("a.txt", "b.txt", "full.zip"):
        (tmp_path / name).write_text("x")
    plan = planned(sentence, tmp_path).plan
    assert plan is not None
    assert [f"{action.description} {action.risk}".replace(f"{tmp_path}/", "") for action in plan.actions] == expected
    for action in plan.actions:
        assert all(value.startswith(f"{tmp_path}/") for name, value in action.args.items() if name in ("path", "to"))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (goal("file.read", path="/a"), ["/a"]),
        (goal("file.list"), ["."]),
        (goal("file.compress", path="/a"), ["/a", "/a.zip"]),
        (goal("file.compress", path="/a", to="/b.zip"), ["/a", "/b.zip"]),
        (goal("file.extract", path="/a.tar.gz"), ["/a.tar.gz", "/a"]),
        (goal("file.copy", path="/x/a", to="/b/"), ["/x/a", "/b/", "/b/a"]),
        (goal("file.rename", path="/x/a", to="b"), ["/x/a", "/x/b"]),
        (goal("file.rename", path="/x/a", to="/y/b"), ["/x/a", "/y/b"]),
        (goal("text.echo", text="/x"), []),
        (goal("no.such", path="/x"), []),
    ],
)
def test_a_goal_is_about_what_it_names_and_what_follows(said: Goal, expected: list[str]) -> None:
    assert list(goal_paths(said, RULES)) == expected
