"""Where a browser can be reached, and what it answers there without a connection."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

from goalwright.named_tuple import NamedTuple

LIVENESS_S = 2.0
ANSWER_S = 5.0
MOST_ANSWER = 1 << 26
_USUAL_PORTS = {"http": 80, "ws": 80, "https": 443, "wss": 443}


class Endpoint(NamedTuple):
    """Where a browser can be reached."""

    scheme: str
    host: str
    port: int


def endpoint_place(endpoint: str) -> Endpoint | None:
    """The parts of an address that a browser may be reached at; None if it is not one."""
    try:
        parts = urlsplit(endpoint)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in _USUAL_PORTS or not parts.hostname:
        return None
    return Endpoint(parts.scheme, parts.hostname, port or _USUAL_PORTS[parts.scheme])


def recent_pages(endpoint: str) -> list[Mapping[str, Any]] | None:
    """The pages of a browser as it lists them, the one used last first; None if it does not say."""
    place = endpoint_place(endpoint)
    if place is None or place.scheme not in ("http", "ws"):
        return None
    listed = asked(place.host, place.port, "/json/list")
    if not isinstance(listed, list):
        return None
    pages = [page for page in listed if isinstance(page, dict) and page.get("type") == "page"]
    return [page for page in pages if not str(page.get("url", "")).startswith("devtools://")]


def asked(host: str, port: int, path: str) -> Any:
    """What a browser answers; None if there is no answer, it is not JSON, or it takes too long."""
    import http.client

    connection = http.client.HTTPConnection(host, port, timeout=LIVENESS_S)
    try:
        connection.connect()
        hanging_up = Timer(ANSWER_S, _hang_up, (connection.sock,))
        hanging_up.daemon = True
        hanging_up.start()
        try:
            connection.request("GET", path)
            return json.loads(connection.getresponse().read(MOST_ANSWER))
        finally:
            hanging_up.cancel()
    except (OSError, ValueError, RecursionError, http.client.HTTPException):
        return None
    finally:
        connection.close()


def _hang_up(connected: socket.socket) -> None:
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
