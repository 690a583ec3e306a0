"""Pictures of a real screen, and where they are put."""

from __future__ import annotations

import asyncio
import zlib
from pathlib import Path

import pytest

from desktop.desk import Desk, until
from goalwright.contracts import Tool
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.tools.desktop.screen.pictures import png_of, size_of_png
from goalwright.tools.desktop.screen.screen_family import TAKE, MssScreen, tools_for
from goalwright.tools.desktop.screen.screen_port import Picture
from goalwright.tools.desktop.screen.tesseract import TesseractReader
from tools.one_call import called

SIZE = (1280, 800)


@pytest.fixture
def take(tmp_path: Path) -> Tool:
    return tools_for(MssScreen(), TesseractReader(), AllowedRoots([tmp_path]))[TAKE]


def test_a_picture_shows_the_screen(desk: Desk, take: Tool, tmp_path: Path) -> None:
    file = tmp_path / "it's a -shot $(id).png"
    done = called(take, path=str(file))
    content = file.read_bytes()
    assert done.output == {
        "text": f"The screen, 1280 by 800, is in {file}",
        "path": str(file),
        "bytes": len(content),
        "width": SIZE[0],
        "height": SIZE[1],
    }
    assert size_of_png(content) == SIZE
    black = colours(content)
    desk.start("xterm", "-bg", "#336699", "-geometry", "60x20+100+100", "-e", "sleep", "600")
    until(
        lambda: called(take, path=str(file), risk="high", keep=tmp_path / "kept") and colours(file.read_bytes()) - black
    )
    assert b"\x33\x66\x99" in colours(file.read_bytes())


def test_without_a_path_it_is_in_the_folder_of_the_run(desk: Desk, take: Tool, tmp_path: Path) -> None:
    path = Path(called(take, keep=tmp_path).output["path"])
    assert path.parent == tmp_path / "screens"
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert size_of_png(path.read_bytes()) == SIZE
    with pytest.raises(ToolFailure, match="there is nowhere to put the picture"):
        called(take)


def test_only_what_was_approved_is_replaced(desk: Desk, take: Tool, tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    file.write_text("mine")
    with pytest.raises(ToolFailure, match="is there now: approve replacing it"):
        called(take, path=str(file))
    assert file.read_text() == "mine"
    file.chmod(0o640)
    then = file.stat()
    done = called(take, path=str(file), risk="high", keep=tmp_path / "kept")
    assert size_of_png(file.read_bytes()) == SIZE
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "shot.png"]
    assert done.verdict == "yes"
    done.again()  # as after a crash: what was kept stays what it was
    done = done._replace(inverse=asyncio.run(take.inverse(done.call, done.before)))
    done.undo()
    now = file.stat()
    assert (file.read_text(), now.st_mode, now.st_mtime_ns) == ("mine", then.st_mode, then.st_mtime_ns)
    assert done.verify() == "no"


def test_a_new_picture_is_removed_by_undo_and_a_changed_one_is_left(desk: Desk, take: Tool, tmp_path: Path) -> None:
    file = tmp_path / "shot.png"
    done = called(take, path=str(file), keep=tmp_path / "kept")
    done.undo()
    assert not file.exists()
    done = called(take, "other", path=str(file), keep=tmp_path / "kept")
    file.write_text("mine")
    assert done.verify() == "unobservable"
    for again in (done.again, done.undo):
        with pytest.raises(ToolFailure, match=r"is there now|was changed by another program"):
            again()
    assert file.read_text() == "mine"


def test_it_stays_inside_the_roots(desk: Desk, take: Tool, tmp_path: Path) -> None:
    (tmp_path / "out").symlink_to("/")
    for path in ("/shot.png", str(tmp_path / "out" / "shot.png")):
        with pytest.raises(PolicyRefusal):
            called(take, path=path)
    with pytest.raises(ToolFailure, match=r"cannot write .*: the folder .* is not there"):
        called(take, path=str(tmp_path / "no" / "shot.png"))
    with pytest.raises(ToolFailure, match=r"end it in \.png"):
        called(take, path=str(tmp_path / "shot.jpg"))


def test_without_a_display_it_says_so(take: Tool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":424242")
    with pytest.raises(ToolFailure, match="the screen cannot be seen"):
        called(take, path=str(tmp_path / "shot.png"))
    assert list(tmp_path.iterdir()) == []


def test_what_is_no_png_has_no_size() -> None:
    picture = png_of(Picture(width=2, height=1, rgb=b"abcdef"))
    assert size_of_png(picture) == (2, 1)
    assert colours(picture) == {b"abc", b"def"}
    assert size_of_png(picture[:20]) is None
    assert size_of_png(b"\xff\xd8" + picture[2:]) is None


def colours(png: bytes) -> set[bytes]:
    """The colours of a picture as it was written here: in one piece, no row filtered."""
    width, height = size_of_png(png) or (0, 0)
    rows = zlib.decompress(png[png.index(b"IDAT") + 4 :])
    assert len(rows) == height * (3 * width + 1)
    pixels = b"".join(rows[start + 1 : start + 1 + 3 * width] for start in range(0, len(rows), 3 * width + 1))
    return {pixels[start : start + 3] for start in range(0, len(pixels), 3)}
