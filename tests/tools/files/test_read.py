"""Reading text: exact, honest about the encoding, and never more than fits."""

from __future__ import annotations

import os
import tracemalloc

import pytest

from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.tools.files.read_file import MOST
from tools.files.desk import Desk


@pytest.mark.parametrize(
    ("stored", "text", "encoding", "is_guess"),
    [
        (b"", "", "utf-8", False),
        (b"a\r\nb\rc\n", "a\r\nb\rc\n", "utf-8", False),
        ("日本 😀".encode(), "日本 😀", "utf-8", False),
        (b"\xef\xbb\xbfhello", "hello", "utf-8-sig", False),
        ("hé".encode("utf-16"), "hé", "utf-16", False),
        (b"\xfe\xff" + "hé".encode("utf-16-be"), "hé", "utf-16", False),
        ("hé".encode("utf-32"), "hé", "utf-32", False),
        (b"caf\xe9 \x80", "café €", "cp1252", True),
        (b"caf\xe9 \x81", "café \x81", "latin-1", True),
    ],
)
def test_text_comes_with_its_encoding(desk: Desk, stored: bytes, text: str, encoding: str, is_guess: bool) -> None:
    (desk.root / "notes.txt").write_bytes(stored)
    output = desk.output("read_file", "notes.txt")
    assert output == {
        "text": text,
        "path": f"{desk.root}/notes.txt",
        "size": len(stored),
        "encoding": encoding,
        "encoding_is_guess": is_guess,
        "truncated": False,
    }


@pytest.mark.parametrize("stored", [b"\x7fELF\0\0", b"a\0b", b"\xff\xfea"])
def test_what_is_no_text_is_refused_with_a_remedy(desk: Desk, stored: bytes) -> None:
    (desk.root / "a.bin").write_bytes(stored)
    with pytest.raises(ToolFailure, match=r"is not.* open it in an"):
        desk.output("read_file", "a.bin")


def test_of_a_long_text_the_beginning_is_shown_and_said_to_be_that(desk: Desk) -> None:
    stored = "é".encode() * (MOST // 2 + 10)
    (desk.root / "long.txt").write_bytes(b"x" + stored)
    output = desk.output("read_file", "long.txt")
    assert output["truncated"] is True
    assert output["size"] == len(stored) + 1
    assert output["text"] == "x" + "é" * (MOST // 2 - 1)


def test_a_huge_file_is_not_loaded(desk: Desk) -> None:
    (desk.root / "huge.txt").write_bytes(b"x" * (MOST + 1))
    os.truncate(desk.root / "huge.txt", 3 << 30)
    tracemalloc.start()
    output = desk.output("read_file", "huge.txt")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert output["size"] == 3 << 30
    assert peak < 8 * MOST


def test_a_link_is_read_through_inside_and_refused_outside(desk: Desk) -> None:
    (desk.root / "notes.txt").write_text("hello")
    (desk.root / "link").symlink_to("notes.txt")
    (desk.root / "out").symlink_to("/etc/hostname")
    assert desk.output("read_file", "link")["text"] == "hello"
    with pytest.raises(PolicyRefusal):
        desk.output("read_file", "out")


def test_what_cannot_be_read_says_why(desk: Desk) -> None:
    (desk.root / "docs").mkdir()
    os.mkfifo(desk.root / "pipe")
    (desk.root / "a.txt").write_text("")
    for name, reason in (
        ("docs", "it is a folder, not a file"),
        ("pipe", "is a named pipe"),
        ("no.txt", "it is not there; check the name"),
        ("a.txt/b", r"a.txt is not a folder"),
        ("no/b.txt", r"the folder .*/no is not there"),
    ):
        with pytest.raises(ToolFailure, match=reason):
            desk.output("read_file", name)


def test_reading_relies_on_nothing_and_is_seen_by_nobody(desk: Desk) -> None:
    (desk.root / "a.txt").write_text("a")
    done = desk.do("read_file", "a.txt")
    assert done.tool.resources(done.call) == ()
    assert done.tool.facts(done.call) == ()
