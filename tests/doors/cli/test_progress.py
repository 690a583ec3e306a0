"""Progress: a plain line for each action in a pipe, nothing beside JSON, live on a terminal."""

from __future__ import annotations

import pytest

from doors.cli.plans import outcome
from goalwright.contracts import ActionOutcome, RunEvent
from goalwright.doors.cli.plain_text import bytes_text, seconds_text
from goalwright.doors.cli.progress import Lines, Silence, progress_of

WORDS = {"a": "create folder docs", "b": "write x"}


def ended(ended: ActionOutcome) -> RunEvent:
    return RunEvent(kind="action_ended", run_id="r", action_id=ended.action_id, outcome=ended)


def test_a_pipe_gets_a_line_for_each_action_that_ended(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of(WORDS, as_json=False) as progress:
        assert isinstance(progress, Lines)
        progress(RunEvent(kind="run_started", run_id="r"))
        progress(RunEvent(kind="action_started", run_id="r", action_id="a"))
        progress(ended(outcome("a", seconds=0.014)))
        progress(ended(outcome("b", "failed", error="no room\n", seconds=12.34)))
        progress(ended(outcome("c", "cancelled")))
        progress.tell("stopping")
    out, err = capsys.readouterr()
    assert out == ""
    assert err == ("done: create folder docs (0.01 s)\nfailed: write x (12.3 s): no room\\n\ngoalwright: stopping\n")


@pytest.mark.parametrize(
    ("output", "told"),
    [
        ({"note": "a new browser was started"}, "a new browser was started"),
        (
            {"url": "https://a.example/", "problem": "the site answered 404 (not found)"},
            "the site answered 404 (not found)",
        ),
        ({"dialogs": ({"text": "Saved\x1b", "answer": "OK"},)}, "the page said: Saved\\x1b (answered OK)"),
        (
            {"dialogs": ({"text": "Sure?", "answer": "open: say OK or Cancel next"},)},
            "the page asks: Sure? (say OK or Cancel next)",
        ),
        ({"path": "/home/me/a.csv", "url": "https://a.example/a.csv"}, "saved as /home/me/a.csv"),
    ],
)
def test_what_a_page_said_on_the_way_stands_below_the_action(
    capsys: pytest.CaptureFixture[str], output: dict[str, object], told: str
) -> None:
    with progress_of(WORDS, as_json=False) as progress:
        progress(ended(outcome("a", output=output, seconds=0.01)))
    assert capsys.readouterr().err == f"done: create folder docs (0.01 s)\n  {told}\n"


def test_a_large_run_is_counted_and_what_failed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    words = {f"a{n}": f"move {n}" for n in range(500)}
    with progress_of(words, as_json=False) as progress:
        for n in range(499):
            progress(ended(outcome(f"a{n}")))
        progress(ended(outcome("a499", "failed", error="no room")))
    told = capsys.readouterr().err.splitlines()
    assert told[0] == "done: 50 of 500 actions"
    assert told[-1] == "failed: move 499 (0.00 s): no room"
    assert len(told) == 10


def test_beside_json_there_is_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_of(WORDS, as_json=True) as progress:
        assert type(progress) is Silence
        progress(ended(outcome("a")))
        progress.tell("stopping")
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(0.0, "0.00 s"), (0.123, "0.12 s"), (12.34, "12.3 s"), (75, "1 min 15 s"), (3700, "1 h 1 min")],
)
def test_durations_are_short(seconds: float, text: str) -> None:
    assert seconds_text(seconds) == text


@pytest.mark.parametrize(
    ("size", "text"),
    [(0, "0 bytes"), (999, "999 bytes"), (1500, "1.5 kB"), (2_000_000, "2.0 MB"), (10**13, "10000.0 GB")],
)
def test_sizes_are_short(size: int, text: str) -> None:
    assert bytes_text(size) == text
