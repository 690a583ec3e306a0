"""Appending: exactly once, judged by where the old end was, and cut off again by undo."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

from goalwright.disk.prints import WHOLE
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk

OLD_TIME = 1_600_000_000_123_456_789


@pytest.fixture
def log(desk: Desk) -> Path:
    path = desk.root / "log.txt"
    path.write_bytes(b"one\n")
    path.chmod(0o640)
    os.utime(path, ns=(OLD_TIME, OLD_TIME))
    return path


def tool_of(desk: Desk) -> Any:
    return desk.tools["files.append_file"]


@pytest.mark.parametrize("content", ["two\n", "", "no newline", "\r\n", "日本", "one\n"])
def test_content_comes_after_what_was_there_and_undo_cuts_it_off(desk: Desk, log: Path, content: str) -> None:
    before, inode = desk.tree(), log.stat().st_ino
    done = desk.do("append_file", "log.txt", content=content, risk="medium")
    assert log.read_bytes() == b"one\n" + content.encode()
    assert log.stat().st_ino == inode
    done.undo()
    assert desk.tree() == before
    done.undo()
    assert desk.tree() == before


def test_a_missing_file_is_created_and_undo_removes_it(desk: Desk) -> None:
    done = desk.do("append_file", "log.txt", content="one\n")
    assert (desk.root / "log.txt").read_bytes() == b"one\n"
    assert done.tool.facts(done.call)[0].key == f"file:{desk.root}/log.txt"
    done.undo()
    done.undo()
    assert desk.tree() == {}


@pytest.mark.parametrize(
    ("old", "content", "new"),
    [
        (b"hi", "bye", b"hi\nbye"),
        (b"hi\n", "bye", b"hi\nbye"),
        (b"", "bye", b"bye"),
        (b"one\r\ntwo", "three", b"one\r\ntwo\r\nthree"),
        (b"hi", " and bye", b"hi and bye"),
        (b"hi", ", bye", b"hi, bye"),
        (b"hi", "\nbye", b"hi\nbye"),
        (b"hi", "\u2713 bye", b"hi\n\xe2\x9c\x93 bye"),
        (b"hi", "- bye", b"hi\n- bye"),
        (b"hi", "", b"hi"),
        (b"\0\1", "bye", b"\0\1bye"),
    ],
)
def test_a_text_begins_a_line_unless_it_goes_on_in_the_last_one(
    desk: Desk, log: Path, old: bytes, content: str, new: bytes
) -> None:
    log.write_bytes(old)
    before = desk.tree()
    done = desk.do("append_file", "log.txt", content=content, risk="medium")
    assert log.read_bytes() == new
    done.undo()
    assert desk.tree() == before


@pytest.mark.parametrize(("there", "verdict"), [("", "no"), (".", "no"), ("..", "no"), ("...", "no"), ("....", "yes")])
def test_a_half_done_append_is_completed_by_size_even_where_text_repeats(
    desk: Desk, log: Path, there: str, verdict: str
) -> None:
    log.write_bytes(b"....")
    call, before = desk.look("append_file", "log.txt", content="....")
    with log.open("a") as file:
        file.write(there)
    assert tool_of(desk).check(call, before) == verdict
    tool_of(desk).act(call, before)
    assert log.read_bytes() == b"........"
    tool_of(desk).act(call, before)
    assert log.read_bytes() == b"........"


@pytest.mark.parametrize("now", [b"", b"on", b"two\n", b"one\nthree", b"One\nmor"])
def test_a_file_that_something_else_changed_is_left_alone(desk: Desk, log: Path, now: bytes) -> None:
    call, before = desk.look("append_file", "log.txt", content="more")
    log.write_bytes(now)
    assert tool_of(desk).check(call, before) == "no"
    with pytest.raises(ToolFailure, match="changed by another program"):
        tool_of(desk).act(call, before)
    assert log.read_bytes() == now


def test_what_others_append_afterwards_does_not_hide_the_effect_but_stops_undo(desk: Desk, log: Path) -> None:
    done = desk.do("append_file", "log.txt", content="two\n")
    with log.open("a") as file:
        file.write("three\n")
    assert done.verify() == "yes"
    with pytest.raises(ToolFailure, match="changed by another program"):
        done.undo()
    assert log.read_bytes() == b"one\ntwo\nthree\n"


def test_a_file_that_vanished_is_not_made_anew_as_if_it_had_been_empty(desk: Desk, log: Path) -> None:
    call, before = desk.look("append_file", "log.txt", content="two\n")
    log.unlink()
    assert tool_of(desk).check(call, before) == "no"
    with pytest.raises(ToolFailure, match="it is not there"):
        tool_of(desk).act(call, before)
    assert desk.tree() == {}


def test_a_file_that_appeared_is_not_appended_to_unseen(desk: Desk) -> None:
    call, before = desk.look("append_file", "log.txt", content="two\n")
    (desk.root / "log.txt").write_bytes(b"theirs\n")
    with pytest.raises(ToolFailure, match="is there now"):
        tool_of(desk).act(call, before)
    assert (desk.root / "log.txt").read_bytes() == b"theirs\n"


def test_a_huge_file_is_appended_to_without_reading_it_all(desk: Desk, log: Path) -> None:
    size = 5 << 30
    os.truncate(log, size)
    os.utime(log, ns=(OLD_TIME, OLD_TIME))
    done = desk.do("append_file", "log.txt", content="end")
    with log.open("rb") as file:
        file.seek(size)
        assert file.read() == b"end"
    done.undo()
    assert (log.stat().st_size, log.stat().st_mtime_ns) == (size, OLD_TIME)


def test_another_huge_file_in_its_place_is_not_taken_for_it(desk: Desk, log: Path) -> None:
    os.truncate(log, WHOLE + 1)
    call, before = desk.look("append_file", "log.txt", content="end")
    other = desk.root / "other"
    with log.open("rb") as old, other.open("wb") as new:
        new.write(old.read())
    other.rename(log)
    with pytest.raises(ToolFailure, match="changed by another program"):
        tool_of(desk).act(call, before)


def test_a_link_inside_is_appended_through_and_one_outside_refused(desk: Desk, log: Path) -> None:
    (desk.root / "link").symlink_to("log.txt")
    desk.do("append_file", "link", content="two\n").undo()
    assert log.read_bytes() == b"one\n"
    (desk.root / "out").symlink_to("/etc/hostname")
    with pytest.raises(PolicyRefusal):
        desk.do("append_file", "out", content="x")


def test_folders_and_pipes_are_refused_at_once(desk: Desk) -> None:
    (desk.root / "docs").mkdir()
    os.mkfifo(desk.root / "pipe")
    for name, reason in (("docs", "it is a folder"), ("pipe", "is a named pipe")):
        with pytest.raises(ToolFailure, match=reason):
            desk.do("append_file", name, content="x")
    assert stat.S_ISFIFO((desk.root / "pipe").stat().st_mode)
