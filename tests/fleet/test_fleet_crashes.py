"""Workers, hub and database die at any moment: every action is done once, and nothing is left pending.

GOALWRIGHT_TEST_ROUNDS=300 runs the campaign; without it, a few rounds of each kind.
"""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from fleet.site import PATIENCE_S, Postgres, Site, eventually

pytestmark = pytest.mark.slow
ROUNDS = int(os.environ.get("GOALWRIGHT_TEST_ROUNDS", "3"))
FILES = 10
HOSTS = ("a1", "a2", "a3")
KILL_EVERY_S = 1.5
MOST_KILLS = 3


def appends(number: int, folder: Path) -> str:
    """A goals file: ten appends of the round's number, one after another."""
    rows = [
        {
            "domain": "file",
            "verb": "append",
            "params": {"path": f"f{index}.txt", "content": f"{number}\n"},
            "scope": f"after:g{index - 1}" if index else "root",
        }
        for index in range(FILES)
    ]
    file = folder / f"goals-{number}.json"
    file.write_text(json.dumps({"goals": rows}))
    return str(file)


def newest(site: Site) -> int:
    runs = site.told("show")["runs"]
    return int(runs[0]["name"].removeprefix("fleet-")) if runs else 0


class HubProcess:
    """`goalwright fleet …` that may be killed; what it was about is found again by what the database has."""

    def __init__(self, site: Site, *arguments: str) -> None:
        state = site.top / "hub" / "state"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "goalwright", "fleet", *arguments, "--json"],
            cwd=site.top / "hub",
            env=site.environment(state, site.top / "hub"),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


def one_round(site: Site, number: int, chance: random.Random) -> None:
    """A fleet run to its end, with up to three kills on the way: so many that it ends on a busy machine, too."""
    kills = chance.randint(1, MOST_KILLS)
    before = newest(site)
    arguments = ["run", "--goals", appends(number, site.top), "--on", "all", "--yes", "--wait", "30"]
    while True:
        hub = HubProcess(site, *arguments).process
        while hub.poll() is None:
            try:
                hub.wait(chance.uniform(0, 2 * KILL_EVERY_S) if kills else PATIENCE_S)
            except subprocess.TimeoutExpired:
                assert kills, "the hub never ends"
                kills -= 1
                victim = chance.choice([*HOSTS, "hub"])
                if victim == "hub":
                    hub.kill()
                    hub.wait()
                elif site.workers[victim].is_up:  # one that is only starting has nothing to lose
                    site.workers[victim].kill()
                    site.workers[victim].start()
        name = f"fleet-{newest(site)}"
        if newest(site) == before:
            continue  # it was killed before it had begun
        if set(site.stages(name).values()) == {"done"}:
            return
        arguments = ["resume", name, "--yes", "--wait", "30"]


def test_kills_of_workers_and_hub_lose_and_double_nothing(site: Site) -> None:
    chance = random.Random(7)
    for host in HOSTS:
        site.worker(host, "all-of-them")
    for number in range(ROUNDS):
        one_round(site, number, chance)
    expected = "".join(f"{number}\n" for number in range(ROUNDS))
    for host in HOSTS:
        for index in range(FILES):
            assert (site.workers[host].folder / f"f{index}.txt").read_text() == expected, (host, index)
    pending = "SELECT count(*) FROM dbos.workflow_status WHERE status NOT IN ('SUCCESS', 'CANCELLED')"
    eventually(lambda: site.postgres.sql(site.url, pending) == [(0,)], "nothing is left pending")


def test_a_frozen_worker_that_lost_its_place_stops_itself(site: Site) -> None:
    frozen = site.worker("a1")
    first = frozen.process
    assert first is not None
    hub = HubProcess(site, "run", "--goals", appends(0, site.top), "--on", "a1", "--yes", "--wait", "60").process
    eventually(lambda: newest(site) == 1, "the fleet run has begun")
    frozen.kill(signal.SIGSTOP)
    eventually(lambda: not site.hosts()[0]["is_here"], "its lease runs out")
    frozen.start().serves()
    first.send_signal(signal.SIGCONT)
    eventually(lambda: first.poll() == 75, "it stops itself")
    eventually(lambda: hub.poll() is not None, "the hub ends")
    if site.stages("fleet-1")["a1"] != "done":
        site.told("resume", "fleet-1", "--yes", code=None)
    assert site.stages("fleet-1") == {"a1": "done"}
    assert [(frozen.folder / f"f{index}.txt").read_text() for index in range(FILES)] == ["0\n"] * FILES


def test_a_database_that_restarts_ends_nothing(site: Site, postgres: Postgres) -> None:
    worker, chance = site.worker("a1"), random.Random(3)
    rounds = min(ROUNDS, 10)
    for number in range(rounds):
        goals = appends(number, site.top)
        hub = HubProcess(site, "run", "--goals", goals, "--on", "a1", "--yes", "--wait", "60").process
        time.sleep(chance.uniform(0.2, 2.0))
        postgres.break_off()
        time.sleep(1.0)
        postgres.come_back()
        assert hub.wait(PATIENCE_S) == 0
    assert worker.process is not None
    assert worker.process.poll() is None
    expected = "".join(f"{number}\n" for number in range(rounds))
    assert [(worker.folder / f"f{index}.txt").read_text() for index in range(FILES)] == [expected] * FILES
