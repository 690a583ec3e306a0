"""An OpenAI-compatible address that answers as the test says, and remembers what it was asked."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

Reply = Callable[[BaseHTTPRequestHandler], None]


def goals(*rows: dict[str, Any]) -> Reply:
    """An answer with these goals."""
    return says(json.dumps({"goals": rows}))


def says(content: str, finish_reason: str = "stop") -> Reply:
    """A completion with this content, whatever it is."""
    completion = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "scripted",
        "choices": [{"index": 0, "finish_reason": finish_reason, "message": {"role": "assistant", "content": content}}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 10, "total_tokens": 20},
    }
    return sends(json.dumps(completion).encode())


def sends(body: bytes, status: int = 200, **headers: str) -> Reply:
    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        named = {"content-type": "application/json", "content-length": str(len(body))}
        for name, value in (named | {name.replace("_", "-"): value for name, value in headers.items()}).items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(body)

    return reply


def fails(status: int, **error: str) -> Reply:
    return sends(json.dumps({"error": {"message": "no", **error}}).encode(), status)


def floods(size: int) -> Reply:
    """A reply without an end in sight, in pieces and with no length given."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.end_headers()
        try:
            for _ in range(size // 65_536):
                handler.wfile.write(b" " * 65_536)
        except OSError:
            pass  # the reader has had enough

    return reply


def drips(seconds: float) -> Reply:
    """A reply of which a byte comes now and then: no single wait is long."""

    def reply(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "application/json")
        handler.end_headers()
        end = time.monotonic() + seconds
        try:
            while time.monotonic() < end:
                handler.wfile.write(b" ")
                time.sleep(0.05)
        except OSError:
            pass  # the reader has had enough

    return reply


def drops(handler: BaseHTTPRequestHandler) -> None:
    """Hang up without a word."""
    handler.connection.shutdown(socket.SHUT_RDWR)


def breaks_off(handler: BaseHTTPRequestHandler) -> None:
    """Hang up in the middle of a reply."""
    handler.send_response(200)
    handler.send_header("content-type", "application/json")
    handler.send_header("content-length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"id": ')
    handler.wfile.flush()
    handler.connection.shutdown(socket.SHUT_RDWR)


class ScriptedEndpoint:
    """Gives the replies in turn, the last one for ever. `requests` are the bodies it was sent, `headers` theirs."""

    def __init__(self) -> None:
        self.script: list[Reply] = []
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                endpoint.requests.append(json.loads(body))
                endpoint.headers.append({name.lower(): value for name, value in self.headers.items()})
                endpoint.script[min(len(endpoint.requests), len(endpoint.script)) - 1](self)
                self.close_connection = True

            def log_message(self, *_: object) -> None:
                """Tests print nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02})

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
