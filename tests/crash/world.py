"""A small world of its own for a run: a tree of files, a home folder with a trash, and a folder for state."""

from __future__ import annotations

import os
import re
import stat
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from goalwright.app import Goalwright

OLD_TIME = 1_600_000_000_123_456_789
"""The time of everything that was there before; whatever has another one was written since."""
_MARK = re.compile(r"\.[0-9a-f]{8}(?=[./]|$)")
_DATE = re.compile(rb"DeletionDate=\S+")
_SIDE_FILES = ("-wal", "-shm")

Picture = dict[str, Any]


@dataclass(frozen=True, slots=True)
class World:
    """Everything lies below `top`, so that two worlds have nothing in common but their shape."""

    top: Path

    @property
    def tree(self) -> Path:
        return self.top / "tree"

    @property
    def state(self) -> Path:
        return self.top / "state"

    @property
    def trash(self) -> Path:
        return self.top / "user" / ".local" / "share" / "Trash"

    def environment(self) -> dict[str, str]:
        return {"HOME": str(self.top / "user"), "GOALWRIGHT_CONFIG": str(self.top / "config"), "XDG_DATA_HOME": ""}

    def make(self) -> World:
        for folder in (self.tree, self.top / "user"):
            folder.mkdir(parents=True)
        return self

    @contextmanager
    def opened(self) -> Iterator[Goalwright]:
        """The application at work here, in this process; its environment is changed, so one world at a time."""
        before = {name: os.environ.get(name) for name in self.environment()}
        os.environ.update(self.environment())
        try:
            with self.records() as gw:
                yield gw
        finally:
            os.environ.update({name: value for name, value in before.items() if value is not None})
            for name in (name for name, value in before.items() if value is None):
                del os.environ[name]

    @contextmanager
    def records(self) -> Iterator[Goalwright]:
        """The application, to look at its journal and its facts only."""
        gw = Goalwright(home=self.state, cwd=self.tree)
        try:
            yield gw
        finally:
            gw.close()

    def write(self, name: str, content: bytes | str = b"", mode: int = 0o644) -> Path:
        """Put a file of the old time into the tree."""
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        path.chmod(mode)
        return path

    def age(self) -> None:
        """Give everything in the tree the old time."""
        for folder, folders, files in os.walk(self.tree, topdown=False):
            for name in (*folders, *files):
                os.utime(Path(folder, name), ns=(OLD_TIME, OLD_TIME), follow_symlinks=False)
        os.utime(self.tree, ns=(OLD_TIME, OLD_TIME))

    def picture(self) -> Picture:
        """All that matters of the files: the tree, and the trash without what differs from run to run."""
        return {"tree": tree_picture(self.tree), "trash": self.trash_picture()}

    def trash_picture(self) -> Picture:
        """What is in the trash, as if names had no marks and notes no dates."""
        seen: Picture = {}
        for name, entry in tree_picture(self.trash).items():
            note = entry[0] == "file" and name.endswith(".trashinfo")
            content = _DATE.sub(b"", entry[-1].replace(os.fsencode(self.top), b"")) if note else entry[-1]
            seen[_MARK.sub("", name)] = (*entry[:-1], content) if note else entry
        return seen

    def state_files(self) -> Counter[str]:
        """The files in the state folder, by name; those whose names differ from run to run are counted together."""
        found: Counter[str] = Counter()
        for folder, _, files in os.walk(self.state):
            place = "/".join("<run>" if index == 1 else part for index, part in enumerate(_parts(folder, self.state)))
            for name in files:
                if not name.endswith(_SIDE_FILES) and place != "locks":
                    found[f"{place}/{'<kept>' if place.endswith('kept') else name}"] += 1
        return found


def tree_picture(top: Path) -> Picture:
    """Everything below a folder: kind, mode, bytes or target; of files also the time, if it is the old one."""
    found: Picture = {}
    for folder, folders, files in os.walk(top):
        for name in (*folders, *files):
            path = Path(folder, name)
            found[str(path.relative_to(top))] = _entry(path)
    return found


def differences(found: Picture, wanted: Picture) -> str:
    """What is not as it should be, one thing per line; empty if everything is."""
    lines = []
    for name in sorted(found.keys() | wanted.keys()):
        mine, theirs = found.get(name, "missing"), wanted.get(name, "not there")
        if mine == theirs:
            continue
        if isinstance(mine, dict) and isinstance(theirs, dict):
            lines += [f"{name}/{line}" for line in differences(mine, theirs).splitlines()]
        else:
            lines.append(f"{name}: is {mine!r:.300}, should be {theirs!r:.300}")
    return "\n".join(lines)


def _entry(path: Path) -> tuple[Any, ...]:
    seen = path.lstat()
    mode = stat.S_IMODE(seen.st_mode)
    if stat.S_ISLNK(seen.st_mode):
        return "link", str(path.readlink())
    if stat.S_ISREG(seen.st_mode):
        return "file", mode, "old" if seen.st_mtime_ns == OLD_TIME else "new", path.read_bytes()
    return "folder" if stat.S_ISDIR(seen.st_mode) else "other", mode, ""


def _parts(folder: str, top: Path) -> tuple[str, ...]:
    return Path(folder).relative_to(top).parts
