"""SIGKILL at every change to the disk: copies, moves and archives are completed exactly once, and leave no litter."""

from __future__ import annotations

import itertools
import json
import shutil
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from campaigns import IS_WHOLE
from goalwright.contracts import ToolCall
from tools.files.crashes import DONE, KILLED, CrashServer
from tools.files.desk import Desk, tree
from tools.files.trees import OLD_TIME, aged, reach, settle

SHARED_MEMORY = "/dev/shm"
OLD_ARCHIVE = b"old archive"
EVERY = 1 if IS_WHOLE else 6
"""At each so-manieth change to the disk it is killed."""


@dataclass(frozen=True)
class Place:
    """A desk, and a folder on another disk that it reaches too."""

    desk: Desk
    far: Path

    def at(self, path: str) -> str:
        """`far:name` lies on the other disk, everything else on the desk."""
        return str(self.far / path.removeprefix("far:") if path.startswith("far:") else self.desk.root / path)

    def picture(self) -> tuple[Any, Any]:
        """Everything on both disks; of an archive that was made just now, what is in it."""
        near = {path: self._listed(path, entry) for path, entry in tree(self.desk.root).items()}
        return near, tree(self.far)

    def _listed(self, path: str, entry: tuple[Any, ...]) -> tuple[Any, ...]:
        if not path.endswith((".zip", ".tar.gz")) or entry[-1] == OLD_ARCHIVE:
            return entry
        opened = zipfile.ZipFile if path.endswith(".zip") else tarfile.open
        with opened(self.desk.root / path) as archive:
            return (*entry[:2], archive.namelist() if isinstance(archive, zipfile.ZipFile) else archive.getnames())

    def kept(self) -> list[str]:
        return sorted(path.name for path in self.desk.keep.iterdir()) if self.desk.keep.exists() else []


@dataclass(frozen=True)
class Case:
    tool: str
    path: str
    to: str
    lay_out: Callable[[Place], None]


def small(top: Path) -> None:
    """A folder with one of each: a file, a link, a folder, and one that may not be written to."""
    aged(top / "a.txt", b"alpha", 0o640)
    aged(top / "inner" / "run.sh", b"#!/bin/sh\n", 0o755)
    aged(top / "locked" / "kept.txt", b"kept", 0o400)
    (top / "link").symlink_to("inner/run.sh")
    (top / "locked").chmod(0o555)
    settle(top)


def folder(place: Place) -> None:
    small(place.desk.root / "docs")


def folder_far_away(place: Place) -> None:
    small(place.far / "docs")


def two_files(place: Place) -> None:
    aged(place.desk.root / "a.txt", b"new", 0o640)
    aged(place.desk.root / "b.txt", b"old", 0o600, OLD_TIME + 5)


def one_file_here_one_there(place: Place) -> None:
    aged(place.desk.root / "a.txt", b"new", 0o640)
    aged(place.far / "b.txt", b"old", 0o600, OLD_TIME + 5)


def folder_and_old_archive(place: Place) -> None:
    folder(place)
    aged(place.desk.root / "docs.zip", OLD_ARCHIVE, 0o600)


def packed(*, into: str) -> Callable[[Place], None]:
    """An archive of a folder, which is to be extracted into another that may hold some of it already."""

    def lay_out(place: Place) -> None:
        root = place.desk.root
        small(root / "docs")
        shutil.make_archive(str(root / "docs"), "tar", root, "docs")
        aged(root / "docs.tar", (root / "docs.tar").read_bytes())
        shutil.rmtree(root / "docs")
        if into == "part":
            aged(root / "out" / "docs" / "mine.txt", b"mine")
            (root / "out" / "docs" / "inner").mkdir()
        elif into == "clash":
            aged(root / "out" / "docs" / "a.txt", b"old", 0o600)
            aged(root / "out" / "docs" / "inner" / "run.sh", b"old script", 0o700)
        if into:
            settle(root / "out")

    return lay_out


CASES = {
    "copy a file": Case("copy", "docs/a.txt", "b.txt", folder),
    "copy a folder": Case("copy", "docs", "copy", folder),
    "copy over a file": Case("copy", "a.txt", "b.txt", two_files),
    "rename a folder": Case("rename", "docs", "new", folder),
    "move over a file": Case("move", "a.txt", "b.txt", two_files),
    "move a file to another disk": Case("move", "docs/a.txt", "far:a.txt", folder),
    "move a folder to another disk": Case("move", "docs", "far:docs", folder),
    "move a folder from another disk": Case("move", "far:docs", "docs", folder_far_away),
    "move over a file on another disk": Case("move", "a.txt", "far:b.txt", one_file_here_one_there),
    "pack a folder": Case("compress", "docs", "docs.zip", folder),
    "pack a folder into itself": Case("compress", "docs", "docs/inner/docs.tar.gz", folder),
    "pack over a file": Case("compress", "docs", "docs.zip", folder_and_old_archive),
    "unpack into a new folder": Case("extract", "docs.tar", "out", packed(into="")),
    "unpack into a new folder of the same name": Case("extract", "docs.tar", "docs", packed(into="")),
    "unpack into a folder that is there": Case("extract", "docs.tar", "out", packed(into="part")),
    "unpack over files": Case("extract", "docs.tar", "out", packed(into="clash")),
}


class TwoDiskServer(CrashServer):
    """A crash server whose tools reach two disks."""

    def kill(
        self, place: Place, part: str, call: ToolCall, before: Any, inverse: Any = None, *, number: int = 0
    ) -> str:
        told = {name: getattr(call, name) for name in ("tool", "action_id", "args", "run_id", "risk", "keep")}
        job = {"part": part, "call": told, "before": before, "inverse": inverse, "how": "before", "seconds": None}
        job |= {"roots": [str(place.desk.root), str(place.far)], "trash": None, "number": number}
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(job) + "\n")
        self.process.stdin.flush()
        return str(json.loads(self.process.stdout.readline()))


@pytest.fixture(scope="module")
def server() -> Iterator[TwoDiskServer]:
    server = TwoDiskServer()
    yield server
    server.close()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Callable[[Case], Place]]:
    """A new place each time it is called, laid out for a case."""
    numbers = itertools.count()
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as shared:

        def made(case: Case) -> Place:
            number = str(next(numbers))
            near, far = Path(shared, number), tmp_path / number
            (near / "root").mkdir(parents=True)
            far.mkdir()
            place = Place(reach(Desk(root=near / "root", keep=near / "kept", trash=near / "trash"), far), far)
            case.lay_out(place)
            return place

        yield made


def as_journalled(value: Any) -> Any:
    return json.loads(json.dumps(value))


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.sampled(2)
def test_a_run_killed_at_any_change_is_completed_exactly_once(
    case: Case, server: TwoDiskServer, fresh: Callable[[Case], Place]
) -> None:
    untouched, quiet = fresh(case), fresh(case)
    quiet.desk.do(case.tool, quiet.at(case.path), to=quiet.at(case.to), risk="high")
    for number in itertools.count(1, EVERY):
        place = fresh(case)
        call, before = place.desk.look(case.tool, place.at(case.path), to=place.at(case.to), risk="high")
        before = as_journalled(before)
        told = server.kill(place, "act", call, before, number=number)
        assert told in (KILLED, DONE)
        tool: Any = place.desk.tool(case.tool)
        is_done = tool.check(call, before) == "yes"
        assert is_done or told == KILLED
        if not is_done:
            tool.act(call, before)
        assert tool.check(call, before) == "yes"
        assert place.picture() == quiet.picture(), number
        tool.take_back(call, before, as_journalled(tool.invert(call, before)))
        assert place.picture() == untouched.picture(), number
        assert place.kept() == [], number
        if told == DONE:
            break
    assert number > 1


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.sampled(2)
def test_an_undo_killed_at_any_change_is_completed_by_the_next(
    case: Case, server: TwoDiskServer, fresh: Callable[[Case], Place]
) -> None:
    untouched = fresh(case)
    for number in itertools.count(1, EVERY):
        place = fresh(case)
        done = place.desk.do(case.tool, place.at(case.path), to=place.at(case.to), risk="high")
        told = server.kill(place, "take_back", done.call, done.before, done.inverse, number=number)
        assert told in (KILLED, DONE)
        done.undo()
        assert place.picture() == untouched.picture(), number
        assert place.kept() == [], number
        if told == DONE:
            break
    assert number > 1
