"""MachineSenses: what this machine is like now, for jobs that wait for it to change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from goalwright.contracts.jobs import Measure
from goalwright.situate.running_apps import running_apps
from goalwright.tools.battery import Battery, OwnBattery


class MachineSenses:
    """The measures and programs of this machine."""

    def __init__(self, battery: Battery | None = None) -> None:
        self._battery = battery or OwnBattery()
        self._measures: Mapping[Measure, Callable[[], float | None]] = {
            "battery": self._charge,
            "disk": _disk,
            "cpu": _cpu,
            "memory": _memory,
        }

    def percent(self, measure: Measure) -> float | None:
        """The measure; None where it cannot be told."""
        return self._measures[measure]()

    def running(self, apps: Iterable[str]) -> frozenset[str]:
        """Those of the apps that run, by the names that commands have for them."""
        from goalwright.tools.desktop.installed.program_names import process_names

        return running_apps(tuple(apps), process_names)

    def _charge(self) -> float | None:
        seen = self._battery.charge()
        return None if seen is None else seen.percent


def _disk() -> float:
    from goalwright.tools.state.machine_state import disk_usage

    return float(disk_usage()["percent"])


def _cpu() -> float:
    """How busy the processor was since the last look."""
    import psutil

    return float(psutil.cpu_percent(interval=None))


def _memory() -> float:
    from goalwright.tools.state.machine_state import memory_usage

    return float(memory_usage()["percent"])
