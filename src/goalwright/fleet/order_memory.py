"""What a host remembers of orders beyond its journal, which forgets old runs: none is carried out twice."""

from __future__ import annotations

from pathlib import Path


class OrderMemory:
    """A file with a line for each stop and each run that ended; lines are only ever added."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def stop(self, fleet: str, serial: int) -> None:
        """Void the orders of a fleet run up to this serial. Resuming it counts the serial up."""
        self._add(f"stopped {fleet} {serial}")

    def is_stopped(self, fleet: str, serial: int) -> bool:
        stops = [line.split(" ") for line in self._lines() if line.startswith(f"stopped {fleet} ")]
        return any(len(stop) == 3 and stop[2].isdecimal() and serial <= int(stop[2]) for stop in stops)

    def conclude(self, run_id: str) -> None:
        """Remember that a run has ended, for the time when the journal has forgotten it."""
        if not self.is_concluded(run_id):
            self._add(f"ended {run_id}")

    def is_concluded(self, run_id: str) -> bool:
        return f"ended {run_id}" in self._lines()

    def _add(self, line: str) -> None:
        with self._file.open("a", encoding="utf-8") as kept:
            kept.write(f"{line}\n")

    def _lines(self) -> list[str]:
        try:
            return self._file.read_text(encoding="utf-8").split("\n")
        except FileNotFoundError:
            return []
