"""Host phrases: the part of a command that says on which hosts of a fleet to do it, told from all other uses of "on".

It takes evidence: the name or tag of a host that is known, or a word such as "servers". Each token becomes a letter
for what it is, and the form of a phrase is a pattern of such letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from goalwright.interpret.grammar.tokens import QUOTE, STOP, Token, tokenise
from goalwright.named_tuple import NamedTuple
from goalwright.rules.host_words import host_words, told_of_hosts
from goalwright.rules.language import load_language

Known = Mapping[str, Sequence[str]]
"""The hosts there are, each with its tags."""
Place = Literal["first", "inside", "last"]

# A letter for each group of words; K is a name or tag that is known, U another word, T a stop or a polite word, S one
# that leaves open which host is meant, Q a quotation.
_GROUPS = {
    **{"at": "A", "all": "E", "passing": "P", "machine": "N", "machines": "M", "joining": "J", "except": "X"},
    **{"polite": "T", "some": "S"},
}
# "the web and db servers", "every eu server", "the host web1", "web1"; "my computer" is not among them.
_ITEM = "(?:[EPS]*[KU]{0,3}M(?:P*K)?|[PS]*E[EPS]*[KU]{0,3}N(?:P*K)?|[EPS]*K+N|[EPS]*NP*K|[EPS]*K)"
_FURTHER = "(?:J+|J*X)P*U(?=$|T|J)"  # behind hosts, a word that is none was meant for one
_PHRASE = re.compile(f"A({_ITEM}(?:(?:J+|J*XP*){_ITEM}|{_FURTHER})*)")
_PARTS = re.compile(f"(?P<except>X?)P*(?P<item>{_ITEM}|P*U)")


class HostPhrase(NamedTuple):
    """`rest` is the command without the phrase; `problem` says why it names no hosts. `is_every`: it says "all"."""

    text: str
    rest: str
    place: Place
    hosts: tuple[str, ...]
    is_every: bool
    problem: str = ""


class _Word(NamedTuple):
    letter: str
    name: str
    token: Token


def host_phrase(text: str, known: Known) -> HostPhrase | None:
    """The phrase that says on which of the known hosts to do the rest, if there is one."""
    words = list(_words(text, known))
    letters = "".join(word.letter for word in words)
    found = list(_PHRASE.finditer(letters))
    if not found:
        return None
    start, end = found[-1].span()
    said = text[words[start].token.start : words[end - 1].token.end]
    place = _place(words, start, end)
    hosts, problem = _hosts(words[start + 1 : end], letters[start + 1 : end], known, said)
    if len(found) > 1:
        problem = told_of_hosts("twice")
    elif place == "inside":
        problem = told_of_hosts("inside", what=f'"{said}"')
    return HostPhrase(said, _rest(text, words, start, end), place, hosts, "E" in letters[start:end], problem)


def names_of(known: Known) -> str:
    """The names and tags that there are, for a person."""
    return ", ".join(sorted({word for name, tags in known.items() for word in (name, *tags)})) or "none yet"


def _words(text: str, known: Known) -> Iterator[_Word]:
    """The tokens with their letters; "webservers" is two of them."""
    groups, names = host_words(), {*known, *(tag for tags in known.values() for tag in tags)}
    nouns = sorted({*groups["machine"], *groups["machines"]}, key=len, reverse=True)
    for token in tokenise(text, load_language().contractions):
        word = token.word
        noun = next(
            (noun for noun in nouns if word.removesuffix(noun).rstrip("-") in names and word.endswith(noun)), ""
        )
        if token.mark not in (QUOTE, STOP) and noun and word not in names:
            yield _Word("K", word.removesuffix(noun).rstrip("-"), token)
            yield _Word(_letter(noun, token, groups, names), noun, token)
        else:
            yield _Word(_letter(word, token, groups, names), word, token)


def _letter(word: str, token: Token, groups: Mapping[str, Sequence[str]], names: set[str]) -> str:
    if token.mark == STOP:
        return "J" if word == "," else "T"
    if token.mark == QUOTE:
        return "Q"
    if word in names:
        return "K"
    if word.isdigit():
        return "S"
    return next((letter for group, letter in _GROUPS.items() if word in groups[group]), "U")


def _place(words: Sequence[_Word], start: int, end: int) -> Place:
    def is_empty(around: Sequence[_Word]) -> bool:
        return all(word.letter in "TJ" for word in around)

    if is_empty(words[end:]):
        return "last"
    return "first" if is_empty(words[:start]) else "inside"


def _rest(text: str, words: Sequence[_Word], start: int, end: int) -> str:
    """The command without its phrase, and without the comma or colon that set it apart."""
    before = text[: words[start].token.start].rstrip(" \t\n,;:")
    behind = [word for word in words[end:] if word.token.mark != STOP]
    return f"{before} {text[behind[0].token.start :] if behind else ''}".strip()


def _hosts(words: Sequence[_Word], letters: str, known: Known, said: str) -> tuple[tuple[str, ...], str]:
    """The hosts that the items of a phrase come to, or why they come to none."""
    chosen: set[str] = set()
    is_except = False
    for part in _PARTS.finditer(letters):
        item = words[part.start("item") : part.end("item")]
        hosts, problem = _meant(item, known)
        if problem:
            return (), problem
        is_except = is_except or bool(part["except"])
        chosen = chosen - hosts if is_except else chosen | hosts
    return tuple(sorted(chosen)), "" if chosen else told_of_hosts("nothing", what=f'"{said}"')


def _meant(item: Sequence[_Word], known: Known) -> tuple[set[str], str]:
    """The hosts that have every name and tag of an item, and what is wrong with it."""
    letters, said = {word.letter for word in item}, " ".join(word.name for word in item)
    unknown = next((word.name for word in item if word.letter == "U"), "")
    if unknown:
        return set(), told_of_hosts("unknown", what=f"{unknown!r}", known=names_of(known))
    if "S" in letters:
        return set(), told_of_hosts("open", what=f'"{said}"')
    wanted = [word.name for word in item if word.letter == "K"]
    hosts = {name for name, tags in known.items() if all(word in (name, *tags) for word in wanted)}
    if "N" in letters and "E" not in letters and len(hosts) > 1:
        return set(), told_of_hosts("several", what=f'"{said}"', count=str(len(hosts)))
    return hosts, ""
