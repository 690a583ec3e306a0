"""Listing, describing and finding: everything that is there is told or counted, and nothing is touched."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.tools.files import find_files as find
from goalwright.tools.files import info, listing
from tools.files.desk import Desk


@pytest.fixture
def docs(desk: Desk) -> Path:
    docs = desk.root / "docs"
    (docs / "inner").mkdir(parents=True)
    (docs / "b.txt").write_bytes(b"12345")
    (docs / "A.pdf").write_bytes(b"")
    (docs / ".hidden").write_bytes(b"1")
    (docs / "inner" / "notes.txt").write_bytes(b"123")
    (docs / "link").symlink_to("b.txt")
    os.mkfifo(docs / "pipe")
    return docs


def test_a_list_has_every_entry_by_name(desk: Desk, docs: Path) -> None:
    output = desk.output("list_directory", "docs")
    assert [dict(entry) for entry in output["entries"]] == [
        {"name": ".hidden", "kind": "file", "hidden": True, "size": 1},
        {"name": "A.pdf", "kind": "file", "hidden": False, "size": 0},
        {"name": "b.txt", "kind": "file", "hidden": False, "size": 5},
        {"name": "inner", "kind": "folder", "hidden": False},
        {"name": "link", "kind": "link", "hidden": False, "target": "b.txt"},
        {"name": "pipe", "kind": "pipe", "hidden": False},
    ]
    assert (output["count"], output["truncated"]) == (6, False)


def test_of_a_huge_folder_the_first_are_listed_and_all_are_counted(
    desk: Desk, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listing, "MOST", 2)
    output = desk.output("list_directory", "docs")
    assert [entry["name"] for entry in output["entries"]] == [".hidden", "A.pdf"]
    assert (output["count"], output["truncated"]) == (6, True)


def test_names_that_are_no_text_are_spelled_out(desk: Desk) -> None:
    Path(os.fsdecode(os.fsencode(desk.root) + b"/caf\xe9")).touch()
    (desk.root / "new\nline").touch()
    (desk.root / "cafe\u0301").touch()
    names = [entry["name"] for entry in desk.output("list_directory", ".")["entries"]]
    assert sorted(names) == sorted(["caf\\xe9", "new\nline", "cafe\u0301"])
    assert desk.output("find", ".", pattern="caf*")["count"] == 2


def test_a_file_is_not_listed_as_a_folder(desk: Desk, docs: Path) -> None:
    with pytest.raises(ToolFailure, match="it is not a folder; name a folder"):
        desk.output("list_directory", "docs/b.txt")
    with pytest.raises(ToolFailure, match="it is not there"):
        desk.output("list_directory", "no")


def test_a_link_to_a_folder_is_looked_into_inside_and_refused_outside(desk: Desk, docs: Path) -> None:
    (desk.root / "in").symlink_to("docs/inner")
    (desk.root / "out").symlink_to("/etc")
    assert desk.output("list_directory", "in")["count"] == 1
    assert desk.output("find", "in", pattern="notes")["count"] == 1
    for tool, more in (("list_directory", {}), ("find", {"pattern": "*"})):
        with pytest.raises(PolicyRefusal):
            desk.output(tool, "out", **more)


def test_a_file_is_described(desk: Desk, docs: Path) -> None:
    path = docs / "b.txt"
    path.chmod(0o640)
    os.utime(path, (0, 1_600_000_000))
    output = desk.output("get_info", "docs/b.txt")
    assert (output["kind"], output["size"], output["mode"]) == ("file", 5, "-rw-r-----")
    assert datetime.fromisoformat(output["modified"]).timestamp() == 1_600_000_000
    assert output["owner"]


def test_a_folder_is_described_by_what_is_in_it(desk: Desk, docs: Path) -> None:
    output = desk.output("get_info", "docs")
    told = {name: output[name] for name in ("kind", "entries", "files", "folders", "size", "unreadable", "truncated")}
    assert told == {
        "kind": "folder",
        "entries": 6,
        "files": 4,
        "folders": 1,
        "size": 9,
        "unreadable": 0,
        "truncated": False,
    }
    assert desk.output("get_info", ".")["folders"] == 2


def test_a_link_is_described_by_what_it_leads_to(desk: Desk, docs: Path) -> None:
    (docs / "out").symlink_to("/etc/hostname")
    (docs / "dangling").symlink_to("no")
    inside, outside, nowhere = (desk.output("get_info", f"docs/{name}") for name in ("link", "out", "dangling"))
    assert (inside["kind"], inside["size"], inside["link_to"]) == ("file", 5, "b.txt")
    assert (outside["kind"], outside["link_to"]) == ("link", "/etc/hostname")
    assert (nowhere["kind"], nowhere["link_to"]) == ("link", "no")


def test_a_time_that_no_calendar_has_is_left_out(desk: Desk, docs: Path) -> None:
    try:
        os.utime(docs / "b.txt", (0, 1 << 40))
    except OSError:
        return
    seen = (docs / "b.txt").stat().st_mtime
    assert ("modified" in desk.output("get_info", "docs/b.txt")) == (seen < 1 << 38)


def test_counting_a_huge_folder_ends_with_a_word_about_it(
    desk: Desk, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(info, "MOST", 3)
    assert desk.output("get_info", "docs")["truncated"] is True


@pytest.mark.parametrize(
    ("pattern", "expected"),
    [
        ("*.txt", ["docs/b.txt", "docs/inner/notes.txt"]),
        ("*.PDF", ["docs/A.pdf"]),
        ("notes", ["docs/inner/notes.txt"]),
        ("NOTES.TXT", ["docs/inner/notes.txt"]),
        ("[ab].*", ["docs/A.pdf", "docs/b.txt"]),
        ("?ocs", ["docs"]),
        ("inner/*", ["docs/inner/notes.txt"]),
        ("docs/*.txt", ["docs/b.txt", "docs/inner/notes.txt"]),
        ("inner/", ["docs/inner"]),
        (".hid*", ["docs/.hidden"]),
        ("nothing", []),
    ],
)
def test_finding_fits_patterns_to_names_whatever_their_case(
    desk: Desk, docs: Path, pattern: str, expected: list[str]
) -> None:
    output = desk.output("find", ".", pattern=pattern)
    assert [entry["path"] for entry in output["matches"]] == [f"{desk.root}/{path}" for path in expected]
    assert (output["count"], output["searched"], output["unreadable"]) == (len(expected), 8, 0)


def test_the_very_name_comes_before_names_that_hold_it(desk: Desk) -> None:
    for name in ("a-notes.txt", "notes.txt.bak", "z/notes.txt"):
        (desk.root / name).parent.mkdir(exist_ok=True)
        (desk.root / name).touch()
    found = [entry["path"] for entry in desk.output("find", ".", pattern="notes.txt")["matches"]]
    assert found == [f"{desk.root}/{name}" for name in ("z/notes.txt", "a-notes.txt", "notes.txt.bak")]


def test_names_that_look_the_same_are_found_the_same(desk: Desk) -> None:
    (desk.root / "cafe\u0301.txt").touch()
    assert desk.output("find", ".", pattern="Caf\u00c9")["count"] == 1


def test_links_are_found_by_name_and_never_followed(desk: Desk, docs: Path) -> None:
    (docs / "up").symlink_to("..")
    output = desk.output("find", ".", pattern="up")
    assert [dict(entry) for entry in output["matches"]] == [{"path": f"{docs}/up", "kind": "link"}]
    assert output["searched"] == 9


def test_of_many_finds_the_first_are_told_and_all_are_counted(
    desk: Desk, docs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(find, "MOST", 1)
    output = desk.output("find", ".", pattern="*")
    assert (len(output["matches"]), output["count"], output["truncated"]) == (1, 8, True)


@pytest.mark.parametrize("pattern", ["", None, 5])
def test_a_search_for_nothing_is_refused(desk: Desk, pattern: Any) -> None:
    with pytest.raises(ToolFailure, match="no name to look for"):
        desk.output("find", ".", pattern=pattern)


class Now:
    def is_set(self) -> bool:
        return True


@pytest.mark.parametrize(("tool", "more"), [("find", {"pattern": "*"}), ("get_info", {}), ("list_directory", {})])
def test_looking_ends_when_it_is_told_to(desk: Desk, docs: Path, tool: str, more: dict[str, str]) -> None:
    with pytest.raises(ToolFailure, match="stopped before it was done"):
        desk.output(tool, "docs", stop=Now(), **more)
