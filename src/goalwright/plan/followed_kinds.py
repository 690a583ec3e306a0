"""PathKinds: which paths are files and which folders, as far as the goals before the next one tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from goalwright.plan.paths import identities_above
from goalwright.plan.state import CLEAR, GRAFT, MAKING, RegisterWrite
from goalwright.rules.derive import FILE, FOLDER


class _Made(NamedTuple):
    """That something is at a path since a moment; a folder that was put there as a whole came from `origin`."""

    since: int
    kind: str
    origin: str = ""


class PathKinds:
    """Starts from what the world says, and follows what goals make, carry about and remove, one after the other."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._made = {path: _Made(0, kind) for path, kind in known.items()}
        self._gone: dict[str, int] = {}
        self._now = 0

    def note(self, writes: Iterable[RegisterWrite]) -> None:
        """Follow what a goal does."""
        for write in writes:
            family, _, path = write.register.partition(":")
            self._now += 1
            if write.code in MAKING:
                origin = write.source.partition(":")[2] if write.code == GRAFT else ""
                self._made[path] = _Made(self._now, FILE if family == "file" else FOLDER, origin)
            elif write.code == CLEAR:
                self._gone[path] = self._now

    def get(self, path: str) -> str | None:
        """The kind of a path; None if it is not known, or nothing is there any more.

        What lies in a folder that was put somewhere is what lay in it before, where it came from.
        """
        now = self._now
        while True:
            made = self._made.get(path)
            since = made.since if made is not None and made.since <= now else -1
            above = identities_above(path) if self._now else ()
            put = max(((each.since, folder) for folder in above if (each := self._put(folder, now))), default=(-1, ""))
            if any(max(since, put[0]) < self._gone.get(folder, -1) <= now for folder in (path, *above)):
                return None
            if since >= put[0]:
                return made.kind if made is not None and since >= 0 else None
            path, now = self._made[put[1]].origin + path[len(put[1]) :], put[0] - 1

    def is_changed(self, path: str) -> bool:
        """Whether a goal has made or removed what is at the path, or a folder above it."""
        around = (path, *identities_above(path))
        return any(place in self._gone or (place in self._made and self._made[place].since > 0) for place in around)

    def _put(self, folder: str, now: int) -> _Made | None:
        made = self._made.get(folder)
        return made if made is not None and made.origin and made.since <= now else None
