"""The language model that the settings or the environment name, if any."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from goalwright.interpret.llm import LlmExtractor
    from goalwright.rules import RuleBook


def configured_extractor(
    rules: RuleBook, config: Mapping[str, Any], environ: Mapping[str, str], folder: Path
) -> LlmExtractor | None:
    """An extractor that remembers in `folder`, or None if neither config.toml nor the environment names a model."""
    from goalwright.interpret.model_settings import load_settings

    settings = load_settings(config, environ)
    if settings is None:
        return None
    # Imported here because it brings pydantic, which a user without a model should not wait for.
    from goalwright.interpret.llm import LlmExtractor
    from goalwright.store.model_answers import SqliteCache

    return LlmExtractor(rules, settings, SqliteCache(folder))
