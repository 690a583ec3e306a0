"""What the tests of the model's extractor share: the rule book, a scripted endpoint, a real small model."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from goalwright.interpret.llm import InterpretationCache, LlmExtractor, ModelSettings
from goalwright.rules import RuleBook, builtin_rules
from interpret.llm.local_model import LocalModel
from interpret.llm.scripted_endpoint import Reply, ScriptedEndpoint

Ask = Callable[..., LlmExtractor]


@pytest.fixture(scope="session")
def rules() -> RuleBook:
    return builtin_rules()


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (
        "OPENAI_API_KEY",
        "OPENAI_BASE_URL",
        "GOALWRIGHT_MODEL",
        "GOALWRIGHT_MODEL_KEY",
        "GOALWRIGHT_MODEL_URL",
    ):
        monkeypatch.delenv(name, raising=False)
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


@pytest.fixture
def endpoint() -> Iterator[ScriptedEndpoint]:
    with ScriptedEndpoint() as running:
        yield running


@pytest.fixture
def asking(endpoint: ScriptedEndpoint, rules: RuleBook) -> Ask:
    """Makes an extractor whose model gives these replies."""

    def make(*script: Reply, cache: InterpretationCache | None = None, **settings: Any) -> LlmExtractor:
        endpoint.script = list(script)
        chosen: dict[str, Any] = {"name": "scripted", "base_url": endpoint.url, "timeout_s": 10, **settings}
        return LlmExtractor(rules, ModelSettings(**chosen), cache)

    return make


@pytest.fixture(scope="session")
def local_model() -> Iterator[LocalModel]:
    with LocalModel() as running:
        yield running
