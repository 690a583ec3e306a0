"""Two screens side by side: a window stays on its own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from desktop.desk import Desk, until
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.changing import half, snapped
from goalwright.tools.desktop.windows.window_desk import Rectangle
from goalwright.tools.desktop.windows.x11_windows import X11Windows

# What is drawn as one screen is said to be two.
SCREENS = (("left", "800/200x600/150+0+0", "screen"), ("right", "1000/250x600/150+800+0", "none"))


@pytest.fixture
def two_screens(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A display of two screens, with a window on the second."""
    reading, writing = os.pipe()
    quiet = subprocess.DEVNULL
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1800x600x24", "-nolisten", "tcp", "-noreset"]
    running = [subprocess.Popen(command, pass_fds=(writing,), stdout=quiet, stderr=quiet)]
    os.close(writing)
    with os.fdopen(reading) as told:
        monkeypatch.setenv("DISPLAY", f":{told.readline().strip()}")
    for screen in SCREENS:
        subprocess.run(["xrandr", "--setmonitor", *screen], check=True)
    running.append(subprocess.Popen(["openbox", "--sm-disable"], stdout=quiet, stderr=quiet))
    until(_is_managed)  # openbox may lose a window that comes while it starts
    running.append(subprocess.Popen(["xterm", "-geometry", "40x10+1100+100"], stdout=quiet, stderr=quiet))
    yield
    for process in reversed(running):
        process.terminate()
        process.wait()


def test_a_window_is_fit_to_half_of_the_screen_it_is_on(two_screens: None) -> None:
    desk = X11Windows()
    window = until(lambda: next(iter(desk.listed()), None))
    assert desk.work_area(window.id) == Rectangle(800, 0, 1000, 600)
    snapped("right", desk, window.id, {})
    place = desk.seen(window.id).place
    assert abs(place.x - half(Rectangle(800, 0, 1000, 600), "right").x) <= 3
    assert 450 < place.width <= 500


def _is_managed() -> bool:
    try:
        X11Windows().listed()
    except ToolFailure:
        return False
    return True
