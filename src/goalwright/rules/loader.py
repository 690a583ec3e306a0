"""Loading rule tables: the built-in ones, and the user's own files laid over them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from goalwright.errors import ContractViolation, RuleFileError
from goalwright.rules.book import LateRow, RuleBook
from goalwright.rules.collecting import paused_collecting
from goalwright.rules.compiled import built_in_table, table_names
from goalwright.rules.file_place import shown, shown_name
from goalwright.rules.parse import parse_rule
from goalwright.rules.rule import Rule
from goalwright.rules.vocabulary import Vocabulary
from goalwright.rules.words_loader import WORD_TABLES, NamedTable, load_vocabulary

MAX_FILE_BYTES = 1_000_000
FROM_CODE = "rules"
"""What stands for the file's name in complaints about rows that came from no file."""

_NAME = r"[a-z][a-z0-9_]{0,63}"


@cache
def builtin_rules() -> RuleBook:
    """The rows that come with Goalwright, loaded once."""
    with paused_collecting():
        return RuleBook(_builtin_rows(), load_vocabulary())


def load_rules(folder: Path | None) -> RuleBook:
    """The built-in rows with the rows and words of a folder's *.toml files laid over them, in name order.

    A row of the user's replaces a built-in row of the same name. The first mistake raises RuleFileError.
    """
    return rules_with(parsed_files(rule_files(folder) if folder is not None else []))


def rules_with(tables: Sequence[NamedTable], checked: Mapping[str, str] | None = None) -> RuleBook:
    """The built-in rows with those of some files laid over them.

    `checked` are the templates of files that were found to be right before, with their words in the form of
    `checked_words`: these are not looked at again.
    """
    if not tables:
        return builtin_rules()
    is_checked = checked is not None
    words = load_vocabulary(tables, is_checked=is_checked)
    own = (rule for name, table in tables for rule in user_rows(name, table, words, is_checked=is_checked))
    return RuleBook([*_builtin_rows(), *own], words, checked)


def parsed_files(files: Iterable[Path]) -> list[NamedTable]:
    """The files by the names they are told by, parsed; RuleFileError for one that can't be."""
    return [(shown_name(path.name), _read(path)) for path in files]


def rule_files(folder: Path) -> list[Path]:
    """The rule files of a folder, in name order."""
    try:
        if folder.parent.exists() and not folder.parent.is_dir():
            raise RuleFileError(shown_name(str(folder.parent)), "", "", "is not a folder", "name the config folder")
        return sorted(folder.glob("*.toml")) if folder.is_dir() else []
    except OSError as error:
        name = shown_name(str(folder))
        raise RuleFileError(name, "", "", f"cannot be read: {error.strerror}", "name another config folder") from None


def as_rule_book(rules: Mapping[tuple[str, str], Any]) -> RuleBook:
    """A rule book from any mapping of (domain, verb) to a Rule or to a row as it would stand in a file."""
    if isinstance(rules, RuleBook):
        return rules
    if not isinstance(rules, Mapping):
        raise ContractViolation("RuleBook", "rules", "must be a mapping of (domain, verb) to rows")
    return RuleBook([_as_rule(key, row) for key, row in rules.items()], load_vocabulary())


def _as_rule(key: object, row: object) -> Rule:
    if isinstance(row, Rule):
        return row
    if not isinstance(key, tuple) or len(key) != 2 or not all(isinstance(part, str) for part in key):
        raise ContractViolation("RuleBook", "rules", f"has the key {shown(key)}: write (domain, verb)")
    domain, verb = key
    table = {verb: _completed(domain, verb, row) if isinstance(row, Mapping) else row}
    return next(iter(_rows(FROM_CODE, domain, table, load_vocabulary())))


def _completed(domain: str, verb: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row that only has the fields every row must have is an event of its own tool, with untyped parameters."""
    given = [row.get(field) for field in ("required_params", "default_params", "allowed_values")]
    names = [name for group in given if isinstance(group, Iterable) for name in group if isinstance(name, str)]
    allowed = given[2] if isinstance(given[2], Mapping) else {}
    return {
        "kind": "event",
        "tool": f"{domain}.{verb}",
        "expected_effect": f"{verb}_done",
        "params": {name: {"type": "choice" if name in allowed else "any"} for name in names},
        "examples": [{"params": _least(row, allowed), "description": verb}],
        **row,
    }


def _least(row: Mapping[str, Any], allowed: Mapping[str, Any]) -> dict[str, Any]:
    """The fewest parameters that the row takes."""
    required = row.get("required_params")
    names = [name for name in required if isinstance(name, str)] if isinstance(required, list) else []
    values = {name: listed[0] for name, listed in allowed.items() if isinstance(listed, list) and listed}
    return {name: values.get(name, "…") for name in names}


def user_rows(file: str, table: Mapping[str, Any], words: Vocabulary, *, is_checked: bool = False) -> Iterator[Rule]:
    """The rows of one user's file: its domain is the file's name unless `domain = "…"` says otherwise."""
    rows = {verb: row for verb, row in table.items() if verb != "domain" and verb not in WORD_TABLES}
    domain = table.get("domain", Path(file).stem.replace("-", "_"))
    if not rows and "domain" not in table:
        return iter(())
    if is_checked:
        return (parse_rule(domain, verb, row, file=file) for verb, row in rows.items())
    return _rows(file, domain, rows, words)


def _rows(file: str, domain: object, rows: Mapping[str, Any], words: Vocabulary) -> Iterator[Rule]:
    # pydantic is slow to import, and only users' rows need looking at: the tests look at the others.
    from goalwright.rules.row_checks import check_rule
    from goalwright.rules.schema import check_form

    if not isinstance(domain, str) or not re.fullmatch(_NAME, domain):
        remedy = 'write one lower-case word at the top of the file, such as domain = "notes"'
        raise RuleFileError(file, "", "domain", f"is {shown(domain)}", remedy)
    for verb, row in rows.items():
        if not re.fullmatch(_NAME, verb):
            remedy = "write lower-case letters, digits and underscores, a letter first"
            raise RuleFileError(file, shown_name(verb), "", "is not a verb's name", remedy)
        check_form(row, file=file, name=verb)
        rule = parse_rule(domain, verb, row, file=file)
        check_rule(rule, words)
        yield rule


@cache
def _builtin_rows() -> tuple[LateRow, ...]:
    return tuple(
        LateRow(domain, verb, row)
        for domain in table_names("tables")
        for verb, row in built_in_table("tables", domain).items()
    )


def _read(path: Path) -> dict[str, Any]:
    import tomllib

    def wrong(problem: str, remedy: str) -> RuleFileError:
        return RuleFileError(shown_name(path.name), "", "", problem, remedy)

    try:
        if not path.is_file():
            raise wrong("is not a file", "move it elsewhere")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise wrong("is larger than 1 MB", "split it into several files")
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except tomllib.TOMLDecodeError as error:
        raise wrong(f"is not TOML: {error}", "correct that line") from None
    except UnicodeDecodeError:
        raise wrong("is not UTF-8 text", "save it as UTF-8") from None
    except OSError as error:
        raise wrong(f"cannot be read: {error.strerror}", "check its permissions") from None
    except RecursionError:
        raise wrong("is nested too deeply", "flatten it") from None
    except ValueError:  # the one thing besides broken TOML that tomllib stumbles over
        raise wrong("holds a number with thousands of digits", "write a smaller one") from None
