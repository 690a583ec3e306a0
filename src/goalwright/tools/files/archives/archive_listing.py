"""What is in an archive, told without unpacking it: plans are made with it."""

from __future__ import annotations

import os

from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.entries import FILE, FOLDER, file_at
from goalwright.errors import GoalwrightError
from goalwright.tools.files.archives.archive_reading import members_of, sound
from goalwright.tools.files.archives.members import ALIAS, LIMITS, Tally
from goalwright.tools.files.archives.unpacking import only_folder, safe_path

LARGEST = 64 << 20
"""Of a larger archive nothing is told: a packed tar has to be read from its beginning to its end."""
MOST = 20_000


def listed(roots: AllowedRoots, archive: str, folder_name: str) -> list[str] | None:
    """The paths that unpacking makes below a folder of this name, those of folders with a slash at the end.

    None if that can't be told: the archive can't be read, would be refused, is large, or holds links, which may
    lead to files and to folders.
    """
    try:
        with roots.opened(archive) as spot, file_at(spot) as file, os.fdopen(os.dup(file), "rb") as opened:
            size = os.fstat(file).st_size
            kinds: dict[str, str] = {}
            with sound(archive):
                for member, _ in members_of(opened, archive, Tally(size, archive, LIMITS)):
                    if size > LARGEST or len(kinds) > MOST or member.kind not in (FILE, FOLDER, ALIAS):
                        return None
                    _add(kinds, safe_path(member.path, archive), member.kind)
    except (OSError, GoalwrightError):
        return None
    top = f"{folder_name}/" if folder_name and only_folder(kinds) == folder_name else ""
    places = {path.removeprefix(top): kind for path, kind in kinds.items() if path.startswith(top)}
    return [f"{path}/" if kind == FOLDER else path for path, kind in places.items() if path]


def _add(kinds: dict[str, str], path: str, kind: str) -> None:
    kinds.setdefault(path, kind)
    while "/" in path:
        path = path.rpartition("/")[0]
        kinds.setdefault(path, FOLDER)
