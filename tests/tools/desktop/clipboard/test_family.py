"""Where the clipboard cannot be used, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools.desktop.clipboard.clipboard_family import make_tools, missing
from goalwright.tools.services import Services

CASES = {
    "no display": ({}, "there is no display: start it in a desktop session"),
    "x11": ({"DISPLAY": ":0"}, "xclip is not installed: `sudo apt-get install xclip`"),
    "wayland": ({"WAYLAND_DISPLAY": "w"}, "wl-clipboard is not installed: `sudo apt-get install wl-clipboard`"),
    "both": (
        {"WAYLAND_DISPLAY": "w", "DISPLAY": ":0"},
        "wl-clipboard is not installed: `sudo apt-get install wl-clipboard`",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_what_is_missing_is_told_with_its_remedy(case: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    environment, why = CASES[case]
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    for name, value in {**environment, "PATH": str(tmp_path)}.items():
        monkeypatch.setenv(name, value)
    services = Services(roots=AllowedRoots([tmp_path]))
    assert missing(services) == dict.fromkeys(make_tools(services), why)


@pytest.mark.parametrize(
    ("program", "session"), [("xclip", "DISPLAY"), ("xsel", "DISPLAY"), ("wl-copy", "WAYLAND_DISPLAY")]
)
def test_one_program_is_enough(program: str, session: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / program).write_bytes(b"")
    (tmp_path / program).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv(session, ":0")
    assert missing(Services(roots=AllowedRoots([tmp_path]))) == {}
