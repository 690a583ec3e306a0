"""`goalwright "…"`: done, answered and summed up, or refused with nothing done."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import pytest

from doors.cli import plugin
from doors.cli.command import Cli, QuickCli, goal

NOTES = "create a folder docs and put notes.txt in it saying hello"
SUMMARY = r"2 actions done in \d+\.\d\d s \(run \S+; undo with `goalwright undo`\)\n"


def contents(folder: Path) -> str:
    """A print of every file and folder in there, apart from what Goalwright keeps for itself."""
    seen = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if "state" not in path.relative_to(folder).parts:
            seen.update(f"{path}\0{path.stat().st_mtime_ns}\0".encode())
            seen.update(path.read_bytes() if path.is_file() else b"")
    return seen.hexdigest()


@pytest.mark.parametrize("start", [(), ("run",)])
def test_a_sentence_is_done_and_summed_up_in_one_line(quick: QuickCli, start: tuple[str, ...]) -> None:
    outcome = quick(*start, NOTES)
    assert outcome.code == 0, outcome
    assert (quick.folder / "docs" / "notes.txt").read_text() == "hello"
    assert re.fullmatch(SUMMARY, outcome.out)
    lines = outcome.err.splitlines()
    assert re.fullmatch(r"g0_create_1  create folder docs +files.create_folder  low risk", lines[0])
    assert re.fullmatch(r"↓ g1_write_1  write docs/notes.txt +files.write_file +low risk", lines[1])
    assert lines[2] == "  content = hello"
    assert re.fullmatch(r"done: create folder docs \(\d\.\d\d s\)", lines[-2])
    assert re.fullmatch(r"done: write docs/notes.txt \(\d\.\d\d s\)", lines[-1])


def test_what_was_seen_is_the_answer(quick: QuickCli) -> None:
    quick.write("docs/notes.txt", "one\ntwo\x1b[31m\n")
    read = quick("read docs/notes.txt")
    assert read.code == 0, read
    assert re.fullmatch(r"one\ntwo\\x1b\[31m\n1 action done in \S+ s \(run \S+\)\n", read.out)
    assert "notes.txt" in quick("list the files in docs").out
    assert quick("what time is it").out.startswith("It is ")


def test_json_is_one_document_with_the_report(quick: QuickCli) -> None:
    quick.write("notes.txt", "hello")
    outcome = quick("read notes.txt", "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = outcome.document
    assert document["status"] == "success"
    assert document["exit_code"] == 0
    assert document["run_id"]
    assert re.fullmatch("[0-9a-f]{64}", document["plan_hash"])
    assert document["plan"]["actions"][0]["args"]["path"] == str(quick.folder / "notes.txt")
    (answer,) = document["answers"]
    assert answer["output"]["text"] == "hello"
    assert document["outcomes"][answer["action_id"]]["state"] == "done"


def test_a_dry_run_shows_the_plan_and_does_nothing(quick: QuickCli) -> None:
    quick.write("old.txt", "old")
    before = contents(quick.folder)
    outcome = quick(f"{NOTES}, then delete old.txt", "--dry-run")
    assert (outcome.code, outcome.err) == (0, "")
    assert "delete old.txt" in outcome.out
    assert outcome.out.endswith("Nothing was done: this was a dry run.\n")
    as_json = quick(NOTES, "--dry-run", "--json")
    assert (as_json.code, as_json.document["outcomes"]) == (0, {})
    assert contents(quick.folder) == before
    assert quick("history").out == "Nothing was run yet.\n"


RISKY = ["delete old.txt", 'write "new" to old.txt', "move other.txt to old.txt"]


@pytest.mark.parametrize("sentence", RISKY)
def test_high_risk_needs_a_yes(quick: QuickCli, sentence: str) -> None:
    quick.write("old.txt", "old")
    quick.write("other.txt", "other")
    before = contents(quick.folder)
    quick(sentence).require_one_line(6, "needs approval", "old.txt", "high risk", "--yes")
    refused = quick(sentence, "--json")
    assert (refused.code, refused.err) == (6, "")
    assert refused.document["status"] == "refused"
    assert refused.document["exit_code"] == 6
    assert "--yes" in refused.document["reason"]
    assert contents(quick.folder) == before
    assert quick(sentence, "--yes").code == 0
    assert contents(quick.folder) != before


@pytest.mark.parametrize("sentence", ["create a file /etc/goalwright-was-here.txt", "read /etc/passwd"])
def test_paths_outside_the_allowed_folders_are_refused(quick: QuickCli, sentence: str) -> None:
    quick(sentence, "--yes").require_one_line(6, "/etc/")
    assert quick(sentence, "--yes", "--json").document["status"] == "refused"


def test_what_cannot_be_planned_is_not_run(quick: QuickCli) -> None:
    file = quick.goals(goal("file.create", path="docs", object_type="folder"), goal("browser.teleport"))
    quick("run", "--goals", quick.goals(goal("browser.teleport"), name="no.json")).require_one_line(4, "teleport")
    refused = quick("run", "--goals", file)
    refused.require_one_line(4, "--partial")
    as_json = quick("run", "--goals", file, "--json")
    assert (as_json.code, as_json.document["exit_code"], as_json.document["status"]) == (4, 4, "refused")
    assert not (quick.folder / "docs").exists()
    allowed = quick("run", "--goals", file, "--partial")
    assert allowed.code == 0
    assert "1 action done" in allowed.out
    assert "1 goal left out: g1" in allowed.out
    assert (quick.folder / "docs").is_dir()


def test_goals_come_from_files_and_standard_input(quick: QuickCli) -> None:
    file = quick.goals(goal("text.echo", text="hello there"))
    assert quick("--goals", file).out.startswith("hello there\n")
    stdin = (quick.folder / file).read_text()
    assert quick("run", "--goals", "-", stdin=stdin).out.startswith("hello there\n")


def test_a_sentence_that_asks_for_a_plan_gets_one(quick: QuickCli) -> None:
    outcome = quick("a 3-step plan to create a folder docs and open github")
    assert outcome.code == 0
    assert len(outcome.document["steps"]) == 3
    assert not (quick.folder / "docs").exists()


def test_verbose_says_why(quick: QuickCli) -> None:
    assert "  why: " in quick(NOTES, "--verbose").err


def test_a_failed_action_is_named_and_what_follows_it_skipped(cli: Cli) -> None:
    environment = plugin.install(cli)
    file = cli.goals(
        goal("rest.stumble", seconds=1),
        goal("file.create", "after:stumble", path="docs", object_type="folder"),
        goal("file.create", path="other", object_type="folder"),
    )
    outcome = cli("run", "--goals", file, environment=environment)
    assert outcome.code == 5
    assert "failed: stumble 1 (" in outcome.err
    assert outcome.out.startswith(
        "1 of 3 actions failed: stumble 1: the floor is wet:\\x1b[31m dry it; 1 skipped; 1 done"
    )
    assert outcome.out.count("\n") == 1
    assert (cli.folder / "other").is_dir()
    assert not (cli.folder / "docs").exists()
    document = cli("run", "--goals", file, "--json", environment=environment).document
    assert (document["status"], document["exit_code"]) == ("failed", 5)
    assert [outcome["state"] for outcome in document["outcomes"].values()] == ["failed", "skipped"]
