"""Where the key of a hosted model comes from."""

from __future__ import annotations

from collections.abc import Iterator

import keyring
import pytest
from keyring.backend import KeyringBackend
from keyring.errors import KeyringLocked
from pydantic_ai.models.openai import OpenAIChatModel

from goalwright.errors import ModelUnavailable
from goalwright.interpret.llm import LlmExtractor, ModelSettings
from goalwright.interpret.llm.endpoint import keyring_key, open_model
from goalwright.interpret.llm.replies import bounded_client
from goalwright.rules import RuleBook
from interpret.llm.scripted_endpoint import ScriptedEndpoint, goals


class MemoryKeyring(KeyringBackend):
    priority = 1

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # keyring leaves it untyped
        self.held: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.held.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.held[service, username] = password

    def delete_password(self, service: str, username: str) -> None:
        del self.held[service, username]


class LockedKeyring(MemoryKeyring):
    def get_password(self, service: str, username: str) -> str | None:
        raise KeyringLocked


@pytest.fixture
def ring() -> Iterator[MemoryKeyring]:
    before = keyring.get_keyring()
    memory = MemoryKeyring()
    keyring.set_keyring(memory)
    yield memory
    keyring.set_keyring(before)


@pytest.fixture
def hosted(endpoint: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch) -> ScriptedEndpoint:
    """Stands for the provider's own address."""
    monkeypatch.setenv("OPENAI_BASE_URL", endpoint.url)
    endpoint.script = [goals({"verb": "audio.mute"})]
    return endpoint


def ask(rules: RuleBook, key: str = "") -> None:
    LlmExtractor(rules, ModelSettings(name="openai-chat:gpt-4o", key=key)).extract("hush now")


def test_ours_comes_first_then_the_providers_own(
    rules: RuleBook, ring: MemoryKeyring, hosted: ScriptedEndpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    ring.set_password("goalwright", "openai-chat", "from-keyring")
    monkeypatch.setenv("OPENAI_API_KEY", "from-provider")
    ask(rules, key="ours")
    ask(rules)
    assert [headers["authorization"] for headers in hosted.headers] == ["Bearer ours", "Bearer from-provider"]
    assert hosted.requests[0]["response_format"]["json_schema"]["schema"]["additionalProperties"] is False


def test_without_a_key_anywhere_it_is_said_where_to_put_one(rules: RuleBook, ring: MemoryKeyring) -> None:
    with pytest.raises(ModelUnavailable, match="set GOALWRIGHT_MODEL_KEY, or run `keyring set goalwright openai-chat`"):
        ask(rules)


def test_the_keyring_holds_a_key_for_a_provider(ring: MemoryKeyring) -> None:
    ring.set_password("goalwright", "openai-chat", "from-keyring")
    model = open_model(ModelSettings(name="openai-chat:gpt-4o"), bounded_client(1))
    assert isinstance(model, OpenAIChatModel)
    assert model.client.api_key == "from-keyring"


def test_the_keyring_holds_a_key_for_an_address(
    rules: RuleBook, ring: MemoryKeyring, endpoint: ScriptedEndpoint
) -> None:
    settings = ModelSettings(name="m", base_url=endpoint.url)
    ring.set_password("goalwright", settings.account, " from-keyring\n")
    endpoint.script = [goals({"verb": "audio.mute"})]
    LlmExtractor(rules, settings).extract("hush now")
    assert endpoint.headers[0]["authorization"] == "Bearer from-keyring"


def test_a_keyring_that_cannot_be_read_holds_nothing(ring: MemoryKeyring) -> None:
    keyring.set_keyring(LockedKeyring())
    assert keyring_key("openai") == ""
