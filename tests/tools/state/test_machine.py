"""The machine's state: an answer for a person, and the figures behind it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from goalwright.contracts import Tool, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.tools import Services, ToolRegistry
from goalwright.tools.battery import Charge
from goalwright.tools.state.machine_state import sized
from goalwright.tools.state.state_family import has_battery, make_tools, missing

STATE = "system.state."


@pytest.fixture
def tools(tmp_path: Path) -> dict[str, Tool]:
    return dict(make_tools(Services(roots=AllowedRoots([tmp_path]))))


def told(tools: dict[str, Tool], name: str, **args: str) -> Mapping[str, Any]:
    call = ToolCall(tool=STATE + name, action_id="a1", args=args)
    output = asyncio.run(tools[STATE + name].run(call, {})).output
    assert json.loads(json.dumps(output)) is not None
    assert "\n" not in output["text"]
    return output


def test_every_state_tool_of_the_catalogue_is_made_but_the_one_for_windows(tools: dict[str, Tool]) -> None:
    declared = {name for name in ToolRegistry.default().names() if name.startswith(STATE)}
    assert tools.keys() == declared - {"system.state.get_active_window"}


def test_the_disk_is_told_in_bytes_and_words(tools: dict[str, Tool]) -> None:
    output = told(tools, "get_disk_usage", what="disk")
    assert 0 < output["free_bytes"] <= output["total_bytes"]
    assert 0 <= output["percent"] <= 100
    assert output["text"].endswith(f"are free on the disk ({output['percent']}% used).")


def test_memory_processor_and_network_are_told(tools: dict[str, Tool]) -> None:
    assert told(tools, "get_memory_usage")["total_bytes"] == psutil.virtual_memory().total
    assert told(tools, "get_cpu_usage")["cores"] == psutil.cpu_count()
    network = told(tools, "get_network_status")
    assert network["text"].startswith("The network is up" if network["is_up"] else "The network is down")


def test_processes_of_one_name_are_one_program(tools: dict[str, Tool]) -> None:
    output = told(tools, "get_processes")
    names = [program["name"] for program in output["programs"]]
    assert len(names) == len(set(names))
    assert output["count"] >= sum(program["count"] for program in output["programs"][:5])
    assert output["programs"][0]["memory_bytes"] >= output["programs"][-1]["memory_bytes"]


def test_only_times_can_be_asked_for_another_place(tools: dict[str, Tool]) -> None:
    with pytest.raises(ToolFailure, match="the memory is known for this machine only, not for Paris"):
        told(tools, "get_memory_usage", what="memory", place="Paris")
    assert "Paris time" in told(tools, "get_time", what="time", place="Paris")["text"]
    assert "in " in told(tools, "get_date", what="date", when="next friday")["text"]


def test_a_battery_is_seen_where_the_system_lists_one(tmp_path: Path) -> None:
    assert not has_battery(tmp_path / "nowhere", "linux")
    (tmp_path / "AC").mkdir()
    assert not has_battery(tmp_path, "linux")
    (tmp_path / "BAT0").mkdir()
    assert has_battery(tmp_path, "linux")


@dataclass
class PretendedBattery:
    """A Battery that is as full as a test says."""

    seen: Charge | None

    def charge(self) -> Charge | None:
        return self.seen


@pytest.mark.parametrize(
    ("charge", "text"),
    [
        (Charge(percent=81.6, is_plugged_in=True, seconds_left=600), "The battery is 82% full and plugged in."),
        (Charge(percent=100), "The battery is 100% full."),
        (
            Charge(percent=40, is_plugged_in=False, seconds_left=3660),
            "The battery is 40% full and not plugged in; it lasts about 1 hour 1 minute.",
        ),
    ],
)
def test_the_battery_is_told_in_words_and_figures(tmp_path: Path, charge: Charge, text: str) -> None:
    services = Services(roots=AllowedRoots([tmp_path]), battery=PretendedBattery(charge))
    assert "system.state.get_battery" not in missing(services)
    output = told(dict(make_tools(services)), "get_battery", what="battery")
    assert (output["text"], output["percent"]) == (text, round(charge.percent))


def test_a_machine_without_a_battery_lacks_the_tool(tmp_path: Path) -> None:
    services = Services(roots=AllowedRoots([tmp_path]), battery=PretendedBattery(None))
    assert missing(services) == {"system.state.get_battery": "this machine has no battery"}
    with pytest.raises(ToolFailure, match="no battery"):
        told(dict(make_tools(services)), "get_battery")


def test_a_battery_that_is_not_there_is_said_to_be_missing_before_anything_runs(tools: dict[str, Tool]) -> None:
    entry = ToolRegistry.default(probe=True)["system.state.get_battery"]
    if entry.missing:
        assert entry.missing == "this machine has no battery"
        with pytest.raises(ToolFailure, match="no battery"):
            told(tools, "get_battery")
    else:
        assert 0 <= told(tools, "get_battery")["percent"] <= 100


@pytest.mark.parametrize(
    ("size", "text"),
    [
        (0, "0 bytes"),
        (999, "999 bytes"),
        (1500, "1.5 kB"),
        (123_456_789, "123 MB"),
        (2.5e12, "2.5 TB"),
        (5e15, "5000.0 TB"),
    ],
)
def test_sizes_are_written_as_people_write_them(size: float, text: str) -> None:
    assert sized(size) == text
