"""What a run leaves behind, thing by thing, as each action left it.

A folder's fingerprint leaves out what other actions of the plan touch in it: that has one of its own. So an action
changes no fingerprint but those of what it touches, whatever else runs at the same time, and a difference is the work
of another program.
"""

from __future__ import annotations

import os
from bisect import bisect_left, insort
from collections.abc import AsyncIterator, Container, Iterable, Iterator, Mapping
from typing import Any

from goalwright.contracts import Tool
from goalwright.errors import GoalwrightError
from goalwright.runs.recovery import Earlier, disturbed

Prints = Mapping[str, str | None]
"""Fingerprints by name; None for what could not be looked at."""

_PATH = "path:"


class Leavings:
    """`prints` are the fingerprints that actions left, `changed` the names of what others changed between actions."""

    def __init__(self, lives: Iterable[Earlier] = ()) -> None:
        self.prints: dict[str, str | None] = {}
        self.changed: set[str] = set()
        self._apart: set[str] = set()
        self._sorted: list[str] = []
        for life in lives:
            self.prints |= life.left
            self.changed.update(life.changed)
        self.expect(self.prints)

    def expect(self, names: Iterable[str]) -> None:
        """Keep names that actions will touch apart from now on."""
        for name in names:
            if name not in self._apart:
                self._apart.add(name)
                insort(self._sorted, name)

    async def compare(self, tool: Tool, names: Iterable[str]) -> tuple[str, ...]:
        """What another program has changed of that which an action is about to touch, and an earlier one has."""
        drifted = []
        for name in self._within(names):
            if name in self.prints and name not in self.changed and await self._print(tool, name) != self.prints[name]:
                drifted.append(name)
        self.changed.update(drifted)
        return tuple(drifted)

    async def note(self, tool: Tool, names: Iterable[str], inverse: Mapping[str, Any]) -> Prints:
        """The fingerprints of what an action has just touched."""
        touched = (*names, *inverse.get("resources", ()))
        moved = [name for pair in inverse.get("carried", {}).items() async for name in self._unlike(tool, *pair)]
        moved += [name for pair in inverse.get("same", {}).items() async for name in self._another(tool, *pair)]
        self.expect(touched)
        fresh = (name for name in touched if name not in self.prints)
        around = {outer for name in fresh for outer in outer_names(name) if outer in self.prints}
        left = {name: await self._print(tool, name) for name in {*self._within(touched), *around}}
        self.prints |= left
        self.changed.update(disturbed(inverse, left), moved)
        return left

    async def _unlike(self, tool: Tool, source: str, target: str) -> AsyncIterator[str]:
        """The folder that was carried to another place, if something in it is not there as the run had left it.

        Between the move and this look another program may have been at work: after a crash that is a long time. What
        was kept apart at the first place is kept apart at the other, and what later actions will touch there is not.
        """
        inner = [name for name in self._within([source]) if name != source]
        places = {name: f"{target}{name.removeprefix(source)}" for name in inner}
        apart = set(places.values())
        for name, place in places.items():
            was = self.prints.get(name)
            if was is not None and _own(await self._print(tool, place, apart)) != _own(was):
                yield target
                return

    async def _another(self, tool: Tool, source: str, target: str) -> AsyncIterator[str]:
        """The place that a file was moved to, if what is there is not what an action had left at its first one."""
        was = self.prints.get(source)
        if was is not None and source != target and _own(await self._print(tool, target)) != _own(was):
            yield target

    async def _print(self, tool: Tool, name: str, apart: Container[str] | None = None) -> str | None:
        try:
            return await tool.fingerprint(name, self._apart if apart is None else apart)
        except (GoalwrightError, OSError):
            return None

    def _within(self, names: Iterable[str]) -> Iterator[str]:
        """The names themselves, and those of the plan that lie in one of them."""
        found = dict.fromkeys(names)
        for name in tuple(found):
            if name.startswith(_PATH):
                inner = f"{name.rstrip('/')}/"
                start, end = (bisect_left(self._sorted, border) for border in (inner, f"{inner[:-1]}0"))
                found |= dict.fromkeys(self._sorted[start:end])
        yield from found


def _own(seen: str | None) -> str:
    """A fingerprint without that of what a link leads to, which may be another once the link has moved."""
    return (seen or "").partition(" -> ")[0]


def outer_names(name: str) -> list[str]:
    """The names of the folders that a path lies in."""
    if not name.startswith(_PATH):
        return []
    found: list[str] = []
    path = name.removeprefix(_PATH)
    while (outer := os.path.dirname(path)) != path:  # noqa: PTH120  # each action asks, and a path takes many times as long
        found.append(f"{_PATH}{outer or '.'}")
        path = outer
    return found
