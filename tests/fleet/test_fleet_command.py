"""One command on several machines: real workers, a real Postgres, `goalwright fleet` at the hub."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from fleet.site import Postgres, Site, eventually
from goalwright.fleet.dbos_engine import DbosOrderLine

pytestmark = pytest.mark.slow
_SEAL = "SELECT inputs::jsonb -> 'positionalArgs' ->> 0 FROM dbos.workflow_status WHERE workflow_uuid = %s"
EMPTY_ZIP = b"PK\x05\x06" + bytes(18)


def name_of(told: Any) -> str:
    return str(told["name"])


def test_each_host_plans_for_itself_and_equal_plans_are_one(standing: Site) -> None:
    for host in ("web1", "web2"):
        (standing.workers[host].folder / "old.txt").write_text("old")
    told = standing.fleet("run", "delete old.txt", "--on", "web", code=6)
    assert "2 hosts: plan" in told.stdout
    assert "delete file ./old.txt" in told.stdout
    digest = told.stderr.partition("--hash ")[2].partition("`")[0]
    assert "nothing was run" in told.stderr
    assert (standing.workers["web1"].folder / "old.txt").exists()
    wrong = standing.fleet("run", "delete old.txt", "--on", "web", "--hash", "0" * 64, code=6)
    assert digest in wrong.stderr  # the same set of plans has the same hash
    done = standing.fleet("run", "delete old.txt", "--on", "web", "--hash", digest)
    assert "2 done" in done.stdout
    assert not (standing.workers["web1"].folder / "old.txt").exists()


def test_one_host_that_differs_is_shown(standing: Site) -> None:
    (standing.workers["web2"].folder / "box").mkdir()
    told = standing.fleet("run", "create a folder box and put a.txt in it saying hi", "--on", "all")
    assert "2 hosts: plan" in told.stdout
    assert "1 host: plan" in told.stdout
    assert all((worker.folder / "box" / "a.txt").read_text() == "hi" for worker in standing.workers.values())


def test_a_sentence_says_on_which_hosts(standing: Site) -> None:
    """With and without `fleet run`; the plan names the hosts, and the plain commands know the fleet run."""

    def has(name: str) -> list[str]:
        return [host for host, worker in standing.workers.items() if (worker.folder / name).exists()]

    planned = standing.at_hub("plan", "create a folder said on all web servers")
    assert "2 hosts: plan" in planned.stdout
    assert "(web1, web2)" in planned.stdout
    assert has("said") == []
    done = standing.at_hub("create a folder said on all web servers")
    assert "2 done" in done.stdout
    assert has("said") == ["web1", "web2"]
    assert not (standing.top / "hub" / "said").exists()
    run = done.stdout.rpartition("(")[2].partition(";")[0]
    assert "web2  done" in standing.at_hub("show", run).stdout
    assert "2 would be undone" in standing.at_hub("undo", run, "--dry-run").stdout
    assert has("said") == ["web1", "web2"]
    assert "2 undone" in standing.at_hub("undo").stdout  # what was done last, wherever
    assert has("said") == []
    standing.at_hub("create a folder trip")
    assert "1 action undone" in standing.at_hub("undo").stdout
    assert not (standing.top / "hub" / "trip").exists()
    standing.fleet("run", "create a folder said on web1 and db1")
    assert has("said") == ["db1", "web1"]


def test_sentences_that_name_hosts_in_vain(standing: Site) -> None:
    cases = {
        ("create a folder vain on all mail servers",): (3, "no host of the fleet has the name or tag 'mail'"),
        ("create a folder vain on web1 and web9",): (3, "there are: db, db1, web, web1, web2"),
        ("create a folder vain on web1 and put a.txt in it",): (3, "stands inside the command"),
        ("put vain.txt here saying see you on web1",): (3, "put quotes around the text"),
        ("fleet", "run", "create a folder vain"): (3, "say on which hosts"),
        ("fleet", "run", "create a folder vain", "--on", "web9"): (2, "no host has the name or tag 'web9'"),
    }
    for arguments, (code, said) in cases.items():
        assert said in standing.at_hub(*arguments, code=code).stderr, arguments
    plain = standing.at_hub("put vain.txt here saying see you on mars")
    assert plain.returncode == 0
    assert (standing.top / "hub" / "vain.txt").read_text() == "see you on mars"
    assert not any(
        (worker.folder / name).exists() for name in ("vain", "vain.txt") for worker in standing.workers.values()
    )


@pytest.mark.thorough
def test_an_undo_with_two_hosts_drifted_and_one_away(standing: Site) -> None:
    marks = {name: worker.folder / "mark.txt" for name, worker in standing.workers.items()}
    standing.at_hub('put mark.txt here saying "here we were" on every machine')
    for name in ("web1", "web2"):
        marks[name].write_text("changed since")
    away = standing.workers["db1"]
    away.kill()
    eventually(lambda: not standing.hosts()[0]["is_here"], "its lease runs out")
    told = standing.at_hub("undo that", code=7)
    assert "1 waiting, 2 refused" in told.stdout
    assert told.stdout.count("./mark.txt is not as the run left it") == 2
    away.start().serves()
    eventually(lambda: not marks["db1"].exists(), "the host that was away takes it back when it is there again")
    assert [marks[name].read_text() for name in ("web1", "web2")] == ["changed since"] * 2


@pytest.mark.thorough
def test_an_undo_before_the_run_has_reached_a_host(standing: Site) -> None:
    away = standing.workers["db1"]
    away.kill()
    eventually(lambda: not standing.hosts()[0]["is_here"], "its lease runs out")
    run = name_of(standing.told("run", "put late.txt here saying hi", "--on", "all", "--wait", "0", code=8))
    standing.fleet("undo", run, "--wait", "0", code=8)
    away.start().serves()
    eventually(lambda: standing.fleet("undo", run, code=None).returncode == 0, "all hosts have answered")
    assert not any((worker.folder / "late.txt").exists() for worker in standing.workers.values())


def test_canary_batch_and_threshold_stop_where_they_should(standing: Site) -> None:
    canary = standing.fleet("run", "append c to canary.txt", "--on", "all", "--canary", "1", code=8)
    assert "only the canary was run" in canary.stderr
    written = [name for name, worker in standing.workers.items() if (worker.folder / "canary.txt").exists()]
    assert written == ["db1"]
    run = canary.stdout.rpartition("(")[2].partition(";")[0]
    standing.fleet("resume", run, "--yes")
    assert all((worker.folder / "canary.txt").read_text() == "c" for worker in standing.workers.values())

    for name, worker in standing.workers.items():
        (worker.folder / "bad.zip").write_bytes(b"no archive" if name != "web2" else EMPTY_ZIP)
    stopped = standing.fleet(
        "run", "extract bad.zip to unpacked", "--on", "all", "--batch", "1", "--stop-after", "2", "--yes", code=5
    )
    assert "stopped after 2 failures" in stopped.stderr
    run = stopped.stdout.rpartition("(")[2].partition(";")[0]
    assert standing.stages(run) == {"db1": "failed", "web1": "failed", "web2": "ready"}
    assert not (standing.workers["web2"].folder / "unpacked").exists()


def test_a_stranger_can_neither_join_nor_run_code(standing: Site, postgres: Postgres, tmp_path: Path) -> None:
    """A row that DBOS would unpickle, and a host that holds no ticket of this hub."""
    mark = tmp_path / "unpickled"

    class Hostile:
        def __reduce__(self) -> tuple[Any, ...]:
            return Path.touch, (mark,)

    pickled = base64.b64encode(pickle.dumps({"args": (Hostile(),), "kwargs": {}})).decode()
    run = name_of(standing.told("run", "append s to seen.txt", "--on", "web1"))
    order = f"{run}.web1.run.0"
    copied = """
        INSERT INTO dbos.workflow_status
        SELECT (jsonb_populate_record(w, %s::jsonb)).* FROM dbos.workflow_status w WHERE workflow_uuid = %s"""
    for number, status in enumerate(("ENQUEUED", "PENDING")):
        changes = {
            "workflow_uuid": f"hostile-{number}",
            "status": status,
            "inputs": pickled,
            "serialization": "py_pickle",
            "output": None,
            "queue_name": "web1",
            "executor_id": "web1",
        }
        postgres.sql(standing.url, copied, (json.dumps(changes), order))
    postgres.sql(
        standing.url,
        "UPDATE dbos.workflow_status SET output = %s, serialization = 'py_pickle' WHERE workflow_uuid = %s",
        (base64.b64encode(pickle.dumps(Hostile())).decode(), order),
    )
    assert standing.stages(run)["web1"] == "failed"  # an answer that the host did not sign counts for nothing
    standing.told("run", "append t to seen.txt", "--on", "web1")
    assert (standing.workers["web1"].folder / "seen.txt").read_text() == "s\nt"
    assert not mark.exists()
    columns = "(name, host_key, tags, nonce, proof, enrolment)"
    joining = f"INSERT INTO goalwright_fleet.hosts {columns} VALUES ('evil', %s, '[\"web\"]', 'n', 'p', %s)"
    postgres.sql(standing.url, joining, ("ab" * 32, '{"text": "{}", "signature": "00"}'))
    hosts = {host["name"]: host["is_enrolled"] for host in standing.hosts()}
    assert hosts == {"db1": True, "evil": False, "web1": True, "web2": True}
    postgres.sql(standing.url, "DELETE FROM goalwright_fleet.hosts WHERE name = 'evil'")


@pytest.mark.thorough
def test_a_stranger_gains_nothing_by_sending_signed_orders_again(standing: Site, postgres: Postgres) -> None:
    """Old orders of every kind are copied, in another order, under new names, and for another host."""
    folder = standing.workers["web1"].folder
    first = name_of(standing.told("run", "append a to again.txt", "--on", "web1"))
    standing.told("undo", first)
    second = name_of(standing.told("run", "append b to again.txt", "--on", "web1"))
    kinds = [f"{first}.web1.undo.0", f"{first}.web1.run.0", f"{first}.web1.plan.0", f"{second}.web1.run.0"]
    line = DbosOrderLine(standing.url)
    seals = [postgres.sql(standing.url, _SEAL, (order,))[0][0] for order in kinds]
    again = {f"again-{host}-{n}": (host, seal) for host in ("web1", "web2") for n, seal in enumerate(seals)}
    line.send([(host, name, seal) for name, (host, seal) in again.items()])
    eventually(lambda: {row.stage for row in line.carried(again).values()} == {"answered"}, "all are answered")
    line.close()
    assert (folder / "again.txt").read_text() == "b"
    assert not (standing.workers["web2"].folder / "again.txt").exists()
    assert standing.stages(second) == {"web1": "done"}


@pytest.mark.thorough
def test_a_host_that_is_back_after_the_deadline_does_not_begin(standing: Site) -> None:
    away = standing.workers["db1"]
    away.kill()
    eventually(lambda: not standing.hosts()[0]["is_here"], "its lease runs out")
    told = standing.fleet("run", "put timely.txt here saying hi", "--on", "db1", "--deadline", "1", code=8)
    assert "db1  stopped  -  the deadline was over before it began" in told.stdout
    run = told.stdout.rpartition("(")[2].partition(";")[0]
    away.start().serves()
    eventually(lambda: f"{run}: plan: cancelled (the deadline was over" in away.said(), "it has seen the order")
    assert standing.stages(run) == {"db1": "stopped"}
    assert not (away.folder / "timely.txt").exists()
    standing.fleet("resume", run, "--deadline", "600")
    assert (away.folder / "timely.txt").read_text() == "hi"


def test_a_second_worker_of_one_name_is_refused(standing: Site) -> None:
    import subprocess
    import sys

    first = standing.workers["db1"]
    second = subprocess.run(
        [sys.executable, "-P", "-m", "goalwright", "worker"],
        cwd=first.folder,
        env=first.environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert second.returncode == 2
    assert "another worker serves db1" in second.stderr


@pytest.mark.thorough
def test_a_host_that_is_away_is_waited_for_and_done_when_it_is_back(site: Site) -> None:
    away = site.worker("web1", "web")
    away.kill()
    eventually(lambda: not site.hosts()[0]["is_here"], "the lease of a dead worker runs out")
    run = name_of(site.told("run", "put late.txt here saying at last", "--on", "web1", "--wait", "0", code=8))
    assert site.stages(run) == {"web1": "waiting"}
    away.start().serves()
    site.told("resume", run)
    assert (away.folder / "late.txt").read_text() == "at last"
