"""Writing a file so that it is there whole or not at all."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress

from goalwright.contracts import ToolCall
from goalwright.contracts.digests import sha256
from goalwright.dataclass import dataclass, replace
from goalwright.disk.entries import new_file_in, seen_in
from goalwright.disk.renames import rename_new, sync_folder

TEMP = ".goalwright-"
"""What the names of temporary files begin with."""
NEW_FILE = 0o666
PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Look:
    """What a file carries besides its bytes; None leaves the system's own choice."""

    mode: int | None = None
    mtime_ns: int | None = None
    atime_ns: int | None = None
    owner: tuple[int, int] | None = None
    notes: tuple[tuple[str, bytes], ...] = ()
    """Extended attributes: the user's own, and the access list."""


def look_of(seen: os.stat_result) -> Look:
    """What a file carries, as far as a look at it tells."""
    return Look(stat.S_IMODE(seen.st_mode), seen.st_mtime_ns, seen.st_atime_ns, (seen.st_uid, seen.st_gid))


def carried_by(file: int) -> Look:
    """All that an open file carries."""
    return replace(look_of(os.fstat(file)), notes=tuple(_notes(file)))


def temp_name(call: ToolCall, purpose: str = "") -> str:
    """The name of the call's own temporary file: the same after a crash, so that a second run clears it away."""
    spelled = "\0".join((call.run_id, call.action_id, call.tool, str(call.args.get("path", "")), purpose))
    return f"{TEMP}{sha256(os.fsencode(encodable(spelled))).hexdigest()[:20]}"


def write_whole(
    folder: int, name: str, content: Iterable[bytes | memoryview], *, temp: str, replace: bool, look: Look | None = None
) -> None:
    """Put a file of this content under a name in an open folder: in one step, and lasting once this returns.

    Without `replace` a name that is taken is a FileExistsError. `temp` is a name in the same folder; whatever an
    earlier attempt left there is cleared away, and nothing is left there if this fails.
    """
    with temporary(folder, temp, look) as file:
        write_all(file, content)
        dress(file, look)
        os.fsync(file)
        if replace:
            os.rename(temp, name, src_dir_fd=folder, dst_dir_fd=folder)
        else:
            rename_new(folder, temp, folder, name)
    sync_folder(folder)


@contextmanager
def temporary(folder: int, temp: str, look: Look | None = None) -> Iterator[int]:
    """A new empty file open for reading and writing; gone if the block fails."""
    clear(folder, temp)
    mode = NEW_FILE if look is None or look.mode is None else PRIVATE
    with new_file_in(folder, temp, mode) as file:
        try:
            yield file
        except BaseException:
            clear(folder, temp)
            raise


def clear(folder: int, temp: str) -> None:
    """Remove a temporary file, if it is there."""
    if seen_in(folder, temp) is not None:
        os.unlink(temp, dir_fd=folder)


def write_all(file: int, content: Iterable[bytes | memoryview]) -> None:
    """Write every byte at where the file stands."""
    for piece in content:
        rest = memoryview(piece)
        while rest:
            rest = rest[os.write(file, rest) :]


def dress(file: int, look: Look | None) -> None:
    """Give an open file its owner where that is allowed, then its mode, then its times."""
    if look is None:
        return
    if look.owner is not None:
        seen = os.fstat(file)
        if (seen.st_uid, seen.st_gid) != look.owner:
            with suppress(OSError):
                os.fchown(file, *look.owner)
    if look.mode is not None:
        os.fchmod(file, look.mode)
    if sys.platform == "linux":
        for name, value in look.notes:
            with suppress(OSError):
                os.setxattr(file, name, value)
    if look.mtime_ns is not None:
        os.utime(file, ns=(look.atime_ns if look.atime_ns is not None else look.mtime_ns, look.mtime_ns))


def _notes(file: int) -> Iterator[tuple[str, bytes]]:
    if sys.platform != "linux":
        return
    with suppress(OSError):
        for name in os.listxattr(file):
            if name.startswith("user.") or name == "system.posix_acl_access":
                with suppress(OSError):
                    yield name, os.getxattr(file, name)


def encodable(text: str) -> str:
    """The text with what UTF-8 cannot hold replaced."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
