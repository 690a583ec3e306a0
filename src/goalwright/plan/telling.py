"""Unmet goals in words: a sentence about what is in the way."""

from __future__ import annotations

import re

from goalwright.plan.task import Unmet

_CONDITION = re.compile(r"(?P<family>[a-z]+)(?::(?P<name>.+))? = (?P<value>absent|exists)", re.DOTALL)

# The register's family and what is known of it -> the sentence, with the register's own name in it.
_SENTENCES = {
    ("file", "absent"): "there is no file {}",
    ("dir", "absent"): "there is no folder {}",
    ("entry", "absent"): "there is no {}",
    ("tree", "absent"): "there is no folder {}",
    ("file", "exists"): "{} is a file already",
    ("dir", "exists"): "{} is a folder already",
    ("app", "absent"): "{} is not running: open it first",
    ("browser", "absent"): "no browser is open: open a page first",
}


def told(unmet: Unmet) -> str:
    """Why a goal is unmet, as a sentence."""
    if unmet.reason != "blocked":
        return unmet.detail
    found = _CONDITION.fullmatch(unmet.detail)
    sentence = _SENTENCES.get((found["family"], found["value"])) if found is not None else None
    if found is None or sentence is None:
        return f"blocked by {unmet.detail}"
    return sentence.format(found["name"])
