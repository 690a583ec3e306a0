"""The test desktop itself: its parts work, tests leave nothing on it, and it leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from desktop.keeper import MARK, marked

TESTS = Path(__file__).parents[1]
NESTED = """
    import time
    from pathlib import Path

    def test_that_never_ends(desk):
        desk.start("xterm", "-e", "sleep", "600")
        Path({told!r}).write_text(desk.environment[{mark!r}] + " " + desk.environment["DISPLAY"])
        time.sleep(600)
"""


def test_its_parts_answer(desk: Desk) -> None:
    assert "Openbox" in desk.output("wmctrl", "-m")
    assert "Default Sink: speakers" in desk.output("pactl", "info")
    assert "org.freedesktop.Notifications" in desk.output(
        "dbus-send", "--session", "--print-reply", "--dest=org.freedesktop.DBus", "/", "org.freedesktop.DBus.ListNames"
    )


def test_the_environment_of_the_test_is_the_desktops(desk: Desk) -> None:
    assert os.environ["DISPLAY"] == desk.environment["DISPLAY"]
    assert Path.home() == desk.folder


def test_outside_of_a_desk_test_there_is_no_desktop() -> None:
    assert MARK not in os.environ


def test_what_a_test_starts_is_gone_with_it(desk: Desk) -> None:
    desk.open_window("Gone soon")
    orphan = subprocess.Popen(["sleep", "600"], start_new_session=True)
    desk.clear()
    assert orphan.wait() == -signal.SIGTERM
    assert marked(desk.environment[MARK]) == []
    assert desk.windows() == {}
    assert "Openbox" in desk.output("wmctrl", "-m")


@pytest.mark.parametrize("way", [signal.SIGINT, signal.SIGKILL])
def test_tests_that_are_stopped_leave_nothing(way: signal.Signals, tmp_path: Path) -> None:
    told = tmp_path / "told"
    (tmp_path / "test_nested.py").write_text(textwrap.dedent(NESTED.format(told=str(told), mark=MARK)))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--rootdir={TESTS.parent}"]
    command += [f"--confcutdir={TESTS}", "-c", str(TESTS.parent / "pyproject.toml"), "-p", "conftest"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent / "src")))}
    nested = subprocess.Popen([*command, str(tmp_path)], env=environment, stdout=subprocess.DEVNULL)
    try:
        mark, display = until(lambda: told.read_text() if told.exists() else "").split()
        desktop = mark.removesuffix(".test")
        assert marked(desktop)
        assert marked(mark)
    finally:
        nested.send_signal(way)
        nested.wait()
    until(lambda: not marked(mark) and not marked(desktop))
    until(lambda: not Path(f"/tmp/.X11-unix/X{display[1:]}").exists() and not Path(f"/tmp/{desktop}").exists())
