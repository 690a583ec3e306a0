"""The one stream of events: runs of every process, each event once, also after the line broke."""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from doors.cli.command import Cli
from doors.cli.plugin import install
from doors.web.caller import Asker, Served
from goalwright.app import Goalwright
from goalwright.doors.web.event_hub import EventHub


def until(look: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


class Stream:
    """An open line, read one message at a time."""

    def __init__(self, line: http.client.HTTPResponse) -> None:
        self._line = line

    def message(self, *, is_rest: bool = False) -> dict[str, str]:
        """The next message by its fields; comments are passed over, and so is word of rest unless that is wanted."""
        found: dict[str, str] = {}
        while True:
            text = self._line.readline().decode().rstrip("\n")
            if not text and found and is_rest == (found.get("event") == "rest"):
                return found
            if not text:
                found = {}
            if text and not text.startswith(":"):
                name, _, value = text.partition(": ")
                found[name] = value

    def events(self, last: str) -> Iterator[dict[str, Any]]:
        """Events up to the first of a kind."""
        while True:
            event = json.loads(self.message()["data"])
            yield event
            if event["kind"] == last:
                return


@contextmanager
def streaming(asker: Asker, query: str = "", **headers: str) -> Iterator[Stream]:
    line = http.client.HTTPConnection("127.0.0.1", asker.port, timeout=60)
    line.request("GET", f"/api/events{query}", headers={**asker.headers, **headers})
    answer = line.getresponse()
    assert answer.status == 200
    assert answer.headers["content-type"].startswith("text/event-stream")
    try:
        yield Stream(answer)
    finally:
        line.close()


def test_events_come_as_they_happen_with_their_numbers(program: Asker) -> None:
    with streaming(program) as stream:
        hello = stream.message()
        assert hello["event"] == "hello"
        done = program.post("/api/runs", {"text": "create a folder streamed", "wait_s": 30}).document["run"]
        message = stream.message()
        assert message["event"] == "run"
        event = json.loads(message["data"])
        assert (event["kind"], event["run_id"]) == ("run_started", done["run_id"])
        assert message["id"] == str(event["number"])
        rest = list(stream.events("run_ended"))
        assert [event["kind"] for event in rest] == ["action_started", "action_ended", "run_ended"]
        numbers = [event["number"] for event in rest]
        assert numbers == sorted(set(numbers))


def test_a_stream_goes_on_where_an_earlier_one_broke_off(program: Asker) -> None:
    done = program.post("/api/runs", {"text": "create folders s1, s2 and s3", "wait_s": 30}).document["run"]
    kept = program.get(f"/api/runs/{done['run_id']}/events").document["events"]
    for place in (0, 3, len(kept) - 2):
        after = str(kept[place]["number"])
        for query, headers in (("", {"Last-Event-ID": after}), (f"?after={after}", {})):
            with streaming(program, query, **headers) as stream:
                assert stream.message()["event"] == "hello"
                assert list(stream.events("run_ended")) == kept[place + 1 :]


def test_a_stream_that_is_ahead_of_the_journal_is_told_so(program: Asker) -> None:
    with streaming(program, "?after=999999999") as stream:
        assert json.loads(stream.message()["data"])["reset"] is True
    with streaming(program, **{"Last-Event-ID": "no number"}) as stream:
        assert json.loads(stream.message()["data"])["reset"] is False


def test_runs_of_other_processes_are_among_them(served: Served, program: Asker) -> None:
    cli = Cli(folder=served.folder)
    with streaming(program) as stream:
        stream.message()
        command = [sys.executable, "-P", "-m", "goalwright", "create a folder elsewhere", "--json"]
        done = subprocess.run(command, cwd=served.work, env=cli.environment(), capture_output=True, check=True)
        run_id = json.loads(done.stdout)["run_id"]
        events = list(stream.events("run_ended"))
    assert {event["run_id"] for event in events} == {run_id}
    assert [event["kind"] for event in events] == ["run_started", "action_started", "action_ended", "run_ended"]


def test_a_run_that_is_killed_is_told_to_be_at_rest(served: Served, program: Asker) -> None:
    cli = Cli(folder=served.folder)
    command = [sys.executable, "-P", "-m", "goalwright", "nap for 60 seconds"]
    with streaming(program) as stream:
        stream.message()
        nap = subprocess.Popen(command, cwd=served.work, env=cli.environment(**install(cli)), stderr=subprocess.DEVNULL)
        run_id = list(stream.events("action_started"))[-1]["run_id"]
        until(lambda: run_id in served.service.hub.known_at_work)
        nap.kill()
        nap.wait()
        assert json.loads(stream.message(is_rest=True)["data"]) == {"run_id": run_id}
    assert program.get(f"/api/runs/{run_id}").document["run"]["status"] == "interrupted"


def test_a_run_that_is_over_before_the_next_look_is_told_to_be_at_rest(tmp_path: Path) -> None:
    """Its process may let go of it after its last event, or leave it in doubt without one."""

    async def first_rest(lines: AsyncIterator[str]) -> str:
        async for text in lines:
            if "event: rest" in text:
                return str(json.loads(text.partition("event: rest\ndata: ")[2].partition("\n")[0])["run_id"])
        return ""

    async def told_and_run() -> tuple[str, str]:
        (tmp_path / "work").mkdir()
        async with Goalwright(home=tmp_path / "state", cwd=tmp_path / "work", config=tmp_path / "config") as gw:
            hub = EventHub(gw, "here", look_s=3.0)
            reading = asyncio.create_task(first_rest(hub.lines(None)))
            while not hub.looked_at:
                await asyncio.sleep(0.01)
            run_id = (await gw.run("create a folder brief")).run_id
            try:
                return await asyncio.wait_for(reading, 30), run_id
            finally:
                await hub.close()

    told, run_id = asyncio.run(told_and_run())
    assert told == run_id


def test_no_event_is_lost_among_many(program: Asker) -> None:
    goals = [
        {"domain": "file", "verb": "create", "params": {"path": f"many/{number}", "object_type": "folder"}}
        for number in range(120)
    ]
    with streaming(program) as first, streaming(program) as second:
        for stream in (first, second):
            stream.message()
        done = program.post("/api/runs", {"goals": goals, "wait_s": 60}).document["run"]
        kept = program.get(f"/api/runs/{done['run_id']}/events?limit=2000").document["events"]
        assert len(kept) > 240
        for stream in (first, second):
            assert list(stream.events("run_ended")) == kept
