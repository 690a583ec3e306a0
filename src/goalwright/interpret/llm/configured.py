"""The extractor that the user's configuration asks for."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from goalwright.interpret.llm.extractor import LlmExtractor
from goalwright.interpret.llm.settings import load_settings
from goalwright.interpret.llm.sqlite_cache import SqliteCache
from goalwright.rules import RuleBook


def configured_extractor(
    rules: RuleBook, config: Mapping[str, Any], environ: Mapping[str, str], folder: Path
) -> LlmExtractor | None:
    """An extractor that remembers in `folder`, or None if neither config.toml nor the environment names a model."""
    settings = load_settings(config, environ)
    return None if settings is None else LlmExtractor(rules, settings, SqliteCache(folder))
