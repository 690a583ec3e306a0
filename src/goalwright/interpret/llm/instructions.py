"""What a model is told: the instructions made from a rule book, and the sentence set apart as data."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from goalwright.dataclass import dataclass
from goalwright.rules import Rule, RuleBook
from goalwright.rules.language import model_wording

_PAIRS = ("name", "value")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """The tables of `language/en/instructions.toml`; `version` changes whenever the file does."""

    instructions: str
    sentence: str
    retry: str
    roles: tuple[str, ...]
    vague: frozenset[str]
    spoken: Mapping[str, tuple[str, ...]]
    examples: tuple[Mapping[str, Any], ...]
    version: str

    def instructions_for(self, rules: RuleBook) -> str:
        """The instructions with the rule book's verbs, each with its parameters."""
        verbs = "\n".join(_verb_line(rule) for rule in rules.values())
        examples = "\n".join(f"{example['text']} -> {answer_of(example['goals'])}" for example in self.examples)
        return self.instructions.replace("{verbs}", verbs).replace("{examples}", examples).strip()

    def sentence_for(self, text: str) -> str:
        """The sentence between marks that it does not hold itself."""
        tag = "sentence"
        while tag in text:
            tag += "_"
        return self.sentence.replace("{tag}", tag).replace("{text}", text).strip()

    def retry_for(self, problems: str) -> str:
        return self.retry.replace("{problems}", problems).strip()


@cache
def wording() -> Wording:
    """The wording that comes with Goalwright, loaded once."""
    table, version = model_wording()
    return Wording(
        instructions=table["instructions"],
        sentence=table["sentence"],
        retry=table["retry"],
        roles=tuple(table["roles"]),
        vague=frozenset(table["vague"]),
        spoken={verb: tuple(words) for verb, words in table["spoken"].items()},
        examples=tuple(table["examples"]),
        version=version,
    )


def answer_of(goals: list[dict[str, Any]]) -> str:
    """Goals as a model should answer with them."""
    rows = [
        {**goal, "params": [dict(zip(_PAIRS, pair, strict=True)) for pair in goal["params"].items()]} for goal in goals
    ]
    return json.dumps({"goals": rows}, ensure_ascii=False)


def _verb_line(rule: Rule) -> str:
    names: dict[str, str] = {}
    for shape in rule.shapes:
        for name, param in shape.params.items():
            allowed = f"={'|'.join(param.allowed)}" if param.allowed else ""
            is_required = name in rule.shape.required_params and name not in rule.shape.derive
            names.setdefault(name, f"{name}{allowed}" if is_required else f"[{name}{allowed}]")
    return f"{rule.name} {' '.join(names.values())}".strip()
