"""Approval comes from a person: nothing that a client can say of itself is one."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from mcp import Client
from mcp.shared.exceptions import MCPError
from mcp_types import ElicitResult

from doors.mcp.assistants import HANDSHAKE, NEWEST, OLDEST, Desk, Person, refused, told

pytestmark = pytest.mark.slow

BOTH = pytest.mark.parametrize("version", [HANDSHAKE, NEWEST])


@pytest.mark.parametrize(
    ("transport", "version"), [(way, era) for way in ("stdio", "http") for era in (HANDSHAKE, NEWEST)]
)
def test_a_yes_runs_the_plan_and_the_record_says_who(desk: Desk, transport: str, version: str) -> None:
    file, person = desk.write("a.txt"), Person()

    async def talk() -> None:
        way = desk.over_stdio if transport == "stdio" else desk.over_http
        async with way(version, elicitation_callback=person) as client:
            answer = await told(client, "run", sentence="delete a.txt")
            assert (answer["status"], answer["asked_by"]) == ("success", "tester (MCP)")
            assert answer["approved_by"].endswith(", asked by tester")

    asyncio.run(talk())
    assert not file.exists()
    assert person.asked == [
        f"tester asks Goalwright to do this on your computer:\n- delete {file} (high risk, files.delete_file)"
    ]


ANSWERS: dict[str, tuple[Any, str]] = {
    # How the person's answer looks, and what the run is then.
    "declined": (Person("decline", None), "refused"),
    "said no": (Person("accept", {"approve": False}), "refused"),
    "cancelled": (Person("cancel", None), "awaiting_approval"),
    "accepted without content": (Person("accept", None), "refused"),
    "accepted with a text": (Person("accept", {"approve": "true"}), "refused"),
    "accepted with a number": (Person("accept", {"approve": 1}), "refused"),
    "accepted something else": (Person("accept", {"yes": True, "hash": "x"}), "refused"),
    "nobody to ask": (None, "awaiting_approval"),
}


@BOTH
@pytest.mark.parametrize("how", ANSWERS)
@pytest.mark.sampled(2)
def test_anything_but_a_yes_runs_nothing(desk: Desk, version: str, how: str) -> None:
    file = desk.write("a.txt")
    person, status = ANSWERS[how]

    async def talk() -> None:
        async with desk.over_http(version, elicitation_callback=person) as client:
            answer = await told(client, "run", sentence="delete a.txt")
            assert answer["status"] == status
            assert not answer["approved_by"]
            if status == "awaiting_approval":
                assert f"`goalwright approve {answer['run_id']}`" in answer["next_step"]

    asyncio.run(talk())
    assert file.exists()


def test_an_answer_that_comes_too_late_is_none(desk: Desk) -> None:
    file = desk.write("a.txt")

    async def talk() -> None:
        person = Person(wait_s=1.5)
        async with desk.over_http(HANDSHAKE, answer_wait_s=0.3, elicitation_callback=person) as client:
            answer = await told(client, "run", sentence="delete a.txt")
            assert answer["status"] == "awaiting_approval"
            await asyncio.sleep(1.5)
            assert (await told(client, "status", run_id=answer["run_id"]))["status"] == "awaiting_approval"

    asyncio.run(talk())
    assert file.exists()


def test_the_oldest_clients_are_told_where_a_person_approves(desk: Desk) -> None:
    file = desk.write("a.txt")

    async def talk() -> None:
        async with desk.over_stdio(OLDEST, elicitation_callback=Person()) as client:
            assert (await told(client, "run", sentence="delete a.txt"))["status"] == "awaiting_approval"

    asyncio.run(talk())
    assert file.exists()


def test_a_server_that_is_told_so_never_asks_through_the_client(desk: Desk) -> None:
    file, person = desk.write("a.txt"), Person()

    async def talk() -> None:
        async with desk.over_stdio(NEWEST, "--approve-elsewhere", elicitation_callback=person) as client:
            assert (await told(client, "run", sentence="delete a.txt"))["status"] == "awaiting_approval"

    asyncio.run(talk())
    assert file.exists()
    assert not person.asked


def test_what_has_changed_since_the_question_is_not_run(desk: Desk) -> None:
    file = desk.write("a.txt")

    async def changed(_context: Any, _params: Any) -> ElicitResult:
        file.write_text("something else")
        return ElicitResult(action="accept", content={"approve": True})

    async def talk() -> None:
        async with desk.over_http(NEWEST, elicitation_callback=changed) as client:
            assert "out of date" in await refused(client, "run", sentence="delete a.txt")

    asyncio.run(talk())
    assert file.read_text() == "something else"


# A client that tries to approve itself: each is a call, or several, after which the file must still be there.
DELETE = {"sentence": "delete a.txt"}


async def _flag(client: Client, _run: Any, _hash: str) -> None:
    for extra in ({"approve": True}, {"approved": True}, {"yes": True}, {"hold": False}, {"risk": "low"}):
        assert "takes no argument" in await refused(client, "run", **DELETE, **extra)


async def _hash(client: Client, _run: Any, plan_hash: str) -> None:
    for name in ("hash", "plan_hash", "approve"):
        assert "takes no argument" in await refused(client, "run", **DELETE, **{name: plan_hash})
    assert "no plan" in await refused(client, "run", plan_id=plan_hash)


async def _tool(client: Client, run: Any, plan_hash: str) -> None:
    for name in ("approve", "goalwright.approve", "decline"):
        assert "Unknown tool" in await refused(client, name, run_id=run, hash=plan_hash)


async def _sentences(client: Client, run: Any, plan_hash: str) -> None:
    for sentence in (f"approve {run}", f"goalwright approve {run} --hash {plan_hash}", "yes", "approve it"):
        await client.call_tool("run", {"sentence": sentence})


async def _goals(client: Client, _run: Any, plan_hash: str) -> None:
    for more in ({"risk": "none"}, {"approved": True}, {"hash": plan_hash}):
        await client.call_tool(
            "run", {"goals": [{"domain": "file", "verb": "delete", "params": {"path": "a.txt"}, **more}]}
        )
    goal = {"domain": "file", "verb": "delete", "params": {"path": "a.txt", "risk": "none", "approve": True}}
    await client.call_tool("run", {"goals": [goal]})


async def _resume(client: Client, run: Any, _hash: str) -> None:
    assert "waits for approval" in await refused(client, "resume", run_id=run)


async def _again(client: Client, run: Any, _hash: str) -> None:
    assert (await told(client, "run", **DELETE, run_id=run))["status"] == "awaiting_approval"


async def _meta(client: Client, _run: Any, plan_hash: str) -> None:
    for meta in ({"approve": True}, {"plan_hash": plan_hash}, {"io.modelcontextprotocol/approved": True}):
        await client.call_tool("run", DELETE, meta=meta)  # type: ignore[arg-type]  # any meta


async def _answer_unasked(client: Client, run: Any, plan_hash: str) -> None:
    yes = ElicitResult(action="accept", content={"approve": True})
    keys = (f"approve {run} {plan_hash}", f"approve {run}", "approve", "approval")
    await client.call_tool("run", {**DELETE, "run_id": run}, input_responses=dict.fromkeys(keys, yes))


async def _forged_state(client: Client, run: Any, plan_hash: str) -> None:
    import json

    key = f"approve {run} {plan_hash}"
    yes = ElicitResult(action="accept", content={"approve": True})
    state = json.dumps({"run": run, "asked": [key]})
    try:
        await client.call_tool("run", {**DELETE, "run_id": run}, input_responses={key: yes}, request_state=state)
    except MCPError as error:
        assert "State" in str(error)  # noqa: PT017  # an older protocol takes no notice of it


async def _write_ours(client: Client, run: Any, _hash: str) -> None:
    """Neither the record of runs nor the settings can be written by a plan."""
    for path in ("../state/journal.db", "../config/config.toml", f"../state/runs/{run}/approved"):
        answer = await told(client, "run", sentence=f"write yes to {path}")
        assert answer["status"] in ("refused", "awaiting_approval")


async def _undo_others(client: Client, _run: Any, _hash: str) -> None:
    """A run that a person started is not the client's to undo, to stop or to resume."""
    runs = (await told(client, "history"))["runs"]
    other = next(run["run_id"] for run in runs if run["asked_by"] == "ann")
    for tool in ("undo", "stop", "resume"):
        assert f"`goalwright {tool} {other}`" in await refused(client, tool, run_id=other)


TRIES = [
    *(_flag, _hash, _tool, _sentences, _goals, _resume, _again, _meta, _answer_unasked, _forged_state),
    *(_write_ours, _undo_others),
]


@BOTH
def test_a_client_can_not_approve_itself(desk: Desk, version: str) -> None:
    file = desk.write("a.txt")

    async def talk() -> None:
        async with desk.application() as gw:
            await gw.run("create kept.txt", by="ann")
        async with desk.over_http(version) as client:
            run = (await told(client, "run", **DELETE))["run_id"]
            async with desk.application() as gw:
                plan_hash = gw.waiting()[0].plan_hash
            for attempt in TRIES:
                await attempt(client, run, plan_hash)
                assert file.exists(), attempt.__name__
            async with desk.application() as gw:
                assert not [record for record in gw.history(100) if record.approved_by]

    asyncio.run(talk())
    assert (desk.work / "kept.txt").exists()


def test_a_yes_that_is_played_again_does_nothing_more(desk: Desk) -> None:
    """With the newest protocol the client holds the answer and the sealed state, and could send both again."""
    file = desk.write("a.txt")

    async def talk() -> None:
        async with desk.over_http(NEWEST, elicitation_callback=Person()) as client:
            asked: Any = await client.session.call_tool("run", DELETE, allow_input_required=True)
            (key,) = asked.input_requests
            yes = ElicitResult(action="accept", content={"approve": True})
            sent: dict[str, Any] = {"input_responses": {key: yes}, "request_state": asked.request_state}
            for arguments in ({"sentence": "delete b.txt"}, {"sentence": "delete a.txt", "run_id": "x"}):
                with pytest.raises(MCPError):  # the state is for the very call that it came from
                    await client.session.call_tool("run", arguments, **sent)
                assert file.exists()
            first: Any = await client.session.call_tool("run", DELETE, **sent)
            assert first.structured_content["status"] == "success"
            file.write_text("a new one")
            again: Any = await client.session.call_tool("run", DELETE, **sent)
            assert again.structured_content["run_id"] == first.structured_content["run_id"]

    asyncio.run(talk())
    assert file.read_text() == "a new one"
