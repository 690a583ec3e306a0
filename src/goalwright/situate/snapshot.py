"""The snapshot: what the planner is told about the world."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from goalwright.contracts import Fact, WorldState
from goalwright.situate.running_apps import its_own_name, running_apps
from goalwright.situate.seen_paths import observe_paths


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
