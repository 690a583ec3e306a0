"""Loading rule tables: the built-in ones, and the user's own files laid over them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from goalwright.errors import RuleFileError
from goalwright.rules.book import RuleBook
from goalwright.rules.parse import parse_rule
from goalwright.rules.rule import Rule
from goalwright.rules.words_loader import WORD_TABLES, load_vocabulary

MAX_FILE_BYTES = 1_000_000


@cache
def builtin_rules() -> RuleBook:
    """The rows that come with Goalwright, loaded once."""
    return RuleBook(_builtin_rows(), load_vocabulary())


def load_rules(folder: Path | None) -> RuleBook:
    """The built-in rows with the rows and words of a folder's *.toml files laid over them, in name order.

    A row of the user's replaces a built-in row of the same name. The first mistake raises RuleFileError.
    """
    files = sorted(folder.glob("*.toml")) if folder is not None and folder.is_dir() else []
    if not files:
        return builtin_rules()
    tables = [(path.name, _read(path)) for path in files]
    words = load_vocabulary([(name, {key: table[key] for key in WORD_TABLES if key in table}) for name, table in tables])
    rows = {(rule.domain, rule.verb): rule for rule in _builtin_rows()}
    for name, table in tables:
        for rule in user_rows(name, table):
            rows[rule.domain, rule.verb] = rule
    return RuleBook(rows.values(), words)


def as_rule_book(rules: Mapping[tuple[str, str], Any]) -> RuleBook:
    """A rule book from any mapping of (domain, verb) to a Rule or to a row as it would stand in a file."""
    if isinstance(rules, RuleBook):
        return rules
    rows = [
        row if isinstance(row, Rule) else next(iter(user_rows("rules", {"domain": domain, verb: _completed(domain, verb, row)})))
        for (domain, verb), row in rules.items()
    ]
    return RuleBook(rows, load_vocabulary())


def _completed(domain: str, verb: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that only has the fields every row must have is an event of its own tool, with untyped parameters."""
    allowed = row.get("allowed_values", {})
    names = [*row.get("required_params", ()), *row.get("default_params", {}), *allowed]
    return {
        "kind": "event",
        "tool": f"{domain}.{verb}",
        "expected_effect": f"{verb}_done",
        "params": {name: {"type": "choice" if name in allowed else "any"} for name in names},
        "examples": [{"params": {}, "description": verb}],
        **row,
    }


def user_rows(file: str, table: Mapping[str, Any]) -> Iterable[Rule]:
    """The rows of one user's file: its domain is the file's name unless `domain = "…"` says otherwise."""
    from goalwright.rules.schema import check_form  # pydantic is slow to import and only user files need it

    domain = table.get("domain", Path(file).stem.replace("-", "_"))
    if not isinstance(domain, str) or not domain.isidentifier() or not domain.islower():
        raise RuleFileError(file, "", "domain", f"is {domain!r}", "write one lower-case word, such as notes")
    for verb, row in table.items():
        if verb == "domain" or verb in WORD_TABLES:
            continue
        check_form(row, file=file, name=verb)
        if not verb.isidentifier() or not verb.islower():
            raise RuleFileError(file, verb, "", "is not a verb's name", "write lower-case letters and underscores")
        yield parse_rule(domain, verb, row, file=file)


@cache
def _builtin_rows() -> tuple[Rule, ...]:
    rows = []
    folder = resources.files("goalwright.rules").joinpath("tables")
    for entry in sorted(folder.iterdir(), key=lambda found: found.name):
        if not entry.name.endswith(".toml"):
            continue
        domain = entry.name.removesuffix(".toml")
        for verb, row in tomllib.loads(entry.read_text(encoding="utf-8")).items():
            rows.append(parse_rule(domain, verb, row, file=entry.name))
    return tuple(rows)


def _read(path: Path) -> dict[str, Any]:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise RuleFileError(path.name, "", "", "is larger than 1 MB", "split it into several files")
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise RuleFileError(path.name, "", "", f"is not TOML: {error}", "mend that line") from None
    except UnicodeDecodeError:
        raise RuleFileError(path.name, "", "", "is not UTF-8 text", "save it as UTF-8") from None
    except OSError as error:
        raise RuleFileError(path.name, "", "", f"cannot be read: {error.strerror}", "check its permissions") from None
    except RecursionError:
        raise RuleFileError(path.name, "", "", "is nested too deeply", "flatten it") from None
