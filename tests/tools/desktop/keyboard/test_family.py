"""Where there is no keyboard to type on, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools.desktop.keyboard.keyboard_family import make_tools, missing
from goalwright.tools.services import Services

REASONS = {
    "": "there is no display: start it in a desktop session",
    "WAYLAND_DISPLAY": "this is a Wayland session, where no program may press keys or the mouse for another: "
    "log in with an X11 (Xorg) session",
    "DISPLAY": "xdotool is not installed: `sudo apt-get install xdotool`",
}


@pytest.mark.parametrize("session", REASONS)
def test_what_is_missing_is_told_with_its_remedy(session: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(session or "NO_SESSION", ":0")
    services = Services(roots=AllowedRoots([tmp_path]))
    assert missing(services) == dict.fromkeys(make_tools(services), REASONS[session])


def test_with_all_that_is_needed_nothing_is_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "xdotool").write_bytes(b"")
    (tmp_path / "xdotool").chmod(0o755)
    assert missing(Services(roots=AllowedRoots([tmp_path]))) == {}
