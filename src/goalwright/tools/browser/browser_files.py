"""The files in a browser's folder, and how they are read and written."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

PROFILE = "profile"
PORT_FILE = "DevToolsActivePort"
SOCKET = "browser.socket"
TABS = "tabs.json"
"""The file, beside a browser's profile, that remembers which page is which."""
CHANGED = "changed"
"""What that file has the pages under that are no longer as their address gave them."""
TYPED = "secrets.json"
"""The file, beside a browser's profile, with the names of the secrets that were typed in it."""


def port_file(folder: Path) -> Path:
    """Where a browser with a port writes, when it comes up, how it can be reached."""
    return folder / PROFILE / PORT_FILE


def may_run(folder: Path) -> bool:
    """Whether a browser may run: one has left word how it can be reached."""
    return (folder / SOCKET).exists() or port_file(folder).exists()


def read_json(file: Path | None, empty: Any) -> Any:
    """What a file holds; `empty` if there is no such file, or it holds something of another type."""
    try:
        held = json.loads(file.read_text(encoding="utf-8")) if file is not None else empty
    except (OSError, ValueError):
        return empty
    return held if isinstance(held, type(empty)) else empty


def write_json(file: Path, held: Any, indent: int | None = None) -> None:
    """Replace a file, which only the user can read, at once and whole."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    temp = file.with_suffix(".new")
    with open(os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as opened:  # noqa: PTH123  # a descriptor
        json.dump(held, opened, ensure_ascii=indent is None, indent=indent)
    temp.replace(file)
