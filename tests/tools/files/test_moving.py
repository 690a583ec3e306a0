"""Moving and renaming: on one disk and between two, nothing lost on the way, and back again."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.contracts import Fact
from goalwright.disk import disk_transfers as transfers
from goalwright.disk.allowed_roots import Spot
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk, StopAfter, tree
from tools.files.trees import OLD_TIME, aged, at, reach, sample, times


@pytest.mark.parametrize("tool", ["move", "rename"])
@pytest.mark.parametrize("path", ["docs", "docs/a.txt", "docs/link", "docs/locked"])
def test_the_very_same_thing_is_in_the_new_place_and_comes_back(desk: Desk, tool: str, path: str) -> None:
    sample(desk.root / "docs")
    before, number = desk.tree(), (desk.root / path).lstat().st_ino
    done = desk.do(tool, path, to=at(desk, "new"))
    assert not (desk.root / path).is_symlink()
    assert not (desk.root / path).exists()
    assert (desk.root / "new").lstat().st_ino == number
    done.undo()
    done.undo()
    assert desk.tree() == before
    assert (desk.root / path).lstat().st_ino == number


@pytest.mark.parametrize("path", ["docs", "docs/a.txt", "docs/link", "docs/locked"])
def test_between_disks_everything_goes_along_and_comes_back(desk: Desk, other_disk: Path, path: str) -> None:
    docs = sample(desk.root / "docs")
    reach(desk, other_disk)
    before, before_times = tree(docs), times(docs)
    original = tree(desk.root / path)
    done = desk.do("move", path, to=str(other_disk / "new"))
    assert not (desk.root / path).is_symlink()
    assert not (desk.root / path).exists()
    assert tree(other_disk / "new") == original
    assert (other_disk / "new").lstat().st_mtime_ns == OLD_TIME
    assert [entry.name for entry in other_disk.iterdir()] == ["new"]
    done.undo()
    done.undo()
    assert tree(docs) == before
    for below, time in times(docs).items():
        assert time == before_times[below], below
    assert not list(other_disk.iterdir())


def test_what_is_known_afterwards(desk: Desk) -> None:
    aged(desk.root / "a.txt")
    done = desk.do("move", "a.txt", to=at(desk, "b.txt"))
    old, new = at(desk, "a.txt"), at(desk, "b.txt")
    assert done.tool.facts(done.call) == (
        Fact(key=f"file:{old}", value="absent", source="files.move"),
        Fact(key=f"dir:{old}", value="absent", source="files.move"),
        Fact(key=f"file:{new}", value="exists", source="files.move"),
    )
    assert done.tool.resources(done.call) == (f"path:{old}", f"path:{new}")
    assert done.output == {"path": old, "to": new, "replaced": False}


@pytest.mark.parametrize("is_far", [False, True])
def test_a_file_that_is_replaced_comes_back(desk: Desk, other_disk: Path, is_far: bool) -> None:
    reach(desk, other_disk)
    place = other_disk if is_far else desk.root
    aged(desk.root / "a.txt", b"new")
    aged(place / "b.txt", b"old", 0o600, OLD_TIME + 5)
    before = desk.tree(), tree(place)
    with pytest.raises(ToolFailure, match="is there now: approve replacing it"):
        desk.do("move", "a.txt", to=str(place / "b.txt"))
    assert (desk.tree(), tree(place)) == before
    done = desk.do("move", "a.txt", to=str(place / "b.txt"), risk="high")
    assert (place / "b.txt").read_bytes() == b"new"
    assert not (desk.root / "a.txt").exists()
    done.undo()
    assert (desk.tree(), tree(place)) == before
    done.undo()
    assert (desk.tree(), tree(place)) == before


@pytest.mark.parametrize("is_far", [False, True])
def test_a_file_that_replaced_its_twin_comes_back_beside_it(desk: Desk, other_disk: Path, is_far: bool) -> None:
    reach(desk, other_disk)
    place = other_disk if is_far else desk.root
    aged(desk.root / "a.txt", b"same")
    aged(place / "b.txt", b"same")
    done = desk.do("move", "a.txt", to=str(place / "b.txt"), risk="high")
    done.undo()
    done.undo()
    assert (desk.root / "a.txt").read_bytes() == (place / "b.txt").read_bytes() == b"same"


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        ("docs", "docs", "are the same"),
        ("docs", "docs/new", "inside the folder itself"),
        ("docs", "way/new", "inside the folder itself"),
        ("docs/a.txt", "docs/a.txt", "are the same"),
        ("docs/a.txt", "twin.txt", "are the same"),
        ("docs/a.txt", "docs/inner", "there is a folder at"),
        ("docs", "twin.txt", "there is a file at"),
        (".", "new", "one of the folders that Goalwright may work in"),
        ("missing.txt", "b.txt", "is not there; check the name"),
        ("docs/a.txt", "no/b.txt", r"the folder .*/no is not there; create it first"),
    ],
)
@pytest.mark.parametrize("tool", ["move", "rename"])
def test_a_move_that_makes_no_sense_is_refused(desk: Desk, tool: str, path: str, to: str, said: str) -> None:
    docs = sample(desk.root / "docs")
    (desk.root / "way").symlink_to("docs/inner")
    os.link(docs / "a.txt", desk.root / "twin.txt")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=said):
        desk.do(tool, path, to=at(desk, to), risk="high")
    assert desk.tree() == before


def test_a_move_leaves_the_allowed_folders_neither_way(desk: Desk, tmp_path: Path) -> None:
    aged(desk.root / "a.txt")
    aged(tmp_path / "outside.txt")
    (desk.root / "out").symlink_to(tmp_path)
    for path, to in (
        ("a.txt", str(tmp_path / "b.txt")),
        (tmp_path / "outside.txt", at(desk, "b")),
        ("a.txt", at(desk, "out/b")),
    ):
        with pytest.raises(PolicyRefusal):
            desk.do("move", path, to=to)
    assert (desk.root / "a.txt").exists()
    assert (tmp_path / "outside.txt").exists()


def test_a_name_may_change_in_case_only(desk: Desk) -> None:
    aged(desk.root / "readme.txt", b"x")
    done = desk.do("rename", "readme.txt", to=at(desk, "README.txt"))
    assert [entry.name for entry in desk.root.iterdir()] == ["README.txt"]
    done.undo()
    assert [entry.name for entry in desk.root.iterdir()] == ["readme.txt"]


def test_two_names_of_one_file_are_not_taken_for_two_spellings_of_one_name(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"x")
    os.link(desk.root / "a.txt", desk.root / "A.txt")
    folder = os.open(desk.root, os.O_RDONLY)
    try:
        lower, upper = (Spot(folder, name, at(desk, name)) for name in ("a.txt", "A.txt"))
        assert not transfers.is_respelling(lower, upper)
    finally:
        os.close(folder)
    with pytest.raises(ToolFailure, match="are the same"):
        desk.do("rename", "a.txt", to=at(desk, "A.txt"), risk="high")


def test_what_appears_at_the_target_meanwhile_stays(desk: Desk, other_disk: Path) -> None:
    reach(desk, other_disk)
    for folder in (desk.root, other_disk):
        aged(desk.root / "a.txt", b"mine")
        call, before = desk.look("move", "a.txt", to=str(folder / "b.txt"), risk="high")
        aged(folder / "b.txt", b"somebody else's")
        with pytest.raises(ToolFailure, match="is there now"):
            desk.tool("move").act(call, before)
        assert (folder / "b.txt").read_bytes() == b"somebody else's"
        assert (desk.root / "a.txt").read_bytes() == b"mine"


def test_undo_leaves_what_took_the_old_place(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"moved")
    done = desk.do("move", "a.txt", to=at(desk, "b.txt"))
    aged(desk.root / "a.txt", b"newcomer")
    before = desk.tree()
    with pytest.raises(ToolFailure, match="is there now"):
        done.undo()
    assert desk.tree() == before


def test_undo_leaves_what_is_not_the_thing_that_was_moved(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"moved")
    done = desk.do("move", "a.txt", to=at(desk, "b.txt"))
    (desk.root / "b.txt").rename(desk.root / "c.txt")
    aged(desk.root / "b.txt", b"another", 0o644, OLD_TIME + 7)
    with pytest.raises(ToolFailure, match="changed by another program"):
        done.undo()
    assert (desk.root / "b.txt").read_bytes() == b"another"


def test_undo_takes_back_what_was_saved_anew_with_the_same_bytes(desk: Desk, other_disk: Path) -> None:
    reach(desk, other_disk)
    aged(desk.root / "a.txt", b"moved")
    for place in (desk.root / "b.txt", other_disk / "b.txt"):
        done = desk.do("move", "a.txt", to=str(place))
        aged(place.with_name("new"), b"moved", 0o644, OLD_TIME + 7)
        place.with_name("new").rename(place)
        done.undo()
        assert (desk.root / "a.txt").read_bytes() == b"moved"
        assert not place.exists()


def test_undo_says_so_if_the_kept_bytes_are_gone(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"new")
    aged(desk.root / "b.txt", b"old")
    done = desk.do("move", "a.txt", to=at(desk, "b.txt"), risk="high")
    for kept in desk.keep.iterdir():
        kept.unlink()
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"kept copy of .* is gone"):
        done.undo()
    assert desk.tree() == before


def test_a_file_that_was_written_to_right_after_it_was_seen_is_still_the_one_that_is_moved(desk: Desk) -> None:
    aged(desk.root / "log", b"one\n")
    call, before = desk.look("move", "log", to=at(desk, "old log"))
    aged(desk.root / "log", b"one\ntwo\n", 0o644, OLD_TIME + 10**10)
    tool = desk.tool("move")
    tool.act(call, before)
    assert tool.check(call, before) == "yes"


def test_a_pipe_in_a_folder_goes_along_and_comes_back(desk: Desk) -> None:
    sample(desk.root / "docs")
    os.mkfifo(desk.root / "docs" / "pipe")
    before = desk.tree()
    done = desk.do("move", "docs", to=at(desk, "new"))
    assert (desk.root / "new" / "pipe").is_fifo()
    done.undo()
    assert desk.tree() == before


def test_pipes_and_devices_do_not_go_to_another_disk(desk: Desk, other_disk: Path) -> None:
    reach(desk, other_disk)
    (desk.root / "docs").mkdir()
    os.mkfifo(desk.root / "docs" / "pipe")
    with pytest.raises(ToolFailure, match="docs/pipe: it is a pipe"):
        desk.do("move", "docs", to=str(other_disk / "docs"))
    assert not list(other_disk.iterdir())
    desk.do("move", "docs", to=at(desk, "new"))  # on one disk it goes along


@pytest.mark.parametrize("asked", range(0, 30, 3))
def test_a_move_to_another_disk_that_is_stopped_leaves_all_as_it_was(desk: Desk, other_disk: Path, asked: int) -> None:
    sample(desk.root / "docs")
    reach(desk, other_disk)
    before = desk.tree()

    with pytest.raises(ToolFailure, match="stopped before it was done"):
        desk.do("move", "docs", to=str(other_disk / "docs"), stop=StopAfter(asked))
    assert desk.tree() == before
    assert not list(other_disk.iterdir())


@pytest.fixture
def open_place() -> Iterator[Path]:
    """A folder that everybody may look into, unlike those of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def test_a_folder_that_could_not_be_removed_is_not_even_copied(open_place: Path, other_disk: Path) -> None:
    """A user who may read, but not empty, what is in a folder: root takes the part of somebody else."""
    docs = sample(open_place / "docs")
    script = f"""
import os, sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from goalwright.errors import ToolFailure
from tools.files.desk import Desk
from tools.files.trees import aged, reach
desk = reach(Desk(root=Path({str(open_place)!r}), keep=Path({str(other_disk / "kept")!r})), Path({str(other_disk)!r}))
aged(desk.root / "own.txt")
desk.do("move", "own.txt", to={str(other_disk / "own.txt")!r})
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
try:
    desk.do("move", "docs", to={str(other_disk / "docs")!r})
except ToolFailure as failure:
    print(failure)
"""
    is_root = os.geteuid() == 0
    if is_root:
        for folder in (open_place, other_disk):
            os.chown(folder, 65534, 65534)
        for path in (docs / "a.txt", docs / "empty.txt", docs / "locked" / "kept.txt"):
            path.chmod(0o644)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    if is_root:
        assert "it could not be removed afterwards" in done.stdout, done.stderr
        assert len(tree(docs)) == 11
        assert not (other_disk / "docs").exists()
    else:
        assert done.stdout == "", done.stderr


def test_of_two_moves_to_one_place_just_one_gets_there(desk: Desk) -> None:
    for _ in range(50):
        for name in ("a.txt", "b.txt"):
            aged(desk.root / name, name.encode())
        calls = [desk.look("move", name, to=at(desk, "c.txt"), risk="high") for name in ("a.txt", "b.txt")]
        told = desk.at_once("move", calls)
        assert told.count("done") == 1, told
        assert len(desk.tree()) == 2
        (desk.root / "c.txt").unlink()
