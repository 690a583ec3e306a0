#!/usr/bin/env python3
"""Write the shipped tables and templates as read: in rules/, language/ and tools/."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCE))

from goalwright.interpret.grammar.grammar import Grammar  # noqa: E402
from goalwright.interpret.grammar.heads import words_of  # noqa: E402
from goalwright.interpret.grammar.template import literals  # noqa: E402
from goalwright.interpret.grammar.template_entries import index_ahead  # noqa: E402
from goalwright.language import tables  # noqa: E402
from goalwright.parsed_files import digest  # noqa: E402
from goalwright.rules import builtin_rules  # noqa: E402
from goalwright.rules.compiled import FILE, FOLDERS, HERE, TEMPLATES, corners_digest, heads_digest  # noqa: E402
from goalwright.tools import catalogue  # noqa: E402


def language_text() -> str:
    """The text of the language's file, one table a line."""
    names = sorted(path.stem for path in Path(str(tables.folder())).glob("*.toml"))
    sources = ((name, tables.source(name)) for name in names)
    rows = {name: [digest(data), tomllib.loads(data.decode())] for name, data in sources}
    return f"{_lines(rows)}\n"


def compiled_text() -> str:
    """The text of the rules' file, one table a line."""
    rows: dict[str, object] = {}
    for folder in FOLDERS:
        for path in sorted((HERE / folder).glob("*.toml")):
            data = path.read_bytes()
            rows[f"{folder}/{path.stem}"] = {"digest": digest(data), "rows": tomllib.loads(data.decode())}
    grammar = _grammar()
    words = sorted({word for entry in grammar.entries for word in literals(entry.text, grammar.language.phrases, {})})
    parts = {
        "tables": _lines(rows),
        "phrases": _json(tables.table_digest("phrases")),
        "words": json.dumps(words),
        "entries": _json(index_ahead(grammar.entries)),
        "heads": _json({"digest": heads_digest(), "ways": grammar.heads.ahead(), "words": _head_words(grammar)}),
        "corners": _json({"digest": corners_digest(), "kinds": _corners(grammar)}),
    }
    return "{" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "}\n"


def _corners(grammar: Grammar) -> dict[str, str]:
    return {kind: grammar.trigger_phrases.corners.kept(kind) for kind in grammar.trigger_phrases}


def _head_words(grammar: Grammar) -> list[str]:
    return sorted({word for head in grammar.head_rows for way in head.written for word in words_of(way)})


def templates_text() -> str:
    """The text of the templates' file, one a line."""
    return "".join(f"{text}\t{read.kept()}\n" for text, read in sorted(_grammar().templates.items()))


@cache
def _grammar() -> Grammar:
    grammar = Grammar(builtin_rules(), known={})
    grammar.read_all()
    return grammar


def _lines(entries: Mapping[str, object]) -> str:
    listed = (f"{json.dumps(name)}: {_json(value)}" for name, value in entries.items())
    return "{\n" + ",\n".join(listed) + "\n}"


def _json(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))


if __name__ == "__main__":
    (SOURCE / "goalwright" / "language" / tables.FILE).write_text(language_text(), encoding="utf-8")
    (SOURCE / "goalwright" / "rules" / FILE).write_text(compiled_text(), encoding="utf-8")
    (SOURCE / "goalwright" / "rules" / TEMPLATES).write_text(templates_text(), encoding="utf-8")
    catalogue.COMPILED.write_text(catalogue.compiled_text(), encoding="utf-8")
