"""Other runners that survive crashes: installed under build/, for the bench only, each in a process of its own."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-bench.lock"
ENVIRONMENT = ROOT / "build" / "bench-peers"
PIP = ("-I", "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input", "--retries", "1")
INSTALL_S = 900


class Way(NamedTuple):
    """Which script, which of the ways that it knows, and whether that can do layers."""

    script: str
    name: str
    is_wide: bool = True


WAYS = {
    "LangGraph, a node each, sync": Way("langgraph_ways.py", "nodes, sync"),
    "LangGraph, a node each, async": Way("langgraph_ways.py", "nodes, async"),
    "LangGraph, one node in a loop, sync": Way("langgraph_ways.py", "loop, sync", is_wide=False),
    "DBOS, a step each": Way("dbos_ways.py", "steps"),
}


class Answer(NamedTuple):
    """What a peer took, by the clock on the wall and of the processor, and the size of its database then."""

    wall_s: float
    cpu_s: float
    bytes: int


class Peer:
    """A process with a peer in it, asked one thing at a time."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._answer()

    def ask(self, way: str, size: int, width: int, file: Path) -> Answer:
        """Have it do so many actions; RuntimeError says why it could not."""
        request = {"way": way, "size": size, "width": width, "file": str(file)}
        with suppress(BrokenPipeError):
            print(json.dumps(request), file=self._process.stdin, flush=True)
        return Answer(**self._answer())

    def _answer(self) -> dict[str, Any]:
        line = self._process.stdout.readline() if self._process.stdout is not None else ""
        said: dict[str, Any] = json.loads(line) if line else {"error": f"it broke, see {ENVIRONMENT}"}
        if "error" in said:
            raise RuntimeError(said["error"])
        return said


@contextmanager
def peers() -> Iterator[dict[str, Peer]]:
    """Peers by script, ready to be asked; those that cannot be had are left out, with a line that says why."""
    python = _installed()
    if python is None:
        yield {}
        return
    with ExitStack() as started:
        running: dict[str, Peer] = {}
        for script in sorted({way.script for way in WAYS.values()}):
            try:
                running[script] = Peer(started.enter_context(_process(python, script)))
            except (OSError, RuntimeError) as error:
                print(f"{script}: left out ({error})")
        yield running


@contextmanager
def _process(python: Path, script: str) -> Iterator[subprocess.Popen[str]]:
    command = [str(python), str(ROOT / "bench" / "outside" / script)]
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    with (
        (ENVIRONMENT / f"{script}.log").open("w") as log,
        subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True, env=environment
        ) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


def _installed() -> Path | None:
    """The environment's Python, made first if need be; its copy of the lock file says that it is complete."""
    python, stamp = ENVIRONMENT / "bin" / "python", ENVIRONMENT / LOCK.name
    if stamp.exists() and stamp.read_bytes() == LOCK.read_bytes():
        return python
    print(f"Installing {LOCK.name} into {ENVIRONMENT.relative_to(ROOT)} (only needed once)", flush=True)
    shutil.rmtree(ENVIRONMENT, ignore_errors=True)
    make = [sys.executable, "-I", "-m", "venv", str(ENVIRONMENT)]
    install = [str(python), *PIP, "--require-hashes", "--no-deps", "--requirement", str(LOCK)]
    try:
        for command in (make, install):
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=INSTALL_S)
        shutil.copy(LOCK, stamp)
    except (OSError, subprocess.SubprocessError) as error:
        told = str(getattr(error, "stderr", None) or error).strip().splitlines()
        print(f"LangGraph and DBOS: left out, they could not be installed ({told[-1] if told else error})\n")
        return None
    return python
