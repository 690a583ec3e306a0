"""A plug-in with tools that take their time, or fail, installed beside the command under test."""

from __future__ import annotations

from pathlib import Path

from doors.cli.command import Cli

MODULE = """
import time
from goalwright.contracts import ToolCapability, ToolEntry
from goalwright.errors import ToolFailure
from goalwright.tools.function_tool import FunctionTool

def nap(call, before):
    end = time.monotonic() + call.args["seconds"]
    while time.monotonic() < end and not call.stop.is_set():
        time.sleep(0.01)
    return {}

def sleep(call, before):
    time.sleep(call.args["seconds"])
    return {}

def stumble(call, before):
    raise ToolFailure("the floor is wet:\\x1b[31m dry it")

def entry(name, act):
    return ToolEntry(
        name=f"rest.{name}",
        capability=ToolCapability(name=f"rest.{name}", can_achieve={f"rest_{name}"}),
        description="For tests.",
        args={"seconds": "number"},
        intents=("system_control",),
        tool=FunctionTool(act=act),
    )

def tools(services):
    return [entry("nap", nap), entry("sleep", sleep), entry("stumble", stumble)]
"""
ROW = """
[{verb}]
intent = "system_control"
description_template = "{verb}:{{seconds}}"
required_params = ["seconds"]
params.seconds = {{ type = "number" }}
kind = "event"
tool = "rest.{verb}"
expected_effect = "rested"
say = ["{verb} for {{seconds}} seconds"]
examples = [{{ params = {{ seconds = 1 }}, description = "{verb}:1" }}]
"""


def install(cli: Cli) -> dict[str, str]:
    """Put the plug-in and rows for it where the command finds them; the environment that it needs for that."""
    folder: Path = cli.folder / "site"
    cli.write("site/rest_tools.py", MODULE)
    cli.write("site/rest_tools-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: rest-tools\nVersion: 1.0\n")
    cli.write("site/rest_tools-1.0.dist-info/entry_points.txt", "[goalwright.tools]\nrest = rest_tools:tools\n")
    (cli.rules / "rest.toml").write_text("".join(ROW.format(verb=verb) for verb in ("nap", "sleep", "stumble")))
    return {"PYTHONPATH": f"{cli.environment()['PYTHONPATH']}:{folder}"}
