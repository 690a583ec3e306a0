"""Reading an archive of any kind: what is in it, and a sentence where it cannot be read."""

from __future__ import annotations

import lzma
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.archives.archive_kinds import TARS, ZIP, kind_in
from goalwright.tools.files.archives.members import Member, Read, Tally
from goalwright.tools.files.archives.tars import tar_members
from goalwright.tools.files.archives.zips import zip_members

# What the readers of the standard library raise for bytes that are not as they should be.
_DAMAGE = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    struct.error,
    EOFError,
    IndexError,
    KeyError,
    OverflowError,
    RecursionError,
    UnicodeError,
    ValueError,
)


def members_of(file: BinaryIO, shown: str, tally: Tally) -> Iterator[tuple[Member, Read]]:
    """What is in an archive, told by its bytes and not by its name; each can be read until the next is asked for.

    `tally` counts what is read on the way; what comes out of the members is the caller's to count.
    """
    kind = kind_in(file, shown)
    return zip_members(file) if kind == ZIP else tar_members(file, TARS[kind], tally)


@contextmanager
def sound(shown: str) -> Iterator[None]:
    """Whatever shows inside that an archive is damaged, or made in a way that is not known here, is a ToolFailure."""
    try:
        yield
    except NotImplementedError as error:
        problem = "is compressed in a way that is not supported; extract it with the program that made it"
        raise ToolFailure(f"{printable(shown)} {problem}") from error
    except OSError as error:
        if error.errno is not None:  # the disk's trouble, not the archive's
            raise
        raise _damaged(shown) from error
    except _DAMAGE as error:
        raise _damaged(shown) from error


def _damaged(shown: str) -> ToolFailure:
    return ToolFailure(f"{printable(shown)} is damaged or incomplete; get it again from where it came")
