"""The clipboard of a real desktop, read and written through the programs that hold it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from desktop.desk import Desk, until
from desktop.keeper import MARK, marked
from goalwright.contracts import Tool
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.clipboard.clipboard_tools import clipboard_tools
from goalwright.tools.desktop.clipboard.linux_clipboard import LinuxClipboard
from tools.one_call import called

SRC = Path(__file__).parents[4] / "src"
TOOLS = clipboard_tools(LinuxClipboard())
READ, WRITE = TOOLS["system.clipboard.read"], TOOLS["system.clipboard.write"]
PNG = b"\x89PNG\r\n\x1a\n and no more"


def put(desk: Desk, content: bytes, *options: str) -> None:
    """Copy something as another program would."""
    command = ["xclip", "-selection", "clipboard", *options]
    nowhere = subprocess.DEVNULL
    subprocess.run(command, input=content, env=desk.environment, check=True, stdout=nowhere, stderr=nowhere)


@pytest.mark.parametrize("holder", ["xclip", "xsel"])
def test_texts_come_back_byte_for_byte(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, holder: str
) -> None:
    only(holder, tmp_path, monkeypatch)

    @settings(max_examples=8, suppress_health_check=list(HealthCheck), derandomize=True)
    @example("-help --version $(id) `id` \"'; rm -rf / | & > x")
    @example("\r\n one\rtwo\n\n\ttab \n")
    @example("日本語 😀 \u202e e\u0301 \ufeff")
    @given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1))
    def comes_back(text: str) -> None:
        done = called(WRITE, text=text)
        assert (done.output, done.verdict) == ({"copied": len(text)}, "yes")
        assert called(READ).output["text"] == text

    comes_back()


def test_zero_bytes_and_much_text_come_back_too(desk: Desk) -> None:
    for text in ("a\0b\0", "0123456789äöü\n" * 700_000):
        assert called(WRITE, text=text).verdict == "yes"
    assert len(called(READ).output["text"]) == 9_800_000


def test_an_empty_clipboard_is_an_empty_text(desk: Desk) -> None:
    assert called(READ).output == {"text": "", "is_empty": True}
    put(desk, b"")
    assert called(READ).output == {"text": "", "is_empty": True}


def test_what_is_not_text_is_named(desk: Desk) -> None:
    put(desk, PNG, "-target", "image/png")
    with pytest.raises(ToolFailure, match="the clipboard holds no text, but image/png"):
        called(READ)


def test_old_programs_text_is_read(desk: Desk) -> None:
    put(desk, "Grüße".encode("latin-1"), "-target", "STRING")
    assert called(READ).output["text"] == "Grüße"


def test_undo_puts_the_former_text_back(desk: Desk, tmp_path: Path) -> None:
    put(desk, b"my password\r\n")
    done = called(WRITE, keep=tmp_path, text="hello")
    assert done.inverse is not None
    assert "password" not in f"{done.before}{done.inverse}"
    assert {file.stat().st_mode & 0o777 for file in (tmp_path / "kept").iterdir()} == {0o600}
    prints = done.prints()
    assert [name.partition(":")[0] for name in prints] == ["clipboard", "kept"]
    done.undo()
    assert called(READ).output["text"] == "my password\r\n"
    assert done.prints() != prints
    done.undo()
    assert called(READ).output["text"] == "my password\r\n"
    assert list((tmp_path / "kept").iterdir()) == []


def test_undo_of_the_first_copy_leaves_nothing(desk: Desk, tmp_path: Path) -> None:
    done = called(WRITE, keep=tmp_path, text="hello")
    done.undo()
    assert called(READ).output["is_empty"]


def test_undo_refuses_when_something_else_was_copied(desk: Desk, tmp_path: Path) -> None:
    done = called(WRITE, keep=tmp_path, text="hello")
    put(desk, b"newer")
    with pytest.raises(ToolFailure, match="something else has been copied since"):
        done.undo()
    assert called(READ).output["text"] == "newer"


def test_what_cannot_be_put_back_has_no_undo(desk: Desk, tmp_path: Path) -> None:
    put(desk, PNG, "-target", "image/png")
    done = called(WRITE, keep=tmp_path, text="hello")
    assert (done.verdict, done.inverse) == ("yes", None)


def test_after_a_crash_it_is_completed(desk: Desk, tmp_path: Path) -> None:
    put(desk, b"old")
    done = called(WRITE, keep=tmp_path, text="hello")
    done.again()
    assert called(READ).output["text"] == "hello"
    done.undo()
    assert called(READ).output["text"] == "old"


def test_half_a_character_is_refused() -> None:
    with pytest.raises(ToolFailure, match=r"half a character in it \(U\+D800\)"):
        called(WRITE, text="a\ud800")


def test_a_command_ends_at_once_and_its_text_stays(desk: Desk, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "goalwright", "run", "--json", "copy hello to the clipboard"]
    environment = {**os.environ, "PYTHONPATH": str(SRC)}
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as pipe:
        command_line = subprocess.Popen(
            command, env=environment, cwd=tmp_path, stdin=writing, stdout=writing, stderr=writing
        )
        os.close(writing)
        said = pipe.read()
        assert command_line.wait() == 0, said
        assert marked(desk.environment[MARK])
    assert called(READ).output["text"] == "hello"


def test_a_holder_that_does_not_answer_is_told(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    put(desk, b"soon gone")
    holder = until(lambda: marked(desk.environment[MARK]))[0]
    os.kill(holder, 19)
    try:
        with monkeypatch.context() as patch:
            patch.setattr("goalwright.tools.desktop.clipboard.linux_clipboard.PATIENCE_S", 1.0)
            with pytest.raises(ToolFailure, match="the program that holds the clipboard does not answer"):
                called(READ)
        assert called(WRITE, text="anew").verdict == "yes"
    finally:
        os.kill(holder, 18)


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":424242")
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    steps: list[tuple[Tool, dict[str, Any]]] = [(READ, {}), (WRITE, {"text": "a"})]
    for tool, args in steps:
        with pytest.raises(ToolFailure, match="cannot reach the clipboard: check that the desktop session still runs"):
            called(tool, **args)


def only(program: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no other program be found."""
    found = shutil.which(program)
    assert found is not None
    (folder / program).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))
