"""What a browser costs besides its steps: starting, coming back to it with the next command, and each further tab."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from goalwright import Goalwright

TABS = 10


def starting(url: str, times: int) -> None:
    """From nothing at all to the first page, as a command of its own, and the same with the browser running."""
    cold = []
    for number in range(times):
        with _user() as user:
            cold.append(_command(user, f"go to {url}cold{number}"))
            _command(user, "close the browser", "--yes")
    print(f"\nA command by itself, in s (median of {times}; Python and all imports included)")
    print(f"  {'no browser runs: start one, open a page':<46}{median(cold):>8.2f}")


def commands(url: str, times: int) -> None:
    """Commands one after the other in the same browser, beside a plan that is not run and the bare interpreter."""
    warm, bare, told = [], [], []
    with _user() as user:
        _command(user, f"go to {url}")
        for number in range(times):
            bare.append(_timed([sys.executable, "-c", "pass"], user))
            told.append(_timed([sys.executable, "-m", "goalwright", "plan", 'click "Add"'], user))
            warm.append(_command(user, 'click "Add"' if number % 2 else f"go to {url}warm{number}"))
        _command(user, "close the browser", "--yes")
    print(f"  {'a browser runs: go on in it':<46}{median(warm):>8.2f}")
    print(f"  {'  of that, a plan with no run':<46}{median(told):>8.2f}")
    print(f"  {'  of that, the interpreter':<46}{median(bare):>8.2f}")


async def tabs(url: str) -> None:
    """What each further tab with the same page takes, as Linux counts it: shared memory is split among all."""
    if sys.platform != "linux":
        return
    with tempfile.TemporaryDirectory(prefix="bench-", ignore_cleanup_errors=True) as folder:
        async with Goalwright(home=f"{folder}/home", cwd=folder, config=f"{folder}/config") as app:
            await app.run(f"go to {url}")
            try:
                before = _memory(folder)
                for number in range(TABS):
                    await app.run(f"open {url}tab{number} in a new tab")
                per_tab = (_memory(folder) - before) / TABS
            finally:
                await app.run("close the browser", approve=True)
    print(f"\nMemory: {before / 2**20:,.0f} MiB for the browser with a page, {per_tab / 2**20:.1f} MiB per further tab")


def _memory(folder: str) -> int:
    """The bytes that the browser of a folder takes with all its processes."""
    parents = {int(entry.name): _parent(entry) for entry in Path("/proc").iterdir() if entry.name.isdecimal()}
    family = {json.loads(Path(folder, "home/browser/browser.json").read_text(encoding="utf-8"))["pid"]}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(map(_share, family))


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[1])
    except OSError:  # it has ended meanwhile
        return 0


def _share(pid: int) -> int:
    try:
        rollup = Path("/proc", str(pid), "smaps_rollup").read_text(encoding="ascii")
    except OSError:
        return 0
    return 1024 * next(int(line.split()[1]) for line in rollup.splitlines() if line.startswith("Pss:"))


@contextmanager
def _user() -> Iterator[Path]:
    """A home folder for commands, with nothing in it."""
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _command(user: Path, *words: str) -> float:
    return _timed([sys.executable, "-m", "goalwright", *words], user)


def _timed(command: Sequence[str], user: Path) -> float:
    """Seconds of a command that a user of that home runs; one that fails ends the bench."""
    environ = {**os.environ, "HOME": str(user), "GOALWRIGHT_HOME": str(user / "state"), "GOALWRIGHT_CONFIG": str(user)}
    began = time.perf_counter()
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=user, env=environ, timeout=120)
    if done.returncode:
        raise SystemExit(f"{' '.join(command[1:])}: {done.stdout}{done.stderr}")
    return time.perf_counter() - began
