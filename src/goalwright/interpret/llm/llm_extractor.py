"""LlmExtractor: goals found by a language model, remembered so that the same sentence is asked once."""

from __future__ import annotations

import hashlib
import json
from importlib.util import find_spec
from typing import Protocol

from pydantic import ValidationError

from goalwright.contracts.interpretation import Extraction
from goalwright.errors import ModelUnavailable, NotUnderstood, UnparsedClause
from goalwright.interpret.interpreter import checked_text
from goalwright.interpret.llm.answer import Answer, answer_type
from goalwright.interpret.llm.answer_reading import Unsupported, read_answer
from goalwright.interpret.llm.instructions import wording
from goalwright.interpret.model_settings import ModelSettings
from goalwright.rules import RuleBook

MAX_CHARACTERS = 4_000
INSTALL = 'no model can be asked without an extra: pip install "goalwright[llm]"'


class InterpretationCache(Protocol):
    """Keeps accepted answers, so that the same sentence costs one call ever. It may forget, and it never fails."""

    def get(self, key: str) -> str | None: ...

    def put(self, key: str, answer: str) -> None: ...


class LlmExtractor:
    """Asks one model, once a sentence; `calls` counts the requests made, those repeated included."""

    name = "llm"

    def __init__(self, rules: RuleBook, settings: ModelSettings, cache: InterpretationCache | None = None) -> None:
        self.calls = 0
        self._rules, self._settings, self._cache = rules, settings, cache

    def extract(self, text: str) -> Extraction:
        """The goals of a sentence, in its own words; NotUnderstood, or ModelUnavailable if no model could be asked."""
        checked_text(text)
        if len(text) > MAX_CHARACTERS:
            raise NotUnderstood(f"it has {len(text):,} characters: a model is asked about {MAX_CHARACTERS:,} at most")
        settings = self._settings
        key = _cache_key(text, self._rules.version, settings.name, settings.base_url, wording().version)
        extraction = self._remembered(key, text)
        if extraction is not None:
            return extraction
        answer, extraction = self._asked(text)
        if not extraction.goals:
            raise NotUnderstood("the model found no command in it", [UnparsedClause(text, 0, len(text))])
        if self._cache is not None:
            self._cache.put(key, answer.model_dump_json())
        return extraction

    def _remembered(self, key: str, text: str) -> Extraction | None:
        """What was accepted before, if it would be accepted now."""
        kept = self._cache.get(key) if self._cache is not None else None
        if kept is None:
            return None
        try:
            return read_answer(answer_type(self._rules).model_validate_json(kept), text, self._rules)
        except (ValidationError, Unsupported):
            return None

    def _asked(self, text: str) -> tuple[Answer, Extraction]:
        if find_spec("pydantic_ai") is None or find_spec("openai") is None:
            raise ModelUnavailable(INSTALL)
        # Imported here because it takes a second, and because the extra may be missing.
        from goalwright.interpret.llm.conversation import Conversation

        return Conversation(text=text, rules=self._rules, settings=self._settings, on_call=self._count).hold()

    def _count(self) -> None:
        self.calls += 1


def _cache_key(*parts: str | None) -> str:
    """A key that two answers share only if everything they depend on is the same; it does not tell the parts."""
    written = json.dumps(parts, ensure_ascii=True)
    return hashlib.sha256(written.encode()).hexdigest()
