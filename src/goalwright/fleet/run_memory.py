"""What a hub remembers of its fleet runs beside the database: the highest number, and what was changed last."""

from __future__ import annotations

import json
import os
from pathlib import Path

from goalwright.named_tuple import NamedTuple

RUNS_FILE = "fleet/runs.json"
"""In the state folder of a hub."""


class LastRuns(NamedTuple):
    """`changed` is the fleet run that was approved last, at `changed_at`, unless it was taken back since."""

    number: int = 0
    changed: str = ""
    changed_at: float = 0.0


class RunMemory:
    """A file of the hub's. Hosts know fleet runs by number, so a new database must not begin with the old numbers."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def read(self) -> LastRuns:
        """What is remembered; nothing if the file is missing or damaged."""
        try:
            kept = json.loads(self._file.read_bytes())
            return LastRuns(int(kept["number"]), str(kept["changed"]), float(kept["changed_at"]))
        except (OSError, ValueError, TypeError, KeyError):
            return LastRuns()

    def begun(self, number: int) -> None:
        last = self.read()
        self._write(last._replace(number=max(number, last.number)))

    def changed(self, name: str, at: float) -> None:
        self._write(self.read()._replace(changed=name, changed_at=at))

    def undone(self, name: str) -> None:
        last = self.read()
        if last.changed == name:
            self._write(last._replace(changed="", changed_at=0.0))

    def _write(self, last: LastRuns) -> None:
        new = self._file.with_name(f".{self._file.name}.{os.getpid()}")
        new.write_text(json.dumps(last._asdict()), encoding="utf-8")
        new.replace(self._file)
