"""The state of this machine in plain words: `text` answers a person, the other fields a program."""

from __future__ import annotations

import shutil
import socket
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.errors import ToolFailure
from goalwright.tools.battery import Battery

LISTED = 50
NAMED = 5
_UNITS = ("bytes", "kB", "MB", "GB", "TB")


def battery(own: Battery) -> Mapping[str, Any]:
    seen = own.charge()
    if seen is None:
        raise ToolFailure("this machine has no battery, or the system does not report one")
    percent = round(seen.percent)
    words = f"The battery is {percent}% full"
    words += {True: " and plugged in", False: " and not plugged in", None: ""}[seen.is_plugged_in]
    if seen.seconds_left is not None and not seen.is_plugged_in:
        words += f"; it lasts about {_duration(seen.seconds_left)}"
    told = {"percent": percent, "plugged_in": seen.is_plugged_in, "seconds_left": seen.seconds_left}
    return {"text": f"{words}.", **told}


def disk_usage() -> Mapping[str, Any]:
    """The disk that the home folder is on."""
    home = Path.home()
    place = next(folder for folder in (home, *home.parents) if folder.exists())
    usage = shutil.disk_usage(place)
    percent = round(100 * usage.used / ((usage.used + usage.free) or 1))  # some of the rest is kept for the system
    text = f"{sized(usage.free)} of {sized(usage.total)} are free on the disk ({percent}% used)."
    sizes = {"free_bytes": usage.free, "used_bytes": usage.used, "total_bytes": usage.total}
    return {"text": text, "path": str(place), **sizes, "percent": percent}


def memory_usage() -> Mapping[str, Any]:
    import psutil

    seen = psutil.virtual_memory()
    percent = round(seen.percent)
    text = f"{sized(seen.total - seen.available)} of {sized(seen.total)} of memory are in use ({percent}%)."
    return {"text": text, "available_bytes": seen.available, "total_bytes": seen.total, "percent": percent}


def cpu_usage() -> Mapping[str, Any]:
    import psutil

    percent = round(psutil.cpu_percent(interval=0.2))
    cores = psutil.cpu_count() or 1
    text = f"The processor is {percent}% busy ({_counted(cores, 'core')})."
    return {"text": text, "percent": percent, "cores": cores}


def network_status() -> Mapping[str, Any]:
    """Whether any interface but the loopback one is up and has an address; nothing is sent anywhere."""
    import psutil

    stats, addresses = psutil.net_if_stats(), psutil.net_if_addrs()
    found = {
        name: [seen.address.partition("%")[0] for seen in addresses.get(name, ()) if _is_reachable(seen)]
        for name, state in stats.items()
        if state.isup
    }
    interfaces = {name: listed for name, listed in sorted(found.items()) if listed}
    if not interfaces:
        return {"text": "The network is down: no interface has an address.", "is_up": False, "interfaces": {}}
    told = ", ".join(f"{name} has {listed[0]}" for name, listed in interfaces.items())
    return {"text": f"The network is up: {told}.", "is_up": True, "interfaces": interfaces}


def processes() -> Mapping[str, Any]:
    """What runs, the largest in memory first; several of one name count as one program."""
    import psutil

    sizes: dict[str, list[int]] = {}
    for process in psutil.process_iter(["name", "memory_info"]):
        memory = process.info["memory_info"]
        sizes.setdefault(process.info["name"] or "?", []).append(memory.rss if memory is not None else 0)
    programs = sorted(sizes, key=lambda name: (-sum(sizes[name]), name))
    count = sum(map(len, sizes.values()))
    largest = ", ".join(f"{name} ({sized(sum(sizes[name]))})" for name in programs[:NAMED])
    listed = [{"name": name, "count": len(sizes[name]), "memory_bytes": sum(sizes[name])} for name in programs[:LISTED]]
    text = f"{_counted(count, 'process')} running; the largest: {largest}."
    return {"text": text, "count": count, "programs": listed}


def sized(size: float) -> str:
    for unit in _UNITS[:-1]:
        if size < 1000:
            return f"{size:.0f} {unit}" if unit == _UNITS[0] or size >= 100 else f"{size:.1f} {unit}"
        size /= 1000
    return f"{size:.1f} {_UNITS[-1]}"


def _is_reachable(seen: Any) -> bool:
    """Whether an address can be reached from elsewhere: neither the loopback's nor one only good for one cable."""
    if seen.family not in (socket.AF_INET, socket.AF_INET6):
        return False
    return not seen.address.startswith(("127.", "169.254.", "fe80:")) and seen.address != "::1"


def _counted(count: int, noun: str) -> str:
    many = f"{noun}es" if noun.endswith("s") else f"{noun}s"
    return f"1 {noun}" if count == 1 else f"{count} {many}"


def _duration(seconds: float) -> str:
    hours, minutes = divmod(round(seconds / 60), 60)
    return " ".join(part for part in (_counted(hours, "hour") if hours else "", _counted(minutes, "minute")) if part)
