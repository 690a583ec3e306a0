"""`goalwright serve` as a process: it starts, is found, is stopped, and is killed."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from accounts import account, python_for_all
from doors.cli.command import Cli
from doors.web.process import ServeProcess, is_loopback_only, served_process
from goalwright.doors.web.spans import RunSpans

pytestmark = pytest.mark.slow


def until(look: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


def status_of(running: ServeProcess, run_id: str) -> str:
    return str(running.program.get(f"/api/runs/{run_id}").document["run"]["status"])


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> object:
    with served_process(tmp_path_factory.mktemp("serve"), "--log-json") as found:
        yield found


def test_it_listens_at_the_loopback_only(running: ServeProcess) -> None:
    assert running.origin.startswith("http://127.0.0.1:")
    assert is_loopback_only(running.process.pid)


def test_a_second_one_finds_the_first(running: ServeProcess) -> None:
    second = running.command("serve", "--json")
    assert second.code == 0
    assert second.document["is_first"] is False
    assert second.document["address"].startswith(f"{running.origin}/enter?link=")
    assert second.document["address"] != running.address
    told = running.command("serve").out
    assert told.startswith(f"Goalwright is running already, at {running.origin}/enter?link=")
    link = second.document["address"].removeprefix(running.origin)
    assert running.program.get(link, Authorization=None).status == 200


def test_the_page_is_opened_where_asked(running: ServeProcess, tmp_path: Path) -> None:
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\nprintf %s "$1" > {opened}\n')
    browser.chmod(0o755)
    told = running.cli("serve", "--json", "--open", environment={**running.plugin, "BROWSER": f"{browser} %s"})
    assert told.code == 0
    until(lambda: opened.exists() and opened.read_text() == told.document["address"])
    nothing = running.cli("serve", "--open", environment={**running.plugin, "BROWSER": "/bin/false", "PATH": "/none"})
    assert nothing.code == 0
    assert "no browser could be opened: open the address yourself" in nothing.err


def test_each_request_is_a_json_line_where_asked(running: ServeProcess) -> None:
    running.program.get("/api/service?nothing=1")
    log = running.cli.folder / "serve.err"

    def told() -> list[str]:
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        wanted = ("GET", "/api/service", 400)
        return [line["by"] for line in lines if (line["method"], line["path"], line["status"]) == wanted]

    until = time.monotonic() + 30
    while not told() and time.monotonic() < until:  # the line is written once the answer is sent
        time.sleep(0.05)
    assert "by token" in told()[-1]


def test_a_command_line_sees_what_the_service_runs_and_stops_it(running: ServeProcess) -> None:
    running.program.post("/api/runs", {"text": "nap for 60 seconds", "run_id": "both-1"})
    assert running.command("show", "both-1", "--json").document["status"] == "running"
    assert running.command("stop", "both-1", "--now").code == 0
    assert status_of(running, "both-1") in ("cancelled", "interrupted")


def test_a_plan_that_waits_here_is_approved_at_a_terminal(running: ServeProcess) -> None:
    (running.work / "old.txt").touch()
    waiting = running.program.post("/api/runs", {"text": "delete old.txt", "wait_s": 30}).document["run"]
    approved = running.command("approve", waiting["run_id"], "--hash", waiting["plan_hash"])
    assert approved.code == 0, approved
    assert status_of(running, waiting["run_id"]) == "success"


def test_a_port_that_is_taken_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        Cli(folder=tmp_path)("serve", "--port", port).require_one_line(2, port, "--port")
    Cli(folder=tmp_path)("serve", "--port", "70000").require_one_line(2, "65535")
    assert not (tmp_path / "state" / "service" / "address.json").exists()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_stops_cleanly_and_what_runs_may_finish(tmp_path: Path, number: signal.Signals) -> None:
    with served_process(tmp_path) as running:
        running.program.post(
            "/api/runs", {"text": "nap for 1 seconds, then create a folder dreams", "run_id": "last-1"}
        )
        assert running.stop(number) == 0
        assert not (tmp_path / "state" / "service" / "address.json").exists()
        shown = running.command("show", "last-1", "--json").document
        assert shown["status"] == "cancelled"
        states = [outcome["state"] for outcome in shown["outcomes"].values()]
        assert states == ["done", "pending"]
        assert running.command("resume", "last-1").code == 0
        assert (running.work / "dreams").is_dir()


def test_an_open_stream_does_not_hold_it_up(tmp_path: Path) -> None:
    with served_process(tmp_path) as running:
        line = socket.create_connection(("127.0.0.1", running.port), timeout=30)
        head = f"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:{running.port}\r\n"
        line.sendall(f"{head}Authorization: {running.program.headers['Authorization']}\r\n\r\n".encode())
        assert b"200 OK" in line.recv(2_000)
        began = time.monotonic()
        assert running.stop() == 0
        assert time.monotonic() - began < 20
        line.close()


def test_a_killed_one_leaves_runs_that_are_resumed_and_its_place_to_the_next(tmp_path: Path) -> None:
    with served_process(tmp_path) as running:
        text = "create a folder alpha, then nap for 60 seconds, then create a folder beta"
        running.program.post("/api/runs", {"text": text, "run_id": "cut-1"})

        def naps() -> bool:
            """The folder alone is there before it is written down, and before the nap has begun."""
            events = running.program.get("/api/runs/cut-1/events").document["events"]
            return len([event for event in events if event["kind"] == "action_started"]) == 2

        until(naps)
        running.stop(signal.SIGKILL)
    with served_process(tmp_path) as after:
        assert after.announced["is_first"] is True
        view = after.program.get("/api/runs/cut-1").document
        assert (view["run"]["status"], view["can"]["resume"], view["can"]["undo"]) == ("interrupted", True, True)
        (doubted,) = [name for name, each in view["run"]["outcomes"].items() if each["state"] == "in_doubt"]
        done = after.program.post("/api/runs/cut-1/resume", {"skip": [doubted], "wait_s": 30})
        assert done.status == 200, done
        assert (after.work / "alpha").is_dir()


def test_a_session_outlives_the_service(tmp_path: Path) -> None:
    with served_process(tmp_path) as running:
        entered = running.program.get(running.address.removeprefix(running.origin), Authorization=None)
        key = entered.body.decode().partition('data-key="')[2].partition('"')[0]
        cookie = entered.headers["set-cookie"].partition(";")[0]
        port = running.port
        running.stop(signal.SIGKILL)
    with served_process(tmp_path, port=port) as after:
        headers = {"Authorization": None, "Cookie": cookie, "X-Goalwright-Key": key}
        assert after.program.get("/api/service", **headers).document["is_person"] is True


def test_the_plain_command_line_loads_nothing_of_it(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    code = (
        "import sys\nfrom goalwright.doors.cli import entry\nentry.run(['create a folder plain'])\n"
        "print([name for name in ('starlette', 'uvicorn', 'goalwright.doors.web', 'anyio') if name in sys.modules])"
    )
    cli = Cli(folder=tmp_path)
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=tmp_path, env=cli.environment(), capture_output=True, check=True
    )
    assert done.stdout.decode().splitlines()[-1] == "[]"


def test_without_its_packages_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    block = (
        "import sys\nsys.modules['uvicorn'] = None\n"
        "from goalwright.doors.cli import entry\nsys.exit(entry.run(['serve']))"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", block],
        cwd=tmp_path,
        env=Cli(folder=tmp_path).environment(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 1
    assert b"goalwright[serve]" in done.stderr


INTRUDER = """
import json, os, socket, sys, urllib.error, urllib.request
port, state = sys.argv[1:]
def asked(method, path):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", b"{}" if method == "POST" else None)
    request.add_header("Content-Type", "application/json")
    try:
        return urllib.request.urlopen(request, timeout=20).status
    except urllib.error.HTTPError as error:
        return error.code
def tried(work):
    try:
        return str(work())
    except OSError as error:
        return type(error).__name__
def handed_over():
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(20)
    line.connect(f"{state}/service/commands.sock")
    line.sendall(b"{}")
    return line.recv(100)
print(json.dumps({
    "answers": sorted({asked("GET", path) for path in ("/", "/api/runs", "/api/events", "/metrics", "/openapi.json")}),
    "changes": sorted({asked("POST", path) for path in ("/api/runs", "/api/jobs", "/api/halt", "/api/links")}),
    "folder": tried(lambda: os.listdir(f"{state}/service")),
    "token": tried(lambda: open(f"{state}/service/token").read()),
    "socket": tried(handed_over),
}))
"""


def test_another_user_reaches_nothing(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can be another user")
    for folder in (tmp_path, *tmp_path.parents[:2]):  # whatever is around it, it is not that which protects it
        request.addfinalizer(partial(folder.chmod, folder.stat().st_mode))
        folder.chmod(0o755)
    with account("gw-intruder", python_for_all()) as intruder, served_process(tmp_path) as running:
        state = tmp_path / "state"
        until((state / "service" / "commands.sock").exists)
        told = intruder.told("-c", INTRUDER, str(running.port), str(state))
        assert told == {
            **{"answers": [401], "changes": [401], "folder": "PermissionError"},
            **{"token": "PermissionError", "socket": "PermissionError"},
        }
        for folder in (state, state / "service"):
            folder.chmod(0o755)
        (state / "service" / "commands.sock").chmod(0o666)
        told = intruder.told("-c", INTRUDER, str(running.port), str(state))
        assert (told["token"], told["answers"]) == ("PermissionError", [401])
        # Turned away without a word, or not let in: the service may have closed its folder again by then.
        assert told["socket"] in ("b''", "BrokenPipeError", "ConnectionResetError", "PermissionError")


def test_runs_and_actions_become_spans(tmp_path: Path) -> None:
    import asyncio

    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import SimpleSpanProcessor
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    from goalwright import Goalwright
    from goalwright.app.overview import past_events

    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    gw = Goalwright(home=tmp_path / "state", cwd=tmp_path, config=tmp_path / "config")
    report = asyncio.run(gw.run("create folders a and b, then delete nothing.txt", approve=True, partial=True))
    spans = RunSpans(provider)
    for event in past_events(gw, report.run_id, 0):
        spans.tell(event)
    gw.close()
    found = exporter.get_finished_spans()
    assert sorted(span.name for span in found) == ["action", "action", "run"]
    (whole,) = [span for span in found if span.name == "run"]
    for span in found:
        assert span.attributes is not None
        assert span.attributes["goalwright.run_id"] == report.run_id
        if span is not whole:
            assert span.parent is not None
            assert span.parent.span_id == whole.context.span_id
            moments = (whole.start_time, span.start_time, span.end_time, whole.end_time)
            assert sorted(moments, key=lambda moment: moment or 0) == list(moments)


def test_the_service_tells_spans_where_they_are_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OTEL_TRACES_EXPORTER", "console")
    with served_process(tmp_path) as running:
        running.program.post("/api/runs", {"text": "create a folder traced", "run_id": "traced-1", "wait_s": 30})
        time.sleep(0.5)
        running.stop()
        told = (tmp_path / "serve.err").read_text()
    assert '"name": "run"' in told
    assert '"name": "action"' in told
    assert "traced-1" in told
