"""A real small model over HTTP: it is far too weak to be right, so what is shown is what holds whatever it says."""

from __future__ import annotations

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from pydantic_core import from_json

from campaigns import IS_WHOLE, spread
from goalwright.contracts import Goal
from goalwright.errors import ModelUnavailable, NotUnderstood
from goalwright.interpret.llm import LlmExtractor, ModelSettings
from goalwright.interpret.llm.answer import answer_type
from goalwright.interpret.llm.said import SaidText
from goalwright.rules import RuleBook, builtin_rules
from interpret.llm.local_model import LocalModel
from interpret.llm.relay import Relay

VERBS = frozenset({"create", "delete", "move", "copy"})
TOKENS = 60
TICKS_AT_WORK = 20
"""More than it takes to hear a call, and a small part of what it takes to answer one."""


@pytest.fixture(scope="module")
def rules() -> RuleBook:
    """All rows in a campaign; else a few about files: reading the instructions is most of the model's work."""
    book = builtin_rules()
    few = [row for row in book.values() if row.domain == "file" and row.verb in VERBS]
    return book if IS_WHOLE else RuleBook(few, book.words)


@pytest.fixture
def relay(local_model: LocalModel) -> Iterator[Relay]:
    with Relay(local_model.url) as running:
        yield running


def extractor(url: str, rules: RuleBook, retries: int = 0, tokens: int = TOKENS) -> LlmExtractor:
    settings = ModelSettings(name="smollm2", base_url=url, timeout_s=600, retries=retries, max_output_tokens=tokens)
    return LlmExtractor(rules, settings)


@pytest.mark.parametrize(
    "text", spread(["fetch me github.com, would you", "let there be a file called report.txt"], every=2)
)
def test_answers_keep_to_the_schema_and_values_to_the_sentence(relay: Relay, rules: RuleBook, text: str) -> None:
    asked = extractor(relay.url, rules)
    try:
        accepted = asked.extract(text).goals
    except NotUnderstood:
        accepted = ()
    said = SaidText(text)
    for goal in accepted:
        assert all(said.span(str(value)) or value in ("file", "folder") for value in goal.params.values())
    (reply,) = relay.replies
    assert asked.calls == 1
    (choice,) = reply["choices"]
    answered = choice["message"]["content"]
    if choice["finish_reason"] == "stop":
        answer_type(rules).model_validate_json(answered)
    partial = from_json(answered, allow_partial="trailing-strings")
    assert partial.keys() <= {"goals"}
    names = {rule.name for rule in rules.values()}
    assert all(goal["verb"] in names for goal in partial["goals"] if "params" in goal)


def test_a_fabricated_path_is_refused_and_the_retries_are_counted(relay: Relay, rules: RuleBook) -> None:
    relay.forced = {"goals": [{"verb": "file.delete", "params": [{"name": "path", "value": "/etc"}], "scope": "root"}]}
    asked = extractor(relay.url, rules, retries=1)
    with pytest.raises(NotUnderstood, match="'/etc' is not in the sentence") as refusal:
        asked.extract("please delete that thing in my way")
    assert not isinstance(refusal.value, ModelUnavailable)
    assert asked.calls == len(relay.requests) == 2


def test_an_answer_in_the_users_words_is_taken(relay: Relay, rules: RuleBook) -> None:
    relay.forced = {
        "goals": [{"verb": "file.delete", "params": [{"name": "path", "value": "old.txt"}], "scope": "root"}]
    }
    extraction = extractor(relay.url, rules).extract("kindly delete that old.txt of mine")
    assert extraction.goals == (Goal(domain="file", verb="delete", params={"path": "old.txt"}, goal_id="g0"),)
    assert len(relay.requests) == 1


def used_ticks(pid: int) -> int:
    """The CPU time that a process has used."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    return int(user) + int(system)


def test_a_server_killed_in_the_middle_of_a_call_is_said_so(rules: RuleBook) -> None:
    with LocalModel() as doomed:
        asked = extractor(doomed.url, rules, tokens=500)
        raised: list[BaseException] = []

        def ask() -> None:
            try:
                asked.extract("fetch me github.com, would you")
            except NotUnderstood as error:
                raised.append(error)

        thread = threading.Thread(target=ask)
        idle = used_ticks(doomed.process.pid)
        thread.start()
        while used_ticks(doomed.process.pid) < idle + TICKS_AT_WORK:
            assert thread.is_alive(), "it was answered before the server could be killed"
            time.sleep(0.01)
        os.kill(doomed.process.pid, signal.SIGKILL)
        thread.join()
    (error,) = raised
    assert isinstance(error, ModelUnavailable)
    assert "dropped the connection: check that it is still running" in str(error)
    assert "\n" not in str(error)


def test_nothing_is_left_of_a_model_that_was_started() -> None:
    with LocalModel() as model:
        pass
    assert model.process.returncode is not None
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", urlsplit(model.url).port)) != 0
