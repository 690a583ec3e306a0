"""Names that the shell completes: of runs and of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated

from goalwright.doors.cli.parameters import Argument
from goalwright.errors import GoalwrightError

if TYPE_CHECKING:
    from goalwright.app import Goalwright
    from goalwright.contracts import RunRecord

RUN_HELP = "The run, by its id or the beginning of it; the last one if left out."
_OFFERED = 50
_LONGEST = 60


def run_names(incomplete: str) -> Iterator[tuple[str, str]]:
    """The ids of recent runs that begin so, each with what it was about; none if they cannot be read."""
    yield from _names(incomplete, lambda gw: gw.history(limit=_OFFERED))


RunName = Annotated[str, Argument(metavar="RUN", help=RUN_HELP, autocompletion=run_names)]


def waiting_names(incomplete: str) -> Iterator[tuple[str, str]]:
    """The ids of the runs that wait for approval and begin so."""
    yield from _names(incomplete, lambda gw: gw.waiting(limit=_OFFERED))


def _names(incomplete: str, listed: Callable[[Goalwright], list[RunRecord]]) -> Iterator[tuple[str, str]]:
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        try:
            records = listed(gw)
        except GoalwrightError:  # completing is no moment to complain
            return
        for record in records:
            if record.run_id.startswith(incomplete):
                yield record.run_id, record.text[:_LONGEST]


def row_names(incomplete: str) -> Iterator[str]:
    """The domains and rows that begin so."""
    from goalwright.app import Goalwright

    try:
        rules = Goalwright().rules
    except GoalwrightError:
        return
    names = dict.fromkeys(name for rule in rules.values() for name in (rule.domain, rule.name))
    yield from (name for name in names if name.startswith(incomplete))
