"""Where the desktop, downloads and the like really are on this machine."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from goalwright.contracts.path_spelling import normal

if TYPE_CHECKING:
    from goalwright.rules.vocabulary import KnownFolder

MAX_BYTES = 65_536

# What the freedesktop standard calls a folder -> what the table of known folders does.
_XDG = {
    "XDG_DESKTOP_DIR": "desktop",
    "XDG_DOCUMENTS_DIR": "documents",
    "XDG_DOWNLOAD_DIR": "downloads",
    "XDG_MUSIC_DIR": "music",
    "XDG_PICTURES_DIR": "pictures",
    "XDG_VIDEOS_DIR": "videos",
}
_MACOS = {"videos": "Movies"}
_LINE = r'\s*(?P<name>XDG_[A-Z]+_DIR)\s*=\s*"(?P<home>\$HOME(?=/|"))?(?P<path>(?:[^"\\\n]|\\.)*)"\s*(?:#.*)?'
_ESCAPED = r"\\(.)"


def known_folders(environ: Mapping[str, str], home: str, platform: str = sys.platform) -> dict[str, str]:
    """The known folders that are not where the table has them, by the table's names, as absolute paths.

    On Linux desktops they are listed in `user-dirs.dirs`; a line that is not as the standard wants it says nothing.
    """
    if platform == "darwin":
        return {name: f"{home}/{folder}" for name, folder in _MACOS.items()}
    return {} if platform == "win32" else dict(_listed(_text(_file(environ, home)), home))


def folders_here(cwd: str, folders: Iterable[KnownFolder]) -> dict[str, str]:
    """The known folders that the working folder has of its own: there, `downloads` is the one that lies here."""
    named = ((each, name) for each in folders if "/" in each.path for name in (Path(each.path).name, each.name))
    return {each.name: f"{cwd}/{name}" for each, name in named if Path(cwd, name).is_dir()}


def _file(environ: Mapping[str, str], home: str) -> Path:
    config = environ.get("XDG_CONFIG_HOME", "")
    return Path(config if config.startswith("/") else f"{home}/.config") / "user-dirs.dirs"


def _text(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return stream.read(MAX_BYTES).decode()
    except (OSError, ValueError):  # missing, unreadable, no file, or no text: the defaults will do
        return ""


def _listed(text: str, home: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines():
        found = re.fullmatch(_LINE, line)
        if found is None or found["name"] not in _XDG:
            continue
        path = re.sub(_ESCAPED, r"\1", found["path"])
        if found["home"]:
            yield _XDG[found["name"]], normal(f"{home}{path}")
        elif path.startswith("/"):
            yield _XDG[found["name"]], normal(path)
