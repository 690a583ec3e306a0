"""The names of programs: what people call them, and what their files, processes and windows are called."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from goalwright.dataclass import dataclass
from goalwright.language.tables import words
from goalwright.tools.desktop.installed.menu import InstalledApp, installed_apps

_BETWEEN_WORDS = str.maketrans("", "", " -_")


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a name: the programs that may be meant, the likeliest first, and the kind of file they open."""

    programs: tuple[str, ...]
    mime: str = ""


def spelled(name: str) -> str:
    """One spelling for the names of a program: small letters, nothing between words, no `.exe`."""
    return name.casefold().removesuffix(".exe").translate(_BETWEEN_WORDS)


def asked(name: str) -> str:
    """A name as it was said, with single spaces and without an article."""
    said = " ".join(name.split()).casefold()
    first, _, rest = said.partition(" ")
    return rest if rest and first in words("words", "determiners") else said


def known(name: str) -> Known | None:
    """What the table says of a name."""
    return _table().get(asked(name))


def process_names(app: str) -> frozenset[str]:
    """What the processes and windows of an app may be called: by the table, else by its entry, else by its name."""
    row = known(app)
    names = _real_names(row.programs) if row is not None else {asked(app)}
    for entry in called(app, installed_apps()):
        names |= {entry.program or _stem(entry), entry.window_class} - {""}
    return frozenset(names)


def _real_names(programs: Iterable[str]) -> set[str]:
    """The programs themselves, and those that the system's choices such as `x-terminal-emulator` lead to."""
    import shutil

    choices = (shutil.which(program) for program in programs if program.startswith("x-"))
    return {*programs, *(os.path.basename(os.path.realpath(found)) for found in choices if found)}  # noqa: PTH119


def called(name: str, apps: tuple[InstalledApp, ...]) -> list[InstalledApp]:
    """The apps that are called just so: by their name, else by their entry or program."""
    wanted = asked(name)
    by_name = [app for app in apps if wanted in {spoken.casefold() for spoken in app.names}]
    return by_name or [app for app in apps if spelled(wanted) in _short_names(app)]


def _short_names(app: InstalledApp) -> set[str]:
    return {spelled(name) for name in (app.id.removesuffix(".desktop"), _stem(app), app.program) if name}


def _stem(app: InstalledApp) -> str:
    """The last part of an entry's id: `org.gnome.Maps.desktop` is that of Maps."""
    return app.id.removesuffix(".desktop").rpartition(".")[2]


@cache
def _table() -> Mapping[str, Known]:
    import tomllib

    text = Path(__file__).with_name("known.toml").read_text(encoding="utf-8")
    table: dict[str, Known] = {}
    for name, row in tomllib.loads(text).items():
        entry = Known(tuple(row["programs"]), row.get("mime", ""))
        table |= dict.fromkeys([name, *row.get("also", ())], entry)
    return table
