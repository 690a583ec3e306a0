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
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import psutil

CLIENTS = 50
ROUNDS = 15
HTTP_PER_TURN = 8
WARM_UP = 3
LOOK_S, MOST_LOOKS = 0.1, 20
SENTENCES = (
    "create a folder trip and put notes.txt in it saying hello",
    "move all pdfs in downloads to documents",
    "what time is it",
)
WARM = (
    "create a folder warm, then a folder warm/inner, then read list.txt",
    "create a folder warm and put notes.txt in it saying hello",
    "copy list.txt to warm.txt",
)


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


class Spent(NamedTuple):
    """What one command took, in seconds: of the processors, all that take part together, and by the clock."""

    cpu: float
    clock: float

    def __add__(self, other: Spent) -> Spent:  # type: ignore[override]  # two of them, not the items of both
        return Spent(self.cpu + other.cpu, self.clock + other.clock)

    def __truediv__(self, count: int) -> Spent:
        return Spent(self.cpu / count, self.clock / count)

    def times_less(self, than: Spent) -> str:
        return f"{than.cpu / self.cpu:.1f} times less CPU, {than.clock / self.clock:.1f} times sooner"

    def __str__(self) -> str:
        return f"{self.cpu * 1000:.1f} ms of CPU, {self.clock * 1000:.1f} ms by the clock"


def warm_run(bench: Bench) -> None:
    """Everyday file sentences over HTTP, and at the command line alone and handed over."""
    socket = Path(bench.environment["GOALWRIGHT_HOME"]) / "service" / "commands.sock"
    while not socket.exists():  # it is still warming up
        time.sleep(0.1)
    for number, sentence in enumerate(WARM):
        warm_sentence(bench, sentence, f"s{number}")


def warm_sentence(bench: Bench, sentence: str, mark: str) -> None:
    line = bench.line()

    def over_http(name: str) -> None:
        text = sentence.replace("warm", f"{mark}{name}")
        status, _ = bench.ask(line, "POST", "/api/runs", {"text": text, "wait_s": 30})
        assert status == 201, status

    def command(name: str, alone: str) -> None:
        words = [sys.executable, "-P", "-m", "goalwright", sentence.replace("warm", f"{mark}{name}")]
        environment = {**bench.environment, "GOALWRIGHT_ALONE": alone}
        subprocess.run(words, cwd=bench.work, env=environment, check=True, capture_output=True)

    for number in range(WARM_UP):
        over_http(f"first{number}")
        command(f"first_cold{number}", "1")
        command(f"first_handed{number}", "")
    # By turns: what else goes on on the machine then slows all of them down alike.
    sums = [Spent(0, 0), Spent(0, 0), Spent(0, 0)]
    for turn in range(ROUNDS):
        names = [f"http{turn}x{number}" for number in range(HTTP_PER_TURN)]
        sums[0] += spent(bench, partial(_each, over_http, names))
        sums[1] += spent(bench, partial(command, f"cold{turn}", "1"))
        sums[2] += spent(bench, partial(command, f"handed{turn}", ""))
    line.close()
    http, alone, handed = sums[0] / (ROUNDS * HTTP_PER_TURN), sums[1] / ROUNDS, sums[2] / ROUNDS
    print(f"{sentence}\n  at the command line alone: {alone}")
    print(f"  handed over: {handed}: {handed.times_less(alone)}")
    print(f"  over HTTP:   {http}: {http.times_less(alone)}")


def _each(work: Callable[[str], None], names: list[str]) -> None:
    for name in names:
        work(name)


def spent(bench: Bench, work: Callable[[], None]) -> Spent:
    """What work takes, by the CPU of the service, the warm process and whatever is started here.

    What goes on behind it, such as making ready for the next command, is its own and not that of the next.
    """
    used, began = cpu_s(bench), time.perf_counter()
    work()
    passed = time.perf_counter() - began
    return Spent(cpu_at_rest(bench) - used, passed)


def cpu_at_rest(bench: Bench) -> float:
    """The CPU that was used once no more of it is."""
    used = -1.0
    for _ in range(MOST_LOOKS):
        before, used = used, cpu_s(bench)
        if used == before:
            break
        time.sleep(LOOK_S)
    return used


def cpu_s(bench: Bench) -> float:
    own = os.times()
    started = own.children_user + own.children_system
    return started + sum(sum(each.cpu_times()[:4]) for each in (bench.process, *bench.process.children()))


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
