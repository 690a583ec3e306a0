"""Unpacking: all of it or nothing, beside what is there, and back again."""

from __future__ import annotations

import gzip
import io
import os
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk, StopAfter, tree
from tools.files.trees import OLD_TIME, aged, at, in_seconds, sample, times

ENDINGS = ["zip", "tar", "tar.gz", "tar.bz2", "tar.xz"]


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_was_packed_comes_out_the_same(desk: Desk, ending: str) -> None:
    docs = sample(desk.root / "docs")
    desk.do("compress", "docs", to=at(desk, f"docs.{ending}"))
    before = desk.tree()
    done = desk.do("extract", f"docs.{ending}", to=at(desk, "out"))
    wanted, unpacked = tree(docs), tree(desk.root / "out" / "docs")
    if ending == "zip":
        wanted, unpacked = in_seconds(wanted), in_seconds(unpacked)
    else:
        assert times(desk.root / "out" / "docs") == times(docs)
    assert unpacked == wanted
    assert done.output == {"path": at(desk, f"docs.{ending}"), "to": at(desk, "out"), "created": True}
    done.undo()
    done.undo()
    assert desk.tree() == before


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_kind_is_told_by_the_bytes_and_not_by_the_name(desk: Desk, ending: str) -> None:
    aged(desk.root / "a.txt", b"alpha")
    desk.do("compress", "a.txt", to=at(desk, f"a.{ending}"))
    (desk.root / f"a.{ending}").rename(desk.root / "download.bin")
    desk.do("extract", "download.bin", to=at(desk, "out"))
    assert (desk.root / "out" / "a.txt").read_bytes() == b"alpha"


def test_archives_of_other_programs(desk: Desk) -> None:
    docs = sample(desk.root / "docs")
    for kind in ("gnu", "ustar", "pax", "v7", "oldgnu"):
        leave = ["--exclude=*日本*"] if kind in ("ustar", "v7") else []
        command = ["tar", f"--format={kind}", *leave, "-cf", f"{kind}.tar", "docs"]
        subprocess.run(command, cwd=desk.root, check=True, timeout=60)
        desk.do("extract", f"{kind}.tar", to=at(desk, kind))
        wanted = in_seconds({path: seen for path, seen in tree(docs).items() if not leave or "日本" not in path})
        assert in_seconds(tree(desk.root / kind / "docs")) == wanted


def test_a_folder_that_is_named_like_the_place_is_not_nested_in_it(desk: Desk) -> None:
    sample(desk.root / "docs")
    desk.do("compress", "docs", to=at(desk, "docs.zip"))
    wanted = in_seconds(tree(desk.root / "docs"))
    (desk.root / "docs").rename(desk.root / "away")
    before = desk.tree()
    done = desk.do("extract", "docs.zip", to=at(desk, "docs"))
    assert in_seconds(tree(desk.root / "docs")) == wanted
    done.undo()
    assert desk.tree() == before


def test_names_land_as_they_are_where_there_is_more_than_that_folder(desk: Desk) -> None:
    zipped(desk.root / "docs.zip", {"docs/a.txt": b"a", "readme": b"r"})
    desk.do("extract", "docs.zip", to=at(desk, "docs"))
    assert set(tree(desk.root / "docs")) == {"docs", "docs/a.txt", "readme"}


def test_what_is_there_stays_and_only_new_names_are_added_and_taken_back(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"new.txt": b"n", "inner/new.txt": b"n", "inner/deep/x": b"x", "inner/": b""})
    aged(desk.root / "out" / "mine.txt", b"mine")
    aged(desk.root / "out" / "inner" / "mine.txt", b"mine")
    before = desk.tree()
    done = desk.do("extract", "a.zip", to=at(desk, "out"))
    assert set(tree(desk.root / "out")) == set(
        "mine.txt new.txt inner inner/mine.txt inner/new.txt inner/deep inner/deep/x".split()
    )
    assert done.output["created"] is False
    aged(desk.root / "out" / "later.txt", b"put there by somebody else")
    done.undo()
    (desk.root / "out" / "later.txt").unlink()
    assert desk.tree() == before


def test_in_a_folder_that_was_there_only_what_came_out_is_watched(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"new.txt": b"n", "inner/x": b"x"})
    aged(desk.root / "out" / "mine.txt", b"mine")
    done = desk.do("extract", "a.zip", to=at(desk, "out"))
    watched = [f"path:{at(desk, path)}" for path in ("a.zip", "out/inner", "out/new.txt")]
    assert list(done.tool.resources(done.call)) == watched
    fresh = desk.do("extract", "a.zip", to=at(desk, "fresh"))
    assert list(fresh.tool.resources(fresh.call)) == [f"path:{at(desk, path)}" for path in ("a.zip", "fresh")]
    assert fresh.tool.facts(fresh.call) == (
        Fact(key=f"dir:{at(desk, 'fresh')}", value="exists", source="files.extract"),
    )


@pytest.mark.parametrize("risk", ["low", "medium"])
def test_one_name_that_is_taken_keeps_all_of_it_out(desk: Desk, risk: str) -> None:
    zipped(desk.root / "a.zip", {"a.txt": b"new", "inner/b.txt": b"new", "z.txt": b"new"})
    aged(desk.root / "out" / "inner" / "b.txt", b"old")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"out/inner/b\.txt is there now: approve replacing it"):
        desk.do("extract", "a.zip", to=at(desk, "out"), risk=risk)
    assert desk.tree() == before


def test_files_that_are_replaced_with_approval_come_back(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"a.txt": b"new", "inner/b.txt": b"new", "z.txt": b"new"})
    aged(desk.root / "out" / "inner" / "b.txt", b"old", 0o600)
    aged(desk.root / "out" / "a.txt", b"older", 0o640, OLD_TIME + 3)
    before = desk.tree()
    done = desk.do("extract", "a.zip", to=at(desk, "out"), risk="high")
    assert {seen[-1] for path, seen in tree(desk.root / "out").items() if path.endswith(".txt")} == {b"new"}
    done.undo()
    done.undo()
    assert desk.tree() == before
    assert not list(desk.keep.iterdir())


@pytest.mark.parametrize("put", ["folder", "link", "file above"])
def test_only_a_file_gives_way_to_a_file(desk: Desk, put: str, tmp_path: Path) -> None:
    zipped(desk.root / "a.zip", {"first": b"1", "x/y": b"new"})
    (desk.root / "out" / "x").mkdir(parents=True)
    if put == "folder":
        (desk.root / "out" / "x" / "y").mkdir()
    elif put == "link":
        (desk.root / "out" / "x").rmdir()
        (desk.root / "out" / "x").symlink_to(tmp_path)
    else:
        (desk.root / "out" / "x").rmdir()
        aged(desk.root / "out" / "x", b"file")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"there is a (folder|link|file) at .*out/x"):
        desk.do("extract", "a.zip", to=at(desk, "out"), risk="high")
    assert desk.tree() == before
    assert not (tmp_path / "y").exists()


def test_a_file_in_the_place_of_the_folder_is_left_alone(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"x": b"x"})
    aged(desk.root / "out", b"file")
    with pytest.raises(ToolFailure, match="there is a file at"):
        desk.do("extract", "a.zip", to=at(desk, "out"), risk="high")


def test_an_allowed_folder_itself_can_be_unpacked_into(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"x": b"x", "y/z": b"z"})
    before = desk.tree()
    done = desk.do("extract", "a.zip", to=str(desk.root))
    assert set(desk.tree()) == {"a.zip", "x", "y", "y/z"}
    done.undo()
    assert desk.tree() == before


def test_a_link_to_a_folder_stands_for_it(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"x": b"x"})
    (desk.root / "real").mkdir()
    (desk.root / "way").symlink_to("real")
    (desk.root / "b.zip").symlink_to("a.zip")
    done = desk.do("extract", "b.zip", to=at(desk, "way"))
    assert (desk.root / "real" / "x").read_bytes() == b"x"
    done.undo()
    assert not list((desk.root / "real").iterdir())


class LastMoment:
    """A stop signal that is never set, but does something when it is asked for the last time."""

    def __init__(self, last: int = 0, act: Callable[[], object] = lambda: None) -> None:
        self.asked, self.last, self.act = 0, last, act

    def is_set(self) -> bool:
        self.asked += 1
        if self.asked == self.last:
            self.act()
        return False


def test_what_appears_at_the_last_moment_stays_and_all_else_comes_back(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"a": b"a", "b/c": b"c", "z": b"z"})
    aged(desk.root / "out" / "a", b"old", 0o600)
    counted = LastMoment()
    desk.do("extract", "a.zip", to=at(desk, "out"), risk="high", stop=counted).undo()
    before = desk.tree()
    late = LastMoment(counted.asked, lambda: aged(desk.root / "out" / "z", b"somebody else's"))
    with pytest.raises(ToolFailure, match=r"out/z is there now"):
        desk.do("extract", "a.zip", to=at(desk, "out"), risk="high", stop=late)
    after = desk.tree()
    assert after.pop("out/z")[-1] == b"somebody else's"
    assert after == before
    assert not list(desk.keep.iterdir())


@pytest.mark.parametrize("asked", [0, 1, 3, 6])
def test_unpacking_that_is_stopped_leaves_nothing(desk: Desk, asked: int) -> None:
    sample(desk.root / "docs")
    desk.do("compress", "docs", to=at(desk, "docs.tar.gz"))
    (desk.root / "out").mkdir()
    before = desk.tree()

    for to in ("out", "new"):
        with pytest.raises(ToolFailure, match="stopped before it was done"):
            desk.do("extract", "docs.tar.gz", to=at(desk, to), stop=StopAfter(asked))
        assert desk.tree() == before


def test_undo_leaves_what_was_changed_since(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {"a": b"a", "b/c": b"c"})
    (desk.root / "out").mkdir()
    done = desk.do("extract", "a.zip", to=at(desk, "out"))
    aged(desk.root / "out" / "b" / "mine", b"mine")
    with pytest.raises(ToolFailure, match="changed by another program"):
        done.undo()
    assert (desk.root / "out" / "b" / "mine").exists()


@pytest.mark.parametrize(
    ("path", "to"), [("{out}/a.zip", "{root}/x"), ("{root}/a.zip", "{out}/x"), ("{root}/a.zip", "{root}/way/x")]
)
def test_both_ends_lie_inside_the_allowed_folders(desk: Desk, tmp_path: Path, path: str, to: str) -> None:
    for folder in (desk.root, tmp_path):
        zipped(folder / "a.zip", {"x": b"x"})
    (desk.root / "way").symlink_to(tmp_path)
    with pytest.raises(PolicyRefusal):
        desk.do("extract", path.format(root=desk.root, out=tmp_path), to=to.format(root=desk.root, out=tmp_path))
    assert not (tmp_path / "x").exists()


def test_an_archive_with_nothing_in_it_makes_an_empty_folder(desk: Desk) -> None:
    zipped(desk.root / "a.zip", {})
    with tarfile.open(desk.root / "a.tar", "w"):
        pass
    for name in ("a.zip", "a.tar"):
        done = desk.do("extract", name, to=at(desk, "out"))
        assert tree(desk.root / "out") == {}
        done.undo()
        assert not (desk.root / "out").exists()


def test_names_in_the_ways_of_other_systems(desk: Desk) -> None:
    with zipfile.ZipFile(desk.root / "a.zip", "w") as archive:
        dos = zipfile.ZipInfo("folder\\inner\\dos.txt")
        dos.create_system = 0
        archive.writestr(dos, b"dos")
        archive.writestr("back\\slash.txt", b"unix")
    content = (desk.root / "a.zip").read_bytes()
    mac = "d\u00fc.txt".encode()
    unmarked = io.BytesIO()
    with zipfile.ZipFile(unmarked, "w") as archive:
        archive.writestr("dXX.txt", b"mac")
    (desk.root / "mac.zip").write_bytes(unmarked.getvalue().replace(b"dXX.txt", mac))
    assert content
    desk.do("extract", "a.zip", to=at(desk, "out"))
    desk.do("extract", "mac.zip", to=at(desk, "mac"))
    assert set(tree(desk.root / "out")) == {"folder", "folder/inner", "folder/inner/dos.txt", "back\\slash.txt"}
    assert set(tree(desk.root / "mac")) == {"d\u00fc.txt"}


def test_hard_links_are_one_file_again(desk: Desk) -> None:
    aged(desk.root / "docs" / "a", b"alpha")
    os.link(desk.root / "docs" / "a", desk.root / "docs" / "b")
    subprocess.run(["tar", "-cf", "docs.tar", "docs"], cwd=desk.root, check=True, timeout=60)
    desk.do("extract", "docs.tar", to=at(desk, "out"))
    one, two = (desk.root / "out" / "docs" / name for name in "ab")
    assert one.samefile(two)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "not a known kind of archive"),
        (b"just text", "not a known kind of archive"),
        (b"Rar!\x1a\x07\x01\x00", "is a rar archive; zip, tar, tar.gz, tar.bz2 and tar.xz can be extracted"),
        (b"7z\xbc\xaf\x27\x1c\x00\x04", "is a 7z archive"),
        (b"\x28\xb5\x2f\xfd\x00", "is packed with zstd"),
        (gzip.compress(b"one file, no archive", mtime=0), "is damaged or incomplete"),
        (b"PK\x03\x04 and nothing more", "is damaged or incomplete"),
        (b"BZh9 and nothing more", "is damaged or incomplete"),
        (b"\xfd7zXZ\x00 and nothing more", "is damaged or incomplete"),
    ],
)
def test_what_is_no_archive_is_told(desk: Desk, content: bytes, said: str) -> None:
    (desk.root / "a.zip").write_bytes(content)
    with pytest.raises(ToolFailure, match=said):
        desk.do("extract", "a.zip", to=at(desk, "out"))
    assert set(desk.tree()) == {"a.zip"}


def test_a_folder_is_no_archive(desk: Desk) -> None:
    (desk.root / "docs").mkdir()
    with pytest.raises(ToolFailure, match="is a folder, not an archive"):
        desk.do("extract", "docs", to=at(desk, "out"))


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_archive_that_is_cut_short_anywhere_leaves_nothing(desk: Desk, ending: str) -> None:
    sample(desk.root / "docs")
    aged(desk.root / "docs" / "random", os.urandom(3_000))
    desk.do("compress", "docs", to=at(desk, f"docs.{ending}"))
    content = (desk.root / f"docs.{ending}").read_bytes()
    # A tar archive ends in zeros that no one needs: the first block of them is its end mark.
    needed = len(content.rstrip(b"\0")) if ending == "tar" else len(content)
    for size in {*range(0, needed, max(1, needed // 40)), needed - 1}:
        (desk.root / "cut").write_bytes(content[:size])
        with pytest.raises(ToolFailure, match=r"damaged or incomplete|not a known kind of archive"):
            desk.do("extract", "cut", to=at(desk, "out"))
        assert not (desk.root / "out").exists()
    assert {path.name for path in desk.root.iterdir()} == {"docs", "cut", f"docs.{ending}"}


@pytest.mark.parametrize("ending", ["zip", "tar.gz", "tar.bz2", "tar.xz"])
def test_bytes_that_were_changed_are_noticed(desk: Desk, ending: str) -> None:
    aged(desk.root / "random", os.urandom(3_000))
    desk.do("compress", "random", to=at(desk, f"a.{ending}"))
    content = bytearray((desk.root / f"a.{ending}").read_bytes())
    content[len(content) // 2] ^= 0x40
    (desk.root / "bad").write_bytes(content)
    with pytest.raises(ToolFailure, match="damaged or incomplete"):
        desk.do("extract", "bad", to=at(desk, "out"))
    assert not (desk.root / "out").exists()


def test_a_folder_that_may_not_be_written_to_is_merged_by_anyone(desk: Desk) -> None:
    """Only root may move such a folder without more ado; here root takes the part of somebody else."""
    script = """
import os, sys
sys.path[:0] = PATH
from pathlib import Path
from tools.files.desk import StopAfter, Desk, tree
from tools.files.trees import at, sample, settle
import tempfile
with tempfile.TemporaryDirectory() as top:
    desk = Desk(root=Path(top, "root"), keep=Path(top, "kept"))
    sample(desk.root / "docs" / "docs")
    desk.do("compress", "docs/docs", to=at(desk, "docs.tar"))
    desk.do("extract", "docs.tar", to=at(desk, "other")).undo()
    if os.geteuid() == 0:
        for folder, folders, files in os.walk(top):
            for name in (".", *folders, *files):
                os.chown(Path(folder, name), 65534, 65534, follow_symlinks=False)
        os.setgroups([])
        os.setgid(65534)
        os.setuid(65534)
    (desk.root / "out" / "docs").mkdir(parents=True)
    before = desk.tree()
    done = desk.do("extract", "docs.tar", to=at(desk, "out"))
    assert tree(desk.root / "out" / "docs") == tree(desk.root / "docs" / "docs")
    done.undo()
    assert desk.tree() == before
    for folder in desk.root.rglob("locked"):
        folder.chmod(0o755)
print("good")
""".replace("PATH", repr(sys.path))
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "good\n", done.stderr
