"""A model's answer as it may come: bounded, with verbs from the rule book only."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StrictFloat,
    StrictInt,
    StrictStr,
    WithJsonSchema,
    create_model,
    model_validator,
)

from goalwright.rules import RuleBook

MAX_GOALS, MAX_PARAMS = 40, 8
MAX_VALUE, MAX_SCOPE = 16_384, 512


def _as_pairs(params: Any) -> Any:
    """Parameters as pairs; many models prefer to write them as an object."""
    if not isinstance(params, Mapping):
        return params
    return [{"name": name, "value": value} for name, value in params.items() if value is not None]


_EXPRESSION = {
    "type": "object",
    "properties": {"select": {"type": "object"}, "value": {"type": "object"}},
    "additionalProperties": False,
}
_VALUE = {"anyOf": [{"type": "string"}, _EXPRESSION]}


def _bounded(value: str | int | float | dict[str, Any]) -> str | int | float | dict[str, Any]:
    if isinstance(value, str | dict) and len(str(value)) > MAX_VALUE:
        raise ValueError("is too long")
    return value


class AnsweredParam(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: Annotated[str, Field(max_length=64)]
    # The bound is not in the schema that is sent: grammars made from schemas grow with it.
    value: Annotated[
        StrictStr | StrictInt | StrictFloat | dict[str, Any], AfterValidator(_bounded), WithJsonSchema(_VALUE)
    ]


class AnsweredGoal(BaseModel):
    model_config = ConfigDict(extra="forbid")

    verb: str
    params: Annotated[list[AnsweredParam], BeforeValidator(_as_pairs), Field(max_length=MAX_PARAMS)]
    scope: Annotated[str, Field(max_length=MAX_SCOPE), WithJsonSchema({"type": "string"})]
    when: Annotated[list[list[Any]], Field(default_factory=list, max_length=MAX_PARAMS)]

    @model_validator(mode="before")
    @classmethod
    def _fill_in(cls, goal: Any) -> Any:
        """A scope or params left out, null or empty are the plain ones."""
        if not isinstance(goal, Mapping):
            return goal
        plain = {
            "params": goal.get("params") or [],
            "scope": goal.get("scope") or "root",
            "when": goal.get("when") or [],
        }
        return {**goal, **plain}


class Answer(BaseModel):
    """Goals in the order they run; none means that the model declines."""

    model_config = ConfigDict(extra="forbid")

    goals: Annotated[list[AnsweredGoal], Field(max_length=MAX_GOALS)]


def answer_type(rules: RuleBook) -> type[Answer]:
    """The type of answers whose verbs and parameter names are the rule book's."""
    verbs = [rule.name for rule in rules.values()]
    names = sorted({name for rule in rules.values() for shape in rule.shapes for name in shape.params})
    param = create_model("Param", __base__=AnsweredParam, name=(_one_of(names), ...))
    params = _list_of(param, MAX_PARAMS, BeforeValidator(_as_pairs))
    goal = create_model("Goal", __base__=AnsweredGoal, verb=(_one_of(verbs), ...), params=(params, ...))
    return create_model("Goals", __base__=Answer, goals=(_list_of(goal, MAX_GOALS), ...))


def _list_of(kind: Any, most: int, *checks: BeforeValidator) -> Any:
    return Annotated[list[kind], Field(max_length=most), *checks]


def _one_of(names: list[str]) -> Any:
    return Annotated[str, AfterValidator(_known(frozenset(names))), WithJsonSchema({"type": "string", "enum": names})]


def _known(names: frozenset[str]) -> Callable[[str], str]:
    def check(name: str) -> str:
        if name not in names:
            raise ValueError("is not in the list")
        return name

    return check
