"""`goalwright plan -o` and `apply`: exactly the plan that was saved, or nothing."""

from __future__ import annotations

import hashlib
import json

import pytest

from doors.cli.command import QuickCli, goal
from doors.cli.test_run import contents
from goalwright.contracts.json_fields import canonical_json

MAKE = "create a folder docs and put notes.txt in it saying hello"


def test_a_saved_plan_is_run_exactly(quick: QuickCli) -> None:
    saved = quick("plan", MAKE, "-o", "plan.json")
    assert (saved.code, saved.err) == (0, "")
    assert saved.out.endswith("Saved: run it with `goalwright apply plan.json`\n")
    assert not (quick.folder / "docs").exists()
    dry = quick("apply", "plan.json", "--dry-run")
    assert (dry.code, dry.out.splitlines()[-1]) == (0, "Nothing was done: this was a dry run.")
    applied = quick("apply", "plan.json")
    assert applied.code == 0, applied
    assert (quick.folder / "docs" / "notes.txt").read_text() == "hello"
    assert applied.out.startswith("2 actions done in ")


def test_a_plan_can_be_saved_to_standard_output(quick: QuickCli) -> None:
    saved = quick("plan", MAKE, "-o", "-")
    assert (saved.code, saved.err) == (0, "")
    assert json.loads(saved.out)
    applied = quick("apply", "-", "--json", stdin=saved.out)
    assert (applied.code, applied.document["status"]) == (0, "success")


def test_a_world_that_changed_is_refused_with_7(quick: QuickCli) -> None:
    quick("plan", MAKE, "-o", "plan.json")
    quick.write("docs/notes.txt", "mine")
    before = contents(quick.folder)
    quick("apply", "plan.json", "--yes").require_one_line(7, "docs")
    refused = quick("apply", "plan.json", "--yes", "--json")
    assert (refused.code, refused.err) == (7, "")
    assert refused.document["error"]["exit_code"] == 7
    assert contents(quick.folder) == before


def test_a_file_that_was_edited_is_refused(quick: QuickCli) -> None:
    quick("plan", MAKE, "-o", "plan.json")
    file = quick.folder / "plan.json"
    file.write_text(file.read_text().replace("hello", "hacked"))
    quick("apply", "plan.json", "--yes").require_one_line(2, "plan.json")
    assert not (quick.folder / "docs").exists()


@pytest.mark.parametrize("content", ["", "{}", "[1]", "not json", '{"goals": []}', "\x00"])
def test_files_that_are_no_plans_are_refused(quick: QuickCli, content: str) -> None:
    quick.write("plan.json", content)
    quick("apply", "plan.json").require_one_line(2, "plan.json")


def test_a_missing_file_is_refused(quick: QuickCli) -> None:
    quick("apply", "nothing.json").require_one_line(2, "nothing.json", "does not exist")


def test_high_risk_needs_a_yes_here_too(quick: QuickCli) -> None:
    quick.write("old.txt", "old")
    quick("plan", "delete old.txt", "-o", "plan.json")
    quick("apply", "plan.json").require_one_line(6, "delete old.txt", "--yes")
    assert (quick.folder / "old.txt").exists()
    assert quick("apply", "plan.json", "--yes").code == 0
    assert not (quick.folder / "old.txt").exists()


@pytest.mark.parametrize("rule", ["file.delete", "file.read", "file.nothing", ""])
def test_what_a_file_calls_its_actions_misleads_nobody(quick: QuickCli, rule: str) -> None:
    quick.write("old.txt", "old")
    quick("plan", "delete old.txt", "-o", "plan.json")
    document = json.loads((quick.folder / "plan.json").read_text())
    del document["hash"]
    [action] = document["plan"]["actions"]
    path = action["args"]["path"]
    action.update(description=f"read:{path}", rule=rule)
    document["hash"] = hashlib.sha256(canonical_json(document).encode()).hexdigest()
    quick.write("plan.json", json.dumps(document))
    quick("apply", "plan.json").require_one_line(6, "delete file old.txt", "--yes")
    applied = quick("apply", "plan.json", "--yes")
    assert applied.code == 0, applied
    assert "read" not in applied.out + applied.err + quick("show").out


def test_structured_plans_are_run_step_by_step(quick: QuickCli) -> None:
    text = quick("plan", "--goals", quick.goals(goal("text.time")), "--steps", "2").out
    applied = quick("apply", "-", stdin=text)
    assert applied.code == 0, applied
    assert "It is " in applied.out
    assert "2 actions done in" in applied.out


def test_steps_that_use_one_file_take_turns(quick: QuickCli) -> None:
    args = [{"path": "log.txt", "content": content} for content in ("one", "same", "same", "two", "same")]
    steps = [
        {
            "step_id": f"step_{place}",
            "tool": "files.append_file",
            "description": "add a line",
            "args": each,
            "depends_on": [],
            "deliverable": "a line",
        }
        for place, each in enumerate(args, 1)
    ]
    quick.write("steps.json", json.dumps({"goal": "lines", "steps": steps}))
    quick.write("log.txt", "first\n")
    applied = quick("apply", "steps.json")
    assert applied.code == 0, applied
    found = (quick.folder / "log.txt").read_text().splitlines()
    assert (found[0], sorted(found[1:])) == ("first", ["one", "same", "same", "same", "two"])
    assert quick("undo").code == 0
    assert (quick.folder / "log.txt").read_text() == "first\n"


def test_saving_over_a_file_that_is_no_plan_needs_force(quick: QuickCli) -> None:
    mine = quick.write("mine.txt", "precious")
    quick("plan", MAKE, "-o", "mine.txt").require_one_line(2, "mine.txt", "--force")
    assert mine.read_text() == "precious"
    assert quick("plan", MAKE, "-o", "mine.txt", "--force").code == 0
    assert quick("plan", "create a folder spare", "-o", "mine.txt").code == 0
    assert "spare" in mine.read_text()
    assert sorted(path.name for path in quick.folder.glob("*mine*")) == ["mine.txt"]


@pytest.mark.parametrize("name", ["missing/plan.json", "docs", "x" * 300])
def test_a_file_that_cannot_be_written_is_one_line(quick: QuickCli, name: str) -> None:
    (quick.folder / "docs").mkdir()
    quick("plan", "create a folder spare", "-o", name).require_one_line(2, "--output", "cannot be written")


def test_what_cannot_be_planned_is_not_saved(quick: QuickCli) -> None:
    assert quick("plan", "click ok", "-o", "plan.json").code == 4
    assert not (quick.folder / "plan.json").exists()
