"""The rule book with the user's own rows: checked in full when a file is new or changed, and remembered as read.

Checking brings a validator, a parser of templates and a planner: as much as a whole command takes without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from goalwright import __version__
from goalwright.contracts.digests import sha256
from goalwright.disk.remembered import remember, remembered
from goalwright.errors import RuleFileError
from goalwright.rules import builtin_rules
from goalwright.rules.compiled import tables_version
from goalwright.rules.loader import parsed_files, rule_files, rules_with

if TYPE_CHECKING:
    from goalwright.rules import RuleBook
    from goalwright.rules.words_loader import NamedTable

REMEMBERED = "rules"
_LAYOUT = 1


def rules_of(folder: Path) -> RuleBook:
    """The built-in rows with those of a folder laid over them; the first mistake in a file raises RuleFileError."""
    files = rule_files(folder)
    if not files:
        return builtin_rules()
    state = _state(files)
    kept: Any = remembered(REMEMBERED, state) if state else None
    with suppress(KeyError, TypeError, ValueError, AttributeError):  # nothing was kept, or something else
        return rules_with([(name, table) for name, table in kept["tables"]], dict(kept["templates"]))
    tables = parsed_files(files)
    rules = _checked(tables)
    if state and state == _state(files):  # nothing was written meanwhile
        _keep(state, tables, rules)
    return rules


def _state(files: Sequence[Path]) -> list[object]:
    """What the rules rest on: the bytes of the user's files, the shipped tables, and the version that reads them."""
    builtin_rules()  # which finds out whether a table is being worked on
    try:
        version, told = tables_version(), [[path.name, sha256(path.read_bytes()).hexdigest()] for path in files]
    except OSError:  # reading them properly tells why
        return []
    return [_LAYOUT, __version__, version, told] if version else []


def _checked(tables: Sequence[NamedTable]) -> RuleBook:
    rules = rules_with(tables)
    if own := rules.own():
        from goalwright.plan.examples import check_examples

        check_examples(rules, own)
    return rules


def _keep(state: object, tables: Sequence[NamedTable], rules: RuleBook) -> None:
    """Remember what was read. A broken template is told when a sentence is read, and until then nothing is kept."""
    from goalwright.interpret.grammar.grammar import Grammar
    from goalwright.rules.words_loader import checked_words

    try:
        grammar = Grammar(rules)
    except RuleFileError:
        return
    own = {say.template for rule in rules.own() for say in rule.say}
    templates = {text: grammar.templates[text].kept() for text in sorted(own) if text in grammar.templates}
    remember(REMEMBERED, state, {"tables": checked_words(tables), "templates": templates})
