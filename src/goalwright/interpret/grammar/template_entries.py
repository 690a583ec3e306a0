"""The templates of rows, each read when it is wanted, and found by the words that a sentence must have for it."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from goalwright.interpret.grammar.matcher import Compiled, Matcher, compile_node
from goalwright.interpret.grammar.slot_kinds import KIND_OF_TYPE, KINDS
from goalwright.interpret.grammar.template import Node, Template, TemplateError
from goalwright.rules.book import RuleBook
from goalwright.rules.language import load_language
from goalwright.rules.rule import Param, Rule, Say

RowKey: TypeAlias = tuple[str, str]
Ahead: TypeAlias = Mapping[str, Mapping[str, str]]

PATTERN_SLOT = re.compile(r"\{([a-z_]+)\}")
SCOPE_SLOTS = frozenset({"inside", "drive", "times", "spot"})
"""Slots that say where something is, or how often it is done, rather than fill a parameter."""

_ANY_TEXT = frozenset({"any", "content", "line", "target"})


class Entry:
    """One template of one row, which is read when it is wanted, as is the matcher."""

    __slots__ = ("_book", "_further", "_index", "_matcher", "key", "on_page", "template", "text")
    cost = 0

    def __init__(
        self, book: RuleBook, key: tuple[str, str], index: int, text: str, template: Template, *, on_page: bool | None
    ) -> None:
        self._book, self.key, self._index = book, key, index
        self.text, self.template, self.on_page = text, template, on_page
        self._matcher: Matcher | None = None
        self._further: list[list[str]] | None = None

    @property
    def rule(self) -> Rule:
        return self._book[self.key]

    @property
    def say(self) -> Say:
        return self.rule.say[self._index]

    @property
    def further_needs(self) -> list[list[str]]:
        """The lists of words of which a sentence has one each, but for the one that the template is found by."""
        if self._further is None:
            self._further = self.template.needs[1:]
        return self._further

    @property
    def node(self) -> Node:
        return self.template.node

    @property
    def kinds(self) -> Mapping[str, str]:
        """The kind of each slot; raises TemplateError for a slot that leads nowhere."""
        return slot_kinds_of(self.say, self.template, params_of(self.rule))

    def matcher(self, phrases: Mapping[str, Compiled]) -> Matcher:
        if self._matcher is None:
            self._matcher = compile_node(self.node, phrases, self.kinds)
        return self._matcher


class EntryIndex:
    """The templates of a rule book. Those of `ahead` were indexed ahead of time: the rows in their order with how many
    templates each has, and for each word the numbers of the templates that it leads to ("" for those that any may).
    """

    def __init__(
        self, rules: RuleBook, read: Callable[[str], Template], ahead: Mapping[str, Mapping[str, str]]
    ) -> None:
        self._rules, self._read = rules, read
        self._numbers = ahead.get("words", {})
        self._starts: list[int] = []
        self._rows: list[RowKey] = []
        self.size = 0
        for name, count in ahead.get("rows", {}).items():
            domain, _, verb = name.partition(".")
            self._starts.append(self.size)
            self._rows.append((domain, verb))
            self.size += int(count)
        self._made: dict[tuple[RowKey, int], Entry] = {}
        self._own: dict[str, list[Entry]] = {}
        self._found: dict[str, list[Entry]] = {}

    def has(self, key: RowKey) -> bool:
        """Whether a row's templates are indexed ahead of time: those of a row that the user has replaced are not."""
        return bool(self._rows) and self._rules.is_shipped(key)

    def entry(self, key: RowKey, index: int) -> Entry:
        """One template of a row; raises TemplateError where it is broken."""
        made = self._made.get((key, index))
        if made is None:
            text, on_page = self._rules.said(key)[index]
            made = self._made[key, index] = Entry(self._rules, key, index, text, self._read(text), on_page=on_page)
        return made

    def add(self, entry: Entry) -> None:
        """Have a template found that was not indexed ahead of time."""
        for word in entry.template.anchors or ("",):
            self._own.setdefault(word, []).append(entry)

    def at(self, word: str) -> list[Entry]:
        """The templates that a word leads to; with the empty one, those that any sentence does."""
        found = self._found.get(word)
        if found is None:
            numbers, own = self._numbers.get(word, ""), self._own.get(word, [])
            found = [*self._ahead(numbers), *own]
            if found:
                self._found[word] = found
        return found

    def _ahead(self, numbers: str) -> Iterator[Entry]:
        for number in map(int, numbers.split()):
            place = bisect_right(self._starts, number) - 1
            key = self._rows[place]
            if key in self._rules and self._rules.is_shipped(key):
                yield self.entry(key, number - self._starts[place])


def index_ahead(entries: list[Entry]) -> dict[str, dict[str, str]]:
    """What an `EntryIndex` of these templates is given ahead of time."""
    rows: dict[str, int] = {}
    words: dict[str, list[int]] = {}
    for number, entry in enumerate(entries):
        name = ".".join(entry.key)
        rows[name] = rows.get(name, 0) + 1
        for word in entry.template.anchors or ("",):
            words.setdefault(word, []).append(number)
    return {
        "rows": {name: str(count) for name, count in rows.items()},
        "words": {word: " ".join(map(str, numbers)) for word, numbers in words.items()},
    }


def slot_kinds_of(say: Say, template: Template, params: Mapping[str, Param]) -> dict[str, str]:
    """The kind of each slot of a template; raises TemplateError for a slot that leads nowhere."""
    used = "".join(value for value in _patterns(say))
    kinds = {}
    for kind, name in template.slots:
        if name not in params and name not in SCOPE_SLOTS and f"{{{name}}}" not in used:
            raise TemplateError(f"has the slot {{{name}}}, which is not a parameter of the row")
        found = _kind(kind, name, params)
        if kind == name or name not in kinds:
            kinds[name] = found
    missing = [slot for slot in PATTERN_SLOT.findall(used) if slot not in kinds]
    if missing:
        raise TemplateError(f"uses {{{missing[0]}}}, which is not a slot of the template")
    return kinds


def pattern_slots(say: Say) -> frozenset[str]:
    """The slots that only serve to make parameters of."""
    return frozenset(name for value in _patterns(say) for name in PATTERN_SLOT.findall(value))


def _patterns(say: Say) -> list[str]:
    given = [*say.given.values(), *(value for first in say.firsts for value in first.given.values())]
    return [value for value in given if isinstance(value, str)]


def _kind(kind: str, name: str, params: Mapping[str, Param]) -> str:
    param = params.get(name)
    is_kind = name in KINDS and param is not None and param.type in _ANY_TEXT and param.type != "content"
    if kind == name and param is not None and not is_kind:
        return f"choice:{'|'.join(param.allowed)}" if param.type == "choice" else KIND_OF_TYPE[param.type]
    if kind not in KINDS and kind not in load_language().noun_phrases:
        raise TemplateError(f"has a slot of the kind {kind!r}, which does not exist")
    return kind


def params_of(rule: Rule) -> dict[str, Param]:
    """The parameters of a row and of all its variants."""
    return {name: param for shape in reversed(rule.shapes) for name, param in shape.params.items()}
