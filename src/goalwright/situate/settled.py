"""Settled: goals that name everything, and what was looked at to make them so."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.meta_goal import MetaGoal
from goalwright.dataclass import dataclass


class Looked(NamedTuple):
    """One look: at what, when, and what was found there."""

    what: str
    at: str
    found: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """Goals without expressions; what was looked at; and what selections found, by their JSON."""

    meta: MetaGoal
    looked: tuple[Looked, ...] = ()
    found: Mapping[str, tuple[str, ...]] = EMPTY
