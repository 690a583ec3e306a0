"""Any number of names held with one open file: each stands for a byte of it, locked while the file is open.

A file for each name would run out of handles with many names: systems allow 1,024 of them, and fewer. Only Linux has
locks on bytes that belong to an open file and not to the whole process.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

BYTES = 1 << 16
"""Two names that share a byte by chance only wait for each other."""
_END = 0


def byte_of(digest: bytes) -> int:
    """The byte that stands for a name of this digest."""
    return int.from_bytes(digest[:4], "big") % BYTES


def give_back(handle: int, file: Path) -> None:
    """Close the file with all its locks, and remove it if no other holds a byte of it."""
    try:
        if lock_bytes(handle, 0, _END):
            file.unlink(missing_ok=True)
    finally:
        os.close(handle)


if sys.platform == "linux":
    import fcntl

    HAS_BYTE_LOCKS = sys.maxsize > 1 << 32
    """The layout below is that of 64 bits."""

    def lock_bytes(handle: int, first: int, count: int = 1) -> bool:
        """Whether the bytes could be had at once; a count of 0 is all that follow."""
        import struct  # loaded by now, with asyncio

        wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, first, count, 0)
        try:
            fcntl.fcntl(handle, fcntl.F_OFD_SETLK, wanted)
        except (BlockingIOError, PermissionError):
            return False
        return True

else:
    HAS_BYTE_LOCKS = False

    def lock_bytes(handle: int, first: int, count: int = 1) -> bool:
        """There are none here."""
        raise NotImplementedError
