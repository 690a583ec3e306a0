"""Opening: the right program gets the absolute path, on its own, without a shell; where it cannot, that is said."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.tools.files.openers import open_missing
from goalwright.tools.probing import Family
from goalwright.tools.services import Services
from tools.files.desk import Desk
from tools.files.trees import aged, at, sample

OPENER = "open" if sys.platform == "darwin" else "xdg-open"


@pytest.fixture
def opener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Path]:
    """Puts a program in the place of the desktop's own; what it notes is in the file that comes back."""
    programs, notes = tmp_path / "bin", tmp_path / "notes"
    programs.mkdir()
    monkeypatch.setenv("PATH", f"{programs}:{os.environ['PATH']}")
    monkeypatch.setenv("DISPLAY", ":0")

    def put(script: str) -> Path:
        program = programs / OPENER
        program.write_text(f"#!/bin/sh\n{script.format(notes=notes)}\n")
        program.chmod(0o755)
        return notes

    return put


NOTE = 'printf "%s\\n" "$#" "$1" > {notes}.part; mv {notes}.part {notes}'


@pytest.mark.parametrize("name", ["a.txt", "-rf", "$(touch evil)", "a b;c", "d\u00fc.txt", "inner"])
def test_the_opener_gets_one_absolute_path(desk: Desk, opener: Callable[[str], Path], name: str) -> None:
    (desk.root / "inner").mkdir()
    if name != "inner":
        aged(desk.root / name)
    notes = opener(NOTE)
    done = desk.do("open", name)
    assert notes.read_text() == f"1\n{desk.root / name}\n"
    assert done.output == {"path": at(desk, name)}
    assert done.verify() == "unobservable"
    assert done.inverse is None
    assert done.tool.resources(done.call) == (f"path:{at(desk, name)}",)


def test_a_link_is_opened_where_it_leads(desk: Desk, opener: Callable[[str], Path]) -> None:
    aged(desk.root / "a.txt")
    (desk.root / "link").symlink_to("a.txt")
    notes = opener(NOTE)
    desk.do("open", "link")
    assert notes.read_text() == f"1\n{desk.root}/a.txt\n"


def test_an_opener_that_stays_is_left_to_itself(desk: Desk, opener: Callable[[str], Path]) -> None:
    aged(desk.root / "a.txt")
    notes = opener("ps -o pid=,sid= $$ > {notes}.part; mv {notes}.part {notes}; exec sleep 30")
    began = time.monotonic()
    desk.do("open", "a.txt")
    assert time.monotonic() - began < 20
    pid, session = map(int, notes.read_text().split())
    assert pid == session != os.getsid(0)
    os.kill(pid, 9)


def test_an_opener_that_finds_no_app_is_a_failure(desk: Desk, opener: Callable[[str], Path]) -> None:
    aged(desk.root / "a.txt")
    opener("echo noise; echo noise >&2; exit 3")
    with pytest.raises(ToolFailure, match=r"cannot open .*a\.txt: no app for it was found"):
        desk.do("open", "a.txt")


def test_what_is_not_there_or_not_allowed_is_not_opened(
    desk: Desk, opener: Callable[[str], Path], tmp_path: Path
) -> None:
    notes = opener(NOTE)
    aged(tmp_path / "outside.txt")
    (desk.root / "out").symlink_to(tmp_path / "outside.txt")
    with pytest.raises(ToolFailure, match="is not there"):
        desk.do("open", "missing.txt")
    for path in (tmp_path / "outside.txt", "out"):
        with pytest.raises(PolicyRefusal):
            desk.do("open", path)
    assert not notes.exists()


def test_without_a_display_or_an_opener_it_is_said_why(
    desk: Desk, opener: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    sample(desk.root / "docs")
    opener(NOTE)
    assert open_missing() == ""
    family = Family("goalwright.tools.files.file_tools", Services(roots=AllowedRoots([desk.root])))
    assert family.connection("files.open")[1] == ""
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert open_missing() == ""
    monkeypatch.delenv("WAYLAND_DISPLAY")
    assert "there is no display" in open_missing()
    with pytest.raises(ToolFailure, match="there is no display"):
        desk.do("open", "docs")
    monkeypatch.setenv("PATH", "/nowhere")
    assert "xdg-open, which knows" in open_missing()
    assert "xdg-utils" in family.connection("files.open")[1]
