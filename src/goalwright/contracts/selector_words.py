"""Selectors as a person would say them: `role=button[name="OK"]` is the button OK."""

from __future__ import annotations

import re

from goalwright.language.numerals import numerals

_STEP = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^">]|(?<!>)>(?!>)|")+')
_ROLE = re.compile(r'role=(?P<role>[a-z]+)(?:\[name="(?P<name>(?:[^"\\]|\\.)*)"\])?')
_NTH = re.compile(r"nth=(?P<index>-?\d+)")
_WORD = re.compile(r"word=(?P<index>-?\d+)")
_WORDED = re.compile(r"(?P<way>label|placeholder|text|field|item|value|css)=(?P<value>.+)", re.DOTALL)
_LEAD = {"field": "field ", "placeholder": "field ", "item": "the part with ", "value": "what stands by "}


def selector_words(selector: str) -> str:
    """The element that a selector describes in a few words; CSS stays as it is."""
    said: list[str] = []
    for step in _STEP.findall(selector):
        nth = _NTH.fullmatch(step.strip())
        word = _WORD.fullmatch(step.strip())
        if nth and said:
            said[-1] = f"{_ordinal(int(nth['index']))} {said[-1]}"
        elif word and said:
            said.append(f"{_ordinal(int(word['index']))} word")
        elif step.strip() == "all" and said:
            said[-1] = f"every {said[-1]}"
        else:
            said.append(_spoken(step.strip()))
    return " in ".join(reversed(said))


def _spoken(step: str) -> str:
    if role := _ROLE.fullmatch(step):
        name = re.sub(r"\\(.)", r"\1", role["name"] or "")
        return f"{role['role']} {name}".strip()
    if worded := _WORDED.fullmatch(step):
        return _LEAD.get(worded["way"], "") + worded["value"].strip()
    return step


def _ordinal(index: int) -> str:
    if index < 0:
        return "last" if index == -1 else f"{-index}th last"
    return numerals().ordinal_word(index + 1)
