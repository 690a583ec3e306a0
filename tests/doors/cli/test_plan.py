"""`goalwright plan`: what it shows, and what its exit code says."""

from __future__ import annotations

import json
import os

import pytest

from doors.cli.command import Cli, QuickCli, goal

DOCS = goal("file.create", path="docs", object_type="folder")
NOTES = goal("file.write", "inside:docs", path="notes.txt", content="hello")
YOUTUBE = goal("browser.navigate", url="youtube")
SEARCH = goal("browser.search", "after:navigate", query="nvidia")
TELEPORT = goal("browser.teleport")
CLICK = goal("browser.click", selector="#ok")

SHOWN = """\
├─ g0_create_1  create folder docs        files.create_folder  low risk
│  ↓ g1_write_1  write docs/notes.txt     files.write_file     low risk
│    content = hello
└─ g3_search_1  search nvidia on youtube  browsers.navigate    low risk
     url = https://youtube.com/results?search_query=nvidia

3 actions, proven minimal
Branches can run side by side.
"""


def test_a_plan_in_a_pipe_is_plain_text(quick: QuickCli) -> None:
    outcome = quick("plan", "--goals", quick.goals(DOCS, NOTES, YOUTUBE, SEARCH))
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith(SHOWN)


def test_tools_that_are_not_here_are_named(quick: QuickCli) -> None:
    outcome = quick("plan", "--goals", quick.goals(goal("system.sleep")), environment={"PATH": ""})
    assert outcome.code == 0
    assert "Not available on this machine:\n  system.power.sleep  " in outcome.out
    document = quick("plan", "--goals", quick.goals(goal("system.sleep")), "--json", environment={"PATH": ""}).document
    assert [missing["tool"] for missing in document["unavailable"]] == ["system.power.sleep"]


def test_standard_input_is_a_file_called_dash(quick: QuickCli) -> None:
    outcome = quick("plan", "--goals", "-", stdin=json.dumps({"goals": [DOCS, NOTES, YOUTUBE, SEARCH]}))
    assert outcome.out.startswith(SHOWN)


def test_verbose_says_why(quick: QuickCli) -> None:
    text = quick("plan", "--goals", quick.goals(YOUTUBE, SEARCH), "-v").out
    assert "  goals: g0, g1\n  rule: browser.search\n  effect: youtube_search_visible\n  why: " in text


def test_json_is_one_document_with_every_field(quick: QuickCli) -> None:
    outcome = quick("plan", "--goals", quick.goals(DOCS, NOTES), "--json")
    assert (outcome.code, outcome.err) == (0, "")
    document = outcome.document
    assert document.keys() == {
        "status",
        "reason",
        "unmet",
        "plan",
        "plan_hash",
        "needs_approval",
        "refusals",
        "unavailable",
        "looked",
        "diagnostics",
        "references",
    }
    path = str(quick.folder / "docs" / "notes.txt")
    assert document["plan"]["total_actions"] == 2
    assert document["plan"]["minimal_certified"] is True
    assert document["plan"]["actions"][1] | {"why": ""} == {
        "action_id": "g1_write_1",
        "intent": "file_operation",
        "description": f"write:{path}",
        "args": {"path": path, "content": "hello"},
        "action_class": "actuate",
        "tool": "files.write_file",
        "expected_effect": f"file_written:{path}",
        "depends_on": ["g0_create_1"],
        "goals": ["g1"],
        "rule": "file.write",
        "risk": "low",
        "why": "",
        "touches": document["plan"]["actions"][1]["touches"],
    }


def test_a_goal_that_no_plan_meets_is_one_line(quick: QuickCli) -> None:
    quick("plan", "--goals", quick.goals(CLICK)).require_one_line(4, "g0", "browser")
    document = quick("plan", "--goals", quick.goals(CLICK), "--json")
    assert document.code == 4
    assert document.document["status"] == "blocked"
    assert document.document["plan"] is None
    assert document.document["unmet"][0]["goal_id"] == "g0"


def test_several_unmet_goals_are_listed_with_their_reasons(quick: QuickCli) -> None:
    outcome = quick("plan", "--goals", quick.goals(CLICK, TELEPORT))
    assert outcome.code == 4
    assert "g0  blocked         browser = absent" in outcome.out
    assert "g1  rule_not_found  " in outcome.out
    assert outcome.err.count("\n") == 1


def test_a_partial_plan_is_good_enough_only_if_asked_for(quick: QuickCli) -> None:
    file = quick.goals(DOCS, TELEPORT)
    outcome = quick("plan", "--goals", file)
    assert outcome.code == 4
    assert "1 action, proven minimal" in outcome.out
    assert "g1  rule_not_found" in outcome.out
    assert "add --partial" in outcome.err
    accepted = quick("plan", "--goals", file, "--partial")
    assert (accepted.code, accepted.out, accepted.err) == (0, outcome.out, "")
    assert quick("plan", "--goals", file, "--json").code == 4
    assert quick("plan", "--goals", file, "--json", "--partial").document["status"] == "partial"


def test_a_scope_that_is_dropped_is_a_warning_beside_the_plan(quick: QuickCli) -> None:
    file = quick.goals(DOCS, goal("audio.mute", "after:nothing"))
    outcome = quick("plan", "--goals", file)
    assert outcome.code == 0
    assert outcome.err.startswith("goalwright: warning: goal g1: scope 'after:nothing' dropped: ")
    assert outcome.err.count("\n") == 1
    as_json = quick("plan", "--goals", file, "--json")
    assert as_json.err == ""
    assert as_json.document["diagnostics"][0]["goal_id"] == "g1"


@pytest.mark.parametrize(
    ("arguments", "count"),
    [
        (("--steps",), 2),
        (("--steps", "3"), 3),
        (("--steps=3",), 3),
        (("--json", "--steps"), 2),
        (("--steps", "--json"), 2),
    ],
)
def test_steps_write_the_structured_plan_only(quick: QuickCli, arguments: tuple[str, ...], count: int) -> None:
    file = quick.goals(DOCS, NOTES)
    outcome = quick("plan", *arguments, "--goals", file)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.document.keys() == {"goal", "steps"}
    assert len(outcome.document["steps"]) == count
    assert quick("validate", "-", "--count", str(count), stdin=outcome.out).code == 0


def test_steps_that_cannot_be_had_are_refused_with_both_numbers(quick: QuickCli) -> None:
    file = quick.goals(DOCS, NOTES)
    quick("plan", "--goals", file, "--steps", "1").require_one_line(4, "2 steps", "1 were asked")
    error = quick("plan", "--goals", file, "--steps", "1", "--json")
    assert (error.code, error.document["error"]["kind"]) == (4, "StepCountError")
    quick("plan", "--goals", quick.goals(CLICK), "--steps").require_one_line(4, "browser")


@pytest.mark.parametrize("steps", ["0", "-1", "1000000000000", "٣"])
def test_steps_that_are_no_number_of_steps_are_usage_errors(quick: QuickCli, steps: str) -> None:
    quick("plan", "--goals", quick.goals(DOCS), f"--steps={steps}").require_one_line(2, "--steps")


def test_two_runs_write_the_same_bytes(cli: Cli) -> None:
    file = cli.goals(DOCS, NOTES, YOUTUBE, SEARCH)
    runs = {cli("plan", "--goals", file, "--json", environment={"PYTHONHASHSEED": seed}).out for seed in ("1", "2")}
    assert len(runs) == 1


def test_names_that_no_plan_can_hold_are_left_out_of_a_partial_run(quick: QuickCli) -> None:
    (quick.folder / "out").mkdir()
    for name in (b"a.txt", b"b\x01.txt", b"c\xff.txt", b"d\n.txt"):
        (quick.folder / os.fsdecode(name)).write_text("text")
    assert quick("move all txt files to out").code == 4
    assert quick("move all txt files to out", "--partial").code == 0
    assert [path.name for path in (quick.folder / "out").iterdir()] == ["a.txt"]
    assert len(list(quick.folder.glob("*.txt"))) == 3
