"""Making files and folders: what is there stays, and undo removes exactly what was made."""

from __future__ import annotations

import pytest

from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk


def test_a_new_file_is_empty_and_undo_removes_it(desk: Desk) -> None:
    done = desk.do("create_file", "notes.txt", object_type="file")
    assert (desk.root / "notes.txt").read_bytes() == b""
    assert done.output["created"] is True
    assert done.tool.facts(done.call) == (
        Fact(key=f"file:{desk.root}/notes.txt", value="exists", source="files.create_file"),
    )
    done.undo()
    done.undo()
    assert desk.tree() == {}


def test_a_file_that_is_there_stays_as_it_is_through_creating_and_undo(desk: Desk) -> None:
    (desk.root / "notes.txt").write_bytes(b"old")
    before = desk.tree()
    done = desk.do("create_file", "notes.txt")
    assert done.output["created"] is False
    assert desk.tree() == before
    done.undo()
    assert desk.tree() == before


def test_a_file_written_to_since_is_not_removed_by_undo(desk: Desk) -> None:
    done = desk.do("create_file", "notes.txt")
    (desk.root / "notes.txt").write_bytes(b"mine")
    with pytest.raises(ToolFailure, match="was written to since"):
        done.undo()
    assert (desk.root / "notes.txt").read_bytes() == b"mine"


def test_a_file_that_somebody_made_meanwhile_is_neither_touched_nor_removed(desk: Desk) -> None:
    call, before = desk.look("create_file", "notes.txt")
    (desk.root / "notes.txt").write_bytes(b"theirs")
    tool = desk.tools["files.create_file"]
    tool.act(call, before)
    assert tool.invert(call, before)["made"] is False
    tool.take_back(call, before, {"made": False})
    assert (desk.root / "notes.txt").read_bytes() == b"theirs"


def test_a_file_in_a_missing_folder_says_which_folder_is_missing(desk: Desk) -> None:
    with pytest.raises(ToolFailure, match=f"the folder {desk.root}/no is not there; create it first"):
        desk.do("create_file", "no/such/notes.txt")


def test_a_folder_in_place_of_a_file_is_a_failure(desk: Desk) -> None:
    (desk.root / "notes.txt").mkdir()
    with pytest.raises(ToolFailure, match=r"there is a folder at .*notes.txt"):
        desk.do("create_file", "notes.txt")


def test_a_link_to_a_missing_file_inside_gets_its_file(desk: Desk) -> None:
    (desk.root / "link").symlink_to("target.txt")
    done = desk.do("create_file", "link")
    assert (desk.root / "target.txt").is_file()
    done.undo()
    assert sorted(desk.tree()) == ["link"]


def test_a_link_that_leads_outside_is_refused(desk: Desk) -> None:
    (desk.root / "link").symlink_to(desk.root.parent / "outside.txt")
    with pytest.raises(PolicyRefusal, match="outside the allowed folders"):
        desk.do("create_file", "link")
    assert not (desk.root.parent / "outside.txt").exists()


def test_all_missing_levels_are_made_and_only_those_are_taken_back(desk: Desk) -> None:
    (desk.root / "a").mkdir()
    done = desk.do("create_folder", "a/b/c/d", object_type="folder")
    assert list(done.output["created"]) == [f"{desk.root}/a/b", f"{desk.root}/a/b/c", f"{desk.root}/a/b/c/d"]
    assert done.inverse is not None
    assert done.inverse["resources"] == [f"path:{desk.root}/a/b"]
    assert done.tool.facts(done.call)[0].key == f"dir:{desk.root}/a/b/c/d"
    done.undo()
    done.undo()
    assert sorted(desk.tree()) == ["a"]


def test_a_folder_that_is_there_stays_through_undo(desk: Desk) -> None:
    (desk.root / "a").mkdir(mode=0o750)
    done = desk.do("create_folder", "a")
    done.undo()
    assert desk.tree() == {"a": ("folder", 0o750)}


def test_a_folder_that_was_used_since_is_not_removed(desk: Desk) -> None:
    done = desk.do("create_folder", "a/b")
    (desk.root / "a" / "mine.txt").write_bytes(b"mine")
    with pytest.raises(ToolFailure, match="the folder is not empty"):
        done.undo()
    assert (desk.root / "a" / "mine.txt").read_bytes() == b"mine"


def test_a_file_in_the_way_of_a_folder_is_a_failure_that_makes_nothing(desk: Desk) -> None:
    (desk.root / "a").write_bytes(b"")
    for path in ("a", "a/b/c"):
        with pytest.raises(ToolFailure, match=f"there is a file at {desk.root}/a;"):
            desk.do("create_folder", path)
    assert sorted(desk.tree()) == ["a"]


def test_a_half_made_row_of_folders_is_completed_by_a_second_run(desk: Desk) -> None:
    call, before = desk.look("create_folder", "a/b/c")
    (desk.root / "a").mkdir()
    tool = desk.tools["files.create_folder"]
    assert tool.check(call, before) == "no"
    tool.act(call, before)
    assert tool.check(call, before) == "yes"
    tool.take_back(call, before, tool.invert(call, before))
    assert desk.tree() == {}


def test_a_missing_root_is_said_to_be_missing(desk: Desk) -> None:
    desk.root.rmdir()
    with pytest.raises(ToolFailure, match=r"cannot create .*: the folder .*root is not there"):
        desk.do("create_folder", "a/b")


@pytest.mark.parametrize(
    "name",
    ["a b", "-rf", "new\nline", "cafe\u0301", "caf\u00e9", "日本語", "..hidden", "x" * 255, "\u202etxt", "😀" * 60],
)
def test_any_name_a_disk_takes_is_kept_as_given(desk: Desk, name: str) -> None:
    for tool in ("create_file", "create_folder"):
        done = desk.do(tool, name)
        assert [path.name for path in desk.root.iterdir()] == [name]
        done.undo()


def test_a_name_too_long_is_refused_with_a_reason(desk: Desk) -> None:
    for tool in ("create_file", "create_folder"):
        with pytest.raises((ToolFailure, PolicyRefusal), match=r"shorten it|shorter name"):
            desk.do(tool, "x" * 256)


def test_folders_can_be_nested_as_deep_as_paths_go(desk: Desk) -> None:
    deep = "/".join(["d" * 100] * 35)
    done = desk.do("create_folder", deep)
    desk.do("create_file", f"{deep}/notes.txt").undo()
    done.undo()
    assert desk.tree() == {}
