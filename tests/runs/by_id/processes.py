"""Processes that run things in one world: each is given a task by name, and says in JSON what came of it."""

from __future__ import annotations

import asyncio
import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from crash.world import World
from goalwright.app import Goalwright
from goalwright.contracts import Goal, MetaGoal
from goalwright.errors import RunNotFound
from runs.bell import Bell, ready, ring

TESTS = Path(__file__).parents[2]
FILES = 20


def process(world: World, task: str, *arguments: object) -> subprocess.Popen[str]:
    """A process of its own that does one of the tasks below; what it writes can be read line by line."""
    environment = {**os.environ, **world.environment()}
    environment["PYTHONPATH"] = os.pathsep.join((str(TESTS.parent / "src"), str(TESTS)))
    command = [sys.executable, "-m", "runs.by_id.processes", str(world.top), task, *map(str, arguments)]
    return subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def answered(child: subprocess.Popen[str]) -> Any:
    """The last line that a process wrote, once it has ended well."""
    out, _ = child.communicate(timeout=300)
    assert child.returncode == 0, out
    return json.loads(out.splitlines()[-1])


def heard_json(child: subprocess.Popen[str]) -> Any:
    """The next line that a process writes."""
    assert child.stdout is not None
    return json.loads(child.stdout.readline())


def shared_goals(tree: Path, who: str, number: int) -> MetaGoal:
    """Append a line to one of the shared files, make a file, and move it where all of them are moved."""
    name = f"{who}-{number}.txt"
    goals = (
        _goal("append", path=str(tree / f"shared{number % FILES}.txt"), content=f"{who}-{number}\n"),
        _goal("create", path=str(tree / name), object_type="file"),
        _goal("move", path=str(tree / name), to=str(tree / "moved" / name)),
    )
    return MetaGoal(goals=goals, dependencies={2: (1,)})


def one_round(tree: Path, number: int) -> MetaGoal:
    """A line that must be there once, and a file."""
    return MetaGoal(
        goals=(
            _goal("append", path=str(tree / f"round{number}.txt"), content="once\n"),
            _goal("create", path=str(tree / f"made{number}.txt"), object_type="file"),
        )
    )


def _goal(verb: str, **params: str) -> Goal:
    return Goal(domain="file", verb=verb, params=params)


async def many(gw: Goalwright, who: str, count: str) -> list[str]:
    """As many runs at once as asked for, over the shared files; how they ended, and why not well."""
    reports = await asyncio.gather(*(gw.run(shared_goals(gw.cwd, who, number)) for number in range(int(count))))
    return [f"{report.status} {report.reason}".strip() for report in reports]


async def rounds(gw: Goalwright, who: str, seed: str) -> None:
    """For every number read, do two random things to the run of that number, at random moments."""
    choose = random.Random(f"{seed}{who}")
    while line := await asyncio.to_thread(sys.stdin.readline):
        number = int(line)
        for _ in range(2):
            await asyncio.sleep(choose.random() * 0.02)
            await _something(gw, f"round-{number}", number, choose)
        _say("done")


async def _something(gw: Goalwright, run_id: str, number: int, choose: random.Random) -> None:
    doings: tuple[Callable[[], Awaitable[object]], ...] = (
        lambda: gw.run(one_round(gw.cwd, number), run_id=run_id),
        lambda: gw.resume(run_id),
        lambda: gw.stop(run_id, now=choose.random() < 0.3, wait_s=20.0),
        lambda: gw.undo(run_id),
    )
    try:
        await choose.choice(doings)()
    except RunNotFound:  # not there yet, going on elsewhere, finished, undone: all of these are answers
        return


async def slow(gw: Goalwright, run_id: str, count: str, pause: str) -> str:
    """A run of a chain of bells that take their time."""
    bell = Bell(meanwhile=lambda _name: time.sleep(float(pause)))
    bell.hang(gw)
    chain = [ring(f"b{number}", *([f"b{number - 1}"] if number else [])) for number in range(int(count))]
    return (await gw.run(ready(gw, *chain), run_id=run_id)).status


async def follow(gw: Goalwright, run_id: str, after: str) -> None:
    """The events of a run as they come, one a line."""
    async for event in gw.events(run_id, int(after)):
        _say([event.number, event.kind, event.action_id])


async def start(gw: Goalwright, run_id: str, number: str) -> list[str]:
    report = await gw.run(one_round(gw.cwd, int(number)), run_id=run_id)
    return [report.run_id, report.status]


async def hold(gw: Goalwright, run_id: str, name: str) -> None:
    """Keep a plan that deletes a file, say its hash, and wait to be killed."""
    report = await gw.run(_goal("delete", path=str(gw.cwd / name), object_type="file"), run_id=run_id, hold=True)
    _say([report.status, report.plan_hash])
    await asyncio.sleep(300)


def _say(what: object) -> None:
    sys.stdout.write(f"{json.dumps(what)}\n")
    sys.stdout.flush()


async def main(top: str, task: str, *arguments: str) -> None:
    world = World(Path(top))
    async with Goalwright(home=world.state, cwd=world.tree) as gw:
        _say(await TASKS[task](gw, *arguments))


TASKS: dict[str, Callable[..., Awaitable[object]]] = {
    "many": many,
    "rounds": rounds,
    "slow": slow,
    "follow": follow,
    "start": start,
    "hold": hold,
}

if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
