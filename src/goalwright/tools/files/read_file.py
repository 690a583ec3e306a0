"""files.read_file: a file's text, with the encoding it was found in."""

from __future__ import annotations

import codecs
import locale
import os
from collections.abc import Iterator
from functools import partial

from goalwright.contracts import Before, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.disk_failures import go_on, telling
from goalwright.disk.entries import file_at, path_arg, pieces
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.function_tool import FunctionTool
from goalwright.tools.services import Services

MOST = 10 << 20
"""How many bytes are read; of a longer file only the beginning is shown."""

# A file that says itself how it is written; the longer marks first, as one begins like another.
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def read_file(services: Services) -> FunctionTool:
    return FunctionTool(act=partial(_read, services.roots))


@telling("read")
def _read(roots: AllowedRoots, call: ToolCall, _before: Before) -> Before:
    path = path_arg(call)
    with roots.opened(path, follow=True) as spot, file_at(spot) as file:
        size = os.fstat(file).st_size
        read = _beginning(call, file)
    is_cut = len(read) > MOST
    text, encoding, is_guess = _decoded(read[:MOST], path, is_cut=is_cut)
    return {
        "text": text,
        "path": path,
        "size": max(size, len(read)),
        "encoding": encoding,
        "encoding_is_guess": is_guess,
        "truncated": is_cut,
    }


def _beginning(call: ToolCall, file: int) -> bytes:
    read = bytearray()
    for piece in pieces(file, 0, MOST + 1):
        go_on(call)
        read += piece
    return bytes(read)


def _decoded(read: bytes, path: str, *, is_cut: bool) -> tuple[str, str, bool]:
    """The text, its encoding, and whether that is a guess; a ToolFailure if it is not text."""
    marked = next((name for mark, name in _MARKS if read.startswith(mark)), "")
    if not marked and b"\0" in read:
        raise ToolFailure(f"{printable(path)} is not text; open it in an app that knows its format")
    for encoding in [marked] if marked else _likely():
        try:
            decoder = codecs.getincrementaldecoder(encoding)()
            return decoder.decode(read, final=not is_cut), encoding, not marked and encoding != "utf-8"
        except UnicodeDecodeError:
            continue
    raise ToolFailure(f"{printable(path)} begins like {marked} text and is not; open it in another app")


def _likely() -> Iterator[str]:
    """The encodings to try, the most telling first; the last one fits anything."""
    yield "utf-8"
    local = codecs.lookup(locale.getpreferredencoding(do_setlocale=False)).name
    if local not in ("utf-8", "ascii"):
        yield local
    yield from ("cp1252", "latin-1")
