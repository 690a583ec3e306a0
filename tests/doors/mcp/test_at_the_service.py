"""MCP at the service: `/mcp` of a real `goalwright serve`, spoken to by the SDK's own client."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from doors.web.process import ServeProcess, served_process

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeProcess]:
    with served_process(tmp_path_factory.mktemp("served")) as found:
        yield found


def token_of(served: ServeProcess) -> str:
    return (served.cli.folder / "state" / "service" / "token").read_text().strip()


async def asked(served: ServeProcess, tool: str, **arguments: object) -> dict[str, object]:
    headers = {"Authorization": f"Bearer {token_of(served)}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{served.origin}/mcp", http_client=http)) as client,
    ):
        answer = await client.call_tool(tool, dict(arguments))
        assert not answer.is_error, answer
        return dict(answer.structured_content or {})


def test_an_assistant_runs_a_command_and_others_see_it(served: ServeProcess) -> None:
    answer = asyncio.run(asked(served, "run", sentence="create a folder made-by-mcp"))
    assert answer["status"] == "success"
    assert (served.work / "made-by-mcp").is_dir()
    assert "made-by-mcp" in served.command("history").out


def test_what_needs_a_person_waits_for_one(served: ServeProcess) -> None:
    (served.work / "precious.txt").write_text("mine")
    answer = asyncio.run(asked(served, "run", sentence="delete precious.txt"))
    assert answer["status"] == "awaiting_approval"
    assert (served.work / "precious.txt").exists()


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer wrong"}, {"Cookie": "goalwright=1"}])
def test_without_the_token_there_is_no_way_in(served: ServeProcess, headers: dict[str, str]) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    answer = httpx2.post(f"{served.origin}/mcp", json=body, headers=headers)
    assert answer.status_code == 401


def test_a_foreign_host_or_origin_is_not_answered(served: ServeProcess, tmp_path: Path) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    token = {"Authorization": f"Bearer {token_of(served)}"}
    for more, code in (({"Host": "evil.example"}, 421), ({"Origin": "http://evil.example"}, 403)):
        assert httpx2.post(f"{served.origin}/mcp", json=body, headers={**token, **more}).status_code == code
