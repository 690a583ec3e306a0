"""AllowedRoots: the folders that file tools may work in, and the only way they reach a file."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from goalwright.dataclass import dataclass
from goalwright.disk.rooted_walk import CLOSED, HAS_DESCRIPTORS, MOST_LINKS, Bounds, RootedWalk
from goalwright.errors import PolicyRefusal, ToolFailure
from goalwright.policy.path_text import OUTSIDE, path_parts, printable

_KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place inside the allowed folders: `name` in the open folder `fd`, which need not be there (yet).

    `name` is `.` where the path is an allowed folder itself, `path` the real absolute path, for messages only. Use
    `os.…(spot.name, dir_fd=spot.fd)` and never follow a link at the end (`O_NOFOLLOW`, `follow_symlinks=False`): the
    last part is the one that can still be swapped. Opening a pipe waits for its other end: use `open_regular`.
    """

    fd: int
    name: str
    path: str

    def open_regular(self, flags: int = os.O_RDONLY, mode: int = 0o666) -> int:
        """A new descriptor of the regular file at this spot; never of a link, a pipe or a device, and never waiting.

        A folder is an IsADirectoryError, a link an OSError (ELOOP), anything else that is no file a ToolFailure.
        """
        try:
            self._require_regular(os.stat(self.name, dir_fd=self.fd, follow_symlinks=False).st_mode)
        except FileNotFoundError:
            if not flags & os.O_CREAT:
                raise
        safe = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC | os.O_NOCTTY
        fd = os.open(self.name, flags | safe, mode, dir_fd=self.fd)
        try:
            self._require_regular(os.fstat(fd).st_mode)
        except BaseException:
            os.close(fd)
            raise
        return fd

    def _require_regular(self, mode: int) -> None:
        for is_kind, kind in _KINDS:
            if is_kind(mode):
                raise ToolFailure(f"{printable(self.path)} is {kind}, not a file: name a regular file")
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), self.path)


class AllowedRoots:
    """Folders, and everything below them; whatever leads out of them is a PolicyRefusal.

    A root is taken as it is found when this is made: its links are followed once, and one that is swapped later
    leads outside like any other. A root need not exist. Paths may spell a root as it was given. A path may pass
    only through roots and the folders above them, so a link in another user's folder never leads a path, not even
    into a root. On a system without directory descriptors (Windows) only `check` guards, by the path as it is now.
    """

    def __init__(self, roots: Iterable[str | os.PathLike[str]]) -> None:
        folders: list[str] = []
        way: set[str] = {""}
        for root in roots:
            real = _real_folder(os.fspath(root), way)
            if real not in folders:
                folders.append(real)
        self.folders: tuple[str, ...] = tuple(folder or "/" for folder in folders)
        self._bounds = Bounds(frozenset(folders), frozenset(way))

    def check(self, path: str) -> str:
        """The real absolute path that `path` leads to now; what is missing at its end is taken by its text."""
        if not HAS_DESCRIPTORS:
            return real_path_within(path, self.folders)
        try:
            walk = RootedWalk(path, self._bounds, follow=True, allow_missing=True)
        except OSError as error:
            raise _unseen(path, error) from error
        walk.close()
        return walk.at or "/"

    @contextmanager
    def opened(self, path: str, *, follow: bool = False) -> Iterator[Spot]:
        """The spot that `path` leads to, its folder held open meanwhile; that folder must exist.

        With `follow`, a link at the end is followed too. A missing folder is the system's own FileNotFoundError or
        NotADirectoryError, its `filename` the real path of what is missing.
        """
        if not HAS_DESCRIPTORS:
            real = real_path_within(path, self.folders)
            yield Spot(CLOSED, Path(real).name or ".", real)
            return
        with closing(RootedWalk(path, self._bounds, follow=follow)) as walk:
            fd = walk.take_fd()
            try:
                yield Spot(fd, walk.name, walk.at or "/")
            finally:
                os.close(fd)


def real_path_within(path: str, folders: Iterable[str]) -> str:
    """The real path, if it is inside one of the real `folders` at this moment; else PolicyRefusal.

    All there is without directory descriptors: what is true now may be false when the path is used.
    """
    path_parts(path)
    try:
        real = Path(os.path.realpath(path))
    except OSError as error:
        raise _unseen(path, error) from error
    if not any(real.is_relative_to(folder) for folder in folders):
        raise PolicyRefusal(printable(path), f"is {OUTSIDE}")
    return str(real)


def _unseen(path: str, error: OSError) -> PolicyRefusal:
    return PolicyRefusal(printable(path), f"cannot be looked at ({error.strerror}): make it readable, or try again")


def _real_folder(root: str, way: set[str]) -> str:
    """The real path of a root; the folders that are passed on its way are added to `way`."""
    if not HAS_DESCRIPTORS:
        return os.path.realpath(root)
    pending, at, links = path_parts(root)[::-1], "", 0
    while pending:
        name = pending.pop()
        if name == "..":
            at = at.rpartition("/")[0]
            continue
        way.add(at)
        target = _link(f"{at}/{name}")
        if target is None:
            at = f"{at}/{name}"
            continue
        links += 1
        if links > MOST_LINKS:
            raise PolicyRefusal(printable(root), "leads through too many links: write it in allowed_roots without them")
        at = "" if target.startswith("/") else at
        pending.extend(part for part in reversed(target.split("/")) if part not in ("", "."))
    return at


def _link(path: str) -> str | None:
    try:
        return str(Path(path).readlink())
    except OSError:
        return None
