"""Kinds of slots for what has a name of its own: addresses, sites, platforms, programs, keys, selectors, places."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial

from goalwright.interpret.grammar.path_kinds import DOMAIN
from goalwright.interpret.grammar.spoken import LOOSE_WORD, End, Pronoun, Spoken, by_name
from goalwright.interpret.grammar.tokens import DOT, DOTTED, NUMBER, PATH, QUOTE, SELECTOR, URL, WORD

REGION, LONGEST_REGION, LONGEST_ZONE = 2, 3, 3
_OWNING = ("'s", "\u2019s")
_SELECTORS = ("#", "css=", "role=", "label=", "text=", "placeholder=", "field=", "xpath=")


def address(spoken: Spoken, start: int) -> Iterator[End]:
    """A web address, or the name of a known site."""
    token = spoken.tokens[start]
    if token.mark == URL:
        yield start + 1, token.value, 0
    elif token.mark in (DOTTED, PATH, QUOTE) and (found := re.fullmatch(DOMAIN, token.value.strip().casefold())):
        if found["last"] in spoken.language.endings["hosts"] or found["path"]:
            yield start + 1, _host_folded(token.value.strip()), 0
        elif found["last"] not in spoken.language.endings["files"]:
            yield start + 1, _host_folded(token.value.strip()), 4
    elif (
        token.mark == WORD
        and spoken.word(start + 1) == "dot"
        and spoken.word(start + 2) in spoken.language.endings["hosts"]
    ):
        yield start + 3, f"{token.word}.{spoken.word(start + 2)}", 1
    yield from site(spoken, start)


def site(spoken: Spoken, start: int) -> Iterator[End]:
    for end, phrase in spoken.phrases(start):
        known = spoken.words.site(phrase)
        if known is not None:
            yield end, known.address, 1


def platform(spoken: Spoken, start: int) -> Iterator[End]:
    for end, phrase in spoken.phrases(start):
        known = spoken.words.platform(phrase.removeprefix("my ").removeprefix("the "))
        if known is not None:
            yield end, known.name, 0


def app(spoken: Spoken, start: int) -> Iterator[End]:
    if spoken.folded[start] in ("it", "that") and spoken.tokens[start].mark == WORD:
        yield start + 1, Pronoun("app"), 2
    for end, phrase in spoken.phrases(start):
        installed = spoken.apps.get(phrase.casefold())
        known = spoken.words.app(phrase)
        if installed is not None:
            yield end, installed, 1
        elif known is not None:
            yield end, known.name, 1


def browser(spoken: Spoken, start: int) -> Iterator[End]:
    for end, phrase in spoken.phrases(start):
        known = spoken.words.browser(phrase)
        if known is not None:
            yield end, known.name, 0


def own_browser(spoken: Spoken, start: int, *, is_own: bool = True) -> Iterator[End]:
    """A browser that Goalwright can steer, or one that it can only start."""
    steered = spoken.words.steered_browsers()
    return (ending for ending in browser(spoken, start) if (ending[1] in steered) is is_own)


def it(spoken: Spoken, start: int) -> Iterator[End]:
    """The window that was spoken of, or the one in front."""
    if spoken.folded[start] in spoken.language.words["pointing_it"]:
        yield start + 1, Pronoun("window"), 0


def key(spoken: Spoken, start: int) -> Iterator[End]:
    """A key or a combination: ctrl+c, control c, ctrl-c, page down."""
    for end in range(min(len(spoken.tokens), start + 4), start, -1):
        if any(spoken.tokens[place].mark not in (WORD, NUMBER, QUOTE) for place in range(start, end)):
            continue
        is_quote = end == start + 1 and spoken.tokens[start].mark == QUOTE
        parts = [spoken.tokens[start].value] if is_quote else spoken.folded[start:end]
        joined = "+".join(part for part in parts if part not in spoken.language.words["key_joints"])
        for spelled in (" ".join(parts), joined, joined.replace("-", "+")):
            name = spoken.words.key(spelled)
            if name is not None:
                yield end, name, 0
                break


def selector(spoken: Spoken, start: int) -> Iterator[End]:
    token = spoken.tokens[start]
    if token.mark in (SELECTOR, DOT) or (token.mark == QUOTE and token.value.startswith(_SELECTORS)):
        yield start + 1, token.value, 0


def quoted(spoken: Spoken, start: int) -> Iterator[End]:
    if spoken.tokens[start].mark == QUOTE:
        yield start + 1, spoken.tokens[start].value, 0


def quoted_words(spoken: Spoken, start: int) -> Iterator[End]:
    """A quote that does not look like a file's name."""
    endings = spoken.language.endings["files"]
    yield from (ending for ending in quoted(spoken, start) if ending[1].rpartition(".")[2].casefold() not in endings)


def owner(spoken: Spoken, start: int) -> Iterator[End]:
    """The owner of something, by one or two names: "Bob's", "Ann Lee's"."""
    for end in (start + 1, start + 2):
        said = spoken.said(start, end) if end <= len(spoken.tokens) else ""
        if said.endswith(_OWNING) and said[:1].isalpha() and not said[:1].islower():
            yield end, said[: -len("'s")], 0


def place(spoken: Spoken, start: int) -> Iterator[End]:
    """Somewhere on earth, by up to five words."""
    for end, phrase in spoken.phrases(start, 5, across_gaps=False):
        first, _, rest = phrase.partition(" ")
        may_start = first not in spoken.language.words["small"] or (first in ("the", "new") and rest)
        is_number = first.isdecimal() or spoken.language.numerals.cardinal(first) is not None
        if may_start and not is_number and not spoken.is_refused(start, end):
            yield end, spoken.said(start, end), LOOSE_WORD * (end - start)
            for last in _region_ends(spoken, end):
                yield last, spoken.said(start, last), LOOSE_WORD * (last - start) + REGION


def _region_ends(spoken: Spoken, city_end: int) -> Iterator[int]:
    """Where a region behind a city ends that is the last of all but courtesies: "paris, france"."""
    gap = spoken.gap_at.get(city_end)
    if gap is None or spoken.folded[gap.start : gap.end] != [","] or spoken.is_end(gap.end):
        return
    verbs = spoken.language.verbs
    for end, phrase in spoken.phrases(gap.end, LONGEST_REGION, across_gaps=False):
        begins = phrase.partition(" ")[0]
        if begins not in verbs["leading"] | verbs["joined"] | verbs["alone"] | spoken.language.words["small"]:
            yield end


def timezone(spoken: Spoken, start: int) -> Iterator[End]:
    dates = spoken.language.dates
    for end, phrase in spoken.phrases(start, LONGEST_ZONE):
        name, _, kind = phrase.rpartition(" ")
        if phrase in dates["zones"] or (name in dates["zones"] and kind in dates["zone_kinds"]):
            yield end, spoken.said(start, end), 0


def _host_folded(address: str) -> str:
    host, slash, rest = address.partition("/")
    return host.casefold() + slash + rest


NAMED_KINDS: Mapping[str, Callable[[Spoken, int], Iterator[End]]] = {
    **by_name(address, site, platform, app, browser, it, key, selector, quoted, quoted_words, owner, place, timezone),
    "own_browser": own_browser,
    "other_browser": partial(own_browser, is_own=False),
}
