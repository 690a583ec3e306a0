"""Refuses wrong word rows, naming the file, the row, the field and what to write instead."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from goalwright.errors import RuleFileError
from goalwright.rules.file_place import RowPlace
from goalwright.rules.vocabulary import MAX_PATH_PARTS, Named, Platform, Vocabulary, fold

Origins = Mapping[tuple[str, str], str]
"""The user's file each row came from, by table and name; rows that are not in it are built in."""

_PLAIN = r"[^\x00-\x1f\x7f-\x9f\u2028\u2029]"
_UNBROKEN = r"[^\s\x00-\x1f\x7f-\x9f{}]"
_LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_HOST = rf"(?!www\.)(?:localhost|{_LABEL}(?:\.{_LABEL})+)(?::\d{{1,5}})?"

Name = Annotated[str, Field(pattern=rf"\A(?=.*\S){_PLAIN}+\Z")]
Host = Annotated[str, Field(pattern=rf"\A{_HOST}\Z")]
HostAndPath = Annotated[str, Field(pattern=rf"\A{_HOST}(?:/(?:(?![/?#]){_UNBROKEN})+){{0,{MAX_PATH_PARTS}}}/?\Z")]
SearchTemplate = Annotated[str, Field(pattern=rf"\Ahttps://{_HOST}[/?#]{_UNBROKEN}*{{query}}{_UNBROKEN}*\Z")]
FullPath = Annotated[str, Field(pattern=rf"\A(?:~(?=/|\Z)|/|[A-Za-z]:(?=[\\/]|\Z)|\\\\(?![\\/])){_PLAIN}*\Z")]
Register = Annotated[str, Field(pattern=rf"\A[a-z][a-z_]*(?::{_PLAIN}+)?\Z")]

_COMBO = 'write keys joined by plus signs, such as "ctrl+shift+t"'


class _WordRow(BaseModel):
    """What every table's rows have; a field's description is the remedy when it is wrong."""

    model_config = ConfigDict(extra="forbid", strict=True, regex_engine="python-re")

    aliases: list[Name] = Field(default=[], description='list other names, such as ["yt", "you tube"]')


class SiteRow(_WordRow):
    host: HostAndPath = Field(
        description='write one such as "example.org" or "example.org/maps", in lower case, without https:// and www.'
    )
    hosts: list[Host] = Field(
        default=[], description='list hosts such as ["en.example.org"], in lower case, without https://, www. and path'
    )


class PlatformRow(_WordRow):
    site: Name = Field(description='write a name of the sites table, such as "youtube"')
    search: SearchTemplate = Field(
        description='write an https address without www. and with {query} once: "https://example.org/search?q={query}"'
    )


class AppRow(_WordRow):
    """A program has nothing but its names."""


class BrowserRow(_WordRow):
    steered: bool = Field(default=True, description="write false for one that Goalwright cannot steer")


class FolderRow(_WordRow):
    path: FullPath = Field(description='write a full path such as "~/Projects" or "/srv/shared"')


class KeyRow(_WordRow):
    kind: Literal["key", "modifier"] = Field(default="key", description='write "key" or "modifier"')


class ShortcutRow(_WordRow):
    linux: Name = Field(description=_COMBO)
    darwin: Name = Field(description=_COMBO)
    win32: Name = Field(description=_COMBO)


class StateRow(_WordRow):
    register_: Register = Field(alias="register", description='write one such as "browser" or "app:editor"')
    value: Name = Field(description='write a word such as "running"')


_ROWS: Mapping[str, type[_WordRow]] = {
    "sites": SiteRow,
    "platforms": PlatformRow,
    "apps": AppRow,
    "browsers": BrowserRow,
    "folders": FolderRow,
    "keys": KeyRow,
    "shortcuts": ShortcutRow,
    "states": StateRow,
}

# "open x" looks sites up first and programs last: a program with a site's or a browser's name would never be started.
_TAKEN_BY: Mapping[str, tuple[str, ...]] = {"apps": ("sites", "browsers"), "browsers": ("sites", "apps")}

_repr = reprlib.Repr()
_repr.maxstring = _repr.maxother = 80


def checked_rows(file: str, table: str, rows: object) -> dict[str, dict[str, Any]]:
    """A user's rows of one table by folded name, each of the right shape."""
    if not isinstance(rows, Mapping):
        raise RuleFileError(file, table, "", f"is {_repr.repr(rows)}, not a table", f"write [{table}.<name>] headers")
    checked: dict[str, dict[str, Any]] = {}
    for name, row in rows.items():
        place = f"{table}.{_shown(name)}"
        folded = fold(name)
        if not folded or not name.isprintable():
            raise RuleFileError(file, place, "", "has no readable name", f'write [{table}."a name"] on one line')
        if folded in checked:
            raise RuleFileError(file, place, "", "is there twice", "keep one (case and spaces make no difference)")
        checked[folded] = _checked_row(file, place, _ROWS[table], row)
    return checked


def _checked_row(file: str, place: str, model: type[_WordRow], row: object) -> dict[str, Any]:
    if not isinstance(row, Mapping):
        raise RuleFileError(file, place, "", f"is {_repr.repr(row)}, not a table", f"write [{place}] as a header")
    try:
        return model.model_validate(dict(row)).model_dump(by_alias=True)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise _refusal(file, place, model, first["type"], first["loc"], first["input"]) from None


def _refusal(
    file: str, place: str, model: type[_WordRow], kind: str, loc: tuple[int | str, ...], value: object
) -> RuleFileError:
    remedies = {field.alias or name: field.description or "" for name, field in model.model_fields.items()}
    name = str(loc[0])
    if kind == "extra_forbidden":
        return RuleFileError(file, place, _shown(name), "is not a field of this table", f"use {', '.join(remedies)}")
    field = name + "".join(f"[{index}]" for index in loc[1:])
    problem = "is missing" if kind == "missing" else f"cannot be {_repr.repr(value)}"
    return RuleFileError(file, place, field, problem, remedies[name])


def check_agreement(words: Vocabulary, origins: Origins) -> None:
    """The rows agree with each other: names are one entry's only, platforms have their site, keys are known."""
    for table in _ROWS:
        _check_names(table, getattr(words, table), origins)
    for platform in words.platforms.values():
        _check_platform(platform, words, origins)
    for table, name in origins:
        if table in _TAKEN_BY:
            _check_program(table, name, words, origins)
        elif table == "keys":
            _check_key(name, words, origins)
        elif table == "shortcuts":
            _check_shortcut(name, words, origins)


def _check_names(table: str, entries: Mapping[str, Named], origins: Origins) -> None:
    owners: dict[str, tuple[str, str]] = {}
    for entry in entries.values():
        for field, spelled in _spellings(entry):
            here = (entry.name, field)
            there = owners.setdefault(fold(spelled), here)
            if there[0] == entry.name:
                continue
            # One of the two is the user's, and that is the row to correct.
            (name, place), (other, _) = (here, there) if (table, entry.name) in origins else (there, here)
            problem = f"{_repr.repr(spelled)} already belongs to {_shown(other)}"
            remedy = f"choose another name, or replace [{table}.{_header(other)}]"
            raise _row(table, name, origins).wrong(place, problem, remedy)


def _spellings(entry: Named) -> Iterator[tuple[str, str]]:
    yield "", entry.name
    for index, alias in enumerate(entry.aliases):
        yield f"aliases[{index}]", alias


def _check_platform(platform: Platform, words: Vocabulary, origins: Origins) -> None:
    row = _row("platforms", platform.name, origins)
    site = words.sites.get(platform.site)
    if site is None:
        remedy = f"add [sites.{_header(platform.site)}] with its host, or name a site that is there"
        raise row.wrong("site", f"{_repr.repr(platform.site)} is not in the sites table", remedy)
    host = urlsplit(platform.search).netloc
    if host in site.all_hosts:
        return
    if ("platforms", platform.name) in origins:
        remedy = f"search on {site.host}, or list {host} in that site's hosts"
        raise row.wrong("search", f"{host} is not a host of the site {_shown(site.name)}", remedy)
    problem = f"lacks {host}, where the platform {_shown(platform.name)} searches"
    remedy = f'write hosts = ["{host}"], or replace [platforms.{_header(platform.name)}] too'
    raise _row("sites", site.name, origins).wrong("hosts", problem, remedy)


def _check_program(table: str, name: str, words: Vocabulary, origins: Origins) -> None:
    owners = {"sites": words.site, "browsers": words.browser, "apps": words.app}
    for field, spelled in _spellings(getattr(words, table)[name]):
        for other in _TAKEN_BY[table]:
            owner = owners[other](spelled)
            if owner is not None:
                problem = f"{_repr.repr(spelled)} already belongs to {_shown(owner.name)} of the {other} table"
                raise _row(table, name, origins).wrong(field, problem, "choose another name")


def _check_key(name: str, words: Vocabulary, origins: Origins) -> None:
    for field, spelled in _spellings(words.keys[name]):
        if "+" in spelled.strip() and spelled.strip() != "+":
            problem = f"{_repr.repr(spelled)} has a plus sign in it"
            raise _row("keys", name, origins).wrong(field, problem, "name one key: plus signs join keys")


def _check_shortcut(name: str, words: Vocabulary, origins: Origins) -> None:
    for system in ("linux", "darwin", "win32"):
        combo = getattr(words.shortcuts[name], system)
        if words.key(combo) is None:
            problem = f"{_repr.repr(combo)} is not a key combination"
            raise _row("shortcuts", name, origins).wrong(system, problem, _COMBO)


def _row(table: str, name: str, origins: Origins) -> RowPlace:
    return RowPlace(origins.get((table, name), f"{table}.toml"), f"{table}.{_shown(name)}")


def _shown(name: str) -> str:
    """A name as it can stand in a one-line message."""
    return name if name.isprintable() and 0 < len(name) <= 80 else _repr.repr(name)


def _header(name: str) -> str:
    """A name as it is written in a TOML header."""
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else f'"{_shown(name)}"'
