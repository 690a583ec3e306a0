"""The journal's tables, as the steps that lead from each version to the next."""

from __future__ import annotations

import sqlite3
from itertools import chain

APPLICATION_ID = 0x476F616C  # "Goal"

# Step n brings a file of version n to version n + 1. Steps are only ever added: files of every version are out there.
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
)
VERSION = len(MIGRATIONS)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring the file to this version in one transaction, however many processes try it at once."""
    if version_of(connection) == VERSION:
        return
    with connection:
        connection.execute("BEGIN IMMEDIATE")
        for statement in chain.from_iterable(MIGRATIONS[version_of(connection) :]):
            connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute(f"PRAGMA user_version = {VERSION}")


def version_of(connection: sqlite3.Connection) -> int:
    """0 for a file without tables."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)
