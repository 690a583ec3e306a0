"""Member: one file, folder or link of an archive, whatever kind it is, and how many may come of one archive."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from goalwright.dataclass import dataclass
from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How many bytes and members an archive may have in all, and how many times its own size.

    The ratio counts from `ratio_from` bytes on: small files of one repeated letter are no attack.
    """

    total: int = 10 << 30
    ratio: int = 1_000
    ratio_from: int = 64 << 20
    members: int = 1_000_000


LIMITS = Limits()


class Tally:
    """What has come out of an archive so far; too much is a ToolFailure, and nothing more comes out of it."""

    def __init__(self, size: int, shown: str, limits: Limits = LIMITS) -> None:
        self._most = min(limits.total, max(size * limits.ratio, limits.ratio_from))
        self._limits, self._shown = limits, shown
        self._bytes = self._members = 0

    def add_member(self) -> None:
        self._members += 1
        if self._members > self._limits.members:
            raise self._refusal(f"holds more than {self._limits.members} files")

    def add_bytes(self, count: int) -> None:
        self._bytes += count
        if self._bytes > self._most:
            is_total = self._most == self._limits.total
            more = f"{self._limits.total / (1 << 30):g} GiB" if is_total else f"{self._limits.ratio} times its own size"
            raise self._refusal(f"expands to more than {more}")

    def _refusal(self, what: str) -> ToolFailure:
        problem = "so it was not extracted; if you trust it, extract it with another program"
        return ToolFailure(f"{printable(self._shown)} {what}, {problem}")
