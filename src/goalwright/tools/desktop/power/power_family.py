"""The tools of power: lock, sleep, shutdown and restart.

A machine that goes down takes this program with it. What was journalled before it began says which start of the
machine that was: seen from a later start, the deed is done.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import partial
from typing import Any

from goalwright.contracts import Before, Tool, ToolCall, Verdict
from goalwright.errors import ToolFailure
from goalwright.tools.desktop.power.command_switch import MACOS, MACOS_BOOT, WINDOWS, CommandSwitch
from goalwright.tools.desktop.power.logind_switch import LogindSwitch
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.power_switch import DEEDS, Deed, PowerSwitch
from goalwright.tools.services import Services

PREFIX = "system.power."
A_NAP_S = 0.5
"""A machine that slept at all slept longer than this; clocks that are read one after the other differ by less."""

_ENDINGS: tuple[Deed, ...] = ("shutdown", "restart")
_SAID: Mapping[Deed, str] = {
    "lock": "The screen was told to lock.",
    "sleep": "The machine was told to sleep.",
    "shutdown": "The machine was told to turn off.",
    "restart": "The machine was told to restart.",
}


def make_tools(services: Services) -> Mapping[str, Tool]:
    return power_tools(_switch(services))


def missing(services: Services) -> Mapping[str, str]:
    switch = _switch(services)
    reasons = {f"{PREFIX}{deed}": switch.missing(deed) for deed in DEEDS}
    return {name: reason for name, reason in reasons.items() if reason}


def _switch(services: Services) -> PowerSwitch:
    if services.power is not None:
        return services.power
    if sys.platform == "win32":
        return CommandSwitch(WINDOWS)
    return CommandSwitch(MACOS, MACOS_BOOT) if sys.platform == "darwin" else LogindSwitch()


def power_tools(switch: PowerSwitch) -> dict[str, Tool]:
    return {
        f"{PREFIX}{deed}": FunctionTool(
            look_first=lambda _call: {"boot": switch.boot(), "slept_s": switch.slept_s()},
            act=partial(_begin, switch, deed),
            check=partial(_is_done, switch, deed),
        )
        for deed in DEEDS
    }


def _begin(switch: PowerSwitch, deed: Deed, call: ToolCall, _before: Before) -> Mapping[str, Any]:
    if call.stop.is_set():
        raise ToolFailure("it was stopped before it began")
    switch.begin(deed)
    return {"text": _SAID[deed]}


def _is_done(switch: PowerSwitch, deed: Deed, _call: ToolCall, before: Before) -> Verdict:
    """What has left no trace may have been done all the same, so it is never said to be undone."""
    if deed in _ENDINGS and "" not in (before["boot"], switch.boot()) and switch.boot() != before["boot"]:
        return "yes"
    if deed == "sleep" and switch.boot() == before["boot"] and switch.slept_s() > before["slept_s"] + A_NAP_S:
        return "yes"
    return "yes" if switch.is_under_way(deed) else "unobservable"
