"""What the profile of a browser says before the browser is started with it."""

from __future__ import annotations

import json
import os
from pathlib import Path

_FILE = "Preferences"
_RESTRICTION = "download_restrictions"
_NONE, _ALL = 0, 3


def restrict_downloads(profile: Path, *, is_attended: bool) -> None:
    """Let a browser save files by itself only where a person sees its window.

    While a command is at work it takes the files itself, and this does not matter. In between nobody is there who
    could have asked for one.
    """
    file = profile / "Default" / _FILE
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        kept = {}
    wanted = _NONE if is_attended else _ALL
    if not isinstance(kept, dict) or kept.get(_RESTRICTION, _NONE) == wanted:
        return
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temp = file.with_suffix(".new")
    with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:  # noqa: PTH123  # a descriptor
        json.dump({**kept, _RESTRICTION: wanted}, opened)
    temp.replace(file)
