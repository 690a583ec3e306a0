"""The memory tools: a note is recorded by the executor alone, and found again by its words."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from goalwright.contracts import Fact, Tool, ToolCall
from goalwright.disk.allowed_roots import AllowedRoots
from goalwright.errors import ToolFailure
from goalwright.store.facts_memory import NOTE as KEPT_KEY
from goalwright.store.facts_memory import FactsMemory
from goalwright.tools import Services
from goalwright.tools.memory import MAX_NOTE, NOTE, make_tools

STORE, RECALL = "memory.store_fact", "memory.get_recent_facts"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[FactsMemory]:
    kept = FactsMemory(tmp_path / "facts.db", {STORE, "files.create_file"}.__contains__)
    yield kept
    kept.close()


@pytest.fixture
def tools(memory: FactsMemory, tmp_path: Path) -> dict[str, Tool]:
    return dict(make_tools(Services(roots=AllowedRoots([tmp_path]), facts=memory.reader)))


def call(tool: str, **args: str) -> ToolCall:
    return ToolCall(tool=tool, action_id="g0_remember_1", args=args, run_id="run1")


def remember(memory: FactsMemory, tools: dict[str, Tool], what: str, action_id: str) -> None:
    """What the executor does: run, verify, record."""
    asked = call(STORE, what=what)
    assert asyncio.run(tools[STORE].run(asked, {})).output["text"] == f"Remembered: {what}"
    assert asyncio.run(tools[STORE].verify(asked, {})) == "yes"
    memory.record(tools[STORE].facts(asked), tool=STORE, run_id="run1", action_id=action_id)


def recalled(tools: dict[str, Tool], what: str = "") -> str:
    asked = call(RECALL, what=what) if what else call(RECALL)
    return str(asyncio.run(tools[RECALL].run(asked, {})).output["text"])


def test_running_the_tool_by_itself_keeps_nothing(memory: FactsMemory, tools: dict[str, Tool]) -> None:
    asyncio.run(tools[STORE].run(call(STORE, what="the wifi code is 1234"), {}))
    assert memory.query() == []
    assert not memory.file.exists()


def test_a_note_is_found_by_its_words_in_any_case(memory: FactsMemory, tools: dict[str, Tool]) -> None:
    remember(memory, tools, "the Wifi code is 1234", "a1")
    remember(memory, tools, "Anna's birthday is in May", "a2")
    assert recalled(tools, "WIFI code") == "the Wifi code is 1234"
    assert recalled(tools) == "Anna's birthday is in May\nthe Wifi code is 1234"


def test_where_no_note_has_every_word_those_with_any_of_them_are_told(
    memory: FactsMemory, tools: dict[str, Tool]
) -> None:
    remember(memory, tools, "the dentist is on friday", "a1")
    remember(memory, tools, "the keys are in the drawer", "a2")
    assert recalled(tools, "my dentist appointment") == "the dentist is on friday"


@pytest.mark.parametrize(
    ("what", "told"), [("", "Nothing is remembered."), ("cats", "Nothing is remembered about cats.")]
)
def test_knowing_nothing_is_said_in_words(tools: dict[str, Tool], what: str, told: str) -> None:
    assert recalled(tools, what) == told


def test_nothing_is_remembered_where_there_is_no_memory(tmp_path: Path) -> None:
    tools = dict(make_tools(Services(roots=AllowedRoots([tmp_path]))))
    assert recalled(tools) == "Nothing is remembered."


def test_notes_come_before_what_was_done(memory: FactsMemory, tools: dict[str, Tool]) -> None:
    remember(memory, tools, "buy milk", "a1")
    made = Fact(key="file:/tmp/milk.txt", value="exists", at=4_000_000_000.0)
    memory.record([made], tool="files.create_file", run_id="run1", action_id="a2")
    output = asyncio.run(tools[RECALL].run(call(RECALL, what="milk"), {})).output
    assert [fact["key"] for fact in output["facts"]] == [NOTE, "file:/tmp/milk.txt"]
    assert [fact["source"] for fact in output["facts"]] == [STORE, "files.create_file"]
    assert output["text"].splitlines()[1].startswith("file /tmp/milk.txt: exists (2096-")


def test_a_note_is_taken_back_with_its_action(memory: FactsMemory, tools: dict[str, Tool]) -> None:
    asked = call(STORE, what="buy milk")
    remember(memory, tools, "buy milk", asked.action_id)
    inverse = asyncio.run(tools[STORE].inverse(asked, {}))
    assert inverse == {"forget": True}
    asyncio.run(tools[STORE].undo(asked, {}, inverse))
    assert memory.forget(asked.run_id, asked.action_id) == 1
    assert recalled(tools) == "Nothing is remembered."


@pytest.mark.parametrize(("what", "told"), [("  ", "nothing to remember"), ("x" * (MAX_NOTE + 1), "too many")])
def test_notes_that_cannot_be_kept_are_failures(tools: dict[str, Tool], what: str, told: str) -> None:
    with pytest.raises(ToolFailure, match=told):
        asyncio.run(tools[STORE].run(call(STORE, what=what), {}))


def test_tools_can_look_but_not_write(memory: FactsMemory) -> None:
    reader = memory.reader
    assert not hasattr(reader, "record")
    assert not hasattr(reader, "forget")
    with pytest.raises(AttributeError):
        reader.record = memory.record  # type: ignore[attr-defined]  # refusing is the point


def test_the_memory_and_its_tools_mean_the_same_by_a_note() -> None:
    assert NOTE == KEPT_KEY
