"""Runs and entries as rows of the journal's tables, and back."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Set
from functools import lru_cache
from typing import Any

from goalwright.contracts import JournalEntry, Plan, RunRecord
from goalwright.contracts.circumstances import circumstances_from_json, circumstances_to_json
from goalwright.contracts.digests import blake2b
from goalwright.contracts.plan_json import plan_from_json, plan_to_json
from goalwright.contracts.run_ids import require_run_id
from goalwright.errors import ContractViolation

Row = tuple[Any, ...]
_SHORT = 100_000

# Texts come as bytes: names of files may hold characters that no encoding has, and those must come back too.
# What is written once of a run, and each entry, is linked to what was before: see `link`.
INSERT_RUN = (
    """INSERT INTO runs
    (run_id, plan, plan_hash, text, cwd, status, reason, created_at, ended_at, details, undone,
    request, asked_by, approved_by, approved_at, circumstances)
    VALUES (?, ?, ?, CAST(? AS TEXT), CAST(? AS TEXT), ?, CAST(? AS TEXT), ?, ?, ?, ?,
    ?, CAST(? AS TEXT), CAST(? AS TEXT), ?, ?) ON CONFLICT DO NOTHING""",
    """INSERT INTO heads SELECT number, 0, digest, digest FROM
    (SELECT number, link(x'', ?1, ?2, ?3, ?4, ?5, ?8, ?10, ?12, ?13, ?16) AS digest FROM runs WHERE run_id = ?1)""",
)
INSERT_ENTRY = (
    """INSERT INTO entries (run, kind, action_id, data, at)
    SELECT number, ?, CAST(? AS TEXT), ?, ? FROM runs WHERE run_id = ?""",
    """UPDATE heads SET count = count + 1, digest = link(digest, ?1, ?2, ?3, ?4)
    WHERE run = (SELECT number FROM runs WHERE run_id = ?5)""",
)
SELECT_RUNS = """SELECT run_id, plan, plan_hash, text, cwd, status, reason, created_at, ended_at, details, undone,
    request, asked_by, approved_by, approved_at, circumstances, count, origin
    FROM runs LEFT JOIN heads ON heads.run = runs.number"""
# One statement, so that what it gives is of one moment.
SELECT_ENTRIES = """SELECT kind, action_id, data, at, entries.number, count, origin, digest
    FROM runs LEFT JOIN heads ON heads.run = runs.number
    LEFT JOIN entries ON entries.run = runs.number AND entries.number > ?2
    WHERE run_id = ?1 ORDER BY entries.number"""

SELECT_NEWS = """SELECT run_id, kind, action_id, data, at, entries.number
    FROM entries JOIN runs ON runs.number = entries.run
    WHERE entries.number > ? ORDER BY entries.number LIMIT ?"""


def run_row(record: RunRecord) -> Row:
    """What INSERT_RUN takes; a run that does not say when it began begins now."""
    return (
        require_run_id(record.run_id),
        _dumped(plan_to_json(record.plan)),
        record.plan_hash,
        text_bytes(record.text),
        text_bytes(record.cwd),
        record.status,
        text_bytes(record.reason),
        float(record.created_at or time.time()),
        record.ended_at,
        _dumped(record.details),
        int(record.undone),
        record.request,
        text_bytes(record.asked_by),
        text_bytes(record.approved_by),
        record.approved_at,
        None if record.circumstances is None else _dumped(circumstances_to_json(record.circumstances)),
    )


def run_of(row: Row) -> RunRecord:
    """What SELECT_RUNS gave; ContractViolation or ValueError if it was not written by `run_row`."""
    run_id, plan, plan_hash, text, cwd, status, reason, created_at, ended_at, details, undone, *asked = row
    request, asked_by, approved_by, approved_at, circumstances, count, origin = asked
    kept = (run_id, plan, plan_hash, text_bytes(text), text_bytes(cwd), created_at, details, request)
    if count is None or origin not in (None, link(b"", *kept, text_bytes(asked_by), circumstances)):
        raise ValueError("it is not as it was written")
    return RunRecord(
        run_id=run_id,
        plan=_short_plan(plan) if len(plan) <= _SHORT else plan_from_json(json.loads(plan)),
        plan_hash=plan_hash,
        text=text,
        cwd=cwd,
        status=status,
        reason=reason,
        created_at=created_at,
        ended_at=ended_at,
        undone=bool(undone),
        details=json.loads(details),
        request=request,
        asked_by=asked_by,
        approved_by=approved_by,
        approved_at=approved_at,
        circumstances=None if circumstances is None else circumstances_from_json(json.loads(circumstances)),
    )


@lru_cache(maxsize=64)
def _short_plan(text: str) -> Plan:
    """The plan of a text. A run is read several times while it goes on, and plans are values."""
    return plan_from_json(json.loads(text))


def entry_row(entry: JournalEntry) -> Row:
    """What INSERT_ENTRY takes; an entry that does not say when it was made was made now."""
    return entry.kind, text_bytes(entry.action_id), _dumped(entry.data), float(entry.at or time.time()), entry.run_id


def entries_of(run_id: str, found: list[Row], *, is_whole: bool) -> list[JournalEntry]:
    """What SELECT_ENTRIES gave; ValueError if an entry was changed or is missing, provided that all were asked for."""
    rows = [row[:5] for row in found if row[4] is not None]
    if found and is_whole:
        _require_linked(rows, *found[0][5:])
    return [
        JournalEntry(run_id=run_id, kind=kind, action_id=action_id, data=json.loads(data), at=at, number=number)
        for kind, action_id, data, at, number in rows
    ]


def news_of(found: list[Row]) -> list[JournalEntry]:
    """What SELECT_NEWS gave; ValueError if it was not written by `entry_row`."""
    return [
        JournalEntry(run_id=run_id, kind=kind, action_id=action_id, data=json.loads(data), at=at, number=number)
        for run_id, kind, action_id, data, at, number in found
    ]


def _require_linked(rows: list[Row], count: int | None, origin: bytes | None, digest: bytes | None) -> None:
    if count is None or (origin is not None and count != len(rows)):
        raise ValueError("entries are missing")
    for kind, action_id, data, at, _ in rows:
        origin = link(origin, kind, text_bytes(action_id), data, at)
    if origin != digest:
        raise ValueError("entries are not as they were written")


def link(digest: bytes | None, *parts: object) -> bytes | None:
    """The digest of what came before together with these parts; None stands for a run that has none."""
    if digest is None:
        return None
    return blake2b(digest + repr(parts).encode(), digest_size=16).digest()


def text_bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def text_of(content: bytes) -> str:
    return content.decode("utf-8", "surrogatepass")


def _plain(value: object) -> object:
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Set):
        return sorted(value)
    raise TypeError(f"holds a {type(value).__name__}")


# ASCII only: what is outside it is escaped, so that half a surrogate pair survives too.
_encode = json.JSONEncoder(separators=(",", ":"), default=_plain).encode


def _dumped(value: object) -> str:
    try:
        return _encode(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise ContractViolation("JournalEntry", "data", f"{error}: use plain JSON values only") from None
