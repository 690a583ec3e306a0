"""Grammar: the templates of a rule book, found by the words that a sentence must have for each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from goalwright.interpret.grammar.kinds import KIND_OF_TYPE, KINDS
from goalwright.interpret.grammar.matcher import Matcher, compile_node
from goalwright.interpret.grammar.template import Node, TemplateError, literals, read_template, required, slots
from goalwright.errors import RuleFileError
from goalwright.rules.book import RuleBook
from goalwright.rules.language import Framing, Language, Refusal, load_language
from goalwright.rules.rule import Param, Rule, Say

_ANY_TEXT = frozenset({"any", "content", "line", "target"})
SCOPE_SLOTS = frozenset({"inside", "drive"})
"""Slots that say where something is rather than fill a parameter."""


class Entry:
    """One template of one row; its matcher is made when it is first wanted."""

    __slots__ = ("_matcher", "kinds", "needs", "node", "rule", "say")

    def __init__(self, rule: Rule, say: Say, node: Node, needs: list[frozenset[str]], kinds: Mapping[str, str]) -> None:
        self.rule, self.say, self.node, self.needs = rule, say, node, needs
        self.kinds = kinds
        self._matcher: Matcher | None = None

    def matcher(self, phrases: Mapping[str, Matcher]) -> Matcher:
        if self._matcher is None:
            self._matcher = compile_node(self.node, phrases)
        return self._matcher


class Posting(NamedTuple):
    entry: Entry
    others: tuple[frozenset[str], ...]


class Grammar:
    """Everything that can be said to a rule book. `known` are templates read before, as `templates()` gave them."""

    def __init__(self, rules: RuleBook, known: Mapping[str, Node] | None = None) -> None:
        self.rules = rules
        self.language: Language = load_language()
        self._known = dict(known or {})
        self._phrase_nodes = {name: self._read(text) for name, text in self.language.phrases.items()}
        self.phrases = _Phrases(self._phrase_nodes)
        self.entries = [self._entry(rule, index) for rule in rules.values() for index in range(len(rule.say))]
        self._postings: dict[str, list[Posting]] = {}
        self._anywhere: list[Entry] = []
        for entry in self.entries:
            self._index(entry)
        self.leads = self._framings(self.language.leads)
        self.trails = self._framings(self.language.trails)
        self.connectors = self._framings(self.language.connectors)
        self.refusals = [(self._matcher(row.template), row) for row in self.language.refusals]

    def templates(self) -> dict[str, Node]:
        """Every template as read, for a cache."""
        return self._known

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that stands in a template of a row."""
        return frozenset(word for entry in self.entries for word in literals(entry.node, self._phrase_nodes))

    @cached_property
    def _page_verbs(self) -> frozenset[str]:
        return frozenset(entry.rule.verb for entry in self.entries if entry.say.on_page)

    def has_page_twin(self, rule: Rule) -> bool:
        """Whether a verb outside the browser has one of the same name for pages, which goes first on a page."""
        return rule.verb in self._page_verbs and rule.shape.register is not None and rule.shape.register.family != "page"

    def candidates(self, words: frozenset[str]) -> Iterator[Entry]:
        """The templates that a clause with these words could match."""
        yield from self._anywhere
        for word in words:
            for posting in self._postings.get(word, ()):
                if all(not clause.isdisjoint(words) for clause in posting.others):
                    yield posting.entry

    def _read(self, template: str) -> Node:
        node = self._known.get(template)
        if node is None:
            node = self._known[template] = read_template(template)
        return node

    def _matcher(self, template: str) -> Matcher:
        return compile_node(self._read(template), self.phrases)

    def _framings(self, rows: Iterable[Framing]) -> list[tuple[Matcher, str, frozenset[str]]]:
        return [(self._matcher(row.template), row.order, _firsts(self._read(row.template), self._phrase_nodes)) for row in rows]

    def _entry(self, rule: Rule, index: int) -> Entry:
        say = rule.say[index]
        try:
            read = self._read(say.template)
            kinds = _slot_kinds(rule, say, read, self._phrase_nodes)
            node = _with_kinds(read, kinds)
        except TemplateError as error:
            place = f"say[{index}]"
            raise RuleFileError(rule.file, rule.verb, place, str(error), "see `goalwright rules` for templates") from None
        return Entry(rule, say, node, required(node, self._phrase_nodes), kinds)

    def _index(self, entry: Entry) -> None:
        if not entry.needs:
            self._anywhere.append(entry)
            return
        key = min(entry.needs, key=lambda clause: (sum(map(_commonness, clause)), sorted(clause)))
        others = tuple(clause for clause in entry.needs if clause is not key)
        for word in key:
            self._postings.setdefault(word, []).append(Posting(entry, others))


class _Phrases(dict[str, Matcher]):
    """Shared phrases, each compiled when a template first uses it."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        super().__init__()
        self._nodes = nodes

    def __missing__(self, name: str) -> Matcher:
        self[name] = matcher = compile_node(self._nodes[name], self)
        return matcher


_COMMON = frozenset("the a to in on of it me my for and i is with this that you".split())


def _commonness(word: str) -> int:
    return 20 if word in _COMMON else 1


def _slot_kinds(rule: Rule, say: Say, node: Node, phrases: Mapping[str, Node]) -> dict[str, str]:
    """The kind of each slot of a template; raises TemplateError for a slot that leads nowhere."""
    params = params_of(rule)
    kinds: dict[str, str] = {}
    used = "".join(value for value in say.given.values() if isinstance(value, str))
    try:
        found = list(slots(node, phrases))
    except KeyError as error:
        raise TemplateError(f"uses <{error.args[0]}>, which is not a shared phrase") from None
    for kind, name in found:
        if name not in params and name not in SCOPE_SLOTS and f"{{{name}}}" not in used:
            raise TemplateError(f"has the slot {{{name}}}, which is no parameter of the row")
        kinds[name] = _kind(kind, name, params)
    for name in say.given:
        if name not in params:
            raise TemplateError(f"sets {name}, which is no parameter of the row")
    return kinds


def _kind(kind: str, name: str, params: Mapping[str, Param]) -> str:
    param = params.get(name)
    if kind == name and param is not None and not (name in KINDS and param.type in _ANY_TEXT):
        return f"choice:{'|'.join(param.allowed)}" if param.type == "choice" else KIND_OF_TYPE[param.type]
    if kind not in KINDS:
        raise TemplateError(f"has a slot of the kind {kind!r}, which does not exist")
    return kind


def params_of(rule: Rule) -> dict[str, Param]:
    """The parameters of a row and of all its variants."""
    return {name: param for shape in reversed(rule.shapes) for name, param in shape.params.items()}


def _with_kinds(node: Node, kinds: Mapping[str, str]) -> Node:
    if node[0] == "v":
        return ["v", kinds[node[2]], node[2]] if node[1] == node[2] else node
    if node[0] in ("t", "r"):
        return node
    return [node[0], *(_with_kinds(inner, kinds) for inner in node[1:])]


def _firsts(node: Node, phrases: Mapping[str, Node]) -> frozenset[str]:
    """The words a template may start with; none if it may start with anything."""
    found = _first_words(node, phrases)
    return frozenset() if None in found else frozenset(word for word in found if word)


def _first_words(node: Node, phrases: Mapping[str, Node]) -> set[str | None]:
    """First words; the empty word where nothing is needed, None where a slot comes first."""
    if node[0] == "t":
        return {node[1] if len(node) > 1 else ""}
    if node[0] == "v":
        return {None}
    if node[0] == "r":
        return _first_words(phrases[node[1]], phrases)
    if node[0] == "a":
        return set().union(*(_first_words(inner, phrases) for inner in node[1:]))
    found: set[str | None] = {""}
    for inner in node[1:]:
        found = (found - {""}) | _first_words(inner, phrases)
        if "" not in found:
            break
    return found
