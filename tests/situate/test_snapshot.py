"""The snapshot: what runs, what is there, and what was known before."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright.contracts import Fact
from goalwright.situate.running_apps import plain, running_apps
from goalwright.situate.snapshot import snapshot
from goalwright.tools.desktop.installed.program_names import process_names
from goalwright.tools.desktop.windows.window_adapter import active_seen

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
LONG = "goalwright-long-named-editor"


@pytest.fixture
def started(tmp_path: Path) -> Iterator[list[str]]:
    """Programs that run under the names of apps, until the test ends."""
    sleeper = shutil.which("sleep")
    assert sleeper is not None
    processes = []
    for name in ("spotify", "code", "gnome-calculator", LONG):
        program = tmp_path / name
        shutil.copy(Path(sleeper).resolve(), program)
        processes.append(subprocess.Popen([program, "60"]))
    yield ["spotify", "visual studio code", "calculator", "goalwright long named editor"]
    for process in processes:
        process.kill()
        process.wait()


def test_apps_are_known_by_the_names_of_their_processes(started: list[str]) -> None:
    assert running_apps([*started, "photoshop"], process_names) == set(started)


def test_apps_keep_the_names_they_were_asked_by(started: list[str]) -> None:
    assert running_apps(["Spotify", "VSCode"], process_names) == {"Spotify", "VSCode"}


@pytest.mark.parametrize(("display", "is_here"), [(":71", True), (":71.0", True), ("", True), (":72", False)])
def test_what_runs_on_another_display_does_not_run_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, display: str, is_here: bool
) -> None:
    program = tmp_path / f"shown-{os.getpid()}"  # beside the same test in another run of the tests
    shutil.copy(Path(shutil.which("sleep") or "/bin/sleep").resolve(), program)
    process = subprocess.Popen([program, "60"], env={**ENVIRONMENT, "DISPLAY": display})
    monkeypatch.setenv("DISPLAY", ":71")
    try:
        # The system lists a process before it lists what the process was started with.
        until(Path(f"/proc/{process.pid}/environ").read_bytes)
        assert running_apps([program.name]) == (frozenset({program.name}) if is_here else frozenset())
    finally:
        process.kill()
        process.wait()


def test_a_process_that_has_ended_does_not_run(tmp_path: Path) -> None:
    program = tmp_path / "goalwright-ended"
    shutil.copy(Path(shutil.which("true") or "/bin/true").resolve(), program)
    process = subprocess.Popen([program])
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(") ")[2][0] != "Z":
        pass
    assert running_apps(["goalwright ended"]) == frozenset()
    process.wait()


def test_asking_for_no_app_looks_at_no_process() -> None:
    assert running_apps([]) == frozenset()


@pytest.mark.parametrize(
    ("name", "spelled"), [("Google Chrome", "googlechrome"), ("WINWORD.EXE", "winword"), ("a-b_c", "abc")]
)
def test_programs_have_one_spelling(name: str, spelled: str) -> None:
    assert plain(name) == spelled


def test_a_snapshot_holds_what_was_seen(tmp_path: Path, started: list[str]) -> None:
    world = snapshot([str(tmp_path)], ["spotify"], clock=lambda: 7.0)
    assert world.running_apps == {"spotify"}
    assert {(fact.key, fact.value, fact.at) for fact in world.recent_facts} == {
        (f"dir:{tmp_path}", "exists", 7.0),
        (f"file:{tmp_path}", "absent", 7.0),
    }
    assert (world.browser_running, world.browser_last_url, world.active_window) == (False, None, None)


def test_what_is_seen_takes_the_place_of_what_was_known(tmp_path: Path) -> None:
    known = [
        Fact(key=f"file:{tmp_path}/x", value="exists", at=9_000_000_000.0),
        Fact(key="volume", value=30, at=1.0),
    ]
    world = snapshot([f"{tmp_path}/x"], facts=known)
    assert [fact.value for fact in world.recent_facts if fact.key == f"file:{tmp_path}/x"] == ["absent"]
    assert world.recent_facts[0] == known[1]


def test_observers_write_nothing_and_load_little(tmp_path: Path) -> None:
    script = f"""
import sys
from goalwright.tools.desktop.installed.program_names import process_names
from goalwright.situate.snapshot import snapshot
snapshot([{str(tmp_path / "x")!r}], ["spotify"])
print(*sys.modules)
"""
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=60, env=ENVIRONMENT)
    assert not {"psutil", "sqlite3"} & set(done.stdout.split())
    assert list(tmp_path.iterdir()) == []


def test_a_snapshot_says_which_app_or_window_is_in_front(desk: Desk) -> None:
    assert active_seen(["text editor"]) is None
    desk.open_window("Letter to Ann")
    assert active_seen(["text editor"]) == "Letter to Ann"
    assert active_seen(["photoshop", "xterm"]) == "xterm"
    desk.start("mousepad")
    until(lambda: active_seen(["xterm", "Text Editor"]) == "Text Editor")
    world = snapshot([], ["Text Editor"], called=process_names, active=active_seen(["Text Editor"]))
    assert (world.active_window, world.running_apps) == ("Text Editor", frozenset({"Text Editor"}))


def test_a_title_that_only_looks_like_an_app_is_not_one(desk: Desk) -> None:
    desk.open_window("Photoshop")
    assert active_seen(["photoshop"]) is None


def test_without_a_desktop_nothing_is_in_front(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":654")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert active_seen() is None
