"""PathKinds: which paths are files and which folders, as far as the goals before the next one tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from goalwright.named_tuple import NamedTuple
from goalwright.plan.paths import folder_above, identities_above
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
        self._put: dict[str, _Made] = {}  # those of the folders that came as a whole
        self._gone: dict[str, int] = {}
        self._now = 0
        self._calm: set[str] = set()  # folders of which is known that neither they nor those above are put or gone

    def note(self, writes: Iterable[RegisterWrite]) -> None:
        """Follow what a goal does."""
        for write in writes:
            self._now += 1
            if write.code in MAKING:
                family, _, path = write.register.partition(":")
                origin = write.source.partition(":")[2] if write.code == GRAFT else ""
                made = self._made[path] = _Made(self._now, FILE if family == "file" else FOLDER, origin)
                if origin:
                    self._put[path] = made
                    self._stir(path)
                elif self._put:
                    self._put.pop(path, None)
            elif write.code == CLEAR:
                path = write.register.partition(":")[2]
                self._gone[path] = self._now
                self._stir(path)

    def get(self, path: str) -> str | None:
        """The kind of a path; None if it is not known, or nothing is there any more.

        What lies in a folder that was put somewhere is what lay in it before, where it came from.
        """
        now = self._now
        if path not in self._gone and self._is_calm(folder_above(path)):
            known = self._made.get(path)
            return known.kind if known is not None else None
        while True:
            made = self._made.get(path)
            since = made.since if made is not None and made.since <= now else -1
            above = identities_above(path) if self._put or self._gone else ()
            put = self._latest_put(above, now) if self._put else (-1, "")
            if self._gone and self._is_gone(path, above, max(since, put[0]), now):
                return None
            if since >= put[0]:
                return made.kind if made is not None and since >= 0 else None
            path, now = self._put[put[1]].origin + path[len(put[1]) :], put[0] - 1

    def _is_calm(self, folder: str | None) -> bool:
        """Whether neither a folder nor any above it was put there as a whole or removed: most of them never are."""
        if folder is None or folder in self._calm:
            return True
        around = (folder, *identities_above(folder))
        if not (self._put.keys().isdisjoint(around) and self._gone.keys().isdisjoint(around)):
            return False
        self._calm.update(around)
        return True

    def _stir(self, path: str) -> None:
        if path in self._calm:
            self._calm.clear()

    def _latest_put(self, above: Iterable[str], now: int) -> tuple[int, str]:
        """The folder above that was put in its place last, up to a moment, and when."""
        found = [(self._put[folder].since, folder) for folder in above if folder in self._put]
        return max((each for each in found if each[0] <= now), default=(-1, ""))

    def _is_gone(self, path: str, above: tuple[str, ...], since: int, now: int) -> bool:
        """Whether the path, or a folder above it, was removed after one moment and up to another."""
        gone = self._gone
        if path not in gone and gone.keys().isdisjoint(above):
            return False
        return any(since < gone.get(folder, -1) <= now for folder in (path, *above))

    def is_changed(self, path: str) -> bool:
        """Whether a goal has made or removed what is at the path, or a folder above it."""
        around = (path, *identities_above(path))
        return any(place in self._gone or (place in self._made and self._made[place].since > 0) for place in around)
