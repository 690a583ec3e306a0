"""Bringing a finished tree into a folder that may hold other things: all of it, or nothing.

The tree waits in a stage, a folder of its own on the same disk, and is divided into pieces: whatever is not there
yet goes over whole, and only where both have a folder is it looked into. The pieces are written down before the
first of them goes over. A piece that has left the stage is in its place, so an interrupted merge can be completed.
"""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from goalwright.contracts import ToolCall
from goalwright.dataclass import dataclass, fields
from goalwright.disk.allowed_roots import Spot
from goalwright.disk.atomic import write_whole
from goalwright.disk.below import Below, below, joined, parted
from goalwright.disk.entries import FOLDER, file_in, folder_in, kind_of, pieces, seen_at, seen_in
from goalwright.disk.kept import drop_kept, keep_folder, kept_name, kept_resource, put_back
from goalwright.disk.placing import place, placed_inverse, require_place, take_back_placed
from goalwright.disk.prints import print_in
from goalwright.disk.renames import rename_new, sync_folder
from goalwright.disk.sameness import Mark, mark_of
from goalwright.errors import ToolFailure

_LIST = "pieces"


@dataclass(frozen=True, slots=True, kw_only=True)
class TreePiece:
    """A part of the tree that goes over whole. `path` is its place below the folder, empty for the folder itself.

    `origin` is its place in the stage, `made` its fingerprint, `there` the mark of the file that it replaces. `mode`
    is the one of a read-only folder: it gets it in its place, because it could not be moved with it. `time_ns` is the
    time of the folder that it goes into.
    """

    path: str
    origin: str
    made: str
    there: Mark | None = None
    mode: int | None = None
    time_ns: int | None = None


def whole(stage: Below, base: str) -> tuple[TreePiece, ...]:
    """The tree at `base` in the stage as one piece, for a folder that is not there yet."""
    return (_piece(stage, base, "", None),)


def divided(call: ToolCall, stage: Below, base: str, target: Spot) -> tuple[TreePiece, ...]:
    """The pieces of the tree at `base` in the stage; a ToolFailure if one of them has no place to go."""
    found: list[TreePiece] = []
    with below(target.fd, target.name) as there:
        pending = [""]
        while pending:
            where = pending.pop()
            _require_one_disk(stage.at(""), there.at(where))
            time_ns = os.fstat(there.at(where)).st_mtime_ns
            origin = joined(base, where)
            for name in sorted(os.listdir(stage.at(origin)), key=os.fsencode):  # noqa: PTH208  # a descriptor
                path = joined(where, name)
                spot = Spot(there.at(where), name, f"{target.path}/{path}")
                kind = kind_of(os.stat(name, dir_fd=stage.at(origin), follow_symlinks=False))
                seen = seen_at(spot)
                if seen is not None and kind == FOLDER == kind_of(seen):
                    pending.append(path)
                    continue
                require_place(call, spot, mark_of(seen), kind)
                found.append(_piece(stage, joined(base, path), path, mark_of(seen), time_ns))
    return tuple(found)


def write_list(call: ToolCall, found: Sequence[TreePiece]) -> None:
    """Write the pieces down, lastingly."""
    content = json.dumps([{part.name: getattr(piece, part.name) for part in fields(piece)} for piece in found]).encode(
        "ascii"
    )
    with keep_folder(call) as keep:
        name = kept_name(call, _LIST)
        write_whole(keep, name, (content,), temp=f".{name}", replace=True)


def read_list(call: ToolCall) -> tuple[TreePiece, ...] | None:
    """The pieces that were written down; None if nothing has gone over yet."""
    if not call.keep or not os.path.isdir(call.keep):  # noqa: PTH112  # a text, not a Path
        return None
    with keep_folder(call) as keep:
        if seen_in(keep, kept_name(call, _LIST)) is None:
            return None
        with file_in(keep, kept_name(call, _LIST)) as file:
            content = b"".join(pieces(file))
    try:
        return tuple(TreePiece(**piece) for piece in json.loads(content))
    except (ValueError, TypeError) as error:
        raise ToolFailure("the list of what it brought is damaged: check the folder yourself") from error


def drop_list(call: ToolCall) -> None:
    """Forget the pieces that were written down."""
    drop_kept(call, kept_name(call, _LIST))


def merge(call: ToolCall, stage: Below, found: Sequence[TreePiece], target: Spot) -> None:
    """Bring every piece that is still in the stage to its place; if one cannot go, the caller has them come back."""
    for piece in found:
        where, name = parted(piece.origin)
        folder = stage.at(where)
        if seen_in(folder, name) is not None:
            with _spot(target, piece.path) as spot:
                _unlock(folder, name, piece)
                place(call, folder, name, spot, piece.there, kept_name(call, piece.path))


def come_back(call: ToolCall, stage: Below, found: Sequence[TreePiece], target: Spot) -> None:
    """Bring the pieces that went over back into the stage, and put back what they replaced."""
    for piece in reversed(found):
        where, name = parted(piece.origin)
        folder = stage.at(where)
        if seen_in(folder, name) is not None:
            continue
        with _spot(target, piece.path) as spot:
            rename_new(spot.fd, spot.name, folder, name)
            if piece.there is not None:
                kept = kept_name(call, piece.path)
                put_back(call, kept, spot.fd, spot.name)
                drop_kept(call, kept)
            sync_folder(spot.fd)


def lock(found: Sequence[TreePiece], target: Spot) -> None:
    """Give read-only folders their modes, now that they are in their places."""
    for piece in found:
        if piece.mode is not None:
            with _spot(target, piece.path) as spot, folder_in(spot.fd, spot.name) as folder:
                os.fchmod(folder, piece.mode)


def is_merged(found: Sequence[TreePiece], target: Spot) -> bool:
    """Whether every piece is in its place, as it was in the stage."""
    for piece in found:
        with _spot(target, piece.path) as spot:
            if print_in(spot.fd, spot.name) != piece.made:
                return False
    return True


def merge_inverse(call: ToolCall, found: Sequence[TreePiece], target: Spot) -> list[dict[str, Any]]:
    """What `take_back_merge` needs of every piece."""
    inverse = []
    for piece in found:
        with _spot(target, piece.path) as spot:
            placed = placed_inverse(call, spot, piece.there, kept_name(call, piece.path))
            inverse.append({"path": piece.path, **placed})
    return inverse


def merged_times(found: Sequence[TreePiece], target: str) -> dict[str, int]:
    """The times that the folders had into which the pieces went."""
    times = {joined(target, parted(piece.path)[0]): piece.time_ns for piece in found}
    return {folder: time_ns for folder, time_ns in times.items() if time_ns is not None}


def merged_kept(call: ToolCall, found: Sequence[TreePiece]) -> list[str]:
    """The names among resources of the files that pieces replaced."""
    return [kept_resource(call, kept_name(call, piece.path)) for piece in found if piece.there is not None]


def take_back_merge(call: ToolCall, found: Sequence[Mapping[str, Any]], target: Spot) -> None:
    """Remove every piece from its place, and put back what it replaced; a second time completes the first."""
    for piece in reversed(found):
        with _spot(target, piece["path"]) as spot:
            take_back_placed(call, spot, piece, kept_name(call, piece["path"]))


@contextmanager
def _spot(target: Spot, path: str) -> Iterator[Spot]:
    """The place of a piece."""
    if not path:
        yield target
        return
    where, name = parted(path)
    with below(target.fd, target.name) as folders:
        yield Spot(folders.at(where), name, f"{target.path}/{path}")


def _piece(stage: Below, origin: str, path: str, there: Mark | None, time_ns: int | None = None) -> TreePiece:
    where, name = parted(origin)
    folder = stage.at(where)
    seen = os.stat(name, dir_fd=folder, follow_symlinks=False)
    mode = stat.S_IMODE(seen.st_mode)
    is_locked = kind_of(seen) == FOLDER and not mode & stat.S_IWUSR
    made = print_in(folder, name)
    kept_mode = mode if is_locked else None
    return TreePiece(path=path, origin=origin, made=made, there=there, mode=kept_mode, time_ns=time_ns)


def _unlock(folder: int, name: str, piece: TreePiece) -> None:
    if piece.mode is not None:
        with folder_in(folder, name) as inner:
            os.fchmod(inner, piece.mode | stat.S_IWUSR)


def _require_one_disk(stage: int, folder: int) -> None:
    if os.fstat(stage).st_dev != os.fstat(folder).st_dev:
        raise OSError(errno.EXDEV, os.strerror(errno.EXDEV))
