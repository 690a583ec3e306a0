"""The extractor that asks a language model, for sentences the grammar declines: one call, every word of it checked."""

from goalwright.interpret.llm.cache import InterpretationCache
from goalwright.interpret.llm.configured import configured_extractor
from goalwright.interpret.llm.extractor import LlmExtractor
from goalwright.interpret.llm.settings import ModelSettings, load_settings
from goalwright.interpret.llm.sqlite_cache import SqliteCache

__all__ = [
    "InterpretationCache",
    "LlmExtractor",
    "ModelSettings",
    "SqliteCache",
    "configured_extractor",
    "load_settings",
]
