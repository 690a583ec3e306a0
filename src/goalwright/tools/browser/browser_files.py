"""The files in a browser's folder that tell of it."""

from __future__ import annotations

from pathlib import Path

PROFILE = "profile"
PORT_FILE = "DevToolsActivePort"
TYPED = "secrets.json"
"""The file, beside a browser's profile, with the names of the secrets that were typed in it."""


def port_file(folder: Path) -> Path:
    """Where a browser writes down, when it comes up, how it can be reached."""
    return folder / PROFILE / PORT_FILE
