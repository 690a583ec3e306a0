"""What is said of paths: files, folders, what is missing, and nothing of what cannot be known."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from goalwright.contracts import Goal, WorldState
from goalwright.plan.planner import GoalPlanner
from goalwright.situate.snapshot import observe_paths

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
FILE = {"file": "exists", "dir": "absent"}
FOLDER = {"file": "absent", "dir": "exists"}
MISSING = {"file": "absent", "dir": "absent"}


def seen(*paths: Path | str) -> dict[str, dict[str, str]]:
    """What was said, by path and then by family."""
    told: dict[str, dict[str, str]] = {}
    for fact in observe_paths([str(path) for path in paths]):
        family, _, path = fact.key.partition(":")
        told.setdefault(path, {})[family] = fact.value
    return told


def test_a_file_is_a_file_and_no_folder(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").touch()
    assert seen(tmp_path / "notes.txt") == {str(tmp_path / "notes.txt"): FILE}


def test_a_folder_is_a_folder_and_no_file(tmp_path: Path) -> None:
    assert seen(tmp_path) == {str(tmp_path): FOLDER}


def test_of_a_missing_path_the_folders_above_are_told_up_to_the_first_that_is_there(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "c.txt"
    assert seen(path) == {
        str(path): MISSING,
        str(path.parent): MISSING,
        str(path.parent.parent): MISSING,
        str(tmp_path): FOLDER,
    }


def test_a_file_in_the_way_of_folders_is_told(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    assert seen(tmp_path / "a" / "b") == {str(tmp_path / "a" / "b"): MISSING, str(tmp_path / "a"): FILE}


def test_of_what_would_lie_in_something_that_is_no_folder_nothing_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    (tmp_path / "docs").mkdir()
    said = seen(tmp_path / "a.txt", tmp_path / "a.txt/x", tmp_path / "new", tmp_path / "new/x", tmp_path / "docs/x")
    assert set(said) == {str(tmp_path / name) for name in ("a.txt", "new", "docs/x", "docs")} | {str(tmp_path)}


def test_a_symlink_counts_as_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "to_folder").symlink_to("folder")
    (tmp_path / "to_file").symlink_to("file")
    told = seen(tmp_path / "to_folder", tmp_path / "to_file", tmp_path / "to_folder" / "new")
    assert told[str(tmp_path / "to_folder")] == FOLDER
    assert told[str(tmp_path / "to_file")] == FILE
    assert told[str(tmp_path / "to_folder" / "new")] == MISSING


def test_nothing_is_said_of_links_that_lead_nowhere(tmp_path: Path) -> None:
    (tmp_path / "dead").symlink_to("nothing")
    (tmp_path / "loop").symlink_to("loop")
    assert seen(tmp_path / "dead", tmp_path / "loop") == {}


def test_a_socket_is_in_the_way_like_a_file(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(tmp_path / "s"))
        os.mkfifo(tmp_path / "pipe")
        assert seen(tmp_path / "s", tmp_path / "pipe") == {str(tmp_path / "s"): FILE, str(tmp_path / "pipe"): FILE}


@pytest.mark.parametrize("path", ["C:\\docs\\x.txt", "\\\\host\\share\\x", "notes.txt", "~/x", "~", ".", "", "a/../b"])
def test_nothing_is_said_of_paths_that_this_system_does_not_have(path: str) -> None:
    assert seen(path) == {}


@pytest.mark.parametrize("path", ["/tmp/\0", "/tmp/" + "x" * 300, "/tmp/\ud800"])
def test_names_that_cannot_be_looked_up_do_no_harm(path: str) -> None:
    assert path not in seen(path)


def test_spellings_of_one_path_are_told_once(tmp_path: Path) -> None:
    told = seen(f"{tmp_path}/", f"{tmp_path}//.", str(tmp_path))
    assert told == {str(tmp_path): FOLDER}


def test_dots_that_lead_up_are_followed_by_the_disk(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    told = seen(f"{tmp_path}/a/../x")
    assert told[f"{tmp_path}/a/../x"] == MISSING


def test_every_fact_is_of_the_moment_the_clock_says(tmp_path: Path) -> None:
    facts = observe_paths([str(tmp_path), str(tmp_path / "x")], lambda: 5.0)
    assert {fact.at for fact in facts} == {5.0}
    assert {fact.source for fact in facts} == {"observed"}


def test_nothing_is_said_of_what_may_not_be_looked_at(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    (closed / "in").mkdir(parents=True)
    for folder in (tmp_path, *tmp_path.parents):
        if folder.stat().st_mode & 0o777 == 0o700:
            folder.chmod(0o755)
    closed.chmod(0o700 if os.getuid() == 0 else 0)
    script = """
import json, os, sys
from goalwright.situate.snapshot import observe_paths
if os.getuid() == 0:
    os.setuid(65534)
print(json.dumps({fact.key: fact.value for fact in observe_paths(sys.argv[1:])}))
"""
    command = [sys.executable, "-c", script, str(closed / "in"), str(closed / "new"), str(closed)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=ENVIRONMENT)
    closed.chmod(0o700)
    assert json.loads(done.stdout) == {f"file:{closed}": "absent", f"dir:{closed}": "exists"}


def test_the_planner_makes_just_the_folders_that_are_missing(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "notes.txt"

    def tools() -> list[str]:
        goal = Goal(domain="file", verb="create", params={"path": str(path), "object_type": "file"})
        world = WorldState(recent_facts=observe_paths([str(path)]))
        plan = GoalPlanner().plan(goal, world).plan
        assert plan is not None
        return [action.rule + ":" + action.args["path"] for action in plan.actions]

    assert tools() == [f"file.create:{path.parent}", f"file.create:{path}"]
    path.parent.mkdir(parents=True)
    assert tools() == [f"file.create:{path}"]


def test_the_planner_finds_a_folder_in_the_way_of_a_file(tmp_path: Path) -> None:
    goal = Goal(domain="file", verb="write", params={"path": str(tmp_path), "content": "x"})
    world = WorldState(recent_facts=observe_paths([str(tmp_path)]))
    assert GoalPlanner().plan(goal, world).status == "blocked"
