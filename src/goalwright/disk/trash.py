"""The desktop's trash, by the freedesktop.org rules: what is put there can be found, and put back, by any desktop.

It is written here rather than by a library because undo, and a second run after a crash, must know exactly where a
thing went: its name in the trash and the note beside it are chosen first, and put down in the journal.
"""

from __future__ import annotations

import os
import stat
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from urllib.parse import quote

from goalwright.contracts import ToolCall
from goalwright.dataclass import dataclass
from goalwright.disk.atomic import PRIVATE, temp_name, write_all
from goalwright.disk.entries import file_in, pieces, seen_in
from goalwright.disk.renames import sync_folder
from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.policy.path_text import printable

NOTE = ".trashinfo"
LONGEST_NAME = 255
LONGEST_NOTE = 64 << 10
_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC


@dataclass(frozen=True, slots=True)
class Bin:
    """One trash folder. Notes name what was deleted as seen from `top`, or in full where that is empty."""

    folder: str
    top: str = ""


class OpenBin(NamedTuple):
    """The two open folders of a bin: the things, and the notes about them."""

    files: int
    notes: int


def bin_for(path: str, device: int, given: str | None = None) -> Bin:
    """The bin for a real path on that device: the user's own, or one at the top of the disk it is on."""
    if given is not None:
        return Bin(given)
    home = home_trash()
    nearest = next(folder for folder in (home, *home.parents) if folder.exists())
    if device == nearest.stat().st_dev:
        return Bin(str(home))
    top = _top_of_disk(Path(path).parent, device)
    shared = top / ".Trash"
    if _is_shared_bin(shared):
        return Bin(str(shared / str(os.getuid())), str(top))
    return Bin(str(top / f".Trash-{os.getuid()}"), str(top))


def home_trash() -> Path:
    given = Path(os.environ.get("XDG_DATA_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".local" / "share") / "Trash"


@contextmanager
def open_bin(place: Bin, *, make: bool = False) -> Iterator[OpenBin | None]:
    """The open folders of a bin; None if they are missing and not to be made."""
    with ExitStack() as stack:
        try:
            if make:
                Path(place.folder).mkdir(mode=0o700, parents=True, exist_ok=True)
            outer = _opened(stack, place.folder, flags=_FOLDER | (os.O_NOFOLLOW if place.top else 0))
            _require_own(outer, place)
            inner = [_inner(stack, outer, name, make=make) for name in ("files", "info")]
        except FileNotFoundError:
            inner = []
        yield OpenBin(*inner) if inner else None


def bin_name(call: ToolCall, name: str, trash: OpenBin | None) -> str:
    """A name for a thing in the trash: its own, made unlike any other by a mark that is the call's."""
    mark = temp_name(call)[-8:]
    number = 1
    while True:
        chosen = _marked(name, mark if number == 1 else f"{mark}-{number}")
        if trash is None or (seen_in(trash.files, chosen) is None and seen_in(trash.notes, chosen + NOTE) is None):
            return chosen
        number += 1


def note_text(place: Bin, path: str, now: float) -> str:
    """What the note beside a deleted thing says: where it was, and when it was deleted, by the local clock."""
    where = os.path.relpath(path, place.top) if place.top else path
    when = time.strftime("%Y-%m-%dT%H:%M:%S", time.localtime(now))
    return f"[Trash Info]\nPath={quote(os.fsencode(where), safe='/')}\nDeletionDate={when}\n"


def reserve(trash: OpenBin, name: str, note: str) -> None:
    """Take a name in the trash by writing its note, lastingly; one that an earlier attempt wrote is ours already."""
    text = note.encode("ascii")
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        file = os.open(name + NOTE, flags, PRIVATE, dir_fd=trash.notes)
    except FileExistsError:
        _require_ours(trash, name, text)
        file = os.open(name + NOTE, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=trash.notes)
    try:
        write_all(file, (text,))
        os.fsync(file)
    except BaseException:
        release(trash, name)
        raise
    finally:
        os.close(file)
    sync_folder(trash.notes)


def release(trash: OpenBin, name: str) -> None:
    """Give a name in the trash back by removing its note, if it is there."""
    if seen_in(trash.notes, name + NOTE) is not None:
        os.unlink(name + NOTE, dir_fd=trash.notes)
        sync_folder(trash.notes)


def _require_ours(trash: OpenBin, name: str, text: bytes) -> None:
    """A note that is cut short, or whole, as this call writes it; any other is another program's."""
    with file_in(trash.notes, name + NOTE) as file:
        found = b"".join(pieces(file, 0, LONGEST_NOTE))
    if not text.startswith(found):
        raise ToolFailure(f"another program took the name {printable(name)} in the trash; try again", is_transient=True)


def _marked(name: str, mark: str) -> str:
    """`notes.txt` as `notes.<mark>.txt`, shortened where the disk would not take the note's name."""
    stem, ending = os.path.splitext(name)  # noqa: PTH122  # a name, not a Path
    if len(os.fsencode(ending)) > 32:
        stem, ending = name, ""
    room = LONGEST_NAME - len(NOTE) - len(mark) - 1 - len(os.fsencode(ending))
    while len(os.fsencode(stem)) > room:
        stem = stem[:-1]
    return f"{stem}.{mark}{ending}"


def _opened(stack: ExitStack, name: str, *, flags: int = _FOLDER, folder: int | None = None) -> int:
    fd = os.open(name, flags, dir_fd=folder)
    stack.callback(os.close, fd)
    return fd


def _inner(stack: ExitStack, outer: int, name: str, *, make: bool) -> int:
    if make and seen_in(outer, name) is None:
        with suppress(FileExistsError):  # another delete may make it at the same moment
            os.mkdir(name, 0o700, dir_fd=outer)
    return _opened(stack, name, folder=outer)


def _require_own(outer: int, place: Bin) -> None:
    """A bin at the top of a disk may be a trap of another user, to see what is deleted."""
    if place.top and os.fstat(outer).st_uid != os.getuid():
        raise ToolFailure(f"the trash folder {printable(place.folder)} belongs to another user; remove it first")


def _is_shared_bin(folder: Path) -> bool:
    """The rules of the trash ask for a folder that is no link and whose sticky bit is set."""
    try:
        mode = folder.lstat().st_mode
    except OSError:
        return False
    return stat.S_ISDIR(mode) and bool(mode & stat.S_ISVTX)


def _top_of_disk(folder: Path, device: int) -> Path:
    while folder.parent != folder and folder.parent.stat().st_dev == device:
        folder = folder.parent
    return folder
