"""A file that is not a journal of ours stays as it is, byte for byte; one of ours is opened and kept private."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import stat
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from goalwright.errors import JournalError
from goalwright.store.journal_schema import JOURNAL
from goalwright.store.journal_store import SqliteJournal
from goalwright.store.store_faults import journal_error
from store.journal_runs import a_run, child, names_in, recorded, said_by, started

VERSION_1 = """
CREATE TABLE runs (
    number INTEGER PRIMARY KEY, run_id TEXT NOT NULL UNIQUE, plan TEXT NOT NULL, plan_hash TEXT NOT NULL,
    text TEXT NOT NULL, cwd TEXT NOT NULL, status TEXT, reason TEXT NOT NULL, created_at REAL NOT NULL, ended_at REAL,
    details TEXT NOT NULL
);
CREATE TABLE entries (
    number INTEGER PRIMARY KEY, run INTEGER NOT NULL, kind TEXT NOT NULL, action_id TEXT NOT NULL, data TEXT NOT NULL,
    at REAL NOT NULL
);
INSERT INTO runs VALUES (1, 'old', '{"actions":[{"action_id":"a1","intent":"file.create","description":"d","args":{},
    "action_class":"actuate","tool":null,"expected_effect":"","depends_on":[],"goals":[],"rule":"","risk":"none","why":"",
    "touches":[]}],"goal_achieved_by":"a1","total_actions":1,"satisfied":[],"reasserted":[],"minimal_certified":false}',
    'hash', 'create it', '/tmp', 'success', '', 1.0, 2.0, '{}');
INSERT INTO entries VALUES (1, 1, 'started', 'a1', '{"before":{}}', 1.5);
PRAGMA application_id = 1198481772;
PRAGMA user_version = 1;
"""


def script(file: Path, sql: str) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.executescript(sql)


def sound(file: Path) -> None:
    """A journal with enough in it that there is something to damage."""
    journal = SqliteJournal(file.parent)
    run = a_run("r1")
    with journal.begin(run):
        asyncio.run(recorded(journal, [started(run, f"a{number}", {"text": "x" * 100}) for number in range(300)]))
    journal.close_now()


def random_bytes(file: Path) -> None:
    file.write_bytes(random.Random(1).randbytes(10_000))


def a_text(file: Path) -> None:
    file.write_text("my diary\n")


def empty(file: Path) -> None:
    file.touch()


def cut_short(file: Path) -> None:
    sound(file)
    os.truncate(file, file.stat().st_size // 2)


def cut_to_a_page(file: Path) -> None:
    sound(file)
    os.truncate(file, 4096)


def cut_within_the_header(file: Path) -> None:
    sound(file)
    os.truncate(file, 60)


def overwritten_in_the_middle(file: Path) -> None:
    sound(file)
    content = bytearray(file.read_bytes())
    content[9000:13_000] = random.Random(2).randbytes(4000)
    file.write_bytes(content)


def of_another_program(file: Path) -> None:
    script(file, "CREATE TABLE runs (n); INSERT INTO runs VALUES (1); PRAGMA user_version = 1")


def of_another_program_with_a_log(file: Path) -> None:
    """Another program was killed: what it wrote last is still in its write-ahead log."""
    write = "import sqlite3, sys, os; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
    write += "d.executescript('PRAGMA journal_mode = WAL; CREATE TABLE t (n); INSERT INTO t VALUES (1)'); os._exit(0)"
    said_by(child(write, file))


def without_tables(file: Path) -> None:
    script(file, "VACUUM")


def of_the_future(file: Path) -> None:
    sound(file)
    script(file, f"PRAGMA user_version = {JOURNAL.version + 1}")


def of_the_future_with_a_log(file: Path) -> None:
    sound(file)
    write = "import sqlite3, sys, os; d = sqlite3.connect(sys.argv[1], isolation_level=None);"
    said_by(child(f"{write} d.execute('PRAGMA user_version = {JOURNAL.version + 1}'); os._exit(0)", file))


def with_a_garbled_table(file: Path) -> None:
    sound(file)
    file.write_bytes(file.read_bytes().replace(b"CREATE TABLE runs", b"CREATE TABL\x91 runs"))


NOT_OURS: list[tuple[Callable[[Path], None], str]] = [
    (random_bytes, "is damaged, and was left as it is: put a copy from a backup in its place, or move it away"),
    (a_text, "is damaged"),
    (empty, "is empty"),
    (cut_short, "is damaged"),
    (cut_to_a_page, "is damaged"),
    (cut_within_the_header, "is damaged, and was left as it is"),
    (overwritten_in_the_middle, "is damaged"),
    (with_a_garbled_table, "is damaged"),
    (of_another_program, "does not hold the record of runs, and was left as it is: move it away to start a new one"),
    (of_another_program_with_a_log, "does not hold the record of runs"),
    (without_tables, "does not hold the record of runs"),
    (
        of_the_future,
        f"has version {JOURNAL.version + 1}, and this Goalwright knows up to {JOURNAL.version}: use a newer Goalwright",
    ),
    (of_the_future_with_a_log, f"has version {JOURNAL.version + 1}"),
]


@pytest.mark.parametrize(("make", "problem"), NOT_OURS, ids=[make.__name__ for make, _ in NOT_OURS])
def test_a_file_that_is_not_ours_is_told_of_and_left_alone(
    home: Path, make: Callable[[Path], None], problem: str
) -> None:
    home.mkdir(mode=0o700)
    file, log = home / "journal.db", home / "journal.db-wal"
    make(file)
    before = file.read_bytes(), log.read_bytes() if log.exists() else b""
    journal = SqliteJournal(home)
    for work in (
        lambda: journal.begin(a_run("new")),
        lambda: journal.end("r1", "success"),
        lambda: journal.clean(0),
        journal.runs,
    ):
        with pytest.raises(JournalError) as caught:
            work()
        assert str(caught.value).startswith(f"{file}: {problem}")
    journal.close_now()
    assert (file.read_bytes(), log.read_bytes() if log.exists() else b"") == before
    assert not journal.is_running("new")


def test_a_folder_in_the_place_of_the_file_is_told_of(journal: SqliteJournal, home: Path) -> None:
    (home / "journal.db" / "inside").mkdir(parents=True)
    for work in (lambda: journal.begin(a_run()), journal.runs):
        with pytest.raises(JournalError, match="is a folder"):
            work()
    assert names_in(home / "journal.db") == ["inside"]


def test_a_link_to_nowhere_is_not_followed(journal: SqliteJournal, home: Path, tmp_path: Path) -> None:
    home.mkdir()
    (home / "journal.db").symlink_to(tmp_path / "elsewhere")
    for work in (lambda: journal.begin(a_run()), journal.runs):
        with pytest.raises(JournalError, match="No such file"):
            work()
    assert not (tmp_path / "elsewhere").exists()


def test_a_log_without_its_journal_is_not_read_into_a_new_one(journal: SqliteJournal, home: Path) -> None:
    home.mkdir()
    (home / "journal.db-wal").write_bytes(b"precious")
    with pytest.raises(JournalError, match=r"journal\.db-wal: is there without journal\.db"):
        journal.begin(a_run())
    assert (home / "journal.db-wal").read_bytes() == b"precious"
    assert not (home / "journal.db").exists()


def test_what_was_left_by_a_process_that_was_killed_while_it_made_the_journal_goes(
    journal: SqliteJournal, home: Path
) -> None:
    home.mkdir()
    for left in ("journal.db.new", "journal.db.new-wal", "journal.db.new-shm", "journal.db.new-journal"):
        (home / left).write_bytes(b"half of it")
    journal.begin(a_run("r1")).release()
    assert journal.count() == 1
    journal.close_now()
    assert names_in(home) == ["journal.db", "journal.head", "runs"]


def test_a_state_folder_that_is_a_file_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("a file")
    journal = SqliteJournal(tmp_path / "home")
    with pytest.raises(JournalError, match="check the permissions of its folder, or set GOALWRIGHT_HOME"):
        journal.begin(a_run())
    assert (tmp_path / "home").read_text() == "a file"


def test_what_makes_no_sense_in_a_sound_file_is_told_of(journal: SqliteJournal) -> None:
    journal.begin(a_run("r1")).release()
    journal.close_now()
    script(journal.file, "UPDATE runs SET plan = '{}'")
    with pytest.raises(JournalError, match="the run r1 is corrupt"):
        journal.runs()


def versions(file: Path) -> tuple[int, int]:
    with closing(sqlite3.connect(file)) as database:
        return tuple(database.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version"))


def test_a_journal_of_version_1_is_brought_to_this_version_with_all_that_is_in_it(
    journal: SqliteJournal, home: Path
) -> None:
    home.mkdir()
    script(home / "journal.db", VERSION_1)
    run = journal.run("old")
    assert (run.status, run.undone, run.text, run.ended_at) == ("success", False, "create it", 2.0)
    assert [(entry.action_id, entry.at) for entry in journal.entries("old")] == [("a1", 1.5)]
    journal.mark_undone("old")
    journal.begin(a_run("new")).release()
    journal.close_now()
    assert versions(journal.file) == (JOURNAL.application_id, JOURNAL.version)
    assert [run.undone for run in journal.runs()] == [False, True]


def test_a_journal_of_version_1_that_is_damaged_is_not_migrated(journal: SqliteJournal, home: Path) -> None:
    home.mkdir()
    script(home / "journal.db", VERSION_1 + "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = 77;")
    before = journal.file.read_bytes()
    with pytest.raises(JournalError, match="is damaged"):
        journal.runs()
    assert journal.file.read_bytes() == before


MIGRATOR = """
import sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
journal = SqliteJournal(Path(sys.argv[1]))
print(len(journal.runs()))
journal.close_now()
"""


def test_processes_that_migrate_at_the_same_time_do_it_once(journal: SqliteJournal, home: Path) -> None:
    home.mkdir()
    script(home / "journal.db", f"PRAGMA journal_mode = WAL; {VERSION_1}")
    assert [said_by(process) for process in [child(MIGRATOR, home) for _ in range(4)]] == ["1\n"] * 4
    assert versions(journal.file) == (JOURNAL.application_id, JOURNAL.version)


def modes(home: Path) -> set[str]:
    """Who may do what with the state folder and everything in it."""
    return {stat.filemode(path.lstat().st_mode) for path in (home, *home.rglob("*"))}


OPEN_MASK = "import os; os.umask(0)\n"
BUSY = """
import os, sys
from pathlib import Path
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run, started
journal = SqliteJournal(Path(sys.argv[1]))
run = a_run("r1")
lock = journal.begin(run)
journal.record(started(run))
print(len(journal.runs()), flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("is_there", [False, True], ids=["new", "empty"])
def test_everything_is_private_whatever_the_mask_says(home: Path, is_there: bool) -> None:
    if is_there:
        home.mkdir(mode=0o755)
    process = child(OPEN_MASK + BUSY, home)
    assert process.stdout is not None
    assert process.stdout.readline() == "1\n"
    assert {path.name for path in home.iterdir()} == {
        "journal.db",
        "journal.db-wal",
        "journal.db-shm",
        "journal.head",
        "runs",
    }
    assert modes(home) == {"drwx------", "-rw-------"}
    said_by(process)


def test_a_journal_that_others_may_read_is_made_private_when_it_is_written_to(
    journal: SqliteJournal, home: Path
) -> None:
    journal.begin(a_run("r1")).release()
    journal.close_now()
    journal.file.chmod(0o644)
    journal.begin(a_run("r2")).release()
    assert modes(home) == {"drwx------", "-rw-------"}


def test_a_state_folder_that_all_may_write_to_is_made_private(journal: SqliteJournal, home: Path) -> None:
    journal.begin(a_run("r1")).release()
    journal.close_now()
    home.chmod(0o777)
    assert journal.count() == 1
    assert stat.S_IMODE(home.stat().st_mode) == 0o777, "looking changes no rights"
    journal.begin(a_run("r2")).release()
    assert stat.S_IMODE(home.stat().st_mode) == 0o700


def test_a_folder_with_other_things_in_it_keeps_its_mode(journal: SqliteJournal, home: Path) -> None:
    home.mkdir(mode=0o755)
    (home / "holiday.jpg").touch()
    journal.begin(a_run("r1")).release()
    assert stat.S_IMODE(home.stat().st_mode) == 0o755
    assert stat.S_IMODE(journal.file.stat().st_mode) == 0o600


def test_a_folder_with_other_things_in_it_that_all_may_write_to_is_not_used(home: Path, journal: SqliteJournal) -> None:
    home.mkdir()
    (home / "holiday.jpg").touch()
    home.chmod(0o777)
    with pytest.raises(JournalError, match="others may write to it, and it holds other things too"):
        journal.begin(a_run("r1"))
    assert names_in(home) == ["holiday.jpg"]
    home.chmod(0o1777)
    journal.begin(a_run("r1")).release()


NOBODY = 65534
VISITOR = f"""
import os, sys
from pathlib import Path
from goalwright.errors import JournalError
from goalwright.store.journal_store import SqliteJournal
from store.journal_runs import a_run
if os.getuid() == 0:
    os.setuid({NOBODY})
for work in (lambda j: j.begin(a_run("new")), lambda j: j.runs(), lambda j: j.end("r1", "success")):
    journal = SqliteJournal(Path(sys.argv[1]))
    try:
        print(work(journal))
    except JournalError as error:
        print(error)
    journal.close_now()
"""


@pytest.fixture
def exhibit() -> Iterator[Path]:
    """A folder that all may look into; nobody may write to it once it is given the mode 0555."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        yield Path(name)
        Path(name).chmod(0o755)


def test_a_place_that_may_not_be_written_to_is_told_of_in_a_sentence(exhibit: Path) -> None:
    exhibit.chmod(0o555)
    begun, runs, ended = said_by(child(VISITOR, exhibit / "home")).splitlines()
    assert runs == "[]"
    for line in (begun, ended):
        assert line.startswith(str(exhibit / "home"))
        assert "(Permission denied): check the permissions of its folder, or set GOALWRIGHT_HOME" in line
    assert names_in(exhibit) == []


def test_a_state_folder_that_may_not_be_looked_into_is_told_of(exhibit: Path) -> None:
    (exhibit / "home").mkdir(mode=0o700)
    closed = exhibit / "home" / "inner"
    (exhibit / "home").chmod(0)
    lines = said_by(child(VISITOR, closed)).splitlines()
    (exhibit / "home").chmod(0o700)
    assert len(lines) == 3
    assert all("(Permission denied)" in line for line in lines), lines


def test_a_journal_that_may_only_be_read_is_told_of_and_stays(exhibit: Path) -> None:
    journal = SqliteJournal(exhibit / "home")
    journal.begin(a_run("r1")).release()
    journal.close_now()
    before = journal.file.read_bytes()
    journal.file.chmod(0o444)
    journal.folder.chmod(0o555)
    lines = said_by(child(VISITOR, journal.folder)).splitlines()
    journal.folder.chmod(0o755)
    assert len(lines) == 3
    assert all("or set GOALWRIGHT_HOME to a folder that you may write to" in line for line in lines), lines
    assert journal.file.read_bytes() == before
    assert names_in(journal.folder) == ["journal.db", "journal.head", "runs"]


def test_a_lock_that_sqlite_gives_up_on_is_told_as_what_it_is(home: Path) -> None:
    error = sqlite3.OperationalError("locking protocol")
    error.sqlite_errorcode = sqlite3.SQLITE_PROTOCOL
    told = str(journal_error(home / "journal.db", error))
    assert "another process keeps it locked: try again" in told
    assert "protocol" not in told
