"""Jobs at a real service: done by a process of its own, and told of on a real desktop where they wait for approval."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from desktop.desk import Desk
from doors.cli.command import Cli
from doors.web.process import ServeProcess, served_process


def until(look: Callable[[], Any], most_s: float = 60.0) -> Any:
    """What a look finds, once it finds something."""
    end = time.monotonic() + most_s
    while not (found := look()):
        assert time.monotonic() < end, "it does not come about"
        time.sleep(0.05)
    return found


def soon(text: str, **more: Any) -> dict[str, Any]:
    at = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() + 12))
    return {"when": {"kind": "moment", "at": at, "zone": "UTC"}, "text": text, **more}


def last_firing(running: ServeProcess, job_id: str) -> dict[str, Any] | None:
    firings = running.program.get(f"/api/jobs/{job_id}").document["firings"]
    return firings[0] if firings and firings[0]["state"] == "done" else None


@pytest.mark.slow
def test_a_firing_that_waits_is_told_on_the_desktop_and_approved_at_a_terminal(desk: Desk, tmp_path: Path) -> None:
    with served_process(tmp_path) as running:
        (running.work / "old.txt").write_text("x")
        made = running.program.post("/api/jobs", soon("delete old.txt", ask_then=True))
        assert made.status == 201, made
        firing = until(lambda: last_firing(running, made.document["job_id"]))
        assert (firing["outcome"], (running.work / "old.txt").exists()) == ("awaiting_approval", True)
        summary, message = until(lambda: notice(desk))
        assert summary == "A job waits for approval"
        assert "delete old.txt" in message
        waiting = running.program.get(f"/api/runs/{firing['run_id']}").document["run"]
        approved = running.command("approve", firing["run_id"], "--hash", waiting["plan_hash"])
        assert (approved.code, (running.work / "old.txt").exists()) == (0, False), approved


def notice(desk: Desk) -> tuple[str, str] | None:
    """Title and message of what dunst has shown last."""
    desk.output("dunstctl", "close-all")
    history = json.loads(desk.output("dunstctl", "history"))["data"][0]
    last = max(history, key=lambda entry: entry["id"]["data"], default=None)
    return None if last is None else (last["summary"]["data"], last["message"]["data"])


@pytest.mark.slow
def test_a_stop_that_is_damaged_still_stops_and_what_was_due_is_done_on_release(tmp_path: Path) -> None:
    with served_process(tmp_path) as running:
        assert running.program.post("/api/halt", {}).status == 200
        halted = tmp_path / "state" / "service" / "halted.json"
        halted.write_bytes(halted.read_bytes()[:7])
        made = running.program.post("/api/jobs", soon("create a folder made"))
        assert made.status == 201, made
        assert running.program.get("/api/service").document["halted"] == {"by": "someone", "at": 0.0}
        assert running.program.post("/api/runs", {"text": "create a folder beside"}).status == 409
        time.sleep(6)
        assert not (running.work / "made").exists()
        halted.unlink()
        until(lambda: last_firing(running, made.document["job_id"]))
        assert (running.work / "made").is_dir()


@pytest.mark.slow
def test_jobs_that_can_not_be_read_are_told_of_and_the_rest_goes_on(tmp_path: Path) -> None:
    cli = Cli(folder=tmp_path)
    with served_process(tmp_path) as running:
        assert running.program.post("/api/jobs", soon("create a folder made")).status == 201
        until((running.work / "made").is_dir)
    store = tmp_path / "state" / "jobs.db"
    whole = store.read_bytes()
    store.write_bytes(whole[:5_000] + b"\xff" * (len(whole) - 5_000))
    with served_process(tmp_path) as running:
        listed = running.program.get("/api/jobs")
        assert (listed.status, str(store) in listed.detail) == (503, True)
        told = until(lambda: "jobs are not done" in (tmp_path / "serve.err").read_text())
        assert told
        run = running.program.post("/api/runs", {"text": "create a folder beside", "wait_s": 30})
        assert (run.status, (running.work / "beside").is_dir()) == (201, True), run
        store.write_bytes(whole)
        assert until(lambda: running.program.get("/api/jobs").status == 200)
    assert cli("jobs").code == 0


@pytest.mark.slow
def test_damaged_files_of_the_service_open_nothing_and_stop_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "state" / "service"
    with served_process(tmp_path) as running:
        running.program.post("/api/runs", {"text": "create a folder made", "wait_s": 30})
    for damage in (b'[["a", "b"], 7, ["a", "b", "c"], null]', b"[[[", b"\xff\xfe", b'{"a": NaN}', b""):
        (folder / "sessions.json").touch(0o600)
        (folder / "sessions.json").write_bytes(damage)
        (folder / "record.jsonl").write_bytes((folder / "record.jsonl").read_bytes() + damage + b"\n")
        (folder / "address.json").touch(0o600)
        (folder / "address.json").write_bytes(damage)
        with served_process(tmp_path) as running:
            record = running.program.get("/api/record")
            assert record.status == 200, record
            assert not all(entry["is_linked"] for entry in record.document["record"])
            assert running.program.get("/api/service").status == 200
