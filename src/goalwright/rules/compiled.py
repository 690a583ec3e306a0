"""Compiled tables: the shipped TOML files, parsed ahead of time because reading JSON is twenty times as quick.

`make tables` writes `compiled.json`, and `templates.txt` with the sentence templates, one a line: its text, then what
`Template.from_kept` reads. What was changed since is simply parsed again: the files save time and decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.language.tables import table_digest
from goalwright.parsed_files import digest_of, parsed

FILE = "compiled.json"
TEMPLATES = "templates.txt"
FOLDERS = ("tables", "words")
HERE = Path(__file__).parent
_CHANGED: set[str] = set()
"""The tables that were found to differ from what is compiled."""


def built_in_table(folder: str, name: str) -> Any:
    file = f"{HERE}/{folder}/{name}.toml"
    known = _compiled()["tables"].get(f"{folder}/{name}")
    if known is not None and known["digest"] == digest_of(file):
        return known["rows"]
    import tomllib

    _CHANGED.add(name)
    return tomllib.loads(Path(file).read_text("utf-8"))


def table_names(folder: str) -> list[str]:
    return sorted(path.stem for path in (HERE / folder).iterdir() if path.suffix == ".toml")


@cache
def built_in_templates() -> Mapping[str, str]:
    """Sentence templates that were read ahead of time, by their text."""
    try:
        found: Mapping[str, str] = parsed(str(HERE / TEMPLATES))
    except (OSError, ValueError):
        return {}
    return found


def are_phrases_current() -> bool:
    """Whether the shared phrases are those that the templates were read with."""
    return bool(_compiled()["phrases"] == table_digest("phrases"))


def entries_ahead() -> Mapping[str, Mapping[str, str]]:
    """The index of the rows' templates (see `EntryIndex`), unless a table was changed. Ask when the rows are loaded."""
    found: Mapping[str, Mapping[str, str]] = {} if _CHANGED else _compiled()["entries"]
    return found


def heads_ahead() -> Mapping[str, Any]:
    """The ways to name verbs by their first word (see `HeadIndex`), and all words of them, unless they were changed."""
    known: Mapping[str, Any] = _compiled()["heads"]
    return known if known.get("digest") == heads_digest() else {}


def heads_digest() -> str:
    """What the tables that ways to name verbs are made of are recognised by."""
    return table_digest("heads", "verbs")


def corners_ahead() -> Mapping[str, str]:
    """What composed phrases may begin with (see `Corners`), unless their tables were changed."""
    known: Mapping[str, Any] = _compiled()["corners"]
    found: Mapping[str, str] = known["kinds"] if known.get("digest") == corners_digest() else {}
    return found


def corners_digest() -> str:
    """What the tables that composed phrases are made of are recognised by; the shared phrases are told apart before."""
    return table_digest("noun_phrases", "triggers")


def tables_version() -> str:
    """Changes whenever a table or template that comes with Goalwright does; nothing while one is being worked on."""
    if _CHANGED or not are_phrases_current():
        return ""
    return digest_of(f"{HERE}/{FILE}")


def built_in_words() -> list[str]:
    """The words of the templates that were read ahead of time."""
    words: list[str] = _compiled()["words"]
    return words


@cache
def _compiled() -> dict[str, Any]:
    try:
        document: dict[str, Any] = parsed(str(HERE / FILE))
    except (OSError, ValueError):
        document = {}
    return {"tables": {}, "phrases": "", "words": [], "entries": {}, "heads": {}, "corners": {}, **document}
