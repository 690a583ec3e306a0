"""What took long to find out, remembered in the user's cache folder for as long as what it rests on has not changed.

Losing a file there costs time and nothing else, so that nothing is said of one that cannot be read or written.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any


def remembered(name: str, state: object) -> Any:
    """What was remembered under a name, if that was of this state; else None. Both are plain JSON."""
    try:
        kept = json.loads(_file(name).read_bytes())
        return kept["content"] if kept["state"] == state else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def remember(name: str, state: object, content: object) -> None:
    """Remember it for the commands to come, in place of what was remembered under that name."""
    from tempfile import mkstemp

    file = _file(name)
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, made = mkstemp(dir=file.parent, prefix=f"{name}-")
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            json.dump({"state": state, "content": content}, opened)
        Path(made).replace(file)


def _file(name: str) -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(cache, "goalwright", f"{name}.json")
