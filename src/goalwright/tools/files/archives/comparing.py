"""Whether an archive holds just what was to be packed."""

from __future__ import annotations

from collections.abc import Collection
from itertools import zip_longest
from typing import BinaryIO

from goalwright.disk.allowed_roots import Spot
from goalwright.errors import ToolFailure
from goalwright.tools.files.archives.archive_limits import Limits, Tally
from goalwright.tools.files.archives.archive_reading import members_of, sound
from goalwright.tools.files.archives.members import Member
from goalwright.tools.files.archives.packing import Ident, found_for, joined, member_of

_ANY = 1 << 62
_BOUNDLESS = Limits(total=_ANY, ratio=_ANY, ratio_from=_ANY, members=_ANY)


def is_packed(source: Spot, name: str, archive: BinaryIO, skipped: Collection[Ident]) -> bool:
    """Whether the archive can be read to its end, and has the names, kinds, sizes and links of what is at `source`."""
    wanted = (_known_by(member_of(found, joined(name, found.path))) for found in found_for(source, skipped))
    try:
        with sound(""):
            held = (_known_by(member) for member, _ in members_of(archive, "", Tally(0, "", _BOUNDLESS)))
            return all(mine == theirs for mine, theirs in zip_longest(wanted, held))
    except ToolFailure:
        return False


def _known_by(member: Member) -> tuple[str, str, int, str]:
    return member.path.rstrip("/"), member.kind, member.size, member.target
