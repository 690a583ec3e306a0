"""Hostile HTTP: whatever comes in, nothing is changed, nothing runs, and the service goes on."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from contextlib import suppress

import pytest

from doors.web.caller import Asker, Served

JSON = {"Content-Type": "application/json"}
BODY = b'{"text": "create a folder hostile", "wait_s": 5}'

# Path tricks: none of them leads to a file, or past the token.
PATHS = (
    *("/../../etc/passwd", "/page/../../service.py", "/page/%2e%2e/service.py", "/page/..%2f..%2fservice.py"),
    *("/page//etc/passwd", "/page/%00", "/page/app.js%00.png", "//evil.example/", "/%2fetc/passwd", "/page/C:\\x"),
    *("/api/../page/app.js", "/api//runs", "/API/runs", "/api/runs/", "/api/runs/..%2f..%2fx", "/api/runs/%0d%0aX:1"),
    *("/enter/../api/service", "/enter%2f..%2fapi/service", "/enter?link=", "/enter?link=a&link=b", "/.git/config"),
    *("/page", "/page/", "/page/index", "/page/app.py", "/page/__init__.py", "/robots.txt", "/favicon.ico/.."),
    *("/api/runs/a;b", "/api/runs/a%20b", "/api/runs/" + "a" * 101, "/" + "a" * 5_000, "/?" + "q" * 9_000),
    *("/api/runs?limit=0", "/api/runs?limit=-1", "/api/runs?limit=1e9", "/api/runs?limit=1&limit=2"),
    *("/api/runs?unknown=1", "/api/runs?status=none", "/api/runs?before=..", "/api/events?after=-1"),
    *("/api/facts?limit=99999999999999999999", "/api/rules?name=%00", "/api/record?limit=x"),
)
METHODS = ("PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "PROPFIND", "FOO")
BODIES = (
    *(b"", b"null", b"1", b'"text"', b"[]", b"{", b"\xff\xfe", b"\x00", b"{}{}", b'{"text": NaN}', b'{"text": null}'),
    *(b'{"text": "\\ud800"}', b'{"text": {"$gt": ""}}', b'{"text": ["a"]}', b'{"__proto__": {}}', b"{'text': 'x'}"),
    *(b'{"text": "x", "cwd": 1}', b'{"text": "x", "reading": 1e99}', b'{"text": "x", "wait_s": -1}', b"--x\r\n"),
    *(b'{"goals": [1]}', b'{"goals": {}}', b'{"text": "x", "run_id": "a/b"}', b'{"text": "x", "run_id": ".."}'),
)
HEADERS: tuple[Mapping[str, str], ...] = (
    {"Authorization": "Bearer wrong"},
    {"Authorization": "bearer"},
    {"Authorization": "Token x"},
    {"Authorization": "Bearer \xff\xfe"},
    {"Cookie": "goalwright=x"},
    {"Cookie": "=;=;=" * 500},
    {"Cookie": 'goalwright-1="\\"'},
    {"X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": "localhost", "Forwarded": "host=localhost"},
    {"X-Original-URL": "/api/service", "X-Rewrite-URL": "/api/service"},
    {"X-HTTP-Method-Override": "GET"},
    {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": "eA==", "Sec-WebSocket-Version": "13"},
    {"Upgrade": "h2c", "Connection": "Upgrade, HTTP2-Settings", "HTTP2-Settings": ""},
    {"Expect": "200-ok"},
)
RAW = (
    b"GET / HTTP/1.1\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nHost: evil.example\r\n\r\n",
    b"GET http://evil.example/ HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: 127.0.0.1:PORT\r\n\r\n",
    b"GET /\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: a\r\n b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX: " + b"a" * 200_000 + b"\r\n\r\n",
    b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
    b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: -5\r\n\r\nhello",
    b"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
)
COUNT = len(PATHS) + len(METHODS) + len(BODIES) + len(HEADERS) + len(RAW)


def names(served: Served) -> list[str]:
    return sorted(str(path) for path in served.work.rglob("*"))


def runs(served: Served) -> int:
    return len(served.program.get("/api/runs?limit=200").document["runs"])


def test_there_are_a_hundred_cases() -> None:
    assert COUNT >= 100


@pytest.mark.parametrize("path", PATHS)
def test_tricks_with_addresses_lead_nowhere(served: Served, program: Asker, path: str) -> None:
    for asker in (served.stranger, program):
        answer = asker.send("GET", path)
        assert answer.status in (400, 401, 404, 405, 421), (path, answer)
        assert b"root:" not in answer.body
        assert "Traceback" not in answer.body.decode("utf-8", "replace")


def test_other_methods_do_nothing(served: Served, program: Asker) -> None:
    for method in METHODS:
        for path in ("/api/runs", "/", "/page/style.css"):
            answer = program.send(method, path, BODY, JSON)
            assert answer.status in (400, 404, 405), (method, path, answer)
    assert not (served.work / "hostile").exists()


def test_other_bodies_are_mistakes(served: Served, program: Asker) -> None:
    before = names(served), runs(served)
    for body in BODIES:
        for path in ("/api/runs", "/api/plans", "/api/runs/some-run/approve"):
            answer = program.send("POST", path, body, JSON)
            assert answer.status in (400, 403, 404, 422), (path, body, answer)
    assert (names(served), runs(served)) == before


def test_other_headers_open_nothing(served: Served) -> None:
    before = names(served), runs(served)
    for headers in HEADERS:
        answer = served.stranger.send("POST", "/api/runs", BODY, {**JSON, **headers})
        assert answer.status in (400, 401, 421), (headers, answer)
        answer = served.stranger.send("GET", "/api/service", headers=headers)
        assert answer.status in (400, 401, 421), (headers, answer)
    assert (names(served), runs(served)) == before


@pytest.mark.parametrize("raw", RAW, ids=range(len(RAW)))
def test_what_is_not_http_is_turned_down(served: Served, raw: bytes) -> None:
    before = names(served), runs(served)
    with socket.create_connection(("127.0.0.1", served.port), timeout=5) as line:
        with suppress(OSError):
            line.sendall(raw.replace(b"PORT", str(served.port).encode()))
        with suppress(OSError):  # it may be closed before all was sent
            line.shutdown(socket.SHUT_WR)
        try:
            answer = line.recv(100)
        except ConnectionResetError:
            answer = b""
    assert not answer or answer.split(b" ")[1] in (b"400", b"401", b"421", b"404", b"431"), answer
    assert (names(served), runs(served)) == before


def test_a_cookie_is_not_shared_by_a_form_of_another_site(served: Served, page: Asker) -> None:
    """What a browser would send for a form, an image or a script of another page, were the cookie sent along."""
    before = names(served), runs(served)
    form = b"text=create+a+folder+hostile"
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{served.port + 1}"):
        headers = {"Origin": origin, "Content-Type": "application/x-www-form-urlencoded", "X-Goalwright-Key": None}
        assert page.send("POST", "/api/runs", form, headers).status == 403
        plain = {"Origin": origin, "Content-Type": "text/plain"}
        assert page.send("POST", "/api/runs", BODY, plain).status == 403
        assert (
            page.send(
                "OPTIONS", "/api/runs", headers={"Origin": origin, "Access-Control-Request-Method": "POST"}
            ).status
            == 403
        )
    assert (names(served), runs(served)) == before
