"""What answers at GOALWRIGHT_CDP_URL and is no browser: told in a sentence, and never by the driver's last words."""

from __future__ import annotations

import base64
import gc
import hashlib
import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from campaigns import spread
from goalwright.errors import ToolFailure
from goalwright.tools.browser import joining
from goalwright.tools.browser.web_socket import Frames, framed
from tools.browser.page_desk import PageDesk

SPECIAL = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
GREETING = b"HTTP/1.1 101 Yes\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n"
VERSION = {"protocolVersion": "1.3", "product": "Chrome/140.0", "revision": "x", "userAgent": "x", "jsVersion": "1"}
PAGE = {"sessionId": "a", "targetInfo": {"targetId": "t", "type": "page", "url": "http://x", "browserContextId": "c"}}


def fine(message: Any) -> bytes:
    result = VERSION if message["method"] == "Browser.getVersion" else {}
    return json.dumps({"id": message["id"], "result": result}).encode()


def event(params: Any) -> bytes:
    return json.dumps({"method": "Target.attachedToTarget", "params": params}).encode()


PRETENDERS: dict[str, Callable[[Any], list[bytes]]] = {
    "says nothing that makes sense": lambda _: [b"null"],
    "answers what was not asked": lambda message: [json.dumps({"id": message["id"] + 77, "result": {}}).encode()],
    "announces nothing": lambda message: [fine(message), event(None)],
    "announces a page that is not there": lambda message: [fine(message), event(PAGE)],
    "says yes to everything": lambda message: [fine(message)],
    "says no text": lambda _: [b"\xff"],
}


@contextmanager
def pretending(answers: Callable[[Any], list[bytes]]) -> Iterator[str]:
    """The address of something that speaks as browsers do, up to a point."""
    door = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            while True:
                connected, _ = door.accept()
                threading.Thread(target=converse, args=(connected, answers), daemon=True).start()

    threading.Thread(target=serve, daemon=True).start()
    try:
        yield f"ws://127.0.0.1:{door.getsockname()[1]}/devtools/browser/x"
    finally:
        door.close()


def converse(connected: socket.socket, answers: Callable[[Any], list[bytes]]) -> None:
    frames, head = Frames(are_masked=True), b""
    with connected, suppress(OSError, ValueError):
        while not head.endswith(b"\r\n\r\n"):
            head += connected.recv(1) or b"\r\n\r\n"
        key = next(
            (line[18:].strip() for line in head.split(b"\r\n") if line.lower().startswith(b"sec-websocket-key:")), b""
        )
        connected.sendall(GREETING % base64.b64encode(hashlib.sha1(key + SPECIAL, usedforsecurity=False).digest()))
        while data := connected.recv(65536):
            frames.add(data)
            for _, payload in frames.messages():
                for answer in answers(json.loads(payload)):
                    connected.sendall(framed(answer))


@pytest.mark.parametrize("who", spread(list(PRETENDERS), 2))
def test_what_only_pretends_to_be_a_browser_is_told(
    tmp_path: Path, who: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(joining, "CONNECT_MS", 3000)
    with pretending(PRETENDERS[who]) as address:
        desk = PageDesk(tmp_path, cdp_url=address)
        try:
            for _ in range(2):  # the driver may have crashed the first time
                with pytest.raises(
                    ToolFailure, match=r"the browser at ws://127.0.0.1:\d+ cannot be reached \(.*\): start"
                ):
                    desk.do("read")
        finally:
            desk.close()
    gc.collect()
    assert capfd.readouterr().err == ""
