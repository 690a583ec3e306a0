"""Small web sites on this machine, made of pages that a test writes down."""

from __future__ import annotations

import socket
import threading
import time
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha1
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

TYPES = {".js": "text/javascript", ".txt": "text/plain", ".csv": "text/csv"}


@dataclass
class Answer:
    """What a site answers at a path; `delay_s` makes it slow, `is_cut` breaks the connection instead.

    At one that `is_socket` it is said over a web socket, once something was said there.
    """

    body: str | bytes = ""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay_s: float = 0.0
    is_cut: bool = False
    is_socket: bool = False


@dataclass
class Site:
    """A site at `address` with `pages` by path and `answers` to what is sent; `hits` are the paths asked for."""

    address: str
    pages: dict[str, str | Answer] = field(default_factory=dict)
    answers: dict[str, Answer] = field(default_factory=dict)
    hits: list[str] = field(default_factory=list)
    posted: list[bytes] = field(default_factory=list)

    def at(self, path: str) -> str:
        return f"{self.address}{path}"

    def page(self, body: str, title: str = "Test", path: str = "") -> str:
        """The address of a new page with this body."""
        path = path or f"/page{len(self.pages)}"
        self.pages[path] = f"<!doctype html><meta charset=utf-8><title>{title}</title><body>{body}"
        return self.at(path)


@contextmanager
def serving(host: str = "127.0.0.1") -> Iterator[Site]:
    """A site that is there while the block lasts."""
    site = Site("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # sockets want it

        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path != "/favicon.ico":
                site.hits.append(self.path)
            found = site.pages.get(path)
            answer = Answer("nothing here", 404) if found is None else found
            self._give(answer if isinstance(answer, Answer) else Answer(answer))

        def do_POST(self) -> None:
            site.hits.append(self.path)
            site.posted.append(self.rfile.read(int(self.headers.get("Content-Length", 0))))
            self._give(site.answers.get(self.path.partition("?")[0], Answer("thanks")))

        do_PUT = do_PATCH = do_DELETE = do_POST  # noqa: N815  # names of the library

        def _give(self, answer: Answer) -> None:
            if answer.is_socket:
                _talk(self, answer)
                return
            time.sleep(answer.delay_s)
            if answer.is_cut:
                self.connection.shutdown(socket.SHUT_RDWR)
                return
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            kind = next((kind for end, kind in TYPES.items() if self.path.endswith(end)), "text/html; charset=utf-8")
            self.send_response(answer.status)
            for name, value in {"Content-Type": kind, "Content-Length": str(len(body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_arguments: Any) -> None:
            return

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_arguments: Any) -> None:  # browsers hang up whenever they like
            return

    server = Server((host, 0), Handler)
    site.address = f"http://{host}:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    try:
        yield site
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _talk(asked: BaseHTTPRequestHandler, answer: Answer) -> None:
    """Say it over a web socket, once something was said there."""
    key = (asked.headers["Sec-WebSocket-Key"] + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()
    accept = b64encode(sha1(key, usedforsecurity=False).digest()).decode()
    asked.send_response(101)
    for name, value in {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Accept": accept}.items():
        asked.send_header(name, value)
    asked.end_headers()
    asked.rfile.read(1)
    time.sleep(answer.delay_s)
    said = str(answer.body).encode()
    asked.wfile.write(bytes([0x81, len(said)]) + said)
    asked.rfile.read(1_000)
