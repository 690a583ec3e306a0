"""The same sentence costs one call ever."""

from __future__ import annotations

import logging
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from goalwright.errors import NotUnderstood
from goalwright.interpret.llm import LlmExtractor, ModelSettings
from goalwright.rules import RuleBook
from goalwright.store.model_answers import SqliteCache
from interpret.llm.conftest import Ask
from interpret.llm.scripted_endpoint import ScriptedEndpoint, goals

KEY = "sk-never-to-be-stored-4711"
READ = goals({"verb": "file.read", "params": {"path": "notes.txt"}})
TEXT = "let me see notes.txt"


@pytest.fixture
def cache(tmp_path: Path) -> SqliteCache:
    return SqliteCache(tmp_path / "state")


def test_a_second_time_nobody_is_asked(asking: Ask, cache: SqliteCache, endpoint: ScriptedEndpoint) -> None:
    first = asking(READ, cache=cache).extract(TEXT)
    again = asking(READ, cache=cache)
    assert again.extract(TEXT) == first
    assert (again.calls, len(endpoint.requests)) == (0, 1)


def test_another_sentence_model_address_or_rule_book_is_asked_for_itself(
    asking: Ask, cache: SqliteCache, endpoint: ScriptedEndpoint, rules: RuleBook
) -> None:
    asking(READ, cache=cache).extract(TEXT)
    asking(READ, cache=cache).extract(f"{TEXT} now")
    asking(READ, cache=cache, name="other").extract(TEXT)
    asking(READ, cache=cache, base_url=f"{endpoint.url}/").extract(TEXT)
    fewer = RuleBook([rule for rule in rules.values() if rule.name != "audio.mute"], rules.words)
    LlmExtractor(fewer, ModelSettings(name="scripted", base_url=endpoint.url), cache).extract(TEXT)
    assert len(endpoint.requests) == 5


def test_a_refusal_is_not_kept(asking: Ask, cache: SqliteCache) -> None:
    asked = asking(goals({"verb": "file.read", "params": {"path": "x"}}), goals(), READ, cache=cache, retries=0)
    for _ in range(2):
        with pytest.raises(NotUnderstood):
            asked.extract(TEXT)
    asked.extract(TEXT)
    assert asked.calls == 3


def test_what_was_tampered_with_is_asked_for_again(asking: Ask, cache: SqliteCache) -> None:
    asked = asking(READ, cache=cache)
    for forged in ("nonsense", "{}", '{"goals": [{"verb": "file.read", "params": {"path": "/etc/passwd"}}]}'):
        asked.extract(TEXT)
        with sqlite3.connect(cache.path) as database:
            database.execute("UPDATE answers SET answer = ?", (forged,))
        database.close()
        assert asked.extract(TEXT).goals[0].params == {"path": "notes.txt"}
    assert asked.calls == 4


def test_the_key_and_the_sentence_of_a_past_call_are_in_no_file(asking: Ask, cache: SqliteCache) -> None:
    asking(READ, cache=cache, key=KEY).extract(TEXT)
    kept = b"".join(path.read_bytes() for path in cache.path.parent.iterdir())
    assert b"notes.txt" in kept
    assert KEY.encode() not in kept
    assert TEXT.encode() not in kept


def test_only_the_owner_can_read_it(cache: SqliteCache) -> None:
    cache.put("k", "a")
    assert stat.S_IMODE(cache.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(cache.path.parent.stat().st_mode) == 0o700
    cache.path.chmod(0o644)
    assert cache.get("k") == "a"
    assert stat.S_IMODE(cache.path.stat().st_mode) == 0o600


@pytest.mark.parametrize(
    "damage", [b"not a database at all, but long enough to be one" * 100, b"SQLite format 3\x00" + b"\xff" * 8000]
)
def test_a_damaged_file_counts_as_empty_and_is_started_anew(
    cache: SqliteCache, caplog: pytest.LogCaptureFixture, damage: bytes
) -> None:
    cache.put("k", "a")
    cache.path.write_bytes(damage)
    with caplog.at_level(logging.WARNING):
        assert cache.get("k") is None
    assert "cannot be used" in caplog.text
    cache.put("k", "b")
    assert cache.get("k") == "b"


def test_a_file_with_another_table_or_no_place_is_not_known(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    cache = SqliteCache(tmp_path)
    with sqlite3.connect(cache.path) as database:
        database.execute("CREATE TABLE answers (other TEXT)")
    database.close()
    cache.put("k", "a")
    assert cache.get("k") is None
    in_the_way = tmp_path / "file"
    in_the_way.touch()
    blocked = SqliteCache(in_the_way / "below")
    blocked.put("k", "a")
    assert blocked.get("k") is None
    assert "cannot be used" in caplog.text


def test_the_oldest_answers_are_forgotten(tmp_path: Path) -> None:
    cache = SqliteCache(tmp_path, max_answers=3)
    for number in range(10):
        cache.put(str(number), "a")
    cache.put("large", "a" * 100_000)
    assert [key for key in map(str, range(10)) if cache.get(key)] == ["7", "8", "9"]
    assert cache.get("large") is None


WRITE = """
import sys
from pathlib import Path
from goalwright.store.model_answers import SqliteCache
cache = SqliteCache(Path(sys.argv[1]))
for number in range(60):
    cache.put(f"{sys.argv[2]}{number}", "answer")
    assert cache.get(f"{sys.argv[2]}{number}") == "answer"
"""


def test_processes_may_share_it(tmp_path: Path) -> None:
    writers = [subprocess.Popen([sys.executable, "-c", WRITE, str(tmp_path), name]) for name in "ab"]
    assert [writer.wait(timeout=60) for writer in writers] == [0, 0]
    cache = SqliteCache(tmp_path)
    assert all(cache.get(f"{name}{number}") == "answer" for name in "ab" for number in range(60))
