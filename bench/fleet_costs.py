"""What a fleet costs: runs per second beside the local journal and a bare step of DBOS, a dead worker, 1,000 hosts.

`python bench/fleet_costs.py`, or with `runs`, `dead` or `thousand` for a part of it. It starts a Postgres of its own.
A run is ten appends, one after another.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "src"), str(ROOT / "tests")]

# ruff: noqa: E402  # these are found only after the path is set
import psutil
from nacl.signing import SigningKey

from fleet.forks import CONTEXT
from fleet.site import Postgres, Site, eventually, running_postgres
from goalwright.app import Goalwright
from goalwright.dataclass import replace
from goalwright.doors.cli.fleet_view import group_lines, host_lines, run_lines
from goalwright.fleet.dbos_engine import _JSON, DbosHostLine, DbosOrderLine
from goalwright.fleet.directory import Directory
from goalwright.fleet.fleet_runs import FleetRun
from goalwright.fleet.grouping import grouped
from goalwright.fleet.hub import Hub
from goalwright.fleet.orders import HostAnswer, ToldAction
from goalwright.fleet.rollout import Rollout
from goalwright.fleet.seals import public_key
from goalwright.fleet.tickets import proof

RUNS = int(os.environ.get("GOALWRIGHT_BENCH_RUNS", "30"))
ACTIONS = 10
HOSTS = 1_000
TAKEN_UP = 5
LONG = 400
IDLE_S = 5.0


def appends(folder: str, count: int = ACTIONS) -> str:
    rows = [
        {
            "domain": "file",
            "verb": "append",
            "params": {"path": f"{folder}/f{index}.txt", "content": "x\n"},
            "scope": f"after:g{index - 1}" if index else "root",
        }
        for index in range(count)
    ]
    return json.dumps({"goals": rows, "text": folder})


class Clock:
    """Seconds by the clock on the wall, and of the processor in the given processes and their children, by part."""

    def __init__(self, **parts: list[int]) -> None:
        self._parts, self._wall = parts, time.perf_counter()
        self._cpu = {part: _used(pids) for part, pids in parts.items()}

    def told(self, name: str, count: int) -> None:
        wall, spent = time.perf_counter() - self._wall, self.spent_s()
        rate = f"{count / wall:7.1f} runs/s, {1000 * wall / count:7.1f} ms each"
        parts = ", ".join(f"{part} {1000 * cpu / count:.1f}" for part, cpu in spent.items())
        print(f"{name:36} {rate}, {1000 * sum(spent.values()) / count:7.1f} ms of the processor ({parts})", flush=True)

    def spent_s(self) -> dict[str, float]:
        return {part: _used(pids) - self._cpu[part] for part, pids in self._parts.items()}


def _used(pids: list[int]) -> float:
    """Of the processes, their children, and children that have ended; of this one itself alone: all are below it."""
    if pids == [os.getpid()]:
        return time.process_time()
    processes = {each for pid in pids for each in (psutil.Process(pid), *psutil.Process(pid).children(recursive=True))}
    return sum(sum(each.cpu_times()[:4]) for each in processes if each.is_running())


def local(folder: Path) -> None:
    """The same runs without a fleet: plan, journal and ten actions, in one process."""
    gw = Goalwright(home=folder / "state", cwd=folder, config=folder / "config")

    async def runs() -> None:
        for number in range(RUNS):
            goals = gw.goals_from(appends(f"l{number}"), "goals")
            report = await gw.run(gw.prepare(goals), approve=True)
            assert report.status == "success", report
        await gw.release()

    clock = Clock(all=[os.getpid()])
    asyncio.run(runs())
    clock.told("the local journal, one process", RUNS)
    gw.close()


def bare(postgres: Postgres) -> None:
    """A step of DBOS that does nothing, through a queue: what carrying an order costs."""
    url = postgres.new_database()
    from goalwright.fleet.dbos_engine import prepare_database

    prepare_database(url)
    worker = CONTEXT.Process(target=_bare_worker, args=(url,), daemon=True)
    worker.start()
    line = DbosOrderLine(url)
    line.send([("bare", "warm", "x")])
    eventually(lambda: line.carried(["warm"])["warm"].stage == "answered", "the worker answers")
    clock = Clock(sender=[os.getpid()], worker=[worker.pid or 0], postgres=[postgres.pid])
    names = [f"bare-{number}" for number in range(4 * RUNS)]
    line.send([("bare", name, "x") for name in names])
    eventually(lambda: all(row.stage == "answered" for row in line.carried(names).values()), "all are answered")
    clock.told("a bare step of DBOS through a queue", len(names))
    worker.kill()
    line.close()


def _bare_worker(url: str) -> None:
    DbosHostLine(url).open("bare", "one", lambda order: order)
    time.sleep(3_600)


def fleet(postgres: Postgres, count: int, top: Path) -> None:
    """Runs on so many workers, all asked for at once: a plan, an approval and a run on each host."""
    with _site(postgres, top) as site:
        names = [f"h{number}" for number in range(count)]
        for name in names:
            site.worker(name)
        with site.looking() as hub:
            _to_its_end(hub, [_begun(hub, "warm", names)])
            hosts = [worker.process.pid for worker in site.workers.values()]
            clock = Clock(hub=[os.getpid()], hosts=hosts, postgres=[postgres.pid])
            _to_its_end(hub, [_begun(hub, f"r{number}", names) for number in range(RUNS)])
            clock.told(f"a fleet of {count} worker{'s' if count > 1 else ''}", RUNS * count)
        _idle(postgres, site, count)


def _idle(postgres: Postgres, site: Site, count: int) -> None:
    """What hosts cost the database that only wait."""
    clock = Clock(postgres=[postgres.pid])
    time.sleep(IDLE_S)
    spent = clock.spent_s()["postgres"]
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    connections = postgres.sql(site.url, asked)[0][0] - 1
    each = f"{1000 * spent / count / IDLE_S:.1f} ms of the processor a second, {connections / count:.1f} connections"
    print(f"  each of {count} that wait costs Postgres {each}", flush=True)


def _begun(hub: Hub, folder: str, hosts: list[str], count: int = ACTIONS) -> FleetRun:
    return hub.begin(folder, appends(folder, count), hosts, Rollout(), "bench")


def _to_its_end(hub: Hub, runs: list[FleetRun]) -> None:
    def reached(run: FleetRun, stage: str) -> bool:
        return all(state.stage == stage for state in hub.states(run).values())

    for run in runs:
        eventually(lambda run=run: reached(run, "ready"), f"{run.text} is planned")  # type: ignore[misc]  # bound at once
        hub.approve(run, {name: state.plan.plan_hash for name, state in hub.states(run).items() if state.plan}, "bench")
        hub.advance(run)
    for run in runs:
        eventually(lambda run=run: reached(run, "done"), f"{run.text} is done")  # type: ignore[misc]  # bound at once


def taken_up(postgres: Postgres, top: Path) -> None:
    """How long after the death of a worker the next one goes on with its run."""
    with _site(postgres, top) as site:
        worker = site.worker("h0")
        found = []
        with site.looking() as hub:
            for number in range(TAKEN_UP):
                run = _begun(hub, f"t{number}", ["h0"], LONG)
                _approved(hub, run)
                folder = worker.folder / f"t{number}"
                eventually(lambda folder=folder: folder.exists() and len(list(folder.iterdir())) > 20, "it has begun")  # type: ignore[misc]  # bound at once
                worker.kill()
                before, since = len(list(folder.iterdir())), time.perf_counter()
                worker.start()
                eventually(lambda folder=folder, before=before: len(list(folder.iterdir())) > before, "it goes on")  # type: ignore[misc]  # bound at once
                found.append(time.perf_counter() - since)
                _to_its_end_again(hub, run)
            print(f"killed, and started again at once: its run goes on after {median(found):.2f} s (of {TAKEN_UP})")
            worker.kill()
            since = time.perf_counter()
            eventually(lambda: not hub.roster.hosts()[0].is_here, "the lease runs out")
            print(f"killed, and left so: shown as away after {time.perf_counter() - since:.1f} s")


def _approved(hub: Hub, run: FleetRun) -> None:
    eventually(lambda: all(state.stage == "ready" for state in hub.states(run).values()), "it is planned")
    hub.approve(run, {name: state.plan.plan_hash for name, state in hub.states(run).items() if state.plan}, "bench")
    hub.advance(run)


def _to_its_end_again(hub: Hub, run: FleetRun) -> None:
    eventually(lambda: all(state.stage == "done" for state in hub.states(run).values()), "it is done")


def thousand(postgres: Postgres, top: Path) -> None:
    """A thousand hosts that answer at once: what the hub needs to read, group and show them."""
    with _site(postgres, top) as site:
        site.ticket("first")
        keys = {f"host{number:04}": SigningKey.generate() for number in range(HOSTS)}
        with site.looking() as hub:
            directory = Directory(site.url)
            for name, key in keys.items():
                ticket = hub.roster.enrol(name, ["web"])
                public = public_key(key)
                directory.join(name, public, ("web",), ticket.nonce, proof(ticket, public, ("web",)))
            directory.close()
            _timed("enrol 1,000 hosts at the first look", hub.roster.hosts)
            run = _timed("send them 1,000 orders to plan", lambda: _begun(hub, "many", sorted(keys)))
            _answered(site, run, keys)
            before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            states = _timed("read and check 1,000 signed plans", lambda: hub.states(run))
            plans = [state.plan for state in states.values() if state.plan]
            assert len(plans) == HOSTS, len(plans)
            groups = _timed("group them", lambda: grouped(plans))
            assert [len(group.hosts) for group in groups] == [HOSTS - 3, 3]
            _timed("draw plans and table", lambda: _drawn(hub, run, states, groups))
            used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            print(f"memory of the hub: {used / 1024:.0f} MB at most, {(used - before) / 1024:.0f} MB of it for this")


def _timed(name: str, work: Callable[[], Any]) -> Any:
    wall, cpu = time.perf_counter(), time.process_time()
    found = work()
    told = f"{time.perf_counter() - wall:6.2f} s, {time.process_time() - cpu:6.2f} s of the processor"
    print(f"{name:44} {told}", flush=True)
    return found


def _answered(site: Site, run: FleetRun, keys: dict[str, SigningKey]) -> None:
    """Answers as hosts would sign them; three hosts differ."""
    import psycopg

    actions = tuple(ToldAction(what=f"append file ./many/f{n}.txt", tool="files.append", risk="low") for n in range(10))
    with psycopg.connect(site.url, autocommit=True) as connection:
        for place, (name, key) in enumerate(sorted(keys.items())):
            shape = ("b" if place < 3 else "a") * 64
            told = HostAnswer(fleet=run.name, host=name, kind="plan", serial=0, status="ready", shape=shape)
            answer = replace(told, plan_hash=f"{place:064}", actions=actions, count=len(actions))
            written = _JSON.serialize(answer.sealed(key))
            connection.execute(
                "UPDATE dbos.workflow_status SET status = 'SUCCESS', output = %s WHERE workflow_uuid = %s",
                (written, run.order("plan", name, 0).order_id),
            )


def _drawn(hub: Hub, run: FleetRun, states: Any, groups: Any) -> str:
    shown = StringIO()
    for line in (*group_lines(groups), *run_lines(run, states), *host_lines(hub.roster.hosts())):
        shown.write("".join(text for text, _style in line.parts) + "\n")
    return shown.getvalue()


@contextmanager
def _site(postgres: Postgres, top: Path) -> Iterator[Site]:
    folder = Path(tempfile.mkdtemp(dir=top))
    site = Site(postgres, folder)
    try:
        yield site
    finally:
        site.close()


def main() -> None:
    wanted = sys.argv[1:] or ["runs", "dead", "thousand"]
    with tempfile.TemporaryDirectory() as folder, running_postgres() as postgres:
        top = Path(folder)
        (top / "local").mkdir()
        if "runs" in wanted:
            local(top / "local")
            bare(postgres)
            for count in (1, 2, 4):
                fleet(postgres, count, top)
        if "dead" in wanted:
            taken_up(postgres, top)
        if "thousand" in wanted:
            thousand(postgres, top)


if __name__ == "__main__":
    main()
