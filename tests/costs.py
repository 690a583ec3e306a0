"""`--costs=FILE`: what the tests of each file cost, in seconds of CPU and of the clock, dearest first.

CPU is that of the process that ran them and of what it started: of those that ended and were waited for, and of those
that live. What was started and left to itself is not counted once it has ended.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

LONG_S = 15
"""From how many seconds on a file of tests is among those that are begun first."""
TICKS_PER_S = os.sysconf("SC_CLK_TCK")


class Costs:
    """Writes a line for each test; and in the end, for each file, what its lines come to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._of = os.getpid()
        self._last: tuple[float, float] | None = None

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> Generator[None, bool, bool]:
        if self._last is None or self._of != os.getpid():  # this worker's first
            self._of, self._last = os.getpid(), (time.monotonic(), _cpu_s())
        done = yield
        now = time.monotonic(), _cpu_s()
        clock, cpu = (after - before for before, after in zip(self._last, now, strict=True))
        self._last = now
        with self._path.open("a") as file:
            file.write(f"{max(cpu, 0.0):.3f}\t{clock:.3f}\t{item.nodeid!r}\n")
        return done


def _cpu_s() -> float:
    return sum(os.times()[:4]) + sum(map(_living_s, _children(os.getpid())))


def _living_s(pid: int) -> float:
    """The CPU of a process that lives, of those that it has waited for, and of those below it that live."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0.0
    return sum(map(int, fields[11:15])) / TICKS_PER_S + sum(map(_living_s, _children(pid)))


def _children(pid: int) -> Iterator[int]:
    for found in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            yield from map(int, found.read_text().split())


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--costs", type=Path, help="append to this file what each test costs, and tell what each file does"
    )


def pytest_configure(config: pytest.Config) -> None:
    if config.option.costs:
        config.pluginmanager.register(Costs(config.option.costs.resolve()), "costs_of_tests")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if not config.option.costs or not config.option.costs.exists():
        return
    files = costs_of_files(config.option.costs)
    terminalreporter.section("costs: CPU s, clock s, tests")
    for name, (cpu, clock, count) in sorted(files.items(), key=lambda at: -at[1][0])[:100]:
        terminalreporter.line(f"{cpu:8.1f} {clock:8.1f} {count:6.0f}  {name}")
    terminalreporter.line(f"{sum(each[0] for each in files.values()):8.1f} {'':8} {'':6}  all")


def costs_of_files(path: Path) -> dict[str, list[float]]:
    """For each file, seconds of CPU and of the clock, and how many tests."""
    files: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0, 0])
    for line in path.read_text().splitlines():
        cpu, clock, nodeid = line.split("\t")
        total = files[nodeid[1:].partition("::")[0]]
        total[0] += float(cpu)
        total[1] += float(clock)
        total[2] += 1
    return files


def main() -> None:
    """Write, for a file of costs, which files of tests are to be begun first: `python tests/costs.py COSTS`."""
    found = costs_of_files(Path(sys.argv[1]))
    lines = [f"{clock:4.0f} {name}\n" for name, (_, clock, _) in sorted(found.items(), key=lambda at: -at[1][1])]
    Path(__file__).with_name("long_files.txt").write_text(
        "".join(line for line in lines if int(line.split()[0]) >= LONG_S)
    )


if __name__ == "__main__":
    main()
