"""Random trees: names that trip up whoever splits or quotes them, modes and times of their own, links."""

from __future__ import annotations

import io
import os
import zipfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

NAMES = (
    "a.txt",
    "b",
    "-rf",
    "with space.txt",
    "d\u00fc 日本.txt",
    "e\u0301.md",
    "😀",
    "UPPER.TXT",
    ".hidden",
    "line\nbreak",
    "*.txt",
    "~",
    "semi;colon'\"",
    "n" * 120,
)
NO_TEXT = os.fsdecode(b"not \xff text")
"""A name that no plan can have, because plans are text; folders can have it in them."""
ARCHIVE = "ready.zip"
FILE_MODES = (0o644, 0o600, 0o640, 0o755, 0o444, 0o4755)
FOLDER_MODES = (0o755, 0o700, 0o775, 0o1777)


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a tree. `kind` is file, folder or link; `content` the bytes of the one, the target of the other."""

    path: str
    kind: str
    content: bytes = b""
    mode: int = 0o755
    time_ns: int = 0


names = st.sampled_from(NAMES)
contents = st.binary(max_size=30) | st.just(b"same\n") | st.just(b"x" * 5_000)
times = st.integers(0, 2_000_000_000_000_000_000)


@cache
def packed() -> bytes:
    """An archive of two files, one of which may be in the way of what is there."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as members:
        for name in ("a.txt", "inner/d\u00fc.txt"):
            members.writestr(zipfile.ZipInfo(name, (2020, 5, 6, 7, 8, 10)), f"packed {name}\n")
    return archive.getvalue()


@st.composite
def trees(draw: st.DrawFn) -> tuple[Entry, ...]:
    """Up to a dozen things, nested; a link leads to something in the tree, or nowhere."""
    nucleus = (
        Entry("docs", "folder"),
        Entry("docs/a.txt", "file", b"alpha\n", 0o640),
        Entry(ARCHIVE, "file", packed()),
    )
    found = {entry.path: entry for entry in nucleus}
    folders = ["", "docs"]
    for _ in range(draw(st.integers(1, 10))):
        path = os.path.join(draw(st.sampled_from(folders)), draw(names | st.just(NO_TEXT)))  # noqa: PTH118  # texts, not Paths
        if path in found:
            continue
        kind = draw(st.sampled_from(("file", "file", "file", "folder", "folder", "link")))
        content, mode = draw(_DETAILS[kind])
        found[path] = Entry(path, kind, content, mode, draw(times))
        if kind == "folder":
            folders.append(path)
    return tuple(found.values())


_DETAILS: dict[str, st.SearchStrategy[tuple[bytes, int]]] = {
    "file": st.tuples(contents, st.sampled_from(FILE_MODES)),
    "folder": st.tuples(st.just(b""), st.sampled_from(FOLDER_MODES)),
    "link": st.tuples(names.map(os.fsencode), st.just(0)),
}


def plant(top: Path, entries: tuple[Entry, ...]) -> None:
    """Make the tree below a folder."""
    for entry in entries:
        path = top / entry.path
        if entry.kind == "folder":
            path.mkdir()
        elif entry.kind == "link":
            path.symlink_to(os.fsdecode(entry.content))
        else:
            path.write_bytes(entry.content)
    for entry in reversed(entries):
        path = top / entry.path
        if entry.kind != "link":
            path.chmod(entry.mode)
        os.utime(path, ns=(entry.time_ns, entry.time_ns), follow_symlinks=False)


def exact_picture(top: Path) -> dict[str, Any]:
    """Everything below a folder with bytes, modes and times; of folders the time is left out."""
    found: dict[str, Any] = {}
    for folder, folders, files in os.walk(top):
        for name in (*folders, *files):
            path = Path(folder, name)
            found[str(path.relative_to(top))] = _exact(path)
    return found


def folder_times(top: Path) -> dict[str, int]:
    """The times of all folders below a folder."""
    found = {}
    for folder, folders, _ in os.walk(top):
        for path in (Path(folder, name) for name in folders):
            if not path.is_symlink():
                found[str(path.relative_to(top))] = path.stat().st_mtime_ns
    return found


def _exact(path: Path) -> tuple[Any, ...]:
    seen = path.lstat()
    if path.is_symlink():
        return "link", str(path.readlink()), seen.st_mtime_ns
    if path.is_dir():
        return "folder", oct(seen.st_mode)
    return "file", oct(seen.st_mode), seen.st_mtime_ns, path.read_bytes()
