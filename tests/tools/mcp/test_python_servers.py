"""Two servers of others, from PyPI: spoken to in sentences, planned with our own verbs, undone where possible."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tools.mcp.others import OthersDesk, text_of

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> OthersDesk:
    made = OthersDesk(tmp_path_factory.mktemp("others"))
    offered = made.add("clock", sys.executable, "-m", "mcp_server_time", "--local-timezone", "UTC")
    assert offered == {"get_current_time", "convert_time"}
    assert "git_status" in made.add("git", sys.executable, "-m", "mcp_server_git")
    subprocess.run(["git", "init", "-q", "-b", "main", str(made.work)], check=True)
    for name, value in (("user.name", "Ann"), ("user.email", "ann@example.com")):
        subprocess.run(["git", "-C", str(made.work), "config", name, value], check=True)
    return made


def test_the_time_of_another_place_is_asked_and_written_down_and_taken_back(desk: OthersDesk) -> None:
    sentence = "use clock to get the current time in Asia/Tokyo and write it to now.txt"
    assert desk.run(sentence, approve=None).status == "refused"
    report = desk.run(sentence)
    assert json.loads(text_of(report, "g0_get_current_time_1"))["timezone"] == "Asia/Tokyo"
    assert "Asia/Tokyo" in (desk.work / "now.txt").read_text()
    taken_back = desk.undo(report.run_id)
    assert (taken_back.undone, [name for name, _why in taken_back.not_undone]) == (
        ("g1_write_1",),
        ["g0_get_current_time_1"],
    )
    assert not (desk.work / "now.txt").exists()


def test_a_server_that_says_no_is_quoted(desk: OthersDesk) -> None:
    report = desk.run("use clock to get the current time in Nowhere/Atlantis")
    assert report.status == "failed"
    assert report.outcomes["g0_get_current_time_1"].error.startswith("clock says: ")


def test_a_repository_is_worked_in_together_with_files(desk: OthersDesk) -> None:
    report = desk.run(f"create notes.txt saying hello, then use git status for {desk.work}")
    assert "notes.txt" in text_of(report, "g1_git_status_1")
    goals = [
        {"domain": "git", "verb": "git_add", "params": {"repo_path": ".", "files": ["notes.txt"]}},
        {
            "domain": "git",
            "verb": "git_commit",
            "params": {"repo_path": ".", "message": "Add notes"},
            "scope": "after:git_add",
        },
        {"domain": "git", "verb": "git_log", "params": {"repo_path": ".", "max_count": 1}, "scope": "after:git_commit"},
    ]
    assert "Add notes" in text_of(desk.run(goals), "g2_git_log_1")


def test_paths_for_a_server_are_kept_to_the_allowed_folders(desk: OthersDesk, tmp_path: Path) -> None:
    report = desk.run("use git status for /etc")
    assert (report.status, dict(report.outcomes)) == ("refused", {})
    assert "outside the allowed folders" in report.reason


def test_arguments_that_do_not_fit_the_schema_never_reach_the_server(desk: OthersDesk) -> None:
    goal = {"domain": "git", "verb": "git_add", "params": {"repo_path": ".", "files": [{"a": 1}]}}
    report = desk.run([goal])
    assert report.status == "failed"
    assert "git_add does not take 'files.0'" in report.outcomes["g0_git_add_1"].error
