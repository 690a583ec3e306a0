"""What tools are given to work with: the folders they may touch, the facts they may read, the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from goalwright.contracts import Fact

if TYPE_CHECKING:
    from goalwright.policy.roots import AllowedRoots


class FactsReader(Protocol):
    """What was remembered, to look at: no tool can write it."""

    def query(
        self,
        key: str | None = None,
        *,
        prefix: str | None = None,
        tool: str | None = None,
        since: float | None = None,
        text: str | None = None,
        limit: int = 50,
    ) -> Sequence[Fact]:
        """The newest facts first; each condition that is given narrows the choice, `text` word by word."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """The hands of the tools. `trash` is the folder that deleted things go to; None is the desktop's own trash.

    Without `facts` nothing was ever remembered. `clock` gives seconds since the epoch.
    """

    roots: AllowedRoots
    facts: FactsReader | None = None
    trash: str | None = None
    clock: Callable[[], float] = time.time
