"""Web sockets (RFC 6455) as both ends of the browser's line spell them, and who is at the other end."""

from __future__ import annotations

import base64
import hashlib
import os
import socket
import struct
from collections.abc import Iterator

MOST_WAITING = 1 << 28
"""The bytes that may wait for a side that does not read, and of one message."""
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
_MORE = 0x0
PIDS = "Goalwright-Keeper"
"""The header of an answer that tells the processes of the keeper and of the browser."""
_SPECIAL = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"  # RFC 6455, section 1.3
_GREETING = (
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Accept: {accept}\r\n" + PIDS + ": {keeper} {browser}\r\n\r\n"
)


def peer_uid(connected: socket.socket) -> int:
    """The user at the other end of a Unix socket, as the system knows it."""
    size = struct.calcsize("iII")
    return int(struct.unpack("iII", connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))[1])


def framed(payload: bytes, kind: int = TEXT, *, is_masked: bool = False) -> bytes:
    """A message as one web socket frame. Clients must mask; a mask of zeros leaves it as it is."""
    bit, mask, size = (0x80, bytes(4), len(payload)) if is_masked else (0, b"", len(payload))
    if size < 126:
        head = struct.pack("!BB", 0x80 | kind, bit | size)
    elif size < 1 << 16:
        head = struct.pack("!BBH", 0x80 | kind, bit | 126, size)
    else:
        head = struct.pack("!BBQ", 0x80 | kind, bit | 127, size)
    return head + mask + payload


def greeting(head: bytes, browser: int) -> str:
    """The answer to a client that asks for a web socket. ValueError for anything else, above all for a web page."""
    request, *lines = (line.partition(":") for line in head.decode("latin-1").split("\r\n"))
    headers = {name.strip().lower(): value.strip() for name, _, value in lines}
    is_asked = headers.get("upgrade", "").lower() == "websocket" and "sec-websocket-key" in headers
    if request != ("GET / HTTP/1.1", "", "") or not is_asked or "origin" in headers:
        raise ValueError("not a client")
    key = headers["sec-websocket-key"].encode("latin-1") + _SPECIAL
    accept = base64.b64encode(hashlib.sha1(key, usedforsecurity=False).digest()).decode()
    return _GREETING.format(accept=accept, keeper=os.getpid(), browser=browser)


class Frames:
    """Takes messages out of the bytes of a web socket. ValueError for what is none, or too long."""

    def __init__(self, *, are_masked: bool) -> None:
        self._mask = 0x80 if are_masked else 0
        self._bytes = bytearray()
        self._text: bytearray | None = None

    def add(self, data: bytes) -> None:
        """Take bytes as they come."""
        self._bytes += data
        if len(self._bytes) + len(self._text or b"") > MOST_WAITING:
            raise ValueError("too long")

    def messages(self) -> Iterator[tuple[int, bytes]]:
        """The kinds and contents of the messages that are complete."""
        while (frame := self._frame()) is not None:
            first, payload = frame
            kind = first & 0x0F
            if kind >= CLOSE:
                yield kind, payload
                continue
            if first & 0x70 or kind not in (_MORE, TEXT) or (kind == TEXT) != (self._text is None):
                raise ValueError("not a text message")
            if self._text is None:
                self._text = bytearray()
            self._text += payload
            if first & 0x80:
                whole, self._text = bytes(self._text), None
                yield TEXT, whole

    def _frame(self) -> tuple[int, bytes] | None:
        held, start = self._bytes, 2
        if len(held) < start:
            return None
        size = held[1] & 0x7F
        if held[1] & 0x80 != self._mask:
            raise ValueError("masked by the wrong side")
        if size > 125:
            form = "!H" if size == 126 else "!Q"
            start += struct.calcsize(form)
            if len(held) < start:
                return None
            size = struct.unpack_from(form, held, 2)[0]
        mask, start = held[start : start + 4], start + (4 if self._mask else 0)
        if len(held) < start + size:
            return None
        first, payload = held[0], bytes(held[start : start + size])
        del held[: start + size]
        return first, _unmasked(payload, mask) if self._mask else payload


def _unmasked(payload: bytes, mask: bytes | bytearray) -> bytes:
    size = len(payload)
    key = (bytes(mask) * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(key, "big")).to_bytes(size, "big")
