"""The keeper, a program of its own: it holds a browser by a pipe, and lets no other user steer it.

The browser opens no port. Programs of the same user reach it as a web socket, through a Unix socket that is the
keeper's standard input. Each client has a session of its own with the browser, which ends with the connection, and with
it all that the client had set. The keeper ends with the browser, and the browser, whose pipe closes, with the keeper.
It loads nothing but the standard library, so that it starts quickly and stays small.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
import selectors
import signal
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __name__ != "__main__":
    from goalwright.tools.browser.open_boxes import CANCEL_BOXES, OpenBoxes
    from goalwright.tools.browser.web_socket import (
        CLOSE,
        MOST_WAITING,
        PING,
        PONG,
        TEXT,
        Frames,
        framed,
        greeting,
        peer_uid,
    )
else:  # the package imports much, and some modules beside this one have names of the standard library's
    sys.path.append(os.path.dirname(__file__))  # noqa: PTH120  # pathlib would be one more import
    from open_boxes import CANCEL_BOXES, OpenBoxes
    from web_socket import CLOSE, MOST_WAITING, PING, PONG, TEXT, Frames, framed, greeting, peer_uid

MOST_CLIENTS = 64
_MOST_HEAD, _CHUNK = 1 << 14, 1 << 20
_CLOSING_S = 10.0


class Client:
    """One connection, and what waits for it to read. `session` is its own with the browser, empty until it is there."""

    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.head: bytes | None = b""
        self.frames = Frames(are_masked=True)
        self.unread = bytearray()
        self.session = ""

    def write(self, data: bytes = b"") -> None:
        """Write what the other side takes now. OSError if it is gone, ValueError if it has not read for too long."""
        self.unread += data
        with contextlib.suppress(BlockingIOError):
            while self.unread:
                del self.unread[: self.socket.send(self.unread)]
        if len(self.unread) > MOST_WAITING:
            raise ValueError("it does not read")


class Keeper:
    """Passes messages between one browser and its clients, until the browser is gone."""

    def __init__(self, door: socket.socket, into: int, out: int, browser: int) -> None:
        self._door, self._into, self._out, self._browser = door, into, out, browser
        self._unsent, self._heard = bytearray(), bytearray()
        self._is_gone, self._said = False, 0
        self._clients: set[Client] = set()
        self._owners: dict[str, Client] = {}
        self._attaching: dict[int, Client] = {}
        self._selector = selectors.DefaultSelector()
        for side, heed in ((door, self._admit), (out, self._hear)):
            self._selector.register(side, selectors.EVENT_READ, heed)
        self._boxes = OpenBoxes(self._say)

    def serve(self) -> None:
        """Serve until the browser closes its pipe; clients see their connections close."""
        while not self._is_gone:
            for key, events in self._selector.select():
                if isinstance(key.data, Client):
                    self._attend(key.data, events)
                else:
                    key.data()
        for client in tuple(self._clients):
            self._drop(client)

    def _admit(self) -> None:
        with contextlib.suppress(OSError):  # it may be gone by now
            connected, _ = self._door.accept()
            # The folder keeps other users out already; this holds if its rights are changed.
            if peer_uid(connected) != os.geteuid() or len(self._clients) >= MOST_CLIENTS:
                connected.close()
                return
            connected.setblocking(False)
            client = Client(connected)
            self._clients.add(client)
            self._selector.register(connected, selectors.EVENT_READ, client)

    def _attend(self, client: Client, events: int) -> None:
        """Take what a client says, and give it what waits. Whatever is wrong with it ends its connection alone."""
        if client not in self._clients:
            return  # dropped meanwhile
        try:
            if events & selectors.EVENT_READ:
                self._take(client)
            self._take_messages(client)
            self._write(client)
        except (OSError, ValueError, RecursionError):
            self._drop(client)

    def _take(self, client: Client) -> None:
        if not (data := client.socket.recv(_CHUNK)):
            raise ConnectionResetError
        if client.head is not None:
            client.head += data
            head, end, data = client.head.partition(b"\r\n\r\n")
            if not end:
                if len(head) > _MOST_HEAD:
                    raise ValueError("no end of the head")
                return
            client.head = None
            client.write(greeting(head, self._browser).encode())
            self._attaching[self._say("Target.attachToBrowserTarget")] = client
        client.frames.add(data)

    def _take_messages(self, client: Client) -> None:
        """Take what is complete of what a client says, once it has a session to say it in."""
        for kind, payload in client.frames.messages() if client.session else ():
            if kind == CLOSE:
                client.write(framed(payload, CLOSE))
                raise ConnectionResetError
            if kind == PING:
                client.write(framed(payload, PONG))
            elif kind == TEXT:
                self._pass_on(client, payload)

    def _pass_on(self, client: Client, raw: bytes) -> None:
        """Give a message to the browser, in a session of this client's."""
        message = json.loads(raw.decode())  # decoded first: bytes may be taken for UTF-16, which has the zeros that end
        session = message.get("sessionId", "") if isinstance(message, dict) else None
        if not isinstance(session, str):
            raise ConnectionResetError  # not a message
        if message.get("method") == CANCEL_BOXES:
            client.write(
                framed(json.dumps({"id": message.get("id"), "result": {"boxes": self._boxes.cancelled()}}).encode())
            )
            return
        if not session:
            raw = json.dumps({**message, "sessionId": client.session}).encode()
        elif self._owners.get(session) is not client:
            # The browser would answer without a session, and so to no client.
            error = {"code": -32001, "message": "Session with given id not found."}
            answer = {"id": message.get("id"), "error": error, "sessionId": session}
            client.write(framed(json.dumps(answer).encode()))
            return
        if len(self._unsent) > MOST_WAITING:
            raise ValueError("the browser does not read")
        self._send(raw)

    def _say(self, method: str, session: str = "", /, **params: Any) -> int:
        """Tell the browser something that no client said: in a session of the keeper's, or outside of all."""
        self._said += 1
        within = {"sessionId": session} if session else {}
        self._send(json.dumps({"id": self._said, "method": method, "params": params, **within}).encode())
        return self._said

    def _send(self, raw: bytes) -> None:
        self._unsent += raw + b"\0"
        self._flush()

    def _flush(self) -> None:
        """Write what the browser takes now. That it is gone must not look like a client that is."""
        was_waiting = self._into in self._selector.get_map()
        try:
            while self._unsent:
                del self._unsent[: os.write(self._into, self._unsent)]
        except BlockingIOError:
            if not was_waiting:
                self._selector.register(self._into, selectors.EVENT_WRITE, self._flush)
            return
        except OSError:
            self._is_gone = True
            self._unsent.clear()
        if was_waiting:
            self._selector.unregister(self._into)

    def _hear(self) -> None:
        """Take what the browser says."""
        data = os.read(self._out, _CHUNK)
        self._is_gone = self._is_gone or not data
        self._heard += data
        if b"\0" in data:
            *messages, rest = self._heard.split(b"\0")
            self._heard = rest
            for raw in messages:
                self._deliver(bytes(raw))

    def _deliver(self, raw: bytes) -> None:
        """Give a message of the browser to the client whose session it is of."""
        message = json.loads(raw.decode(errors="replace"))
        session, method = message.get("sessionId", ""), message.get("method")
        if (client := self._owners.get(session)) is None:
            self._boxes.hear(message)
            self._attached(message)
            return
        if method == "Target.attachedToTarget":
            self._owners[message["params"]["sessionId"]] = client
        elif method == "Target.detachedFromTarget":
            self._owners.pop(message["params"]["sessionId"], None)
        if session == client.session:
            del message["sessionId"]
            raw = json.dumps(message).encode()
        try:
            client.write(framed(raw))
            self._write(client)
        except (OSError, ValueError):
            self._drop(client)

    def _attached(self, message: dict[str, Any]) -> None:
        """Begin with a client whose session is there, unless it has left meanwhile."""
        if "sessionId" in message or (client := self._attaching.pop(message.get("id", 0), None)) is None:
            return
        client.session = message.get("result", {}).get("sessionId", "")
        if client in self._clients:
            self._owners[client.session] = client
            self._attend(client, 0)
        else:
            self._end(client)

    def _write(self, client: Client) -> None:
        """Write what waits for a client, and be told when there is room for the rest."""
        client.write()
        events = selectors.EVENT_READ | (selectors.EVENT_WRITE if client.unread else 0)
        if self._selector.get_key(client.socket).events != events:
            self._selector.modify(client.socket, events, client)

    def _drop(self, client: Client) -> None:
        if client in self._clients:
            self._clients.discard(client)
            self._selector.unregister(client.socket)
            client.socket.close()
            self._end(client)

    def _end(self, client: Client) -> None:
        """End a client's session, and with it all that it had set."""
        self._owners = {session: owner for session, owner in self._owners.items() if owner is not client}
        if client.session:
            self._say("Target.detachFromTarget", sessionId=client.session)
            client.session = ""


def _started(command: list[str]) -> tuple[int, int, int]:
    """Start a browser with its pipes: our ends of them, and its process."""
    theirs, into = os.pipe()
    out, answers = os.pipe()
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123  # pathlib would be one more import
        # The pipes go through numbers that are free: one end may have the number that the other is to get.
        moves = ((nothing.fileno(), 0), (theirs, 13), (answers, 14), (13, 3), (14, 4))
        actions = [(os.POSIX_SPAWN_DUP2, *move) for move in moves] + [(os.POSIX_SPAWN_CLOSE, end) for end in (13, 14)]
        ours = [signal.SIGPIPE, signal.SIGXFSZ]  # Python ignores them, and the browser would as well
        pid = os.posix_spawn(command[0], command, os.environ, file_actions=actions, setsigdef=ours)
    for number in (theirs, answers):
        os.close(number)
    for number in (into, out):
        os.set_blocking(number, False)
        with contextlib.suppress(OSError):  # pictures come in pieces of this size
            fcntl.fcntl(number, fcntl.F_SETPIPE_SZ, _CHUNK)
    return into, out, pid


def _wait_for(pid: int) -> None:
    """Stay until the browser is gone: as long as we are here, another one is not started with its profile."""
    end = time.monotonic() + _CLOSING_S
    while not os.waitpid(pid, os.WNOHANG)[0]:
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.01)


def main(command: list[str]) -> None:
    """Keep the browser that a command starts, for those who come to the socket that is the standard input."""
    door = socket.socket(fileno=0)
    door.setblocking(False)
    try:
        into, out, pid = _started(command)
    except OSError as error:
        sys.exit(f"it cannot be started ({error.strerror})")
    Keeper(door, into, out, pid).serve()
    os.close(into)
    _wait_for(pid)


if __name__ == "__main__":
    main(sys.argv[1:])
