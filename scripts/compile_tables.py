#!/usr/bin/env python3
"""Write src/goalwright/rules/compiled.json: the shipped tables and sentence templates, read ahead of time."""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src"
sys.path.insert(0, str(SOURCE))

from goalwright.interpret.grammar.grammar import Grammar  # noqa: E402
from goalwright.interpret.grammar.template import literals  # noqa: E402
from goalwright.rules import builtin_rules  # noqa: E402
from goalwright.rules.compiled import FILE, FOLDERS, digest, folder_of  # noqa: E402


def compiled_text() -> str:
    """The file's text, one table or template a line."""
    tables: dict[str, object] = {}
    for folder in FOLDERS:
        for path in sorted(Path(str(folder_of(folder))).glob("*.toml")):
            data = path.read_bytes()
            tables[f"{folder}/{path.stem}"] = {"digest": digest(data), "rows": tomllib.loads(data.decode())}
    grammar = Grammar(builtin_rules(), known={})
    words = sorted({word for entry in grammar.entries for word in literals(entry.node, grammar.phrase_nodes)})
    parts = {
        "tables": _lines(tables),
        "templates": _lines(dict(sorted(grammar.templates.items()))),
        "words": json.dumps(words),
    }
    return "{" + ",\n".join(f'"{name}": {text}' for name, text in parts.items()) + "}\n"


def _lines(entries: Mapping[str, object]) -> str:
    listed = (f"{json.dumps(name)}: {json.dumps(value, separators=(',', ':'))}" for name, value in entries.items())
    return "{\n" + ",\n".join(listed) + "\n}"


if __name__ == "__main__":
    (SOURCE / "goalwright" / "rules" / FILE).write_text(compiled_text(), encoding="utf-8")
