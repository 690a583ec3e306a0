"""Writing whole files: byte for byte, in one step, and back again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk

OLD_TIME = 1_600_000_000_123_456_789


def aged(path: Path, content: bytes, mode: int = 0o644) -> Path:
    path.write_bytes(content)
    path.chmod(mode)
    os.utime(path, ns=(OLD_TIME, OLD_TIME))
    return path


@pytest.mark.parametrize(
    "content", ["", "hello", "a\r\nb\rc\n", "no newline", "\ufeffmark", "日本 😀 e\u0301", "\0\x01"]
)
def test_the_bytes_are_the_content_in_utf_8_and_nothing_else(desk: Desk, content: str) -> None:
    done = desk.do("write_file", "notes.txt", content=content)
    assert (desk.root / "notes.txt").read_bytes() == content.encode("utf-8")
    assert done.output["size"] == len(content.encode())
    done.undo()
    done.undo()
    assert desk.tree() == {}


def test_a_written_file_is_known_to_exist(desk: Desk) -> None:
    done = desk.do("write_file", "notes.txt", content="x")
    assert done.tool.facts(done.call) == (
        Fact(key=f"file:{desk.root}/notes.txt", value="exists", source="files.write_file"),
    )
    assert done.tool.resources(done.call) == (f"path:{desk.root}/notes.txt",)


def test_a_new_file_has_the_mode_that_any_new_file_has(desk: Desk) -> None:
    old = os.umask(0o027)
    try:
        desk.do("write_file", "notes.txt", content="x")
    finally:
        os.umask(old)
    assert (desk.root / "notes.txt").stat().st_mode & 0o777 == 0o640


def test_half_a_character_is_refused_before_anything_is_touched(desk: Desk) -> None:
    with pytest.raises(ToolFailure, match="half a character at position 3"):
        desk.do("write_file", "notes.txt", content="ab\ud800")
    assert desk.tree() == {}


@pytest.mark.parametrize("risk", ["none", "low", "medium"])
def test_nothing_is_replaced_without_approval(desk: Desk, risk: str) -> None:
    aged(desk.root / "notes.txt", b"old")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"notes.txt is there now: approve"):
        desk.do("write_file", "notes.txt", content="new", risk=risk)
    assert desk.tree() == before


def test_a_file_that_appears_after_the_look_is_not_replaced(desk: Desk) -> None:
    call, before = desk.look("write_file", "notes.txt", content="new", risk="high")
    aged(desk.root / "notes.txt", b"theirs")
    with pytest.raises(ToolFailure, match="is there now"):
        desk.tools["files.write_file"].act(call, before)
    assert (desk.root / "notes.txt").read_bytes() == b"theirs"


def test_a_file_that_changes_after_the_look_is_not_replaced(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old")
    call, before = desk.look("write_file", "notes.txt", content="new", risk="high")
    (desk.root / "notes.txt").write_bytes(b"theirs")
    with pytest.raises(ToolFailure, match="changed by another program"):
        desk.tools["files.write_file"].act(call, before)
    assert (desk.root / "notes.txt").read_bytes() == b"theirs"


def test_replacing_keeps_the_mode_and_undo_restores_everything(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old bytes", mode=0o4751)
    before = desk.tree()
    done = desk.do("write_file", "notes.txt", content="new", risk="high")
    assert (desk.root / "notes.txt").read_bytes() == b"new"
    assert (desk.root / "notes.txt").stat().st_mode & 0o7777 == 0o4751
    assert (desk.root / "notes.txt").stat().st_mtime_ns != OLD_TIME
    done.undo()
    assert desk.tree() == before
    assert (desk.root / "notes.txt").stat().st_nlink == 1
    done.undo()
    assert desk.tree() == before


def test_replacing_keeps_the_owner_where_that_is_allowed(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old")
    if os.geteuid() == 0:
        os.chown(desk.root / "notes.txt", 1234, 2345)
    owner = (desk.root / "notes.txt").stat()
    desk.do("write_file", "notes.txt", content="new", risk="high")
    seen = (desk.root / "notes.txt").stat()
    assert (seen.st_uid, seen.st_gid) == (owner.st_uid, owner.st_gid)


def test_replacing_keeps_the_users_own_attributes_where_the_disk_has_them(desk: Desk) -> None:
    path = aged(desk.root / "notes.txt", b"old")
    try:
        os.setxattr(path, "user.origin", b"me")
    except OSError:
        return
    desk.do("write_file", "notes.txt", content="new", risk="high")
    assert os.getxattr(path, "user.origin") == b"me"


def test_old_bytes_are_copied_when_they_are_kept_on_another_disk(desk: Desk, other_disk: Path) -> None:
    desk.keep = other_disk / "kept"
    aged(desk.root / "notes.txt", b"old" * 1_000_000, mode=0o640)
    before = desk.tree()
    done = desk.do("write_file", "notes.txt", content="new", risk="high")
    done.undo()
    assert desk.tree() == before
    assert list(desk.keep.iterdir()) == []


def test_the_same_content_leaves_a_file_alone_at_any_risk(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"same")
    before = desk.tree()
    done = desk.do("write_file", "notes.txt", content="same", risk="none")
    assert desk.tree() == before
    done.undo()
    assert desk.tree() == before


def test_undo_leaves_alone_what_was_changed_since(desk: Desk) -> None:
    aged(desk.root / "old.txt", b"old")
    for name in ("old.txt", "new.txt"):
        done = desk.do("write_file", name, content="new", risk="high")
        (desk.root / name).write_bytes(b"mine")
        with pytest.raises(ToolFailure, match="changed by another program"):
            done.undo()
        assert (desk.root / name).read_bytes() == b"mine"


def test_undo_says_so_when_the_old_bytes_are_gone(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old")
    done = desk.do("write_file", "notes.txt", content="new", risk="high")
    for kept in desk.keep.iterdir():
        kept.unlink()
    with pytest.raises(ToolFailure, match=r"kept copy of .* is gone"):
        done.undo()
    assert (desk.root / "notes.txt").read_bytes() == b"new"


def test_a_link_inside_is_written_through_and_stays_a_link(desk: Desk) -> None:
    aged(desk.root / "target.txt", b"old", mode=0o600)
    (desk.root / "link").symlink_to("target.txt")
    before, old_print = desk.tree(), desk.print_of("link")
    done = desk.do("write_file", "link", content="new", risk="high")
    assert (desk.root / "link").is_symlink()
    assert (desk.root / "target.txt").read_bytes() == b"new"
    assert desk.print_of("link") != old_print
    done.undo()
    assert desk.tree() == before
    assert desk.print_of("link") == old_print


def test_a_link_swapped_in_after_the_look_leads_nowhere(desk: Desk) -> None:
    outside = aged(desk.root.parent / "outside.txt", b"old")
    inside = aged(desk.root / "inside.txt", b"old")
    aged(desk.root / "notes.txt", b"old")
    for target, error in ((outside, PolicyRefusal), (inside, ToolFailure)):
        call, before = desk.look("write_file", "notes.txt", content="new", risk="high")
        (desk.root / "notes.txt").unlink()
        (desk.root / "notes.txt").symlink_to(target)
        with pytest.raises(error):
            desk.tools["files.write_file"].act(call, before)
        assert target.read_bytes() == b"old"
        (desk.root / "notes.txt").unlink()
        aged(desk.root / "notes.txt", b"old")


def test_a_folder_is_not_written_over(desk: Desk) -> None:
    (desk.root / "docs").mkdir()
    for path in ("docs", "."):
        with pytest.raises(ToolFailure, match="it is a folder, not a file"):
            desk.do("write_file", path, content="x", risk="high")


def test_nothing_is_replaced_without_a_place_for_the_old_bytes(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old")
    call, before = desk.look("write_file", "notes.txt", content="new", risk="high")
    object.__setattr__(call, "keep", "")
    with pytest.raises(ToolFailure, match="no folder to keep the old bytes in"):
        desk.tools["files.write_file"].act(call, before)
    assert (desk.root / "notes.txt").read_bytes() == b"old"


def test_a_stop_in_the_middle_leaves_the_old_file_and_nothing_else(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"old")
    before = desk.tree()
    with pytest.raises(ToolFailure, match="stopped before it was done"):
        desk.do("write_file", "notes.txt", content="x" * (3 << 20), risk="high", stop=Later(2))
    assert desk.tree() == before


class Later:
    """A stop that comes after it was asked about a number of times."""

    def __init__(self, times: int) -> None:
        self.times = times

    def is_set(self) -> bool:
        self.times -= 1
        return self.times < 0
