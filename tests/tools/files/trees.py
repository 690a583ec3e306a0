"""Trees to copy, move and pack: every kind of thing in them, with modes and times of their own."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.tools.files.file_tools import make_tools
from goalwright.tools.services import Services
from tools.files.desk import Desk, tree

OLD_TIME = 1_600_000_000_123_456_789


def aged(path: Path, content: bytes = b"", mode: int = 0o644, time_ns: int = OLD_TIME) -> Path:
    """A file with a mode and a time of its own, in a folder that is made if need be."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)
    os.utime(path, ns=(time_ns, time_ns))
    return path


def sample(top: Path) -> Path:
    """A folder with files, folders and links in it, one of each kind of name; all times are fixed."""
    aged(top / "a.txt", b"alpha", 0o640)
    aged(top / "empty.txt", b"", 0o600, OLD_TIME + 1)
    aged(top / "inner" / "run.sh", b"#!/bin/sh\n", 0o755)
    aged(top / "inner" / "d\u00fc 日本 😀.txt", b"name", 0o604)
    aged(top / "inner" / "-rf", b"dash")
    aged(top / "locked" / "kept.txt", b"kept", 0o400)
    (top / "hollow").mkdir()
    (top / "link").symlink_to("inner/run.sh")
    (top / "broken").symlink_to("nowhere")
    (top / "locked").chmod(0o555)
    settle(top)
    return top


def settle(top: Path) -> None:
    """Give every folder and link below a fixed time."""
    for folder, folders, files in os.walk(top, topdown=False):
        for name in (*folders, *files):
            path = Path(folder, name)
            if path.is_symlink() or path.is_dir():
                os.utime(path, ns=(OLD_TIME, OLD_TIME), follow_symlinks=False)
    os.utime(top, ns=(OLD_TIME, OLD_TIME))


def times(top: Path) -> dict[str, int]:
    """The times of everything below a folder, folders and links too."""
    return {path: Path(top, path).lstat().st_mtime_ns for path in tree(top)}


def in_seconds(seen: Mapping[str, tuple[Any, ...]]) -> dict[str, tuple[Any, ...]]:
    """A picture of a tree whose times are rounded to seconds, as zip archives hold them."""
    return {path: (*e[:2], e[2] // 10**9, e[3]) if e[0] == "file" else e for path, e in seen.items()}


def reach(desk: Desk, *folders: Path) -> Desk:
    """Allow more folders than the desk's own."""
    roots = AllowedRoots([desk.root, *folders])
    desk.tools = dict(make_tools(Services(roots=roots, trash=str(desk.trash))))
    return desk


def at(desk: Desk, path: str) -> str:
    """The absolute path of something on the desk."""
    return str(desk.root / path)
