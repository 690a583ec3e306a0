"""The doctor: what works on this machine, and how to get the rest."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from goalwright.contracts import Check, ToolEntry
from goalwright.errors import GoalwrightError

if TYPE_CHECKING:
    from goalwright.app.wiring import Wiring

LEAST_FREE = 16 << 20
"""The journal, and what is kept for undo, need room; a disk with less than this is as good as full."""


def examine(parts: Wiring) -> tuple[Check, ...]:
    """All checks; none of them changes anything, and a part that is broken is a check that failed."""
    return tuple(_checks(parts))


def _checks(parts: Wiring) -> Iterator[Check]:
    yield Check(
        name="python", ok=True, detail=f"{platform.python_version()} on {sys.platform}, SQLite {sqlite3.sqlite_version}"
    )
    looks: tuple[tuple[str, Callable[[], str]], ...] = (
        ("settings", lambda: _settings(parts)),
        ("rules", lambda: f"{len(parts.rules)} verbs"),
        ("folders", lambda: ", ".join(parts.roots.folders)),
        ("state", lambda: _state(parts)),
        ("journal", lambda: f"{parts.journal.count()} runs, {parts.journal.size_bytes():,} bytes"),
        ("facts", lambda: _facts(parts)),
        ("model", lambda: _model(parts)),
    )
    for name, look in looks:
        try:
            yield Check(name=name, ok=True, detail=look())
        except GoalwrightError as error:
            yield Check(name=name, ok=False, detail=str(error))
    try:
        registry = parts.registry
    except GoalwrightError as error:
        yield Check(name="tools", ok=False, detail=str(error))
        return
    yield _browser(parts)
    yield from _tool_checks(list(registry))
    for problem in registry.problems:
        yield Check(name="plug-in", ok=False, detail=problem)


def _settings(parts: Wiring) -> str:
    count = sum(chosen.source != "default" for chosen in parts.settings.chosen.values())
    return f"{parts.config} ({count} set)"


def _state(parts: Wiring) -> str:
    home = parts.home
    if not home.exists():
        return f"{home} (made by the first run)"
    if not home.is_dir():
        raise GoalwrightError(f"{home} is no folder: move it away, or set GOALWRIGHT_HOME to a folder of yours")
    if not os.access(home, os.W_OK):
        raise GoalwrightError(f"{home} cannot be written: set GOALWRIGHT_HOME to a folder of yours")
    free = shutil.disk_usage(home).free
    if free < LEAST_FREE:
        raise GoalwrightError(f"{home} has {free:,} bytes left on its disk: free some space, or runs will fail")
    return str(home)


def _facts(parts: Wiring) -> str:
    newest = parts.facts.query(limit=1)
    return "none yet" if not newest else f"kept in {parts.facts.file}"


def _model(parts: Wiring) -> str:
    model = parts.interpreter.model
    return "none: sentences are read by the grammar alone" if model is None else "configured"


def _browser(parts: Wiring) -> Check:
    """Which browser is used, or would be, and what there is to do about it."""
    from goalwright.tools.browser.find_browser import find_browser
    from goalwright.tools.browser.process import has_display

    choices = parts.browser_choices
    seen = parts.browser_seen()
    if choices.cdp_url:
        remedy = "" if seen.is_running else "nothing answers there: start that browser, or unset GOALWRIGHT_CDP_URL"
        return Check(name="browser", ok=seen.is_running, detail=f"the one at {choices.cdp_url}", remedy=remedy)
    try:
        program = find_browser(choices.path)
    except GoalwrightError as error:
        return Check(name="browser", ok=False if choices.path else None, detail="none", remedy=str(error))
    state = f"running, at {seen.url or 'an empty page'}" if seen.is_running else "not running"
    window = "" if has_display() else ", without a window (there is no display)"
    detail = f"{program.name} ({program.path}){window}; {state}; profile in {choices.folder}"
    return Check(name="browser", ok=True, detail=detail)


def _tool_checks(entries: list[ToolEntry]) -> Iterator[Check]:
    """One check for each family of tools; what is missing is said once per reason."""
    families: dict[str, list[ToolEntry]] = {}
    for entry in entries:
        families.setdefault(_family(entry.name), []).append(entry)
    for family, members in families.items():
        here = [entry for entry in members if entry.is_available]
        reasons = dict.fromkeys(entry.missing for entry in members if entry.missing)
        yield Check(
            name=f"tools: {family}",
            ok=True if here else None,
            detail=f"{len(here)} of {len(members)} available",
            remedy="; ".join(reasons),
        )


def _family(name: str) -> str:
    parts = name.split(".")
    return ".".join(parts[:2] if parts[0] == "system" else parts[:-1][:2]) or name
