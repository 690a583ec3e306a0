"""The tools that tell the machine's state, by name, and which of them this machine lacks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from goalwright.contracts import Tool, ToolCall
from goalwright.contracts.tool import Before
from goalwright.errors import ToolFailure
from goalwright.tools.battery import OwnBattery
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services
from goalwright.tools.state import machine_state as machine

BATTERY = "system.state.get_battery"
POWER_SUPPLIES = Path("/sys/class/power_supply")

_MACHINE: Mapping[str, Callable[[], Mapping[str, Any]]] = {
    "system.state.get_disk_usage": machine.disk_usage,
    "system.state.get_memory_usage": machine.memory_usage,
    "system.state.get_cpu_usage": machine.cpu_usage,
    "system.state.get_network_status": machine.network_status,
    "system.state.get_processes": machine.processes,
}


def make_tools(services: Services) -> Mapping[str, Tool]:
    def tell_time(call: ToolCall, _before: Before) -> Mapping[str, Any]:
        from goalwright.tools.state.clock import time_told

        return time_told(services.clock(), call.args.get("place", ""))

    def tell_date(call: ToolCall, _before: Before) -> Mapping[str, Any]:
        from goalwright.tools.state.clock import date_told

        return date_told(services.clock(), call.args.get("when", ""), call.args.get("place", ""))

    tools: dict[str, Tool] = {name: FunctionTool(act=partial(_asked_here, told)) for name, told in _MACHINE.items()}
    battery = services.battery or OwnBattery()
    tools[BATTERY] = FunctionTool(act=partial(_asked_here, lambda: machine.battery(battery)))
    tools["system.state.get_time"] = FunctionTool(act=tell_time)
    tools["system.state.get_date"] = FunctionTool(act=tell_date)
    return tools


def missing(services: Services) -> Mapping[str, str]:
    if find_spec("psutil") is None:
        why = "the Python package psutil is not installed: `pip install psutil`"
        return {name: why for name in (*_MACHINE, BATTERY) if name != "system.state.get_disk_usage"}
    own = services.battery
    has_one = has_battery(POWER_SUPPLIES) if own is None else own.charge() is not None
    return {} if has_one else {BATTERY: "this machine has no battery"}


def has_battery(supplies: Path, platform: str = sys.platform) -> bool:
    """Whether there is a battery. Linux lists them in a folder, which is quicker to look at than to load psutil."""
    if platform != "linux":
        return OwnBattery().charge() is not None
    try:
        return any("bat" in supply.name.casefold() for supply in supplies.iterdir())
    except OSError:
        return False


def _asked_here(told: Callable[[], Mapping[str, Any]], call: ToolCall, _before: Before) -> Mapping[str, Any]:
    place = call.args.get("place")
    if place:
        what = call.args.get("what", "this")
        raise ToolFailure(f"the {what} is known for this machine only, not for {place}")
    return told()
