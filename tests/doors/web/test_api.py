"""The HTTP interface: what can be asked of it, and what it answers."""

from __future__ import annotations

import http.client
import json
import re
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from doors.web.caller import Asker, Served
from goalwright.app import Goalwright
from goalwright.doors.web.application import OPERATIONS
from goalwright.errors import GoalwrightError

MAKE = "create a folder {name} and put notes.txt in it saying hello"


def run(asker: Asker, text: str, **more: Any) -> Any:
    answer = asker.post("/api/runs", {"text": text, "wait_s": 30, **more})
    assert answer.status == 201, answer
    return answer.document


def until(look: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not look():
        assert time.monotonic() < end
        time.sleep(0.02)


def test_a_sentence_is_understood_planned_run_and_taken_back(served: Served, program: Asker) -> None:
    text = MAKE.format(name="trip")
    meant = program.post("/api/interpret", {"text": text}).document
    assert [goal["verb"] for goal in meant["goals"]] == ["create", "write"]
    planned = program.post("/api/plans", {"text": text}).document
    assert planned["plan"]["status"] == "success"
    assert list(planned["words"].values()) == ["create folder trip", "write trip/notes.txt"]
    assert not (served.work / "trip").exists()
    done = run(program, text)
    assert done["run"]["status"] == "success"
    assert (served.work / "trip" / "notes.txt").read_text() == "hello"
    assert done["can"] == {"approve": False, "stop": False, "resume": False, "undo": True}
    run_id = done["run"]["run_id"]
    would = program.post(f"/api/runs/{run_id}/undo", {"dry_run": True}).document
    assert len(would["undone"]) == 2
    assert (served.work / "trip").exists()
    back = program.post(f"/api/runs/{run_id}/undo").document
    assert back["exit_code"] == 0
    assert not (served.work / "trip").exists()
    again = program.get(f"/api/runs/{run_id}").document
    assert again["run"]["undone"] is True
    assert again["can"]["undo"] is False


def test_answers_come_as_text(served: Served, program: Asker) -> None:
    (served.work / "said.txt").write_text("good morning")
    done = run(program, "read said.txt")
    assert [answer["text"] for answer in done["answers"]] == ["good morning"]


def test_goals_as_data_are_run(served: Served, program: Asker) -> None:
    goal = {"domain": "file", "verb": "create", "params": {"path": "data.txt", "object_type": "file"}}
    answer = program.post("/api/runs", {"goals": [goal], "wait_s": 30})
    assert answer.document["run"]["status"] == "success"
    assert (served.work / "data.txt").exists()


def test_paths_start_from_the_folder_that_the_caller_is_in(served: Served, program: Asker) -> None:
    there = served.folder / "home" / "there"
    there.mkdir()
    run(program, MAKE.format(name="near"), cwd=str(there))
    assert (there / "near" / "notes.txt").exists()
    for wrong in ("relative", str(there / "missing"), str(there / "near" / "notes.txt"), "/nul\0l"):
        refused = program.post("/api/runs", {"text": "create a folder x", "cwd": wrong})
        assert (refused.status, refused.detail[:4]) == (422, "cwd:")


def test_a_risky_plan_waits_and_is_approved_by_a_person(served: Served, program: Asker, page: Asker) -> None:
    (served.work / "old.txt").write_text("old")
    waiting = run(program, "delete old.txt")
    run_id, plan_hash = waiting["run"]["run_id"], waiting["run"]["plan_hash"]
    assert waiting["run"]["status"] == "awaiting_approval"
    assert waiting["can"]["approve"] is True
    assert [found["run_id"] for found in program.get("/api/runs?status=awaiting_approval").document["runs"]] == [run_id]
    wrong = page.post(f"/api/runs/{run_id}/approve", {"plan_hash": "0" * 64})
    assert wrong.status == 409
    assert "not the hash" in wrong.detail
    assert (served.work / "old.txt").exists()
    done = page.post(f"/api/runs/{run_id}/approve", {"plan_hash": plan_hash, "wait_s": 30})
    assert done.document["run"]["status"] == "success"
    assert done.document["run"]["approved_by"].endswith("at the page")
    assert done.document["run"]["asked_by"].endswith("by token")
    assert not (served.work / "old.txt").exists()
    twice = page.post(f"/api/runs/{run_id}/approve", {"plan_hash": plan_hash})
    assert twice.status == 409


def test_what_has_changed_since_is_not_approved(served: Served, program: Asker, page: Asker) -> None:
    (served.work / "drift.txt").write_text("one")
    waiting = run(program, "delete drift.txt")["run"]
    (served.work / "drift.txt").write_text("another")
    refused = page.post(f"/api/runs/{waiting['run_id']}/approve", {"plan_hash": waiting["plan_hash"]})
    assert refused.status == 409
    assert "out of date" in refused.detail
    assert (served.work / "drift.txt").read_text() == "another"
    declined = page.post(f"/api/runs/{waiting['run_id']}/decline").document
    assert declined["run"]["status"] == "refused"
    assert "declined by" in declined["run"]["reason"]


def test_an_id_of_the_callers_is_done_once(served: Served, program: Asker) -> None:
    body = {"text": "append x to once.txt", "run_id": "my-own-1", "wait_s": 30}
    with ThreadPoolExecutor(8) as askers:
        answers = list(askers.map(lambda _: program.post("/api/runs", body), range(8)))
    assert {answer.status for answer in answers} == {201}
    assert {answer.document["run"]["run_id"] for answer in answers} == {"my-own-1"}
    assert (served.work / "once.txt").read_text() == "x"
    other = program.post("/api/runs", {**body, "text": "append y to once.txt"})
    assert (other.status, other.document["title"]) == (409, "run id taken")
    assert (served.work / "once.txt").read_text() == "x"


def test_runs_are_listed_a_page_at_a_time_and_searched(served: Served, program: Asker) -> None:
    made = [run(program, f"create a folder page{number}")["run"]["run_id"] for number in range(5)]
    found: list[str] = []
    before = ""
    while True:
        answer = program.get(f"/api/runs?limit=2&text=page&before={before}").document
        found += [each["run_id"] for each in answer["runs"]]
        if answer["next"] is None:
            break
        before = answer["next"]
    assert found == made[::-1]
    assert [each["run_id"] for each in program.get("/api/runs?text=FOLDER%20page3").document["runs"]] == [made[3]]
    assert program.get("/api/runs?before=no-such-run").status == 404


def test_events_of_a_run_are_numbered_and_paged(program: Asker) -> None:
    run_id = run(program, "create a folder numbered")["run"]["run_id"]
    events = program.get(f"/api/runs/{run_id}/events").document["events"]
    assert [event["kind"] for event in events] == ["run_started", "action_started", "action_ended", "run_ended"]
    page = program.get(f"/api/runs/{run_id}/events?limit=2").document
    assert page["next"] == events[1]["number"]
    rest = program.get(f"/api/runs/{run_id}/events?after={page['next']}").document
    assert rest == {"events": events[2:], "next": None}


def test_a_run_is_stopped_and_resumed_by_its_id(served: Served, program: Asker) -> None:
    answer = program.post("/api/runs", {"text": "nap for 30 seconds, then create a folder dreams", "run_id": "slow-1"})
    assert (answer.status, answer.document["run"]["status"]) == (202, "running")
    assert "slow-1" in program.get("/api/service").document["going"]
    stopped = program.post("/api/runs/slow-1/stop", {"now": True}).document
    assert stopped["run"]["status"] in ("cancelled", "interrupted")
    assert not (served.work / "dreams").exists()
    assert stopped["can"]["resume"] is True
    again = program.post("/api/runs/slow-1/stop")
    assert again.status == 409


def test_a_failed_run_goes_on_where_it_stopped(served: Served, program: Asker) -> None:
    (served.work / "data.zip").write_text("no archive")
    failed = run(program, "create log.txt saying begun and unzip data.zip to data")
    assert failed["run"]["status"] == "failed"
    (served.work / "data.zip").unlink()
    run(program, "zip log.txt to data.zip")
    done = program.post(f"/api/runs/{failed['run']['run_id']}/resume", {"wait_s": 30}).document
    assert done["run"]["status"] == "success"
    assert (served.work / "data" / "log.txt").read_text() == "begun"
    assert program.post(f"/api/runs/{failed['run']['run_id']}/resume").status == 409


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/interpret", {"text": "craete a foldr"}, 422),
        ("/api/runs", {"text": "click OK"}, 422),
        ("/api/plans", {"text": ""}, 422),
        ("/api/runs", {"text": "craete a foldr"}, 422),
        ("/api/runs", {"text": "create /etc/passwd2"}, 403),
        ("/api/plans", {"goals": [{"domain": "file"}]}, 422),
        ("/api/runs/no-such-run/stop", {}, 404),
        ("/api/runs/no-such-run/undo", {}, 404),
        ("/api/plans", {}, 400),
        ("/api/plans", {"text": "x", "goals": []}, 400),
        ("/api/plans", {"text": 1}, 400),
        ("/api/plans", {"text": "x", "more": 1}, 400),
        ("/api/runs", {"text": "x", "run_id": "../x"}, 400),
        ("/api/runs", {"text": "x", "wait_s": "1"}, 400),
        ("/api/runs", {"text": "x", "partial": 1}, 400),
        ("/api/runs", [], 400),
    ],
)
def test_a_problem_is_one_sentence_and_nothing_is_done(
    served: Served, program: Asker, path: str, body: Any, status: int
) -> None:
    before = sorted(served.work.rglob("*"))
    answer = program.post(path, body)
    assert answer.status == status, answer
    assert answer.detail
    assert "Traceback" not in answer.detail
    assert sorted(served.work.rglob("*")) == before


@pytest.mark.parametrize("text", ["craete a foldr", "", "open it and don't close it"])
def test_the_sentence_is_the_one_that_a_terminal_shows(program: Asker, served: Served, text: str) -> None:
    with pytest.raises(GoalwrightError) as told:
        Goalwright(home=served.home, cwd=served.work, config=served.folder / "config").read(text)
    answer = program.post("/api/interpret", {"text": text})
    assert (answer.detail, answer.document["exit_code"]) == (str(told.value), told.value.exit_code)


def test_an_ambiguous_sentence_is_run_as_it_was_chosen(served: Served, program: Asker) -> None:
    text = "rest for 0 seconds"
    declined = program.post("/api/plans", {"text": text})
    assert declined.status == 422
    assert [reading.split()[0] for reading in declined.document["readings"]] == ["twice.nap", "twice.sleep"]
    for number, tool in enumerate(("rest.nap", "rest.sleep"), 1):
        done = run(program, text, reading=number)["run"]
        assert [action["tool"] for action in done["plan"]["actions"]] == [tool]
    assert program.post("/api/runs", {"text": text, "reading": 3}).status == 422


def test_plans_for_callers_that_have_gone_are_not_made(served: Served, program: Asker) -> None:
    """As a page that is typed at leaves them behind; the last one would wait for all of them otherwise."""
    made: list[str] = []
    plain = served.service.applications.first.prepare
    have_gone = threading.Event()

    def prepare(*about: Any, text: str = "", **how: Any) -> Any:
        made.append(text)
        have_gone.wait(60)
        time.sleep(0.05)
        return plain(*about, text=text, **how)

    served.service.applications.first.prepare = prepare  # type: ignore[method-assign]  # counts, and does the same
    try:
        lines = []
        for number in range(40):
            line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
            body = json.dumps({"text": f"create a folder typed{number}"})
            line.request("POST", "/api/plans", body, {**program.headers, "Content-Type": "application/json"})
            lines.append(line)
        for line in lines:
            line.close()
        have_gone.set()
        assert program.post("/api/plans", {"text": "create a folder typed-last"}).status == 200
    finally:
        del served.service.applications.first.prepare
    assert made[-1] == "create a folder typed-last"
    assert len(made) < 40


def test_what_can_be_looked_at(program: Asker, served: Served) -> None:
    run(program, "create a folder facts")
    facts = program.get("/api/facts?prefix=dir%3A&text=facts").document["facts"]
    assert [fact["value"] for fact in facts][:1] == ["exists"]
    assert len(program.get("/api/rules").document["rules"]) > 50
    (row,) = program.get("/api/rules?name=file.create").document["rules"]
    assert row["sentences"]
    assert program.get("/api/rules?name=no.such").status == 404
    assert any(tool["name"] == "files.create_folder" for tool in program.get("/api/tools").document["tools"])
    assert {check["name"] for check in program.get("/api/doctor").document["checks"]} >= {"journal", "rules"}
    assert {row["name"] for row in program.get("/api/settings").document["settings"]} >= {"allowed_roots"}
    about = program.get("/api/service").document
    assert (about["cwd"], about["halted"], about["is_person"]) == (str(served.work), None, False)


def test_without_a_fleet_its_routes_say_what_to_do(program: Asker) -> None:
    found = program.get("/api/fleet").document
    assert (found["hosts"], found["runs"]) == ([], [])
    assert "GOALWRIGHT_FLEET_URL" in found["problem"]
    begun = program.post("/api/fleet/runs", {"text": "create a folder x", "on": ["web1"]})
    assert (begun.status, begun.document["detail"]) == (409, found["problem"])
    assert program.get("/api/fleet/runs/fleet-1").status == 409


def test_the_examples_can_be_planned_here(program: Asker) -> None:
    examples = program.get("/api/examples").document["examples"]
    assert len(examples) == 3
    for text in examples:
        assert program.post("/api/plans", {"text": text}).document["plan"]["status"] == "success"


def test_changed_settings_count_from_the_next_request_on(served: Served, program: Asker) -> None:
    config = served.folder / "config" / "config.toml"
    config.write_text("max_parallel = 7\n")
    try:
        rows = program.get("/api/settings").document["settings"]
        assert next(row["value"] for row in rows if row["name"] == "max_parallel") == 7
        config.write_text("max_parallel = 0\n")
        broken = program.get("/api/settings")
        assert broken.status == 503
        assert "max_parallel" in broken.detail
    finally:
        config.unlink()
    assert program.get("/api/settings").status == 200


def test_the_description_is_of_the_routes_that_there_are(program: Asker) -> None:
    document = program.get("/openapi.json").document
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    assert described == {(operation.path, operation.method) for operation in OPERATIONS}
    for schema in document["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    names = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))
    assert set(names) <= document["components"]["schemas"].keys()


def test_counts_are_there_for_prometheus(program: Asker) -> None:
    program.get(f"/api/runs/{run(program, 'create a folder counted')['run']['run_id']}")
    text = program.get("/metrics").body.decode()
    for line in text.splitlines():
        assert re.fullmatch(r'# (HELP|TYPE) \w+ .+|\w+(\{(\w+="[^"]*",?)+\})? [0-9.e+-]+', line), line
    assert re.search(r'^goalwright_runs\{status="success"\} [1-9]', text, re.MULTILINE)
    assert 'route="/api/runs/{run_id}"' in text


def test_everything_is_stopped_by_one_switch(served: Served, program: Asker, page: Asker) -> None:
    program.post("/api/runs", {"text": "nap for 30 seconds", "run_id": "halted-1"})
    halted = program.post("/api/halt", {"now": True}).document
    assert halted["stopping"] == ["halted-1"]
    until(lambda: program.get("/api/runs/halted-1").document["run"]["status"] != "running")
    refused = program.post("/api/runs", {"text": "create a folder nope"})
    assert (refused.status, refused.document["title"]) == (409, "halted")
    assert not (served.work / "nope").exists()
    assert program.post("/api/release").status == 403
    assert page.post("/api/release").status == 200
    assert run(program, "create a folder nope")["run"]["status"] == "success"


def test_the_record_says_who_asked_and_approved(served: Served, program: Asker, page: Asker) -> None:
    (served.work / "gone.txt").touch()
    waiting = run(program, "delete gone.txt")["run"]
    page.post(f"/api/runs/{waiting['run_id']}/approve", {"plan_hash": waiting["plan_hash"], "wait_s": 30})
    approved, asked = program.get("/api/record?limit=2").document["record"]
    assert (asked["asked"], asked["status"]) == ("POST /api/runs", 201)
    assert "by token" in asked["by"]
    assert approved["asked"] == f"POST /api/runs/{waiting['run_id']}/approve"
    assert "at the page" in approved["by"]
    entries = program.get("/api/record?limit=1000").document["record"]
    assert all(entry["is_linked"] for entry in entries)
    record = served.home / "service" / "record.jsonl"
    lines = record.read_text().splitlines()
    assert record.stat().st_mode & 0o777 == 0o600
    record.write_text("\n".join([*lines[:2], *lines[3:]]) + "\n")
    try:
        changed = program.get("/api/record?limit=1000").document["record"]
        assert [entry["is_linked"] for entry in changed].count(False) == 1
    finally:
        record.write_text("\n".join(lines) + "\n")


def test_a_run_whose_folder_is_gone_can_still_be_looked_at(served: Served, program: Asker) -> None:
    there = Path(served.folder / "home" / "passing")
    there.mkdir()
    run_id = run(program, "what time is it", cwd=str(there))["run"]["run_id"]
    there.rmdir()
    assert program.get(f"/api/runs/{run_id}").document["run"]["status"] == "success"
