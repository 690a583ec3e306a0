"""One command on several machines: real workers, a real Postgres, `goalwright fleet` at the hub."""

from __future__ import annotations

import base64
import json
import pickle
from pathlib import Path
from typing import Any

import pytest

from fleet.site import Postgres, Site, eventually

pytestmark = pytest.mark.slow
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


def test_one_host_that_differs_is_shown_and_one_that_drifts_refuses_alone(standing: Site) -> None:
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
    assert "2 undone" in standing.at_hub("undo", run).stdout
    assert has("said") == []
    standing.fleet("run", "create a folder said on web1 and db1")
    assert has("said") == ["db1", "web1"]


def test_sentences_that_name_hosts_in_vain(standing: Site) -> None:
    cases = {
        ("create a folder vain on all mail servers",): (3, "no host of the fleet has the name or tag 'mail'"),
        ("create a folder vain on web1 and web9",): (3, "there are: db, db1, web, web1, web2"),
        ("create a folder vain on web1 and put a.txt in it",): (3, "stands inside the command"),
        ("put vain.txt here saying see you on web1",): (3, "put quotes around the text"),
        ("fleet", "run", "create a folder vain"): (2, "say on which hosts"),
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


def test_a_fleet_run_is_undone_where_it_can_be(standing: Site) -> None:
    run = name_of(standing.told("run", "put mark.txt here saying here we were", "--on", "all"))
    changed = standing.workers["web1"].folder / "mark.txt"
    changed.write_text("changed since")
    told = standing.told("undo", run, code=7)
    stages = {host["host"]: host["run"]["status"] for host in told["hosts"]}
    assert stages == {"db1": "success", "web1": "refused", "web2": "success"}
    assert changed.read_text() == "changed since"
    assert not (standing.workers["web2"].folder / "mark.txt").exists()


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
    assert (standing.workers["web1"].folder / "seen.txt").read_text() == "st"
    assert not mark.exists()
    columns = "(name, host_key, tags, nonce, proof, enrolment)"
    joining = f"INSERT INTO goalwright_fleet.hosts {columns} VALUES ('evil', %s, '[\"web\"]', 'n', 'p', %s)"
    postgres.sql(standing.url, joining, ("ab" * 32, '{"text": "{}", "signature": "00"}'))
    hosts = {host["name"]: host["is_enrolled"] for host in standing.hosts()}
    assert hosts == {"db1": True, "evil": False, "web1": True, "web2": True}
    postgres.sql(standing.url, "DELETE FROM goalwright_fleet.hosts WHERE name = 'evil'")


def test_what_stands_in_files_never_reaches_the_database(standing: Site, postgres: Postgres) -> None:
    secret = "SECRET-that-stays-at-home"
    (standing.workers["web1"].folder / "private.txt").write_text(f"{secret}\n")
    standing.told("run", "copy private.txt to private2.txt and read private.txt", "--on", "web1")
    for schema, table in postgres.sql(
        standing.url, "SELECT table_schema, table_name FROM information_schema.tables WHERE table_type = 'BASE TABLE'"
    ):
        if schema in ("dbos", "goalwright_fleet"):
            rows = postgres.sql(standing.url, f'SELECT row_to_json(t)::text FROM "{schema}"."{table}" t')
            assert not [row for (row,) in rows if secret in row], table


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


def test_a_host_that_is_away_is_waited_for_and_done_when_it_is_back(site: Site) -> None:
    away = site.worker("web1", "web")
    away.kill()
    eventually(lambda: not site.hosts()[0]["is_here"], "the lease of a dead worker runs out")
    run = name_of(site.told("run", "put late.txt here saying at last", "--on", "web1", "--wait", "0", code=8))
    assert site.stages(run) == {"web1": "waiting"}
    away.start().serves()
    site.told("resume", run)
    assert (away.folder / "late.txt").read_text() == "at last"
