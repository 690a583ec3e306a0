"""The menu: all programs with a desktop entry, remembered until one of the folders that hold the entries changes."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from goalwright.dataclass import fields
from goalwright.tools.desktop.installed.desktop_entry import InstalledApp, read_entry

VERSION = 1
SHARED = "/usr/local/share:/usr/share:/var/lib/flatpak/exports/share:/var/lib/snapd/desktop"
"""Where entries are by default: sessions over a network often leave XDG_DATA_DIRS out."""
_LARGEST = 1 << 20
_remembered: dict[str, tuple[InstalledApp, ...]] = {}


def installed_apps() -> tuple[InstalledApp, ...]:
    """Every app of the menu, the user's own entries before the system's; those whose program is gone are left out."""
    folders, languages = entry_folders(), user_languages()
    state = _state(folders, languages)
    apps = _remembered.get(state)
    if apps is None:
        apps = _kept(state)
        if apps is None:
            apps = tuple(_read(folders, languages))
            _keep(state, apps)
        _remembered.clear()
        _remembered[state] = apps
    return apps


def app_names() -> tuple[str, ...]:
    """What the apps of the menu are called, for sentences that name one."""
    return tuple(dict.fromkeys(name for app in installed_apps() if app.is_listed for name in app.names))


def entry_folders() -> tuple[Path, ...]:
    """Where desktop entries are, the most important first."""
    own = os.environ.get("XDG_DATA_HOME") or str(Path("~/.local/share").expanduser())
    shared = os.environ.get("XDG_DATA_DIRS") or SHARED
    return tuple(Path(folder, "applications") for folder in dict.fromkeys([own, *shared.split(":")]) if folder)


def user_languages() -> tuple[str, ...]:
    """The user's language as entries name it, the exact one first: `de_AT`, `de`."""
    said = next((os.environ[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if os.environ.get(name)), "")
    exact = said.partition(".")[0].partition("@")[0]
    return () if exact in ("", "C", "POSIX") else tuple(dict.fromkeys((exact, exact.partition("_")[0])))


def _read(folders: Sequence[Path], languages: Sequence[str]) -> Iterator[InstalledApp]:
    from shutil import which

    taken: set[str] = set()
    for folder in folders:
        for entry_id, file in sorted(_entry_files(folder)):
            if entry_id in taken:
                continue
            taken.add(entry_id)
            with suppress(OSError):
                described = read_entry(_text(file), entry_id, languages)
                if described is not None and which(described[1]) is not None:
                    yield described[0]


def _entry_files(folder: Path) -> Iterator[tuple[str, Path]]:
    """The entries of a folder by their ids, in which a folder's name is joined by a hyphen."""
    for root, _, names in os.walk(folder):
        for name in names:
            if name.endswith(".desktop"):
                file = Path(root, name)
                yield "-".join(file.relative_to(folder).parts), file


def _text(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(_LARGEST).decode("utf-8", "replace")


def _state(folders: Sequence[Path], languages: Sequence[str]) -> str:
    """What the list depends on: the folders and when each last changed, the language, and where programs are."""
    changed = []
    for folder in folders:
        try:
            changed.append([str(folder), folder.stat().st_mtime_ns])
        except OSError:
            changed.append([str(folder), 0])
    return json.dumps([VERSION, changed, languages, os.environ.get("PATH", "")])


def _cache_file() -> Path:
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path("~/.cache").expanduser())
    return Path(cache, "goalwright", "apps.json")


def _kept(state: str) -> tuple[InstalledApp, ...] | None:
    """The list as it was written down, if nothing has changed since."""
    try:
        kept = json.loads(_cache_file().read_bytes())
        if kept["state"] != state:
            return None
        return tuple(InstalledApp(**{key: _frozen(value) for key, value in row.items()}) for row in kept["apps"])
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _keep(state: str, apps: Sequence[InstalledApp]) -> None:
    """Write the list down for the next command; where that is not possible, it is read again each time."""
    from tempfile import mkstemp

    file = _cache_file()
    rows = [{part.name: getattr(app, part.name) for part in fields(app)} for app in apps]
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, made = mkstemp(dir=file.parent, prefix="apps-")
        with os.fdopen(handle, "w", encoding="utf-8") as opened:
            json.dump({"state": state, "apps": rows}, opened)
        Path(made).replace(file)
