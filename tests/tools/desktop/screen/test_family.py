"""Where the screen cannot be seen or read, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools.desktop.screen.screen_family import FIND, TAKE, missing
from goalwright.tools.services import Services

WAYLAND = "this is a Wayland session, where no program may look at the screen: log in with an X11 (Xorg) session"
NO_DISPLAY = "there is no display: start it in a desktop session"
NO_TESSERACT = "tesseract, which reads text on pictures, is not installed: `sudo apt-get install tesseract-ocr`"


@pytest.mark.parametrize(
    ("session", "why"),
    [
        ({}, {TAKE: NO_DISPLAY, FIND: NO_DISPLAY}),
        ({"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"}, {TAKE: WAYLAND, FIND: WAYLAND}),
        ({"DISPLAY": ":0"}, {FIND: NO_TESSERACT}),
    ],
)
def test_what_is_missing_is_told_with_its_remedy(
    session: dict[str, str], why: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**session, "PATH": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    told = missing(Services(roots=AllowedRoots([tmp_path])))
    assert {name: reason for name, reason in told.items() if name in (TAKE, FIND)} == why
