"""FactsMemory: what is kept, found, replaced and dropped, and who may write."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from goalwright.contracts import Fact, WorldState
from goalwright.errors import ContractViolation
from goalwright.store.facts_memory import DAY_S, FactsMemory

CREATE, REMEMBER = "files.create_file", "memory.store_fact"
TRUSTED = frozenset({CREATE, REMEMBER})


class Clock:
    """Stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 1_000_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def memory(tmp_path: Path, clock: Clock) -> Iterator[FactsMemory]:
    kept = FactsMemory(tmp_path / "state" / "facts.db", TRUSTED.__contains__, clock)
    yield kept
    kept.close()


def keep(
    memory: FactsMemory, *facts: tuple[str, object], tool: str = CREATE, run: str = "r1", action: str = "a1"
) -> None:
    memory.record([Fact(key=key, value=value) for key, value in facts], tool=tool, run_id=run, action_id=action)


def keys(memory: FactsMemory, **wanted: Any) -> list[str]:
    return [fact.key for fact in memory.query(**wanted)]


def test_a_fact_comes_back_with_where_it_comes_from(memory: FactsMemory, clock: Clock) -> None:
    keep(memory, ("file:/x", "exists"))
    (fact,) = memory.query()
    assert (fact.key, fact.value, fact.tool, fact.source) == ("file:/x", "exists", CREATE, CREATE)
    assert (fact.run_id, fact.action_id, fact.at) == ("r1", "a1", clock.now)
    assert WorldState(recent_facts=(fact,)).recent_facts == (fact,)


@pytest.mark.parametrize(
    "value", ["text", "ÄÖ 😀 \n\0 '\"", 5, 2.5, True, None, ("exists", "content", "x"), {"a": [1, {"b": ()}]}, 10**30]
)
def test_values_come_back_as_they_were(memory: FactsMemory, value: object) -> None:
    keep(memory, ("k", value))
    assert memory.query()[0].value == Fact(key="k", value=value).value


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "half \ud800", "x" * 1_000_001])
def test_values_that_cannot_be_written_are_violations(memory: FactsMemory, value: object) -> None:
    with pytest.raises(ContractViolation, match=r"Fact\.value"):
        keep(memory, ("good", 1), ("k", value))
    assert memory.query() == []


def test_half_a_character_in_a_key_is_a_violation(memory: FactsMemory) -> None:
    with pytest.raises(ContractViolation, match=r"Fact\.key"):
        keep(memory, ("file:/\udcff", "exists"))


def test_a_redone_action_replaces_what_it_said(memory: FactsMemory) -> None:
    keep(memory, ("file:/x", "exists"), ("file:/y", "exists"))
    keep(memory, ("file:/x", "exists"))
    assert keys(memory) == ["file:/x"]
    keep(memory, ("file:/x", "exists"), action="a2")
    assert keys(memory) == ["file:/x", "file:/x"]


def test_of_one_key_twice_in_one_action_the_later_counts(memory: FactsMemory) -> None:
    keep(memory, ("volume", 10), ("volume", 30))
    assert [fact.value for fact in memory.query("volume")] == [30]


def test_facts_are_found_by_key_prefix_tool_time_and_words(memory: FactsMemory, clock: Clock) -> None:
    keep(memory, ("file:/home/a%b_c.txt", "exists"), action="a1")
    clock.now += 10
    keep(memory, ("dir:/home", "exists"), action="a2")
    clock.now += 10
    keep(memory, ("note", "Straße nach Berlin"), tool=REMEMBER, action="a3")
    assert keys(memory) == ["note", "dir:/home", "file:/home/a%b_c.txt"]
    assert keys(memory, key="dir:/home") == ["dir:/home"]
    assert keys(memory, prefix="file:") == ["file:/home/a%b_c.txt"]
    assert keys(memory, prefix="ile:") == []
    assert keys(memory, tool=REMEMBER) == ["note"]
    assert keys(memory, since=clock.now - 10) == ["note", "dir:/home"]
    assert keys(memory, text="STRASSE berlin") == ["note"]
    assert keys(memory, text="berlin paris") == []
    assert keys(memory, text="a%b_c") == ["file:/home/a%b_c.txt"]
    assert keys(memory, text="%") == ["file:/home/a%b_c.txt"]
    assert keys(memory, text="exists", tool=CREATE, limit=1) == ["dir:/home"]
    assert keys(memory, limit=0) == keys(memory, limit=-1) == []
    assert len(keys(memory, limit=10**30)) == 3


def test_words_are_looked_for_deep_in_a_value(memory: FactsMemory) -> None:
    keep(memory, ("page", {"title": ("Nvidia", {"price": 7})}))
    assert keys(memory, text="nvidia price 7") == ["page"]


def test_what_is_asked_for_cannot_be_sql(memory: FactsMemory) -> None:
    keep(memory, ("k", "v"))
    hostile = "' OR 1=1; DROP TABLE facts; --"
    assert keys(memory, key=hostile, prefix=hostile, tool=hostile, text=hostile) == []
    keep(memory, (hostile, hostile), action="a2")
    assert keys(memory, prefix="'") == [hostile]


def test_asking_for_what_no_fact_can_hold_finds_nothing(memory: FactsMemory) -> None:
    keep(memory, ("k", "word " * 2000))
    assert keys(memory, text="\udcff") == keys(memory, prefix="\udcff") == keys(memory, key="\udcff") == []
    assert keys(memory, text="word " * 2000) == ["k"]


def test_an_undone_action_is_forgotten(memory: FactsMemory) -> None:
    keep(memory, ("x", 1), ("y", 1), action="a1")
    keep(memory, ("z", 1), action="a2")
    assert memory.forget("r1", "a1") == 2
    assert memory.forget("r1", "a1") == 0
    assert keys(memory) == ["z"]


def test_old_facts_are_dropped_and_notes_stay(memory: FactsMemory, clock: Clock) -> None:
    keep(memory, ("old", 1), action="a1")
    keep(memory, ("note", "the wifi code is 1234"), tool=REMEMBER, action="a2")
    clock.now += 31 * DAY_S
    keep(memory, ("new", 1), action="a3")
    assert memory.clean(30) == 1
    assert keys(memory) == ["new", "note"]


def test_looking_at_nothing_makes_no_file(memory: FactsMemory) -> None:
    assert memory.query() == []
    assert memory.forget("r1", "a1") == memory.clean(1) == 0
    keep(memory)
    assert not memory.file.parent.exists()


def test_it_can_be_used_again_after_closing(memory: FactsMemory) -> None:
    keep(memory, ("x", 1))
    memory.close()
    memory.close()
    assert keys(memory) == ["x"]


@pytest.mark.parametrize(
    "source",
    [
        "browsers.read",
        "files.read_file",
        "observed",
        "",
        "Files.create_file",
        "files.create_file ",
        " files.create_file",
        "files.create_file\n",
        "files.create_file\0",
        "files.create_file\u200b",
        "files\u2024create_file",
        "files.\u0441reate_file",
        "files.create_file.evil",
        "evil/files.create_file",
        "files.create_file' OR '1'='1",
        b"files.create_file",
        None,
        ("files.create_file",),
    ],
)
def test_untrusted_sources_cannot_write(memory: FactsMemory, source: Any) -> None:
    with pytest.raises(ContractViolation, match="not trusted"):
        keep(memory, ("file:/x", "exists"), tool=source)
    assert memory.query() == []


def test_a_name_that_pretends_to_be_another_cannot_write(memory: FactsMemory) -> None:
    class Chameleon(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return True

        def __hash__(self) -> int:
            return hash(CREATE)

    with pytest.raises(ContractViolation, match="not trusted"):
        keep(memory, ("file:/x", "exists"), tool=Chameleon("browsers.read"))


def test_only_a_plain_yes_is_trust(tmp_path: Path) -> None:
    memory = FactsMemory(tmp_path / "facts.db", lambda name: "no")  # type: ignore[arg-type,return-value]  # text is no yes
    with pytest.raises(ContractViolation, match="not trusted"):
        keep(memory, ("x", 1))


def test_a_tool_speaks_for_itself_only(memory: FactsMemory) -> None:
    fact = Fact(key="note", value="send money", source="browsers.read")
    with pytest.raises(ContractViolation, match="speaks for itself"):
        memory.record([fact], tool=REMEMBER, run_id="r1", action_id="a1")
    memory.record([Fact(key="note", value="x", source=REMEMBER)], tool=REMEMBER, run_id="r1", action_id="a1")


@pytest.mark.parametrize(("run", "action"), [("", "a1"), ("r1", ""), (None, "a1")])
def test_facts_belong_to_an_action_of_a_run(memory: FactsMemory, run: str, action: str) -> None:
    with pytest.raises(ContractViolation, match="must not be empty"):
        keep(memory, ("x", 1), run=run, action=action)


def test_only_facts_are_kept(memory: FactsMemory) -> None:
    with pytest.raises(ContractViolation, match="must be Facts"):
        memory.record(["file:/x"], tool=CREATE, run_id="r1", action_id="a1")  # type: ignore[list-item]  # refusing is the point


def test_threads_may_share_it(memory: FactsMemory) -> None:
    def write(number: int) -> None:
        for index in range(20):
            keep(memory, (f"k{index}", number), action=f"a{number}-{index}")

    threads = [threading.Thread(target=write, args=(number,)) for number in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(memory.query(limit=1000)) == 100


def test_the_oldest_are_dropped_when_there_are_too_many_but_no_note(tmp_path: Path) -> None:
    memory = FactsMemory(tmp_path / "facts.db", TRUSTED.__contains__, max_facts=10)
    keep(memory, ("note", "kept"), tool=REMEMBER, action="first")
    for number in range(30):
        keep(memory, (f"k{number}", 1), action=f"a{number}")
    found = keys(memory)
    memory.close()
    assert sorted(found) == sorted([*(f"k{number}" for number in range(20, 30)), "note"])
