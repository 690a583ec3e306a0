"""Rollout: which hosts are next, given how those before them fared. Pure: it knows neither database nor clock."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from goalwright.named_tuple import NamedTuple

Progress: TypeAlias = Literal["idle", "sent", "away", "done", "failed"]
"""`away` was sent, and its host does not answer now."""


class Rollout(NamedTuple):
    """How a fleet run spreads: `canary` hosts first, then `batch` at a time; it stops after `stop_after` failures.

    What no host has begun after `deadline_s` seconds is not begun any more. Zero stands for no limit.
    """

    canary: int = 0
    batch: int = 0
    stop_after: int = 0
    deadline_s: int = 0


class Wave(NamedTuple):
    """The hosts to send to now; `held` says why none is, if some are left."""

    hosts: tuple[str, ...] = ()
    held: Literal["", "threshold", "canary", "batch"] = ""


def next_wave(
    order: Sequence[str], progress: Mapping[str, Progress], rollout: Rollout, *, is_canary_over: bool
) -> Wave:
    """The next hosts in order. Each wave waits until the one before has ended; hosts that are away hold nothing up."""
    left = [host for host in order if progress[host] == "idle"]
    if not left:
        return Wave()
    failures = sum(progress[host] == "failed" for host in order)
    if rollout.stop_after and failures >= rollout.stop_after:
        return Wave(held="threshold")
    if any(progress[host] == "sent" for host in order):
        return Wave(held="batch")
    if rollout.canary and not is_canary_over:
        first = [host for host in order[: rollout.canary] if host in left]
        return Wave(tuple(first)) if first else Wave(held="canary")
    return Wave(tuple(left[: rollout.batch or None]))
