"""Measure the service: a warm run beside the command line, plans while typing, and 50 clients for a while.

Usage: python bench/service.py [SECONDS]; 20 seconds of load unless said otherwise.
"""

from __future__ import annotations

import http.client
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import psutil

CLIENTS = 50
ROUNDS = 15
SENTENCES = (
    "create a folder trip and put notes.txt in it saying hello",
    "move all pdfs in downloads to documents",
    "what time is it",
)
WARM = "create a folder warm, then a folder warm/inner, then read list.txt"


class Bench(NamedTuple):
    port: int
    token: str
    process: psutil.Process
    work: Path
    environment: dict[str, str]

    def ask(self, line: http.client.HTTPConnection, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        line.request(method, path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        return answer.status, json.loads(answer.read())

    def line(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=120)


def main() -> int:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 20.0
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as bench:
        typing(bench)
        warm_run(bench)
        return load(bench, seconds)


@contextmanager
def served(folder: Path) -> Iterator[Bench]:
    work = folder / "you"
    (work / "downloads").mkdir(parents=True)
    (work / "list.txt").write_text("a list")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")}
    state, config = str(folder / "state"), str(folder / "config")
    environment = {**kept, "HOME": str(work), "GOALWRIGHT_HOME": state, "GOALWRIGHT_CONFIG": config}
    command = [sys.executable, "-P", "-m", "goalwright", "serve", "--port", "0", "--json"]
    began = time.perf_counter()
    process = subprocess.Popen(command, cwd=work, env=environment, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        address = json.loads(process.stdout.readline())["address"]
        used = sum(psutil.Process(process.pid).cpu_times()[:2])
        print(f"start: {time.perf_counter() - began:.2f} s until the address, {used:.2f} s of CPU")
        token = (folder / "state" / "service" / "token").read_text().strip()
        port = int(address.partition("/enter")[0].rpartition(":")[2])
        yield Bench(port, token, psutil.Process(process.pid), work, environment)
    finally:
        process.terminate()
        process.wait(120)


def typing(bench: Bench) -> None:
    """How long the plan of an everyday sentence takes, asked for over and over as a page does."""
    line = bench.line()
    for text in SENTENCES:
        times = []
        for _ in range(ROUNDS):
            used, began = sum(bench.process.cpu_times()[:2]), time.perf_counter()
            bench.ask(line, "POST", "/api/plans", {"text": text, "ask_model": False})
            times.append((time.perf_counter() - began, sum(bench.process.cpu_times()[:2]) - used))
        passed, spent = (sorted(column) for column in zip(*times[2:], strict=True))
        cpu_ms = statistics.mean(spent) * 1000
        print(f"plan: median {statistics.median(passed) * 1000:6.1f} ms, {cpu_ms:5.1f} ms of CPU  {text}")
    line.close()


def warm_run(bench: Bench) -> None:
    """Three actions over HTTP, and at the command line alone and handed over, by the CPU of all that take part."""
    line = bench.line()
    mine = []
    for number in range(ROUNDS):
        before = sum(bench.process.cpu_times()[:2])
        text = WARM.replace("warm", f"warm{number}")
        status, _ = bench.ask(line, "POST", "/api/runs", {"text": text, "wait_s": 30})
        assert status == 201, status
        mine.append(sum(bench.process.cpu_times()[:2]) - before)
    line.close()
    socket = Path(bench.environment["GOALWRIGHT_HOME"]) / "service" / "commands.sock"
    while not socket.exists():  # it is still warming up
        time.sleep(0.1)
    alone, handed = (statistics.mean(commands(bench, name, extra)) for name, extra in (("cold", "1"), ("handed", "")))
    http = statistics.mean(mine[2:])
    print(f"run of three actions: {alone * 1000:.0f} ms of CPU at the command line alone")
    print(f"  {handed * 1000:.0f} ms handed over: {alone / handed:.1f} times less")
    print(f"  {http * 1000:.1f} ms over HTTP: {alone / http:.1f} times less")


def commands(bench: Bench, name: str, alone: str) -> Iterator[float]:
    """The CPU of commands, that of the warm process and its workers included."""
    warm = next(child for child in bench.process.children() if "warm_process" in " ".join(child.cmdline()))
    for number in range(ROUNDS):
        command = [sys.executable, "-P", "-m", "goalwright", WARM.replace("warm", f"{name}{number}")]
        started, before = os.times(), sum(warm.cpu_times()[:4])
        environment = {**bench.environment, "GOALWRIGHT_ALONE": alone}
        subprocess.run(command, cwd=bench.work, env=environment, check=True, capture_output=True)
        after = os.times()
        own = after.children_user - started.children_user + after.children_system - started.children_system
        yield own + sum(warm.cpu_times()[:4]) - before


def load(bench: Bench, seconds: float) -> int:
    """Clients that plan and run file commands, all at once, each as fast as it is answered."""
    end = time.monotonic() + seconds
    times: list[float] = []
    failures: list[str] = []

    def client(number: int) -> None:
        line = bench.line()
        count = 0
        while time.monotonic() < end:
            count += 1
            body = {"text": f"create a folder load{number}x{count}", "run_id": f"load-{number}-{count}", "wait_s": 60}
            began = time.perf_counter()
            try:
                status, document = bench.ask(line, "POST", "/api/runs", body)
            except OSError as error:
                failures.append(str(error))
                return
            times.append(time.perf_counter() - began)
            if status != 201 or document["run"]["status"] != "success":
                failures.append(f"{status} {document}"[:300])
        line.close()

    before = bench.process.memory_info().rss
    threads = [threading.Thread(target=client, args=(number,)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    after = bench.process.memory_info().rss
    made = sum(1 for path in bench.work.iterdir() if path.name.startswith("load"))
    times.sort()
    p99 = times[int(len(times) * 0.99)]
    print(f"{CLIENTS} clients, {seconds:.0f} s: {len(times)} runs, {len(failures)} failures, {made} folders made")
    memory = f"memory {before / 1e6:.0f} MB, then {after / 1e6:.0f} MB"
    print(f"  median {statistics.median(times):.2f} s, p99 {p99:.2f} s; {memory}")
    for failure in failures[:3]:
        print(f"  {failure}")
    return int(bool(failures) or made != len(times))


if __name__ == "__main__":
    sys.exit(main())
