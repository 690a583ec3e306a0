"""The extractor that asks a language model, for sentences the grammar declines: one call, every word of it checked."""

from goalwright.interpret.llm.cache import InterpretationCache
from goalwright.interpret.llm.extractor import LlmExtractor
from goalwright.interpret.llm.sqlite_cache import SqliteCache
from goalwright.interpret.model_settings import ModelSettings, load_settings

__all__ = [
    "InterpretationCache",
    "LlmExtractor",
    "ModelSettings",
    "SqliteCache",
    "load_settings",
]
