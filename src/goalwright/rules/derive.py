"""Values that follow from others: a search's URL, an archive's name. Rows name these functions in `derive`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts.paths import extension, normal
from goalwright.rules.vocabulary import Vocabulary

KindOf = Callable[[str], str | None]
Derivation = Callable[[Mapping[str, Any], Vocabulary, KindOf], Any]

FILE, FOLDER = "file", "folder"


def _search_url(values: Mapping[str, Any], words: Vocabulary, _kind_of: KindOf) -> Any:
    platform = words.platform(values["platform"])
    return platform.search_url(values["query"]) if platform is not None else None


def _negative_amount(values: Mapping[str, Any], _words: Vocabulary, _kind_of: KindOf) -> Any:
    return -values["amount"]


def _shortcut(name: str) -> Derivation:
    def derive(_values: Mapping[str, Any], words: Vocabulary, _kind_of: KindOf) -> Any:
        return words.shortcut(name, sys.platform)

    return derive


def _archive_name(values: Mapping[str, Any], _words: Vocabulary, _kind_of: KindOf) -> Any:
    path = values.get("path")
    return f"{normal(path)}.zip" if isinstance(path, str) else None


def _archive_folder(values: Mapping[str, Any], _words: Vocabulary, _kind_of: KindOf) -> Any:
    path = values.get("path")
    if not isinstance(path, str):
        return None
    spelled = normal(path)
    stem = spelled.removesuffix(extension(spelled)) if extension(spelled) else f"{spelled}_extracted"
    return stem.removesuffix(".tar")


def _object_kind(values: Mapping[str, Any], _words: Vocabulary, kind_of: KindOf) -> Any:
    path = values.get("path")
    if not isinstance(path, str):
        return None
    return kind_of(path) or (FILE if extension(path) else None)


DERIVATIONS: Mapping[str, Derivation] = {
    "archive_folder": _archive_folder,
    "archive_name": _archive_name,
    "copy_shortcut": _shortcut("copy"),
    "negative_amount": _negative_amount,
    "object_kind": _object_kind,
    "paste_shortcut": _shortcut("paste"),
    "search_url": _search_url,
}
