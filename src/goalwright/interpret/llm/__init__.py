"""The extractor that asks a language model, for sentences the grammar declines: one call, every word of it checked."""

from goalwright.interpret.llm.llm_extractor import InterpretationCache, LlmExtractor
from goalwright.interpret.model_settings import ModelSettings, load_settings

__all__ = ["InterpretationCache", "LlmExtractor", "ModelSettings", "load_settings"]
