"""Means: what runs are done with, the same for every run of an executor."""

from __future__ import annotations

import time
from collections.abc import Callable

from goalwright.contracts import Journal
from goalwright.contracts.facts_writer import FactsWriter
from goalwright.dataclass import dataclass, field
from goalwright.runs.pools import Pools
from goalwright.runs.resolver import ToolResolver

MAX_PARALLEL = 32
RETRIES = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """The ports and bounds of an executor. `keep` is the folder that tools keep old bytes in."""

    resolver: ToolResolver
    journal: Journal | None = None
    facts: FactsWriter | None = None
    max_parallel: int = MAX_PARALLEL
    retries: int = RETRIES
    keep: str = ""
    pools: Pools = field(default_factory=Pools)
    clock: Callable[[], float] = time.time
