"""Jobs over HTTP: drafted, made, shown, paused, done and removed; high risk only by a person."""

from __future__ import annotations

from typing import Any

from jsonschema import Draft202012Validator

from doors.web.caller import Asker, Served
from goalwright.contracts.document_schemas import document_schemas

DAILY = {"kind": "recurrence", "rule": "FREQ=DAILY", "start": "2030-01-01T09:00:00", "zone": "Europe/Berlin"}


def order(text: str, **more: Any) -> dict[str, Any]:
    return {"when": DAILY, "text": text, **more}


def test_a_job_is_made_shown_paused_done_and_removed(served: Served, program: Asker) -> None:
    made = program.post("/api/jobs", order("append hello to jobs.txt"))
    assert made.status == 201, made.document
    job = made.document
    told = job.pop("told")
    assert "09:00" in told
    Draft202012Validator(document_schemas()["job"]).validate(job)
    path = f"/api/jobs/{job['job_id']}"
    assert made.headers["location"] == path
    assert (len(job["times"]), job["state"], job["text"]) == (3, "active", "append hello to jobs.txt")
    assert job["job_id"] in [found["job_id"] for found in program.get("/api/jobs").document["jobs"]]
    assert program.post(f"{path}/pause").document["state"] == "paused"
    resumed = program.post(f"{path}/resume").document
    assert (resumed["state"], resumed["times"]) == ("active", job["times"])
    report = program.post(f"{path}/run").document
    assert (report["status"], (served.folder / "work" / "jobs.txt").read_text()) == ("success", "hello")
    assert program.get(path).document["firings"][0]["run_id"] == report["run_id"]
    run = program.get(f"/api/runs/{report['run_id']}").document["run"]
    assert job["job_id"] in run["asked_by"]
    assert program.post(f"{path}/remove").document == {"job_id": job["job_id"], "removed": True}
    assert program.get(path).status == 404


def test_a_draft_says_what_a_job_would_do_and_keeps_nothing(program: Asker) -> None:
    before = program.get("/api/jobs").document
    draft = program.post("/api/jobs/drafts", order("delete all txt files in drafts")).document
    del draft["told"]
    Draft202012Validator(document_schemas()["job_draft"]).validate(draft)
    assert draft["needs_approval"]
    assert draft["shape"]["high_risk"]
    assert program.get("/api/jobs").document == before


def test_only_a_person_approves_high_risk_and_only_what_was_shown(program: Asker, page: Asker) -> None:
    wanted = order("delete all txt files in risky")
    draft = program.post("/api/jobs/drafts", wanted).document
    assert program.post("/api/jobs", {**wanted, "approve": draft["approval"]}).status == 403
    assert page.post("/api/jobs", wanted).status == 422
    assert page.post("/api/jobs", {**wanted, "approve": "0" * 64}).status == 422
    other = order("delete all pdf files in risky", approve=draft["approval"])
    assert page.post("/api/jobs", other).status == 422
    made = page.post("/api/jobs", {**wanted, "approve": draft["approval"]})
    assert made.status == 201, made.document
    asking = program.post("/api/jobs", {**wanted, "ask_then": True})
    assert (asking.status, asking.document["ask_then"]) == (201, True)
    for job in (made.document, asking.document):
        program.post(f"/api/jobs/{job['job_id']}/remove")


def test_what_can_be_no_job_is_refused_with_the_reason(program: Asker) -> None:
    past = {"kind": "moment", "at": "2020-01-01T00:00:00", "zone": "UTC"}
    cases: list[tuple[dict[str, Any], int, str]] = [
        ({"when": past, "text": "mute"}, 422, "has passed"),
        ({"when": {"kind": "moment"}, "text": "mute"}, 422, "when.at: is missing"),
        (order("flurb the wozzle"), 422, "not understood"),
        ({"when": {"kind": "file", "folder": "/no/such/folder"}, "text": "delete it"}, 422, "there is no folder"),
        ({"when": DAILY, "text": "mute", "goals": [{"domain": "file", "verb": "list"}]}, 400, "either text or goals"),
        ({"text": "mute"}, 422, "neither when nor how often"),
        ({"goals": [{"domain": "file", "verb": "list"}]}, 400, "say when"),
        (order("delete it"), 422, "it refers to something"),
    ]
    for body, status, problem in cases:
        answered = program.post("/api/jobs", body)
        assert answered.status == status, (body, answered.document)
        assert problem in answered.document["detail"]
    assert program.get("/api/jobs/nosuch").status == 404


def test_a_sentence_that_says_when_makes_a_job(program: Asker) -> None:
    text = "every weekday at 9 append tea to breaks.txt"
    planned = program.post("/api/plans", {"text": text})
    assert (planned.status, planned.document["type"]) == (422, "urn:goalwright:problem:asks-for-job")
    made = program.post("/api/jobs", {"text": text})
    assert made.status == 201, made.document
    assert (made.document["text"], made.document["said"]) == ("append tea to breaks.txt", text)
    program.post(f"/api/jobs/{made.document['job_id']}/remove")
