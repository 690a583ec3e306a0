"""Finding the app that a name means: an exact name before a part of one, and never a guess among several."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from goalwright.errors import ToolFailure
from goalwright.policy.path_text import printable
from goalwright.tools.desktop.installed.menu import InstalledApp, entry_folders, installed_apps
from goalwright.tools.desktop.installed.program_names import Known, asked, called, known, spelled

LONGEST = 200
_LISTED = 6
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")


def find_app(name: str) -> InstalledApp:
    """The one app that is meant; ToolFailure lists those that may be meant, or says what to do if there is none."""
    wanted = asked(require_name(name))
    apps = installed_apps()
    for found in _tries(wanted, apps):
        distinct = {app.command: app for app in found}
        if len(distinct) == 1:
            return next(iter(distinct.values()))
        if distinct:
            listed = _told_apart(list(distinct.values()))
            raise ToolFailure(f"several apps are called {printable(name)}: {first_few(listed)}; name one of them")
    raise ToolFailure(
        f"no app called {printable(name)} is installed; install it, or name one that the menu or PATH has"
    )


def _told_apart(apps: list[InstalledApp]) -> list[str]:
    """The apps with their programs, or with their entries where several start the same one."""
    programs = [app.program for app in apps]
    ids = [app.program if programs.count(app.program) == 1 else app.id.removesuffix(".desktop") for app in apps]
    return sorted(f"{app.name} ({short or app.program or app.id})" for app, short in zip(apps, ids, strict=True))


def require_name(name: str) -> str:
    """The name, if it can be one."""
    if not name.strip():
        raise ToolFailure("the app has no name: say which app is meant")
    if len(name) > LONGEST:
        raise ToolFailure(f"no app has a name of {len(name)} characters")
    if _CONTROL.search(name):
        raise ToolFailure(f"{printable(name)} is not the name of an app: it has line breaks or control characters")
    return name


def _tries(wanted: str, apps: tuple[InstalledApp, ...]) -> Iterator[list[InstalledApp]]:
    """What a name may mean, the surest first."""
    row = known(wanted)
    if row is not None:
        yield _default_app(row, apps)
    exact = called(wanted, apps)
    if row is not None and len({app.command for app in exact}) != 1:
        yield _first_there(row.programs, apps)
    yield exact
    yield [app for app in apps if wanted in {text.casefold() for text in app.generic}]
    yield _on_path(dict.fromkeys((wanted, wanted.replace(" ", "-"), wanted.replace(" ", ""))))
    words = set(wanted.split())
    yield [app for app in apps if app.is_listed and any(words <= set(text.casefold().split()) for text in app.names)]


def _default_app(row: Known, apps: tuple[InstalledApp, ...]) -> list[InstalledApp]:
    """The app that the user, or the system, has chosen for the kind of file."""
    if not row.mime:
        return []
    chosen = (entry_id for list_file in _choice_files() for entry_id in _chosen(list_file, row.mime))
    return next(([app] for entry_id in chosen for app in apps if app.id == entry_id), [])


def _first_there(programs: Iterable[str], apps: tuple[InstalledApp, ...]) -> list[InstalledApp]:
    """The first of the programs that this machine has, by its entry if it has one."""
    for program in programs:
        found = [app for app in apps if spelled(app.program) == spelled(program)]
        if found:
            return [min(found, key=_plainness)]
        if there := _on_path((program,)):
            return there
    return []


def _plainness(app: InstalledApp) -> tuple[bool, int]:
    """The entry that starts a program as such comes before those that start a part of it."""
    return not app.is_listed, sum(not word.startswith("%") for word in app.command)


def _on_path(names: Iterable[str]) -> list[InstalledApp]:
    for name in names:
        is_plain = "/" not in name and not name.startswith(("-", "."))
        program = shutil.which(name) if is_plain else None
        if program is not None:
            return [InstalledApp(id="", names=(name,), command=(program,))]
    return []


def _choice_files() -> Iterator[Path]:
    own = os.environ.get("XDG_CONFIG_HOME") or str(Path("~/.config").expanduser())
    shared = os.environ.get("XDG_CONFIG_DIRS") or "/etc/xdg"
    for folder in (*map(Path, [own, *shared.split(":")]), *entry_folders()):
        yield folder / "mimeapps.list"


def _chosen(list_file: Path, mime: str) -> list[str]:
    import configparser

    choices = configparser.RawConfigParser(strict=False, delimiters=("=",))
    try:
        choices.read_string(list_file.read_text(encoding="utf-8", errors="replace"))
        chosen = choices.get("Default Applications", mime, fallback="")
    except (OSError, configparser.Error):
        return []
    return [entry_id for entry_id in chosen.split(";") if entry_id]


def first_few(listed: Sequence[str]) -> str:
    """Names for a sentence: the first six, and how many more there are."""
    rest = len(listed) - _LISTED
    return ", ".join(listed[:_LISTED]) + (f" and {rest} more" if rest > 0 else "")
