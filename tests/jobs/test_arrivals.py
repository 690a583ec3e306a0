"""Files that arrive in real folders: each acted on once, when it is complete."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from goalwright.app.wall_clock import WallClock
from goalwright.app.watched_folders import WatchedFolders, is_partial
from goalwright.contracts.job_ports import Fired, Firing
from goalwright.contracts.jobs import FileArrival, Job, Missed
from goalwright.jobs.arrivals import Arrivals, is_awaited
from goalwright.jobs.scheduler import JobScheduler
from goalwright.store.jobs_store import SqliteJobs
from jobs.fake_world import SetSenses

GIGABYTES = 2 if os.environ.get("GOALWRIGHT_TEST_ROUNDS") else 0
MANY = 1_000 if os.environ.get("GOALWRIGHT_TEST_ROUNDS") else 40


class Seeing:
    """Notes which file came and how large it was, and does with it what it is told."""

    def __init__(self, act: Callable[[Path], list[Path]] = lambda _: []) -> None:
        self.came: list[tuple[str, int]] = []
        self.act = act

    async def fire(self, _job: Job, firing: Firing) -> Fired:
        path = Path(firing.subject)
        self.came.append((path.name, path.stat().st_size))
        return Fired("success", "", tuple(map(str, self.act(path))))

    def is_waiting(self, _run_id: str) -> bool:
        return False

    def is_halted(self) -> bool:
        return False

    def tell_trouble(self, problem: str) -> None:
        assert not problem


class Watching:
    """A watched folder, its job, and services over it."""

    def __init__(self, folder: Path, *, missed: Missed = "once", **trigger: object) -> None:
        self.inbox = folder / "inbox"
        self.inbox.mkdir()
        self.store = SqliteJobs(folder / "jobs.db")
        arrival = FileArrival(folder=str(self.inbox), **trigger)  # type: ignore[arg-type]  # fields of the value
        self.job = Job(job_id="j", trigger=arrival, cwd="/", text="mute", missed=missed)
        self.store.add(self.job, seen=self.listed())

    def listed(self) -> dict[str, str]:
        return WatchedFolders().listed(str(self.inbox), is_deep=False) or {}

    def serve(self, seeing: Seeing, story: Callable[[], Awaitable[None]]) -> None:
        async def served() -> None:
            clock = WallClock(self.store.version)
            scheduler = JobScheduler(self.store, seeing, clock, WatchedFolders(), SetSenses())
            work = asyncio.create_task(scheduler.run())
            await story()
            assert not work.done(), work.exception()
            work.cancel()
            await asyncio.wait({work})

        asyncio.run(served())


async def until(is_so: Callable[[], bool], most_s: float = 60.0) -> None:
    end = time.monotonic() + most_s
    while not is_so():
        assert time.monotonic() < end, "it does not come about"
        await asyncio.sleep(0.02)


@pytest.mark.slow
def test_a_file_that_is_being_copied_is_acted_on_once_when_it_is_complete(tmp_path: Path) -> None:
    watching, seeing = Watching(tmp_path, names=("*.iso", "*.pdf")), Seeing()
    size = GIGABYTES * 2**30 or 3_000_000

    async def copied() -> None:
        with (watching.inbox / "disk.iso").open("wb") as file:
            for part in range(6):  # longer than a file must rest, and open all the while
                file.truncate((part + 1) * size // 6)
                file.flush()
                await asyncio.sleep(0.6)
            await asyncio.sleep(2.5)
            assert seeing.came == []
            if GIGABYTES:
                file.seek(0)
                for _ in range(size // 2**24):
                    file.write(b"x" * 2**24)
        (watching.inbox / "half.pdf.part").write_bytes(b"x")
        (watching.inbox / ".hidden.pdf").write_bytes(b"x")
        (watching.inbox / "other.txt").write_bytes(b"x")
        await until(lambda: len(seeing.came) == 1)
        (watching.inbox / "half.pdf.part").rename(watching.inbox / "half.pdf")
        await until(lambda: len(seeing.came) == 2)
        await asyncio.sleep(2.5)

    watching.serve(seeing, copied)
    assert seeing.came == [("disk.iso", size), ("half.pdf", 1)]


@pytest.mark.slow
def test_many_files_at_once_are_each_acted_on_once_and_own_work_is_no_arrival(tmp_path: Path) -> None:
    def doubled(path: Path) -> list[Path]:
        made = path.with_name(f"copy-{path.name}")
        made.write_bytes(b"y")
        return [made]

    watching, seeing = Watching(tmp_path), Seeing(doubled)

    async def filled() -> None:
        for number in range(MANY):
            (watching.inbox / f"{number}.txt").write_bytes(b"x")
        await until(lambda: len(seeing.came) >= MANY, 300)
        await asyncio.sleep(3)

    watching.serve(seeing, filled)
    assert sorted(name for name, _ in seeing.came) == sorted(f"{number}.txt" for number in range(MANY))


@pytest.mark.slow
@pytest.mark.parametrize(("missed", "expected"), [("once", ["late.txt", "new.txt"]), ("skip", ["new.txt"])])
def test_files_that_came_while_no_service_ran(tmp_path: Path, missed: Missed, expected: list[str]) -> None:
    watching, seeing = Watching(tmp_path, missed=missed), Seeing()
    (watching.inbox / "late.txt").write_bytes(b"x")

    async def later() -> None:
        await asyncio.sleep(0.5)
        (watching.inbox / "new.txt").write_bytes(b"x")
        await until(lambda: "new.txt" in [name for name, _ in seeing.came])

    watching.serve(seeing, later)
    assert [name for name, _ in seeing.came] == expected


@pytest.mark.slow
def test_a_file_changes_and_its_own_job_does_not_set_it_off_again(tmp_path: Path) -> None:
    def added(path: Path) -> list[Path]:
        path.write_bytes(path.read_bytes() + b"!")
        return [path]

    watching, seeing = Watching(tmp_path, file="notes.txt", event="changes"), Seeing(added)
    notes = watching.inbox / "notes.txt"
    notes.write_bytes(b"a")
    watching.store.see("j", watching.listed())

    async def changed() -> None:
        await asyncio.sleep(0.3)
        notes.write_bytes(b"ab")
        await until(lambda: len(seeing.came) == 1)
        await asyncio.sleep(3)
        notes.write_bytes(b"abc")
        await until(lambda: len(seeing.came) == 2)

    watching.serve(seeing, changed)
    assert seeing.came == [("notes.txt", 2), ("notes.txt", 3)]


def test_a_folder_that_is_away_for_a_while_brings_only_what_is_new(tmp_path: Path) -> None:
    watching = Watching(tmp_path)
    (watching.inbox / "old.txt").write_bytes(b"x")
    watching.store.see("j", watching.listed())
    ticks = 0.0

    def arrived(service: Arrivals) -> list[str]:
        nonlocal ticks
        found = []
        for _ in range(2):
            ticks += 3.0
            found += [Path(firing.subject).name for _, firing in service.claimed(watching.store.jobs(), ticks)]
        return found

    before, after = (Arrivals(watching.store, WatchedFolders(), lambda _job: False) for _ in range(2))
    away = watching.inbox.rename(tmp_path / "away")
    assert arrived(before) == []
    (away / "new.txt").write_bytes(b"x")
    away.rename(watching.inbox)
    assert arrived(after) == ["new.txt"]
    shutil.rmtree(watching.inbox)
    assert arrived(after) == []
    watching.inbox.mkdir()
    (watching.inbox / "old.txt").write_bytes(b"another")
    assert arrived(before) == ["old.txt"]
    assert arrived(before) == []


@pytest.mark.slow
def test_a_folder_that_is_removed_and_made_again_is_watched_again(tmp_path: Path) -> None:
    watching, seeing = Watching(tmp_path), Seeing()

    async def removed() -> None:
        (watching.inbox / "first.txt").write_bytes(b"x")
        await until(lambda: len(seeing.came) == 1)
        shutil.rmtree(watching.inbox)
        await asyncio.sleep(0.5)
        watching.inbox.mkdir()
        for name in ("second.txt", "third.txt"):  # the next look at everything is a minute away
            (watching.inbox / name).write_bytes(b"x")
            await until(lambda name=name: name in [came for came, _ in seeing.came], 30)  # type: ignore[misc]  # a default

    watching.serve(seeing, removed)
    assert [name for name, _ in seeing.came] == ["first.txt", "second.txt", "third.txt"]


def test_names_are_compared_letter_by_letter_but_for_stars() -> None:
    trigger = FileArrival(folder="/a", names=("*.PDF", "scan [1]?.png"))
    names = ("a.pdf", "a.pdf.exe", "scan [1]2.png", "scan 12.png", ".pdf")
    assert [name for name in names if is_awaited(trigger, name)] == ["a.pdf", "scan [1]2.png", ".pdf"]
    exact = FileArrival(folder="/a", file="*.pdf")
    assert [name for name in ("*.pdf", "a.pdf") if is_awaited(exact, name)] == ["*.pdf"]
    partial = ["a.part", "b.crdownload", ".c", "d~", "e.txt"]
    assert [name for name in partial if not is_partial(name)] == ["e.txt"]
