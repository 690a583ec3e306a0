"""Where the X server of a display listens, and the secret it wants to hear first."""

from __future__ import annotations

import os
import re
import socket
import struct
from collections.abc import Iterator
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple

COOKIE = b"MIT-MAGIC-COOKIE-1"
PATIENCE_S = 5.0
_DISPLAY = re.compile(r"^(?:unix)?(?P<host>[^:/]*):(?P<number>\d+)(?:\.(?P<screen>\d+))?$")
_TCP_BASE = 6000


class DisplayName(NamedTuple):
    """A display as DISPLAY writes it, `:0` or `host:10.0`."""

    host: str
    number: int
    screen: int


def named_display(text: str) -> DisplayName:
    found = _DISPLAY.match(text)
    if found is None:
        raise ToolFailure(f"DISPLAY is {text!r}, which names no display: it looks like `:0`")
    return DisplayName(found["host"], int(found["number"]), int(found["screen"] or 0))


def connected(display: DisplayName) -> socket.socket:
    """A socket to the server; ToolFailure if nothing listens."""
    problems: list[OSError] = []
    for family, address in _addresses(display):
        link = socket.socket(family, socket.SOCK_STREAM)
        link.settimeout(PATIENCE_S)
        try:
            link.connect(address)
        except OSError as error:
            problems.append(error)
            link.close()
        else:
            return link
    raise ToolFailure(f"nothing answers at display :{display.number}: {problems[0].strerror or problems[0]}")


def cookie(display: DisplayName) -> bytes:
    """The display's secret from the user's Xauthority file; nothing if there is none."""
    file = os.environ.get("XAUTHORITY") or Path("~/.Xauthority").expanduser()
    try:
        kept = Path(file).read_bytes()
    except OSError:
        return b""
    here = display.host.encode() or socket.gethostname().encode()
    fitting = [
        (host == here, secret)
        for host, number, name, secret in _secrets(kept)
        if name == COOKIE and number in (b"", str(display.number).encode())
    ]
    return max(fitting, default=(False, b""))[1]


def _addresses(display: DisplayName) -> Iterator[tuple[socket.AddressFamily, str | tuple[str, int]]]:
    if display.host:
        yield socket.AF_INET, (display.host, _TCP_BASE + display.number)
    else:
        path = f"/tmp/.X11-unix/X{display.number}"
        yield socket.AF_UNIX, path
        yield socket.AF_UNIX, f"\0{path}"


def _secrets(kept: bytes) -> Iterator[tuple[bytes, bytes, bytes, bytes]]:
    """The entries of an Xauthority file: host, display number, kind and secret; a broken end is left out."""
    place = 2
    while place < len(kept):
        fields = []
        for _ in range(4):
            if place + 2 > len(kept):
                return
            (size,) = struct.unpack_from(">H", kept, place)
            fields.append(kept[place + 2 : place + 2 + size])
            place += 2 + size
        yield fields[0], fields[1], fields[2], fields[3]
        place += 2
