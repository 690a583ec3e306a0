"""Which of the apps that were asked for are running, by the names of their processes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

PROCESSES = "/proc"
_BETWEEN_WORDS = str.maketrans("", "", " -_")
_SHORTENED = 15
"""Linux keeps this many bytes of a process's name."""
_ENOUGH = 4_096


def its_own_name(app: str) -> tuple[str, ...]:
    """An app's processes are called as the app is."""
    return (app,)


def running_apps(apps: Iterable[str], called: Callable[[str], Iterable[str]] = its_own_name) -> frozenset[str]:
    """Those of the apps that are known to run, named as they were asked for; `called` tells how their processes are."""
    asked = {app: frozenset(map(plain, called(app))) for app in apps}
    if not asked:
        return frozenset()
    wanted = frozenset().union(*asked.values())
    names_now = _listed_names(PROCESSES, wanted) if sys.platform == "linux" else map(plain, _told_names())
    running = set(names_now)
    return frozenset(app for app, names in asked.items() if names & running)


def plain(name: str) -> str:
    """One spelling for the names of a program: small letters, nothing between words, no `.exe`."""
    return name.casefold().removesuffix(".exe").translate(_BETWEEN_WORDS)


def _listed_names(processes: str, wanted: frozenset[str]) -> Iterator[str]:
    """Those of the names that processes of this user have on this desktop, read where Linux lists them.

    That takes less time than to load psutil.
    """
    user = os.getuid()
    with os.scandir(processes) as entries:
        for entry in entries:
            try:
                if entry.name.isdecimal() and entry.stat().st_uid == user:
                    names = wanted.intersection(map(plain, _names_of(entry.path)))
                    if names and not _is_elsewhere(entry.path):
                        yield from names
            except OSError:  # it has ended meanwhile, or may not be looked at
                continue


def _names_of(process: str) -> Iterator[str]:
    name, _, rest = _start_of(f"{process}/stat").partition(b"(")[2].rpartition(b") ")
    if rest[:1] in (b"Z", b"X"):  # dead, and not yet buried
        return
    yield name.decode(errors="replace")
    if len(name) >= _SHORTENED:
        command = _start_of(f"{process}/cmdline").partition(b"\0")[0]
        yield command.rpartition(b"/")[2].decode(errors="replace")


def _is_elsewhere(process: str) -> bool:
    """Whether it was started for another display than ours, where it cannot be brought to the front."""
    here = _screen(os.environ.get("DISPLAY", ""))
    variables = Path(f"{process}/environ").read_bytes().split(b"\0")
    there = next((_screen(os.fsdecode(text[8:])) for text in variables if text.startswith(b"DISPLAY=")), "")
    return "" not in (here, there) and here != there


def _screen(display: str) -> str:
    """A display without the number of its screen: `:0.0` and `:0` are one."""
    host, colon, numbers = display.rpartition(":")
    return host + colon + numbers.partition(".")[0]


def _start_of(file: str) -> bytes:
    with open(file, "rb", buffering=0) as stream:  # noqa: PTH123  # a Path costs more than the look itself
        return stream.read(_ENOUGH)


def _told_names() -> Iterator[str]:
    import psutil

    for process in psutil.process_iter(["name"]):
        yield process.info["name"] or ""
