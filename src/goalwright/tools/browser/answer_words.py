"""What a text of a page tells of an answer: that something was taken, that it was not, or neither.

The words are in the language's `outcomes` table; those that pages use in other languages are among the signs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any, Literal

from goalwright.language.tables import table

Said = Literal["yes", "no", ""]
_QUOTED = re.compile('[\N{LEFT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}"«]([^”“»"]*)[”“»"]')
_SHORTEST = 4


@cache
def signs() -> Mapping[str, Any]:
    """What tells in any language how a page answered."""
    import tomllib  # only what sends something needs it

    file = resources.files("goalwright.tools.browser").joinpath("outcome_signs.toml")
    return tomllib.loads(file.read_text(encoding="utf-8"))


def told(text: str, deed: str = "") -> Said:
    """Whether a text says that something was taken, or was not; nothing if it says neither.

    What says that the `deed` itself was done takes it, whatever the word: "Ann is blocked" after Block.
    """
    whole, is_done = _undone(_flat(text), deed)
    is_taken = is_done or _is_taking(whole)
    rest = _pattern("harmless").sub(" ", whole)
    if not _is_rejecting(rest):
        return "yes" if is_taken else ""
    if is_taken and (_pattern("surely").search(whole) or not _is_rejecting(_pattern("regretting").sub(" ", rest))):
        return "yes"
    unquoted = _QUOTED.sub(" ", whole)
    is_quoted = _is_taking(unquoted) and not _is_rejecting(_pattern("harmless").sub(" ", unquoted))
    return "yes" if is_quoted else "no"


def is_regret(text: str) -> bool:
    """Whether a text says that its site is sorry, and no more."""
    rest = _pattern("harmless").sub(" ", _flat(text))
    return _is_rejecting(rest) and not _is_rejecting(_pattern("regretting").sub(" ", rest))


def is_failing_title(title: str) -> bool:
    """Whether a title or heading, or a part of it, says nothing but that something failed."""
    whole = " ".join(title.casefold().split())
    parts = [whole, *re.split(r"\s[\W_]\s|\s*[|·]\s*", whole)]
    return any(re.fullmatch(one, part.strip(" .!")) for part in parts for one in table("outcomes")["failing_titles"])


def is_sending(name: str) -> bool:
    """Whether a control of this name sends, keeps or deletes something."""
    said = " ".join(re.sub(r"[^\w\s']", " ", name.casefold()).split())
    return any(said == word or said.startswith(f"{word} ") for word in table("outcomes")["sending"])


def is_leaving(name: str) -> bool:
    """Whether a control of this name leaves a site."""
    return bool(_pattern("leaving").search(name.casefold()))


def _flat(text: str) -> str:
    return " ".join(text.casefold().replace("\N{RIGHT SINGLE QUOTATION MARK}", "'").split())


def _is_taking(whole: str) -> bool:
    return any(not found[1] for found in _taken().finditer(whole))


def _is_rejecting(whole: str) -> bool:
    return bool(_pattern("rejecting").search(whole) or _failing_words().search(whole))


def _undone(whole: str, deed: str) -> tuple[str, bool]:
    """A text without what says that the deed was done, and whether something in it does."""
    first = _flat(deed).partition(" ")[0]
    if len(first) < _SHORTEST or not first.isalpha():
        return whole, False
    words = table("outcomes")
    done = words["done"].format(stem=re.escape(first.rstrip("ey")))
    said = re.compile(rf"({words['unfulfilled']}(?:\w+ )?)?(?<!\w){done}(?!\w)")
    is_done = any(not found[1] for found in said.finditer(whole))
    return (said.sub(lambda found: found[0] if found[1] else " ", whole) if is_done else whole), is_done


@cache
def _pattern(group: str) -> re.Pattern[str]:
    return re.compile("|".join(rf"(?<!\w)(?:{one})(?!\w)" for one in table("outcomes")[group]))


@cache
def _failing_words() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(signs()['failing_words'])})")


@cache
def _taken() -> re.Pattern[str]:
    words = table("outcomes")
    return re.compile(rf"({words['unfulfilled']}(?:\w+ )?)?(?<!\w)(?:{'|'.join(words['accepting'])})(?!\w)")
