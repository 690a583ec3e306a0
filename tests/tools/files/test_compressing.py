"""Packing: everything goes in, in a fixed order, and what other programs make of it."""

from __future__ import annotations

import os
import stat
import subprocess
import tarfile
import zipfile
from pathlib import Path

import pytest

from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk, StopAfter, tree
from tools.files.trees import OLD_TIME, aged, at, in_seconds, sample

ENDINGS = ["zip", "tar", "tar.gz", "tgz", "tar.bz2", "tbz2", "tar.xz", "txz", "ZIP", "Tar.Gz"]
NAMES = [
    "docs",
    "docs/a.txt",
    "docs/broken",
    "docs/empty.txt",
    "docs/hollow",
    "docs/inner",
    "docs/inner/-rf",
    "docs/inner/d\u00fc 日本 😀.txt",
    "docs/inner/run.sh",
    "docs/link",
    "docs/locked",
    "docs/locked/kept.txt",
]


def names_in(path: Path) -> list[str]:
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            return [name.rstrip("/") for name in archive.namelist()]
    with tarfile.open(path) as archive:
        return archive.getnames()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_folder_is_packed_whole_and_in_order(desk: Desk, ending: str) -> None:
    sample(desk.root / "docs")
    before = desk.tree()
    done = desk.do("compress", "docs", to=at(desk, f"docs.{ending}"))
    assert names_in(desk.root / f"docs.{ending}") == NAMES
    assert done.output["size"] == (desk.root / f"docs.{ending}").stat().st_size
    done.undo()
    done.undo()
    assert desk.tree() == before


def test_other_programs_unpack_a_zip_with_modes_times_and_links(desk: Desk, tmp_path: Path) -> None:
    docs = sample(desk.root / "docs")
    desk.do("compress", "docs", to=at(desk, "docs.zip"))
    subprocess.run(["unzip", "-q", at(desk, "docs.zip"), "-d", tmp_path / "out"], check=True, timeout=60)
    assert in_seconds(tree(tmp_path / "out" / "docs")) == in_seconds(tree(docs))


@pytest.mark.parametrize("ending", ["tar", "tar.gz", "tar.bz2", "tar.xz"])
def test_other_programs_unpack_a_tar_exactly(desk: Desk, tmp_path: Path, ending: str) -> None:
    docs = sample(desk.root / "docs")
    desk.do("compress", "docs", to=at(desk, f"docs.{ending}"))
    (tmp_path / "out").mkdir()
    command = ["tar", "-xpf", at(desk, f"docs.{ending}"), "-C", str(tmp_path / "out")]
    subprocess.run(command, check=True, timeout=60)
    assert tree(tmp_path / "out" / "docs") == tree(docs)


@pytest.mark.parametrize("ending", ["zip", "tar.gz", "tar.bz2", "tar.xz"])
def test_the_same_files_always_give_the_same_bytes(desk: Desk, ending: str) -> None:
    sample(desk.root / "docs")
    for name in ("one", "two"):
        desk.do("compress", "docs", to=at(desk, f"{name}.{ending}"))
    assert (desk.root / f"one.{ending}").read_bytes() == (desk.root / f"two.{ending}").read_bytes()


def test_a_single_file_is_packed_under_its_own_name(desk: Desk) -> None:
    aged(desk.root / "notes.txt", b"x")
    desk.do("compress", "notes.txt", to=at(desk, "notes.zip"))
    assert names_in(desk.root / "notes.zip") == ["notes.txt"]


def test_a_link_that_is_named_stands_for_what_it_leads_to(desk: Desk) -> None:
    sample(desk.root / "docs")
    (desk.root / "papers").symlink_to("docs")
    desk.do("compress", "papers", to=at(desk, "papers.zip"))
    assert "papers/inner/run.sh" in names_in(desk.root / "papers.zip")


@pytest.mark.parametrize("ending", ["zip", "tar.xz"])
def test_an_archive_inside_the_folder_does_not_pack_itself(desk: Desk, ending: str) -> None:
    sample(desk.root / "docs")
    to = at(desk, f"docs/inner/docs.{ending}")
    desk.do("compress", "docs", to=to)
    first = names_in(Path(to))
    assert first == NAMES
    again = desk.do("compress", "docs", to=to, risk="high")
    assert names_in(Path(to)) == NAMES
    again.undo()
    assert names_in(Path(to)) == NAMES


def test_an_old_archive_is_replaced_only_with_approval_and_comes_back(desk: Desk) -> None:
    sample(desk.root / "docs")
    aged(desk.root / "docs.zip", b"old", 0o600)
    before = desk.tree()
    with pytest.raises(ToolFailure, match="is there now"):
        desk.do("compress", "docs", to=at(desk, "docs.zip"))
    assert desk.tree() == before
    done = desk.do("compress", "docs", to=at(desk, "docs.zip"), risk="high")
    assert names_in(desk.root / "docs.zip") == NAMES
    done.undo()
    done.undo()
    assert desk.tree() == before


@pytest.mark.parametrize("name", ["docs.rar", "docs.7z", "docs.gz", "docs", "docs.zip.bak", "docs.tar.zst"])
def test_an_unknown_ending_is_refused_with_the_list(desk: Desk, name: str) -> None:
    sample(desk.root / "docs")
    with pytest.raises(ToolFailure, match=r"is not that of an archive; use one of \.zip, \.tar, \.tar\.gz"):
        desk.do("compress", "docs", to=at(desk, f"new {name}"))


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        ("missing", "a.zip", "is not there; check the name"),
        ("docs/a.txt", "no/a.zip", "create it first"),
        ("docs", "folder.zip", "there is a folder at"),
        ("old.zip", "old.zip", "are the same"),
    ],
)
def test_packing_that_makes_no_sense_is_refused(desk: Desk, path: str, to: str, said: str) -> None:
    sample(desk.root / "docs")
    (desk.root / "folder.zip").mkdir()
    aged(desk.root / "old.zip", b"x")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=said):
        desk.do("compress", path, to=at(desk, to), risk="high")
    assert desk.tree() == before


def test_nothing_outside_the_allowed_folders_is_packed(desk: Desk, tmp_path: Path) -> None:
    aged(tmp_path / "secret.txt", b"secret")
    (desk.root / "out").symlink_to(tmp_path / "secret.txt")
    for path in (tmp_path / "secret.txt", "out"):
        with pytest.raises(PolicyRefusal):
            desk.do("compress", path, to=at(desk, "a.zip"))
    assert not (desk.root / "a.zip").exists()


def test_a_pipe_in_the_folder_is_named_before_anything_is_packed(desk: Desk) -> None:
    sample(desk.root / "docs")
    os.mkfifo(desk.root / "docs" / "inner" / "pipe")
    with pytest.raises(ToolFailure, match=r"cannot pack .*docs/inner/pipe: it is a pipe"):
        desk.do("compress", "docs", to=at(desk, "docs.zip"))
    assert not (desk.root / "docs.zip").exists()


def test_a_name_that_is_no_text_goes_into_a_tar_and_not_into_a_zip(desk: Desk) -> None:
    name = os.fsdecode(b"\xff.txt")
    aged(desk.root / "docs" / name, b"odd")
    with pytest.raises(ToolFailure, match=r"a zip archive cannot hold; use an ending such as \.tar\.gz"):
        desk.do("compress", "docs", to=at(desk, "docs.zip"))
    desk.do("compress", "docs", to=at(desk, "docs.tar.gz"))
    desk.do("extract", "docs.tar.gz", to=at(desk, "out"))
    assert (desk.root / "out" / "docs" / name).read_bytes() == b"odd"
    assert set(os.listdir(desk.root)) == {"docs", "docs.tar.gz", "out"}  # noqa: PTH208  # names that are no text


@pytest.mark.parametrize("time_ns", [0, -5_500_000_000, 10**9, 4_354_819_199 * 10**9, 5_000_000_000 * 10**9])
@pytest.mark.parametrize("ending", ["zip", "tar"])
def test_times_before_and_after_what_an_archive_was_made_for(desk: Desk, ending: str, time_ns: int) -> None:
    aged(desk.root / "a.txt", b"x", 0o644, time_ns)
    desk.do("compress", "a.txt", to=at(desk, f"a.{ending}"))
    desk.do("extract", f"a.{ending}", to=at(desk, "out"))
    seen = (desk.root / "out" / "a.txt").stat().st_mtime_ns
    fits = -(2**31) * 10**9 <= time_ns < 2**31 * 10**9
    if ending == "tar" or fits:
        assert seen == (time_ns if ending == "tar" else time_ns // 10**9 * 10**9)


@pytest.mark.parametrize("ending", ["zip", "tar.gz"])
@pytest.mark.parametrize("asked", [0, 2, 5, 20])
def test_packing_that_is_stopped_leaves_nothing(desk: Desk, ending: str, asked: int) -> None:
    sample(desk.root / "docs")
    aged(desk.root / "docs" / "z", os.urandom(4 << 20))
    before = desk.tree()

    with pytest.raises(ToolFailure, match="stopped before it was done"):
        desk.do("compress", "docs", to=at(desk, f"docs.{ending}"), stop=StopAfter(asked))
    assert desk.tree() == before


@pytest.mark.parametrize("ending", ["zip", "tar"])
@pytest.mark.parametrize("change", [b"", b"more than there was before" * 10_000])
def test_a_file_that_changes_meanwhile_is_told(desk: Desk, ending: str, change: bytes) -> None:
    path = aged(desk.root / "log", b"x" * (4 << 20))

    class Change:
        asked = 0

        def is_set(self) -> bool:
            self.asked += 1
            if self.asked == 3:
                path.write_bytes(change * 100)
            return False

    with pytest.raises(ToolFailure, match="changed while it was being packed"):
        desk.do("compress", "log", to=at(desk, f"log.{ending}"), stop=Change())
    assert set(desk.tree()) == {"log"}


def test_what_is_known_afterwards(desk: Desk) -> None:
    aged(desk.root / "a.txt")
    done = desk.do("compress", "a.txt", to=at(desk, "a.zip"))
    assert done.tool.facts(done.call) == (
        Fact(key=f"file:{at(desk, 'a.zip')}", value="exists", source="files.compress"),
    )
    assert done.tool.resources(done.call) == (f"path:{at(desk, 'a.txt')}", f"path:{at(desk, 'a.zip')}")


def test_an_archive_that_lacks_something_does_not_count_as_packed(desk: Desk) -> None:
    docs = sample(desk.root / "docs")
    done = desk.do("compress", "docs", to=at(desk, "docs.zip"))
    assert done.verify() == "yes"
    aged(docs / "later.txt", b"x")
    assert done.verify() == "no"
    (docs / "later.txt").unlink()
    (desk.root / "docs.zip").write_bytes((desk.root / "docs.zip").read_bytes()[:-30])
    assert done.verify() == "no"


def test_the_archive_has_the_mode_that_any_new_file_has(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"x", 0o600, OLD_TIME)
    old = os.umask(0o027)
    try:
        desk.do("compress", "a.txt", to=at(desk, "a.zip"))
    finally:
        os.umask(old)
    assert stat.S_IMODE((desk.root / "a.zip").stat().st_mode) == 0o640
