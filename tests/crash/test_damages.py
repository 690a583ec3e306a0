"""Every file of the state folder is damaged, during and between runs: nothing is done twice, nothing is lost unsaid."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

import pytest

from campaigns import rounds
from crash.crashes import CrashServer, CrashServers, Kill
from crash.world import Picture, World, differences

SEED = 20_261_117
ROUNDS = rounds(8)
TOLD = (
    "JournalError: ",
    "ToolFailure: ",
    "RunNotFound: ",
    "WorldDrifted: ",
    "failed: ",
    "partial: ",
    "in_doubt",
    "not undone: ",
)
"""How whatever is not a success may begin: errors that are meant to be read, and outcomes."""
APPENDED = ("log.txt", "work/one/begun.txt")
Fresh = Callable[[], World]


def flip(file: Path, _older: Path, chance: random.Random) -> None:
    with file.open("r+b") as opened:
        size = file.stat().st_size
        at = chance.randrange(size) if size else 0
        opened.seek(at)
        byte = opened.read(1) or b"\0"
        opened.seek(at)
        opened.write(bytes([byte[0] ^ (1 << chance.randrange(8))]))


def scribble(file: Path, _older: Path, chance: random.Random) -> None:
    with file.open("r+b") as opened:
        opened.seek(chance.randrange(file.stat().st_size + 1))
        opened.write(chance.randbytes(chance.choice((16, 5000))))


def truncate(file: Path, _older: Path, chance: random.Random) -> None:
    os.truncate(file, chance.randrange(file.stat().st_size + 1))


def delete(file: Path, _older: Path, _chance: random.Random) -> None:
    file.unlink()


def put_back(file: Path, older: Path, _chance: random.Random) -> None:
    if older.exists():
        shutil.copy(older, file)
    else:
        file.unlink()


def change_version(file: Path, older: Path, chance: random.Random) -> None:
    if file.suffix != ".db":
        flip(file, older, chance)
        return
    with suppress(sqlite3.Error), closing(sqlite3.connect(file, timeout=0.1)) as database:
        database.execute("PRAGMA user_version = 99")


DAMAGES = (flip, scribble, truncate, delete, put_back, change_version)


def damage(world: World, older: Path, chance: random.Random) -> str:
    """Damage one file of the state folder; says which, and how."""
    files = sorted(path for path in world.state.rglob("*") if path.is_file())
    if not files:
        return "nothing"
    # The journal's own files are few among many: half of the damages are theirs.
    own = [path for path in files if path.name.startswith("journal")]
    file = chance.choice(own if own and chance.random() < 0.5 else files)
    how = chance.choice(DAMAGES)
    with suppress(FileNotFoundError):  # what a run at work removed in the meantime is damaged enough
        how(file, older / file.relative_to(world.state), chance)
    return f"{how.__name__} {file.relative_to(world.state)}"


def appended(picture: Picture) -> dict[str, bytes]:
    return {name: picture["tree"][name][-1] if name in picture["tree"] else b"" for name in APPENDED}


def require_right(world: World, before: Picture, said: str, wanted: Picture, what: str) -> None:
    """Done in full, or told in one line with nothing done twice; an error of the journal has done nothing at all."""
    after = world.picture()
    place = f"{what}, in {world.top}: {said}"
    assert said == "success" or said.startswith(TOLD), place
    assert len(said.splitlines()) == 1, place
    if said == "success":
        assert not differences(after, wanted), place
    elif said.startswith("JournalError"):
        assert not differences(after, before), place
    elif said.startswith("RunNotFound: there is nothing to resume"):
        assert not differences(after, wanted), place
    done, all_done = appended(after), appended(wanted)
    assert all(all_done[name].startswith(done[name]) for name in APPENDED), place


@pytest.fixture
def wanted(servers: CrashServers, fresh: Fresh) -> Picture:
    def undisturbed(server: CrashServer, world: World) -> Picture:
        assert server.do("run", world).said == "success"
        return world.picture()

    return servers.each([fresh()], undisturbed)[0]


def cut_off(server: CrashServer, world: World, chance: random.Random) -> Path:
    """A run that was killed twice; a copy of its state from between the two."""
    server.do("run", world, Kill("boundary", chance.randint(12, 60)))
    older = world.top / "older"
    shutil.copytree(world.state, older)
    server.do("resume", world, Kill("boundary", chance.randint(5, 60)))
    return older


def test_damage_between_runs_is_told_or_does_not_matter_to_resume(
    servers: CrashServers, fresh: Fresh, wanted: Picture
) -> None:
    def check(server: CrashServer, seed: int) -> str:
        chance = random.Random(seed)
        world = fresh()
        older = cut_off(server, world, chance)
        what = damage(world, older, chance)
        before = world.picture()
        said = server.do("resume", world).said
        require_right(world, before, said, wanted, f"{what} (seed {seed})")
        shutil.rmtree(world.top)
        return said.split(":")[0]

    told = Counter(servers.each(range(SEED, SEED + ROUNDS), check))
    assert told["success"], told
    assert told["JournalError"], told


def test_damage_between_runs_is_told_or_does_not_matter_to_undo(servers: CrashServers, fresh: Fresh) -> None:
    def check(server: CrashServer, seed: int) -> str:
        chance = random.Random(seed)
        world = fresh()
        untouched = world.picture()["tree"]
        assert server.do("run", world, actions="few_actions").said == "success"
        what = f"{damage(world, world.top / 'none', chance)} (seed {seed})"
        before = world.picture()["tree"]
        said = server.do("undo", world).said
        assert said == "undone" or said.startswith(TOLD), f"{what}: {said}"
        assert len(said.splitlines()) == 1, f"{what}: {said}"
        if said.startswith(("JournalError", "ToolFailure", "WorldDrifted", "RunNotFound")):
            assert not differences(world.picture()["tree"], before), f"{what}: {said}"
        if said == "undone":
            assert not differences(world.picture()["tree"], untouched), f"{what}: {said}"
        return said.split(":")[0]

    told = Counter(servers.each(range(SEED, SEED + ROUNDS), check))
    assert told["undone"], told


def test_damage_during_a_run_is_told_or_does_not_matter(
    servers: CrashServers, fresh_on_disk: Fresh, wanted: Picture
) -> None:
    def check(server: CrashServer, seed: int) -> str:
        chance = random.Random(seed)
        world = fresh_on_disk()
        untouched = world.picture()
        what: list[str] = []

        def spoil() -> None:
            until = time.monotonic() + 5
            while not list(world.state.glob("runs/*/lock")) and time.monotonic() < until:
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.1))
            what.append(damage(world, world.top / "none", chance))

        spoiler = threading.Thread(target=spoil)
        spoiler.start()
        ran = server.do("run", world, Kill(seconds=chance.uniform(0.1, 0.6))).said
        spoiler.join()
        case = f"{what[0]} during the run (seed {seed}), which said {ran}"
        assert ran in ("killed", "success") or ran.startswith(TOLD), case
        before = world.picture()
        said = server.do("resume", world).said
        if said.startswith("RunNotFound: there is nothing to resume") and before == untouched:
            return "not begun"
        require_right(world, before, said, wanted, case)
        shutil.rmtree(world.top)
        return said.split(":")[0]

    servers.each(range(SEED, SEED + ROUNDS), check)
