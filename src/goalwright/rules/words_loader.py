"""Loads the built-in word tables and adds the user's own rows to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeVar

from goalwright.contracts import path_spelling as paths
from goalwright.contracts.frozen import FrozenDict
from goalwright.rules.compiled import built_in_table
from goalwright.rules.vocabulary import (
    App,
    Browser,
    Key,
    KnownFolder,
    KnownState,
    Platform,
    Shortcut,
    Site,
    Vocabulary,
    fold,
)

WORD_TABLES = ("sites", "platforms", "apps", "browsers", "folders", "keys", "shortcuts", "states")
"""The top-level tables of a rule file that hold words; any other belongs to the loader of verb rows."""

Rows = Mapping[str, Mapping[str, Any]]
Word = TypeVar("Word")


def load_vocabulary(extra: Sequence[tuple[str, Mapping[str, Any]]] = ()) -> Vocabulary:
    """The built-in words with those of `extra`, (file name, parsed TOML) pairs, added or replaced by name.

    A row that is wrong, or that does not agree with the others, raises RuleFileError.
    """
    if not extra:
        return _built_in_vocabulary()
    return _extended_vocabulary(extra)


@cache
def _built_in_vocabulary() -> Vocabulary:
    return _vocabulary({table: _built_in_rows(table) for table in WORD_TABLES})


@cache
def _built_in_rows(table: str) -> Rows:
    """The rows as shipped; the tests check them, so that starting up need not."""
    rows: Rows = built_in_table("words", table)
    return rows


def _extended_vocabulary(extra: Sequence[tuple[str, Mapping[str, Any]]]) -> Vocabulary:
    # Imported here because it brings pydantic, which nobody without rule files of their own should wait for.
    from goalwright.rules.words_checks import check_agreement, checked_rows

    tables = {table: dict(_built_in_rows(table)) for table in WORD_TABLES}
    origins: dict[tuple[str, str], str] = {}
    for file, document in extra:
        for table in WORD_TABLES:
            for name, row in checked_rows(file, table, document.get(table, {})).items():
                tables[table][name] = row
                origins[table, name] = file
    words = _vocabulary(tables)
    check_agreement(words, origins)
    return words


def _vocabulary(tables: Mapping[str, Rows]) -> Vocabulary:
    return Vocabulary(
        sites=_words(tables["sites"], _site),
        platforms=_words(tables["platforms"], _platform),
        apps=_words(tables["apps"], App),
        browsers=_words(tables["browsers"], Browser),
        folders=_words(tables["folders"], _folder),
        keys=_words(tables["keys"], Key),
        shortcuts=_words(tables["shortcuts"], Shortcut),
        states=_words(tables["states"], KnownState),
    )


def _words(rows: Rows, make: Callable[..., Word]) -> FrozenDict[str, Word]:
    return FrozenDict({name: make(name=name, **_fields(row)) for name, row in rows.items()})


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    return {field: tuple(value) if isinstance(value, list) else value for field, value in row.items()}


def _site(*, host: str, **fields: Any) -> Site:
    bare, slash, path = host.rstrip("/").partition("/")
    return Site(host=bare, path=slash + path, **fields)


def _platform(*, site: str, **fields: Any) -> Platform:
    return Platform(site=fold(site), **fields)


def _folder(*, path: str, **fields: Any) -> KnownFolder:
    return KnownFolder(path=paths.normal(path), **fields)
