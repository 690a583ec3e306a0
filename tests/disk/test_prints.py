"""Fingerprints: they change with what matters, and with nothing else."""

from __future__ import annotations

import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from goalwright.disk.prints import WHOLE, bytes_print, content_print
from tools.files.desk import Desk

OLD_TIME = 1_600_000_000_000_000_000


@pytest.fixture
def docs(desk: Desk) -> Path:
    docs = desk.root / "docs"
    (docs / "inner").mkdir(parents=True)
    (docs / "inner" / "a.txt").write_bytes(b"a")
    (docs / "b.txt").write_bytes(b"b")
    (docs / "link").symlink_to("b.txt")
    return docs


def relinked(link: Path, target: str) -> None:
    link.unlink()
    link.symlink_to(target)


CHANGES: dict[str, Callable[[Path], object]] = {
    "a new file": lambda docs: (docs / "new").touch(),
    "a new folder": lambda docs: (docs / "inner" / "new").mkdir(),
    "a file gone": lambda docs: (docs / "b.txt").unlink(),
    "a file renamed": lambda docs: (docs / "b.txt").rename(docs / "c.txt"),
    "a file moved up": lambda docs: (docs / "inner" / "a.txt").rename(docs / "a.txt"),
    "other bytes": lambda docs: (docs / "b.txt").write_bytes(b"cc"),
    "another time": lambda docs: os.utime(docs / "b.txt", ns=(0, 1)),
    "another mode": lambda docs: (docs / "b.txt").chmod(0o600),
    "another mode of a folder": lambda docs: (docs / "inner").chmod(0o700),
    "its own mode": lambda docs: docs.chmod(0o700),
    "another link": lambda docs: relinked(docs / "link", "inner"),
    "a file renamed to another's name": lambda docs: (docs / "inner" / "a.txt").rename(docs / "b.txt"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_a_folder_is_known_by_everything_in_it(desk: Desk, docs: Path, change: Callable[[Path], object]) -> None:
    before = desk.print_of("docs")
    assert before.startswith("folder 755 ")
    change(docs)
    assert desk.print_of("docs") != before


def test_times_of_folders_and_reading_do_not_count(desk: Desk, docs: Path) -> None:
    before = desk.print_of("docs")
    (docs / "inner" / "x").touch()
    (docs / "inner" / "x").unlink()
    (docs / "b.txt").read_bytes()
    os.utime(docs, ns=(0, 0))
    assert desk.print_of("docs") == before


def test_a_small_file_is_known_by_its_bytes_and_mode_and_not_by_its_time(desk: Desk) -> None:
    path = desk.root / "a.txt"
    path.write_bytes(b"one")
    before = desk.print_of("a.txt")
    os.utime(path, ns=(0, 0))
    assert desk.print_of("a.txt") == before
    path.chmod(0o600)
    assert desk.print_of("a.txt") != before
    path.chmod(0o644)
    path.write_bytes(b"two")
    assert desk.print_of("a.txt") != before


def test_what_is_not_there_is_absent_whatever_is_missing(desk: Desk) -> None:
    (desk.root / "file").touch()
    assert {desk.print_of(path) for path in ("no", "no/such/file", "file/below")} == {"absent"}


def test_pipes_and_the_root_itself_have_prints_too(desk: Desk) -> None:
    os.mkfifo(desk.root / "pipe")
    assert desk.print_of("pipe") == "pipe"
    assert desk.print_of(".").startswith("folder ")


def test_a_link_stands_for_its_file_too_unless_that_lies_outside(desk: Desk, docs: Path) -> None:
    (desk.root / "out").symlink_to("/etc/hostname")
    (desk.root / "dangling").symlink_to("no")
    before = desk.print_of("docs/link")
    assert desk.print_of("out").endswith(" -> ")
    assert desk.print_of("dangling").endswith(" -> ")
    (docs / "b.txt").write_bytes(b"other")
    assert desk.print_of("docs/link") != before


def test_a_huge_file_is_sampled_quickly_and_in_little_memory(desk: Desk) -> None:
    path = desk.root / "huge"
    path.touch()
    os.truncate(path, 20 << 30)
    os.utime(path, ns=(OLD_TIME, OLD_TIME))
    tracemalloc.start()
    began = time.process_time()
    before = desk.print_of("huge")
    spent = time.process_time() - began
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4 << 20
    assert spent < 5
    for place in (0, (20 << 30) - 1):
        with path.open("r+b") as file:
            file.seek(place)
            file.write(b"x")
        os.utime(path, ns=(OLD_TIME, OLD_TIME))
        now = desk.print_of("huge")
        assert now != before
        before = now
    os.utime(path, ns=(OLD_TIME, OLD_TIME + 1))
    assert desk.print_of("huge") != before


@pytest.mark.parametrize("size", [0, 1, WHOLE, WHOLE + 1, WHOLE * 2 + 7])
def test_content_and_a_file_of_it_have_the_same_print(tmp_path: Path, size: int) -> None:
    content = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    (tmp_path / "a").write_bytes(content)
    with (tmp_path / "a").open("rb") as file:
        assert bytes_print(file.fileno()) == content_print(content)
