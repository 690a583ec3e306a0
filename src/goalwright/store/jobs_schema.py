"""The tables of the file that jobs are in, and the seals of their rows, by which a row that was damaged is told."""

from __future__ import annotations

from zlib import crc32

from goalwright.store.journal_head import Counted
from goalwright.store.opening import Schema

JOBS = Schema(
    holds="jobs",
    application_id=0x476F4A6F,  # "GoJo"
    migrations=(
        (
            """CREATE TABLE jobs (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                job_id TEXT NOT NULL UNIQUE,
                document TEXT NOT NULL,
                handled REAL NOT NULL
            )""",
            """CREATE TABLE firings (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                job_id TEXT NOT NULL,
                key TEXT NOT NULL,
                run_id TEXT NOT NULL UNIQUE,
                due REAL NOT NULL,
                subject BLOB NOT NULL,
                state TEXT NOT NULL,
                outcome TEXT NOT NULL,
                reason TEXT NOT NULL,
                at REAL NOT NULL,
                UNIQUE (job_id, key)
            )""",
            "CREATE INDEX firings_open ON firings (state, number) WHERE state = 'claimed'",
            """CREATE TABLE seen (
                job_id TEXT NOT NULL,
                name BLOB NOT NULL,
                print TEXT NOT NULL,
                PRIMARY KEY (job_id, name)
            ) WITHOUT ROWID""",
        ),
        tuple(f"ALTER TABLE {table} ADD COLUMN seal INTEGER" for table in ("jobs", "firings", "seen")),
        (
            "CREATE TABLE heads (name BLOB, changes INTEGER NOT NULL)",
            "INSERT INTO heads (changes) VALUES (0)",
        ),
    ),
    checked_bytes=16_000_000,
    check="integrity_check",
)
CHANGES = Counted(
    "SELECT name, changes FROM heads", "UPDATE heads SET name = randomblob(16)", "changes", "jobs", "file of jobs"
)
COUNT = "UPDATE heads SET changes = changes + 1"
JOB_SEAL = "seal(job_id, document, handled)"
SOUND_JOB = f"coalesce(seal = {JOB_SEAL}, 1)"
COLUMNS = ("job_id", "key", "run_id", "due", "subject", "state", "outcome", "reason", "at")
FIRING_SEAL = f"seal({', '.join(COLUMNS)})"
FIRING = f"SELECT {', '.join(COLUMNS)}, coalesce(seal = {FIRING_SEAL}, 1) FROM firings"
INSERT_FIRING = f"INSERT INTO firings ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
SEAL_FIRING = f"UPDATE firings SET seal = {FIRING_SEAL} WHERE job_id = ? AND key = ?"
SEAL_JOB = f"UPDATE jobs SET seal = {JOB_SEAL} WHERE job_id = ?"
TRIM_FIRINGS = """DELETE FROM firings WHERE job_id = ?1 AND state = 'done' AND number <= (
    SELECT number FROM firings WHERE job_id = ?1 ORDER BY number DESC LIMIT 1 OFFSET ?2)"""
SOUND_SEEN = "coalesce(seal = seal(job_id, name, print), 1)"
SEE = """INSERT INTO seen VALUES (?1, ?2, ?3, seal(?1, ?2, ?3))
    ON CONFLICT DO UPDATE SET print = excluded.print, seal = excluded.seal"""


def seal(*values: object) -> int:
    """The same for the same values, as SQLite gives them back."""
    return crc32(repr(values).encode("utf-8", "surrogatepass"))
