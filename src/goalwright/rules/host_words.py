"""The words with which a command says on which hosts of a fleet it is to be done."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.contracts.frozen import FrozenDict
from goalwright.language.tables import table


@cache
def host_words() -> Mapping[str, Any]:
    """The table's groups of words, and under `told` what a person is told."""
    return FrozenDict(table("fleet"))


def told_of_hosts(name: str, **parts: str) -> str:
    """What a person is told about hosts that can't be meant."""
    sentence: str = table("fleet")["told"][name]
    for part, value in parts.items():
        sentence = sentence.replace(f"{{{part}}}", value)
    return sentence
