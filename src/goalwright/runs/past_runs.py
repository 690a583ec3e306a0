"""Past runs, as the journal and their folders tell of them."""

from __future__ import annotations

import os
from pathlib import Path

from goalwright.contracts import RunDetails, RunRecord
from goalwright.errors import RunNotFound
from goalwright.runs.running import outcomes_of
from goalwright.store.journal_store import SqliteJournal

_PRIVATE = frozenset({"lock", "kept"})


def run_details(journal: SqliteJournal, run_id: str = "") -> RunDetails:
    """Everything about a run; without an id, about the last one."""
    record = journal.run(run_id) if run_id else _last(journal)
    entries = tuple(journal.entries(record.run_id))
    return RunDetails(
        record=record,
        status="running" if journal.is_running(record.run_id) else record.status or "interrupted",
        outcomes=outcomes_of(record, entries),
        entries=entries,
        files=_files(journal.run_folder(record.run_id)),
    )


def _last(journal: SqliteJournal) -> RunRecord:
    runs = journal.runs(limit=1)
    if not runs:
        raise RunNotFound('there is no run yet: `goalwright "…"` makes the first')
    return runs[0]


def _files(folder: Path) -> tuple[str, ...]:
    """What the run left for people in its folder: its lock and the bytes kept for undo are not for them."""
    found = []
    for base, folders, names in os.walk(folder):
        is_top = Path(base) == folder
        folders[:] = sorted(name for name in folders if not (is_top and name in _PRIVATE))
        found += [str(Path(base, name)) for name in sorted(names) if not (is_top and name in _PRIVATE)]
    return tuple(found)
