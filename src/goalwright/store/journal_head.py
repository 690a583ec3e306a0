"""JournalHead: a small file beside the journal that says how far the journal had come, so that a loss is noticed.

SQLite drops a damaged end of its write-ahead log without a word, and reads an older copy of the file as gladly as the
newest. So the number of the last entry is written here after each commit, and no entry counts as written before that.
A process that is killed in between leaves the journal ahead, which is no loss; behind, a whole journal never is.
The file of the jobs has one too: a firing that was lost would come again.
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO
from zlib import crc32

from goalwright.errors import JournalError
from goalwright.named_tuple import NamedTuple
from goalwright.store.locks import lock_handle
from goalwright.store.opening import head_of
from goalwright.store.store_faults import BUSY, DAMAGED, faults_told

_PAUSE_S = 0.0002


class Counted(NamedTuple):
    """How a file says which one it is and how far it has come, how it gets another name, and what is counted in it."""

    reached: str
    rename: str
    noun: str
    doers: str
    file: str


ENTRIES = Counted(
    # Numbers are never given twice, so this is the last one also when its entry has been removed with its run.
    """SELECT heads.digest, coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'entries'), 0)
    FROM heads WHERE run = 0""",
    "UPDATE heads SET digest = randomblob(16) WHERE run = 0",
    "entries",
    "runs",
    "journal",
)


class Mark(NamedTuple):
    """Which journal it is, and the number of its last entry."""

    journal: bytes
    number: int

    def line(self) -> bytes:
        """Of the same length for every mark: it is written over in place, within one block of the disk."""
        said = b"%s %020d" % (self.journal.hex().encode(), self.number)
        return b"%s %08x\n" % (said, crc32(said))


_LENGTH = len(Mark(bytes(16), 0).line())


class JournalHead:
    """The file `journal.head`. Without one, the journal is taken as it is, under a new name."""

    def __init__(self, journal: Path, busy_timeout_s: float, counted: Counted = ENTRIES) -> None:
        self._journal = journal
        self._counted = counted
        self._file = head_of(journal)
        self._busy_timeout_s = busy_timeout_s
        self._name = str(journal)
        self._opened: os.stat_result | None = None

    def mark(self) -> Mark | None:
        """To be read before the journal is, which may only move on from there."""
        with faults_told(self._file), suppress(FileNotFoundError), self._held("rb") as head:
            return self._read(head)
        return None

    def reached(self, mark: Mark | None, connection: sqlite3.Connection) -> Mark:
        """How far the journal is; JournalError if it is not the one that the mark is of, or has lost what came last."""
        row = connection.execute(self._counted.reached).fetchone()
        if row is None:
            raise JournalError(str(self._journal), DAMAGED)
        found = Mark(*row)
        if mark is None or (mark.journal == found.journal and mark.number <= found.number):
            return found
        lost = f"has lost the last {mark.number - found.number} of {mark.number} {self._counted.noun}"
        other = f"is not the {self._counted.file} that {self._file.name} belongs to"
        problem = lost if mark.journal == found.journal else other
        raise JournalError(str(self._journal), f"{problem}: put both back from the same backup, or {self._go_on}")

    def watch(self) -> None:
        """From now on, commits go to the file that has the journal's name at this moment, or fail."""
        with faults_told(self._journal):
            self._opened = self._journal.stat()

    @contextmanager
    def advanced(self, connection: sqlite3.Connection) -> Iterator[None]:
        """Around what is written in a transaction that has begun: committed, and told here, in the end."""
        self._require_there()
        with faults_told(self._file), self._held("r+b") as head:
            mark = self._read(head)
            self.reached(mark, connection)
            if mark is None:
                connection.execute(self._counted.rename)
            yield
            reached = self.reached(mark, connection)
            connection.execute("COMMIT")
            head.seek(0)
            head.write(reached.line())  # within one block, which a kill cannot cut short
            if mark is None:
                # Once in its life it needs a place on the disk. Later it may get there late: after a power cut it is
                # behind, never ahead, because the commit has got there before.
                os.fsync(head.fileno())

    @contextmanager
    def _held(self, mode: str) -> Iterator[IO[bytes]]:
        """Others wait for microseconds: they commit one at a time as it is."""
        with open(self._file, mode, buffering=0, opener=_opened) as head:
            # Windows forbids others to read what is locked, so the lock lies behind the content.
            head.seek(_LENGTH)
            until = time.monotonic() + self._busy_timeout_s
            while not lock_handle(head.fileno(), is_shared=mode == "rb"):
                if time.monotonic() > until:
                    raise JournalError(str(self._file), BUSY)
                time.sleep(_PAUSE_S)
            yield head

    def _read(self, head: IO[bytes]) -> Mark | None:
        """None for an empty file: a process was killed over making it."""
        head.seek(0)
        line = head.read(2 * _LENGTH)
        if not line:
            return None
        with suppress(ValueError):
            journal, count, _ = line.split(b" ")
            mark = Mark(bytes.fromhex(journal.decode()), int(count))
            if mark.line() == line:
                return mark
        raise JournalError(str(self._file), f"is damaged: {self._go_on}")

    def _require_there(self) -> None:
        """SQLite would go on writing to a file that was deleted or moved away."""
        with suppress(FileNotFoundError):
            now = os.stat(self._name)  # noqa: PTH116  # before each commit, and quicker
            if self._opened is not None and os.path.samestat(self._opened, now):
                return
        raise JournalError(str(self._journal), "was deleted or replaced while it was in use: put it back")

    @property
    def _go_on(self) -> str:
        doers = self._counted.doers
        return f"check yourself what the last {doers} did, then move {self._file.name} away to go on with what there is"


def _opened(name: str, flags: int) -> int:
    """No link is followed, and what is opened to be written is made if need be."""
    making = os.O_CREAT if flags & os.O_RDWR else 0
    return os.open(name, flags | making | getattr(os, "O_NOFOLLOW", 0), 0o600)
