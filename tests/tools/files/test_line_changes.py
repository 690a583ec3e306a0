"""Changes of lines against the plainest way to make them, over random texts cut into random pieces."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goalwright.errors import ToolFailure
from goalwright.tools.files import line_changes
from goalwright.tools.files.line_changes import TextLines, changed_lines

TEXTS = st.lists(st.text(alphabet="aB\u00e4 1", max_size=4), max_size=12).map("\n".join)
PIECES = st.integers(min_value=1, max_value=7)


def changed(verb: str, text: str, piece: int = 3, /, **args: Any) -> str:
    data = text.encode()

    def read() -> Iterator[bytes]:
        return (data[start : start + piece] for start in range(0, len(data), piece))

    return b"".join(changed_lines(verb, args, TextLines(read))).decode()


def split(text: str) -> tuple[list[str], str]:
    """The lines, and the line break at the end if there is one."""
    lines = text.split("\n")
    return (lines[:-1], "\n") if lines[-1] == "" else (lines, "")


def joined(lines: list[str], end: str) -> str:
    return "\n".join(lines) + end if lines else ""


@given(text=TEXTS, piece=PIECES, descending=st.booleans())
def test_sorted_lines_are_the_same_lines_in_order(text: str, piece: int, descending: bool) -> None:
    lines, end = split(text)
    wanted = sorted(lines, key=lambda line: (line.casefold(), line), reverse=descending)
    order = "descending" if descending else "ascending"
    assert changed("sort_lines", text, piece, order=order) == joined(wanted, end)


@given(text=TEXTS)
def test_what_is_too_long_for_memory_is_sorted_in_parts(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(line_changes, "_AT_ONCE", 130)
        in_parts = changed("sort_lines", text)
    assert in_parts == changed("sort_lines", text)


@given(text=TEXTS, piece=PIECES)
def test_unique_lines_keep_the_first_of_each(text: str, piece: int) -> None:
    lines, end = split(text)
    assert changed("unique_lines", text, piece) == joined(list(dict.fromkeys(lines)), end)


@given(text=TEXTS, piece=PIECES, old=st.sampled_from(["a", "B\u00e4", "1"]), new=st.sampled_from(["", "xy"]))
def test_replacing_within_lines_is_replacing(text: str, piece: int, old: str, new: str) -> None:
    assert changed("replace", text, piece, text=old, by=new) == text.replace(old, new)


@given(text=TEXTS, line=st.integers(min_value=-1, max_value=15))
def test_a_line_is_inserted_where_it_was_asked_for(text: str, line: int) -> None:
    lines, end = split(text)
    at = line - 1 if 1 <= line <= len(lines) else len(lines)
    assert changed("insert", text, content="new", line=line) == joined(
        [*lines[:at], "new", *lines[at:]], end or ("\n" if not lines else "")
    )


@pytest.mark.parametrize(
    ("part", "left"),
    [
        ("1,3", "b\n"),
        ("first 1", "b\nc\n"),
        ("last 2", "a\n"),
        ("2", "a\nc\n"),
        ("2-3", "a\n"),
        ("last 9", ""),
        ("7", "a\nb\nc\n"),
    ],
)
def test_lines_are_deleted_by_their_places(part: str, left: str) -> None:
    assert changed("delete_lines", "a\nb\nc\n", lines=part) == left


@pytest.mark.parametrize(
    ("part", "left"),
    [("first 1", "x\nb\nc\n"), ("last 1", "a\nb\nx\n"), ("2-3", "a\nx\n"), ("2", "a\nx\nc\n"), ("1,3", "x\nb\nx\n")],
)
def test_named_lines_are_replaced_by_one(part: str, left: str) -> None:
    assert changed("replace", "a\nb\nc\n", lines=part, by="x") == left


def test_a_line_that_is_not_there_cannot_be_replaced() -> None:
    with pytest.raises(ToolFailure, match="the file has 1"):
        changed("replace", "a\n", lines="4", by="x")


def test_a_line_is_deleted_by_all_that_it_says() -> None:
    assert changed("delete_lines", "eggs\neggs and ham\n Eggs \n", text="eggs", match="whole") == "eggs and ham\n"
    with pytest.raises(ToolFailure, match="no line of it says 'egg' and nothing else"):
        changed("delete_lines", "eggs\n", text="egg", match="whole")


def test_a_line_is_inserted_before_the_last() -> None:
    assert changed("insert", "a\nb\n", content="x", line=-2) == "a\nx\nb\n"


def test_lines_are_kept_by_place_or_text_and_never_none() -> None:
    assert changed("keep_lines", "a\nb\nc\n", lines="last 2") == "b\nc\n"
    assert changed("keep_lines", "ok 1\nno\nOK 2\n", text="ok") == "ok 1\nOK 2\n"
    with pytest.raises(ToolFailure, match="nothing would be left"):
        changed("keep_lines", "a\nb\n", text="x")


@pytest.mark.parametrize(
    ("style", "left"),
    [
        ("upper", " A B\nÄ\n"),
        ("lower", " a b\nä\n"),
        ("capitalized", " a B\nÄ\n"),
        ("trimmed", "a B\nä\n"),
        ("indented", "     a B\n    ä\n"),
        ("numbered", "1.  a B\n2. ä\n"),
    ],
)
def test_lines_are_restyled(style: str, left: str) -> None:
    assert changed("restyle_lines", " a B\nä\n", style=style) == left
    assert changed("restyle_lines", "a\r\nb", style="upper", lines="2") == "a\r\nB"


def test_windows_line_breaks_stay() -> None:
    assert changed("sort_lines", "b\r\na\r\n") == "a\r\nb\r\n"
    assert changed("insert", "a\r\nb", content="c", line=-1) == "a\r\nb\r\nc"


def test_numbers_are_sorted_by_value_and_lines_without_come_last() -> None:
    assert changed("sort_lines", "10\nx\n9 b\n-1\n", by="number") == "-1\n9 b\n10\nx\n"
    assert changed("sort_lines", "ccc\na\nbb\n", by="length", order="descending") == "ccc\nbb\na\n"


@pytest.mark.parametrize("args", [{"lines": "some"}, {"lines": "-1"}, {}])
def test_parts_that_name_no_lines_are_refused(args: dict[str, Any]) -> None:
    with pytest.raises(ToolFailure):
        changed("delete_lines", "a\n", **args)
