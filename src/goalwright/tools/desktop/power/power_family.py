"""The tools of power by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Mapping

from goalwright.contracts import Tool
from goalwright.tools.desktop.power.command_switch import MACOS, MACOS_BOOT, WINDOWS, CommandSwitch
from goalwright.tools.desktop.power.logind_switch import LogindSwitch
from goalwright.tools.desktop.power.switching import PREFIX, power_tools
from goalwright.tools.power_switch import DEEDS, PowerSwitch
from goalwright.tools.services import Services


def make_tools(services: Services) -> Mapping[str, Tool]:
    """The tools of this family by name."""
    return power_tools(_switch(services))


def missing(services: Services) -> Mapping[str, str]:
    """Which of these cannot be used here, and why."""
    switch = _switch(services)
    reasons = {f"{PREFIX}{deed}": switch.missing(deed) for deed in DEEDS}
    return {name: reason for name, reason in reasons.items() if reason}


def _switch(services: Services) -> PowerSwitch:
    if services.power is not None:
        return services.power
    if sys.platform == "win32":
        return CommandSwitch(WINDOWS)
    return CommandSwitch(MACOS, MACOS_BOOT) if sys.platform == "darwin" else LogindSwitch()
