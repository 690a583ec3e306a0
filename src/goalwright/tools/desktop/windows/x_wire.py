"""The few sentences of the X protocol that windows need: properties, places, and messages to the window manager.

Written out here because a look at the active window belongs to every command, and must cost a millisecond: the
libraries for it take tens to load, connect when they are imported, and end the process on an error of the server.
"""

from __future__ import annotations

import os
import socket
import struct
from collections.abc import Sequence
from types import TracebackType

from goalwright.errors import ToolFailure
from goalwright.tools.desktop.windows.window_desk import Rectangle, WindowGone
from goalwright.tools.desktop.windows.x_server import COOKIE, connected, cookie, named_display

ANY = 0
ROOT_EVENTS = 0x00180000
"""SubstructureRedirect and SubstructureNotify: messages to the root window with these reach the window manager."""
_LONGEST = 1 << 20
_CLIENT_MESSAGE = 33
_GET_GEOMETRY, _INTERN_ATOM, _ATOM_NAME, _GET_PROPERTY = 14, 16, 17, 20
_SEND_EVENT, _TRANSLATE, _QUERY_EXTENSION = 25, 40, 98
_XINERAMA_SCREENS = 5
REFUSED = "the display refused the connection: check XAUTHORITY"


class XWire:
    """A conversation with an X server; one thread at a time, and closed at the end of the `with`."""

    def __init__(self, display: str | None = None) -> None:
        name = named_display(os.environ.get("DISPLAY", "") if display is None else display)
        self._link: socket.socket = connected(name)
        self._atoms: dict[str, int] = {}
        try:
            self.root = _root_window(self._greet(cookie(name)), name.screen)
        except OSError as error:
            self._link.close()
            raise ToolFailure(f"the display :{name.number} does not answer: {error}") from error
        except ToolFailure:
            self._link.close()
            raise

    def __enter__(self) -> XWire:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._link.close()

    def atom(self, name: str) -> int:
        """The server's number for a name."""
        if name not in self._atoms:
            text = name.encode("ascii")
            body = struct.pack("<HH", len(text), 0) + _padded(text)
            self._atoms[name] = _card(self._asked(_INTERN_ATOM, 0, body), 8)
        return self._atoms[name]

    def atom_name(self, atom: int) -> str:
        reply = self._asked(_ATOM_NAME, 0, struct.pack("<I", atom))
        (size,) = struct.unpack_from("<H", reply, 8)
        return reply[32 : 32 + size].decode("latin-1")

    def property(self, window: int, name: str) -> bytes:
        """The bytes of a property; nothing if the window does not have it."""
        body = struct.pack("<IIIII", window, self.atom(name), ANY, 0, _LONGEST)
        reply = self._asked(_GET_PROPERTY, 0, body)
        width, items = reply[1], _card(reply, 16)
        return reply[32 : 32 + items * (width // 8)]

    def numbers(self, window: int, name: str) -> tuple[int, ...]:
        """The numbers in a property."""
        kept = self.property(window, name)
        return struct.unpack(f"<{len(kept) // 4}I", kept[: len(kept) // 4 * 4])

    def place(self, window: int) -> Rectangle:
        """Where a window is on the screen, without the window manager's frame."""
        reply = self._asked(_GET_GEOMETRY, 0, struct.pack("<I", window))
        width, height = struct.unpack_from("<HH", reply, 16)
        reply = self._asked(_TRANSLATE, 0, struct.pack("<IIhh", window, self.root, 0, 0))
        x, y = struct.unpack_from("<hh", reply, 12)
        return Rectangle(x, y, width, height)

    def monitors(self) -> tuple[Rectangle, ...]:
        """The screens that make up the display; nothing if the server does not tell."""
        name = b"XINERAMA"
        reply = self._asked(_QUERY_EXTENSION, 0, struct.pack("<HH", len(name), 0) + _padded(name))
        if not reply[8]:
            return ()
        reply = self._asked(reply[9], _XINERAMA_SCREENS, b"")
        return tuple(
            Rectangle(*struct.unpack_from("<hhHH", reply, 32 + 8 * number)) for number in range(_card(reply, 8))
        )

    def tell_manager(self, window: int, message: str, data: Sequence[int]) -> None:
        """Send a message about a window to the window manager."""
        values = [*data, *[0] * (5 - len(data))]
        event = struct.pack("<BBHII5I", _CLIENT_MESSAGE, 32, 0, window, self.atom(message), *values)
        self._send(_SEND_EVENT, 0, struct.pack("<II", self.root, ROOT_EVENTS) + event)
        self.atom_name(1)  # an answer means that everything sent before has arrived

    def _greet(self, secret: bytes) -> bytes:
        name = COOKIE if secret else b""
        hello = struct.pack("<BxHHHHxx", ord("l"), 11, 0, len(name), len(secret))
        self._link.sendall(hello + _padded(name) + _padded(secret))
        try:
            answer = self._read(8)
        except ConnectionResetError:  # it closed before its reason was read
            raise ToolFailure(REFUSED) from None
        rest = self._read(4 * struct.unpack_from("<H", answer, 6)[0])
        if answer[0] != 1:
            said = rest[: answer[1]].decode("latin-1").strip()
            raise ToolFailure(f"the display refused: {said}" if said else REFUSED)
        return rest

    def _send(self, opcode: int, data: int, body: bytes) -> None:
        self._link.sendall(struct.pack("<BBH", opcode, data, 1 + len(body) // 4) + body)

    def _asked(self, opcode: int, data: int, body: bytes) -> bytes:
        try:
            self._send(opcode, data, body)
            while (answer := self._read(32))[0] > 1:
                pass  # an event, which was not asked for
            if answer[0] == 0:
                raise WindowGone(f"the window is gone (X error {answer[1]})")
            return answer + self._read(4 * _card(answer, 4))
        except OSError as error:
            raise ToolFailure(f"the display does not answer: {error}") from error

    def _read(self, size: int) -> bytes:
        got = bytearray()
        while len(got) < size:
            piece = self._link.recv(size - len(got))
            if not piece:
                raise OSError("it has closed the connection")
            got += piece
        return bytes(got)


def _root_window(setup: bytes, screen: int) -> int:
    """The root window of a screen, from what the server says of itself."""
    (vendor,) = struct.unpack_from("<H", setup, 16)
    screens, formats = setup[20], setup[21]
    place = 32 + vendor + (-vendor % 4) + 8 * formats
    for number in range(screens):
        if number == screen:
            return _card(setup, place)
        place = _after_screen(setup, place)
    raise ToolFailure(f"the display has no screen {screen}")


def _after_screen(setup: bytes, place: int) -> int:
    depths = setup[place + 39]
    place += 40
    for _ in range(depths):
        (visuals,) = struct.unpack_from("<H", setup, place + 2)
        place += 8 + 24 * visuals
    return place


def _card(reply: bytes, place: int) -> int:
    number: int = struct.unpack_from("<I", reply, place)[0]
    return number


def _padded(text: bytes) -> bytes:
    return text + bytes(-len(text) % 4)
