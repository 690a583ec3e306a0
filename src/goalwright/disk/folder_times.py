"""The times of folders, which change with what is put into them or taken out: undo puts them back."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from goalwright.contracts import path_spelling as paths
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.disk.entries import FOLDER, folder_in, kind_of, seen_at, spot_of
from goalwright.errors import GoalwrightError

RESOURCE = "times:"
"""What the names of folders begin with where only their time counts."""


def times_around(roots: AllowedRoots, places: Iterable[str]) -> dict[str, int]:
    """The time of the folder that each real path lies in, or of the first one above it that is there."""
    found: dict[str, int] = {}
    for place in places:
        folder = paths.parent(place)
        while (when := time_of(roots, folder)) is None and folder != paths.parent(folder):
            folder = paths.parent(folder)
        if when is not None:
            found[folder] = when
    return found


def time_of(roots: AllowedRoots, folder: str) -> int | None:
    """The time of a folder; None if there is none, or it is not one of those that tools may work in."""
    with suppress(GoalwrightError, OSError), spot_of(roots, folder) as spot:
        seen = seen_at(spot)
        return seen.st_mtime_ns if seen is not None and kind_of(seen) == FOLDER else None
    return None


def put_times_back(roots: AllowedRoots, times: Mapping[str, Sequence[int | None]]) -> None:
    """Give folders the first of their two times, where they are there and the system allows it."""
    for path, (was, _) in times.items():
        with suppress(GoalwrightError, OSError), spot_of(roots, path) as spot:
            if spot is not None and was is not None:
                with folder_in(spot.fd, spot.name) as folder:
                    os.utime(folder, ns=(os.fstat(folder).st_atime_ns, was))


def print_of_time(roots: AllowedRoots, resource: str) -> str:
    """The time of the folder `times:<path>`, as text."""
    return str(time_of(roots, resource.removeprefix(RESOURCE)))
