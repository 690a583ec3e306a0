"""What a name or a question on a page, or a key, puts at stake: what it deletes, sends, buys, publishes, leaves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from goalwright.contracts.selector import Selector
from goalwright.errors import ContractViolation
from goalwright.language.tables import table


def harm_of(name: str) -> str:
    """What a control of that name does that cannot be taken back, such as `deletes`; nothing if it is harmless."""
    said = " ".join(name.casefold().split()).strip(" .…!?:")
    leading, whole = _words()
    return leading.get(said.partition(" ")[0]) or whole.get(said, "")


def harm_in(question: str) -> str:
    """What saying yes to a question does that cannot be taken back, by any word of it."""
    leading, _ = _words()
    said = [word.strip(".,;:!?\"'()[]") for word in question.casefold().split()]
    return next((leading[word] for word in said if word in leading), "")


def key_harm(keys: Iterable[str]) -> str:
    """What keys do together that cannot be taken back, such as `closes`; nothing if they are harmless."""
    return _keys().get(frozenset(keys), "")


@lru_cache(maxsize=1_000)
def is_harmful(selector: str) -> bool:
    """Whether what a selector names does something that cannot be taken back."""
    try:
        steps = Selector.parse(selector).steps
    except ContractViolation:
        return False
    named = [step for step in steps if step.way not in ("nth", "all", "word", "item")]
    return bool(named) and bool(harm_of(named[-1].name or named[-1].value))


@cache
def _keys() -> dict[frozenset[str], str]:
    return {frozenset(keys.split("+")): harm for harm, rows in table("key_harm").items() for keys in rows}


@cache
def _words() -> tuple[dict[str, str], dict[str, str]]:
    """Words by what they say is done: those that a harmful name begins with, and names that are harmful as a whole."""
    known = table("pages")["harm"]
    leading = {word: harm for harm, words in known.items() if harm != "named" for word in words}
    return leading, {word: harm for harm, words in known["named"].items() for word in words}
