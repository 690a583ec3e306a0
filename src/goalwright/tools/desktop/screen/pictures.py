"""system.display.take_screenshot: the screen as a PNG file, looked at again once it is written."""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.contracts import Before, ToolCall
from goalwright.disk.disk_failures import told
from goalwright.disk.written_file import WrittenFile
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.screen.screen_port import Picture, Screen

FOLDER = "screens"
"""The folder of a run that pictures of the screen are kept in."""
_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_HEADER = struct.Struct(">8s4x4sII")
_LEVEL = 6
_RGB = (8, 2, 0, 0, 0)
_SUFFIXES = ("", ".png")
_UNSAFE = re.compile(r"[^A-Za-z0-9._-]+")


def take(screen: Screen, pictured: WrittenFile, call: ToolCall, before: Before) -> Mapping[str, Any]:
    """A picture of the screen at the path, else in the run's folder."""
    path = call.args.get("path")
    if path and Path(path).suffix.lower() not in _SUFFIXES:
        raise ToolFailure(f"{printable(path)} is not a name for a picture of the screen: end it in .png")
    if not path and not call.keep:
        raise ToolFailure("there is nowhere to put the picture: name a file")
    picture = screen.picture()
    content = png_of(picture)
    if path:
        pictured.put(call, before, content)
    else:
        path = str(_keep(call, content))
    text = f"The screen, {picture.width} by {picture.height}, is in {printable(path)}"
    return {"text": text, "path": path, "bytes": len(content), "width": picture.width, "height": picture.height}


def png_of(picture: Picture) -> bytes:
    """The picture as the bytes of a PNG file."""
    stride = 3 * picture.width
    rows = b"".join(b"\0" + picture.rgb[start : start + stride] for start in range(0, len(picture.rgb), stride))
    header = struct.pack(">II5B", picture.width, picture.height, *_RGB)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows, _LEVEL)), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(kind, content) for kind, content in chunks)


def size_of_png(beginning: bytes) -> tuple[int, int] | None:
    """The width and height that a PNG file's first bytes tell; None if it is none."""
    if len(beginning) < _HEADER.size:
        return None
    signature, kind, width, height = _HEADER.unpack_from(beginning)
    return (width, height) if (signature, kind) == (_SIGNATURE, b"IHDR") else None


def _chunk(kind: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))


def _keep(call: ToolCall, content: bytes) -> Path:
    file = Path(call.keep).parent / FOLDER / f"{_UNSAFE.sub('_', call.action_id)}.png"
    with told("write", str(file)):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.write_bytes(content)
        with file.open("rb") as written:
            _require_same(written.read(_HEADER.size), file.stat().st_size, content, str(file))
    return file


def _require_same(beginning: bytes, size: int, content: bytes, path: str) -> None:
    """A ToolFailure unless the file is a picture as large as the screen."""
    if size != len(content) or size_of_png(beginning) != size_of_png(content):
        raise ToolFailure(f"{printable(path)} is not the picture that was written: check the disk, then try again")
