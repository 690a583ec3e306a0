"""A walk along a path that cannot be led outside: it holds the folder it stands in open, and reads each link itself.

The kernel is never asked to follow a link, so a link that is swapped in between two steps is either read, and
judged like any other, or stops the walk. What a walk ends at is an open folder, not a text that may mean
something else a moment later.
"""

from __future__ import annotations

import errno
import os

from goalwright.errors import PolicyRefusal
from goalwright.named_tuple import NamedTuple
from goalwright.policy.path_text import OUTSIDE, name_parts, path_parts, printable

MOST_LINKS = 40
CLOSED = -1
HAS_DESCRIPTORS = (
    {os.open, os.readlink} <= os.supports_dir_fd and hasattr(os, "O_NOFOLLOW") and hasattr(os, "O_DIRECTORY")
)

# Passing through a folder takes no right to list it, where the system can tell the two apart.
_PASS = getattr(os, "O_PATH", getattr(os, "O_SEARCH", os.O_RDONLY))
_FOLDER = getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0)
_NO_FOLDER = (errno.ENOTDIR, errno.ELOOP, errno.EMLINK)
_NOT_SEEN = (errno.ENOENT, errno.ENOTDIR, errno.EACCES, errno.ENAMETOOLONG)


class Bounds(NamedTuple):
    """Where walks may go: `tops`, anywhere below these folders; `way`, the folders that are passed to reach them.

    Both are real paths, the root folder being the empty text.
    """

    tops: frozenset[str]
    way: frozenset[str]


class RootedWalk:
    """A walk from the root folder along `path`, to where it leads.

    `at` is the real path reached, `fd` the open folder that `name` is in. `name` is `.` and `fd` the folder itself
    where one of the tops was reached. The last part is followed if it is a link and `follow` is true, or if the
    link itself lies outside. With `allow_missing` what is not there, or cannot be looked into, is taken by its text.
    The caller closes the walk.
    """

    __slots__ = ("_bounds", "_is_inside", "_links", "_missing", "_path", "_pending", "at", "fd", "name")

    def __init__(self, path: str, bounds: Bounds, *, follow: bool, allow_missing: bool = False) -> None:
        self._path, self._bounds, self._missing = path, bounds, allow_missing
        self._pending = path_parts(path)
        self._pending.reverse()
        self._links = 0
        self.fd = CLOSED
        self.name = "."
        try:
            self._start()
            self._go(follow)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the folder; a second time does nothing."""
        if self.fd != CLOSED:
            fd, self.fd = self.fd, CLOSED
            os.close(fd)

    def take_fd(self) -> int:
        """The open folder, whose owner is now the caller; readable (for listing, for fsync) if the user may read it."""
        try:
            return os.open(".", os.O_RDONLY | _FOLDER, dir_fd=self.fd)
        except PermissionError:
            fd, self.fd = self.fd, CLOSED
            return fd

    def _go(self, follow: bool) -> None:
        pending = self._pending
        while pending:
            name = pending.pop()
            if name == "..":
                self._go_from(self.at.rpartition("/")[0])
            elif pending:
                self._pass(name)
            else:
                self._arrive(name, follow)
        if not self._is_inside:
            raise self._outside(self.at)

    def _start(self) -> None:
        self.close()
        self.fd = os.open("/", _PASS | _FOLDER)
        self.at = ""
        self._is_inside = "" in self._bounds.tops

    def _go_from(self, folder: str) -> None:
        """Go on from a folder, which is reached again from the root folder, along names that were no links."""
        self._start()
        self._pending.extend(reversed(name_parts(folder)))

    def _pass(self, name: str) -> None:
        """Step into a folder, or onto the path that a link has in its place."""
        if self.fd == CLOSED:
            self._enter(name)
            return
        try:
            fd = os.open(name, _PASS | _FOLDER, dir_fd=self.fd)
        except OSError as error:
            target = self._target(name) if error.errno in _NO_FOLDER else None
            if target is not None:
                self._follow(target)
                return
            self._enter(name)
            if not (self._missing and error.errno in _NOT_SEEN):
                error.filename = self.at
                raise
            self.close()
            return
        os.close(self.fd)
        self.fd = fd
        self._enter(name)

    def _arrive(self, name: str, follow: bool) -> None:
        """The last part: it need not be there."""
        target = self._target(name) if self.fd != CLOSED and (follow or not self._is_inside) else None
        if target is not None:
            self._follow(target)
            return
        is_top = f"{self.at}/{name}" in self._bounds.tops and not self._is_inside
        if is_top and not self._missing:
            self._pass(name)
        else:
            self._enter(name)
            self.name = name

    def _enter(self, name: str) -> None:
        self.at = f"{self.at}/{name}"
        if not self._is_inside:
            self._is_inside = self.at in self._bounds.tops
            if not self._is_inside and self.at not in self._bounds.way:
                raise self._outside(self.at)

    def _target(self, name: str) -> str | None:
        try:
            return os.readlink(name, dir_fd=self.fd)
        except OSError:
            return None

    def _follow(self, target: str) -> None:
        self._links += 1
        if self._links > MOST_LINKS:
            problem = f"leads through more than {MOST_LINKS} links, perhaps in a circle: write the path without them"
            raise PolicyRefusal(printable(self._path), problem)
        parts = name_parts(target)
        if target.startswith("/"):
            self._start()
        if parts or self._pending:
            self._pending.extend(reversed(parts))
        else:
            self._go_from(self.at)

    def _outside(self, at: str) -> PolicyRefusal:
        is_plain = not self._links and self._path.startswith(at or self._path)
        leads = "is" if is_plain else f"leads to {printable(at or '/')},"
        return PolicyRefusal(printable(self._path), f"{leads} {OUTSIDE}")
