"""What took long to find out, remembered in the user's cache folder for as long as what it rests on has not changed.

Losing a file there costs time and nothing else, so that nothing is said of one that cannot be read or written.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from threading import get_ident
from typing import Any


def remembered(name: str, state: object) -> Any:
    """What was remembered under a name, if that was of this state; else None. Both are plain JSON."""
    try:
        with _file(name).open("rb") as opened:
            if not _is_own(os.fstat(opened.fileno())):
                return None
            kept = json.loads(opened.read())
        return kept["content"] if kept["state"] == state else None
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def remember(name: str, state: object, content: object) -> None:
    """Remember it for the commands to come, in place of what was remembered under that name."""
    file = _file(name)
    made = file.with_name(f"{name}-{os.getpid()}-{get_ident()}")
    with suppress(OSError, TypeError, ValueError):  # the last two for what JSON can't hold
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with made.open("x", encoding="utf-8") as opened:
            made.chmod(0o600)
            json.dump({"state": state, "content": content}, opened)
        made.replace(file)


def _is_own(seen: os.stat_result) -> bool:
    """Whether only this user can have written it."""
    return not hasattr(os, "geteuid") or (seen.st_uid == os.geteuid() and not seen.st_mode & 0o022)


def _file(name: str) -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(cache, "goalwright", f"{name}.json")
