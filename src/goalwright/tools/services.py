"""What tools get to work with: the folders they may touch, the facts they may read, the time."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from goalwright.contracts import Fact
from goalwright.dataclass import dataclass

if TYPE_CHECKING:
    from goalwright.contracts import ToolCall
    from goalwright.contracts.journal import MachineLock
    from goalwright.disk.allowed_roots import AllowedRoots
    from goalwright.tools.backlight import Backlight
    from goalwright.tools.battery import Battery
    from goalwright.tools.power_switch import PowerSwitch


class FactsReader(Protocol):
    """What was remembered, to look at: no tool can write it."""

    def query(self, key: str | None = None, *, text: str | None = None, limit: int = 50) -> Sequence[Fact]:
        """The newest facts first; each condition that is given narrows the choice, `text` word by word."""


class NextStage(Protocol):
    """Plans the goals that a look has, as things are by now; NotPlannable or ContractViolation if that can't be."""

    def __call__(self, call: ToolCall) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class BrowserChoices:
    """What was chosen about the browser.

    `path` is the program to start, the first one found if empty; with `cdp_url` a running browser is used instead.
    `folder` holds its profile and what is remembered of it; without one, no browser is started. `downloads` is where
    downloads go. Only addresses with `allowed_schemes` may be opened, and only `allowed_origins`, unless that is empty.
    """

    path: str = ""
    cdp_url: str = ""
    folder: str = ""
    downloads: str = ""
    allowed_schemes: tuple[str, ...] = ("http", "https")
    allowed_origins: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """What every tool gets. `trash` is the folder that deleted things go to; None is the desktop's own trash.

    `steered` gives the names of browsers that pages can be worked in with; any other that is named is only started.
    `battery`, `backlight` and `power` are this machine's own unless others are given. Text on the screen is read in the
    `screen_language`. Without `facts` nothing was ever remembered. `clock` gives seconds since the epoch. Without
    `machine_lock` no other process uses the same browser. `next_stage` plans goals that were put off.
    """

    roots: AllowedRoots
    facts: FactsReader | None = None
    trash: str | None = None
    clock: Callable[[], float] = time.time
    machine_lock: MachineLock | None = None
    browser: BrowserChoices = BrowserChoices()
    steered: Callable[[], frozenset[str]] = frozenset
    screen_language: str = "eng"
    battery: Battery | None = None
    backlight: Backlight | None = None
    power: PowerSwitch | None = None
    next_stage: NextStage | None = None
