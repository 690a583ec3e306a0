"""Values that follow from others: a search's URL, an archive's name. Rows name these functions in `derive`.

They may be asked before anything was checked, so a value that is missing or wrong gives None, never an error.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from goalwright.contracts.frozen import EMPTY
from goalwright.contracts.path_spelling import extension, normal
from goalwright.named_tuple import NamedTuple
from goalwright.rules.vocabulary import Vocabulary

KindOf = Callable[[str], str | None]
Derivation = Callable[[Mapping[str, Any], Vocabulary, KindOf], Any]

FILE, FOLDER = "file", "folder"


def _search_url(values: Mapping[str, Any], words: Vocabulary, _kind_of: KindOf) -> Any:
    name, query = values.get("platform"), values.get("query")
    platform = words.platform(name) if isinstance(name, str) else None
    return platform.search_url(query) if platform is not None and isinstance(query, str) else None


def _negative_amount(values: Mapping[str, Any], _words: Vocabulary, _kind_of: KindOf) -> Any:
    amount = values.get("amount")
    return -amount if isinstance(amount, int | float) else None


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


class Signature(NamedTuple):
    """What a derivation needs, as parameters and their types, and the type of what it gives.

    One that is not certain may give nothing even when it has what it needs.
    """

    gives: str
    needs: Mapping[str, str] = EMPTY
    is_certain: bool = True


SIGNATURES: Mapping[str, Signature] = {
    "archive_folder": Signature("path", {"path": "path"}),
    "archive_name": Signature("path", {"path": "path"}),
    "copy_shortcut": Signature("key"),
    "negative_amount": Signature("number", {"amount": "number"}),
    "object_kind": Signature("choice", {"path": "path"}, is_certain=False),
    "paste_shortcut": Signature("key"),
    "search_url": Signature("url", {"query": "line", "platform": "platform"}),
}
