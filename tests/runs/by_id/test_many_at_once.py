"""Many runs at once over the same files, in one process and in eight: nothing lost, nothing doubled, none refused."""

from __future__ import annotations

import asyncio
from collections import Counter

from crash.world import World
from goalwright.app import Goalwright
from runs.by_id.processes import FILES, answered, many, process

RUNS = 200
PROCESSES = 8


def require_exact(world: World, names: list[str]) -> None:
    """Every run's line stands once in its file, and its file lies where it was moved."""
    lines: Counter[str] = Counter()
    for number in range(FILES):
        file = world.tree / f"shared{number}.txt"
        found = file.read_text().splitlines()
        assert all(int(line.rpartition("-")[2]) % FILES == number for line in found)
        lines.update(found)
    assert lines == Counter(names)
    assert sorted(path.name for path in (world.tree / "moved").iterdir()) == sorted(f"{name}.txt" for name in names)
    assert not [path for path in world.tree.iterdir() if path.name.endswith(".txt") and "shared" not in path.name]


def test_200_runs_at_once_in_one_process(world: World, gw: Goalwright) -> None:
    ended = asyncio.run(many(gw, "one", str(RUNS)))
    assert set(ended) == {"success"}
    require_exact(world, [f"one-{number}" for number in range(RUNS)])
    assert gw.journal.count() == RUNS


def test_200_runs_at_once_in_8_processes(world: World, gw: Goalwright) -> None:
    each = RUNS // PROCESSES
    children = [process(world, "many", f"p{number}", each) for number in range(PROCESSES)]
    ended = [how for child in children for how in answered(child)]
    assert Counter(ended) == Counter({"success": RUNS})
    require_exact(world, [f"p{child}-{number}" for child in range(PROCESSES) for number in range(each)])
    assert gw.journal.count() == RUNS
    assert [path.name for path in (world.state / "locks").iterdir()] == []
