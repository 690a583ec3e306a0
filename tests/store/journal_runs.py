"""Runs to write down, and processes that write them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from goalwright.contracts import JournalEntry, Plan, PlannedAction, RunRecord
from goalwright.contracts.run_ids import new_run_id
from goalwright.store.journal_store import SqliteJournal

SOURCES = Path(__file__).parents[2] / "src"
OUTCOME = {
    "action_id": "g0_create_1",
    "state": "done",
    "output": {},
    "error": "",
    "verified": "yes",
    "attempts": 1,
    "seconds": 0.001,
}


def an_action(name: str, **fields: Any) -> PlannedAction:
    return PlannedAction(action_id=name, intent="file.create", description=f"Create {name}", **fields)


def a_plan(*actions: PlannedAction) -> Plan:
    actions = actions or (
        an_action("g0_create_1", args={"path": "/tmp/ü", "content": "a\0b"}, tool="files.create_file"),
    )
    return Plan(actions=actions, goal_achieved_by=actions[-1].action_id, total_actions=len(actions))


def a_run(run_id: str = "", plan: Plan | None = None, **fields: Any) -> RunRecord:
    return RunRecord(run_id=run_id or new_run_id(), plan=plan or a_plan(), plan_hash="0" * 64, **fields)


def started(run: RunRecord, name: str = "g0_create_1", before: Mapping[str, Any] | None = None) -> JournalEntry:
    return JournalEntry(run_id=run.run_id, kind="started", action_id=name, data={"before": dict(before or {})})


def finished(
    run: RunRecord, name: str = "g0_create_1", state: str = "done", inverse: Mapping[str, Any] | None = None
) -> JournalEntry:
    outcome = {**OUTCOME, "action_id": name, "state": state}
    data = {"outcome": outcome, "inverse": dict(inverse) if inverse is not None else None}
    return JournalEntry(run_id=run.run_id, kind="finished", action_id=name, data=data)


def settled(run: RunRecord, prints: Mapping[str, str]) -> JournalEntry:
    return JournalEntry(run_id=run.run_id, kind="settled", data={"prints": dict(prints)})


async def recorded(journal: SqliteJournal, entries: Iterable[JournalEntry]) -> None:
    """Have entries written, all in one commit."""
    for entry in entries:
        journal.record(entry)
    await journal.flush()


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def child(body: str, *arguments: object, **options: Any) -> subprocess.Popen[str]:
    """A Python process of its own that runs `body`, its arguments in sys.argv[1:], its words in stdout."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join((str(SOURCES), str(Path(__file__).parents[1])))}
    return subprocess.Popen(
        [sys.executable, "-c", body, *map(str, arguments)],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        **options,
    )


def said_by(process: subprocess.Popen[str]) -> str:
    """All that a process says until its end, which must be a good one."""
    out, _ = process.communicate(timeout=60)
    assert process.returncode == 0, out
    return out
