"""Samples: a sentence that a template understands, to show what can be said."""

from __future__ import annotations

from collections.abc import Mapping

from goalwright.interpret.grammar.grammar import Entry, Grammar
from goalwright.interpret.grammar.template import Node

# What stands in a slot of each kind; a kind that is not listed holds a plain word.
_WORDS: Mapping[str, str] = {
    "address": "youtube",
    "any_shape": "red circle",
    "archive": "a.zip",
    "app": "calculator",
    "both_elements": "both text fields",
    "browser": "firefox",
    "cased": '"hello" in capitals',
    "choice_element": "Size dropdown",
    "clock": "5",
    "content": "hello",
    "typed": "hello",
    "alone": "hello",
    "date": "friday",
    "document": "notes.txt",
    "drop_place": "to the right",
    "duration": "2 seconds",
    "element": "Save button",
    "entry_element": "Email field",
    "file": "notes.txt",
    "folder": "docs",
    "folder_into": "docs",
    "group_element": "Settings dialog",
    "heard": "jazz",
    "item": "Terms",
    "entry": "Terms",
    "in_it": "it",
    "it": "it",
    "key": "enter",
    "known_folder": "downloads",
    "letter": "D",
    "hour": "5 pm",
    "link_element": "Settings link",
    "many_elements": "all links",
    "many_shapes": "all circles",
    "many_ticks": "all checkboxes",
    "media": "jazz radio",
    "menus": "File >",
    "named_element": "Save button",
    "name": "Settings",
    "new_folder": "docs",
    "new_path": "notes.txt",
    "next_number": "200",
    "number": "30",
    "number_text": "3",
    "ordinal": "third",
    "path": "notes.txt",
    "program": "~/bin/backup.sh",
    "pattern": "pdf",
    "patterns": "pdfs",
    "day": "friday",
    "pick_element": "Express option",
    "place": "tokyo",
    "platform": "youtube",
    "proper": "Terms",
    "titled": "Terms",
    "quoted": '"hello"',
    "read_element": "heading",
    "article": "second result",
    "label": "meals",
    "many_sections": "all sections",
    "button_name": "save",
    "choices": "Tea and Milk",
    "count": "twice",
    "other_browser": "firefox",
    "own_browser": "chrome",
    "plain": "name",
    "value": "Ada",
    "whereto": "basket",
    "seen_element": "Save button",
    "row_element": "second row",
    "section_element": "Details section",
    "selector": "#search",
    "shape": "red circle",
    "site": "youtube",
    "statement": "my car is red",
    "text": "hello",
    "text_element": "first paragraph",
    "there": "there",
    "tick_element": "Terms checkbox",
    "timezone": "pacific",
    "title": "docs",
    "weekday": "monday",
    "word_in": "second word in the heading",
}
_PLAIN = "demo"
_POINTING = frozenset({"in_it", "there"})


def sample(entry: Entry, grammar: Grammar) -> str:
    """The shortest plain sentence of a template: first alternatives, nothing optional."""
    return " ".join(_said(entry.node, grammar, entry.kinds))


def samples(grammar: Grammar, limit: int = 3) -> dict[str, tuple[str, ...]]:
    """A few sentences for every row, by the row's name."""
    found: dict[str, list[str]] = {}
    for entry in grammar.entries:
        listed = found.setdefault(entry.rule.name, [])
        said = sample(entry, grammar)
        points_back = not _POINTING.isdisjoint(entry.kinds.values()) and not {"there", "it"}.isdisjoint(said.split())
        is_alone = not entry.say.firsts and not entry.say.on_page
        if len(listed) < limit and said not in listed and is_alone and not points_back:
            listed.append(said)
    return {name: tuple(listed) for name, listed in found.items()}


def _said(node: Node, grammar: Grammar, entry_kinds: Mapping[str, str]) -> list[str]:
    if node[0] == "t":
        return list(node[1:])
    if node[0] == "v":
        kind = entry_kinds.get(node[2], str(node[1])) if node[1] == node[2] else str(node[1])
        return [
            kind.removeprefix("choice:").partition("|")[0] if kind.startswith("choice:") else _WORDS.get(kind, _PLAIN)
        ]
    if node[0] == "r":
        return _said(grammar.phrase_nodes[node[1]], grammar, entry_kinds)
    if node[0] == "a":
        return [] if ["t"] in node[1:] else _said(node[1], grammar, entry_kinds)
    return [word for inner in node[1:] for word in _said(inner, grammar, entry_kinds)]
