"""Names that the shell completes: of runs and of rows."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from goalwright.errors import GoalwrightError

RUN_HELP = "The run, by its id or the beginning of it; the last one if left out."
_OFFERED = 50
_LONGEST = 60


def run_names(incomplete: str) -> Iterator[tuple[str, str]]:
    """The ids of recent runs that begin so, each with what it was about; none if they cannot be read."""
    from goalwright.app import Goalwright

    with closing(Goalwright()) as gw:
        try:
            records = gw.history(limit=_OFFERED)
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
