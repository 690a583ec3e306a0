"""The line to a browser of ours: where it is, that only its user has it, and a few messages without Playwright.

On Linux the browser has a keeper, and the line is a Unix socket in the browser's folder. Elsewhere it is the browser's
own port, which other users of the machine can reach too.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import socket
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from goalwright.tools.browser.browser_files import SOCKET, port_file
from goalwright.tools.browser.web_socket import PIDS, Frames, framed, peer_uid

IS_PRIVATE = sys.platform == "linux"
LIVENESS_S = 2.0
_CHUNK = 1 << 18
_OTHERS_MAY_WRITE = 0o022
_REQUEST = (
    "GET {path} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


@contextmanager
def line_address(folder: str) -> Iterator[str]:
    """Where Playwright reaches the browser of a folder. OSError if it cannot be there."""
    if IS_PRIVATE:
        with _pinned(folder) as pinned:
            yield f"ws+unix:{pinned}/{SOCKET}:/"
    else:
        port, path = _port(folder)
        yield f"ws://127.0.0.1:{port}{path}"


def close_to_others(folder: str) -> None:
    """Let no other user look into a folder. OSError if it is another user's, or cannot be trusted."""
    with _pinned(folder, is_closing=True):
        pass


@contextmanager
def open_door(folder: str) -> Iterator[socket.socket]:
    """A new socket for the browser of a folder."""
    with _pinned(folder) as pinned, socket.socket(socket.AF_UNIX) as door:
        path = Path(pinned) / SOCKET
        path.unlink(missing_ok=True)
        door.bind(str(path))
        path.chmod(0o600)  # until it listens, no process can connect
        door.listen()
        yield door


def reach_browser(folder: str) -> BrowserLine:
    """A line to the browser of a folder. OSError if there is none, or another user is at the other end."""
    connected = socket.socket(socket.AF_UNIX if IS_PRIVATE else socket.AF_INET)
    try:
        connected.settimeout(LIVENESS_S)
        if not IS_PRIVATE:
            port, path = _port(folder)
            connected.connect(("127.0.0.1", port))
            return BrowserLine(connected, path).greeted()
        with _pinned(folder) as pinned:
            connected.connect(f"{pinned}/{SOCKET}")
        if peer_uid(connected) != os.geteuid():
            raise PermissionError("another user is at the other end")
        return BrowserLine(connected)
    except BaseException:
        connected.close()
        raise


class BrowserLine:
    """A web socket to a browser, for a few short messages. OSError when it ends.

    `pids` are the keeper and the browser, as the keeper says, `answers` what came back by the numbers of messages, and
    `gone` the sessions that have ended.
    """

    def __init__(self, connected: socket.socket, path: str = "/") -> None:
        self.pids: tuple[int, ...] = ()
        self.answers: dict[int, Mapping[str, Any]] = {}
        self.gone: set[str] = set()
        self._socket = connected
        self._head: bytes | None = b""
        self._frames = Frames(are_masked=False)
        self._said = 0
        key = base64.b64encode(os.urandom(16)).decode()
        self._socket.sendall(_REQUEST.format(path=path, key=key).encode())

    def __enter__(self) -> BrowserLine:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def greeted(self) -> BrowserLine:
        """This line once it may be used: a browser's own server, unlike the keeper, takes nothing before it greets."""
        while self._head is not None:
            self._take(self._socket.recv(_CHUNK))
        return self

    def say(self, method: str, session: str = "", **params: Any) -> int:
        """Send a message; its number."""
        self._said += 1
        message = {"id": self._said, "method": method, "params": params, **({"sessionId": session} if session else {})}
        self._socket.settimeout(LIVENESS_S)
        self._socket.sendall(framed(json.dumps(message).encode(), is_masked=True))
        return self._said

    def ask(self, method: str, **params: Any) -> Mapping[str, Any] | None:
        """What the browser itself answers, which takes milliseconds; None if it does not."""
        number, end = self.say(method, **params), time.monotonic() + LIVENESS_S
        with suppress(TimeoutError):
            while number not in self.answers and (left := end - time.monotonic()) > 0:
                self._socket.settimeout(left)
                self._take(self._socket.recv(_CHUNK))
        result = self.answers.get(number, {}).get("result")
        return result if isinstance(result, dict) else None

    def pages(self) -> list[Mapping[str, Any]] | None:
        """The pages of the browser; None if it does not answer."""
        listed = self.ask("Target.getTargets")
        if listed is None:
            return None
        pages = [target for target in listed["targetInfos"] if target["type"] == "page"]
        return [page for page in pages if not page["url"].startswith("devtools://")]

    async def until(self, is_so: Callable[[], bool], patience_s: float) -> bool:
        """Whether something that is heard here came about within that time."""
        self._socket.setblocking(False)
        loop = asyncio.get_running_loop()
        with suppress(TimeoutError):
            async with asyncio.timeout(patience_s):
                while not is_so():
                    self._take(await loop.sock_recv(self._socket, _CHUNK))
        return is_so()

    def _take(self, data: bytes) -> None:
        if not data:
            raise ConnectionResetError("the browser is gone")
        try:
            if self._head is not None:
                head, end, data = (self._head + data).partition(b"\r\n\r\n")
                self._head = None if end else head
                if end:
                    self.pids = _pids(head.decode("latin-1"))
            self._frames.add(data)
            for _, payload in self._frames.messages():
                self._hear(json.loads(payload))
        except ValueError as error:
            raise ConnectionResetError(str(error)) from None

    def _hear(self, message: Mapping[str, Any]) -> None:
        if "id" in message:
            self.answers[message["id"]] = message
        elif message.get("method") == "Target.detachedFromTarget":
            self.gone.add(message["params"]["sessionId"])


def _pids(head: str) -> tuple[int, ...]:
    """What the first answer says about processes. ValueError if it is no yes."""
    first, *headers = head.split("\r\n")
    if first.split(" ")[1:2] != ["101"]:
        raise ValueError("not a browser")
    told = next((line.partition(":")[2] for line in headers if line.startswith(f"{PIDS}:")), "")
    return tuple(map(int, told.split()))


@contextmanager
def _pinned(folder: str, *, is_closing: bool = False) -> Iterator[str]:
    """A path to a folder that only its user can change, and that stays this folder. OSError for any other.

    The path is short and plain, as addresses of sockets have to be.
    """
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        state = os.fstat(opened)
        if state.st_uid != os.geteuid() or (state.st_mode & _OTHERS_MAY_WRITE and not is_closing):
            raise PermissionError("it is not only yours")
        if is_closing:
            os.fchmod(opened, 0o700)
        yield f"/proc/{os.getpid()}/fd/{opened}"
    finally:
        os.close(opened)


def _port(folder: str) -> tuple[int, str]:
    """The port of a browser without a keeper, and the path that only this browser has there."""
    try:
        port, path = port_file(Path(folder)).read_text(encoding="utf-8").split()
        return int(port), path
    except ValueError as error:
        raise FileNotFoundError(str(error)) from None
