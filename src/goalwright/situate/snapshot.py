"""The snapshot: what the planner is told about the world."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from goalwright.contracts import Fact, WorldState
from goalwright.contracts.path_spelling import ancestors, is_windows, normal, parent
from goalwright.situate.running_apps import its_own_name, running_apps

EXISTS, ABSENT = "exists", "absent"
Kind = Literal["file", "folder", "missing", "unknown"]

# What was seen -> what is said of it as a file, and as a folder. Of the unknown nothing is said.
_SAID: dict[Kind, tuple[str, str]] = {
    "file": (EXISTS, ABSENT),
    "folder": (ABSENT, EXISTS),
    "missing": (ABSENT, ABSENT),
}


def snapshot(
    paths: Iterable[str] = (),
    apps: Iterable[str] = (),
    facts: Iterable[Fact] = (),
    clock: Callable[[], float] = time.time,
    browser: tuple[bool, str | None] = (False, None),
    called: Callable[[str], Iterable[str]] = its_own_name,
    active: str | None = None,
) -> WorldState:
    """The world as far as the paths and apps go; of `facts` known before, what is seen now takes the place.

    `browser` says whether one runs, and the address of its page; `called` what the processes of an app are called;
    `active` the app or window that is in front.
    """
    observed = observe_paths(paths, clock)
    seen = {fact.key for fact in observed}
    kept = tuple(fact for fact in facts if fact.key not in seen)
    is_running, url = browser
    return WorldState(
        browser_running=is_running,
        browser_last_url=url,
        active_window=active,
        running_apps=running_apps(apps, called),
        recent_facts=(*kept, *observed),
    )


def observe_paths(paths: Iterable[str], clock: Callable[[], float] = time.time) -> tuple[Fact, ...]:
    """What there is under each absolute path, and for one that is missing which folders above it are there.

    A symlink counts as what it leads to. Nothing is said of what may not be looked at, of links that lead nowhere,
    and of paths that this system does not have; nor of what would lie in something that is no folder.
    """
    at = clock()
    seen: dict[str, Kind] = {}
    for path in paths:
        if _is_ours(path):
            for place in _worth_telling(normal(path), seen):
                seen[place] = kind_of(place)
    facts = []
    for path, kind in seen.items():
        if kind in _SAID:
            as_file, as_folder = _SAID[kind]
            facts.append(Fact(key=f"file:{path}", value=as_file, at=at))
            facts.append(Fact(key=f"dir:{path}", value=as_folder, at=at))
    return tuple(facts)


def kind_of(path: str) -> Kind:
    """What a path leads to now."""
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  # a Path costs more than the look itself
    except (FileNotFoundError, NotADirectoryError):
        return "unknown" if os.path.islink(path) else "missing"  # noqa: PTH114
    except (OSError, ValueError):
        return "unknown"
    return "folder" if stat.S_ISDIR(mode) else "file"


def _worth_telling(path: str, seen: dict[str, Kind]) -> Iterator[str]:
    """The path, and the folders above it up to the first that is not missing: what is there has all above it."""
    above = parent(path)
    if above != path and seen.get(above) in ("file", "missing"):
        return  # that one tells it all
    for place in (path, *ancestors(path)):
        if place not in seen:
            yield place
        if seen[place] != "missing":
            return


def _is_ours(path: str) -> bool:
    """Whether the path says by itself where it lies on this system."""
    return is_windows(path) if sys.platform == "win32" else path.startswith("/")
