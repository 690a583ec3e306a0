"""Hosts that differ from the hub: in their user, and in what their clock says."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import psycopg
import pytest

from accounts import User, account, python_for_all
from fleet.forks import Forked
from fleet.site import Begin, Postgres, Site

ROLE = Path(__file__).parents[2] / "examples" / "fleet" / "host_role.sql"
pytestmark = pytest.mark.slow
FAKE_CLOCK = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"), None)


def spawned(python: list[str], **more: str) -> Begin:
    """Begins processes with an interpreter of their own; `more` is for their environment."""

    def begin(arguments: list[str], folder: Path, environment: dict[str, str], log: Path) -> subprocess.Popen[bytes]:
        with log.open("ab") as said:
            command = [*python, "-P", "-m", "goalwright", *arguments]
            return subprocess.Popen(command, cwd=folder, env={**environment, **more}, stdout=said, stderr=said)

    return begin


@pytest.mark.thorough
@pytest.mark.skipif(FAKE_CLOCK is None, reason="libfaketime is not installed")
def test_a_clock_that_is_off_by_an_hour_changes_nothing(site: Site) -> None:
    for name, off in (("early", "-1h"), ("late", "+1h")):
        clock = {"LD_PRELOAD": str(FAKE_CLOCK), "FAKETIME": off, "FAKETIME_DONT_FAKE_MONOTONIC": "1"}
        site.worker(name, begin=spawned([sys.executable], **clock))
    site.worker("right")
    done = site.fleet("run", "create a folder timed and put a.txt in it saying hi on all machines")
    assert "3 hosts: plan" in done.stdout
    assert "3 done" in done.stdout
    assert all(host["is_here"] and host["unseen_s"] < 60 for host in site.hosts())
    ahead = site.workers["late"].folder / "timed" / "a.txt"
    assert ahead.read_text() == "hi"
    run = done.stdout.rpartition("(")[2].partition(";")[0]
    site.workers["late"].kill()
    site.workers["late"].start().serves()
    assert "3 undone" in site.fleet("undo", run).stdout
    assert not ahead.parent.exists()


def test_a_host_needs_no_more_of_the_database_than_its_role_gives(site: Site, postgres: Postgres) -> None:
    site.ticket("first")
    postgres.script(site.url, ROLE, password="x")
    narrow = site.url.replace("://postgres:", "://fleet_host:x", 1)
    assert narrow != site.url

    def begin(arguments: list[str], folder: Path, environment: dict[str, str], log: Path) -> Forked:
        return Forked(arguments, folder, {**environment, "GOALWRIGHT_FLEET_URL": narrow}, log)

    worker = site.worker("web1", begin=begin)
    run = site.told("run", "put a.txt here saying hi", "--on", "web1")["name"]
    worker.kill()
    worker.start().serves()
    assert "1 undone" in site.fleet("undo", run).stdout
    assert not (worker.folder / "a.txt").exists()
    for forbidden in (
        "SELECT * FROM goalwright_fleet.runs",
        "INSERT INTO goalwright_fleet.notes (run, seal) VALUES (1, '')",
        "DELETE FROM goalwright_fleet.hosts",
        "DELETE FROM dbos.workflow_status",
        "CREATE TABLE dbos.mine (x int)",
        "CREATE SCHEMA mine",
    ):
        with pytest.raises(psycopg.errors.InsufficientPrivilege):
            postgres.sql(narrow, forbidden)


@contextmanager
def folder_for_all() -> Iterator[Path]:
    """A folder that every user can go through; pytest's own are for one alone."""
    made = Path(tempfile.mkdtemp(prefix="gw-fleet-users-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can act as other users")
@pytest.mark.thorough
def test_workers_of_other_users_act_as_those_users(postgres: Postgres) -> None:
    python = python_for_all()
    with ExitStack() as ending:
        top = ending.enter_context(folder_for_all())
        ending.enter_context(postgres.open_to_all())
        site = Site(postgres, top)
        ending.callback(site.close)
        users: dict[str, User] = {}
        for name in ("ann", "bob"):
            user = users[name] = ending.enter_context(account(f"gw{name}{os.getpid()}", python))
            (top / name / "work").mkdir(parents=True)
            for folder in (top / name, top / name / "work"):
                os.chown(folder, user.uid, user.uid)
            site.worker(name, begin=spawned(user.command(), **user.environment))
        done = site.fleet("run", "create a folder mine and put a.txt in it saying hi on all machines")
        assert "2 hosts: plan" in done.stdout
        for name, user in users.items():
            written = top / name / "work" / "mine" / "a.txt"
            assert (written.read_text(), written.stat().st_uid) == ("hi", user.uid)
            assert (top / name / "state" / "fleet").stat().st_mode & 0o077 == 0
        outside = site.fleet("run", f"put a.txt in {top}/ann/work saying mine now", "--on", "bob", "--yes", code=4)
        assert "bob  refused" in outside.stdout
        assert not (top / "ann" / "work" / "a.txt").exists()
        look = f"open('{top}/ann/state/fleet/worker.key').read()"
        looked = subprocess.run(users["bob"].command("-c", look), capture_output=True, text=True, check=False)
        assert "PermissionError" in looked.stderr
