"""Loads the built-in word tables and adds the user's own rows to them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, TypeAlias

from goalwright.contracts import path_spelling as paths
from goalwright.rules.compiled import built_in_table
from goalwright.rules.vocabulary import (
    App,
    Browser,
    Key,
    KnownFolder,
    KnownState,
    LateTable,
    Platform,
    Shortcut,
    Site,
    Vocabulary,
    fold,
)

Rows = Mapping[str, Mapping[str, Any]]
NamedTable: TypeAlias = tuple[str, Mapping[str, Any]]
"""A file's name and what it says, parsed."""


def load_vocabulary(extra: Sequence[NamedTable] = (), *, is_checked: bool = False) -> Vocabulary:
    """The built-in words with those of `extra` added or replaced by name.

    A row that is wrong, or that does not agree with the others, raises RuleFileError, unless all are `checked_words`
    of files that were found to be right.
    """
    return _extended_vocabulary(extra, is_checked=is_checked) if extra else _built_in_vocabulary()


def checked_words(extra: Sequence[NamedTable]) -> list[NamedTable]:
    """The same files with their words in the form of the built-in ones; the first mistake raises RuleFileError."""
    # Imported here because it brings pydantic, which only rule files of the user's own are worth waiting for.
    from goalwright.rules.words_checks import checked_rows

    return [
        (file, {**document, **{table: checked_rows(file, table, document.get(table, {})) for table in WORD_TABLES}})
        for file, document in extra
    ]


@cache
def _built_in_vocabulary() -> Vocabulary:
    return _vocabulary({table: _built_in_rows(table) for table in WORD_TABLES})


@cache
def _built_in_rows(table: str) -> Rows:
    """The rows as shipped; the tests check them, so that starting up need not."""
    rows: Rows = built_in_table("words", table)
    return rows


def _extended_vocabulary(extra: Sequence[NamedTable], *, is_checked: bool) -> Vocabulary:
    tables = {table: dict(_built_in_rows(table)) for table in WORD_TABLES}
    origins: dict[tuple[str, str], str] = {}
    for file, document in extra if is_checked else checked_words(extra):
        for table in WORD_TABLES:
            for name, row in document[table].items():
                tables[table][name] = row
                origins[table, name] = file
    words = _vocabulary(tables)
    if not is_checked:
        from goalwright.rules.words_checks import check_agreement

        check_agreement(words, origins)
    return words


def _vocabulary(tables: Mapping[str, Rows]) -> Vocabulary:
    return Vocabulary(**{table: LateTable(tables[table], make) for table, make in _MAKERS.items()})


def _site(*, host: str, **fields: Any) -> Site:
    bare, slash, path = host.rstrip("/").partition("/")
    return Site(host=bare, path=slash + path, **fields)


def _platform(*, site: str, **fields: Any) -> Platform:
    return Platform(site=fold(site), **fields)


def _folder(*, path: str, **fields: Any) -> KnownFolder:
    return KnownFolder(path=paths.normal(path), **fields)


_MAKERS: Mapping[str, Callable[..., Any]] = {
    "sites": _site,
    "platforms": _platform,
    "apps": App,
    "browsers": Browser,
    "folders": _folder,
    "keys": Key,
    "shortcuts": Shortcut,
    "states": KnownState,
}
WORD_TABLES = tuple(_MAKERS)
"""The top-level tables of a rule file that hold words; any other belongs to the loader of verb rows."""
