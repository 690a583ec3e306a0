"""Member: one file, folder or link of an archive, whatever kind of archive it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from goalwright.dataclass import dataclass

ALIAS = "alias"
"""The kind of a member that is another name for a file that came before it (a hard link)."""


class Content(Protocol):
    """The bytes of a member, to be read once."""

    def read(self, size: int, /) -> bytes: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member. `path` is as the archive has it, and not to be trusted.

    `kind` is file, folder, link, alias, or what else an archive may hold, in words. `target` is where a link or an
    alias leads. `mode` and `mtime_ns` are None where the archive does not tell.
    """

    path: str
    kind: str
    size: int = 0
    target: str = ""
    mode: int | None = None
    mtime_ns: int | None = None


Read: TypeAlias = Callable[[], Content]
