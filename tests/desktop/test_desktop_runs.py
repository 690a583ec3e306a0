"""Whole sentences on a real desktop: planned, run, read back by other programs, and taken back."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright import Goalwright
from goalwright.contracts.run_report import RunEvent, RunReport
from goalwright.errors import WorldDrifted

SENTENCE = "mute the sound, open the editor and snap it left, then copy hello to the clipboard"
HALF = 640
SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture
def app(desk: Desk, tmp_path: Path) -> Goalwright:
    desk.output("pactl", "set-sink-mute", "@DEFAULT_SINK@", "0")
    return Goalwright(home=tmp_path / "state", cwd=desk.folder, config=tmp_path / "config")


def ran(app: Goalwright, sentence: str, *, approve: bool = False) -> tuple[RunReport, list[RunEvent]]:
    events: list[RunEvent] = []

    async def run() -> RunReport:
        async with app:
            return await app.run(sentence, on_event=events.append, approve=approve)

    return asyncio.run(run()), events


def undone(app: Goalwright) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Take the last run back: the actions that were undone, and those that could not be."""

    async def undo() -> tuple[tuple[str, ...], tuple[str, ...]]:
        async with app:
            report = await app.undo()
            return report.undone, tuple(name for name, _ in report.not_undone)

    return asyncio.run(undo())


def editor(desk: Desk) -> str:
    """The number of the editor's window."""
    return next(number for number, title in desk.windows().items() if title.endswith("Mousepad"))


def place(desk: Desk, window: str) -> tuple[int, int]:
    """Where a window begins, and how wide it is."""
    told = desk.output("xwininfo", "-id", window)
    values = dict(line.strip().split(":", 1) for line in told.splitlines() if line.count(":") == 1)
    return int(values["Absolute upper-left X"]), int(values["Width"])


def is_muted(desk: Desk) -> bool:
    return "yes" in desk.output("pactl", "get-sink-mute", "@DEFAULT_SINK@")


def clipboard(desk: Desk) -> str:
    return desk.output("xclip", "-selection", "clipboard", "-out")


def copy(desk: Desk, text: str) -> None:
    """Put a text on the clipboard as another program would."""
    file = desk.folder / "clip"
    file.write_text(text)
    desk.start("xclip", "-quiet", "-selection", "clipboard", "-in", str(file))
    until(lambda: "TARGETS" in desk.output("sh", "-c", "xclip -selection clipboard -out -target TARGETS || true"))


def test_a_sentence_is_done_in_parallel_read_back_and_taken_back(app: Goalwright, desk: Desk) -> None:
    copy(desk, "what was there")
    report, events = ran(app, SENTENCE)
    assert report.status == "success", report
    assert {outcome.verified for outcome in report.outcomes.values()} == {"yes"}
    assert is_muted(desk)
    assert clipboard(desk) == "hello"
    left, width = place(desk, editor(desk))
    assert 0 <= left < 10
    assert HALF - 40 < width <= HALF
    told = [(event.kind, event.action_id.rpartition("_")[0]) for event in events]
    started = max(told.index(("action_started", name)) for name in ("g0_mute", "g1_launch"))
    assert started < min(told.index(("action_ended", name)) for name in ("g0_mute", "g1_launch"))
    assert told.index(("action_ended", "g1_launch")) < told.index(("action_started", "g2_snap"))

    assert undone(app) == (("g3_write_1", "g2_snap_1", "g0_mute_1"), ("g1_launch_1",))
    assert not is_muted(desk)
    assert clipboard(desk) == "what was there"
    assert place(desk, editor(desk))[0] > 10


def test_a_window_that_was_moved_since_is_not_moved_back(app: Goalwright, desk: Desk) -> None:
    ran(app, "open the editor and snap it left")
    window = editor(desk)
    desk.output("xdotool", "windowmove", window, "300", "200")
    until(lambda: place(desk, window)[0] > 290)
    with pytest.raises(WorldDrifted):
        undone(app)
    assert place(desk, window)[0] > 290


def test_an_app_that_runs_is_brought_to_the_front_and_not_started_again(app: Goalwright, desk: Desk) -> None:
    ran(app, "open the editor")
    ran(app, "open the editor")
    assert len(desk.windows()) == 1
    other = desk.open_window("Other")
    report, _ = ran(app, "open the editor")
    assert report.plan is not None
    assert [action.tool for action in report.plan.actions] == ["system.apps.focus"]
    assert desk.active_window() == editor(desk)
    assert len(desk.windows()) == 2
    undone(app)
    until(lambda: desk.active_window() == other)


def test_windows_are_steered_by_sentences(app: Goalwright, desk: Desk) -> None:
    notes, list_ = desk.open_window("Notes"), desk.open_window("Shopping list")
    for sentence, told in (
        ("maximize this window", "Shopping list"),
        ("minimize the shopping list window", "Shopping list"),
        ("switch to the notes window", "Notes"),
        ("snap this window to the right", "Notes"),
        ("which window is active", "Notes"),
    ):
        report, _ = ran(app, sentence)
        assert report.status == "success", (sentence, report)
        assert told in next(iter(report.outcomes.values())).output["text"]
    assert "HIDDEN" in desk.output("xprop", "-id", list_, "_NET_WM_STATE")
    assert place(desk, notes)[0] >= HALF
    report, _ = ran(app, "close the window called notes")
    assert report.status == "refused"
    assert notes in desk.windows()
    report, _ = ran(app, "close the window called notes", approve=True)
    assert report.status == "success", report
    assert notes not in desk.windows()


def test_the_command_ends_while_what_it_started_goes_on(desk: Desk, tmp_path: Path) -> None:
    environment = {**desk.environment, "PYTHONPATH": str(SOURCE), "GOALWRIGHT_HOME": str(tmp_path / "state")}
    command = [sys.executable, "-m", "goalwright", "run", "open the editor and copy hello to the clipboard"]
    ended = subprocess.run(
        command, env=environment, cwd=desk.folder, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert editor(desk)
    assert clipboard(desk) == "hello"
