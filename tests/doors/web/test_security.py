"""Who may talk to the service, and how much: each promise of docs/service.md about safety."""

from __future__ import annotations

import http.client
import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from doors.web.caller import GENEROUS, Asker, Served, serving
from goalwright.app.service_folder import ServiceFolder
from goalwright.doors.web.application import OPERATIONS
from goalwright.doors.web.gatekeeper import POLICY
from goalwright.doors.web.rates import Rates
from goalwright.doors.web.sessions import LINK_LIFE_S, SESSION_LIFE_S, Sessions
from goalwright.errors import JournalError

PATHS = [(operation.method, operation.path.replace("{run_id}", "some-run")) for operation in OPERATIONS]
ELSEWHERE = [("GET", path) for path in ("/", "/runs", "/openapi.json", "/page/app.js", "/page/style.css", "/no-such")]


@pytest.mark.parametrize(("method", "path"), [*PATHS, *ELSEWHERE])
def test_every_route_needs_a_token(served: Served, method: str, path: str) -> None:
    body = b"{}" if method == "POST" else None
    json_type = {"Content-Type": "application/json"}
    for headers in (
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer "},
        {"Authorization": "Basic cm9vdDpyb290"},
        {"Cookie": f"goalwright-{served.port}=wrong", "X-Goalwright-Key": "wrong", "Origin": served.origin},
    ):
        answer = served.stranger.send(method, path, body, {**json_type, **headers})
        assert answer.status == 401, (headers, answer)
        assert "goalwright serve" in answer.detail


def test_a_token_in_the_address_counts_for_nothing(served: Served) -> None:
    token = served.program.headers["Authorization"].removeprefix("Bearer ")
    for name in ("token", "access_token", "link", "key"):
        assert served.stranger.get(f"/api/service?{name}={token}").status == 401


def test_the_printed_address_opens_the_page_once(served: Served) -> None:
    address = served.program.post("/api/links").document["address"].removeprefix(served.origin)
    entered = served.stranger.get(address)
    assert entered.status == 200
    cookie = entered.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=strict" in cookie
    assert "Domain" not in cookie
    again = served.stranger.get(address)
    assert again.status == 401
    assert "set-cookie" not in again.headers
    assert served.stranger.get("/enter").status == 401
    assert served.stranger.get("/enter?link=guess").status == 401


def test_a_session_needs_both_its_halves(served: Served) -> None:
    page = served.page()
    assert page.get("/api/service").document["is_person"] is True
    # A server at another port of this machine is sent the cookie, but can't read the page's storage.
    assert page.get("/api/service", **{"X-Goalwright-Key": None}).status == 401
    assert page.get("/api/service", Cookie=None).status == 401
    other = served.page()
    assert page.get("/api/service", **{"X-Goalwright-Key": other.headers["X-Goalwright-Key"]}).status == 401
    assert page.get("/").status == 200


def test_a_session_ends_when_it_is_left(served: Served) -> None:
    page = served.page()
    assert page.post("/api/leave").status == 200
    assert page.get("/api/service").status == 401
    assert page.get("/").status == 401


def test_links_and_sessions_end_by_themselves(tmp_path: Path) -> None:
    now = [1_000.0]
    folder = ServiceFolder(tmp_path / "state")
    sessions = Sessions(folder, lambda: now[0])
    late = sessions.new_link()
    now[0] += LINK_LIFE_S + 1
    assert sessions.enter(late) is None
    made = sessions.enter(sessions.new_link())
    assert made is not None
    assert Sessions(folder, lambda: now[0]).session(made.cookie, made.key) is not None
    kept = (tmp_path / "state" / "service" / "sessions.json").read_text()
    assert made.cookie not in kept
    assert made.key not in kept
    now[0] += SESSION_LIFE_S + 1
    assert sessions.session(made.cookie, made.key) is None


def test_files_of_the_service_are_its_owners_alone(served: Served) -> None:
    served.page()
    folder = served.home / "service"
    assert folder.stat().st_mode & 0o777 == 0o700
    files = [path for path in folder.iterdir() if path.is_file()]
    assert {path.name for path in files} >= {"token", "sessions.json", "record.jsonl"}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in files)


def test_a_token_that_others_could_read_is_not_used(tmp_path: Path) -> None:
    folder = ServiceFolder(tmp_path / "state")
    folder.token()
    (tmp_path / "state" / "service" / "token").chmod(0o644)
    with pytest.raises(JournalError, match="can be read by others"):
        folder.token()


def test_another_user_of_the_machine_reads_nothing(served: Served) -> None:
    served.page()
    if os.geteuid() != 0:
        pytest.skip("only root can be another user")
    look = "import os,sys\nos.setuid(65534)\ntry:\n  open(sys.argv[1]).read()\nexcept PermissionError:\n  print('no')"
    for name in ("token", "sessions.json", "record.jsonl"):
        found = subprocess.run(
            [sys.executable, "-c", look, str(served.home / "service" / name)], capture_output=True, check=True
        )
        assert found.stdout == b"no\n"


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:{port}",
        "127.0.0.1",
        "127.0.0.1:1",
        "localhost.evil.example:{port}",
        "",
        "127.0.0.1:{port}@evil",
    ],
)
def test_another_host_is_not_answered(served: Served, host: str) -> None:
    answer = served.program.get("/api/service", Host=host.format(port=served.port))
    assert answer.status in (400, 421), answer


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
def test_names_of_this_machine_are_answered(served: Served, name: str) -> None:
    assert served.program.get("/api/service", Host=f"{name}:{served.port}").status == 200


@pytest.mark.parametrize(
    "origin",
    [
        "null",
        "http://evil.example",
        "https://127.0.0.1:{port}",
        "http://127.0.0.1:1",
        "http://127.0.0.1",
        "file://",
        "",
    ],
)
def test_another_origin_is_not_answered(served: Served, program: Asker, page: Asker, origin: str) -> None:
    given = origin.format(port=served.port)
    for asker in (program, page):
        assert asker.get("/api/service", Origin=given).status == 403
        refused = asker.post("/api/runs", {"text": "create a folder foreign"}, Origin=given)
        assert refused.status == 403
    assert not (served.work / "foreign").exists()


def test_a_page_without_an_origin_changes_nothing(served: Served, page: Asker) -> None:
    assert page.post("/api/runs", {"text": "create a folder foreign"}, Origin=None).status == 403
    assert page.get("/api/service", **{"Sec-Fetch-Site": "cross-site"}).status == 403
    assert page.get("/api/service", **{"Sec-Fetch-Site": "same-site"}).status == 403
    assert page.get("/api/service", **{"Sec-Fetch-Site": "same-origin"}).status == 200
    assert not (served.work / "foreign").exists()


@pytest.mark.parametrize(
    "media_type",
    [None, "", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json"],
)
def test_changes_are_asked_for_in_json_only(served: Served, page: Asker, media_type: str | None) -> None:
    body = json.dumps({"text": "create a folder form"}).encode()
    answer = page.send("POST", "/api/runs", body, {"Content-Type": media_type})
    assert answer.status == 415
    assert not (served.work / "form").exists()


def test_every_answer_says_what_a_browser_may_do_with_it(served: Served, page: Asker) -> None:
    for answer in (page.get("/"), page.get("/api/service"), served.stranger.get("/"), page.get("/no-such")):
        assert answer.headers["content-security-policy"] == POLICY
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
    assert "unsafe" not in POLICY
    assert "script-src 'self'" in POLICY
    assert page.get("/api/service").headers["cache-control"] == "no-store"


def test_only_a_person_approves(served: Served, program: Asker, page: Asker) -> None:
    (served.work / "kept.txt").touch()
    waiting = program.post("/api/runs", {"text": "delete kept.txt", "wait_s": 30}).document["run"]
    body = {"plan_hash": waiting["plan_hash"]}
    refused = program.post(f"/api/runs/{waiting['run_id']}/approve", body)
    assert refused.status == 403
    assert "goalwright approve" in refused.detail
    assert (served.work / "kept.txt").exists()
    for more in ({"approve": waiting["plan_hash"]}, {"approve": True}, {"plan_hash": waiting["plan_hash"]}):
        assert program.post("/api/runs", {"text": "delete kept.txt", **more}).status == 400
    for wrong in ("", "0" * 64, waiting["plan_hash"].upper(), waiting["plan_hash"][:-1], waiting["plan_hash"] + "0"):
        assert page.post(f"/api/runs/{waiting['run_id']}/approve", {"plan_hash": wrong}).status in (400, 409)
    assert (served.work / "kept.txt").exists()


def test_a_large_body_is_not_read(served: Served, program: Asker) -> None:
    for headers in ({"Content-Length": str(10**9)}, {"Content-Length": "9" * 30}):
        assert program.send("POST", "/api/plans", b"", {"Content-Type": "application/json", **headers}).status in (
            400,
            413,
        )
    whole = program.send("POST", "/api/plans", b" " * 1_000_001, {"Content-Type": "application/json"})
    assert whole.status == 413
    line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    line.putrequest("POST", "/api/plans")
    for name, value in {**program.headers, "Content-Type": "application/json", "Transfer-Encoding": "chunked"}.items():
        line.putheader(name, value)
    line.endheaders()
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    try:
        for _ in range(40):
            line.send(chunk)
    except OSError:
        pass
    else:
        assert line.getresponse().status == 413
    line.close()


def test_a_slow_body_is_given_up(served: Served, program: Asker) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as line:
        token = program.headers["Authorization"]
        head = f"POST /api/plans HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nAuthorization: {token}\r\n"
        line.sendall(f"{head}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n".encode() + b'{"te')
        assert line.recv(1_000).startswith(b"HTTP/1.1 408 ")


def test_deep_json_is_a_mistake_like_any_other(program: Asker) -> None:
    for deep in (b'{"goals":' + b"[" * 200_000, b'{"goals":[' + b'{"a":' * 50_000 + b"1" + b"}" * 50_000 + b"]}"):
        assert program.send("POST", "/api/plans", deep, {"Content-Type": "application/json"}).status == 400


def test_too_many_requests_are_turned_down_for_a_while(tmp_path: Path) -> None:
    limits = GENEROUS._replace(per_s=5, burst=20, strangers_per_s=5, strangers_burst=10)
    with serving(tmp_path, limits) as served:
        statuses = [served.program.get("/api/service").status for _ in range(40)]
        assert (statuses[0], statuses[-1]) == (200, 429)
        guesses = [served.stranger.get("/api/service", Authorization="Bearer guess") for _ in range(20)]
        assert guesses[-1].status == 429
        assert guesses[-1].headers["retry-after"] == "1"
        time.sleep(1)
        assert served.program.get("/api/service").status == 200


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    rates = Rates(2, 3, lambda: now[0])
    assert [rates.is_allowed("a") for _ in range(4)] == [True, True, True, False]
    assert rates.is_allowed("b")
    now[0] += 0.5
    assert [rates.is_allowed("a") for _ in range(2)] == [True, False]


def test_streams_are_limited_in_number(tmp_path: Path) -> None:
    with serving(tmp_path, GENEROUS._replace(streams=1)) as served:
        line = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
        line.request("GET", "/api/events", headers=dict(served.program.headers))
        first = line.getresponse()
        assert first.readline().startswith(b"retry:")
        assert served.program.get("/api/events").status == 503
        line.close()
