"""Every tool, over both transports, at the oldest and the newest version of the protocol that the SDK speaks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp import Client

from doors.mcp.assistants import HANDSHAKE, NEWEST, OLDEST, TOKEN, Desk, refused, rooted, told

pytestmark = pytest.mark.slow

WAYS = [(transport, version) for transport in ("stdio", "http") for version in (OLDEST, NEWEST)]
GOALS: list[dict[str, Any]] = [
    {"domain": "file", "verb": "move", "params": {"path": {"select": {"kind": "file", "in": "inbox"}}, "to": "done/"}},
    {
        "domain": "file",
        "verb": "write",
        "params": {"path": {"value": {"join": ["made-", "here.txt"]}}, "content": "x"},
        "when": [["exists", "inbox"]],
    },
    {
        "domain": "file",
        "verb": "create",
        "params": {"path": "never.txt", "object_type": "file"},
        "when": [["not", "exists", "inbox"]],
    },
]


@asynccontextmanager
async def connected(desk: Desk, transport: str, version: str, **client: Any) -> AsyncIterator[Client]:
    way = desk.over_stdio(version, **client) if transport == "stdio" else desk.over_http(version, **client)
    async with way as found:
        yield found


@pytest.mark.parametrize(("transport", "version"), WAYS)
def test_all_tools_work(desk: Desk, transport: str, version: str) -> None:
    asyncio.run(_all_tools(desk, transport, version))


async def _all_tools(desk: Desk, transport: str, version: str) -> None:
    desk.write("inbox/a.pdf")
    heard: list[tuple[float, float | None, str | None]] = []

    async def followed(progress: float, total: float | None, message: str | None) -> None:
        heard.append((progress, total, message))

    async with connected(desk, transport, version) as client:
        assert client.protocol_version == version
        planned = await told(client, "plan", sentence="create a folder trip and put notes.txt in it saying hello")
        assert [step["tool"] for step in planned["actions"]] == ["files.create_folder", "files.write_file"]
        assert planned["is_minimal"]
        assert not (desk.work / "trip").exists()

        result = await client.call_tool("run", {"plan_id": planned["plan_id"]}, progress_callback=followed)
        assert not result.is_error
        assert (desk.work / "trip" / "notes.txt").read_text() == "hello"
        assert heard[-1][:2] == (2, 2)

        made = await told(client, "run", goals=GOALS)
        assert made["status"] == "success"
        assert {path.name for path in desk.work.iterdir()} == {"trip", "inbox", "done", "made-here.txt"}
        assert (desk.work / "done" / "a.pdf").exists()

        read = await told(client, "run", sentence="read trip/notes.txt", run_id="reading-1")
        assert (read["answers"], read["run_id"]) == (["hello"], "reading-1")
        assert (await told(client, "run", sentence="read trip/notes.txt", run_id="reading-1"))["run_id"] == "reading-1"
        stands = await told(client, "status", run_id=made["run_id"], wait_s=5)
        assert (stands["status"], stands["asked_by"]) == ("success", "tester (MCP)")
        past = await told(client, "history", limit=10)
        assert [run["run_id"] for run in past["runs"]][:2] == ["reading-1", made["run_id"]]
        rows = await told(client, "rules", name="file.create")
        assert rows["rules"][0]["params"]["path"] == "path"

        assert (await told(client, "undo", run_id=made["run_id"], dry_run=True))["dry_run"]
        assert len((await told(client, "undo", run_id=made["run_id"]))["undone"]) == 3
        assert (desk.work / "inbox" / "a.pdf").exists()
        assert "nothing to stop" in await refused(client, "stop", run_id="reading-1")
        assert "nothing to resume" in await refused(client, "resume", run_id="reading-1")


@pytest.mark.parametrize("version", [HANDSHAKE, NEWEST])
def test_what_is_wrong_is_said_in_one_line(desk: Desk, version: str) -> None:
    cases: list[tuple[str, dict[str, Any], str]] = [
        ("plan", {"sentence": "frobnicate"}, "not understood"),
        ("plan", {}, "either a sentence or goals"),
        ("plan", {"sentence": "x", "goals": []}, "either a sentence or goals"),
        ("plan", {"goals": []}, "is empty"),
        ("plan", {"goals": [{"domain": "file", "verb": "fly"}]}, ""),
        ("plan", {"sentence": "create a", "world": {}}, "takes no argument 'world'"),
        ("run", {"sentence": "a", "plan_id": "b"}, "not two of them"),
        ("run", {"plan_id": "nothing"}, "make it again with `plan`"),
        ("run", {"sentence": "create a folder x", "run_id": "../x"}, "use letters, digits"),
        ("status", {"run_id": "nothing"}, "nothing"),
        ("status", {"run_id": " "}, "which run"),
        ("undo", {"run_id": "nothing"}, "nothing"),
        ("rules", {"name": "fil"}, "did you mean"),
    ]

    async def talk() -> None:
        async with desk.over_http(version) as client:
            for tool, arguments, words in cases:
                if words:
                    assert words in await refused(client, tool, **arguments), (tool, arguments)
            answer = await told(client, "plan", goals=[{"domain": "file", "verb": "fly"}])
            assert (answer["status"], answer["actions"]) == ("rule_not_found", [])
            outside = await told(client, "run", sentence="delete /etc/passwd")
            assert (outside["status"], outside["run_id"]) == ("refused", "")
            assert "outside the allowed folders" in outside["reason"]

    asyncio.run(talk())


def test_tools_say_what_they_take_what_they_answer_and_what_they_do(desk: Desk) -> None:
    async def talk() -> None:
        async with desk.over_http(NEWEST) as client:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert set(tools) == {"plan", "run", "status", "stop", "resume", "undo", "history", "rules"}
            assert all(tool.output_schema and tool.description for tool in tools.values())
            hints = {name: tool.annotations for name, tool in tools.items() if tool.annotations is not None}
            looking = {name for name, hint in hints.items() if hint.read_only_hint}
            assert looking == {"plan", "status", "history", "rules"}
            assert {name for name, hint in hints.items() if hint.destructive_hint} == {"run", "resume", "undo"}
            # There is nothing that could be told to approve: no hash, no flag, no answer.
            told_to = {param for tool in tools.values() for param in tool.input_schema["properties"]}
            assert told_to == {
                *("sentence", "goals", "plan_id", "run_id", "partial", "wait_s", "now", "dry_run", "limit", "name")
            }
            resources = {str(one.uri) for one in (await client.list_resources()).resources}
            assert resources == {"goalwright://rules", "goalwright://things", "goalwright://examples"}
            for uri in resources:
                assert (await client.read_resource(uri)).contents[0].text.startswith(("[", "{"))  # type: ignore[union-attr]
            prompt = await client.get_prompt("write_goals", {"task": "tidy up"})
            assert "The task: tidy up" in prompt.messages[0].content.text  # type: ignore[union-attr]

    asyncio.run(talk())


@pytest.mark.parametrize(("transport", "version"), [("stdio", HANDSHAKE), ("http", HANDSHAKE), ("http", NEWEST)])
def test_roots_narrow_the_folders_and_never_widen_them(desk: Desk, transport: str, version: str) -> None:
    inside, outside = desk.write("project/a.txt"), desk.write("private/b.txt")

    async def talk() -> None:
        roots = rooted(inside.parent, "file:///etc", "file://elsewhere/srv")
        async with connected(desk, transport, version, list_roots_callback=roots) as client:
            assert (await told(client, "run", sentence=f"read {inside}"))["answers"] == ["hello"]
            assert (await told(client, "run", sentence="read a.txt"))["answers"] == ["hello"]
            for path in (outside, "/etc/hostname"):
                assert "outside" in (await told(client, "run", sentence=f"read {path}"))["reason"]
        async with connected(desk, transport, version, list_roots_callback=rooted("file:///etc")) as client:
            for path in (inside, "/etc/hostname"):
                assert "outside" in (await told(client, "run", sentence=f"read {path}"))["reason"]

    asyncio.run(talk())


def test_two_clients_at_once_each_get_their_own(desk: Desk) -> None:
    async def work(client: Client, name: str) -> None:
        for number in range(5):
            assert (await told(client, "run", sentence=f"create {name}{number}.txt saying {name}"))[
                "status"
            ] == "success"

    async def talk() -> None:
        async with desk.served() as url, desk.connected(url, NEWEST) as one, desk.connected(url, HANDSHAKE) as two:
            await asyncio.gather(work(one, "a"), work(two, "b"))

    asyncio.run(talk())
    assert sorted(path.name for path in desk.work.iterdir()) == sorted(
        f"{name}{number}.txt" for name in "ab" for number in range(5)
    )


def test_a_caller_without_the_token_is_not_let_in(desk: Desk) -> None:
    async def talk() -> None:
        hello = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
        async with desk.served() as url, httpx2.AsyncClient() as http:
            assert (await http.post(url, json=hello)).status_code == 401
            # A page that another site has led here by a name of its own is not answered either.
            headers = {"Authorization": f"Bearer {TOKEN}", "Host": "evil.example"}
            assert (await http.post(url, json=hello, headers=headers)).status_code == 421

    asyncio.run(talk())
