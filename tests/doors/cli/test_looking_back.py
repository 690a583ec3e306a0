"""`history`, `show`, `undo`, `resume`, `facts` and `clean`."""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZipFile

import pytest

from doors.cli.command import QuickCli

MAKE = "create a folder docs and put notes.txt in it saying hello"


def test_runs_are_listed_newest_first(quick: QuickCli) -> None:
    assert quick("history").out == "Nothing was run yet.\n"
    quick(MAKE)
    quick("read docs/notes.txt")
    lines = quick("history").out.splitlines()
    assert lines[0].split() == ["run", "when", "status", "actions", "what"]
    assert lines[1].endswith("1 action   read docs/notes.txt")
    assert lines[2].endswith(f"2 actions  {MAKE}")
    runs = quick("history", "--json", "--limit", "1").document["runs"]
    assert [(run["text"], run["status"]) for run in runs] == [("read docs/notes.txt", "success")]


def test_a_run_is_shown_with_how_each_action_ended(quick: QuickCli) -> None:
    quick(MAKE)
    quick("read docs/notes.txt")
    last = quick("show").out
    assert "  saw: hello" in last
    first, second = reversed(quick("history", "--json").document["runs"])
    shown = quick("show", first["run_id"]).out
    assert shown.splitlines()[0] == f"run {first['run_id']}  {MAKE}"
    assert re.search(r"g0_create_1  create folder docs +files.create_folder  ✓ done \d\.\d\d s", shown)
    document = quick("show", second["run_id"], "--json").document
    assert document["status"] == "success"
    assert {outcome["state"] for outcome in document["outcomes"].values()} == {"done"}
    assert document["entries"]


@pytest.mark.slow
def test_a_long_run_is_shown_folded(quick: QuickCli) -> None:
    for number in range(60):
        quick.write(f"inbox/n{number:02}.txt", "x")
    (quick.folder / "archive").mkdir()
    done = quick("move all txt files in inbox to archive")
    assert done.code == 0
    assert len((done.out + done.err).splitlines()) < 20
    shown = quick("show").out
    assert "60 times: move inbox/n00.txt to archive/n00.txt" in shown
    assert "and 57 more  files.move  ✓ done" in shown
    assert len(shown.splitlines()) < 12
    assert len(re.findall(r"move inbox/n\d\d.txt .* ✓ done", quick("show", "--verbose").out)) == 60
    assert len(quick("undo", "--dry-run").out.splitlines()) == 2
    assert quick("undo").code == 0
    assert len(list((quick.folder / "inbox").iterdir())) == 60


def test_a_run_is_taken_back(quick: QuickCli) -> None:
    quick(MAKE)
    dry = quick("undo", "--dry-run")
    assert dry.code == 0
    assert "would be undone: write docs/notes.txt\nwould be undone: create folder docs\n" in dry.out
    assert (quick.folder / "docs" / "notes.txt").exists()
    undone = quick("undo")
    assert (undone.code, undone.err) == (0, "")
    assert re.search(r"2 actions undone \(run \S+\)\n$", undone.out)
    assert not (quick.folder / "docs").exists()
    assert "success, undone" in quick("history").out
    quick("undo").require_one_line(2, "undo")


def test_what_was_changed_since_is_not_taken_back(quick: QuickCli) -> None:
    quick(MAKE)
    quick.write("docs/notes.txt", "changed")
    quick("undo").require_one_line(7, "notes.txt")
    refused = quick("undo", "--json")
    assert (refused.code, refused.document["error"]["exit_code"]) == (7, 7)
    assert (quick.folder / "docs" / "notes.txt").read_text() == "changed"


def test_what_was_deleted_or_overwritten_comes_back(quick: QuickCli) -> None:
    quick.write("old.txt", "old")
    quick("delete old.txt", "--yes")
    assert quick("undo", "--json").document["undone"] == ["g0_delete_1"]
    assert (quick.folder / "old.txt").read_text() == "old"
    quick('write "new" to old.txt', "--yes")
    quick("undo")
    assert (quick.folder / "old.txt").read_text() == "old"


@pytest.mark.parametrize("command", ["show", "undo", "resume"])
def test_without_a_run_there_is_nothing_to_do(quick: QuickCli, command: str) -> None:
    quick(command).require_one_line(2)
    quick(command, "2026").require_one_line(2, "2026")
    assert quick(command, "--json").document["error"]["exit_code"] == 2


def test_a_run_that_ended_cannot_be_resumed(quick: QuickCli) -> None:
    quick(MAKE)
    quick("resume").require_one_line(2, "resume")


def test_a_run_is_resumed_and_undone_from_any_folder(quick: QuickCli, tmp_path: Path) -> None:
    quick.write("data.zip", "no archive")
    assert quick("create log.txt saying begun and unzip data.zip to data").code == 5
    with ZipFile(quick.folder / "data.zip", "w") as archive:
        archive.writestr("one.txt", "one")
    (tmp_path / "elsewhere" / "home").mkdir(parents=True)
    elsewhere = QuickCli(folder=tmp_path / "elsewhere", patch=quick.patch, streams=quick.streams)
    same = {"GOALWRIGHT_HOME": str(quick.folder / "state")}
    resumed = elsewhere("resume", environment=same)
    assert resumed.code == 0, resumed
    assert (quick.folder / "data" / "one.txt").read_text() == "one"
    assert f"extract {quick.folder}/data.zip" in resumed.err
    undone = elsewhere("undo", environment=same)
    assert undone.code == 0, undone
    assert f"undone: write {quick.folder}/log.txt" in undone.out
    assert not (quick.folder / "log.txt").exists()


def test_what_was_approved_is_resumed_without_another_yes(quick: QuickCli) -> None:
    quick.write("data.zip", "no archive")
    old = quick.write("old.txt", "old")
    assert quick("unzip data.zip to data, then delete old.txt", "--yes").code == 5
    assert old.exists()
    with ZipFile(quick.folder / "data.zip", "w") as archive:
        archive.writestr("one.txt", "one")
    resumed = quick("resume")
    assert (resumed.code, old.exists()) == (0, False), resumed


def test_facts_are_listed_and_narrowed(quick: QuickCli) -> None:
    assert quick("facts").out == "Nothing is known.\n"
    quick(MAKE)
    quick("remember that the key is under the mat")
    lines = quick("facts").out.splitlines()
    assert any(line.endswith("dir:docs = exists") for line in lines)
    everything = quick("facts", "--json").document["facts"]
    assert {fact["source"] for fact in everything} >= {"files.create_folder", "memory.store_fact"}
    for narrowed in (
        ("--tool", "files.create_folder"),
        ("--key", f"dir:{quick.folder}/docs"),
        ("--key", "dir:*"),
        ("--text", "docs", "--tool", "files.create_folder"),
    ):
        found = quick("facts", *narrowed, "--since", "1h", "--json").document["facts"]
        assert [fact["key"] for fact in found] == [f"dir:{quick.folder}/docs"], narrowed
    assert quick("facts", "--since", "2999-01-01", "--json").document == {"facts": []}
    quick("facts", "--since", "yesterday-ish").require_one_line(2, "--since", "2h")


def test_old_runs_are_removed_and_all_only_with_a_yes(quick: QuickCli) -> None:
    quick(MAKE)
    assert quick("clean").out.startswith("0 runs and 0 facts removed")
    quick("clean", "--all").require_one_line(6, "--yes")
    assert quick("clean", "--all", "--json").document["error"]["exit_code"] == 6
    assert len(quick("history", "--json").document["runs"]) == 1
    assert quick("clean", "--all", "--yes", "--json").document["runs_removed"] == 1
    assert quick("history").out == "Nothing was run yet.\n"
    quick("undo").require_one_line(2, "there is nothing to undo")
    assert (quick.folder / "docs").is_dir()
