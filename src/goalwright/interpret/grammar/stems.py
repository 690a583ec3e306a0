"""Stems: the plain form of a verb at the start of a clause (copies, copying, copied: copy)."""

from __future__ import annotations

from collections.abc import Container, Iterator

_VOWELS = frozenset("aeiou")


def plain_verb(word: str, known: Container[str], *, is_done: bool = False) -> str | None:
    """The known plain form of an inflected verb, or None; a past form only counts for what `is_done` first."""
    if len(word) < 4 or not word.isalpha():
        return None
    return next((form for form in _plain_forms(word, is_past_meant=is_done) if form in known), None)


def _plain_forms(word: str, *, is_past_meant: bool) -> Iterator[str]:
    if word.endswith("ies"):
        yield word[:-3] + "y"
    if word.endswith("es"):
        yield word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        yield word[:-1]
    if word.endswith("ing"):
        stem = word[:-3]
        yield stem
        yield stem + "e"
        yield from _undoubled(stem)
    if word.endswith("ed") and is_past_meant:
        if word.endswith("ied"):
            yield word[:-3] + "y"
        yield word[:-2]
        yield word[:-1]
        yield from _undoubled(word[:-2])


def _undoubled(stem: str) -> Iterator[str]:
    if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        yield stem[:-1]
