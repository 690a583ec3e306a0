"""An uncompressed connection to a browser on this machine.

Playwright offers to compress every message of a web socket, and browsers accept. Between two programs on one machine
that costs more than it saves: a tenth of the time of a usual step. So the connection goes through here, where the offer
is removed, and everything after it is passed on unchanged.
"""

from __future__ import annotations

import socket
from contextlib import suppress
from threading import Thread
from urllib.parse import urlsplit

ARRIVAL_S = 30.0
_OFFER = b"sec-websocket-extensions:"
_END = b"\r\n\r\n"
_MOST_HEAD = 65_536
_CHUNK = 262_144


class Relay:
    """Relays one connection to a web socket of this machine. OSError if nothing listens there."""

    def __init__(self, endpoint: str) -> None:
        parts = urlsplit(endpoint)
        self._there = socket.create_connection((parts.hostname or "", parts.port or 80), ARRIVAL_S)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(ARRIVAL_S)
        port = self._door.getsockname()[1]
        self.endpoint = parts._replace(netloc=f"127.0.0.1:{port}").geturl()
        Thread(target=self._serve, daemon=True, name="browser relay").start()

    def close(self) -> None:
        """End the connection; both sides see it close."""
        _end(self._there)

    def _serve(self) -> None:
        """Accept the first connection, and no other."""
        with self._there, suppress(OSError):
            with self._door:
                here, _ = self._door.accept()
            with here:
                head = _head(here)
                for side in (here, self._there):
                    side.settimeout(None)
                    side.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                self._there.sendall(without_offer(head))
                back = Thread(target=_hand_on, args=(self._there, here), daemon=True, name="browser relay, back")
                back.start()
                _hand_on(here, self._there)
                back.join()


def without_offer(head: bytes) -> bytes:
    """The head of a connection without its offer to compress; what follows it is unchanged."""
    lines, end, rest = head.partition(_END)
    kept = [line for line in lines.split(b"\r\n") if not line.lower().startswith(_OFFER)]
    return b"\r\n".join(kept) + end + rest


def _head(side: socket.socket) -> bytes:
    side.settimeout(ARRIVAL_S)
    head = b""
    while _END not in head and len(head) < _MOST_HEAD and (more := side.recv(_MOST_HEAD)):
        head += more
    return head


def _hand_on(source: socket.socket, target: socket.socket) -> None:
    try:
        while data := source.recv(_CHUNK):
            target.sendall(data)
    except OSError:
        pass  # either side may go at any time
    finally:
        _end(source)
        _end(target)


def _end(side: socket.socket) -> None:
    with suppress(OSError):
        side.shutdown(socket.SHUT_RDWR)
