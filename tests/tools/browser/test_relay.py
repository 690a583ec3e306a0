"""The way to a browser on this machine: nothing is compressed on it, and it ends with either side."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest

from goalwright.tools.browser.relay import Relay, without_offer
from tools.browser.page_desk import PageDesk
from tools.browser.sites import Site

HEAD = b"GET /a HTTP/1.1\r\nHost: x\r\nSEC-WebSocket-Extensions: permessage-deflate\r\nUpgrade: websocket\r\n\r\n"
PLAIN = b"GET /a HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n"


@pytest.fixture
def there() -> Iterator[socket.socket]:
    """Somebody who listens, as a browser would."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        yield server


def joined(there: socket.socket) -> tuple[Relay, socket.socket, socket.socket]:
    """A relay to there, and both ends of what goes through it."""
    relay = Relay(f"ws://127.0.0.1:{there.getsockname()[1]}/a")
    far, _ = there.accept()
    port = urlsplit(relay.endpoint).port
    assert port is not None
    near = socket.create_connection(("127.0.0.1", port), 10)
    far.settimeout(10)
    return relay, near, far


def exactly(side: socket.socket, size: int) -> bytes:
    data = b""
    while len(data) < size and (more := side.recv(size - len(data))):
        data += more
    return data


@pytest.mark.parametrize(
    ("head", "kept"),
    [
        (HEAD, PLAIN),
        (HEAD + b"Sec-WebSocket-Extensions: x\r\n\r\n", PLAIN + b"Sec-WebSocket-Extensions: x\r\n\r\n"),
        (PLAIN, PLAIN),
        (b"", b""),
    ],
    ids=["an offer", "what comes after it", "none", "nothing"],
)
def test_only_the_offer_is_taken_out(head: bytes, kept: bytes) -> None:
    assert without_offer(head) == kept


def test_everything_after_it_goes_both_ways_as_it_is(there: socket.socket) -> None:
    _, near, far = joined(there)
    with near, far:
        for part in (HEAD[:30], HEAD[30:]):
            near.sendall(part)
        assert exactly(far, len(PLAIN)) == PLAIN
        data = bytes(range(256)) * 40_000
        for source, target in ((near, far), (far, near)):
            sending = threading.Thread(target=source.sendall, args=(data,))
            sending.start()
            assert exactly(target, len(data)) == data
            sending.join()


@pytest.mark.parametrize("who", ["near", "far", "relay"])
def test_it_ends_when_either_side_does(there: socket.socket, who: str) -> None:
    relay, near, far = joined(there)
    with near, far:
        near.sendall(HEAD)
        exactly(far, len(PLAIN))
        ends: dict[str, Callable[[], object]] = {"near": near.close, "far": far.close, "relay": relay.close}
        ends[who]()
        for side in {"near": (far,), "far": (near,), "relay": (near, far)}[who]:
            assert side.recv(1) == b""


def test_only_one_gets_in(there: socket.socket) -> None:
    relay, near, far = joined(there)
    with near, far:
        near.sendall(HEAD)
        exactly(far, len(PLAIN))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", urlsplit(relay.endpoint).port or 0), 10)


def test_nobody_there_is_told(there: socket.socket) -> None:
    port = there.getsockname()[1]
    there.close()
    with pytest.raises(ConnectionRefusedError):
        Relay(f"ws://127.0.0.1:{port}/a")


def test_a_browser_of_ours_is_reached_that_way(desk: PageDesk, site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = []
    original = Relay.__init__

    def noting(self: Relay, endpoint: str) -> None:
        original(self, endpoint)
        taken.append(endpoint)

    desk.do("navigate", url=site.page("<p>here"))
    monkeypatch.setattr(Relay, "__init__", noting)
    desk.command()
    assert desk.do("read")["text"] == "here"
    assert len(taken) == 1
