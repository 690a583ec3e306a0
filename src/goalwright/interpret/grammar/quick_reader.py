"""A quick reader for templates that are known to be sound: the shipped ones, each of which hassil reads the same.

hassil's parser is the authority on the syntax, and what users write goes through it. Reading all that is shipped with
it would take longer than everything else that a start does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from goalwright.interpret.grammar.template import Node, TemplateError, written_out

_PIECE = re.compile(
    r"\{(?P<slot>[^{}]+)\}|<(?P<phrase>[^<>]+)>|(?P<mark>[()\[\]|])|(?P<word>[^\s()\[\]{}<>|]+)|(?P<stray>\S)"
)


def quick_nodes(template: str) -> Node:
    """The template as nodes, neighbouring words as one; raises TemplateError where it is broken."""
    return _only(_branches(_PIECE.finditer(written_out(template)), closer=""))


def _branches(pieces: Iterator[re.Match[str]], closer: str) -> Node:
    """What stands between two brackets: one of the sequences that bars divide."""
    branches: list[list[Node]] = [[]]
    for piece in pieces:
        text = piece.group()
        if text == closer:
            return ["a", *map(_sequence, branches)]
        if text == "|":
            branches.append([])
        else:
            _append(branches[-1], piece, pieces)
    if closer:
        raise TemplateError(f"has no {closer!r} for one of its brackets")
    return ["a", *map(_sequence, branches)]


def _append(sequence: list[Node], piece: re.Match[str], pieces: Iterator[re.Match[str]]) -> None:
    text = piece.group()
    match piece.lastgroup:
        case "word" if sequence and sequence[-1][0] == "t":
            sequence[-1].append(text.casefold())
        case "word":
            sequence.append(["t", text.casefold()])
        case "slot":
            kind, _, name = piece["slot"].partition(":")
            sequence.append(["v", kind, name or kind])
        case "phrase":
            sequence.append(["r", piece["phrase"]])
        case "mark" if text == "(":
            sequence.append(_only(_branches(pieces, ")")))
        case "mark" if text == "[":
            sequence.append([*_branches(pieces, "]"), ["t"]])
        case _:
            raise TemplateError(f"has a {text!r} too many")


def _only(branches: Node) -> Node:
    """One branch is no choice."""
    return branches[1] if len(branches) == 2 else branches


def _sequence(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else ["s", *nodes] if nodes else ["t"]
