"""Walking trees: every depth, in order, with few folders open at a time."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from goalwright.disk.entries import seen_in
from goalwright.disk.tree_walks import OPEN_AT_ONCE, walked
from tools.files.desk import Desk


@pytest.fixture
def top(tmp_path: Path) -> Iterator[int]:
    fd = os.open(tmp_path, os.O_RDONLY)
    yield fd
    os.close(fd)


def deepen(folder: int, depth: int) -> None:
    """A folder in a folder in a folder, deeper than any path can say."""
    fd = os.dup(folder)
    for _ in range(depth):
        os.mkdir("d", dir_fd=fd)
        inner = os.open("d", os.O_RDONLY, dir_fd=fd)
        os.close(fd)
        fd = inner
    os.close(fd)


def flatten(folder: int) -> None:
    """Take away what `deepen` made: too deep for the standard library."""
    while seen_in(folder, "d") is not None:
        inner = os.open("d", os.O_RDONLY, dir_fd=folder)
        below = seen_in(inner, "d") is not None
        if below:
            os.rename("d", "e", src_dir_fd=inner, dst_dir_fd=folder)
        os.close(inner)
        os.rmdir("d", dir_fd=folder)
        if below:
            os.rename("e", "d", src_dir_fd=folder, dst_dir_fd=folder)


def open_files(top: Path) -> int:
    """How many files and folders below this one are open: others come and go with whatever ran before."""
    count = 0
    for link in Path("/proc/self/fd").glob("*"):
        with suppress(OSError):  # the look itself had one open
            count += str(link.readlink()).startswith(f"{top.resolve()}/")
    return count


def test_everything_comes_once_in_the_order_of_names(tmp_path: Path, top: int) -> None:
    for path in ("b/x", "b/a/y", "a", "c"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).touch()
    assert [found.path for found in walked(top, ".")] == ["a", "b", "b/a", "b/a/y", "b/x", "c"]
    left = [(found.path, found.is_left) for found in walked(top, ".", leaving=True) if found.kind == "folder"]
    assert left == [("b", False), ("b/a", False), ("b/a", True), ("b", True)]


def test_a_tree_deeper_than_any_path_takes_few_open_folders(tmp_path: Path, top: int) -> None:
    depth = 1_200
    deepen(top, depth)
    try:
        before = open_files(tmp_path)
        most = 0
        seen = 0
        for found in walked(top, ".", leaving=True):
            os.stat(found.name, dir_fd=found.folder, follow_symlinks=False)
            most = max(most, open_files(tmp_path) - before) if seen % 97 == 0 else most
            seen += 1
        assert seen == 2 * depth
        assert most <= OPEN_AT_ONCE + 2
        assert open_files(tmp_path) == before
        assert most < resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    finally:
        flatten(top)


def test_tools_cope_with_such_a_tree(desk: Desk) -> None:
    fd = os.open(desk.root, os.O_RDONLY)
    deepen(fd, 1_100)
    try:
        assert desk.print_of(".") == desk.print_of(".")
        assert desk.output("find", ".", pattern="d")["count"] == 1_100
        assert desk.output("get_info", ".")["folders"] == 1_100
        done = desk.do("delete_folder", "d", risk="high")
        done.undo()
        assert desk.output("get_info", ".")["folders"] == 1_100
    finally:
        flatten(fd)
        os.close(fd)


def test_a_walk_that_is_left_early_closes_what_it_opened(tmp_path: Path, top: int) -> None:
    deepen(top, 20)
    before = open_files(tmp_path)
    for found in walked(top, "."):
        if found.path.count("/") == 15:
            break
    del found
    assert open_files(tmp_path) == before
    flatten(top)


def test_what_vanishes_on_the_way_is_left_out(tmp_path: Path, top: int) -> None:
    for name in "abc":
        (tmp_path / name).mkdir()
    seen = []
    for found in walked(top, "."):
        seen.append(found.path)
        if found.path == "a":
            (tmp_path / "a").rmdir()
            (tmp_path / "b").rmdir()
    assert seen == ["a", "c"]


def test_a_folder_moved_away_under_the_walk_ends_it(tmp_path: Path, top: int) -> None:
    deepen(top, OPEN_AT_ONCE + 4)
    (tmp_path / "other").mkdir()
    walk = walked(top, ".")
    while next(walk).path.count("/") < OPEN_AT_ONCE + 2:
        pass
    (tmp_path / "d" / "d").rename(tmp_path / "other" / "d")
    with pytest.raises(OSError, match="moved while it was looked through"):
        list(walk)
    (tmp_path / "other" / "d").rename(tmp_path / "d" / "d")
    flatten(top)
