"""The menu: all programs with a desktop entry, remembered until one of the folders that hold the entries changes."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from goalwright.dataclass import dataclass, fields
from goalwright.disk.remembered import remember, remembered
from goalwright.errors import ToolFailure

VERSION = 1
REMEMBERED = "apps"
SHARED = "/usr/local/share:/usr/share:/var/lib/flatpak/exports/share:/var/lib/snapd/desktop"
"""Where entries are by default: sessions over a network often leave XDG_DATA_DIRS out."""
_LARGEST = 1 << 20
_remembered: dict[str, tuple[InstalledApp, ...]] = {}
_HEAD = "[Desktop Entry]"
_ESCAPES = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\", ";": ";"}
_SPECIAL = '"`$\\'
_ADDRESS_CODES = "uUfF"
_DROPPED_CODES = "dDnNvmi"
_PERCENT = {"%": "%", "": "%"}
"""A doubled sign, or one at the end of a word, is the sign itself."""
_STARTERS = frozenset("bash flatpak gjs java nohup perl pkexec python python3 sh snap sudo".split())


def installed_apps() -> tuple[InstalledApp, ...]:
    """Every app of the menu, the user's own entries before the system's; those whose program is gone are left out."""
    folders, languages = entry_folders(), user_languages()
    state = _state(folders, languages)
    apps = _remembered.get(state)
    if apps is None:
        apps = _kept(state)
        if apps is None:
            apps = tuple(_read(folders, languages))
            remember(REMEMBERED, state, [{part.name: getattr(app, part.name) for part in fields(app)} for app in apps])
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


def _kept(state: str) -> tuple[InstalledApp, ...] | None:
    """The list as it was written down, if nothing has changed since."""
    rows = remembered(REMEMBERED, state)
    try:
        return tuple(InstalledApp(**{key: _frozen(value) for key, value in row.items()}) for row in rows)
    except (TypeError, AttributeError):  # nothing was written down, or something else
        return None


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledApp:
    """A program that can be started. `command` may have field codes such as `%u`; `id` is its entry, if it has one.

    `names` are what it is called, the first one to people; `generic` what it is for.
    """

    id: str
    names: tuple[str, ...]
    command: tuple[str, ...]
    generic: tuple[str, ...] = ()
    window_class: str = ""
    in_terminal: bool = False
    is_listed: bool = True

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def program(self) -> str:
        """The name of the program's file; empty where another program, such as flatpak, only starts it."""
        words = iter(self.command)
        first = next(words).rpartition("/")[2]
        if first == "env":
            rest = (word for word in words if "=" not in word and not word.startswith("-"))
            first = next(rest, "").rpartition("/")[2]
        return "" if first in _STARTERS else first


def read_entry(text: str, entry_id: str, languages: Sequence[str]) -> tuple[InstalledApp, str] | None:
    """The app that an entry describes, and the program that must be there for it; None if it describes none."""
    fields = dict(_fields(text))
    command = tuple(command_words(fields.get("Exec", "")))
    if fields.get("Type", "Application") != "Application" or fields.get("Hidden") == "true" or not command:
        return None
    names = _spoken(fields, "Name", languages)
    if not names:
        return None
    app = InstalledApp(
        id=entry_id,
        names=names,
        command=command,
        generic=_spoken(fields, "GenericName", languages),
        window_class=fields.get("StartupWMClass", ""),
        in_terminal=fields.get("Terminal") == "true",
        is_listed=fields.get("NoDisplay") != "true",
    )
    return app, fields.get("TryExec", "") or command[0]


def command_words(line: str) -> list[str]:
    """The words of an Exec line; nothing if its quotes do not close. No shell would read it, and none does here."""
    words: list[str] = []
    word, is_open, is_quoted = "", False, False
    signs = iter(line)
    for sign in signs:
        if is_quoted and sign == "\\":
            after = next(signs, "")
            word += after if after in _SPECIAL else sign + after
        elif sign == '"':
            is_quoted, is_open = not is_quoted, True
        elif sign.isspace() and not is_quoted:
            if is_open:
                words.append(word)
            word, is_open = "", False
        else:
            word, is_open = word + sign, True
    if is_quoted:
        return []
    return [*words, word] if is_open else words


def filled_command(app: InstalledApp, url: str = "") -> list[str]:
    """What to start, with the address in the place meant for it; ToolFailure if the app takes none."""
    codes = (
        dict.fromkeys(_ADDRESS_CODES, url) | dict.fromkeys(_DROPPED_CODES, "") | _PERCENT | {"c": app.name, "k": app.id}
    )
    words = [(word, re.sub("(?s)%(.?)", lambda found: codes.get(found[1], ""), word)) for word in app.command]
    if url and app.id and not any(f"%{code}" in word for word in app.command for code in _ADDRESS_CODES):
        raise ToolFailure(f"{app.name} does not say how it is given an address: start it without one")
    filled = [made for word, made in words if made or not word.startswith("%")]
    return [*filled, url] if url and not app.id else filled


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """The fields of an entry's own group, with their escapes taken out."""
    is_ours = False
    for line in text.splitlines():
        if line.startswith("["):
            if is_ours:
                return
            is_ours = line.strip() == _HEAD
        elif is_ours and not line.startswith("#"):
            key, equals, value = line.partition("=")
            if equals:
                yield key.strip(), re.sub(r"\\(.?)", lambda found: _ESCAPES.get(found[1], found[0]), value.strip())


def _spoken(fields: Mapping[str, str], key: str, languages: Sequence[str]) -> tuple[str, ...]:
    """A text in the user's language, then as it was written first; each once, in one line."""
    found = [fields.get(f"{key}[{language}]", "") for language in languages]
    said = [next((text for text in found if text), ""), fields.get(key, "")]
    return tuple(dict.fromkeys(" ".join(text.split()) for text in said if text.strip()))
