"""Neighbours: applications for other folders, which share what does not depend on a folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from goalwright.app.goalwright import Goalwright
from goalwright.app.late_part import part
from goalwright.app.wiring import Wiring

STATE: tuple[part[Any], ...] = (
    *(Wiring.home, Wiring.config, Wiring.journal, Wiring.facts, Wiring.job_store),
    *(Wiring.pools, Wiring.preparers, Wiring.background),
)
"""What is kept in the state folder, or shared by all runs of a process."""
UNDERSTANDING: tuple[part[Any], ...] = (
    *(Wiring.settings, Wiring.rules),
    *(Wiring.browser_choices, Wiring.interpreter),
)
"""What is made of the user's settings and rules."""


def beside(gw: Goalwright, cwd: str | os.PathLike[str], *, is_fresh: bool = False) -> Goalwright:
    """The same application with another working folder; `is_fresh` reads settings and rules again.

    Only the application that was there first is closed: the others hold nothing of their own but what `release` gives
    back.
    """
    other = Goalwright(home=gw.home, cwd=cwd, config=gw.config)
    other.parts.guard = gw.parts.guard  # the grammar they share is read by one thread at a time
    for made in STATE if is_fresh else (*STATE, *UNDERSTANDING):
        other.parts.__dict__[made.name] = getattr(gw.parts, made.name)
    return other


def settings_print(config: Path) -> tuple[object, ...]:
    """What changes whenever the user's settings or rules do."""
    files = [config / "config.toml", *sorted(_listed(config / "rules"))]
    return tuple(_seen(file) for file in files)


def _listed(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except OSError:
        return []


def _seen(file: Path) -> object:
    try:
        seen = file.stat()
    except OSError:
        return str(file)
    return str(file), seen.st_mtime_ns, seen.st_size, seen.st_ino
