"""The end of a run: its answers, its one line, its document."""

from __future__ import annotations

import json
from typing import Any

import pytest

from doors.cli.plans import action, outcome, plan, report
from goalwright.contracts import RunReport, UnmetGoal
from goalwright.contracts.documents import report_document
from goalwright.contracts.run_report import ActionState, RunStatus
from goalwright.doors.cli.answers import answer_text, show_answers
from goalwright.doors.cli.report_view import summary

THREE = plan(action("a"), action("b", "a"), action("c", "b"))
WORDS = {"a": "create folder docs", "b": "write docs/x", "c": "open docs/x"}
FULL = "the disk is full: make room"


def ended(*states: ActionState, status: RunStatus = "success", **fields: Any) -> RunReport:
    outcomes = [
        outcome(
            name,
            state,
            error=FULL if state in ("failed", "in_doubt") else "",
            verified="unobservable" if state == "in_doubt" else "",
        )
        for name, state in zip("abc", states, strict=True)
    ]
    return report(THREE, outcomes, status, **({"reason": "because"} if status != "success" else {}), **fields)


@pytest.mark.parametrize(
    ("run", "can_undo", "line"),
    [
        (ended("done", "done", "done"), True, "3 actions done in 0.12 s (run r1; undo with `goalwright undo`)"),
        (ended("done", "done", "done"), False, "3 actions done in 0.12 s (run r1)"),
        (
            ended("done", "failed", "skipped", status="failed"),
            True,
            f"1 of 3 actions failed: write docs/x: {FULL}; 1 skipped; 1 done in 0.12 s "
            "(run r1; go on with `goalwright resume`; undo with `goalwright undo`)",
        ),
        (
            ended("failed", "skipped", "skipped", status="failed"),
            True,
            f"1 of 3 actions failed: create folder docs: {FULL}; 2 skipped (run r1; go on with `goalwright resume`)",
        ),
        (
            ended("done", "cancelled", "cancelled", status="cancelled"),
            False,
            "stopped after 0.12 s: 1 of 3 actions done (run r1; go on with `goalwright resume`)",
        ),
        (
            ended("done", "in_doubt", "skipped", status="interrupted"),
            False,
            f"1 of 3 actions in doubt: write docs/x: {FULL}; 1 skipped; 1 done in 0.12 s "
            "(run r1; look, then `goalwright resume --redo b` or `--skip b`)",
        ),
        (
            ended("done", "done", "done", status="partial", unmet=(UnmetGoal(goal_id="g3", reason="blocked"),)),
            False,
            "3 actions done in 0.12 s; 1 goal left out: g3 (blocked) (run r1)",
        ),
    ],
)
def test_the_summary_is_one_honest_line(run: RunReport, can_undo: bool, line: str) -> None:
    assert summary(run, WORDS, can_undo=can_undo) == line


def test_who_watched_the_run_is_not_told_twice_why_it_failed() -> None:
    run = ended("done", "failed", "skipped", status="failed")
    assert summary(run, WORDS, can_undo=False, is_watched=True) == (
        "1 of 3 actions failed; 1 skipped; 1 done in 0.12 s (run r1; go on with `goalwright resume`)"
    )


def test_the_document_has_everything_and_is_json() -> None:
    looked = plan(action("a", action_class="observe"), action("b"))
    run = report(looked, [outcome("a", output={"text": "hi", "more": [1, {"x": None}]}), outcome("b")])
    document = json.loads(json.dumps(report_document(run)))
    assert document.keys() >= {
        "status",
        "run_id",
        "plan",
        "plan_hash",
        "outcomes",
        "answers",
        "unmet",
        "reason",
        "exit_code",
        "seconds",
    }
    assert document["answers"] == [{"action_id": "a", "output": {"text": "hi", "more": [1, {"x": None}]}}]
    assert document["outcomes"]["b"]["state"] == "done"
    assert document["exit_code"] == 0


@pytest.mark.parametrize(
    ("output", "text"),
    [
        ({"text": "It is 12:30.", "time": "…"}, "It is 12:30."),
        ({"entries": ["a.txt", "b\n.txt"]}, "a.txt\nb\\n.txt"),
        ({"entries": [{"name": "a", "kind": "file"}, {"name": "b", "kind": "folder"}], "path": "/x"}, "a\nb/"),
        ({"matches": [{"path": "/x/a\x1b"}], "truncated": True}, "/x/a\\x1b\n(and more, which is left out)"),
        (
            {"entries": [{"name": "a", "kind": "file", "size": 7_000_000}, {"name": "docs", "kind": "folder"}]},
            "a         7.0 MB\ndocs/",
        ),
        (
            {"matches": [{"path": "/x/a", "kind": "file", "size": 312, "modified": "8 August 2026"}], "count": 1},
            "/x/a  312 bytes  8 August 2026",
        ),
        ({"facts": [{"key": "k", "value": 1}]}, "key: k  value: 1"),
        ({"entries": []}, "nothing"),
        ({"level": 30, "muted": False}, "level: 30\nmuted: false"),
        ({}, "nothing"),
    ],
)
def test_answers_are_the_tools_own_words_or_their_values(output: dict[str, Any], text: str) -> None:
    assert answer_text(output) == text


def test_one_answer_stands_alone_and_several_below_what_was_looked_at(capsys: pytest.CaptureFixture[str]) -> None:
    show_answers((("a", {"text": "one\ntwo\n"}),), {"a": "read x"})
    assert capsys.readouterr().out == "one\ntwo\n"
    show_answers((("a", {"text": "one"}), ("b", {"text": "two"})), {"a": "read x", "b": "read y"})
    assert capsys.readouterr().out == "read x:\none\n\nread y:\ntwo\n"


def test_answers_keep_their_lines_and_tabs_and_nothing_else_that_moves_the_cursor(
    capsys: pytest.CaptureFixture[str],
) -> None:
    show_answers((("a", {"text": "x\ty\r\nred \x1b[31m\rover\n"}),), {})
    assert capsys.readouterr().out == "x\ty\nred \\x1b[31m\\rover\n"
