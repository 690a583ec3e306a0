"""Folding: many actions of one kind in one line, with their number and a few of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from goalwright.doors.cli.action_words import action_words
from goalwright.doors.cli.plain_text import message_text

if TYPE_CHECKING:
    from goalwright.contracts import PlannedAction
    from goalwright.doors.cli.short_paths import Places

MOST_UNFOLDED = 40
"""A plan of more actions than that is shown folded, and so are its progress and its undoing."""
_LISTED = 3


def is_folded(count: int) -> bool:
    return count > MOST_UNFOLDED


def folded(actions: Iterable[PlannedAction]) -> Iterator[list[PlannedAction]]:
    """The actions in groups of one tool and one risk, in the order in which each group begins."""
    ordered: dict[tuple[str | None, str], list[PlannedAction]] = {}
    for action in actions:
        ordered.setdefault((action.tool, action.risk), []).append(action)
    yield from ordered.values()


def folded_words(group: Sequence[PlannedAction], places: Places) -> str:
    """`500 times: move a to x/a, move b to x/b, move c to x/c and 497 more`."""
    told = [action_words(action, places) for action in group[:_LISTED]]
    return listed_words(told, len(group))


def listed_words(told: Sequence[str], count: int) -> str:
    if count == 1:
        return told[0]
    more = count - len(told)
    return message_text(f"{count:,} times: {', '.join(told)}" + (f" and {more:,} more" if more > 0 else ""))


def folded_texts(texts: Iterable[str]) -> Iterator[str]:
    """Texts that follow one another and begin with the same word, as one each."""
    for _, group in groupby(texts, key=lambda text: text.partition(" ")[0]):
        all_of_it = list(group)
        yield listed_words(all_of_it[:_LISTED], len(all_of_it))
