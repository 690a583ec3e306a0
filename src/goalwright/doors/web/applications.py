"""Applications: one for each folder that is worked in, made again when the user's settings or rules change."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from pathlib import Path

from goalwright.app import Goalwright
from goalwright.app.neighbours import beside, settings_print
from goalwright.doors.web.problems import TurnedDown

_MOST = 16


class Applications:
    """What the requests are carried out by. The first one holds the files; `close` lets them go."""

    def __init__(self, cwd: Path) -> None:
        self.first = Goalwright(cwd=cwd)
        self._current = self.first
        self._print = settings_print(self.first.config)
        self._by_folder: OrderedDict[str, Goalwright] = OrderedDict({str(self.first.cwd): self.first})
        self._dropped: list[Goalwright] = []
        self._guard = asyncio.Lock()

    async def at(self, cwd: str = "") -> Goalwright:
        """The application for a folder; without one, for the folder that the service was started in."""
        folder = cwd or str(self.first.cwd)
        if not Path(folder).is_absolute():
            raise TurnedDown(422, "NoFolder", "cwd: must be an absolute path")
        async with self._guard:
            now = settings_print(self.first.config)
            if now != self._print:
                await self._renew(now)
            if folder not in self._by_folder:
                if "\0" in folder or not await asyncio.to_thread(_is_folder, folder):
                    raise TurnedDown(422, "NoFolder", "cwd: there is no such folder: name one that is there")
                self._by_folder[folder] = await asyncio.to_thread(beside, self._current, folder)
            self._by_folder.move_to_end(folder)
            while len(self._by_folder) > _MOST:
                self._dropped.append(self._by_folder.popitem(last=False)[1])
            return self._by_folder[folder]

    async def close(self) -> None:
        """Give back what tools hold, and let go of the files."""
        for gw in (*self._dropped, *self._by_folder.values(), self.first):
            await gw.release()
        self.first.close()

    async def _renew(self, now: tuple[object, ...]) -> None:
        """What was made of older settings finishes what it is at, and is asked for nothing more."""
        self._current = await asyncio.to_thread(beside, self.first, self.first.cwd, is_fresh=True)
        self._dropped += [gw for gw in self._by_folder.values() if gw is not self.first]
        self._by_folder = OrderedDict({str(self.first.cwd): self._current})
        self._print = now


def _is_folder(path: str) -> bool:
    try:
        return Path(path).is_dir()
    except (OSError, ValueError):
        return False
