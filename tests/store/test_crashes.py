"""Processes are killed while they write, and write at the same time: nothing that was acknowledged is lost."""

from __future__ import annotations

import random
import signal
import subprocess
import time
from pathlib import Path

from campaigns import rounds
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, child, names_in, said_by

KILLS = rounds(6, 12)
WRITER = """
import asyncio, os, sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, finished, started

journal, name, count = SqliteJournal(Path(sys.argv[1])), sys.argv[2], int(sys.argv[3])
run = a_run(name)

async def act(track):
    for number in range(count):
        await journal.record(started(run, f"{track}.{number}", {"text": "ü" * (number % 700)}))
        os.write(1, f"{track}.{number}\\n".encode())
        journal.record(finished(run, f"{track}.{number}"))

async def main():
    await asyncio.gather(*(act(track) for track in range(3)))
    await journal.flush()

with journal.begin(run):
    os.write(1, b"begun\\n")
    asyncio.run(main())
    journal.end(name, "success")
journal.close_now()
"""


def killed(process: subprocess.Popen[str], after: float) -> list[str]:
    """What the process had acknowledged when it was killed; a line that it had not ended does not count."""
    assert process.stdout is not None
    assert process.stdout.readline() == "begun\n"
    time.sleep(after)
    process.send_signal(signal.SIGKILL)
    out, _ = process.communicate(timeout=60)
    assert process.returncode == -signal.SIGKILL
    return out[: out.rfind("\n") + 1].splitlines()


def require_whole(journal: SqliteJournal, run_id: str, acknowledged: list[str]) -> None:
    """All that was acknowledged is there, each track in its own order without a gap, and each entry is whole."""
    entries = journal.entries(run_id)
    names = [entry.action_id for entry in entries if entry.kind == "started"]
    assert set(acknowledged) <= set(names)
    for track in range(3):
        mine = [name for name in names if name.startswith(f"{track}.")]
        assert mine == [f"{track}.{number}" for number in range(len(mine))]
    ended = [entry.action_id for entry in entries if entry.kind == "finished"]
    assert set(ended) <= set(names)
    texts = [entry.data["before"]["text"] for entry in entries if entry.kind == "started"]
    assert texts == ["ü" * (int(name.partition(".")[2]) % 700) for name in names]


def test_nothing_that_was_acknowledged_is_lost_when_a_process_is_killed(journal: SqliteJournal, home: Path) -> None:
    dice = random.Random(4)
    total = 0
    for kill in range(KILLS):
        acknowledged = killed(child(WRITER, home, f"r{kill}", 1_000_000), dice.random() * 0.15)
        require_whole(journal, f"r{kill}", acknowledged)
        total += len(acknowledged)
        if kill % 3 == 0:
            journal.close_now()
    assert total > KILLS
    assert [run.run_id for run in journal.runs(100) if run.status is None] == [
        f"r{kill}" for kill in reversed(range(KILLS))
    ]
    journal.close_now()
    assert names_in(home) == ["journal.db", "journal.head", "runs"]


def test_a_process_killed_while_it_makes_the_journal_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    dice = random.Random(5)
    body = WRITER.replace("journal, name", "os.write(1, b'begun\\n')\njournal, name", 1)
    for kill in range(6):
        home = tmp_path / f"home {kill}"
        killed(child(body, home, "r1", 1_000_000), dice.random() * 0.03)
        journal = SqliteJournal(home)
        require_whole(journal, "r1", [])
        journal.begin(a_run("r2")).release()
        journal.close_now()
        assert names_in(home) == ["journal.db", "journal.head", "runs"]


def test_processes_may_write_at_the_same_time(journal: SqliteJournal, home: Path) -> None:
    writers = {f"r{number}": child(WRITER, home, f"r{number}", 60) for number in range(3)}
    for name, process in writers.items():
        acknowledged = said_by(process).splitlines()
        assert len(acknowledged) == 181
        require_whole(journal, name, acknowledged[1:])
        assert len(journal.entries(name)) == 361  # with its end
        assert journal.run(name).status == "success"


OPENER = """
import sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run

for number in range(12):
    journal = SqliteJournal(Path(sys.argv[1]))
    with journal.begin(a_run(f"{sys.argv[2]}-{number}")) as lock:
        journal.end(f"{sys.argv[2]}-{number}", "success")
    journal.runs()
    if number % 4 == 3:
        print(journal.clean(0))
    journal.close_now()
"""


def test_processes_may_open_clean_and_close_at_the_same_time(journal: SqliteJournal, home: Path) -> None:
    openers = [child(OPENER, home, f"r{number}") for number in range(4)]
    removed = sum(int(line) for opener in openers for line in said_by(opener).splitlines())
    assert removed + journal.count() == 48
