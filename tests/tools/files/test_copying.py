"""Copying: exact, all or nothing, and back again."""

from __future__ import annotations

import hashlib
import os
import shutil
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from disk.descriptors import few_left
from goalwright.contracts import Fact
from goalwright.errors import PolicyRefusal, ToolFailure
from tools.files.desk import Desk, StopAfter, tree
from tools.files.trees import OLD_TIME, aged, at, reach, sample, times


def test_a_copied_file_has_the_bytes_the_mode_and_the_time(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"alpha\r\n\0", 0o641)
    before = desk.tree()
    done = desk.do("copy", "a.txt", to=at(desk, "b.txt"))
    assert desk.tree() == {"a.txt": before["a.txt"], "b.txt": before["a.txt"]}
    assert done.output == {"path": at(desk, "a.txt"), "to": at(desk, "b.txt"), "replaced": False}
    done.undo()
    done.undo()
    assert desk.tree() == before


def test_a_copied_folder_is_the_same_in_everything(desk: Desk) -> None:
    docs = sample(desk.root / "docs")
    before = desk.tree()
    done = desk.do("copy", "docs", to=at(desk, "copy"))
    assert tree(desk.root / "copy") == tree(docs)
    assert times(desk.root / "copy") == times(docs)
    assert (desk.root / "copy").stat().st_mtime_ns == OLD_TIME
    done.undo()
    done.undo()
    assert desk.tree() == before


def test_a_link_is_copied_as_a_link(desk: Desk) -> None:
    (desk.root / "out").symlink_to("/etc/passwd")
    done = desk.do("copy", "out", to=at(desk, "again"))
    assert (desk.root / "again").readlink() == Path("/etc/passwd")
    assert done.tool.facts(done.call) == ()
    done.undo()
    assert set(desk.tree()) == {"out"}


def test_links_in_a_folder_lead_nobody_outside(desk: Desk, tmp_path: Path) -> None:
    aged(tmp_path / "secret" / "key", b"secret")
    (desk.root / "docs").mkdir()
    (desk.root / "docs" / "out").symlink_to(tmp_path / "secret")
    desk.do("copy", "docs", to=at(desk, "copy"))
    assert (desk.root / "copy" / "out").is_symlink()


def test_what_is_known_afterwards_and_what_is_watched(desk: Desk) -> None:
    sample(desk.root / "docs")
    folder = desk.do("copy", "docs", to=at(desk, "copy"))
    file = desk.do("copy", "docs/a.txt", to=at(desk, "b.txt"))
    assert folder.tool.facts(folder.call) == (Fact(key=f"dir:{at(desk, 'copy')}", value="exists", source="files.copy"),)
    assert file.tool.facts(file.call) == (Fact(key=f"file:{at(desk, 'b.txt')}", value="exists", source="files.copy"),)
    assert file.tool.resources(file.call) == (f"path:{at(desk, 'docs/a.txt')}", f"path:{at(desk, 'b.txt')}")


@pytest.mark.parametrize("risk", ["none", "low", "medium"])
def test_nothing_is_replaced_without_approval(desk: Desk, risk: str) -> None:
    aged(desk.root / "a.txt", b"new")
    aged(desk.root / "b.txt", b"old")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"b\.txt is there now: approve replacing it"):
        desk.do("copy", "a.txt", to=at(desk, "b.txt"), risk=risk)
    assert desk.tree() == before


def test_a_file_that_is_replaced_comes_back_with_its_mode_and_time(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"new")
    aged(desk.root / "b.txt", b"old", 0o600, OLD_TIME + 5)
    before = desk.tree()
    done = desk.do("copy", "a.txt", to=at(desk, "b.txt"), risk="high")
    assert done.output["replaced"] is True
    assert desk.tree()["b.txt"] == before["a.txt"]
    done.undo()
    assert desk.tree() == before
    done.undo()
    assert desk.tree() == before


def test_a_file_that_is_replaced_by_its_like_comes_back_itself(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"same", 0o600)
    aged(desk.root / "b.txt", b"same", 0o644, OLD_TIME + 5)
    before, number = desk.tree(), (desk.root / "b.txt").stat().st_ino
    done = desk.do("copy", "a.txt", to=at(desk, "b.txt"), risk="high")
    done.undo()
    done.undo()
    assert desk.tree() == before
    assert (desk.root / "b.txt").stat().st_ino == number


@pytest.mark.parametrize(
    ("path", "to"),
    [("docs", "b.txt"), ("b.txt", "docs"), ("docs", "other"), ("b.txt", "link"), ("link", "b.txt"), ("b.txt", "pipe")],
)
def test_only_a_file_replaces_only_a_file_even_with_approval(desk: Desk, path: str, to: str) -> None:
    for name in ("docs", "other"):
        (desk.root / name).mkdir()
    aged(desk.root / "b.txt", b"old")
    (desk.root / "link").symlink_to("b.txt")
    os.mkfifo(desk.root / "pipe")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"there is a (file|folder|link|pipe) at .*; move it away, or use another"):
        desk.do("copy", path, to=at(desk, to), risk="high")
    assert desk.tree() == before


@pytest.mark.parametrize(
    ("path", "to", "said"),
    [
        ("docs", "docs", "are the same"),
        ("docs", "docs/copy", "inside the folder itself"),
        ("docs", "docs/inner/copy", "inside the folder itself"),
        ("docs", "way/copy", "inside the folder itself"),
        ("docs/a.txt", "docs/a.txt", "are the same"),
        ("docs/a.txt", "twin.txt", "are the same"),
        ("docs/a.txt", "way/../a.txt", "are the same"),
        (".", "copy", "inside the folder itself"),
        ("missing.txt", "b.txt", "is not there; check the name"),
        ("no/such.txt", "b.txt", "is not there"),
        ("docs/a.txt", "no/b.txt", r"the folder .*/no is not there; create it first"),
        ("docs/a.txt", "docs/a.txt/b", "is not there; create it first"),
    ],
)
def test_a_copy_that_makes_no_sense_is_refused(desk: Desk, path: str, to: str, said: str) -> None:
    docs = sample(desk.root / "docs")
    (desk.root / "way").symlink_to("docs/inner")
    os.link(docs / "a.txt", desk.root / "twin.txt")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=said):
        desk.do("copy", path, to=at(desk, to), risk="high")
    assert desk.tree() == before


@pytest.mark.parametrize(
    ("path", "to"), [("/etc/hosts", "{root}/b"), ("{root}/a.txt", "/etc/b"), ("{root}/a.txt", "{root}/out/b")]
)
def test_both_ends_lie_inside_the_allowed_folders(desk: Desk, tmp_path: Path, path: str, to: str) -> None:
    aged(desk.root / "a.txt", b"x")
    (desk.root / "out").symlink_to(tmp_path)
    before = desk.tree()
    with pytest.raises(PolicyRefusal):
        desk.do("copy", path.format(root=desk.root), to=to.format(root=desk.root))
    assert desk.tree() == before


def put_pipe(path: Path) -> None:
    os.mkfifo(path)


def put_socket(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the address of a socket may not be long
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize("put", [put_pipe, put_socket])
def test_pipes_and_sockets_are_named_before_anything_is_copied(desk: Desk, put: Any) -> None:
    sample(desk.root / "docs")
    put(desk.root / "docs" / "inner" / "odd")
    before = desk.tree()
    with pytest.raises(ToolFailure, match=r"cannot copy .*docs/inner/odd: it is a (pipe|socket)"):
        desk.do("copy", "docs", to=at(desk, "copy"))
    assert desk.tree() == before


@pytest.mark.parametrize("asked", [0, 1, 3, 6, 9])
def test_a_copy_that_is_stopped_leaves_nothing(desk: Desk, asked: int) -> None:
    sample(desk.root / "docs")
    before = desk.tree()
    with pytest.raises(ToolFailure, match="stopped before it was done"):
        desk.do("copy", "docs", to=at(desk, "copy"), stop=StopAfter(asked))
    assert desk.tree() == before


def test_a_file_that_changes_meanwhile_is_not_copied(desk: Desk) -> None:
    path = aged(desk.root / "log.txt", b"x" * (20 << 20))

    class Writer(StopAfter):
        def is_set(self) -> bool:
            if self.left == 1:
                with path.open("ab") as file:
                    file.write(b"more")
            self.left -= 1
            return False

    with pytest.raises(ToolFailure, match="changed while it was being copied") as caught:
        desk.do("copy", "log.txt", to=at(desk, "b.txt"), stop=Writer(2))
    assert caught.value.is_transient
    assert set(desk.tree()) == {"log.txt"}


def test_what_appears_at_the_target_meanwhile_stays(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"new")
    call, before = desk.look("copy", "a.txt", to=at(desk, "b.txt"), risk="high")
    aged(desk.root / "b.txt", b"somebody else's")
    with pytest.raises(ToolFailure, match="is there now"):
        desk.tool("copy").act(call, before)
    assert (desk.root / "b.txt").read_bytes() == b"somebody else's"


def test_what_changed_at_the_target_since_it_was_seen_stays(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"new")
    aged(desk.root / "b.txt", b"old")
    call, before = desk.look("copy", "a.txt", to=at(desk, "b.txt"), risk="high")
    aged(desk.root / "b.txt", b"edited", 0o644, OLD_TIME + 1)
    with pytest.raises(ToolFailure, match="changed by another program"):
        desk.tool("copy").act(call, before)
    assert (desk.root / "b.txt").read_bytes() == b"edited"


def test_undo_leaves_a_copy_that_was_changed_since(desk: Desk) -> None:
    sample(desk.root / "docs")
    done = desk.do("copy", "docs", to=at(desk, "copy"))
    aged(desk.root / "copy" / "mine.txt", b"mine")
    before = desk.tree()
    with pytest.raises(ToolFailure, match="changed by another program"):
        done.undo()
    assert desk.tree() == before


def test_a_link_swapped_in_on_the_way_leads_nobody_elsewhere(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"x")
    (desk.root / "one").mkdir()
    (desk.root / "two").mkdir()
    (desk.root / "way").symlink_to("one")
    call, before = desk.look("copy", "a.txt", to=at(desk, "way/b.txt"))
    (desk.root / "way").unlink()
    (desk.root / "way").symlink_to("two")
    with pytest.raises(ToolFailure, match="changed by another program"):
        desk.tool("copy").act(call, before)
    assert not list((desk.root / "two").iterdir())


def test_names_that_are_no_text_are_copied(desk: Desk) -> None:
    (desk.root / "docs").mkdir()
    odd = os.fsdecode(b"\xff\xfe\n.txt")
    (desk.root / "docs" / odd).write_bytes(b"odd")
    done = desk.do("copy", "docs", to=at(desk, "copy"))
    assert [path.name for path in (desk.root / "copy").iterdir()] == [odd]
    done.undo()
    assert not (desk.root / "copy").exists()


def test_a_tree_deeper_than_any_path_can_be_spelled_is_copied_and_removed(desk: Desk) -> None:
    depth, name = 60, "n" * 200
    deep = os.open(desk.root, os.O_RDONLY)
    for part in ["deep", *[name] * depth]:
        os.mkdir(part, dir_fd=deep)
        inner = os.open(part, os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(os.open("end.txt", os.O_WRONLY | os.O_CREAT, dir_fd=deep))
    os.close(deep)
    with few_left(depth - 10):
        done = desk.do("copy", "deep", to=at(desk, "copy"))
        done.undo()
        assert [path.name for path in desk.root.iterdir()] == ["deep"]


def test_a_huge_file_is_streamed(desk: Desk, other_disk: Path) -> None:
    """64 MB are copied, packed and unpacked by a process that never holds much of it in memory."""
    size = 64 << 20
    with (desk.root / "huge").open("wb") as file:
        file.truncate(size)
        file.seek(size // 2)
        file.write(b"middle")
    script = f"""
import resource, sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from tools.files.desk import Desk
from tools.files.trees import reach
near, far = Path({str(desk.root)!r}), Path({str(other_disk)!r})
desk = reach(Desk(root=near, keep=Path({str(desk.keep)!r})), far)
def use(name, ending):
    desk.do("copy", name, to=str(far / name))
    desk.do("compress", name, to=str(near / f"{{name}}.{{ending}}"))
    desk.do("extract", f"{{name}}.{{ending}}", to=str(near / f"{{name}} again"))
desk.do("write_file", "small", content="x")
use("small", "tar")
grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
use("huge", "tar")
desk.do("compress", "huge", to=str(near / "huge.zip"))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - grown)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 24 << 10  # kilobytes
    assert (other_disk / "huge").stat().st_size == (desk.root / "huge again" / "huge").stat().st_size == size
    shutil.rmtree(desk.root)


def test_a_full_disk_is_told_and_leaves_nothing(desk: Desk) -> None:
    aged(desk.root / "docs" / "big", b"x" * (2 << 20))
    before = desk.tree()
    script = f"""
import resource, sys
sys.path[:0] = {sys.path!r}
from pathlib import Path
from goalwright.errors import ToolFailure
from tools.files.desk import Desk
resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, 1 << 20))
desk = Desk(root=Path({str(desk.root)!r}), keep=Path({str(desk.keep)!r}))
try:
    desk.do("copy", "docs", to={at(desk, "copy")!r})
except ToolFailure as failure:
    print(failure)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False, timeout=60)
    assert "cannot copy" in done.stdout, done.stderr
    assert "docs/big: the file would be larger than is allowed here" in done.stdout
    assert desk.tree() == before


def test_someone_elses_program_gives_no_rights_to_the_copy(desk: Desk) -> None:
    path = aged(desk.root / "tool", b"x", 0o755)
    is_foreign = os.geteuid() == 0
    if is_foreign:
        os.chown(path, 12345, 12345)
    path.chmod(0o4755)
    desk.do("copy", "tool", to=at(desk, "mine"))
    assert (desk.root / "mine").stat().st_mode & 0o7777 == (0o755 if is_foreign else 0o4755)


def test_many_copies_at_once_do_not_disturb_each_other(desk: Desk) -> None:
    sample(desk.root / "docs")

    def copy(number: int) -> None:
        desk.do("copy", "docs", to=at(desk, f"copy {number}"))

    threads = [threading.Thread(target=copy, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(tree(desk.root / f"copy {number}") == tree(desk.root / "docs") for number in range(8))


def test_of_two_copies_to_one_place_just_one_gets_there(desk: Desk) -> None:
    aged(desk.root / "a.txt", b"a" * 100_000)
    aged(desk.root / "b.txt", b"b" * 100_000)
    for _ in range(20):
        calls = [desk.look("copy", name, to=at(desk, "c.txt"), risk="high") for name in ("a.txt", "b.txt")]
        told = desk.at_once("copy", calls)
        assert told.count("done") == 1, told
        (desk.root / "c.txt").unlink()
        assert set(desk.tree()) == {"a.txt", "b.txt"}


SIZE = 128 << 20


def sparse_file(path: Path) -> bytes:
    """Make a file that is nearly all hole; its digest."""
    with path.open("w+b") as file:
        file.write(b"head")
        file.seek(SIZE // 2)
        file.write(b"middle")
        file.truncate(SIZE)
    if path.stat().st_blocks * 512 > 1 << 20:
        pytest.skip("this disk has no holes")
    return digest_of(path)


def digest_of(path: Path) -> bytes:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


@pytest.mark.parametrize("tool", ["copy", "move"])
def test_holes_in_a_file_stay_holes(desk: Desk, other_disk: Path, tool: str) -> None:
    reach(desk, other_disk)
    digest = sparse_file(desk.root / "sparse.img")
    desk.do(tool, "sparse.img", to=str(other_disk / "copy.img"))
    copy = other_disk / "copy.img"
    assert digest_of(copy) == digest
    assert copy.stat().st_size == SIZE
    assert copy.stat().st_blocks * 512 < 1 << 20


def test_holes_stay_holes_in_what_is_kept_on_another_disk_and_put_back(desk: Desk, other_disk: Path) -> None:
    reach(desk, other_disk)
    place = other_disk / "sparse.img"
    digest = sparse_file(place)
    (desk.root / "small.txt").write_text("small")
    done = desk.do("copy", "small.txt", to=str(place), risk="high")
    (kept,) = (file for file in Path(done.call.keep).iterdir() if file.stat().st_size == SIZE)
    assert kept.stat().st_dev != place.stat().st_dev
    assert kept.stat().st_blocks * 512 < 1 << 20
    done.undo()
    assert digest_of(place) == digest
    assert place.stat().st_blocks * 512 < 1 << 20
