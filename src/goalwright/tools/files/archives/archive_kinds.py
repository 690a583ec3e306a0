"""Kinds of archives, by the ending of a name and by the first bytes of a file."""

from __future__ import annotations

import bz2
import gzip
import lzma
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, BinaryIO

from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.policy.path_text import printable

ZIP = "zip"
HEADER = 512


class Squeezer(NamedTuple):
    """How the bytes of a tar archive are squeezed and expanded again."""

    squeeze: Callable[[BinaryIO], Any]
    expand: Callable[[BinaryIO], Any]


def _gzip(file: BinaryIO) -> gzip.GzipFile:
    # Neither name nor time go in, so that the same files always give the same bytes.
    return gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0)


TARS: Mapping[str, Squeezer] = {
    "tar": Squeezer(lambda file: file, lambda file: file),
    "tar.gz": Squeezer(_gzip, lambda file: gzip.GzipFile(fileobj=file)),
    "tar.bz2": Squeezer(partial(bz2.BZ2File, mode="wb"), bz2.BZ2File),
    "tar.xz": Squeezer(partial(lzma.LZMAFile, mode="wb"), lzma.LZMAFile),
}

ENDINGS: Mapping[str, str] = {
    ".zip": ZIP,
    ".tar": "tar",
    ".tar.gz": "tar.gz",
    ".tgz": "tar.gz",
    ".tar.bz2": "tar.bz2",
    ".tbz2": "tar.bz2",
    ".tar.xz": "tar.xz",
    ".txz": "tar.xz",
}

_FIRST_BYTES: Mapping[bytes, str] = {
    b"PK\x03\x04": ZIP,
    b"PK\x05\x06": ZIP,
    b"\x1f\x8b": "tar.gz",
    b"BZh": "tar.bz2",
    b"\xfd7zXZ\x00": "tar.xz",
}
_FOREIGN: Mapping[bytes, str] = {
    b"7z\xbc\xaf\x27\x1c": "a 7z archive",
    b"Rar!": "a rar archive",
    b"\x28\xb5\x2f\xfd": "packed with zstd",
}


def kind_for(path: str) -> str:
    """The kind of archive that a name asks for, by its ending; a ToolFailure lists the endings there are."""
    name = path.lower()
    for ending, kind in ENDINGS.items():
        if name.endswith(ending):
            return kind
    listed = ", ".join(ENDINGS)
    raise ToolFailure(f"the ending of {printable(path)} is not that of an archive; use one of {listed}")


def kind_in(file: BinaryIO, shown: str) -> str:
    """The kind of archive that a file is, by its bytes; a ToolFailure if it is none that can be read."""
    start = file.read(HEADER)
    file.seek(0)
    for first, kind in _FIRST_BYTES.items():
        if start.startswith(first):
            return kind
    if _is_tar_header(start):
        return "tar"
    found = next((what for first, what in _FOREIGN.items() if start.startswith(first)), "not a known kind of archive")
    raise ToolFailure(f"{printable(shown)} is {found}; zip, tar, tar.gz, tar.bz2 and tar.xz can be extracted")


def _is_tar_header(block: bytes) -> bool:
    """Whether a block is a tar header by its own checksum, or the end of a tar archive with nothing in it."""
    if len(block) < HEADER:
        return False
    if not any(block):
        return True
    stated = block[148:156].strip(b" \0")
    unsigned = sum(block[:148]) + sum(block[156:]) + 8 * 32
    try:
        return int(stated or b"0", 8) == unsigned
    except ValueError:
        return False
