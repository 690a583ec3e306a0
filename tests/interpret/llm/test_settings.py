"""Settings come from config.toml and the environment; keys never from a file."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from goalwright.app.configured_model import configured_extractor
from goalwright.errors import SettingsError
from goalwright.interpret.llm import ModelSettings, load_settings
from goalwright.rules import RuleBook

CONFIG = tomllib.loads('[model]\nname = "openai:gpt-4o"\ntimeout_s = 12.5\nretries = 2\n')


def test_the_table_gives_the_settings() -> None:
    assert load_settings(CONFIG, {}) == ModelSettings(name="openai:gpt-4o", timeout_s=12.5, retries=2)


def test_the_environment_comes_first() -> None:
    environ = {
        "GOALWRIGHT_MODEL": "qwen",
        "GOALWRIGHT_MODEL_URL": "http://localhost:8080/v1",
        "GOALWRIGHT_MODEL_KEY": "k\n",
    }
    settings = load_settings(CONFIG, environ)
    assert settings == ModelSettings(name="qwen", base_url="http://localhost:8080/v1", timeout_s=12.5, retries=2)
    assert settings is not None
    assert settings.key == "k"


@pytest.mark.parametrize("config", [{}, {"model": {}}, {"model": {"retries": 2}}])
def test_no_name_means_no_model(config: dict[str, Any], rules: RuleBook, tmp_path: Path) -> None:
    assert load_settings(config, {"GOALWRIGHT_MODEL": ""}) is None
    assert configured_extractor(rules, config, {}, tmp_path) is None
    assert list(tmp_path.iterdir()) == []


def test_an_address_alone_is_enough(rules: RuleBook, tmp_path: Path) -> None:
    config = {"model": {"base_url": "http://localhost:8080/v1"}}
    assert load_settings(config, {}) == ModelSettings(name="default", base_url="http://localhost:8080/v1")
    extractor = configured_extractor(rules, config, {}, tmp_path)
    assert extractor is not None
    assert extractor.name == "llm"


@pytest.mark.parametrize("name", ["key", "api_key", "token", "secret", "OPENAI_API_KEY", "password"])
def test_a_key_in_the_file_is_refused_without_showing_it(name: str) -> None:
    with pytest.raises(SettingsError, match="put it in GOALWRIGHT_MODEL_KEY or in the system keyring") as refusal:
        load_settings({"model": {"name": "openai:gpt-4o", name: "sk-secret"}}, {})
    assert "sk-secret" not in str(refusal.value)


WRONG = [
    ({"name": "gpt-4o"}, "name"),
    ({"name": ""}, "name"),
    ({"name": 4}, "name"),
    ({"name": "m", "base_url": "localhost:8080"}, "base_url"),
    ({"name": "m", "base_url": "ftp://localhost"}, "base_url"),
    ({"name": "m", "base_url": "http://me:secret@localhost/v1"}, "base_url"),
    ({"name": "m", "base_url": "http://localhost/v1?key=secret"}, "base_url"),
    ({"name": "m", "base_url": "http://localhost:99999/v1"}, "base_url"),
    ({"name": "a:b", "timeout_s": 0}, "timeout_s"),
    ({"name": "a:b", "timeout_s": True}, "timeout_s"),
    ({"name": "a:b", "timeout_s": "fast"}, "timeout_s"),
    ({"name": "a:b", "retries": 6}, "retries"),
    ({"name": "a:b", "retries": 1.5}, "retries"),
    ({"name": "a:b", "max_output_tokens": 1}, "max_output_tokens"),
    ({"name": "a:b", "temprature": 1}, "temprature"),
]


@pytest.mark.parametrize(("table", "field"), WRONG)
def test_a_wrong_setting_is_named(table: dict[str, Any], field: str) -> None:
    with pytest.raises(SettingsError, match=field) as refusal:
        load_settings({"model": table}, {})
    assert "secret" not in str(refusal.value)


def test_a_table_that_is_none_is_refused() -> None:
    with pytest.raises(SettingsError, match="must be a table"):
        load_settings({"model": "gpt"}, {})


def test_a_key_with_a_line_end_inside_is_refused_unseen() -> None:
    with pytest.raises(SettingsError, match="copy it again") as refusal:
        load_settings(CONFIG, {"GOALWRIGHT_MODEL_KEY": "sk-a\nsk-b"})
    assert "sk-a" not in str(refusal.value)


def test_the_account_is_whom_the_key_is_for() -> None:
    settings = ModelSettings(name="openai:gpt-4o")
    assert settings.account == "openai"
    assert replace(settings, base_url="https://Models.Example:8443/v1").account == "models.example:8443"
