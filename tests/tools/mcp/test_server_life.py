"""The life of a server that was added: spoken to, trusted, looked at again, started again, removed."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import keyring
import pytest
from keyring.backend import KeyringBackend

from goalwright.app.mcp_servers import McpServers, new_record
from goalwright.errors import GoalwrightError, SettingsError
from tools.mcp.odd_desk import SCRIPT, OddDesk, echo

pytestmark = pytest.mark.slow


@pytest.fixture
def odd(tmp_path: Path) -> OddDesk:
    made = OddDesk(tmp_path)
    made.add()
    return made


class MemoryKeyring(KeyringBackend):
    """A keyring that lives as long as a test."""

    priority = 1.0

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # the library's own
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.kept[service, username]


@pytest.fixture
def box() -> Iterator[MemoryKeyring]:
    before, made = keyring.get_keyring(), MemoryKeyring()
    keyring.set_keyring(made)
    yield made
    keyring.set_keyring(before)


# Sentence -> the goals that it means.
SENTENCES = {
    "use odd to echo hello there": [("odd.echo", {"text": "hello there"})],
    "ask odd to echo with the text 'a and b'": [("odd.echo", {"text": "a and b"})],
    "echo hello using odd": [("odd.echo", {"text": "hello"})],
    "tell odd to sleep for 2": [("odd.sleep", {"seconds": 2})],
    "use odd to bye": [("odd.bye", {})],
    "read a.txt and use odd to echo it": [
        ("file.read", {"path": "a.txt"}),
        ("odd.echo", {"text": {"from": "g0", "field": "text"}}),
    ],
    "use odd to echo hello and write it to b.txt": [
        ("odd.echo", {"text": "hello"}),
        ("file.write", {"content": {"from": "g0", "field": "text"}, "path": "b.txt"}),
    ],
    "echo hello": [("text.echo", {"text": "hello"})],
}


def test_its_tools_are_spoken_to_in_sentences(odd: OddDesk) -> None:
    with closing(odd.application()) as gw:
        for sentence, wanted in SENTENCES.items():
            goals = [(f"{goal.domain}.{goal.verb}", dict(goal.params)) for goal in gw.interpret(sentence).goals]
            assert goals == wanted, sentence


def test_what_it_answers_is_shown_and_can_be_written_and_undo_says_what_stays(odd: OddDesk) -> None:
    async def talk() -> None:
        async with odd.application() as gw:
            report = await gw.run("use odd to echo hello and write it to b.txt", approve=True)
            assert (report.status, report.answers[0][1]["text"]) == ("success", "hello")
            assert (odd.folder / "work" / "b.txt").read_text() == "hello"
            taken_back = await gw.undo(report.run_id)
            assert taken_back.undone == ("g1_write_1",)
            assert [name for name, _why in taken_back.not_undone] == ["g0_echo_1"]
            assert not (odd.folder / "work" / "b.txt").exists()

    asyncio.run(talk())


def test_a_trusted_tool_needs_no_approval_and_others_still_do(odd: OddDesk) -> None:
    odd.trust("echo")
    assert odd.run(echo(), approve=None).status == "success"
    sleep = {"domain": "odd", "verb": "sleep", "params": {"seconds": 0}}
    assert odd.run(sleep, approve=None).status == "refused"
    odd.trust("echo", risk="high")
    assert odd.run(echo(), approve=None).status == "refused"
    with pytest.raises(SettingsError, match="is no tool of odd"):
        odd.trust("fly")
    with pytest.raises(SettingsError, match="is no risk"):
        odd.trust("echo", risk="tiny")


def test_a_changed_server_is_used_again_once_it_was_looked_at_and_is_not_trusted_then(odd: OddDesk) -> None:
    odd.trust("echo", "sleep")
    assert odd.run(echo(), mode="changed_description", approve=None).status == "failed"
    with closing(odd.application()) as gw:
        servers = McpServers(gw)
        record, found = asyncio.run(servers.refreshed("odd"))
        assert [(change.tool, change.what) for change in found] == [("echo", "changed")]
        servers.pin(record, found)
    assert odd.run(echo(), mode="changed_description", approve=None).status == "refused"
    assert odd.run(echo(), mode="changed_description").status == "success"
    sleep = {"domain": "odd", "verb": "sleep", "params": {"seconds": 0}}
    assert odd.run(sleep, mode="changed_description", approve=None).status == "success"


def test_refreshing_keeps_what_the_user_wrote_and_adds_what_is_new(odd: OddDesk) -> None:
    file = odd.config / "rules" / "odd.toml"
    file.write_text(file.read_text().replace("say = [", 'say = [\n  "parrot {content:text}",', 1))
    odd.behave("one_more")
    with closing(odd.application()) as gw:
        servers = McpServers(gw)
        record, found = asyncio.run(servers.refreshed("odd"))
        servers.pin(record, found)
    with closing(odd.application()) as gw:
        assert ("odd", "extra") in gw.rules
        assert "parrot {content:text}" in file.read_text()


def test_a_server_that_died_is_started_again(odd: OddDesk) -> None:
    async def talk() -> None:
        async with odd.application() as gw:
            first = await gw.run("use odd to bye", approve=True)
            assert first.outcomes["g0_bye_1"].state == "in_doubt"
            second = await gw.run("use odd to echo hello", approve=True)
            assert second.status == "success"

    asyncio.run(talk())


def test_a_call_that_was_under_way_when_we_were_killed_is_in_doubt_and_not_made_again(odd: OddDesk) -> None:
    line = [sys.executable, "-P", "-m", "goalwright", "use odd to sleep for 30", "--yes"]
    folders = {"GOALWRIGHT_CONFIG": str(odd.config), "GOALWRIGHT_HOME": str(odd.folder / "state")}
    process = subprocess.Popen(line, cwd=odd.folder / "work", env={**os.environ, **folders})
    with closing(odd.application()) as gw:
        deadline = time.monotonic() + 60
        while not any(entry.kind == "started" for record in gw.history() for entry in gw.show(record.run_id).entries):
            assert time.monotonic() < deadline
            time.sleep(0.1)
        process.kill()
        process.wait()

    async def resumed() -> Any:
        async with odd.application() as gw:
            return await gw.resume()

    outcome = asyncio.run(resumed()).outcomes["g0_sleep_1"]
    assert (outcome.state, "--redo or --skip" in outcome.error) == ("in_doubt", True)


def test_an_answer_of_high_risk_is_not_said_only_to_look(odd: OddDesk) -> None:
    with closing(odd.application()) as gw:
        (action,) = gw.prepare("use odd to echo hello").result.plan.actions  # type: ignore[union-attr]  # there is one
        assert not action.only_looks
    odd.trust("echo")
    with closing(odd.application()) as gw:
        (action,) = gw.prepare("use odd to echo hello").result.plan.actions  # type: ignore[union-attr]
        assert action.only_looks


def test_no_process_is_left_behind(odd: OddDesk) -> None:
    import psutil

    odd.run(echo())
    odd.run(echo(), mode="dies")
    living = [child for child in psutil.Process().children() if child.status() != psutil.STATUS_ZOMBIE]
    assert not [child for child in living if str(SCRIPT) in child.cmdline()]


def test_arguments_are_held_against_the_schema(odd: OddDesk) -> None:
    outcome = odd.run({"domain": "odd", "verb": "sleep", "params": {"seconds": 0}}, {**echo(), "params": {"text": "x"}})
    assert outcome.status == "success"
    wrong = odd.run({"domain": "odd", "verb": "echo", "params": {"text": ["a"]}})
    assert wrong.status == "refused"


def test_a_secret_comes_from_the_keyring_and_is_written_nowhere(tmp_path: Path, box: MemoryKeyring) -> None:
    odd = OddDesk(tmp_path)
    command = (sys.executable, "-I", "-S", str(SCRIPT), str(odd.behave("plain")))
    with closing(odd.application()) as gw:
        record = new_record("odd", command=command, secrets=("API_KEY",))
        asyncio.run(McpServers(gw).add(record, {"API_KEY": "hunter2"}))
    assert set(box.kept) == {("goalwright", "mcp:odd:API_KEY")}
    seen = json.loads(odd.run(echo(), mode="environment").outcomes["g0_echo_1"].output["text"])
    assert seen["API_KEY"] == "hunter2"
    kept = [path for path in odd.config.rglob("*") if path.is_file() and b"hunter2" in path.read_bytes()]
    assert kept == []
    with closing(odd.application()) as gw:
        McpServers(gw).remove("odd")
    assert not box.kept
    assert not list(odd.config.rglob("odd.*"))


def test_a_secret_that_is_gone_is_an_error_of_one_line(tmp_path: Path, box: MemoryKeyring) -> None:
    odd = OddDesk(tmp_path)
    command = (sys.executable, "-I", "-S", str(SCRIPT), str(odd.behave("plain")))
    with closing(odd.application()) as gw:
        asyncio.run(McpServers(gw).add(new_record("odd", command=command, secrets=("KEY",)), {"KEY": "x"}))
    box.kept.clear()
    assert "the keyring has no KEY for odd" in odd.run(echo()).outcomes["g0_echo_1"].error


ADDRESSES = ("ftp://example.com", "http://example.com/mcp", "https://ann:pw@example.com/mcp", "https://", "x")


@pytest.mark.parametrize("url", ADDRESSES)
def test_an_address_that_is_not_safe_is_refused(url: str, tmp_path: Path) -> None:
    odd = OddDesk(tmp_path)
    with closing(odd.application()) as gw, pytest.raises(GoalwrightError) as refusal:
        asyncio.run(McpServers(gw).add(new_record("odd", url=url), {}))
    assert "pw" not in str(refusal.value).replace("password", "")


def test_a_server_over_http_gets_its_header_and_its_tools_run(tmp_path: Path, box: MemoryKeyring) -> None:
    from mcp.server.mcpserver import MCPServer

    odd = OddDesk(tmp_path)
    odd.behave("plain")
    server: MCPServer[Any] = MCPServer("remote", log_level="WARNING")

    @server.tool()
    def shout(text: str) -> str:
        """Shout."""
        return text.upper()

    async def talk() -> None:
        async with serving(server, "Bearer hunter2") as url, odd.application() as gw:
            servers = McpServers(gw)
            with pytest.raises(GoalwrightError):
                await servers.add(new_record("remote", url=url), {})
            await servers.add(
                new_record("remote", url=url, headers=("Authorization",)), {"Authorization": "Bearer hunter2"}
            )
            async with odd.application() as fresh:
                report = await fresh.run("use remote to shout hello", approve=True)
                assert report.answers[0][1]["text"] == "HELLO"

    asyncio.run(talk())


def serving(server: Any, header: str) -> Any:
    """A server of the SDK behind a check of a header."""
    from contextlib import asynccontextmanager

    import uvicorn
    from starlette.responses import PlainTextResponse

    app = server.streamable_http_app()

    async def checked(scope: Any, receive: Any, send: Any) -> None:
        given = dict(scope.get("headers", ())).get(b"authorization", b"").decode()
        if scope["type"] == "http" and given != header:
            await PlainTextResponse("no", 401)(scope, receive, send)
        else:
            await app(scope, receive, send)

    @asynccontextmanager
    async def served() -> Any:
        runner = uvicorn.Server(uvicorn.Config(checked, host="127.0.0.1", port=0, log_level="error"))
        task = asyncio.create_task(runner.serve())
        while not runner.started:
            await asyncio.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{runner.servers[0].sockets[0].getsockname()[1]}/mcp"
        finally:
            runner.should_exit = True
            await task

    return served()


def test_commands_that_use_no_server_load_nothing_of_it(odd: OddDesk) -> None:
    folders = {"home": str(odd.folder / "state"), "cwd": str(odd.folder / "work"), "config": str(odd.config)}
    script = (
        "import asyncio, sys; from goalwright import Goalwright; "
        f"report = asyncio.run(Goalwright(**{folders}).run('create a folder x')); "
        "print(report.status, [name for name in ('mcp', 'mcp_types', 'jsonschema', 'httpx2') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-P", "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "success []"
