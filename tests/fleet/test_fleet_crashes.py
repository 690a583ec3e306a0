"""Workers, hub and database die at any moment: every action is done once, and nothing is left pending.

GOALWRIGHT_TEST_ROUNDS=300 runs the campaign; without it, a few rounds of each kind.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from fleet.forks import Forked
from fleet.site import PATIENCE_S, Postgres, Site, eventually

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("GOALWRIGHT_TEST_ROUNDS", "3"))
FILES = 10
HOSTS = ("a1", "a2", "a3")
KILL_EVERY_S = 1.5
MOST_KILLS = 4 * ROUNDS if ROUNDS < 40 else sys.maxsize
"""A few rounds on a slow machine come to their end, however little is done between two kills."""
AT_ONCE = min(ROUNDS, 8)
RESTARTS = min(ROUNDS, 10)
FREEZES = 1 if ROUNDS < 40 else 40
LONG = 150
AWAY_S = 3.0


def appends(number: int, folder: Path, count: int = FILES) -> str:
    """A goals file: appends to files of the round's own, one after another."""
    rows = [
        {
            "domain": "file",
            "verb": "append",
            "params": {"path": f"r{number}/f{index}.txt", "content": f"{number}\n"},
            "scope": f"after:g{index - 1}" if index else "root",
        }
        for index in range(count)
    ]
    file = folder / f"goals-{number}.json"
    file.write_text(json.dumps({"goals": rows, "text": f"round {number}"}))
    return str(file)


def written(site: Site, host: str, number: int, count: int = FILES) -> list[str]:
    """What the files of a round hold on a host."""
    folder = site.workers[host].folder / f"r{number}"
    return [(folder / f"f{index}.txt").read_text() for index in range(count)]


def hub_process(site: Site, *arguments: str) -> Forked:
    """`goalwright fleet …` that may be killed; what it was about is found again by what the database has."""
    hub = site.top / "hub"
    return Forked(["fleet", *arguments, "--json"], hub, site.environment(hub / "state", hub), hub / "log")


class Killer:
    """Kills a random worker, or a random process of the hub, every so often, and starts dead workers again."""

    def __init__(self, site: Site) -> None:
        self.hubs: dict[int, Forked] = {}
        self.kills = {"worker": 0, "hub": 0}
        self._site, self._chance, self._over = site, random.Random(7), threading.Event()
        self._thread = threading.Thread(target=self._kill)
        self._thread.start()

    def end(self) -> None:
        self._over.set()
        self._thread.join()

    def _kill(self) -> None:
        while sum(self.kills.values()) < MOST_KILLS and not self._over.wait(KILL_EVERY_S):
            victim = self._chance.choice([*HOSTS, "hub"])
            if victim != "hub":
                worker = self._site.workers[victim]
                if worker.is_up:  # one that is only starting has nothing to lose, and would never come to serve
                    worker.kill()
                    worker.start()
                    self.kills["worker"] += 1
            elif hubs := [hub for hub in self.hubs.values() if hub.poll() is None]:
                self._chance.choice(hubs).kill()
                self.kills["hub"] += 1


def one_round(site: Site, killer: Killer, number: int) -> None:
    """A fleet run to its end, by as many processes of the hub as it takes."""
    arguments = ["run", "--goals", appends(number, site.top), "--on", "all", "--yes", "--wait", "30"]
    until = time.monotonic() + 10 * PATIENCE_S
    while time.monotonic() < until:
        hub = killer.hubs[number] = hub_process(site, *arguments)
        hub.wait(5 * PATIENCE_S)
        name = site.fleet_run_of(f"round {number}")
        if name and set(site.stages_seen(name).values()) == {"done"}:
            return
        if name:
            arguments = ["resume", name, "--yes", "--wait", "30"]
    raise AssertionError(f"round {number} never ends")


def test_kills_of_workers_and_hub_lose_and_double_nothing(site: Site) -> None:
    for host in HOSTS:
        site.worker(host, "all-of-them")
    killer, began = Killer(site), time.monotonic()
    try:
        with ThreadPoolExecutor(AT_ONCE) as rounds:
            list(rounds.map(lambda number: one_round(site, killer, number), range(ROUNDS)))
    finally:
        killer.end()
    sys.stdout.write(f"{ROUNDS} fleet runs, {killer.kills} killed, {time.monotonic() - began:.0f} s\n")
    wrong = [
        (number, host)
        for number in range(ROUNDS)
        for host in HOSTS
        if written(site, host, number) != [f"{number}\n"] * FILES
    ]
    assert not wrong
    pending = "SELECT count(*) FROM dbos.workflow_status WHERE status NOT IN ('SUCCESS', 'CANCELLED')"
    eventually(lambda: site.postgres.sql(site.url, pending) == [(0,)], "nothing is left pending")


@pytest.mark.thorough
def test_a_frozen_worker_that_lost_its_place_stops_itself(site: Site) -> None:
    """It is frozen in the middle of a run; its successor does the rest, and not what it has done."""
    frozen = site.worker("a1")
    for number in range(FREEZES):
        first, folder = frozen.process, frozen.folder / f"r{number}"
        goals = appends(number, site.top, LONG)
        hub = hub_process(site, "run", "--goals", goals, "--on", "a1", "--yes", "--wait", "60")
        eventually(lambda folder=folder: (folder / "f5.txt").exists(), "the run has begun")  # type: ignore[misc]  # bound at once
        frozen.kill(signal.SIGSTOP)
        is_midway = not (folder / f"f{LONG - 1}.txt").exists()
        eventually(lambda: not site.hosts()[0]["is_here"], "its lease runs out")
        frozen.start().serves()
        first.send_signal(signal.SIGCONT)
        eventually(lambda first=first: first.poll() == 75, "it stops itself")  # type: ignore[misc]  # bound at once
        assert hub.wait(PATIENCE_S) == 0, site.stages_seen(site.fleet_run_of(f"round {number}"))
        assert (is_midway, written(site, "a1", number, LONG)) == (True, [f"{number}\n"] * LONG)


@pytest.mark.thorough
def test_a_database_that_restarts_ends_nothing(site: Site, postgres: Postgres) -> None:
    worker, chance = site.worker("a1"), random.Random(3)
    for number in range(RESTARTS):
        hub = hub_process(site, "run", "--goals", appends(number, site.top), "--on", "a1", "--yes", "--wait", "60")
        time.sleep(chance.uniform(0.2, 4.0))
        postgres.break_off()
        time.sleep(AWAY_S)
        postgres.come_back()
        code = hub.wait(PATIENCE_S)
        assert (number, code) == (number, 0), site.stages_seen(site.fleet_run_of(f"round {number}"))
        assert written(site, "a1", number) == [f"{number}\n"] * FILES
    assert worker.process is not None
    assert worker.process.poll() is None
