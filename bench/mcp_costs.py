"""`make bench`: what it costs to ask over MCP, beside the Python API and the command; and what servers cost.

All figures are CPU time of all processes that take part, user and system together.
"""

from __future__ import annotations

import asyncio
import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

import psutil
from mcp import Client, StdioServerParameters

from goalwright import Goalwright
from goalwright.app.mcp_servers import McpServers, new_record

ROOT = Path(__file__).resolve().parent.parent
ODD_SERVER = ROOT / "tests" / "tools" / "mcp" / "odd_server.py"
ROUNDS = 15
SENTENCE = "create a folder trip{0} and put a.txt in it saying hello, then copy trip{0}/a.txt to trip{0}/b.txt"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        desk = Path(folder)
        for name in ("home", "work"):
            (desk / name).mkdir()
        asked(desk)
        servers(desk)


def asked(desk: Path) -> None:
    """A plan and a run of three file actions, by each of the ways to ask."""
    python = asyncio.run(_by_python(desk))
    assistant = asyncio.run(_by_assistant(desk))
    command = median(_command(desk, SENTENCE.format(f"c{number}")) for number in range(ROUNDS))
    print("Plan and run three file actions: CPU in ms, and beside the Python API")
    for name, cost in (("Python API", python), ("MCP over stdio", assistant), ("command", command)):
        print(f"  {name:<28}{cost * 1e3:>8.1f}{cost / python:>8.1f}x")


def servers(desk: Path) -> None:
    """A command that uses no server, without servers and with them; and one that uses one."""
    plain = "what time is it"
    without = median(_command(desk, plain) for _ in range(ROUNDS))
    (desk / "mode").write_text("plain")
    command = (sys.executable, "-I", "-S", str(ODD_SERVER), str(desk / "mode"))
    asyncio.run(_added(desk, command))
    beside = median(_command(desk, plain) for _ in range(ROUNDS))
    used = median(_command(desk, "use odd to echo hello", "--yes") for _ in range(ROUNDS))
    shutil.rmtree(desk / "config" / "mcp")
    rows_alone = median(_command(desk, plain) for _ in range(ROUNDS))
    print("A command, CPU in ms")
    for name, cost in (
        ("no server added", without),
        ("a rule file of three verbs", rows_alone),
        ("the same with its server", beside),
        ("using the server", used),
    ):
        print(f"  {name:<28}{cost * 1e3:>8.1f}{cost / without:>8.2f}x")


async def _by_python(desk: Path) -> float:
    async with _application(desk) as gw:

        async def once(number: int) -> None:
            report = await gw.run(gw.prepare(SENTENCE.format(f"p{number}")))
            assert report.status == "success", report

        await once(-1)
        return await _each(once, lambda: sum(psutil.Process().cpu_times()[:2]))


async def _by_assistant(desk: Path) -> float:
    server = StdioServerParameters(
        command=sys.executable,
        args=["-P", "-m", "goalwright", "mcp", "serve"],
        env=_environment(desk),
        cwd=desk / "work",
    )
    async with Client(server) as client:
        (process,) = [child for child in psutil.Process().children() if "serve" in child.cmdline()]

        async def once(number: int) -> None:
            planned = await client.call_tool("plan", {"sentence": SENTENCE.format(f"m{number}")})
            given = planned.structured_content or {}
            done = await client.call_tool("run", {"plan_id": given["plan_id"]})
            assert (done.structured_content or {})["status"] == "success", done

        await once(-1)
        return await _each(once, lambda: sum(process.cpu_times()[:2]) + sum(psutil.Process().cpu_times()[:2]))


async def _each(once: Callable[[int], object], spent: Callable[[], float]) -> float:
    """CPU time of one of many: the clock of a process ticks too slowly for a single one."""
    before = spent()
    for number in range(ROUNDS):
        await once(number)  # type: ignore[misc]  # it is a coroutine
    return (spent() - before) / ROUNDS


async def _added(desk: Path, command: tuple[str, ...]) -> None:
    async with _application(desk) as gw:
        await McpServers(gw).add(new_record("odd", command=command), {})


def _application(desk: Path) -> Goalwright:
    return Goalwright(home=desk / "state", cwd=desk / "work", config=desk / "config")


def _environment(desk: Path) -> dict[str, str]:
    return {
        **{name: value for name, value in os.environ.items() if not name.startswith("GOALWRIGHT")},
        "PYTHONPATH": str(ROOT / "src"),
        "HOME": str(desk / "home"),
        "GOALWRIGHT_HOME": str(desk / "state"),
        "GOALWRIGHT_CONFIG": str(desk / "config"),
    }


def _command(desk: Path, *arguments: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    line = [sys.executable, "-P", "-m", "goalwright", *arguments]
    subprocess.run(line, check=True, capture_output=True, cwd=desk / "work", env=_environment(desk))
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


if __name__ == "__main__":
    main()
