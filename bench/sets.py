"""Commands over sets of files: what planning, running and undoing them costs for each file, by their number."""

from __future__ import annotations

import asyncio
import gc
import os
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "bench")]

# ruff: noqa: E402  # this is found only after the path is set
from judged import judged

from goalwright.app import Goalwright

SIZES = (100, 1_000, 10_000)
RUN_SIZES = (200, 2_000)
BEST_OF = 3
COMMANDS: Mapping[str, str] = {
    "move": "move all txt files in inbox to archive",
    "copy": "copy all txt files in inbox to archive",
    "delete": "delete all txt files in inbox",
    "rename": "rename all the txt files in inbox to report 1, report 2 and so on",
    "zip": "zip all txt files in inbox into all.zip",
}
MOST_CPU_S = 1.0


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        planning(Path(folder))
        running(Path(folder))


def planning(folder: Path) -> None:
    print("Planning over a set of files, from the look to the judged plan: CPU per file in µs, best of three")
    print(f"  {'':<12}" + "".join(f"{size:>10,}" for size in SIZES) + f"{'10,000 : 1,000':>26}{'10,000, s':>26}")
    for verb, command in COMMANDS.items():
        costs = [_planned(folder / f"{verb}{size}", command, size) for size in SIZES]
        each = [cost / size * 1e6 for cost, size in zip(costs, SIZES, strict=True)]
        figures = "".join(f"{cost:>10.1f}" for cost in each)
        ratio, whole = judged(each[2] / each[1], "≤ 1.3"), judged(costs[2], f"≤ {MOST_CPU_S}", " s")
        print(f"  {verb:<12}{figures}{ratio:>26}{whole:>26}")


def running(folder: Path) -> None:
    print("\nMoving a set of files: CPU per file in µs")
    print(f"  {'':<12}" + "".join(f"{size:>10,}" for size in RUN_SIZES) + f"{'2,000 : 200':>26}")
    rows: dict[str, list[float]] = {"run": [], "undo, seen": [], "undo": []}
    for size in RUN_SIZES:
        for name, cost in _carried_out(folder / f"run{size}", size).items():
            rows[name].append(cost / size * 1e6)
    for name, each in rows.items():
        print(
            f"  {name:<12}" + "".join(f"{cost:>10.1f}" for cost in each) + f"{judged(each[1] / each[0], '≤ 1.5'):>26}"
        )
    print(f"  at the peak {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def _planned(folder: Path, command: str, size: int) -> float:
    with closing(_goalwright(folder, size)) as gw:
        meta = gw.interpret(command)
        gw.prepare(meta)
        return min(_cpu_s(lambda: gw.prepare(meta)) for _ in range(BEST_OF))


def _carried_out(folder: Path, size: int) -> Mapping[str, float]:
    with closing(_goalwright(folder, size)) as gw:
        prepared = gw.prepare(COMMANDS["move"])
        return {
            "run": _cpu_s(lambda: asyncio.run(gw.run(prepared))),
            "undo, seen": _cpu_s(lambda: asyncio.run(gw.undo(dry_run=True))),
            "undo": _cpu_s(lambda: asyncio.run(gw.undo())),
        }


def _goalwright(folder: Path, size: int) -> Goalwright:
    (folder / "inbox").mkdir(parents=True)
    (folder / "archive").mkdir()
    for number in range(size):
        (folder / "inbox" / f"note {number:05}.txt").write_text(f"{number}\n")
    os.chdir(folder)
    return Goalwright(home=folder / "home", cwd=folder)


def _cpu_s(work: Callable[[], object]) -> float:
    gc.collect()
    start = time.process_time()
    work()
    return time.process_time() - start


if __name__ == "__main__":
    main()
