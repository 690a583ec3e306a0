"""A model that cannot be asked: one line that says what, and what to do."""

from __future__ import annotations

import gzip
import json
import logging
import socket
import time

import pytest

from goalwright.errors import NOT_UNDERSTOOD, ModelUnavailable
from goalwright.interpret.llm import LlmExtractor, ModelSettings
from goalwright.rules import RuleBook
from interpret.llm.conftest import Ask
from interpret.llm.scripted_endpoint import (
    Reply,
    ScriptedEndpoint,
    breaks_off,
    drips,
    drops,
    fails,
    floods,
    goals,
    sends,
)

KEY = "sk-never-to-be-seen-4711"
ECHO = sends(json.dumps({"error": {"message": f"Incorrect API key provided: {KEY}"}}).encode(), 401)

NOTHING = b'{"id": "x", "object": "chat.completion", "created": 1, "model": "m", "choices": []}'

FAILURES = [
    ("401", ECHO, "refused the key: check GOALWRIGHT_MODEL_KEY", 1),
    ("403", fails(403), "refused the key", 1),
    ("404", fails(404), "is not known there: check the model's name and base_url", 1),
    ("429", fails(429), "is over its rate limit: wait a minute", 1),
    ("402", fails(402), "is over its quota: top up", 1),
    ("429 quota", fails(429, code="insufficient_quota"), "is over its quota: top up", 1),
    ("400", fails(400), "rejected the request: check that it can answer by a JSON schema", 1),
    ("500", fails(500), "failed with an error of its own", 2),
    ("503", fails(503), "is overloaded or down: wait a minute", 2),
    ("drops", drops, "dropped the connection: check that it is still running", 2),
    ("breaks off", breaks_off, "dropped the connection", 2),
    ("floods", floods(64 * 2**20), "sent more than 1,024 KiB", 1),
    ("packed", sends(gzip.compress(b" " * 2**20), content_encoding="gzip"), "a compressed reply", 1),
    ("a web page", sends(b"<html>hi</html>", content_type="text/html"), "answered with something other than goals", 1),
    ("no JSON", sends(b"{{{"), "answered with something other than goals", 1),
    ("no completion", sends(b'{"hello": "world"}'), "answered with something other than goals", 1),
    ("no choices", sends(NOTHING), "answered with something other than goals", 1),
]  # fmt: skip


@pytest.mark.parametrize(("reply", "line", "calls"), [row[1:] for row in FAILURES], ids=[row[0] for row in FAILURES])
def test_every_failure_is_one_line_without_the_key(
    asking: Ask, caplog: pytest.LogCaptureFixture, reply: Reply, line: str, calls: int
) -> None:
    caplog.set_level(logging.DEBUG)
    asked = asking(reply, key=KEY)
    with pytest.raises(ModelUnavailable) as failure:
        asked.extract("hush now")
    assert line in str(failure.value)
    assert str(failure.value).startswith("the model scripted at http://127.0.0.1:")
    assert "\n" not in str(failure.value)
    assert failure.value.exit_code == NOT_UNDERSTOOD
    assert asked.calls == calls
    assert KEY not in str(failure.value) + repr(failure.value) + caplog.text


def test_a_slow_answer_ends_when_the_time_is_up(asking: Ask) -> None:
    asked = asking(drips(30), timeout_s=2)
    began = time.monotonic()
    with pytest.raises(ModelUnavailable, match="did not answer in time: check that it is running, or raise timeout_s"):
        asked.extract("hush now")
    assert time.monotonic() - began < 20
    assert asked.calls == 1


def test_nobody_at_the_address_is_said_so(rules: RuleBook) -> None:
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    asked = LlmExtractor(rules, ModelSettings(name="m", base_url=f"http://127.0.0.1:{port}/v1"))
    with pytest.raises(ModelUnavailable, match="cannot be reached: check that it is running, and base_url"):
        asked.extract("hush now")
    assert asked.calls == 2


def test_the_key_goes_to_the_address_and_nowhere_else(
    asking: Ask, endpoint: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-for-openai-alone")
    mute = goals({"verb": "audio.mute"})
    asking(mute, key=KEY).extract("hush now")
    asking(mute).extract("hush now")
    assert [headers["authorization"] for headers in endpoint.headers] == [f"Bearer {KEY}", "Bearer none"]
    assert KEY not in json.dumps(endpoint.requests)


def test_a_provider_that_nobody_knows_is_refused(rules: RuleBook) -> None:
    with pytest.raises(ModelUnavailable, match="pydantic-ai knows no provider acme"):
        LlmExtractor(rules, ModelSettings(name="acme:large")).extract("hush now")


def test_a_provider_without_its_package_says_what_to_install(rules: RuleBook) -> None:
    with pytest.raises(ModelUnavailable, match=r'pip install "pydantic-ai-slim\[cohere\]"'):
        LlmExtractor(rules, ModelSettings(name="cohere:command-r")).extract("hush now")
