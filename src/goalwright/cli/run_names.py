"""The names of runs: what the shell completes."""

from __future__ import annotations

from collections.abc import Iterator

RUN_HELP = "The run, by its id or the beginning of it; the last one if left out."


def run_names(incomplete: str) -> Iterator[tuple[str, str]]:
    """The ids of recent runs that begin so, each with what it was about."""
    from goalwright.app import Goalwright

    for record in Goalwright().history(limit=50):
        if record.run_id.startswith(incomplete):
            yield record.run_id, record.text[:60]
