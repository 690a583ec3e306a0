"""Deleting: into the trash by the desktop's rules, and back out of it."""

from __future__ import annotations

import os
import stat
import sys
import types
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk, tree

OLD_TIME = 1_600_000_000_123_456_789


@pytest.fixture
def docs(desk: Desk) -> Path:
    docs = desk.root / "docs"
    (docs / "inner").mkdir(parents=True)
    (docs / "inner" / "a.txt").write_bytes(b"a")
    (docs / "link").symlink_to("inner")
    os.utime(docs / "inner" / "a.txt", ns=(OLD_TIME, OLD_TIME))
    os.utime(docs, ns=(OLD_TIME, OLD_TIME))
    return docs


def trashed(trash: Path) -> dict[str, str]:
    """Where each thing in a trash folder was, by its name there; every thing must have its note."""
    notes = {path.name.removesuffix(".trashinfo"): path.read_text() for path in (trash / "info").iterdir()}
    assert sorted(notes) == sorted(path.name for path in (trash / "files").iterdir())
    return {name: unquote(text.split("Path=")[1].split("\n")[0]) for name, text in notes.items()}


def test_a_file_goes_into_the_trash_with_a_note_and_comes_back(desk: Desk, docs: Path) -> None:
    assert desk.trash is not None
    before = desk.tree()
    done = desk.do("delete_file", "docs/inner/a.txt", risk="high", object_type="file")
    assert not (docs / "inner" / "a.txt").exists()
    (name,) = trashed(desk.trash)
    assert name.startswith("a.")
    assert name.endswith(".txt")
    assert done.output["trash"] == f"{desk.trash}/files/{name}"
    note = (desk.trash / "info" / f"{name}.trashinfo").read_text().splitlines()
    assert note[:2] == ["[Trash Info]", f"Path={docs}/inner/a.txt"]
    assert note[2].startswith("DeletionDate=2025-06-1")
    assert stat.S_IMODE(desk.trash.stat().st_mode) == 0o700
    assert done.tool.facts(done.call) == (
        Fact(key=f"file:{docs}/inner/a.txt", value="absent", source="files.delete_file"),
    )
    done.undo()
    done.undo()
    assert desk.tree() == before
    assert trashed(desk.trash) == {}


def test_a_folder_goes_with_all_that_is_in_it_and_comes_back_as_it_was(desk: Desk, docs: Path) -> None:
    before = desk.tree()
    done = desk.do("delete_folder", "docs", risk="high")
    assert desk.tree() == {}
    assert done.tool.facts(done.call)[0].key == f"dir:{docs}"
    done.undo()
    assert desk.tree() == before
    assert docs.stat().st_mtime_ns == OLD_TIME


def test_things_of_one_name_lie_side_by_side_in_the_trash(desk: Desk) -> None:
    assert desk.trash is not None
    (desk.root / "b").mkdir()
    dones = []
    for content in ("one", "two"):
        for path in ("a.txt", "b/a.txt"):
            (desk.root / path).write_text(content)
            dones.append(desk.do("delete_file", path, risk="high"))
    assert len(trashed(desk.trash)) == 4
    for done in reversed(dones[2:]):
        done.undo()
    assert {path.read_text() for path in desk.root.rglob("a.txt")} == {"two"}


def test_things_of_one_name_deleted_at_the_same_time_do_not_meet(desk: Desk) -> None:
    assert desk.trash is not None
    places = [desk.root / str(number) / "a.txt" for number in range(20)]
    for place in places:
        place.parent.mkdir()
        place.write_text(str(place))
    calls = [replace(desk.call("delete_file", place, risk="high"), action_id="same") for place in places]
    tool: Any = desk.tools["files.delete_file"]
    with ThreadPoolExecutor(8) as threads:
        befores = list(threads.map(tool.look_first, calls))
        list(threads.map(tool.act, calls, befores))
    assert sorted(trashed(desk.trash).values()) == sorted(map(str, places))
    for call, before in zip(calls, befores, strict=True):
        tool.take_back(call, before, tool.invert(call, before))
    assert all(place.read_text() == str(place) for place in places)


@pytest.mark.parametrize(
    "name",
    ["a b%.txt", "-rf", "new\nline", "日本.txt", "x" * 255, "é" * 127, "...x", "a." + "e" * 200, ".bashrc"],
)
def test_any_name_can_be_deleted_and_brought_back(desk: Desk, name: str) -> None:
    assert desk.trash is not None
    (desk.root / name).write_text("x")
    done = desk.do("delete_file", name, risk="high")
    assert list(trashed(desk.trash).values()) == [f"{desk.root}/{name}"]
    done.undo()
    assert [path.name for path in desk.root.iterdir()] == [name]


def test_a_link_is_deleted_and_what_it_leads_to_stays(desk: Desk, docs: Path) -> None:
    before = desk.tree()
    for tool in ("delete_file", "delete_folder"):
        done = desk.do(tool, "docs/link", risk="high")
        assert (docs / "inner" / "a.txt").exists()
        assert not (docs / "link").is_symlink()
        done.undo()
        assert desk.tree() == before


@pytest.mark.parametrize("risk", ["none", "low", "medium"])
def test_nothing_is_deleted_that_was_rated_lower_than_it_is(desk: Desk, docs: Path, risk: str) -> None:
    before = desk.tree()
    for tool, path in (("delete_file", "docs/inner/a.txt"), ("delete_folder", "docs")):
        with pytest.raises(ToolFailure, match="was not approved"):
            desk.do(tool, path, risk=risk)
    assert desk.tree() == before


def test_the_kind_must_be_the_one_that_was_meant(desk: Desk, docs: Path) -> None:
    os.mkfifo(desk.root / "pipe")
    before = desk.tree()
    for tool, path, reason in (
        ("delete_file", "docs", "docs is a folder, not a file"),
        ("delete_folder", "docs/inner/a.txt", r"a.txt is a file, not a folder"),
        ("delete_file", "pipe", "pipe is a pipe, not a file"),
        ("delete_file", "no.txt", "it is not there"),
    ):
        with pytest.raises(ToolFailure, match=reason):
            desk.do(tool, path, risk="high")
    assert desk.tree() == before


def test_what_must_stay_is_not_deleted(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = desk.root / "people" / "me"
    home.mkdir(parents=True)
    monkeypatch.setenv("HOME", str(home))
    desk.keep = desk.root / "state" / "runs" / "kept"
    desk.keep.mkdir(parents=True)
    desk.trash = desk.root / "bin" / "Trash"
    desk.__post_init__()
    (desk.root / "x").touch()
    desk.do("delete_file", "x", risk="high")
    before = desk.tree()
    for path, reason in (
        (".", "a folder that tools may work in"),
        ("people/me", "your home folder"),
        ("people", "your home folder"),
        ("state", "the record of this run"),
        ("bin", "the trash"),
        ("bin/Trash", "the trash"),
        ("bin/Trash/files", "is in the trash already"),
    ):
        with pytest.raises(ToolFailure, match=reason):
            desk.do("delete_folder", path, risk="high")
    assert desk.tree() == before


def test_a_path_that_leads_outside_is_refused(desk: Desk, tmp_path: Path) -> None:
    (tmp_path / "outside.txt").touch()
    (desk.root / "up").symlink_to("..")
    for path in ("../outside.txt", "up/outside.txt"):
        with pytest.raises(PolicyRefusal):
            desk.do("delete_file", path, risk="high")
    assert (tmp_path / "outside.txt").exists()


def test_a_thing_swapped_after_the_look_is_left_alone(desk: Desk) -> None:
    (desk.root / "a.txt").write_text("one")
    call, before = desk.look("delete_file", "a.txt", risk="high")
    (desk.root / "b.txt").write_text("two")
    (desk.root / "b.txt").rename(desk.root / "a.txt")
    tool: Any = desk.tools["files.delete_file"]
    with pytest.raises(ToolFailure, match="changed by another program"):
        tool.act(call, before)
    (desk.root / "a.txt").unlink()
    with pytest.raises(ToolFailure, match="not there any more"):
        tool.act(call, before)
    assert tool.check(call, before) == "yes"
    assert tool.invert(call, before) is None


def test_a_name_in_the_trash_that_somebody_else_took_is_not_touched(desk: Desk) -> None:
    assert desk.trash is not None
    (desk.root / "a.txt").write_text("mine")
    call, before = desk.look("delete_file", "a.txt", risk="high")
    (desk.trash / "info").mkdir(parents=True)
    note = desk.trash / "info" / f"{before['name']}.trashinfo"
    note.write_text("[Trash Info]\nPath=/theirs\n")
    with pytest.raises(ToolFailure, match="another program took the name") as caught:
        desk.tools["files.delete_file"].act(call, before)
    assert caught.value.is_transient
    assert note.read_text() == "[Trash Info]\nPath=/theirs\n"
    assert (desk.root / "a.txt").read_text() == "mine"


def test_undo_says_why_it_cannot_bring_a_thing_back(desk: Desk) -> None:
    assert desk.trash is not None
    (desk.root / "a.txt").write_text("mine")
    done = desk.do("delete_file", "a.txt", risk="high")
    (desk.root / "a.txt").write_text("new")
    with pytest.raises(ToolFailure, match=r"something else is at .*; move it away"):
        done.undo()
    assert (desk.root / "a.txt").read_text() == "new"
    (desk.root / "a.txt").unlink()
    (item,) = (desk.trash / "files").iterdir()
    item.write_text("changed")
    with pytest.raises(ToolFailure, match="was changed in the trash"):
        done.undo()
    item.unlink()
    with pytest.raises(ToolFailure, match="no longer in the trash"):
        done.undo()


def test_without_settings_things_go_to_the_desktops_own_trash(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.trash = None
    desk.__post_init__()
    data = desk.root.parent / "data"
    monkeypatch.setenv("XDG_DATA_HOME", str(data))
    (desk.root / "a.txt").write_text("mine")
    done = desk.do("delete_file", "a.txt", risk="high")
    assert list(trashed(data / "Trash").values()) == [f"{desk.root}/a.txt"]
    done.undo()
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    monkeypatch.setenv("HOME", str(desk.root.parent / "home"))
    desk.do("delete_file", "a.txt", risk="high")
    assert list(trashed(desk.root.parent / "home" / ".local" / "share" / "Trash").values()) == [f"{desk.root}/a.txt"]


def test_on_another_disk_things_go_to_the_trash_at_its_top(desk: Desk, other_disk: Path) -> None:
    top = next(folder for folder in (other_disk, *other_disk.parents) if folder.is_mount())
    elsewhere = Desk(root=other_disk, keep=desk.keep)
    (other_disk / "a b.txt").write_text("mine")
    done = elsewhere.do("delete_file", "a b.txt", risk="high")
    trash = Path(done.output["trash"]).parents[1]
    assert trash in (top / f".Trash-{os.getuid()}", top / ".Trash" / str(os.getuid()))
    name = Path(done.output["trash"]).name
    note = (trash / "info" / f"{name}.trashinfo").read_text()
    assert f"Path={other_disk.relative_to(top)}/a%20b.txt\n" in note
    done.undo()
    assert (other_disk / "a b.txt").read_text() == "mine"
    assert not (trash / "info" / f"{name}.trashinfo").exists()


def test_a_trash_set_on_another_disk_is_a_failure_that_leaves_nothing(desk: Desk, other_disk: Path) -> None:
    desk.trash = other_disk / "trash"
    desk.__post_init__()
    (desk.root / "a.txt").write_text("mine")
    with pytest.raises(ToolFailure, match="cannot be moved into the trash in one piece"):
        desk.do("delete_file", "a.txt", risk="high")
    assert (desk.root / "a.txt").read_text() == "mine"
    assert all(entry[0] == "folder" for entry in tree(desk.trash).values())


def test_where_the_desktop_has_another_trash_it_is_asked(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setitem(sys.modules, "send2trash", None)
    desk.trash = None
    desk.__post_init__()
    (desk.root / "a.txt").write_text("mine")
    with pytest.raises(ToolFailure, match="pip install send2trash"):
        desk.do("delete_file", "a.txt", risk="high")
    package = types.SimpleNamespace(send2trash=lambda path: Path(path).unlink())
    monkeypatch.setitem(sys.modules, "send2trash", package)
    with pytest.raises(ToolFailure, match=r"a.txt is a file, not a folder"):
        desk.do("delete_folder", "a.txt", risk="high")
    done = desk.do("delete_file", "a.txt", risk="high")
    assert desk.tree() == {}
    with pytest.raises(ToolFailure, match="in the desktop's trash; take it out there"):
        done.undo()
