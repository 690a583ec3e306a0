"""The words with which a command points at the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.language.tables import table

FOLLOW_UPS = ("again", "undo", "same", "also_before", "also_behind")
"""What can be asked of the command before; the table has templates for each."""


@cache
def follow_up_words() -> Mapping[str, Any]:
    """The table of follow-ups, loaded once: templates are lists, groups of single words are sets as well."""
    return FrozenDict(table("follow_ups"))


def told(name: str, what: str = "") -> str:
    """What a person is told about a follow-up."""
    sentence: str = table("follow_ups")["told"][name]
    return sentence.replace("{what}", what)
