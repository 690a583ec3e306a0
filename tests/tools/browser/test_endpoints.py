"""What answers where a browser is looked for: a browser, somebody else, or nobody, and never for long."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import pytest

from goalwright.tools.browser import endpoints
from goalwright.tools.browser.endpoints import Endpoint, asked, endpoint_place, recent_pages

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n"


@pytest.mark.parametrize(
    ("endpoint", "place"),
    [
        ("http://127.0.0.1:9222", Endpoint("http", "127.0.0.1", 9222)),
        ("ws://localhost/devtools/browser/x", Endpoint("ws", "localhost", 80)),
        ("wss://user:key@far.example?token=1", Endpoint("wss", "far.example", 443)),
        ("HTTP://[::1]:9", Endpoint("http", "::1", 9)),
        ("http://[::1", None),
        ("http://127.0.0.1:99999", None),
        ("http://127.0.0.1:port", None),
        ("127.0.0.1:9222", None),
        ("localhost:9222", None),
        ("9222", None),
        ("http://", None),
        ("ftp://127.0.0.1", None),
        ("", None),
    ],
)
def test_an_address_is_one_of_a_browser_or_of_none(endpoint: str, place: Endpoint | None) -> None:
    assert endpoint_place(endpoint) == place
    if place is None:
        assert recent_pages(endpoint) is None


def drips(connection: socket.socket) -> None:
    connection.sendall(HEAD)
    while True:
        connection.sendall(b" ")
        time.sleep(0.05)


def drips_in_the_head(connection: socket.socket) -> None:
    while True:
        connection.sendall(b"H")
        time.sleep(0.05)


def floods(connection: socket.socket) -> None:
    connection.sendall(HEAD)
    while True:
        connection.sendall(b" " * 100_000)


def nests(connection: socket.socket) -> None:
    connection.sendall(HEAD + b"[" * 100_000)


def says_something_else(connection: socket.socket) -> None:
    connection.sendall(b"220 mail.example ready\r\n")


def says_nothing(connection: socket.socket) -> None:
    connection.recv(1)


@pytest.mark.parametrize(
    "answer", [drips, drips_in_the_head, floods, nests, says_something_else, says_nothing], ids=lambda one: one.__name__
)
def test_whoever_else_has_the_port_is_no_browser_and_is_not_waited_for(
    answer: Callable[[socket.socket], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("ANSWER_S", 0.3), ("LIVENESS_S", 0.2), ("MOST_ANSWER", 1_000_000)):
        monkeypatch.setattr(endpoints, name, value)
    with answering(answer) as port:
        assert asked("127.0.0.1", port, "/json/version") is None


@contextmanager
def answering(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of somebody who answers the first one that comes."""
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            connection, _ = door.accept()
            with connection:
                connection.recv(1_000)
                answer(connection)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield door.getsockname()[1]
    thread.join(20)
    assert not thread.is_alive()
    door.close()
