"""The journal's tables, as the steps that lead from each version to the next."""

from __future__ import annotations

from goalwright.store.opening import Schema

MIGRATIONS: tuple[tuple[str, ...], ...] = (
    (
        """CREATE TABLE runs (
            number INTEGER PRIMARY KEY,
            run_id TEXT NOT NULL UNIQUE,
            plan TEXT NOT NULL,
            plan_hash TEXT NOT NULL,
            text TEXT NOT NULL,
            cwd TEXT NOT NULL,
            status TEXT,
            reason TEXT NOT NULL,
            created_at REAL NOT NULL,
            ended_at REAL,
            details TEXT NOT NULL
        )""",
        """CREATE TABLE entries (
            number INTEGER PRIMARY KEY,
            run INTEGER NOT NULL,
            kind TEXT NOT NULL,
            action_id TEXT NOT NULL,
            data TEXT NOT NULL,
            at REAL NOT NULL
        )""",
    ),
    (
        "ALTER TABLE runs ADD COLUMN undone INTEGER NOT NULL DEFAULT 0",
        "CREATE INDEX entries_by_run ON entries (run)",
    ),
    (
        "ALTER TABLE runs ADD COLUMN request TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN asked_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN approved_by TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE runs ADD COLUMN approved_at REAL",
        "ALTER TABLE runs ADD COLUMN circumstances TEXT",
        # A number is never given twice, also not after runs were removed: followers ask for what came after one.
        """CREATE TABLE numbered_entries (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            run INTEGER NOT NULL,
            kind TEXT NOT NULL,
            action_id TEXT NOT NULL,
            data TEXT NOT NULL,
            at REAL NOT NULL
        )""",
        "INSERT INTO numbered_entries SELECT number, run, kind, action_id, data, at FROM entries ORDER BY number",
        "DROP TABLE entries",
        "ALTER TABLE numbered_entries RENAME TO entries",
        "CREATE INDEX entries_by_run ON entries (run)",
    ),
    (
        # What each run's row and entries add up to; without an origin a run is older than that, and is not checked.
        # The digest of run 0 is the name of the journal itself.
        "CREATE TABLE heads (run INTEGER PRIMARY KEY, count INTEGER NOT NULL DEFAULT 0, origin BLOB, digest BLOB)",
        "INSERT INTO heads (run) SELECT 0 UNION ALL SELECT number FROM runs",
    ),
)
JOURNAL = Schema(holds="the record of runs", application_id=0x476F616C, migrations=MIGRATIONS)  # "Goal"
