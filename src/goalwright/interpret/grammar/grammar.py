"""Grammar: the templates of a rule book, found by the words that a sentence must have for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cache, cached_property
from itertools import chain
from typing import Any, TypeVar

from goalwright.errors import RuleFileError
from goalwright.interpret.grammar.corners import Corners
from goalwright.interpret.grammar.heads import HeadIndex, RoleReader, head_rows, role_templates, words_of
from goalwright.interpret.grammar.matcher import ByFirstWord, Compiled, Matcher, compiled, compiled_late
from goalwright.interpret.grammar.noun_phrases import NounPhrases, RowRead
from goalwright.interpret.grammar.template import (
    Node,
    PhraseParts,
    Template,
    TemplateError,
    complete,
    literals,
    read_template,
)
from goalwright.interpret.grammar.template_entries import PATTERN_SLOT, Entry, EntryIndex, params_of, slot_kinds_of
from goalwright.rules import as_rule_book, builtin_rules
from goalwright.rules.book import RuleBook
from goalwright.rules.collecting import paused_collecting
from goalwright.rules.compiled import (
    are_phrases_current,
    built_in_templates,
    built_in_words,
    corners_ahead,
    entries_ahead,
    heads_ahead,
)
from goalwright.rules.follow_up_words import FOLLOW_UPS, follow_up_words
from goalwright.rules.language import Language, load_language, load_values
from goalwright.rules.param_types import check_param
from goalwright.rules.rule import First, Param, Rule
from goalwright.rules.vocabulary import Vocabulary

Says = TypeVar("Says")
MOST_OPENED = 20_000
"""For how many pairs of a word and a clause's first one the templates are remembered."""


class Grammar:
    """Everything that can be said to a rule book."""

    def __init__(self, rules: RuleBook, known: Mapping[str, str] | None = None) -> None:
        """`known` are templates that were read before, as they are `kept`; by default those that are shipped."""
        self.rules = rules
        self.language: Language = load_language()
        self.templates: dict[str, Template] = {}
        self._phrase_parts = PhraseParts()
        shipped = built_in_templates() if known is None else known
        self._known = {**shipped, **rules.templates} if known is None and rules.templates else shipped
        self._is_current = are_phrases_current()
        self.phrase_nodes = _PhraseNodes(self.language.phrases, self._node)
        self.phrases = _Phrases(self.phrase_nodes)
        ahead = entries_ahead() if known is None and self._is_current else {}
        self._index = EntryIndex(rules, self._read, ahead)
        self._opened: dict[tuple[str, tuple[str, str]], list[Entry]] = {}
        for key in rules:
            if not self._index.has(key):
                self._add(key)
        language = self.language
        leads = [self._framing(row.template, row.order) for row in language.leads]
        self.leads = ByFirstWord(leads)
        self.openings = ByFirstWord([*(self._framing(row.template, row.order) for row in language.openings), *leads])
        self.trails = ByFirstWord(self._framing(row.template, row.order) for row in language.trails)
        self.connectors = ByFirstWord(self._framing(row.template, row.order) for row in language.connectors)
        self.asides = ByFirstWord(self._framing(row.template, row.order) for row in language.asides)
        self.near_misses = ByFirstWord(self._framing(template, "") for template in language.near_misses)
        self.refusals = ByFirstWord(self._framing(row.template, row) for row in language.refusals)
        self.no_misses = ByFirstWord(self._framing(template, "") for template in language.no_misses)
        self._corners_ahead = corners_ahead() if known is None and self._is_current else {}
        self.noun_phrases = NounPhrases(language.noun_phrases, self._phrase_row, self._corners)
        roles = RoleReader(language.frames, language.verbs, cache(self._firsts_and_matcher))
        self.head_rows = head_rows(rules, language.heads, roles)
        are_all = len(self.head_rows) == sum(map(len, language.heads.values()))
        self._heads_ahead = heads_ahead() if known is None and are_all else {}
        self.heads = HeadIndex(self.head_rows, self._heads_ahead.get("ways"))
        self.plan_before = [self._matcher(template) for template in language.plan_before]
        self.plan_after = [self._matcher(template) for template in language.plan_after]

    @cached_property
    def entries(self) -> list[Entry]:
        """Every template of every row, in their order."""
        return [self._index.entry(key, index) for key in self.rules for index in range(len(self.rules.said(key)))]

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """Every word that stands in a template of a row."""
        known = built_in_templates()
        rows = (key for key in self.rules if not (self._is_current and self._index.has(key)))
        templates = (text for key in rows for text, _ in self.rules.said(key))
        fresh = [template for template in templates if template not in known or not self._is_current]
        words: dict[str, frozenset[str]] = {}
        found = (literals(template, self.language.phrases, words) for template in fresh)
        said = self._heads_ahead.get("words")
        if said is None:
            said = [word for head in self.head_rows for way in head.written for word in words_of(way)]
        return frozenset(built_in_words()).union(said, *found)

    @cached_property
    def values(self) -> ByFirstWord[str]:
        """The phrases for values that would have to be worked out, each with its kind."""
        return ByFirstWord(self._framing(template, kind) for template, kind in load_values().kinds)

    @cached_property
    def value_openings(self) -> ByFirstWord[str]:
        """The words that begin a phrase for a value, whatever goes on behind them."""
        return ByFirstWord(self._framing(template, "") for template in load_values().openings)

    @cached_property
    def value_tellers(self) -> ByFirstWord[str]:
        """What shows that a text is told of rather than said."""
        return ByFirstWord(self._framing(template, "") for template in load_values().telling)

    @cached_property
    def follow_ups(self) -> Mapping[str, list[Matcher]]:
        """The ways to point at the command before, by what they ask for."""
        return {use: [self._matcher(template) for template in follow_up_words()[use]] for use in FOLLOW_UPS}

    @cached_property
    def trigger_phrases(self) -> NounPhrases:
        """What a sentence may say of when a command is to be done, beside all that it may say otherwise."""
        from goalwright.rules.trigger_words import trigger_phrases  # few sentences have a trigger

        return NounPhrases({**self.language.noun_phrases, **trigger_phrases()}, self._phrase_row, self._corners)

    @cached_property
    def around_jobs(self) -> Mapping[str, list[Matcher]]:
        """What may stand around a trigger and its command, by its use."""
        from goalwright.rules.trigger_words import job_templates

        return {use: [self._matcher(template) for template in said] for use, said in job_templates().items()}

    @cached_property
    def job_requests(self) -> Mapping[str, tuple[list[Matcher], list[Matcher]]]:
        """What may be asked of the jobs there are: how it is said of all of them, and of one whose name follows."""
        from goalwright.rules.trigger_words import request_templates

        rows = request_templates().items()
        return {deed: ([self._matcher(all_)], [self._matcher(one)] if one else []) for deed, (all_, one) in rows}

    def needs_of(self, template: str) -> Sequence[Sequence[str]]:
        """The lists of words of which a sentence has one each where a template fits."""
        return self._read(template).needs

    def may_count_steps(self, words: Set[str]) -> bool:
        """Whether a sentence has the words that all of those have that ask for a plan in so many steps."""
        return any(_has_needed(words, needs) for needs in self._plan_needs)

    def may_be_about_jobs(self, words: Set[str]) -> bool:
        """Whether a sentence has the words that all of those have that ask something of the jobs there are."""
        return any(_has_needed(words, needs) for needs in self._request_needs)

    @cached_property
    def _plan_needs(self) -> list[list[list[str]]]:
        return [self._read(template).needs for template in (*self.language.plan_before, *self.language.plan_after)]

    @cached_property
    def _request_needs(self) -> list[list[list[str]]]:
        from goalwright.rules.job_signs import request_templates

        return [self._read(template).needs for template in filter(None, chain(*request_templates().values()))]

    def has_page_twin(self, rule: Rule) -> bool:
        """Whether a verb outside the browser has one of the same name for pages, which goes first on a page."""
        if rule.shape.register is None or _is_for_pages(rule):
            return False
        return any(_is_for_pages(self.rules[key]) for key in self._keys_on_page.get(rule.verb, ()))

    @cached_property
    def _keys_on_page(self) -> dict[str, set[tuple[str, str]]]:
        """The rows with wordings for pages, by verb."""
        found: dict[str, set[tuple[str, str]]] = {}
        for key in self.rules:
            if any(on_page for _, on_page in self.rules.said(key)):
                found.setdefault(key[1], set()).add(key)
        return found

    def candidates(self, words: frozenset[str], opening: tuple[str, str]) -> Iterator[Entry]:
        """The templates that a clause with these words could match whose first word counts as either of two."""
        yield from self._opening("", opening)
        for word in words:
            for entry in self._opening(word, opening):
                for clause in entry.further_needs:
                    if words.isdisjoint(clause):
                        break
                else:
                    yield entry

    def _opening(self, word: str, opening: tuple[str, str]) -> list[Entry]:
        """The templates that a word leads to and that may begin as a clause does."""
        found = self._opened.get((word, opening))
        if found is None:
            firsts = ((entry, entry.template.firsts(self.phrase_nodes)) for entry in self._index.at(word))
            found = [entry for entry, first in firsts if not first or not first.isdisjoint(opening)]
            if len(self._opened) < MOST_OPENED:
                self._opened[word, opening] = found
        return found

    def _node(self, phrase: str) -> Node:
        """A shared phrase as nodes; what it needs is worked out once all phrases are known."""
        known = self._known.get(phrase)
        read = Template([], (read_template(phrase), [])) if known is None else Template.from_kept(known)
        self.templates[phrase] = read
        return read.node

    def _read(self, template: str) -> Template:
        read = self.templates.get(template)
        if read is None:
            kept = self._known.get(template)
            read = Template.from_kept(kept) if kept is not None else None
            if read is None or not self._is_current:
                node = read_template(template) if read is None else read.node
                read = complete(node, self.phrase_nodes, self._phrase_parts)
                read.needs.sort(key=self._selectivity)
            self.templates[template] = read
        return read

    def _matcher(self, template: str) -> Matcher:
        return compiled_late(self._read(template), self.phrases)

    def _framing(self, template: str, says: Says) -> tuple[Matcher, Says, frozenset[str]]:
        """A template's matcher, what it says, and the words it may start with."""
        return self._matcher(template), says, self._firsts(template)

    def _firsts(self, template: str) -> frozenset[str]:
        return self._read(template).firsts(self.phrase_nodes)

    def _add(self, key: tuple[str, str]) -> None:
        is_shipped = self.rules.is_shipped(key)
        for index in range(len(self.rules.said(key))):
            try:
                entry = self._index.entry(key, index)
                # The tests check what is shipped, and what was kept with a rule book has been checked.
                if entry.text not in (self._known if is_shipped else self.rules.templates):
                    self._check(entry)
            except TemplateError as error:
                remedy = 'write it like "copy {path} to {to}"; docs/own-verbs.md has all there is'
                raise RuleFileError(self.rules[key].file, key[1], f"say[{index}]", str(error), remedy) from None
            self._index.add(entry)

    def read_all(self) -> None:
        """Read every template that would otherwise be read when it is wanted."""
        from goalwright.rules.trigger_words import job_templates, request_templates

        roles = {role for rows in self.language.heads.values() for row in rows for role in row["takes"]}
        frames = (template for role in sorted(roles) for template in role_templates(role, self.language.frames))
        pointing = (template for use in FOLLOW_UPS for template in follow_up_words()[use])
        for template in (*pointing, *chain(*job_templates().values())):
            self._read(template)
        values = load_values()
        worked_out = (*(template for template, _ in values.kinds), *values.openings, *values.telling)
        for template in (*frames, *(entry.text for entry in self.entries), *worked_out):
            self._firsts(template)
        for template in filter(None, chain(*request_templates().values())):
            self._read(template)
        for template in self.trigger_phrases.templates():
            self._firsts(template)

    def first_node(self, kind: str) -> Node:
        """The first row of a noun phrase."""
        return self._read(next(iter(self.noun_phrases.templates(kind)))).node

    def _corners(self, kinds: NounPhrases) -> Corners:
        """What the phrases of a table may begin with, as it was worked out ahead of time if nothing has changed."""

        def nodes(kind: str) -> Iterator[Node] | None:
            return (self._read(template).node for template in kinds.templates(kind)) if kind in kinds else None

        return Corners(nodes, self.phrase_nodes, self._corners_ahead)

    def _phrase_row(self, template: str) -> RowRead:
        return *self._firsts_and_matcher(template), self._read(template).needs

    def _firsts_and_matcher(self, template: str) -> tuple[Matcher, frozenset[str]]:
        return self._matcher(template), self._firsts(template)

    def _check(self, entry: Entry) -> None:
        """Raises TemplateError unless every slot and every constant has its place in the row."""
        params = params_of(entry.rule)
        slot_kinds_of(entry.say, entry.template, params)
        _check_constants(entry.say.given, params, self.rules.words)
        for first in entry.say.firsts:
            self._check_first(first, params)

    def _check_first(self, first: First, params: Mapping[str, Param]) -> None:
        """Raises TemplateError unless the goal that comes first is one of a row, and gives what can be taken."""
        rule = self.rules.get((first.domain, first.verb))
        if rule is None:
            raise TemplateError(f"has {first.domain}.{first.verb} come first, which is not a verb")
        _check_constants(first.given, params_of(rule), self.rules.words)
        if first.gives is not None and (first.gives not in params or params[first.gives].type != "content"):
            raise TemplateError(f"gives {first.gives}, which is not a parameter of the type content")

    def _selectivity(self, clause: list[str]) -> int:
        """The list of words that fewest sentences have one of comes first: it is what a template is found by."""
        return len(clause) + 19 * len(self.language.words["common"].intersection(clause))


def grammar_of(rules: Mapping[tuple[str, str], Any] | None) -> Grammar:
    """The grammar of a rule book, by default that of the built-in rows, which is made once."""
    return _builtin_grammar() if rules is None or rules is builtin_rules() else Grammar(as_rule_book(rules))


@cache
def _builtin_grammar() -> Grammar:
    with paused_collecting():
        return Grammar(builtin_rules())


def _has_needed(words: Set[str], needs: Sequence[Sequence[str]]) -> bool:
    return all(not words.isdisjoint(clause) for clause in needs)


def _is_for_pages(rule: Rule) -> bool:
    register = rule.shape.register
    return register is not None and register.family == "page"


class _PhraseNodes(dict[str, Node]):
    """Shared phrases as nodes, each read when a template first uses it."""

    def __init__(self, phrases: Mapping[str, str], read: Callable[[str], Node]) -> None:
        super().__init__()
        self._phrases, self._read = phrases, read

    def __missing__(self, name: str) -> Node:
        self[name] = node = self._read(self._phrases[name])
        return node


class _Phrases(dict[str, Compiled]):
    """Shared phrases, each compiled when a template first uses it."""

    def __init__(self, nodes: Mapping[str, Node]) -> None:
        super().__init__()
        self._nodes = nodes

    def __missing__(self, name: str) -> Compiled:
        self[name] = phrase = compiled(self._nodes[name], self)
        return phrase


def _check_constants(given: Mapping[str, Any], params: Mapping[str, Param], words: Vocabulary) -> None:
    for name, value in given.items():
        if name not in params:
            raise TemplateError(f"sets {name}, which is not a parameter of the row")
        if PATTERN_SLOT.search(str(value)):
            continue
        problem = check_param(value, params[name], words)
        if isinstance(problem, str):
            raise TemplateError(f"sets {name} to {value!r}, which {problem}")
