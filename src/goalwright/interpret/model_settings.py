"""Which model to ask, where, and within what bounds."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from goalwright.contracts.shown import shown
from goalwright.dataclass import dataclass, field
from goalwright.errors import SettingsError

NAME_VARIABLE = "GOALWRIGHT_MODEL"
URL_VARIABLE = "GOALWRIGHT_MODEL_URL"
KEY_VARIABLE = "GOALWRIGHT_MODEL_KEY"

_FIELDS = ("name", "base_url", "timeout_s", "retries", "max_output_tokens")
_SECRETS = r"(?i)key|token|secret|password|credential"
_TABLE = "config.toml [model]"


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelSettings:
    """A model by name (`openai:gpt-4o`), or by the name it has at an OpenAI-compatible address, `base_url`.

    `timeout_s` is for one sentence, retries included. The key is in no repr, comparison or message.
    """

    name: str
    base_url: str | None = None
    timeout_s: float = 30.0
    retries: int = 1
    max_output_tokens: int = 1_024
    key: str = field(default="", repr=False, compare=False)

    def __post_init__(self) -> None:
        _require(isinstance(self.name, str) and self.name.strip().isprintable() and self.name.strip(), "name", _NAME)
        _require(self.base_url is not None or re.fullmatch(r"[^\s:]+:\S+", self.name), "name", _NAME)
        _require(self.base_url is None or _is_address(self.base_url), "base_url", _ADDRESS)
        _require_within("timeout_s", self.timeout_s, (int, float), 0.1, 600)
        _require_within("retries", self.retries, (int,), 0, 5)
        _require_within("max_output_tokens", self.max_output_tokens, (int,), 16, 32_768)
        _require(self.key.isascii() and (self.key.isprintable() or not self.key), "key", _KEY)

    @property
    def account(self) -> str:
        """What the key is for: the provider, or the host and port of the address."""
        return self.name.partition(":")[0] if self.base_url is None else urlsplit(self.base_url).netloc.lower()

    @property
    def label(self) -> str:
        return self.name if self.base_url is None else f"{self.name} at {self.base_url}"


def load_settings(config: Mapping[str, Any], environ: Mapping[str, str]) -> ModelSettings | None:
    """The settings of config.toml's `[model]` table, the environment's before them; None if no model is named."""
    table = config.get("model", {})
    if not isinstance(table, Mapping):
        raise SettingsError(_TABLE, "model", f"must be a table, not {shown(table)}: write [model] as a header")
    for name in table:
        _require_setting(str(name))
    given = {"name": environ.get(NAME_VARIABLE), "base_url": environ.get(URL_VARIABLE)}
    settings = {**table, **{name: value for name, value in given.items() if value}}
    if "base_url" in settings:
        settings.setdefault("name", "default")
    if "name" not in settings:
        return None
    return ModelSettings(**settings, key=environ.get(KEY_VARIABLE, "").strip())


def _require_setting(name: str) -> None:
    if name in _FIELDS:
        return
    if re.search(_SECRETS, name):
        remedy = f"put it in {KEY_VARIABLE} or in the system keyring, and take it out of the file"
        raise SettingsError(_TABLE, name, f"must not be kept in a file: {remedy}")
    raise SettingsError(_TABLE, shown(name), f"is not a setting of a model: use {', '.join(_FIELDS)}")


_NAME = "must name a provider and its model, such as openai:gpt-4o, or base_url must say where the model is"
_ADDRESS = "must be an http or https address without a user name, such as http://127.0.0.1:8080/v1"
_KEY = "holds characters that no key has: copy it again"


def _require(holds: object, name: str, problem: str) -> None:
    if not holds:
        raise SettingsError(_TABLE, name, problem)


def _require_within(name: str, value: object, kinds: tuple[type, ...], low: float, high: float) -> None:
    is_number = isinstance(value, kinds) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:  # type: ignore[operator]  # it is a number by now
        raise SettingsError(_TABLE, name, f"is {shown(value)}: write a number from {low:g} to {high:g}")


def _is_address(address: object) -> bool:
    if not isinstance(address, str) or not address.isprintable() or " " in address:
        return False
    try:
        parts = urlsplit(address)
        is_bare = "@" not in parts.netloc and not parts.query and not parts.fragment and (parts.port or 1) > 0
        return parts.scheme in ("http", "https") and bool(parts.hostname) and is_bare
    except ValueError:
        return False
