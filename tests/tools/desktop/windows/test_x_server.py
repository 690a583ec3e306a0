"""The X server is found where DISPLAY says, and told the secret that the user's file has for it."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.x_server import COOKIE, DisplayName, _secrets, cookie, named_display
from goalwright.tools.desktop.windows.x_wire import XWire

SECRET = bytes(range(16))


def entry(host: bytes, number: bytes, kind: bytes = COOKIE, secret: bytes = SECRET) -> bytes:
    fields = b"".join(struct.pack(">H", len(field)) + field for field in (host, number, kind, secret))
    return struct.pack(">H", 256) + fields


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (":0", DisplayName("", 0, 0)),
        (":12.3", DisplayName("", 12, 3)),
        ("unix:1", DisplayName("", 1, 0)),
        ("localhost:10.0", DisplayName("localhost", 10, 0)),
    ],
)
def test_displays_are_named_as_x_names_them(text: str, name: DisplayName) -> None:
    assert named_display(text) == name


@pytest.mark.parametrize("text", ["", "0", ":", ":x", "a/b:0", ":0\n:1", "$(x):0x"])
def test_what_names_no_display_is_refused(text: str) -> None:
    with pytest.raises(ToolFailure, match="names no display"):
        named_display(text)


def test_the_secret_is_that_of_the_host_and_display(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = tmp_path / "secrets"
    monkeypatch.setenv("XAUTHORITY", str(kept))
    assert cookie(DisplayName("", 0, 0)) == b""
    others = entry(b"elsewhere", b"1", secret=b"other") + entry(b"x", b"0", kind=b"OTHER-KIND", secret=b"no")
    kept.write_bytes(others + entry(os.uname().nodename.encode(), b"1") + b"\0\1\0")
    assert cookie(DisplayName("", 1, 0)) == SECRET
    assert cookie(DisplayName("elsewhere", 1, 0)) == b"other"
    assert cookie(DisplayName("", 0, 0)) == b""


@given(kept=st.binary())
def test_a_broken_file_of_secrets_does_no_harm(kept: bytes) -> None:
    assert all(len(fields) == 4 for fields in _secrets(kept))


@pytest.fixture
def locked_display(tmp_path: Path) -> Iterator[str]:
    """A display that wants to hear a secret."""
    program = shutil.which("Xvfb")
    if program is None:
        pytest.skip("there is no Xvfb: install what tests/debian-packages.txt lists")
    kept = tmp_path / "secrets"
    kept.write_bytes(entry(os.uname().nodename.encode(), b""))
    reading, writing = os.pipe()
    # It would begin anew, and hang up on whoever comes then, whenever the last client leaves.
    command = [program, "-noreset", "-displayfd", str(writing), "-auth", str(kept), "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=(writing,), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    os.close(writing)
    with os.fdopen(reading) as told:
        number = told.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def test_a_display_opens_for_the_secret_only(
    locked_display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XAUTHORITY", str(tmp_path / "secrets"))
    with XWire(locked_display) as wire:
        assert wire.place(wire.root).width == 1280
        assert wire.monitors()[0].width == 1280
    (tmp_path / "wrong").write_bytes(entry(os.uname().nodename.encode(), b"", secret=b"x" * 16))
    for name in ("wrong", "missing"):
        monkeypatch.setenv("XAUTHORITY", str(tmp_path / name))
        with pytest.raises(ToolFailure, match="the display refused"):
            XWire(locked_display)


def test_a_screen_that_is_not_there_is_said_so(
    locked_display: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XAUTHORITY", str(tmp_path / "secrets"))
    with pytest.raises(ToolFailure, match="has no screen 3"):
        XWire(f"{locked_display}.3")
