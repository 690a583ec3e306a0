"""The file of facts: private, shared by processes, and never overwritten when it is not what it should be."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from goalwright.contracts import Fact
from goalwright.errors import JournalError
from goalwright.store.facts_memory import FACTS, FactsMemory
from goalwright.store.opening import open_file

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2] / "src")}
TOOL = "files.create_file"
WRITER = f"""
import sys
from pathlib import Path
from goalwright.contracts import Fact
from goalwright.store.facts_memory import FactsMemory

memory = FactsMemory(Path(sys.argv[1]), lambda name: name == "{TOOL}")
print("ready", flush=True)
sys.stdin.readline()
for number in range(int(sys.argv[3])):
    memory.record([Fact(key=f"k{{number}}", value=number)], tool="{TOOL}", run_id=sys.argv[2], action_id=f"a{{number}}")
    print(number, flush=True)
memory.close()
"""
# Root may write anywhere; and whoever the interpreter belongs to, nobody may not be able to start it.
AS_NOBODY = """
import os, pathlib, goalwright.contracts, goalwright.store.facts_memory
if os.getuid() == 0:
    os.setuid(65534)
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "home" / "facts.db"


def memory_of(file: Path) -> FactsMemory:
    return FactsMemory(file, lambda name: name == TOOL)


def keep(file: Path, key: str = "x") -> None:
    with closing(memory_of(file)) as memory:
        memory.record([Fact(key=key, value=1)], tool=TOOL, run_id="r", action_id=key)


def count(file: Path) -> int:
    with closing(memory_of(file)) as memory:
        return len(memory.query(limit=10_000))


def writer(file: Path, run: str, facts: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WRITER, str(file), run, str(facts)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def test_only_its_owner_can_read_it(file: Path) -> None:
    before = os.umask(0)
    try:
        memory = memory_of(file)
        memory.record([Fact(key="x", value=1)], tool=TOOL, run_id="r", action_id="a")
        modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in file.parent.iterdir()}
        assert modes["facts.db"] == modes["facts.db-wal"] == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
        memory.close()
    finally:
        os.umask(before)


def test_it_is_in_wal_mode_with_a_version(file: Path) -> None:
    keep(file)
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert database.execute("PRAGMA user_version").fetchone() == (FACTS.version,)


@pytest.mark.parametrize(
    "content",
    [b"not a database, but long enough to be taken for one" * 40, b"SQLite format 3\0" + b"\xff" * 4096, b"x"],
)
def test_a_damaged_file_is_told_of_and_left_alone(file: Path, content: bytes) -> None:
    file.parent.mkdir()
    file.write_bytes(content)
    for use in (count, keep):
        with pytest.raises(JournalError, match=r"facts\.db: is damaged, and was left as it is"):
            use(file)
    assert file.read_bytes() == content


def test_damage_in_the_middle_is_found_and_left_alone(file: Path) -> None:
    with closing(memory_of(file)) as memory:
        for number in range(200):
            fact = Fact(key=f"k{number}", value="x" * 200)
            memory.record([fact], tool=TOOL, run_id="r", action_id=f"a{number}")
    content = bytearray(file.read_bytes())
    content[8192:16384] = b"\x5a" * 8192
    file.write_bytes(content)
    with pytest.raises(JournalError, match="is damaged"):
        keep(file)
    assert file.read_bytes() == bytes(content)


def test_a_file_of_a_later_version_is_left_alone(file: Path) -> None:
    keep(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 99")
    content = file.read_bytes()
    for use in (count, keep):
        with pytest.raises(JournalError, match="has version 99, and this Goalwright knows up to 1: use a newer"):
            use(file)
    assert file.read_bytes() == content


@pytest.mark.parametrize("version", [0, 1])
def test_the_database_of_something_else_is_left_alone(file: Path, version: int) -> None:
    file.parent.mkdir()
    with closing(sqlite3.connect(file)) as database:
        database.execute("CREATE TABLE recipes (name TEXT)")
        database.execute(f"PRAGMA user_version = {version}")
        database.commit()
    content = file.read_bytes()
    with pytest.raises(JournalError, match="does not hold facts"):
        keep(file)
    assert file.read_bytes() == content


def test_a_folder_in_its_place_is_told_of(file: Path) -> None:
    file.mkdir(parents=True)
    with pytest.raises(JournalError, match="is a folder where facts should be"):
        keep(file)


def test_a_file_in_place_of_its_folder_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(JournalError, match="cannot be used"):
        keep(tmp_path / "home" / "facts.db")


def test_an_empty_file_is_told_of_and_left_alone(file: Path) -> None:
    file.parent.mkdir()
    file.touch()
    with pytest.raises(JournalError, match="is empty"):
        keep(file)
    assert file.read_bytes() == b""


def test_an_older_file_is_brought_up_to_date_and_keeps_its_facts(file: Path) -> None:
    keep(file)
    later = FACTS._replace(
        migrations=(*FACTS.migrations, ("ALTER TABLE facts ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'",))
    )
    with closing(open_file(file, later)) as database:
        assert database.execute("SELECT key, mood FROM facts").fetchall() == [("x", "calm")]
        assert database.execute("PRAGMA user_version").fetchone() == (2,)
    with pytest.raises(JournalError, match="has version 2"):
        count(file)


def test_a_step_that_fails_leaves_the_file_as_it_was(file: Path) -> None:
    keep(file)
    steps = ("ALTER TABLE facts ADD COLUMN mood TEXT", "ALTER TABLE nowhere ADD COLUMN x TEXT")
    broken = FACTS._replace(migrations=(*FACTS.migrations, steps))
    with pytest.raises(JournalError, match="nowhere"):
        open_file(file, broken)
    assert count(file) == 1


def test_a_change_that_was_cut_off_is_rolled_back(file: Path, tmp_path: Path) -> None:
    keep(file)
    unfinished = tmp_path / "unfinished.db"
    with closing(sqlite3.connect(file, isolation_level=None)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    shutil.copy(file, unfinished)
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as database:
        database.execute("PRAGMA cache_size = 1")
        database.execute("BEGIN IMMEDIATE")
        database.execute("CREATE TABLE other (x)")
        database.executemany("INSERT INTO other VALUES (?)", [("x" * 3000,)] * 50)
        shutil.copy(unfinished, file)
        shutil.copy(f"{unfinished}-journal", f"{file}-journal")
        database.execute("ROLLBACK")
    keep(file, "later")
    assert count(file) == 2


def test_many_processes_may_begin_and_write_it_at_once(file: Path) -> None:
    processes = [writer(file, f"run{number}", 25) for number in range(4)]
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("go\n")
        assert process.stdin is not None
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0
    assert count(file) == 100


def test_what_was_written_survives_a_kill(file: Path) -> None:
    process = writer(file, "run", 100_000)
    assert process.stdin is not None
    process.stdin.write("go\n")
    assert process.stdin is not None
    process.stdin.flush()
    assert process.stdout is not None
    seen = [int(process.stdout.readline()) for _ in range(30)]
    process.send_signal(signal.SIGKILL)
    process.communicate(timeout=60)
    assert seen == list(range(30))
    assert count(file) >= 30
    keep(file, "after")


def test_a_file_that_another_process_keeps_locked_is_told_of(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("goalwright.store.facts_memory.BUSY_TIMEOUT_S", 0.05)
    keep(file)
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(JournalError, match="another process keeps it locked"):
            keep(file, "y")
        assert count(file) == 1
        other.execute("ROLLBACK")


def test_a_file_that_may_not_be_written_is_told_of(file: Path) -> None:
    keep(file)
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    for path in (*file.parents[:3], file):
        path.chmod(0o755 if path.is_dir() else 0o444)
    done = subprocess.run(
        [sys.executable, "-c", f"{AS_NOBODY}{WRITER}", str(file), "run", "1"],
        input="go\n",
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        env=ENVIRONMENT,
    )
    assert "JournalError" in done.stderr
    assert "permissions" in done.stderr
    assert count(file) == 1


BEGINNER = f"""
import sys, time
from pathlib import Path
from goalwright.contracts import Fact
from goalwright.store.facts_memory import FactsMemory

print("ready", flush=True)
start = float(sys.stdin.readline())
for number in range(int(sys.argv[2])):
    while time.time() < start + number * 0.02:
        pass
    memory = FactsMemory(Path(sys.argv[1], str(number), "facts.db"), lambda name: name == "{TOOL}")
    memory.record([Fact(key="k", value=1)], tool="{TOOL}", run_id=sys.argv[3], action_id="a")
    memory.close()
"""


def test_processes_that_begin_it_at_the_same_moment_all_find_facts(tmp_path: Path) -> None:
    files, processes = 20, []
    for name in range(4):
        command = [sys.executable, "-c", BEGINNER, str(tmp_path), str(files), f"r{name}"]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
        processes.append(subprocess.Popen(command, text=True, env=ENVIRONMENT, **pipes))  # type: ignore[call-overload]  # pipes
    for process in processes:
        assert process.stdout.readline() == "ready\n"
    start = f"{time.time() + 0.1}\n"
    for process in processes:
        process.stdin.write(start)
        process.stdin.flush()
    assert [process.communicate(timeout=60)[1] for process in processes] == [""] * len(processes)
    assert [count(tmp_path / str(number) / "facts.db") for number in range(files)] == [len(processes)] * files
