"""The CPU time that this program has used with its browsers and their drivers, as Linux counts it."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

_TICKS = os.sysconf("SC_CLK_TCK") if sys.platform != "win32" else 100


class Cpu:
    """The processes of this program and of the browsers that keep their records in these folders."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders

    def seconds(self) -> float:
        """What all of them have used so far, those that have ended aside; nothing where Linux is not there to tell."""
        if sys.platform != "linux":
            return 0.0
        parents: dict[int, int] = {}
        used: dict[int, int] = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdecimal():
                try:
                    fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
                except OSError:  # it has ended meanwhile
                    continue
                parents[int(entry.name)], used[int(entry.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
        family = {os.getpid(), *self._keepers()}
        while more := {pid for pid, parent in parents.items() if parent in family} - family:
            family |= more
        return sum(used.get(pid, 0) for pid in family) / _TICKS

    def _keepers(self) -> set[int]:
        """The browsers, and what started them: both live on when this program ends."""
        records = (Path(folder, "browser.json") for folder in self._folders)
        told = [json.loads(record.read_text(encoding="utf-8")) for record in records if record.exists()]
        return {pid for record in told for pid in (record.get("pid"), record.get("keeper")) if pid}
