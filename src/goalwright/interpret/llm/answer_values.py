"""The values of a model's answer: each must be the user's own words, or an entry of a table that the user named."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from goalwright.contracts.selector import Selector, SelectorStep
from goalwright.errors import ContractViolation
from goalwright.interpret.llm.instructions import wording
from goalwright.interpret.llm.said import SaidText
from goalwright.rules.language import load_values
from goalwright.rules.rule import Param
from goalwright.rules.vocabulary import Site, Vocabulary, fold

Answered: TypeAlias = str | int | float
"""What is no expression."""
Reader: TypeAlias = Callable[[Answered, Param, SaidText, Vocabulary], Any]

_NAMED = ("label", "placeholder", "text", "field")
_SENTENCE_END = ".,;:!?"


class Unsaid(Exception):
    """A value that the sentence does not give; its text is the rest of a sentence about the value."""


def said_value(value: Answered, param: Param, said: SaidText, words: Vocabulary) -> Any:
    """The value in the form that goals have it, taken from the sentence or a table; Unsaid if it is in neither."""
    return _READERS.get(param.type, _text)(value, param, said, words)


def said_path(value: str, said: SaidText, words: Vocabulary) -> str:
    """A path as the user wrote it, or the name of a known folder that the user named."""
    folder = words.folder(value)
    if folder is not None and said.mentions((folder.name, *folder.aliases)):
        return folder.name
    _require_meaning(value, said)
    if value.strip(".") and value[-1] in _SENTENCE_END and not said.is_quoted(value):
        raise Unsaid("ends in punctuation of the sentence: leave that out")
    return _span(value, said)


def _path(value: Answered, _param: Param, said: SaidText, words: Vocabulary) -> str:
    return said_path(str(value), said, words)


def _text(value: Answered, _param: Param, said: SaidText, _words: Vocabulary) -> str:
    return _span(str(value), said, may_end_in_stop=True)


def _content(value: Answered, param: Param, said: SaidText, words: Vocabulary) -> str:
    text = _text(value, param, said, words)
    if said.names_value(text, words) and not said.is_quoted(text):
        raise Unsaid("is no text of the user's: " + load_values().message)
    return text


def _name(value: Answered, _param: Param, said: SaidText, _words: Vocabulary) -> str:
    _require_meaning(str(value), said)
    return _span(str(value), said)


def _url(value: Answered, _param: Param, said: SaidText, words: Vocabulary) -> str:
    address = str(value)
    span = said.span(address)
    site = words.site(address) or _site_at(address, words)
    if site is not None and (span is None or words.site(address)):
        if said.mentions((site.name, *site.aliases, site.address, *site.hosts)):
            return site.address
        raise Unsaid(f"is a site that the sentence does not name: {_COPY}")
    if span is None:
        raise Unsaid(f"is not in the sentence: {_COPY}")
    scheme, slashes, rest = span.rpartition("://")
    host = re.match(r"[^/?#]*", rest)
    end = host.end() if host else 0
    return scheme.lower() + slashes + rest[:end].lower() + rest[end:]


def _site_at(address: str, words: Vocabulary) -> Site | None:
    """The site that begins at an address, however the address is spelled."""
    bare = re.sub(r"^https?://(www\.)?", "", address.strip().casefold()).rstrip("/")
    host, slash, path = bare.partition("/")
    site = words.site_of_host(host, slash + path)
    return site if site is not None and site.address == bare else None


def _platform(value: Answered, _param: Param, said: SaidText, words: Vocabulary) -> str:
    platform = words.platform(str(value))
    if platform is None:
        raise Unsaid("is not a search platform in the table")
    site = words.sites.get(platform.site)
    names = (platform.name, *platform.aliases, *((site.name, site.address, *site.aliases) if site else ()))
    if not said.mentions(names):
        raise Unsaid("is a platform that the sentence does not name: leave it out")
    return platform.name


def _selector(value: Answered, _param: Param, said: SaidText, _words: Vocabulary) -> str:
    text = str(value).strip()
    step = _only_step(text)
    if step is not None and step.way == "role":
        if step.role not in wording().roles:
            raise Unsaid(f"has no known role: use one of {', '.join(wording().roles)}")
        return str(step._replace(name=_span(step.name, said) if step.name else None))
    if step is not None and step.way in _NAMED:
        return str(step._replace(value=_span(step.value, said, may_end_in_stop=True)))
    return said.span(text) or _span(text.removeprefix("css="), said)


def _only_step(text: str) -> SelectorStep | None:
    try:
        steps = Selector.parse(text).steps
    except ContractViolation:
        return None
    return steps[0] if len(steps) == 1 else None


def _key(value: Answered, _param: Param, said: SaidText, words: Vocabulary) -> str:
    combo = words.key(str(value))
    if combo is None:
        raise Unsaid("is not a key: write one like enter, f5 or ctrl+shift+t")
    parts = ["+", *combo[:-2].split("+")] if combo.endswith("++") else combo.split("+")
    for part in filter(None, parts):
        key = words.keys.get(part)
        is_sign_said = not part.isalnum() and part in said.text
        if not is_sign_said and not said.mentions((part, *(key.aliases if key else ()))):
            raise Unsaid(f"holds {part}, a key that the sentence does not name")
    return combo


def _number(value: Answered, param: Param, said: SaidText, _words: Vocabulary) -> int | float:
    try:
        number = float(value)
    except (ValueError, OverflowError):
        raise Unsaid("is not a number: write it in digits") from None
    if number not in (said.seconds if param.name == "seconds" else said.numbers):
        raise Unsaid("is a number that the sentence does not have: leave it out")
    return int(number) if number.is_integer() else number


def _choice(value: Answered, param: Param, _said: SaidText, _words: Vocabulary) -> str:
    chosen = fold(str(value))
    if chosen not in param.allowed:
        raise Unsaid(f"must be one of {', '.join(param.allowed)}")
    return chosen


_COPY = "copy the user's own words exactly, or leave it out"
_READERS: Mapping[str, Reader] = {
    "app": _name,
    "choice": _choice,
    "content": _content,
    "key": _key,
    "number": _number,
    "path": _path,
    "platform": _platform,
    "selector": _selector,
    "target": _name,
    "url": _url,
}


def _span(value: str, said: SaidText, *, may_end_in_stop: bool = False) -> str:
    span = said.span(value, may_end_in_stop=may_end_in_stop)
    if span is None or not span.strip():
        raise Unsaid(f"is not in the sentence: {_COPY}")
    return span


def _require_meaning(value: str, said: SaidText) -> None:
    """Refuse words that point at something without naming it."""
    if fold(value) in wording().vague and not said.is_quoted(value):
        raise Unsaid("names nothing by itself: write what it stands for, in the user's own words")
