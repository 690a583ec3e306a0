"""Templates: hassil's sentence syntax read into plain nested lists, which a cache can keep.

A node is `["t", word, …]`, `["s", node, …]` one after another, `["a", node, …]` one of them, `["r", name]` a shared
phrase, or `["v", kind, name]` a slot.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Node: TypeAlias = list[Any]
Clauses: TypeAlias = list[frozenset[str]]
Slots: TypeAlias = dict[tuple[str, str], None]
"""A set that keeps its order."""

# hassil glues `song[s]` together letter by letter; our words are whole, so such pieces are written out first.
_SUFFIXED = r"([^\W_]+)\[([^\W_]+)\]"
_GLUED = r"[\w>}\])]\[|[\w>}\])]\(|\][\w<{]|\)[\w<{]|[\w>]\{|\}[\w<]"
_JOINTS = str.maketrans(dict.fromkeys("()[]|", " "))
MAX_LENGTH = 2_000
_ANYTHING = "*"


class Template:
    """A template read: its nodes, the lists of words of which a sentence has one each, and its (kind, name) slots.

    `kept` writes it as text. Little of what is kept is ever wanted, so it is read when it is.
    """

    __slots__ = ("_firsts", "_needs", "_rest")

    def __init__(self, needs: list[list[str]] | str, rest: tuple[Node, list[list[str]]] | str) -> None:
        self._needs, self._rest = needs, rest
        self._firsts: frozenset[str] | str = ""

    @classmethod
    def from_kept(cls, text: str) -> Template:
        needs, firsts, rest = text.split("\t", 2)
        read = cls(needs, rest)
        read._firsts = firsts
        return read

    def firsts(self, phrases: Mapping[str, Node]) -> frozenset[str]:
        """The words it may start with; none if it may start with anything."""
        if isinstance(self._firsts, str):
            known = self._firsts.split()
            self._firsts = frozenset(known).difference((_ANYTHING,)) if known else first_words(self.node, phrases)
        return self._firsts

    @property
    def anchors(self) -> list[str]:
        """The first list of words: what a template is found by."""
        if isinstance(self._needs, str):
            return self._needs.partition("|")[0].split()
        return self._needs[0] if self._needs else []

    @property
    def needs(self) -> list[list[str]]:
        if isinstance(self._needs, str):
            self._needs = [words.split() for words in self._needs.split("|")] if self._needs else []
        return self._needs

    def kept(self) -> str:
        """The text of it, with the words it may start with if they were asked for."""
        firsts = self._firsts if isinstance(self._firsts, str) else " ".join(sorted(self._firsts)) or _ANYTHING
        read = json.dumps([self.node, self.slots], separators=(",", ":"))
        return "\t".join(("|".join(map(" ".join, self.needs)), firsts, read))

    @property
    def node(self) -> Node:
        return self._read()[0]

    @property
    def slots(self) -> list[list[str]]:
        return self._read()[1]

    def _read(self) -> tuple[Node, list[list[str]]]:
        if isinstance(self._rest, str):
            node, found = json.loads(self._rest)
            self._rest = node, found
        return self._rest


class TemplateError(ValueError):
    """A template that cannot be read; its text says what is wrong."""


def read_template(template: str) -> Node:
    """The template as nodes; raises TemplateError where it is broken."""
    # Slow to import, and only templates that were not compiled need it: users' own, and what has just been changed.
    from hassil.errors import HassilError
    from hassil.parse_expression import parse_sentence
    from hassil.parser import ParseError

    spaced = written_out(template)
    try:
        return _node(parse_sentence(spaced).expression)
    except (HassilError, ParseError, ValueError, IndexError, AssertionError, RecursionError) as error:
        raise TemplateError(f"is not a sentence template: {error}") from None


def written_out(template: str) -> str:
    """The template with `song[s]` as `(song|songs)`; raises TemplateError where other pieces touch."""
    if len(template) > MAX_LENGTH:
        raise TemplateError(f"is longer than {MAX_LENGTH} characters")
    spaced = re.sub(_SUFFIXED, r"(\1|\1\2)", template)
    if glued := re.search(_GLUED, spaced):
        raise TemplateError(f"has no space in {glued.group()!r}")
    return spaced


def _node(expression: Any) -> Node:
    from hassil import expression as parts

    match expression:
        case parts.TextChunk():
            return ["t", *expression.original_text.casefold().split()]
        case parts.ListReference():
            return ["v", expression.list_name, expression.slot_name]
        case parts.RuleReference():
            return ["r", expression.rule_name]
        case parts.Alternative():
            return ["a", *map(_node, expression.items)]
        case parts.Sequence():
            nodes = _joined(map(_node, expression.items))
            return nodes[0] if len(nodes) == 1 else ["s", *nodes]
    raise TemplateError("has a part that is not supported: use (a|b), [a], <phrase> and {slot}")


def _joined(nodes: Iterable[Node]) -> list[Node]:
    """The nodes with neighbouring words as one, and without empty ones."""
    joined: list[Node] = []
    for node in nodes:
        if node[0] == "t" and joined and joined[-1][0] == "t":
            joined[-1] = [*joined[-1], *node[1:]]
        elif node != ["t"]:
            joined.append(node)
    return joined


class PhraseParts:
    """What each shared phrase needs and has, kept from one template to the next."""

    def __init__(self) -> None:
        self.needs: dict[str, Clauses] = {}
        self.slots: dict[str, Slots] = {}


def complete(node: Node, phrases: Mapping[str, Node], known: PhraseParts | None = None) -> Template:
    """A template with what the shared phrases in it add; raises TemplateError for one that does not exist."""
    known = known or PhraseParts()
    try:
        needs = [sorted(clause) for clause in required(node, phrases, known.needs)]
        found = [list(slot) for slot in slots(node, phrases, known.slots)]
    except KeyError as error:
        raise TemplateError(f"uses <{error.args[0]}>, which is not a shared phrase") from None
    return Template(needs, (node, found))


def slots(node: Node, phrases: Mapping[str, Node], known: dict[str, Slots]) -> Slots:
    """The (kind, name) of every slot once, those of shared phrases included."""
    if node[0] == "t":
        return {}
    if node[0] == "v":
        return {(node[1], node[2]): None}
    if node[0] == "r":
        if node[1] not in known:
            known[node[1]] = slots(phrases[node[1]], phrases, known)
        return known[node[1]]
    found: Slots = {}
    for inner in node[1:]:
        found |= slots(inner, phrases, known)
    return found


def pieces(template: str) -> list[str]:
    """Every word that stands in a template, shared phrases as `<name>` and slots in braces."""
    if re.search(r"\w\[", template):
        template = re.sub(_SUFFIXED, r"\1 \1\2", template)
    return template.casefold().translate(_JOINTS).split()


def literals(template: str, phrases: Mapping[str, str], known: dict[str, frozenset[str]]) -> frozenset[str]:
    """Every word that stands in the template; those of phrases are `known` once they were asked for."""
    found = pieces(template)
    inner = [piece for piece in found if piece[0] == "<"]
    for piece in inner:
        if piece not in known:
            known[piece] = literals(phrases[piece[1:-1]], phrases, known)
    return frozenset(piece for piece in found if piece[0] not in "<{").union(*map(known.__getitem__, inner))


def required(node: Node, phrases: Mapping[str, Node], known: dict[str, Clauses]) -> Clauses:
    """Sets of words such that a sentence the template matches has at least one word of each set."""
    if node[0] == "t":
        return [frozenset((word,)) for word in node[1:]]
    if node[0] == "r":
        if node[1] not in known:
            known[node[1]] = required(phrases[node[1]], phrases, known)
        return known[node[1]]
    if node[0] == "s":
        return [clause for inner in node[1:] for clause in required(inner, phrases, known)]
    if node[0] == "a":
        if ["t"] in node:  # an optional piece needs nothing
            return []
        branches = [required(inner, phrases, known) for inner in node[1:]]
        if all(branches):
            return [frozenset().union(*(min(branch, key=_by_size) for branch in branches))]
    return []


def _by_size(clause: frozenset[str]) -> tuple[int, list[str]]:
    return len(clause), sorted(clause)


def first_words(node: Node, phrases: Mapping[str, Node]) -> frozenset[str]:
    """The words a template may start with; none if it may start with anything."""
    found = _firsts_of(node, phrases)
    return frozenset() if None in found else frozenset(word for word in found if word)


def _firsts_of(node: Node, phrases: Mapping[str, Node]) -> set[str | None]:
    """First words; the empty word where nothing is needed, None where a slot comes first."""
    if node[0] == "t":
        return {node[1] if len(node) > 1 else ""}
    if node[0] == "v":
        return {None}
    if node[0] == "r":
        return _firsts_of(phrases[node[1]], phrases)
    if node[0] == "a":
        return set().union(*(_firsts_of(inner, phrases) for inner in node[1:]))
    found: set[str | None] = {""}
    for inner in node[1:]:
        found = (found - {""}) | _firsts_of(inner, phrases)
        if "" not in found:
            break
    return found
