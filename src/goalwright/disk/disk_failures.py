"""What the system refuses, as sentences that a person can act on."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import ParamSpec, TypeVar

from goalwright.contracts import ToolCall
from goalwright.errors import ToolFailure
from goalwright.named_tuple import NamedTuple
from goalwright.policy.path_text import printable

P = ParamSpec("P")
T = TypeVar("T")


class Reason(NamedTuple):
    """Why the system refused, what to do about it, and whether trying again may help."""

    problem: str
    remedy: str
    is_transient: bool = False


_FORBIDDEN = Reason("permission is denied", "change the permissions, or ask its owner")
_BUSY = Reason("another program is using it", "close that program or try again later", True)
_CROWDED = Reason("too many files are open", "close some programs and try again", True)

REASONS: Mapping[int, Reason] = {
    errno.ENOENT: Reason("it is not there", "check the name and the folder"),
    errno.EEXIST: Reason("something of that name is there", "use another name, or move it away first"),
    errno.ENOTEMPTY: Reason("the folder is not empty", "empty it first"),
    errno.EISDIR: Reason("it is a folder, not a file", "name a file"),
    errno.ENOTDIR: Reason("it is not a folder", "name a folder"),
    errno.ELOOP: Reason("a link on the way changed or leads in a circle", "check the links in the path"),
    errno.ENAMETOOLONG: Reason("the name is longer than the disk allows", "use a shorter name"),
    errno.EACCES: _FORBIDDEN,
    errno.EPERM: _FORBIDDEN,
    errno.EROFS: Reason("the disk is read-only", "use a folder on another disk, or mount it for writing"),
    errno.ENOSPC: Reason("the disk is full", "free some space and try again"),
    errno.EDQUOT: Reason("your disk quota is used up", "free some space and try again"),
    errno.EFBIG: Reason("the file would be larger than is allowed here", "use another disk, or write less"),
    errno.EBUSY: _BUSY,
    errno.ETXTBSY: Reason("it is a program that is running", "close that program or try again later", True),
    errno.EAGAIN: _BUSY,
    errno.EMFILE: _CROWDED,
    errno.ENFILE: _CROWDED,
    errno.ESTALE: Reason("the network folder has changed", "try again", True),
    errno.EXDEV: Reason("it lies on another disk", "copy it there, then delete the original"),
    errno.EIO: Reason("the disk reports an error", "check the disk"),
    errno.EMLINK: Reason("it has as many links as the disk allows", "use another folder"),
    errno.ENOTSUP: Reason("the disk does not support this", "use a folder on another disk"),
    errno.ENXIO: Reason("it is a device or a pipe, not a file", "name a file"),
}


def cannot(doing: str, path: str, problem: str, *, is_transient: bool = False) -> ToolFailure:
    """The ToolFailure `cannot <doing> <path>: <problem>`."""
    return ToolFailure(f"cannot {doing} {printable(path)}: {problem}", is_transient=is_transient)


def failure(doing: str, path: str, error: OSError) -> ToolFailure:
    """The ToolFailure that tells a person what the system refused."""
    reason = REASONS.get(error.errno or 0, Reason(error.strerror or type(error).__name__, "check it and try again"))
    problem = _on_the_way(path, error) or f"{reason.problem}; {reason.remedy}"
    return cannot(doing, path, problem, is_transient=reason.is_transient)


@contextmanager
def told(doing: str, path: str) -> Iterator[None]:
    """Whatever the system refuses inside becomes a ToolFailure: `cannot <doing> <path>: …`."""
    try:
        yield
    except OSError as error:
        raise failure(doing, path, error) from error
    except UnicodeError as error:
        raise cannot(doing, path, "the name has characters that this system cannot write; use another name") from error


def telling(doing: str) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """`told` around a function of a tool: the path is its call's own."""

    def decorated(function: Callable[P, T]) -> Callable[P, T]:
        @wraps(function)
        def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
            call = next(value for value in args if isinstance(value, ToolCall))
            with told(doing, str(call.args.get("path", ""))):
                return function(*args, **kwargs)

        return guarded

    return decorated


def legible(name: str) -> str:
    """A name from a disk as it can be stored and sent anywhere: bytes that are not text are spelled out."""
    return name if name.isascii() else os.fsencode(name).decode("utf-8", "backslashreplace")


def go_on(call: ToolCall) -> None:
    """Nothing, unless the call is to end: long work asks between pieces."""
    if call.stop.is_set():
        raise ToolFailure("stopped before it was done; run it again to do it")


def _on_the_way(path: str, error: OSError) -> str:
    """What is wrong with a folder above the path, where the trouble lies there; walks name it in full."""
    place = error.filename
    if not isinstance(place, str) or not place.startswith("/") or place == path:
        return ""
    if error.errno == errno.ENOENT:
        return f"the folder {printable(place)} is not there; create it first, or check the path"
    if error.errno == errno.ENOTDIR:
        return f"{printable(place)} is not a folder; check the path"
    return ""
