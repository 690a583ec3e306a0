"""WorldState: what is known about the machine at one moment, handed to the planner as a snapshot."""

from __future__ import annotations

import math
from typing import Any

from goalwright.contracts.checks import (
    freeze_items,
    freeze_text_set,
    put,
    require_flag,
    require_text,
    require_text_or_none,
)
from goalwright.contracts.frozen import ATOMS, freeze
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One thing that was seen or done: `dir:docs` is `exists`, `file:x.txt` is `absent`, `volume` is 30.

    `source` says who saw it (an observer, or a tool's name), `at` when, in seconds since the epoch.
    """

    key: str
    value: Any
    source: str = "observed"
    at: float | None = None

    def __post_init__(self) -> None:
        if not (type(self.key) is str and type(self.source) is str and self.key and self.source):
            require_text(self, "key", "source")
        if self.at is not None and not _is_moment(self.at):
            raise ContractViolation("Fact", "at", "must be seconds since the epoch, or left out")
        if type(self.value) not in ATOMS:
            put(self, "value", freeze(self.value, contract="Fact", field="value"))


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldState:
    """A read-only snapshot; whatever it does not mention is unknown, except a browser that is not running.

    Where two facts share a key, the one with the later `at` counts; without times, the later one listed.
    """

    browser_running: bool = False
    browser_last_url: str | None = None
    active_window: str | None = None
    running_apps: frozenset[str] = frozenset()
    recent_facts: tuple[Fact, ...] = ()

    def __post_init__(self) -> None:
        require_flag(self, "browser_running")
        require_text_or_none(self, "browser_last_url", "active_window")
        freeze_text_set(self, "running_apps")
        freeze_items(self, "recent_facts", Fact)


def _is_moment(at: object) -> bool:
    """Whether `at` can be compared with other moments: NaN cannot."""
    return type(at) is int or (type(at) is float and math.isfinite(at))
