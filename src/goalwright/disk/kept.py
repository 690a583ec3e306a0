"""Old bytes kept for undo, in the run's own folder."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from goalwright.contracts import ToolCall
from goalwright.disk.atomic import TEMP, carried_by, clear, dress, temp_name, temporary, write_whole
from goalwright.disk.entries import file_in, seen_in
from goalwright.disk.prints import ABSENT, bytes_print
from goalwright.disk.renames import sync_folder
from goalwright.errors import ToolFailure

RESOURCE = "kept:"
"""What the names of kept files begin with, where undo looks whether they are still there."""
_NO_LINK = {errno.EXDEV, errno.EPERM, errno.EACCES, errno.EMLINK, errno.ENOTSUP, errno.ENOSYS}


def kept_name(call: ToolCall, purpose: str = "") -> str:
    """Under which name in the run's folder the old bytes of a call are kept."""
    return temp_name(call, f"kept {purpose}").removeprefix(TEMP)


def kept_resource(call: ToolCall, kept: str) -> str:
    """The name of a kept file among resources."""
    return f"{RESOURCE}{call.keep}/{kept}"


def print_of_kept(resource: str) -> str:
    """The fingerprint of a kept file: its bytes and its time, which go back together, whatever its mode."""
    path = Path(resource.removeprefix(RESOURCE))
    try:
        with path.open("rb") as file:
            return f"{bytes_print(file.fileno())} {os.fstat(file.fileno()).st_mtime_ns}"
    except FileNotFoundError:
        return ABSENT


@contextmanager
def keep_folder(call: ToolCall) -> Iterator[int]:
    """The run's own folder, open; made, for this user's eyes only, if it is missing."""
    if not call.keep:
        raise ToolFailure("there is no folder to keep the old bytes in, so nothing was replaced; set one and try again")
    Path(call.keep).mkdir(mode=0o700, parents=True, exist_ok=True)
    folder = os.open(call.keep, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield folder
    finally:
        os.close(folder)


def keep_file(call: ToolCall, folder: int, name: str, kept: str) -> None:
    """Keep the file under `name` in an open folder as `kept`, lastingly: the file itself where possible, else a copy.

    Whatever an earlier attempt kept under the same name gives way.
    """
    with keep_folder(call) as keep:
        if not _is_linked(folder, name, keep, kept):
            _copy(call, folder, name, keep, kept, temp=f".{kept}")
        sync_folder(keep)


def put_back(call: ToolCall, kept: str, folder: int, name: str) -> None:
    """Put what was kept where it was, in place of what is there; it stays kept until `drop_kept`."""
    temp = temp_name(call, "back")
    with keep_folder(call) as keep:
        if not _is_linked(keep, kept, folder, temp):
            _copy(call, keep, kept, folder, name, temp=temp)
            return
        try:
            os.rename(temp, name, src_dir_fd=folder, dst_dir_fd=folder)
        finally:
            # Renaming a file onto another name of the same file does nothing, and leaves both.
            clear(folder, temp)
        sync_folder(folder)


def kept_print(call: ToolCall, kept: str) -> str:
    """The `bytes_print` of what was kept; empty if it is gone."""
    with keep_folder(call) as keep:
        if seen_in(keep, kept) is None:
            return ""
        with file_in(keep, kept) as file:
            return bytes_print(file)


def drop_kept(call: ToolCall, kept: str) -> None:
    """Let go of what was kept, once it is back."""
    with keep_folder(call) as keep:
        clear(keep, kept)


def note_print(call: ToolCall, made: str) -> None:
    """Write down what a file is going to be known by, before it is there; a call that keeps nothing can't be undone."""
    if call.keep:
        name = _noted_name(call)
        with keep_folder(call) as keep:
            write_whole(keep, name, [made.encode()], temp=f".{name}", replace=True)


def noted_print(call: ToolCall) -> str:
    """What was last written down so; nothing if nothing was."""
    with suppress(FileNotFoundError):
        return Path(call.keep, _noted_name(call)).read_text() if call.keep else ""
    return ""


def drop_noted(call: ToolCall) -> None:
    """Let go of what was written down, once the file is taken back."""
    if call.keep:
        Path(call.keep, _noted_name(call)).unlink(missing_ok=True)


def _noted_name(call: ToolCall) -> str:
    return kept_name(call, "new")


def _is_linked(folder: int, name: str, target: int, new_name: str) -> bool:
    """Whether the file has a second name now, in place of what had that name; False where the disks cannot do it."""
    clear(target, new_name)
    try:
        os.link(name, new_name, src_dir_fd=folder, dst_dir_fd=target, follow_symlinks=False)
    except OSError as error:
        if error.errno not in _NO_LINK:
            raise
        return False
    return True


def _copy(call: ToolCall, folder: int, name: str, target: int, new_name: str, *, temp: str) -> None:
    from goalwright.disk.copies import copy_bytes  # needed between disks only

    with file_in(folder, name) as old:
        look = carried_by(old)
        with temporary(target, temp, look) as file:
            copy_bytes(call, old, file)
            dress(file, look)
            os.fsync(file)
            os.rename(temp, new_name, src_dir_fd=target, dst_dir_fd=target)
    sync_folder(target)
