"""What a browser's profile says before the browser is started with it."""

from __future__ import annotations

from pathlib import Path

from goalwright.tools.browser.browser_files import read_json, write_json

_RESTRICTION = "download_restrictions"
_NONE, _ALL = 0, 3


def restrict_downloads(profile: Path, *, is_attended: bool) -> None:
    """Let a browser save files by itself only where a person sees its window.

    A running command takes files itself, whatever this says. Between commands nothing that arrives was asked for.
    """
    file = profile / "Default" / "Preferences"
    kept, wanted = read_json(file, {}), _NONE if is_attended else _ALL
    if kept.get(_RESTRICTION, _NONE) != wanted:
        write_json(file, {**kept, _RESTRICTION: wanted})
