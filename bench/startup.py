"""What a command costs to start and do: CPU time (user and system) as a multiple of an interpreter that does nothing.

Each figure is the best of several runs, with bytecode that may be written and with PYTHONDONTWRITEBYTECODE=1.
`--where` adds a table of where the time of a file run goes.
"""

from __future__ import annotations

import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

RUNS = 10
SOURCE = Path(__file__).parents[1] / "src"
SENTENCE = "create a folder docs and put notes.txt in it saying hello"
NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
_IMPORT = re.compile(r"import time:\s+(\d+) \|\s+\d+ \| +(\S+)")


class Measured(NamedTuple):
    """A command line, and how many times a bare interpreter it may take. `before` runs first and is not counted."""

    name: str
    arguments: tuple[str, ...]
    limit: float
    before: tuple[str, ...] = ()


COMMANDS = (
    Measured("--version", ("--version",), 2.5),
    Measured("history", ("history",), 8),
    Measured("refused typo", ("craete a foldr docs",), 8),
    Measured("file run", (SENTENCE,), 12),
    Measured("undo", ("undo",), 12, before=(SENTENCE,)),
    Measured("plan", ("plan", SENTENCE), 12),
)


class Desk:
    """An empty home and working folder, in which commands are run one after the other."""

    def __init__(self, folder: Path, *, writes_bytecode: bool) -> None:
        self._work = folder / "work"
        self._work.mkdir()
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GOALWRIGHT"))}
        self._env = {**kept, "HOME": str(folder), "GOALWRIGHT_HOME": str(folder / "state"), "PYTHONPATH": str(SOURCE)}
        self._env["XDG_CONFIG_HOME"] = str(folder / "config")
        if not writes_bytecode:
            self._env[NO_BYTECODE] = "1"

    def cpu_ms(self, *arguments: str) -> float:
        """The CPU time of one process of this interpreter."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.said(*arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return 1000 * (after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)

    def said(self, *arguments: str) -> str:
        """What a process wrote beside its output."""
        command = [sys.executable, "-P", *arguments]
        done = subprocess.run(
            command,
            cwd=self._work,
            env=self._env,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            check=False,
        )
        return done.stderr

    def best_ms(self, measured: Measured) -> tuple[float, float]:
        """The least of several runs, each in a working folder that is empty or as `before` leaves it.

        Then that of a bare interpreter, which takes turns with them: a shared machine is not always as quick.
        """
        bare, times = [], []
        for _ in range(RUNS):
            shutil.rmtree(self._work / "docs", ignore_errors=True)
            if measured.before:
                self.said("-m", "goalwright", *measured.before)
            bare.append(self.cpu_ms("-c", "pass"))
            times.append(self.cpu_ms("-m", "goalwright", *measured.arguments))
        return min(times), min(bare)


@contextmanager
def desk(*, writes_bytecode: bool) -> Iterator[Desk]:
    with tempfile.TemporaryDirectory() as folder:
        yield Desk(Path(folder), writes_bytecode=writes_bytecode)


def ratios(*, writes_bytecode: bool) -> None:
    """Print a line for each command; without bytecode being written, twice as much is allowed."""
    print(f"\n{'bytecode is written' if writes_bytecode else f'{NO_BYTECODE}=1'}: CPU, best of {RUNS}")
    with desk(writes_bytecode=writes_bytecode) as here:
        here.said("-m", "goalwright", SENTENCE)  # so that there is a history, and bytecode where it may be written
        for measured in COMMANDS:
            best, bare = here.best_ms(measured)
            ratio = best / bare
            limit = measured.limit * (1 if writes_bytecode else 2)
            judged = "ok" if ratio <= limit else "over"
            taken = f"{best:7.1f} ms, python -c pass {bare:5.1f} ms"
            print(f"  {measured.name:14} {taken} {ratio:6.1f}x  at most {limit:4.1f}x  {judged}")


def where() -> None:
    """Print where the time of a file run goes: loading, by whose modules they are, and everything else."""
    with desk(writes_bytecode=True) as here:
        here.said("-m", "goalwright", SENTENCE)
        total, _ = here.best_ms(COMMANDS[3])
        shutil.rmtree(here._work / "docs", ignore_errors=True)
        told = _IMPORT.findall(here.said("-X", "importtime", "-m", "goalwright", SENTENCE))
    spent, count = Counter[str](), Counter[str]()
    for microseconds, module in told:
        owner = ".".join(module.split(".")[:2]) if module.startswith("goalwright") else module.partition(".")[0]
        spent[owner] += int(microseconds)
        count[owner] += 1
    print(f"\na file run: {total:.1f} ms of CPU, {len(told)} modules; loading them, by the clock:")
    for owner, microseconds in spent.most_common(20):
        print(f"  {owner:24} {microseconds / 1000:7.1f} ms  {count[owner]:4} modules")
    rest = sum(spent.values()) - sum(microseconds for _, microseconds in spent.most_common(20))
    print(f"  {'all others':24} {rest / 1000:7.1f} ms")


def main(arguments: tuple[str, ...] = ()) -> None:
    for writes_bytecode in (True, False):
        ratios(writes_bytecode=writes_bytecode)
    if "--where" in arguments:
        where()


if __name__ == "__main__":
    main(tuple(sys.argv[1:]))
