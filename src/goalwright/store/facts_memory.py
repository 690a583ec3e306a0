"""FactsMemory: what became known in runs, with where it comes from, in a file that processes share."""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

from goalwright.contracts import Fact
from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass
from goalwright.errors import ContractViolation, JournalError
from goalwright.named_tuple import NamedTuple
from goalwright.store.opening import BUSY_TIMEOUT_S, Schema, is_there, make_file, open_file
from goalwright.store.store_faults import DAMAGED, faults_told

NOTE = "note"
"""The key of what the user asked to be remembered: only taking it back removes such a fact, never its age."""
OBSERVED = "observed"
MAX_FACTS = 100_000
MAX_WORDS = 100
DAY_S = 86_400

FACTS = Schema(
    holds="facts",
    application_id=0x476F4661,  # "GoFa"
    migrations=(
        (
            """CREATE TABLE facts (
                number INTEGER PRIMARY KEY AUTOINCREMENT,
                run_id TEXT NOT NULL,
                action_id TEXT NOT NULL,
                key TEXT NOT NULL,
                value TEXT NOT NULL,
                words TEXT NOT NULL,
                tool TEXT NOT NULL,
                at REAL NOT NULL,
                UNIQUE (run_id, action_id, key)
            )""",
            "CREATE INDEX facts_by_key ON facts (key, at)",
            "CREATE INDEX facts_by_time ON facts (at)",
        ),
    ),
    synchronous="NORMAL",
    checked_bytes=16_000_000,
)

Result = TypeVar("Result")

_INSERT = "INSERT OR REPLACE INTO facts (run_id, action_id, key, value, words, tool, at) VALUES (?, ?, ?, ?, ?, ?, ?)"
_FORGET = "DELETE FROM facts WHERE run_id = ? AND action_id = ?"
_TRIM = "DELETE FROM facts WHERE number <= ? AND key <> ?"
_CLEAN = "DELETE FROM facts WHERE at < ? AND key <> ?"
_SELECT = "SELECT key, value, tool, at, run_id, action_id FROM facts"
_NEWEST_FIRST = "ORDER BY at DESC, number DESC LIMIT ?"
MAX_VALUE = 1_000_000


class FactsMemory:
    """Remembers facts for as long as they are young enough, and notes until they are taken back.

    Only sources that `trusted` accepts can write, each under its own name. The file is made by the first fact and
    read when it is first needed; any thread may call. Trouble with the file is a JournalError.
    """

    def __init__(
        self,
        file: Path,
        trusted: Callable[[str], bool],
        clock: Callable[[], float] = time.time,
        max_facts: int = MAX_FACTS,
    ) -> None:
        self.file = file
        self._trusted = trusted
        self._clock = clock
        self._max_facts = max_facts
        self._lock = threading.Lock()
        self._database: sqlite3.Connection | None = None
        self._is_made = False

    def record(self, facts: Iterable[Fact], *, tool: str, run_id: str, action_id: str) -> None:
        """Keep the facts, in place of what the same action said before; ContractViolation if the tool may not."""
        self._require_trusted(tool)
        _require_name("run_id", run_id)
        _require_name("action_id", action_id)
        now = self._clock()
        rows = [_row(fact, tool, run_id, action_id, now) for fact in facts]
        if rows:
            if not self._is_made:
                make_file(self.file, FACTS)
                self._is_made = True
            self._used(lambda database: self._replace(database, rows))

    def query(
        self,
        key: str | None = None,
        *,
        prefix: str | None = None,
        tool: str | None = None,
        since: float | None = None,
        text: str | None = None,
        limit: int = 50,
    ) -> list[StoredFact]:
        """The newest facts first; each condition that is given narrows the choice, `text` word by word."""
        given = {"key = ?": key, "instr(key, ?) = 1": prefix, "tool = ?": tool, "at >= ?": since}
        wanted = [(clause, value) for clause, value in given.items() if value is not None]
        wanted += [("instr(words, ?) > 0", word) for word in (text or "").casefold().split()[:MAX_WORDS]]
        where = f" WHERE {' AND '.join(clause for clause, _ in wanted)}" if wanted else ""
        values = [*(value for _, value in wanted), min(max(limit, 0), MAX_FACTS)]
        if not self._is_there():
            return []
        try:
            return self._used(lambda database: _stored(database.execute(f"{_SELECT}{where} {_NEWEST_FIRST}", values)))
        except UnicodeEncodeError:  # half a character was asked for, and no fact has one
            return []

    def forget(self, run_id: str, action_id: str) -> int:
        """Drop what an action brought about, because it was undone; how many facts that were."""
        return self._changed(_FORGET, (run_id, action_id))

    def require_writable(self) -> None:
        """JournalError if nothing can be remembered: better told before a run is begun than half-way."""
        if self._is_there():
            self._used(_try_to_write)

    def require_sound(self) -> None:
        """JournalError if the file does not fit together or cannot be written, before a run is taken up or back."""
        self.require_writable()
        if self._is_there():
            check = "PRAGMA integrity_check(1)"
            if self._used(lambda database: database.execute(check).fetchone()) != ("ok",):
                raise JournalError(str(self.file), DAMAGED)

    def clean(self, keep_days: float) -> int:
        """Drop facts that are older, notes excepted; how many that were."""
        return self._changed(_CLEAN, (self._clock() - keep_days * DAY_S, NOTE))

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            database, self._database, self._is_made = self._database, None, False
            if database is not None:
                database.close()

    @property
    def reader(self) -> FactsView:
        """The same facts for those that may only look."""
        return FactsView(self)

    def _require_trusted(self, tool: str) -> None:
        # A subclass of str could answer differently each time it is asked what it is.
        if type(tool) is not str or self._trusted(tool) is not True:
            problem = f"{shown(tool)} is not trusted to say what is so: its facts are not kept"
            raise ContractViolation("FactsMemory", "tool", problem)

    def _replace(self, database: sqlite3.Connection, rows: list[_Row]) -> None:
        """All rows are of one action."""
        with database:
            database.execute("BEGIN IMMEDIATE")
            database.execute(_FORGET, (rows[0].run_id, rows[0].action_id))
            database.executemany(_INSERT, rows)
            (newest,) = database.execute("SELECT max(number) FROM facts").fetchone()
            database.execute(_TRIM, (newest - self._max_facts, NOTE))

    def _changed(self, statement: str, values: tuple[Any, ...]) -> int:
        if not self._is_there():
            return 0
        return self._used(lambda database: database.execute(statement, values).rowcount)

    def _is_there(self) -> bool:
        """Whether there is anything to look at: looking makes no file."""
        return self._database is not None or is_there(self.file)

    def _used(self, work: Callable[[sqlite3.Connection], Result]) -> Result:
        with self._lock:
            if self._database is None:
                self._database = open_file(self.file, FACTS, BUSY_TIMEOUT_S)
            with faults_told(self.file, sqlite3.Error):
                return work(self._database)


class FactsView:
    """What a FactsMemory holds, to look at."""

    __slots__ = ("query",)

    def __init__(self, memory: FactsMemory) -> None:
        self.query = memory.query


def _try_to_write(database: sqlite3.Connection) -> None:
    """Take the right to write and give it back; nothing is changed."""
    database.execute("BEGIN IMMEDIATE")
    database.execute("ROLLBACK")


def _require_name(field: str, name: str) -> None:
    if type(name) is not str or not name:
        raise ContractViolation("FactsMemory", field, "must not be empty: facts belong to an action of a run")


class _Row(NamedTuple):
    """A fact as the table has it, in the order of `_INSERT`."""

    run_id: str
    action_id: str
    key: str
    value: str
    words: str
    tool: str
    at: float


def _row(fact: Fact, tool: str, run_id: str, action_id: str, now: float) -> _Row:
    if not isinstance(fact, Fact):
        raise ContractViolation("FactsMemory", "facts", f"must be Facts, not {shown(fact)}")
    if fact.source not in (OBSERVED, tool):
        problem = f"of {tool} names {shown(fact.source)} as its source: a tool speaks for itself only"
        raise ContractViolation("FactsMemory", "facts", problem)
    at = fact.at if fact.at is not None else now
    words = searched(fact.key, fact.value)
    return _Row(run_id, action_id, writable(fact.key), written(fact.value), words, tool, at)


def _stored(rows: Iterable[tuple[Any, ...]]) -> list[StoredFact]:
    return [
        StoredFact(key=key, value=json.loads(value), source=tool, at=at, run_id=run_id, action_id=action_id)
        for key, value, tool, at, run_id, action_id in rows
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFact(Fact):
    """A fact as it is remembered: `source` is the tool that brought it about, in this action of this run."""

    run_id: str
    action_id: str

    @property
    def tool(self) -> str:
        return self.source


def written(value: Any) -> str:
    """A fact's value as JSON text; what cannot be written, or is too much, is a ContractViolation."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_listed)
    except ValueError as error:
        raise ContractViolation("Fact", "value", f"cannot be remembered: {error}") from None
    if len(text) > MAX_VALUE:
        raise ContractViolation("Fact", "value", f"is {len(text)} characters long: at most {MAX_VALUE} are remembered")
    return writable(text, "value")


def writable(text: str, field: str = "key") -> str:
    """The text itself, unless it holds half a character (a lone surrogate), which no file can take."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ContractViolation("Fact", field, "cannot be remembered: it holds half a character") from None
    return text


def searched(key: str, value: Any) -> str:
    """What a search for words looks at: the key and every word of the value, whatever their case."""
    return " ".join((key, *_words(value))).casefold()


def _words(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        for key, item in value.items():
            yield key
            yield from _words(item)
    elif isinstance(value, tuple | list | frozenset):
        for item in value:
            yield from _words(item)
    else:
        yield str(value)


def _listed(value: frozenset[Any]) -> list[Any]:
    """Sets are the one sort of plain data that JSON lacks."""
    return sorted(value, key=repr)
