"""The user's settings: one table of what can be set, read from the environment and config.toml, checked once."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from goalwright.contracts.frozen import EMPTY, FrozenDict
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass
from goalwright.errors import SettingsError
from goalwright.named_tuple import NamedTuple

CONFIG_FILE = "config.toml"
MODEL_TABLE = "model"
"""The settings of the language model, which the room that asks one reads by itself."""


class Setting(NamedTuple):
    """One thing that can be set: its default, how text from the environment is read, what fits, and what it is for."""

    name: str
    variable: str
    default: Any
    from_text: Callable[[str], Any]
    fits: Callable[[Any], bool]
    meant: str
    help: str


def _texts(text: str) -> list[str]:
    return [part for part in text.split(os.pathsep) if part]


def _words(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def _number(text: str) -> Any:
    return int(text) if text.strip().isdecimal() else text


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(item, str) and item for item in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value)


def _is_within(low: int, high: int) -> Callable[[Any], bool]:
    return lambda value: type(value) is int and low <= value <= high


def _is_drives(value: Any) -> bool:
    return isinstance(value, dict) and all(
        len(name) == 1 and name.isascii() and name.isalpha() and isinstance(folder, str) and folder
        for name, folder in value.items()
    )


SETTINGS = (
    Setting(
        "allowed_roots",
        "GOALWRIGHT_ROOTS",
        None,
        _texts,
        _is_texts,
        'a list of folders, such as ["~", "/srv/data"]',
        "folders that files may be read and changed in; left out, the home and the working folder",
    ),
    Setting(
        "drives",
        "",
        EMPTY,
        _words,
        _is_drives,
        'a table of drive letters, such as { C = "/mnt/c" }',
        "folders that stand for Windows drives on a machine without them",
    ),
    Setting(
        "max_parallel",
        "GOALWRIGHT_MAX_PARALLEL",
        32,
        _number,
        _is_within(1, 1_000),
        "a whole number from 1 to 1000",
        "how many actions may run at the same time",
    ),
    Setting(
        "keep_days",
        "GOALWRIGHT_KEEP_DAYS",
        90,
        _number,
        _is_within(0, 36_500),
        "a whole number of days",
        "how long runs, what they kept for undo, and facts are kept",
    ),
    Setting(
        "allowed_schemes",
        "GOALWRIGHT_SCHEMES",
        ("http", "https"),
        _words,
        _is_texts,
        'a list such as ["http", "https"]',
        "kinds of address that may be opened",
    ),
    Setting(
        "browser_path",
        "GOALWRIGHT_BROWSER",
        "",
        str,
        _is_text,
        'the path of a program, such as "/usr/bin/chromium"',
        "the browser to start; left out, the first that is found",
    ),
    Setting(
        "allowed_origins",
        "GOALWRIGHT_ORIGINS",
        (),
        _words,
        _is_texts,
        'a list such as ["https://example.com"]',
        "the only sites that the browser may reach; left out, all of them",
    ),
    Setting(
        "downloads_folder",
        "GOALWRIGHT_DOWNLOADS",
        "",
        str,
        _is_text,
        'the path of a folder, such as "~/Downloads"',
        "where downloads go; left out, the user's own downloads folder",
    ),
    Setting(
        "screen_language",
        "GOALWRIGHT_SCREEN_LANGUAGE",
        "eng",
        str,
        _is_text,
        'the languages of Tesseract, such as "eng" or "eng+deu"',
        "in which language text on the screen is looked for",
    ),
    Setting(
        "service_port",
        "GOALWRIGHT_PORT",
        7341,
        _number,
        _is_within(0, 65_535),
        "a whole number from 0 to 65535",
        "the port of `goalwright serve`; 0 is any that is free",
    ),
)
_BY_NAME = {setting.name: setting for setting in SETTINGS}


class Chosen(NamedTuple):
    """A setting's value and where it comes from: a variable, a file, or the default."""

    name: str
    value: Any
    source: str
    help: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All settings, checked. `file` holds config.toml as it was read, for the rooms with tables of their own."""

    chosen: Mapping[str, Chosen]
    file: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.chosen[name].value


def read_settings(folder: Path, environ: Mapping[str, str]) -> Settings:
    """The settings in force; the first mistake raises SettingsError."""
    source = folder / CONFIG_FILE
    table = _read_table(source)
    for name in table:
        if name not in _BY_NAME and name != MODEL_TABLE:
            known = ", ".join([*_BY_NAME, MODEL_TABLE])
            raise SettingsError(str(source), shown(name), f"is not a setting: use one of {known}")
    chosen = {setting.name: _chosen(setting, table, str(source), environ) for setting in SETTINGS}
    return Settings(chosen=FrozenDict(chosen), file=table)


def _chosen(setting: Setting, table: Mapping[str, Any], file: str, environ: Mapping[str, str]) -> Chosen:
    text = environ.get(setting.variable, "") if setting.variable else ""
    if text:
        value, source = setting.from_text(text), setting.variable
    elif setting.name in table:
        value, source = table[setting.name], file
    else:
        return Chosen(setting.name, setting.default, "default", setting.help)
    if not setting.fits(value):
        raise SettingsError(source, setting.name, f"is {shown(value)}: write {setting.meant}")
    return Chosen(setting.name, value, source, setting.help)


def _read_table(file: Path) -> dict[str, Any]:
    try:
        text = file.read_bytes()
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(str(file), "", f"cannot be read ({error.strerror}): check its permissions") from None
    import tomllib  # few have such a file

    try:
        return tomllib.loads(text.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(str(file), "", f"is not TOML: {error}: correct that line") from None
