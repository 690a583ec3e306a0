"""Samples: a sentence that a template understands, to show what can be said."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.interpret.grammar.grammar import Grammar
from goalwright.interpret.grammar.heads import Head
from goalwright.interpret.grammar.slot_kinds import CHOICE
from goalwright.interpret.grammar.template import Node
from goalwright.interpret.grammar.template_entries import Entry
from goalwright.rules.language import load_samples

_POINTING = frozenset({"in_it", "there"})


def sample(entry: Entry | Head, grammar: Grammar) -> str:
    """The example of a head, or the shortest plain sentence of a template: first alternatives, nothing optional."""
    return entry.example if isinstance(entry, Head) else " ".join(_said(entry.node, grammar, entry.kinds))


def told_samples(grammar: Grammar) -> dict[str, list[str]]:
    """The sentences that were written down for verbs, by the name of each."""
    written = load_samples().verbs
    found = {rule.name: list(written[rule.name]) for rule in grammar.rules.values() if rule.name in written}
    for head in grammar.head_rows:
        found.setdefault(head.rule.name, []).append(head.example)
    return found


def samples(grammar: Grammar, limit: int = 3) -> dict[str, tuple[str, ...]]:
    """A few sentences for every row, by the row's name. What is said on pages alone comes where there is no other."""
    found = told_samples(grammar)
    for entry in sorted(grammar.entries, key=lambda entry: bool(entry.on_page)):
        listed = found.setdefault(entry.rule.name, [])
        said = sample(entry, grammar)
        points_back = not _POINTING.isdisjoint(entry.kinds.values()) and not {"there", "it"}.isdisjoint(said.split())
        is_alone = not entry.say.firsts and not (entry.on_page and listed)
        if len(listed) < limit and said not in listed and is_alone and not points_back:
            listed.append(said)
    return {name: tuple(listed[:limit]) for name, listed in found.items()}


def _said(node: Node, grammar: Grammar, entry_kinds: Mapping[str, str]) -> list[str]:
    if node[0] == "t":
        return list(node[1:])
    if node[0] == "v":
        kind = entry_kinds.get(node[2], str(node[1])) if node[1] == node[2] else str(node[1])
        if kind.startswith(CHOICE):
            return [kind.removeprefix(CHOICE).partition("|")[0]]
        if kind in grammar.noun_phrases:
            return _said(grammar.first_node(kind), grammar, {})
        return [load_samples().kinds.get(kind, load_samples().plain_word)]
    if node[0] == "r":
        return _said(grammar.phrase_nodes[node[1]], grammar, entry_kinds)
    if node[0] == "a":
        return [] if ["t"] in node[1:] else _said(node[1], grammar, entry_kinds)
    return [word for inner in node[1:] for word in _said(inner, grammar, entry_kinds)]
