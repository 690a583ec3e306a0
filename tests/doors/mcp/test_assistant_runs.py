"""Runs that a client begins: cancelled, left behind, killed in the middle, and taken up again by their ids."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import Client

from doors.mcp.assistants import HANDSHAKE, NEWEST, Desk, told
from tools.mcp.odd_desk import OddDesk

pytestmark = pytest.mark.slow

SLOW: list[dict[str, Any]] = [
    {"domain": "file", "verb": "create", "params": {"path": "first.txt", "object_type": "file"}},
    {"domain": "odd", "verb": "sleep", "params": {"seconds": 3}, "scope": "after:create"},
    {"domain": "file", "verb": "write", "params": {"path": "last.txt", "content": "x"}, "scope": "after:sleep"},
]


@pytest.fixture
def slow_desk(desk: Desk) -> Desk:
    """A desk on which an action can take its time: a server's tool, trusted to do nothing but that."""
    odd = OddDesk(desk.folder)
    odd.add()
    odd.trust("sleep")
    return desk


async def begun(desk: Desk, run_id: str) -> None:
    """The first action is done, and the second one runs."""
    while not (desk.work / "first.txt").exists():
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.3)
    async with desk.application() as gw:
        assert gw.show(run_id).status == "running"


async def rested(desk: Desk, run_id: str) -> str:
    async with desk.application() as gw:
        await gw.report(run_id)
        return str(gw.show(run_id).status)


@pytest.mark.parametrize(
    ("transport", "version"), [("stdio", HANDSHAKE), ("stdio", NEWEST), ("http", HANDSHAKE), ("http", NEWEST)]
)
def test_a_cancelled_call_stops_its_run_and_the_run_can_be_resumed(
    slow_desk: Desk, transport: str, version: str
) -> None:
    desk = slow_desk

    async def talk() -> None:
        async with desk.over_stdio(version) if transport == "stdio" else desk.over_http(version) as client:
            call = asyncio.create_task(client.call_tool("run", {"goals": SLOW, "run_id": "slow-1"}))
            await begun(desk, "slow-1")
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
            assert await rested(desk, "slow-1") == "cancelled"
            assert not (desk.work / "last.txt").exists()
            assert (await told(client, "resume", run_id="slow-1"))["status"] == "success"

    asyncio.run(talk())
    assert (desk.work / "last.txt").exists()


def test_a_client_that_goes_away_stops_its_run(slow_desk: Desk) -> None:
    desk = slow_desk

    async def talk() -> None:
        async with desk.over_stdio(HANDSHAKE) as client:
            call = asyncio.create_task(client.call_tool("run", {"goals": SLOW, "run_id": "slow-2"}))
            await begun(desk, "slow-2")
            call.cancel()
            await asyncio.gather(call, return_exceptions=True)
        assert await rested(desk, "slow-2") in ("cancelled", "interrupted")

    asyncio.run(talk())
    assert not (desk.work / "last.txt").exists()


def test_another_client_stops_a_run_by_its_id(slow_desk: Desk) -> None:
    desk = slow_desk

    async def talk() -> None:
        async with desk.served() as url, desk.connected(url, NEWEST) as one, desk.connected(url, HANDSHAKE) as two:
            call = asyncio.create_task(told(one, "run", goals=SLOW, run_id="slow-3"))
            await begun(desk, "slow-3")
            assert (await told(two, "stop", run_id="slow-3"))["status"] == "cancelled"
            assert (await call)["status"] == "cancelled"

    asyncio.run(talk())


@pytest.mark.parametrize("version", [HANDSHAKE, NEWEST])
def test_a_run_whose_server_was_killed_is_resumed_by_its_id(slow_desk: Desk, version: str) -> None:
    desk = slow_desk

    async def killed() -> None:
        async with desk.over_stdio(version) as client:
            call = asyncio.create_task(client.call_tool("run", {"goals": SLOW, "run_id": "slow-4"}))
            await begun(desk, "slow-4")
            os.kill(server_process(), signal.SIGKILL)
            await asyncio.gather(call, return_exceptions=True)

    async def taken_up() -> None:
        async with desk.over_stdio(version) as client:
            assert (await told(client, "status", run_id="slow-4"))["status"] == "interrupted"
            done = await told(client, "resume", run_id="slow-4")
            assert done["status"] == "success"
            assert [step["state"] for step in done["actions"]] == ["done"] * 3

    asyncio.run(killed())
    assert not (desk.work / "last.txt").exists()
    asyncio.run(taken_up())
    assert (desk.work / "last.txt").exists()


def server_process() -> int:
    """The process of the server that this test has started."""
    children = psutil.Process().children(recursive=True)
    living = [child for child in children if child.status() != psutil.STATUS_ZOMBIE]
    (found,) = [child.pid for child in living if child.cmdline()[-2:] == ["mcp", "serve"]]
    return found


def test_standard_output_is_the_protocol_alone(desk: Desk, tmp_path: Path) -> None:
    """What a tool, a library or the program itself prints would break the connection."""

    async def talk(client: Client) -> None:
        for sentence in ("what time is it", "nonsense", "list the files in /"):
            await client.call_tool("run", {"sentence": sentence})
        assert (await told(client, "run", sentence="say hello"))["answers"] == ["hello"]

    async def all_of_it() -> None:
        async with desk.over_stdio(HANDSHAKE) as client:
            await talk(client)

    asyncio.run(all_of_it())
