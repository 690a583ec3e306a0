"""A process of the same user, as the system has it: whether another can work for it, and under which limits."""

from __future__ import annotations

import os
import resource
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from goalwright.named_tuple import NamedTuple

# What a process can't take on from another: who it is, what it may do, and which part of the system it sees.
_ALIKE = (
    "Uid",
    "Gid",
    "Groups",
    "CapInh",
    "CapPrm",
    "CapEff",
    "CapBnd",
    "CapAmb",
    "NoNewPrivs",
    "Seccomp",
    "Seccomp_filters",
)
_OF_GROUPS = "cgroup"
"""The one namespace that says nothing about what a process sees: a service has a control group of its own."""
_LIMITS = tuple(sorted(value for name, value in vars(resource).items() if name.startswith("RLIMIT_")))
_TERMINAL_FIELD = 4  # of /proc/PID/stat, behind the name; 0 without one
_PARENT_FIELD = 1


class PeerProcess(NamedTuple):
    """What one process can take on from another."""

    pid: int
    parent: int
    session: int
    has_terminal: bool
    umask: int
    limits: Mapping[int, tuple[int, int]]
    priority: int
    cores: frozenset[int]


def peer_process(pid: int) -> PeerProcess | None:
    """The process; None if it differs in what can't be taken on, or can't be looked at."""
    try:
        theirs, ours = _status(pid), _status(os.getpid())
        if any(theirs.get(name) != ours.get(name) for name in _ALIKE) or _view(pid) != _view(os.getpid()):
            return None
        limits = {limit: resource.prlimit(pid, limit) for limit in set(_LIMITS)}
        if any(_is_above(limits[limit][1], resource.getrlimit(limit)[1]) for limit in limits):
            return None
        stat = Path(f"/proc/{pid}/stat").read_bytes().rpartition(b")")[2].split()
        return PeerProcess(
            pid=pid,
            parent=int(stat[_PARENT_FIELD]),
            session=os.getsid(pid),
            has_terminal=int(stat[_TERMINAL_FIELD]) != 0,
            umask=int(theirs["Umask"], 8),
            limits=limits,
            priority=os.getpriority(os.PRIO_PROCESS, pid),
            cores=frozenset(os.sched_getaffinity(pid)),
        )
    except (OSError, ValueError, KeyError, IndexError):
        return None


def take_on(peer: PeerProcess) -> None:
    """Work under the limits of the other process from now on."""
    os.umask(peer.umask)
    for limit, values in peer.limits.items():
        if resource.getrlimit(limit) != values:
            resource.setrlimit(limit, values)
    with suppress(OSError):  # a priority above the service's can't be had: it takes longer
        os.setpriority(os.PRIO_PROCESS, 0, peer.priority)
    with suppress(OSError):
        os.sched_setaffinity(0, peer.cores)


def _status(pid: int) -> dict[str, str]:
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def _view(pid: int) -> tuple[object, ...]:
    """Which files, processes and networks a process sees, and under which label."""
    root = os.stat(f"/proc/{pid}/root/")  # noqa: PTH116  # thousands of looks a second
    names = sorted(set(os.listdir(f"/proc/{pid}/ns")) - {_OF_GROUPS})  # noqa: PTH208  # as above
    spaces = tuple(os.readlink(f"/proc/{pid}/ns/{name}") for name in names)  # noqa: PTH115  # as above
    try:
        label = Path(f"/proc/{pid}/attr/current").read_bytes()
    except OSError:  # no system of labels
        label = b""
    return root.st_dev, root.st_ino, spaces, label


def _is_above(limit: int, other: int) -> bool:
    if other == resource.RLIM_INFINITY:
        return False
    return limit == resource.RLIM_INFINITY or limit > other
