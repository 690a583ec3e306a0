"""Archives: zip and tar files, written so that they last and read so that they can do no harm."""

from goalwright.tools.files.archives.archive_kinds import kind_for
from goalwright.tools.files.archives.members import LIMITS, Limits
from goalwright.tools.files.archives.packing import is_packed, pack
from goalwright.tools.files.archives.unpacking import unpack

__all__ = ["LIMITS", "Limits", "is_packed", "kind_for", "pack", "unpack"]
