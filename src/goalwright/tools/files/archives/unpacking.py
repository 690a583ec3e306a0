"""Unpacking an archive into an empty folder, so that nothing in it can reach anything else."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import BinaryIO

from goalwright.contracts import ToolCall
from goalwright.contracts.shown import shown
from goalwright.disk.atomic import NEW_FILE, PRIVATE, Look, dress, encodable, write_all
from goalwright.disk.below import Below, parted
from goalwright.disk.disk_failures import go_on
from goalwright.disk.entries import FILE, FOLDER, LINK, PIECE, new_file_in
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.files.archives.archive_reading import members_of, sound
from goalwright.tools.files.archives.members import ALIAS, Limits, Member, Read, Tally

_RIGHTS = stat.S_IRWXU | stat.S_IRWXG | stat.S_IRWXO
"""What of a mode is taken over: no archive gives a program the rights of its owner."""
LONGEST_PATH = 4_096
MOST_LINKS = 40
_DRIVE = re.compile(r"[A-Za-z]:(?:[\\/]|$)")
_SEPARATORS = re.compile(r"[\\/]")


def unpack(call: ToolCall, archive: BinaryIO, shown: str, folder: Below, limits: Limits, folder_name: str) -> str:
    """Unpack an archive into an empty folder, and say below which of its folders the content begins.

    That is the only folder of an archive that holds nothing beside it and is named as the place it is unpacked into,
    or else the top itself, as an empty text. The first member that must not be unpacked is a ToolFailure.
    """
    size = os.fstat(archive.fileno()).st_size
    unpacked = _Unpacked(call, shown, folder, Tally(size, shown, limits))
    with sound(shown):
        for member, read in members_of(archive, shown, Tally(size, shown, limits)):
            go_on(call)
            unpacked.add(member, read)
    top = folder_name if only_folder(unpacked.kinds) == folder_name else ""
    unpacked.finish(top)
    return top


def only_folder(kinds: Mapping[str, str]) -> str:
    """The one folder that everything lies in, if there is one; `kinds` are those of all paths."""
    tops = {path.partition("/")[0] for path in kinds if path}
    top = tops.pop() if len(tops) == 1 else ""
    return top if kinds.get(top) == FOLDER else ""


class _Unpacked:
    """What came out of an archive so far. Links are made last, so that no member can pass through one."""

    def __init__(self, call: ToolCall, shown: str, folder: Below, tally: Tally) -> None:
        self._call, self._shown, self._folder, self._tally = call, shown, folder, tally
        self.kinds: dict[str, str] = {}
        self._links: dict[str, Member] = {}
        self._looks: dict[str, Look] = {}
        self._add_kind: dict[str, Callable[[str, Member, Read], None]] = {
            FILE: self._add_file,
            FOLDER: self._add_folder,
            LINK: self._add_link,
            ALIAS: self._add_alias,
        }

    def add(self, member: Member, read: Read) -> None:
        """Unpack one member; a link is only noted."""
        self._tally.add_member()
        path = safe_path(member.path, self._shown)
        add = self._add_kind.get(member.kind)
        if add is None:
            raise refused(self._shown, member.path, f"is a {member.kind}, not a file")
        if not path and member.kind != FOLDER:
            raise refused(self._shown, member.path, "has no name")
        self._require_new(path, member)
        self._make_folders(parted(path)[0], member)
        add(path, member, read)
        self.kinds.setdefault(path, member.kind)

    def finish(self, top: str) -> None:
        """Make the links, each of which must stay below `top`, and give the folders their modes and times."""
        targets = {path: member.target for path, member in self._links.items()}
        for path, member in self._links.items():
            if not leads_inside(path, member.target, targets, top):
                raise refused(self._shown, member.path, "is a link that leads out of the folder")
        for path, member in self._links.items():
            go_on(self._call)
            self._make_link(path, member)
        for path in sorted(self._looks, reverse=True):
            dress(self._folder.at(path), self._looks[path])

    def _require_new(self, path: str, member: Member) -> None:
        known = self.kinds.get(path)
        if known is not None and not (known == FOLDER == member.kind):
            raise refused(self._shown, member.path, "is there twice, and it is unclear which one counts")

    def _make_folders(self, path: str, member: Member) -> None:
        """Make the folders that a member lies in, where the archive does not list them, or not yet."""
        missing = []
        while path and path not in self.kinds:
            missing.append(path)
            path = parted(path)[0]
        if path and self.kinds[path] != FOLDER:
            raise refused(self._shown, member.path, f"lies in something that is a {self.kinds[path]}, not a folder")
        for folder in reversed(missing):
            where, name = parted(folder)
            os.mkdir(name, dir_fd=self._folder.at(where))
            self.kinds[folder] = FOLDER

    def _add_file(self, path: str, member: Member, read: Read) -> None:
        where, name = parted(path)
        mode = NEW_FILE if member.mode is None else PRIVATE
        with new_file_in(self._folder.at(where), name, mode) as file:
            content = read()
            while piece := content.read(PIECE):
                go_on(self._call)
                self._tally.add_bytes(len(piece))
                write_all(file, (piece,))
            dress(file, _look(member))

    def _add_folder(self, path: str, member: Member, _read: Read) -> None:
        if path and path not in self.kinds:
            where, name = parted(path)
            os.mkdir(name, dir_fd=self._folder.at(where))
        look = _look(member)
        # Its owner must be able to look into it, or it could not even be removed again.
        self._looks[path] = Look(None if look.mode is None else look.mode | 0o500, look.mtime_ns)

    def _add_link(self, path: str, member: Member, _read: Read) -> None:
        if not member.target or "\0" in member.target:
            raise refused(self._shown, member.path, "is a link that leads nowhere")
        self._links[path] = member

    def _add_alias(self, path: str, member: Member, _read: Read) -> None:
        target = safe_path(member.target, self._shown)
        if self.kinds.get(target) == LINK:
            self._links[path] = self._links[target]
            self.kinds[path] = LINK
            return
        if self.kinds.get(target) not in (FILE, ALIAS):
            raise refused(self._shown, member.path, "is another name for a file that does not come before it")
        (where, name), (other_where, other_name) = parted(path), parted(target)
        from_fd = os.dup(self._folder.at(other_where))
        try:
            to_fd = self._folder.at(where)
            os.link(other_name, name, src_dir_fd=from_fd, dst_dir_fd=to_fd, follow_symlinks=False)
        finally:
            os.close(from_fd)

    def _make_link(self, path: str, member: Member) -> None:
        where, name = parted(path)
        folder = self._folder.at(where)
        os.symlink(member.target, name, dir_fd=folder)
        mtime_ns = _mtime_ns(member)
        if mtime_ns is not None:
            with suppress(OSError, NotImplementedError):
                os.utime(name, ns=(mtime_ns, mtime_ns), dir_fd=folder, follow_symlinks=False)


def _look(member: Member) -> Look:
    return Look(None if member.mode is None else member.mode & _RIGHTS, _mtime_ns(member))


def _mtime_ns(member: Member) -> int | None:
    """The time of a member, if it is one that a clock can show."""
    return None if member.mtime_ns is None or abs(member.mtime_ns) >= 2**63 else member.mtime_ns


def safe_path(name: str, archive: str) -> str:
    """The path of a member below the folder that it is unpacked into, empty for that folder itself.

    A name that leads elsewhere, on this system or another, is a ToolFailure: such names are not made by accident.
    """
    problem = _problem(name)
    if problem:
        raise refused(archive, name, problem)
    return "/".join(part for part in name.split("/") if part not in ("", "."))


def refused(archive: str, name: str, problem: str) -> ToolFailure:
    """For an archive that has something in it which must not be unpacked; nothing of it is."""
    return ToolFailure(f"{printable(archive)} was not extracted: the member {shown(name)} {problem}")


def leads_inside(path: str, target: str, links: Mapping[str, str], top: str = "") -> bool:
    """Whether a link at `path` stays below `top`, through all the links of the archive that it passes.

    Reading the target as text is not enough: `here/..` is outside if `here` leads to the top itself.
    """
    base = top.split("/") if top else []
    at = path.split("/")[:-1]
    pending = target.split("/")[::-1]
    passed = 0
    if target.startswith("/"):
        return False
    while pending:
        part = pending.pop()
        if part in ("", "."):
            continue
        if part == "..":
            if at == base:
                return False
            at.pop()
            continue
        at.append(part)
        further = links.get("/".join(at))
        if further is not None:
            passed += 1
            if passed > MOST_LINKS or further.startswith("/"):
                return False
            at.pop()
            pending.extend(further.split("/")[::-1])
    return True


def _problem(name: str) -> str:
    if "\0" in name:
        return "has a NUL character in its name"
    if name.startswith(("/", "\\")) or _DRIVE.match(name):
        return "has an absolute path"
    if ".." in _SEPARATORS.split(name):
        return "leads out of the folder with `..`"
    if len(os.fsencode(encodable(name))) > LONGEST_PATH:
        return f"has a path of more than {LONGEST_PATH} bytes"
    return ""
